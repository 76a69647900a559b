// SPDX-License-Identifier: Apache-2.0
// Atomics of OpenCL C 1.x on 32 and 64 bits, old names (atom_*) and new ones, in global and local memory.
// __sync builtins, because on a SPIR target Clang makes library calls of the __atomic ones; the order is relaxed by a pass later.
#include "builtins.h"

#define BINARY(operation, builtin, type, space)                                                                        \
  OVERLOAD type atomic_##operation(volatile space type *address, type value) { return builtin(address, value); }       \
  OVERLOAD type atom_##operation(volatile space type *address, type value) { return builtin(address, value); }
#define UNARY(operation, builtin, type, space)                                                                         \
  OVERLOAD type atomic_##operation(volatile space type *address) { return builtin(address, (type)1); }                 \
  OVERLOAD type atom_##operation(volatile space type *address) { return builtin(address, (type)1); }
#define COMPARE(name, type, space)                                                                                     \
  OVERLOAD type name(volatile space type *address, type expected, type value) {                                        \
    return __sync_val_compare_and_swap(address, expected, value);                                                      \
  }
#define ATOMICS(type, space, minimum, maximum)                                                                         \
  BINARY(add, __sync_fetch_and_add, type, space)                                                                       \
  BINARY(sub, __sync_fetch_and_sub, type, space)                                                                       \
  BINARY(and, __sync_fetch_and_and, type, space)                                                                       \
  BINARY(or, __sync_fetch_and_or, type, space)                                                                         \
  BINARY(xor, __sync_fetch_and_xor, type, space)                                                                       \
  BINARY(min, minimum, type, space)                                                                                    \
  BINARY(max, maximum, type, space)                                                                                    \
  BINARY(xchg, __sync_swap, type, space)                                                                               \
  UNARY(inc, __sync_fetch_and_add, type, space)                                                                        \
  UNARY(dec, __sync_fetch_and_sub, type, space)                                                                        \
  COMPARE(atomic_cmpxchg, type, space)                                                                                 \
  COMPARE(atom_cmpxchg, type, space)
ATOMICS(int, __global, __sync_fetch_and_min, __sync_fetch_and_max)
ATOMICS(uint, __global, __sync_fetch_and_umin, __sync_fetch_and_umax)
ATOMICS(int, __local, __sync_fetch_and_min, __sync_fetch_and_max)
ATOMICS(uint, __local, __sync_fetch_and_umin, __sync_fetch_and_umax)
ATOMICS(long, __global, __weft_atomic_min_long_global, __weft_atomic_max_long_global)
ATOMICS(ulong, __global, __weft_atomic_min_ulong_global, __weft_atomic_max_ulong_global)
ATOMICS(long, __local, __weft_atomic_min_long_local, __weft_atomic_max_long_local)
ATOMICS(ulong, __local, __weft_atomic_min_ulong_local, __weft_atomic_max_ulong_local)

#define FLOAT_EXCHANGE(space)                                                                                          \
  OVERLOAD float atomic_xchg(volatile space float *address, float value) {                                             \
    return as_float(__sync_swap((volatile space int *)address, as_int(value)));                                        \
  }
FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
