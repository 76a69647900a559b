// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies. The work-items of a group share the copy: work-item i takes elements i, i + n, i + 2n …
// wait_group_events is a barrier: every work-item of the group must reach it, and after it all copies are visible.
#include "builtins.h"

#define COPIES(type)                                                                                                   \
  OVERLOAD event_t async_work_group_copy(__local type *to, const __global type *from, size_t count, event_t event) {   \
    for (size_t i = LINEAR_ID, step = GROUP_SIZE; i < count; i += step)                                                \
      to[i] = from[i];                                                                                                 \
    return event;                                                                                                      \
  }                                                                                                                    \
  OVERLOAD event_t async_work_group_copy(__global type *to, const __local type *from, size_t count, event_t event) {   \
    for (size_t i = LINEAR_ID, step = GROUP_SIZE; i < count; i += step)                                                \
      to[i] = from[i];                                                                                                 \
    return event;                                                                                                      \
  }                                                                                                                    \
  OVERLOAD event_t async_work_group_strided_copy(__local type *to, const __global type *from, size_t count,            \
                                                 size_t stride, event_t event) {                                       \
    for (size_t i = LINEAR_ID, step = GROUP_SIZE; i < count; i += step)                                                \
      to[i] = from[i * stride];                                                                                        \
    return event;                                                                                                      \
  }                                                                                                                    \
  OVERLOAD event_t async_work_group_strided_copy(__global type *to, const __local type *from, size_t count,            \
                                                 size_t stride, event_t event) {                                       \
    for (size_t i = LINEAR_ID, step = GROUP_SIZE; i < count; i += step)                                                \
      to[i * stride] = from[i];                                                                                        \
    return event;                                                                                                      \
  }                                                                                                                    \
  OVERLOAD void prefetch(const __global type *address, size_t count) {}
#define COPIES_OF(type) COPIES(type) COPIES(type##2) COPIES(type##3) COPIES(type##4) COPIES(type##8) COPIES(type##16)
COPIES_OF(char)
COPIES_OF(uchar)
COPIES_OF(short)
COPIES_OF(ushort)
COPIES_OF(int)
COPIES_OF(uint)
COPIES_OF(long)
COPIES_OF(ulong)
COPIES_OF(float)
COPIES_OF(double)
COPIES_OF(half)

// Clang declares the list of events as a generic pointer in every version of the language.
OVERLOAD CONVERGENT void wait_group_events(int count, __generic event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
OVERLOAD CONVERGENT void wait_group_events(int count, __private event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
