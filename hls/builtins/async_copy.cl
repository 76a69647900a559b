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

// Boxes: lines of elements in planes. The elements are of any size and alignment, so they move in the largest units of up
// to 8 bytes that divide them; only one of the cases is left where their size is a constant. A line is taken by as many
// work-items as it has units, rounded up to a power of two, the next lines by those behind them: nothing is divided. A box fits into local memory, so its
// counts have 32 bits.
#define UNIT(type)                                                                                                     \
  struct unit_##type {                                                                                                 \
    type value;                                                                                                        \
  } __attribute__((packed));
UNIT(uchar)
UNIT(ushort)
UNIT(uint)
UNIT(ulong)
#define COPY_UNITS(type, to_space, from_space)                                                                         \
  {                                                                                                                    \
    const uint parts = (uint)bytes / sizeof(type), width = (uint)elements * parts;                                     \
    const uint size = (uint)GROUP_SIZE, id = (uint)LINEAR_ID, side = 31 - clz(size);                                   \
    const uint shift = width > size ? side : min(side, width > 1 ? 32 - clz(width - 1) : 0);                           \
    const uint rows = size >> shift, row = id >> shift, columns = 1u << shift;                                         \
    for (uint plane = 0; plane < (uint)planes; ++plane)                                                                \
      for (uint line = row < rows ? row : (uint)lines; line < (uint)lines; line += rows) {                             \
        to_space struct unit_##type *out = (to_space struct unit_##type *)to;                                          \
        const from_space struct unit_##type *in = (const from_space struct unit_##type *)from;                         \
        out += (to_offset + plane * to_plane + line * to_line) * parts;                                                \
        in += (from_offset + plane * from_plane + line * from_line) * parts;                                           \
        for (uint i = id & (columns - 1); i < width; i += columns)                                                     \
          out[i].value = in[i].value;                                                                                  \
      }                                                                                                                \
    break;                                                                                                             \
  }
#define BOXES(to_space, from_space)                                                                                    \
  OVERLOAD event_t async_work_group_copy_3D3D(                                                                         \
      to_space void *to, size_t to_offset, const from_space void *from, size_t from_offset, size_t bytes,              \
      size_t elements, size_t lines, size_t planes, size_t from_line, size_t from_plane, size_t to_line,               \
      size_t to_plane, event_t event) {                                                                                \
    switch (bytes & 7) {                                                                                               \
    case 0: COPY_UNITS(ulong, to_space, from_space)                                                                    \
    case 4: COPY_UNITS(uint, to_space, from_space)                                                                     \
    case 2:                                                                                                            \
    case 6: COPY_UNITS(ushort, to_space, from_space)                                                                   \
    default: COPY_UNITS(uchar, to_space, from_space)                                                                   \
    }                                                                                                                  \
    return event;                                                                                                      \
  }                                                                                                                    \
  OVERLOAD event_t async_work_group_copy_2D2D(to_space void *to, size_t to_offset, const from_space void *from,        \
                                              size_t from_offset, size_t bytes, size_t elements, size_t lines,         \
                                              size_t from_line, size_t to_line, event_t event) {                       \
    return async_work_group_copy_3D3D(to, to_offset, from, from_offset, bytes, elements, lines, 1, from_line, 0,       \
                                      to_line, 0, event);                                                              \
  }
BOXES(__local, __global)
BOXES(__global, __local)

// Clang declares the list of events as a generic pointer in every version of the language.
OVERLOAD CONVERGENT void wait_group_events(int count, __generic event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
OVERLOAD CONVERGENT void wait_group_events(int count, __private event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
