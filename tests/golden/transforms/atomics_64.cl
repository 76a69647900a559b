// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(volatile global long *a, volatile local ulong *b) {
  atom_add(a, 1L); atom_sub(a, 2L); atom_xchg(a, 3L); atom_inc(a); atom_dec(a); atom_cmpxchg(a, 4L, 5L);
  atom_min(a, 6L); atom_max(a, 7L); atom_and(a, 8L); atom_or(a, 9L); atom_xor(a, 10L);
  atom_min(b, 11ul); atom_max(b, 12ul); atom_cmpxchg(b, 13ul, 14ul);
}
// CHECK: atomicrmw add ptr addrspace(1) %a, i64 1 monotonic
// CHECK: atomicrmw {{sub .*2|add .*-2}}
// CHECK: atomicrmw xchg ptr addrspace(1) %a, i64 3
// CHECK: atomicrmw add ptr addrspace(1) %a, i64 1
// CHECK: atomicrmw {{sub .*1|add .*-1}}
// CHECK: cmpxchg ptr addrspace(1) %a, i64 4, i64 5 monotonic monotonic
// CHECK: atomicrmw min ptr addrspace(1) %a, i64 6
// CHECK: atomicrmw max ptr addrspace(1) %a, i64 7
// CHECK: atomicrmw and ptr addrspace(1) %a, i64 8
// CHECK: atomicrmw or ptr addrspace(1) %a, i64 9
// CHECK: atomicrmw xor ptr addrspace(1) %a, i64 10
// CHECK: atomicrmw umin ptr addrspace(3) %{{.*}}, i64 11
// CHECK: atomicrmw umax ptr addrspace(3) %{{.*}}, i64 12
// CHECK: cmpxchg ptr addrspace(3) %{{.*}}, i64 13, i64 14
