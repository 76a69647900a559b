// SPDX-License-Identifier: Apache-2.0
// OpenCL C 3.0: 32-bit atomic objects in global and local memory, with order and scope. Without the optional features the only order
// is relaxed.
#include "builtins.h"

#define PLAIN(object, type, space) ((volatile space type *)(object))
#define FETCH(operation, builtin, type, space)                                                                         \
  OVERLOAD type atomic_fetch_##operation##_explicit(volatile space atomic_##type *object, type value,                  \
                                                    memory_order order, memory_scope scope) {                          \
    return __sync_##builtin(PLAIN(object, type, space), value);                                                        \
  }
#define EXCHANGE(name, type, space, expectedSpace)                                                                     \
  OVERLOAD bool name(volatile space atomic_##type *object, expectedSpace type *expected, type value,                   \
                     memory_order success, memory_order failure, memory_scope scope) {                                 \
    type old = __sync_val_compare_and_swap(PLAIN(object, type, space), *expected, value);                              \
    bool same = old == *expected;                                                                                      \
    *expected = old;                                                                                                   \
    return same;                                                                                                       \
  }
#define EXCHANGES(type, space, expectedSpace)                                                                          \
  EXCHANGE(atomic_compare_exchange_strong_explicit, type, space, expectedSpace)                                        \
  EXCHANGE(atomic_compare_exchange_weak_explicit, type, space, expectedSpace)
#define ATOMICS(type, space, least, greatest)                                                                          \
  OVERLOAD void atomic_init(volatile space atomic_##type *object, type value) { *PLAIN(object, type, space) = value; } \
  OVERLOAD type atomic_load_explicit(volatile space atomic_##type *object, memory_order order, memory_scope scope) {   \
    return *PLAIN(object, type, space);                                                                                \
  }                                                                                                                    \
  OVERLOAD void atomic_store_explicit(volatile space atomic_##type *object, type value, memory_order order,            \
                                      memory_scope scope) {                                                            \
    *PLAIN(object, type, space) = value;                                                                               \
  }                                                                                                                    \
  OVERLOAD type atomic_exchange_explicit(volatile space atomic_##type *object, type value, memory_order order,         \
                                         memory_scope scope) {                                                         \
    return __sync_swap(PLAIN(object, type, space), value);                                                             \
  }                                                                                                                    \
  FETCH(add, fetch_and_add, type, space)                                                                               \
  FETCH(sub, fetch_and_sub, type, space)                                                                               \
  FETCH(or, fetch_and_or, type, space)                                                                                 \
  FETCH(xor, fetch_and_xor, type, space)                                                                               \
  FETCH(and, fetch_and_and, type, space)                                                                               \
  FETCH(min, fetch_and_##least, type, space)                                                                           \
  FETCH(max, fetch_and_##greatest, type, space)                                                                        \
  EXCHANGES(type, space, __global)                                                                                     \
  EXCHANGES(type, space, __local)                                                                                      \
  EXCHANGES(type, space, __private)
ATOMICS(int, __global, min, max)
ATOMICS(uint, __global, umin, umax)
ATOMICS(int, __local, min, max)
ATOMICS(uint, __local, umin, umax)
