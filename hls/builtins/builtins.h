// SPDX-License-Identifier: Apache-2.0
// What Weft's own built-in functions share. The __weft_* primitives are the ones of docs/canonical-ir.md.
#pragma once
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((const))
#define CONVERGENT __attribute__((convergent))

size_t __weft_global_id(uint dimension) PURE;
size_t __weft_local_id(uint dimension) PURE;
size_t __weft_group_id(uint dimension) PURE;
size_t __weft_global_size(uint dimension) PURE;
size_t __weft_local_size(uint dimension) PURE;
// Of the largest group, and of this one's part of the range.
size_t __weft_enqueued_local_size(uint dimension) PURE;
size_t __weft_num_groups(uint dimension) PURE;
size_t __weft_global_offset(uint dimension) PURE;
uint __weft_work_dim(void) PURE;
long __weft_smul_hi(long a, long b) PURE;
ulong __weft_umul_hi(ulong a, ulong b) PURE;
// Clang has no builtin of these; make_builtins.cpp makes the instruction of them.
#define WEFT_ATOMIC(type, space, suffix)                                                                               \
  type __weft_atomic_min_##type##suffix(volatile space type *address, type value);                                     \
  type __weft_atomic_max_##type##suffix(volatile space type *address, type value);
WEFT_ATOMIC(long, __global, _global)
WEFT_ATOMIC(ulong, __global, _global)
WEFT_ATOMIC(long, __local, _local)
WEFT_ATOMIC(ulong, __local, _local)
void __weft_barrier(uint flags) CONVERGENT;
void __weft_fence(uint flags);

// Of the work-item within its group, and of the group.
#define LINEAR_ID                                                                                                      \
  ((__weft_local_id(2) * __weft_local_size(1) + __weft_local_id(1)) * __weft_local_size(0) + __weft_local_id(0))
#define GROUP_SIZE (__weft_local_size(0) * __weft_local_size(1) * __weft_local_size(2))
#define ENQUEUED_GROUP_SIZE                                                                                            \
  (__weft_enqueued_local_size(0) * __weft_enqueued_local_size(1) * __weft_enqueued_local_size(2))

// The vector forms of a function, two halves each.
#define VECTORS_1(type, name)                                                                                          \
  OVERLOAD PURE type##2 name(type##2 x) { return (type##2)(name(x.x), name(x.y)); }                                    \
  OVERLOAD PURE type##3 name(type##3 x) { return (type##3)(name(x.x), name(x.y), name(x.z)); }                         \
  OVERLOAD PURE type##4 name(type##4 x) { return (type##4)(name(x.lo), name(x.hi)); }                                  \
  OVERLOAD PURE type##8 name(type##8 x) { return (type##8)(name(x.lo), name(x.hi)); }                                  \
  OVERLOAD PURE type##16 name(type##16 x) { return (type##16)(name(x.lo), name(x.hi)); }
#define VECTORS_2(type, name, second)                                                                                  \
  OVERLOAD PURE type##2 name(type##2 x, second##2 y) { return (type##2)(name(x.x, y.x), name(x.y, y.y)); }             \
  OVERLOAD PURE type##3 name(type##3 x, second##3 y) {                                                                 \
    return (type##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                                                  \
  }                                                                                                                    \
  OVERLOAD PURE type##4 name(type##4 x, second##4 y) { return (type##4)(name(x.lo, y.lo), name(x.hi, y.hi)); }         \
  OVERLOAD PURE type##8 name(type##8 x, second##8 y) { return (type##8)(name(x.lo, y.lo), name(x.hi, y.hi)); }         \
  OVERLOAD PURE type##16 name(type##16 x, second##16 y) { return (type##16)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define VECTORS_3(type, name)                                                                                          \
  OVERLOAD PURE type##2 name(type##2 x, type##2 y, type##2 z) {                                                        \
    return (type##2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y));                                                        \
  }                                                                                                                    \
  OVERLOAD PURE type##3 name(type##3 x, type##3 y, type##3 z) {                                                        \
    return (type##3)(name(x.x, y.x, z.x), name(x.y, y.y, z.y), name(x.z, y.z, z.z));                                   \
  }                                                                                                                    \
  OVERLOAD PURE type##4 name(type##4 x, type##4 y, type##4 z) {                                                        \
    return (type##4)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                                                  \
  }                                                                                                                    \
  OVERLOAD PURE type##8 name(type##8 x, type##8 y, type##8 z) {                                                        \
    return (type##8)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                                                  \
  }                                                                                                                    \
  OVERLOAD PURE type##16 name(type##16 x, type##16 y, type##16 z) {                                                    \
    return (type##16)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                                                 \
  }
#define FLOAT_VECTORS_1(name) VECTORS_1(float, name)
#define FLOAT_VECTORS_2(name, second) VECTORS_2(float, name, second)
// A vector and one scalar, or one integer, for all its elements.
#define VECTORS_SCALAR(type, name)                                                                                     \
  OVERLOAD PURE type##2 name(type##2 x, type y) { return name(x, (type##2)(y)); }                                      \
  OVERLOAD PURE type##3 name(type##3 x, type y) { return name(x, (type##3)(y)); }                                      \
  OVERLOAD PURE type##4 name(type##4 x, type y) { return name(x, (type##4)(y)); }                                      \
  OVERLOAD PURE type##8 name(type##8 x, type y) { return name(x, (type##8)(y)); }                                      \
  OVERLOAD PURE type##16 name(type##16 x, type y) { return name(x, (type##16)(y)); }
#define VECTORS_INTEGER(type, name)                                                                                    \
  OVERLOAD PURE type##2 name(type##2 x, int n) { return name(x, (int2)(n)); }                                          \
  OVERLOAD PURE type##3 name(type##3 x, int n) { return name(x, (int3)(n)); }                                          \
  OVERLOAD PURE type##4 name(type##4 x, int n) { return name(x, (int4)(n)); }                                          \
  OVERLOAD PURE type##8 name(type##8 x, int n) { return name(x, (int8)(n)); }                                          \
  OVERLOAD PURE type##16 name(type##16 x, int n) { return name(x, (int16)(n)); }

// Functions whose second result goes through a pointer, made of name##Of(x, &second).
#define TWO_RESULTS_HALVES(type, name, part, whole, second, space)                                                     \
  OVERLOAD type##whole name(type##whole x, space second##whole *to) {                                                  \
    second##part low, high;                                                                                            \
    type##whole result = (type##whole)(name(x.lo, &low), name(x.hi, &high));                                           \
    *to = (second##whole)(low, high);                                                                                  \
    return result;                                                                                                     \
  }
#define TWO_RESULTS_IN(type, name, second, space)                                                                      \
  OVERLOAD type name(type x, space second *to) {                                                                       \
    second other;                                                                                                      \
    type result = name##Of(x, &other);                                                                                 \
    *to = other;                                                                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  TWO_RESULTS_HALVES(type, name, , 2, second, space)                                                                   \
  OVERLOAD type##3 name(type##3 x, space second##3 * to) {                                                             \
    second##2 low;                                                                                                     \
    second high;                                                                                                       \
    type##3 result = (type##3)(name(x.lo, &low), name(x.z, &high));                                                    \
    *to = (second##3)(low, high);                                                                                      \
    return result;                                                                                                     \
  }                                                                                                                    \
  TWO_RESULTS_HALVES(type, name, 2, 4, second, space)                                                                  \
  TWO_RESULTS_HALVES(type, name, 4, 8, second, space)                                                                  \
  TWO_RESULTS_HALVES(type, name, 8, 16, second, space)
// The private form first: the others use it.
#define TWO_RESULTS(type, name, second)                                                                                \
  TWO_RESULTS_IN(type, name, second, __private)                                                                        \
  TWO_RESULTS_IN(type, name, second, __global)                                                                         \
  TWO_RESULTS_IN(type, name, second, __local)

// remquo's forms, made of remquoOf(x, y, &quotient).
#define REMQUO_HALVES(type, half, whole, space)                                                                        \
  OVERLOAD type##whole remquo(type##whole x, type##whole y, space int##whole *quotient) {                              \
    int##half low, high;                                                                                               \
    type##whole result = (type##whole)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high));                           \
    *quotient = (int##whole)(low, high);                                                                               \
    return result;                                                                                                     \
  }
#define REMQUO_IN(type, space)                                                                                         \
  OVERLOAD type remquo(type x, type y, space int *quotient) {                                                          \
    int other;                                                                                                         \
    type result = remquoOf(x, y, &other);                                                                              \
    *quotient = other;                                                                                                 \
    return result;                                                                                                     \
  }                                                                                                                    \
  REMQUO_HALVES(type, , 2, space)                                                                                      \
  OVERLOAD type##3 remquo(type##3 x, type##3 y, space int3 *quotient) {                                                \
    int2 low;                                                                                                          \
    int high;                                                                                                          \
    type##3 result = (type##3)(remquo(x.lo, y.lo, &low), remquo(x.z, y.z, &high));                                     \
    *quotient = (int3)(low, high);                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  REMQUO_HALVES(type, 2, 4, space)                                                                                     \
  REMQUO_HALVES(type, 4, 8, space)                                                                                     \
  REMQUO_HALVES(type, 8, 16, space)
// The private form first: the others use it.
#define REMQUO(type)                                                                                                   \
  REMQUO_IN(type, __private)                                                                                           \
  REMQUO_IN(type, __global)                                                                                            \
  REMQUO_IN(type, __local)
