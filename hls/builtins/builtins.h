// SPDX-License-Identifier: Apache-2.0
// What Weft's own built-in functions share. The __weft_* primitives are the ones of docs/canonical-ir.md.
#pragma once
#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((const))
#define CONVERGENT __attribute__((convergent))

size_t __weft_global_id(uint dimension) PURE;
size_t __weft_local_id(uint dimension) PURE;
size_t __weft_group_id(uint dimension) PURE;
size_t __weft_global_size(uint dimension) PURE;
size_t __weft_local_size(uint dimension) PURE;
size_t __weft_num_groups(uint dimension) PURE;
size_t __weft_global_offset(uint dimension) PURE;
uint __weft_work_dim(void) PURE;
long __weft_smul_hi(long a, long b) PURE;
ulong __weft_umul_hi(ulong a, ulong b) PURE;
void __weft_barrier(uint flags) CONVERGENT;
void __weft_fence(uint flags);

// The vector forms of a function of float, two halves each.
#define FLOAT_VECTORS_1(name)                                                                                          \
  OVERLOAD PURE float2 name(float2 x) { return (float2)(name(x.x), name(x.y)); }                                       \
  OVERLOAD PURE float3 name(float3 x) { return (float3)(name(x.x), name(x.y), name(x.z)); }                            \
  OVERLOAD PURE float4 name(float4 x) { return (float4)(name(x.lo), name(x.hi)); }                                     \
  OVERLOAD PURE float8 name(float8 x) { return (float8)(name(x.lo), name(x.hi)); }                                     \
  OVERLOAD PURE float16 name(float16 x) { return (float16)(name(x.lo), name(x.hi)); }
#define FLOAT_VECTORS_2(name, second)                                                                                  \
  OVERLOAD PURE float2 name(float2 x, second##2 y) { return (float2)(name(x.x, y.x), name(x.y, y.y)); }                \
  OVERLOAD PURE float3 name(float3 x, second##3 y) {                                                                   \
    return (float3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                                                   \
  }                                                                                                                    \
  OVERLOAD PURE float4 name(float4 x, second##4 y) { return (float4)(name(x.lo, y.lo), name(x.hi, y.hi)); }            \
  OVERLOAD PURE float8 name(float8 x, second##8 y) { return (float8)(name(x.lo, y.lo), name(x.hi, y.hi)); }            \
  OVERLOAD PURE float16 name(float16 x, second##16 y) { return (float16)(name(x.lo, y.lo), name(x.hi, y.hi)); }
