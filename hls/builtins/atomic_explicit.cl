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
// Objects of any type are exchanged and compared as the 32 bits that they are in memory.
#define EXCHANGE(name, type, word, space, expectedSpace)                                                               \
  OVERLOAD bool name(volatile space atomic_##type *object, expectedSpace type *expected, type value,                   \
                     memory_order success, memory_order failure, memory_scope scope) {                                 \
    word wanted = as_##word(*expected);                                                                                \
    word old = __sync_val_compare_and_swap(PLAIN(object, word, space), wanted, as_##word(value));                      \
    *expected = as_##type(old);                                                                                        \
    return old == wanted;                                                                                              \
  }
#define EXCHANGES(type, word, space, expectedSpace)                                                                    \
  EXCHANGE(atomic_compare_exchange_strong_explicit, type, word, space, expectedSpace)                                  \
  EXCHANGE(atomic_compare_exchange_weak_explicit, type, word, space, expectedSpace)
#define OBJECTS(type, word, space)                                                                                     \
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
    return as_##type(__sync_swap(PLAIN(object, word, space), as_##word(value)));                                       \
  }                                                                                                                    \
  EXCHANGES(type, word, space, __global)                                                                               \
  EXCHANGES(type, word, space, __local)                                                                                \
  EXCHANGES(type, word, space, __private)
OBJECTS(int, int, __global)
OBJECTS(uint, uint, __global)
OBJECTS(float, uint, __global)
OBJECTS(int, int, __local)
OBJECTS(uint, uint, __local)
OBJECTS(float, uint, __local)

#define ATOMICS(type, space, least, greatest)                                                                          \
  FETCH(add, fetch_and_add, type, space)                                                                               \
  FETCH(sub, fetch_and_sub, type, space)                                                                               \
  FETCH(or, fetch_and_or, type, space)                                                                                 \
  FETCH(xor, fetch_and_xor, type, space)                                                                               \
  FETCH(and, fetch_and_and, type, space)                                                                               \
  FETCH(min, fetch_and_##least, type, space)                                                                           \
  FETCH(max, fetch_and_##greatest, type, space)
ATOMICS(int, __global, min, max)
ATOMICS(uint, __global, umin, umax)
ATOMICS(int, __local, min, max)
ATOMICS(uint, __local, umin, umax)

// A flag is an int: 0 clear, 1 set.
#define FLAG(space)                                                                                                    \
  OVERLOAD bool atomic_flag_test_and_set_explicit(volatile space atomic_flag *flag, memory_order order,                \
                                                  memory_scope scope) {                                                \
    return __sync_swap(PLAIN(flag, int, space), 1) != 0;                                                               \
  }                                                                                                                    \
  OVERLOAD void atomic_flag_clear_explicit(volatile space atomic_flag *flag, memory_order order, memory_scope scope) { \
    *PLAIN(flag, int, space) = 0;                                                                                      \
  }
FLAG(__global)
FLAG(__local)
