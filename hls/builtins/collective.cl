// SPDX-License-Identifier: Apache-2.0
// Work-group functions. All work-items of a group call them together and exchange values through memory of the group:
// in step s of a scan each takes over what its neighbour at distance 2^s has gathered. A step is a pass through one
// barrier, at a work-item a cycle; groups follow each other through it.
#include "builtins.h"

/// Where the work-item with this linear id leaves a value of so many bytes, in one of two halves: what is written in a
/// step may still be read while the next is written.
__local void *__weft_group_scratch(uint id, uint half_, uint bytes) PURE;
#define SLOT(type, id, half_) (*(__local type *)__weft_group_scratch(id, half_, sizeof(type)))
#define MEET() __weft_barrier(CLK_LOCAL_MEM_FENCE)

OVERLOAD CONVERGENT int work_group_any(int predicate) {
  MEET();  // nobody reads what the function before has left
  if (LINEAR_ID == 0)
    SLOT(int, 0, 0) = 0;
  MEET();
  if (predicate)
    SLOT(int, 0, 0) = 1;
  MEET();
  return SLOT(int, 0, 0);
}
OVERLOAD CONVERGENT int work_group_all(int predicate) { return !work_group_any(!predicate); }

#define BROADCAST(type)                                                                                                \
  static CONVERGENT type broadcast_##type(type x, size_t from) {                                                       \
    MEET();                                                                                                            \
    if (LINEAR_ID == from)                                                                                             \
      SLOT(type, 0, 0) = x;                                                                                            \
    MEET();                                                                                                            \
    return SLOT(type, 0, 0);                                                                                           \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type work_group_broadcast(type x, size_t i) { return broadcast_##type(x, i); }                   \
  OVERLOAD CONVERGENT type work_group_broadcast(type x, size_t i, size_t j) {                                          \
    return broadcast_##type(x, j * __weft_local_size(0) + i);                                                          \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type work_group_broadcast(type x, size_t i, size_t j, size_t k) {                                \
    return broadcast_##type(x, (k * __weft_local_size(1) + j) * __weft_local_size(0) + i);                             \
  }

// The half that the next exchange may write comes back through `half_`.
#define SCAN(type, operation, combine, identity)                                                                       \
  static CONVERGENT type scan_##operation##_##type(type x, uint *half_) {                                              \
    const uint id = (uint)LINEAR_ID, size = (uint)GROUP_SIZE;                                                          \
    *half_ = 0;                                                                                                        \
    MEET();                                                                                                            \
    for (uint distance = 1; distance < size; distance <<= 1, *half_ ^= 1) {                                            \
      SLOT(type, id, *half_) = x;                                                                                      \
      MEET();                                                                                                          \
      if (id >= distance) {                                                                                            \
        const type a = SLOT(type, id - distance, *half_), b = x;                                                       \
        x = combine;                                                                                                   \
      }                                                                                                                \
    }                                                                                                                  \
    return x;                                                                                                          \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type work_group_scan_inclusive_##operation(type x) {                                             \
    uint half_;                                                                                                        \
    return scan_##operation##_##type(x, &half_);                                                                       \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type work_group_scan_exclusive_##operation(type x) {                                             \
    uint half_;                                                                                                        \
    const uint id = (uint)LINEAR_ID;                                                                                   \
    const type sum = scan_##operation##_##type(x, &half_);                                                             \
    SLOT(type, id, half_) = sum;                                                                                       \
    MEET();                                                                                                            \
    return id == 0 ? identity : SLOT(type, id - 1, half_);                                                             \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type work_group_reduce_##operation(type x) {                                                     \
    uint half_;                                                                                                        \
    const type sum = scan_##operation##_##type(x, &half_);                                                             \
    if (LINEAR_ID == GROUP_SIZE - 1)                                                                                   \
      SLOT(type, 0, half_) = sum;                                                                                      \
    MEET();                                                                                                            \
    return SLOT(type, 0, half_);                                                                                       \
  }
#define COLLECTIVE(type, least, greatest)                                                                              \
  BROADCAST(type)                                                                                                      \
  SCAN(type, add, a + b, (type)0)                                                                                      \
  SCAN(type, min, min(a, b), greatest)                                                                                 \
  SCAN(type, max, max(a, b), least)
COLLECTIVE(int, INT_MIN, INT_MAX)
COLLECTIVE(uint, 0u, UINT_MAX)
COLLECTIVE(long, LONG_MIN, LONG_MAX)
COLLECTIVE(ulong, 0ul, ULONG_MAX)
COLLECTIVE(float, -INFINITY, INFINITY)
COLLECTIVE(double, -INFINITY, INFINITY)
COLLECTIVE(half, -INFINITY, INFINITY)
