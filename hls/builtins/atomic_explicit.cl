// SPDX-License-Identifier: Apache-2.0
// Atomic objects of OpenCL C 3.0 in global and local memory. What an order asks for is a fence before or behind the
// operation, which itself is relaxed; the scope adds nothing: every work-item of the device sees the same memory.
#include "builtins.h"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static void before(memory_order order) {
  if (order != memory_order_relaxed && order != memory_order_acquire)
    __weft_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
static void behind(memory_order order) {
  if (order != memory_order_relaxed && order != memory_order_release)
    __weft_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#define PLAIN(object, type, space) ((volatile space type *)(object))

// The forms of a function with fewer arguments: of the scope of the device, and of sequential consistency.
#define VALUE_FORMS(result, name, type, value, space, give)                                                            \
  OVERLOAD result name##_explicit(volatile space atomic_##type *object, value operand, memory_order order) {           \
    give name##_explicit(object, operand, order, memory_scope_device);                                                 \
  }                                                                                                                    \
  OVERLOAD result name(volatile space atomic_##type *object, value operand) {                                          \
    give name##_explicit(object, operand, memory_order_seq_cst, memory_scope_device);                                  \
  }
#define OBJECT_FORMS(result, name, type, space, give)                                                                  \
  OVERLOAD result name##_explicit(volatile space atomic_##type *object, memory_order order) {                          \
    give name##_explicit(object, order, memory_scope_device);                                                          \
  }                                                                                                                    \
  OVERLOAD result name(volatile space atomic_##type *object) {                                                         \
    give name##_explicit(object, memory_order_seq_cst, memory_scope_device);                                           \
  }

// `value`: the type of the operand, which for pointer differences is not the object's.
#define FETCH(operation, builtin, type, value, space)                                                                  \
  OVERLOAD type atomic_fetch_##operation##_explicit(volatile space atomic_##type *object, value operand,               \
                                                    memory_order order, memory_scope scope) {                          \
    before(order);                                                                                                     \
    type old = builtin(PLAIN(object, type, space), (type)operand);                                                     \
    behind(order);                                                                                                     \
    return old;                                                                                                        \
  }                                                                                                                    \
  VALUE_FORMS(type, atomic_fetch_##operation, type, value, space, return)

// Objects of any type are exchanged and compared as the bits that they are in memory.
#define COMPARE(name, type, word, space, expectedSpace)                                                                \
  OVERLOAD bool name##_explicit(volatile space atomic_##type *object, expectedSpace type *expected, type value,        \
                                memory_order success, memory_order failure, memory_scope scope) {                      \
    word wanted = as_##word(*expected);                                                                                \
    before(success);                                                                                                   \
    word old = __sync_val_compare_and_swap(PLAIN(object, word, space), wanted, as_##word(value));                      \
    behind(success);                                                                                                   \
    *expected = as_##type(old);                                                                                        \
    return old == wanted;                                                                                              \
  }                                                                                                                    \
  OVERLOAD bool name##_explicit(volatile space atomic_##type *object, expectedSpace type *expected, type value,        \
                                memory_order success, memory_order failure) {                                          \
    return name##_explicit(object, expected, value, success, failure, memory_scope_device);                            \
  }                                                                                                                    \
  OVERLOAD bool name(volatile space atomic_##type *object, expectedSpace type *expected, type value) {                 \
    return name##_explicit(object, expected, value, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);  \
  }
#define COMPARES(type, word, space, expectedSpace)                                                                     \
  COMPARE(atomic_compare_exchange_strong, type, word, space, expectedSpace)                                            \
  COMPARE(atomic_compare_exchange_weak, type, word, space, expectedSpace)

// Stores are exchanges: in global memory a plain one could come between the read and the write of another operation on
// the object, at the memory's side, and be lost. In local memory, LowerAtomics makes stores of them again.
#define STORE(object, word, space, value) (void)__sync_swap(PLAIN(object, word, space), value)

#define OBJECTS(type, word, space)                                                                                     \
  OVERLOAD void atomic_init(volatile space atomic_##type *object, type value) { *PLAIN(object, type, space) = value; } \
  OVERLOAD type atomic_load_explicit(volatile space atomic_##type *object, memory_order order, memory_scope scope) {   \
    before(order);                                                                                                     \
    type value = *PLAIN(object, type, space);                                                                          \
    behind(order);                                                                                                     \
    return value;                                                                                                      \
  }                                                                                                                    \
  OBJECT_FORMS(type, atomic_load, type, space, return)                                                                 \
  OVERLOAD void atomic_store_explicit(volatile space atomic_##type *object, type value, memory_order order,            \
                                      memory_scope scope) {                                                            \
    before(order);                                                                                                     \
    STORE(object, word, space, as_##word(value));                                                                      \
    behind(order);                                                                                                     \
  }                                                                                                                    \
  VALUE_FORMS(void, atomic_store, type, type, space, )                                                                 \
  OVERLOAD type atomic_exchange_explicit(volatile space atomic_##type *object, type value, memory_order order,         \
                                         memory_scope scope) {                                                         \
    before(order);                                                                                                     \
    word old = __sync_swap(PLAIN(object, word, space), as_##word(value));                                              \
    behind(order);                                                                                                     \
    return as_##type(old);                                                                                             \
  }                                                                                                                    \
  VALUE_FORMS(type, atomic_exchange, type, type, space, return)                                                        \
  COMPARES(type, word, space, __global)                                                                                \
  COMPARES(type, word, space, __local)                                                                                 \
  COMPARES(type, word, space, __private)
#define ALL_OBJECTS(space)                                                                                             \
  OBJECTS(int, int, space)                                                                                             \
  OBJECTS(uint, uint, space)                                                                                           \
  OBJECTS(float, uint, space)                                                                                          \
  OBJECTS(long, long, space)                                                                                           \
  OBJECTS(ulong, ulong, space)                                                                                         \
  OBJECTS(double, ulong, space)
ALL_OBJECTS(__global)
ALL_OBJECTS(__local)

#define FETCHES(type, space, minimum, maximum)                                                                         \
  FETCH(add, __sync_fetch_and_add, type, type, space)                                                                  \
  FETCH(sub, __sync_fetch_and_sub, type, type, space)                                                                  \
  FETCH(or, __sync_fetch_and_or, type, type, space)                                                                    \
  FETCH(xor, __sync_fetch_and_xor, type, type, space)                                                                  \
  FETCH(and, __sync_fetch_and_and, type, type, space)                                                                  \
  FETCH(min, minimum, type, type, space)                                                                               \
  FETCH(max, maximum, type, type, space)
FETCHES(int, __global, __sync_fetch_and_min, __sync_fetch_and_max)
FETCHES(uint, __global, __sync_fetch_and_umin, __sync_fetch_and_umax)
FETCHES(int, __local, __sync_fetch_and_min, __sync_fetch_and_max)
FETCHES(uint, __local, __sync_fetch_and_umin, __sync_fetch_and_umax)
FETCHES(long, __global, __weft_atomic_min_long_global, __weft_atomic_max_long_global)
FETCHES(ulong, __global, __weft_atomic_min_ulong_global, __weft_atomic_max_ulong_global)
FETCHES(long, __local, __weft_atomic_min_long_local, __weft_atomic_max_long_local)
FETCHES(ulong, __local, __weft_atomic_min_ulong_local, __weft_atomic_max_ulong_local)

// An address and a pointer difference.
#define POINTERS(type, difference, space)                                                                              \
  FETCH(add, __sync_fetch_and_add, type, difference, space)                                                            \
  FETCH(sub, __sync_fetch_and_sub, type, difference, space)
POINTERS(uint, int, __global)
POINTERS(uint, int, __local)
POINTERS(ulong, long, __global)
POINTERS(ulong, long, __local)

// cl_ext_float_atomics: a loop of compare-and-exchange, which a minimum or maximum that changes nothing does not enter.
#define LOOP(name, type, word, space, result)                                                                          \
  static type name##_##type##space(volatile space type *object, type operand) {                                        \
    word old = *PLAIN(object, word, space);                                                                            \
    for (;;) {                                                                                                         \
      type value = as_##type(old);                                                                                     \
      word next = as_##word(result);                                                                                   \
      if (SETTLED_##name)                                                                                              \
        return value;                                                                                                  \
      word seen = __sync_val_compare_and_swap(PLAIN(object, word, space), old, next);                                  \
      if (seen == old)                                                                                                 \
        return value;                                                                                                  \
      old = seen;                                                                                                      \
    }                                                                                                                  \
  }
#define SETTLED_sum 0
#define SETTLED_difference 0
#define SETTLED_least next == old
#define SETTLED_greatest next == old
#define FLOATS(type, word, space, minimum, maximum)                                                                    \
  LOOP(sum, type, word, space, value + operand)                                                                        \
  LOOP(difference, type, word, space, value - operand)                                                                 \
  LOOP(least, type, word, space, minimum(value, operand))                                                              \
  LOOP(greatest, type, word, space, maximum(value, operand))                                                           \
  FETCH(add, sum_##type##space, type, type, space)                                                                     \
  FETCH(sub, difference_##type##space, type, type, space)                                                              \
  FETCH(min, least_##type##space, type, type, space)                                                                   \
  FETCH(max, greatest_##type##space, type, type, space)
FLOATS(float, uint, __global, __builtin_fminf, __builtin_fmaxf)
FLOATS(float, uint, __local, __builtin_fminf, __builtin_fmaxf)
FLOATS(double, ulong, __global, __builtin_fmin, __builtin_fmax)
FLOATS(double, ulong, __local, __builtin_fmin, __builtin_fmax)

// A flag is an int: 0 clear, 1 set.
#define FLAG(space)                                                                                                    \
  OVERLOAD bool atomic_flag_test_and_set_explicit(volatile space atomic_flag *flag, memory_order order,                \
                                                  memory_scope scope) {                                                \
    before(order);                                                                                                     \
    bool old = __sync_swap(PLAIN(flag, int, space), 1) != 0;                                                           \
    behind(order);                                                                                                     \
    return old;                                                                                                        \
  }                                                                                                                    \
  OBJECT_FORMS(bool, atomic_flag_test_and_set, int, space, return)                                                     \
  OVERLOAD void atomic_flag_clear_explicit(volatile space atomic_flag *flag, memory_order order, memory_scope scope) { \
    before(order);                                                                                                     \
    STORE(flag, int, space, 0);                                                                                        \
    behind(order);                                                                                                     \
  }                                                                                                                    \
  OBJECT_FORMS(void, atomic_flag_clear, int, space, )
FLAG(__global)
FLAG(__local)
