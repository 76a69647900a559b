// SPDX-License-Identifier: Apache-2.0
// 32-bit atomics, old names (cl_khr_*_int32_*_atomics) and new ones, in global and local memory.
// __sync builtins, because on a SPIR target Clang makes library calls of the __atomic ones; the order is relaxed by a pass later.
#include "builtins.h"

#define BINARY(operation, builtin, type, space)                                                                        \
  OVERLOAD type atomic_##operation(volatile space type *address, type value) {                                         \
    return __sync_##builtin(address, value);                                                                           \
  }                                                                                                                    \
  OVERLOAD type atom_##operation(volatile space type *address, type value) { return __sync_##builtin(address, value); }
#define UNARY(operation, builtin, type, space)                                                                         \
  OVERLOAD type atomic_##operation(volatile space type *address) { return __sync_##builtin(address, (type)1); }        \
  OVERLOAD type atom_##operation(volatile space type *address) { return __sync_##builtin(address, (type)1); }
#define COMPARE(name, type, space)                                                                                     \
  OVERLOAD type name(volatile space type *address, type expected, type value) {                                        \
    return __sync_val_compare_and_swap(address, expected, value);                                                      \
  }
#define ATOMICS(type, space, least, greatest)                                                                           \
  BINARY(add, fetch_and_add, type, space)                                                                              \
  BINARY(sub, fetch_and_sub, type, space)                                                                              \
  BINARY(and, fetch_and_and, type, space)                                                                              \
  BINARY(or, fetch_and_or, type, space)                                                                                \
  BINARY(xor, fetch_and_xor, type, space)                                                                              \
  BINARY(min, fetch_and_##least, type, space)                                                                            \
  BINARY(max, fetch_and_##greatest, type, space)                                                                            \
  BINARY(xchg, swap, type, space)                                                                                      \
  UNARY(inc, fetch_and_add, type, space)                                                                               \
  UNARY(dec, fetch_and_sub, type, space)                                                                               \
  COMPARE(atomic_cmpxchg, type, space)                                                                                 \
  COMPARE(atom_cmpxchg, type, space)
ATOMICS(int, __global, min, max)
ATOMICS(uint, __global, umin, umax)
ATOMICS(int, __local, min, max)
ATOMICS(uint, __local, umin, umax)

#define FLOAT_EXCHANGE(space)                                                                                          \
  OVERLOAD float atomic_xchg(volatile space float *address, float value) {                                             \
    return as_float(__sync_swap((volatile space int *)address, as_int(value)));                                        \
  }
FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
