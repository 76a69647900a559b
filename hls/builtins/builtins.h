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
