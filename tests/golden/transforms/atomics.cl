// SPDX-License-Identifier: Apache-2.0
kernel void k(volatile global int *a, volatile local uint *b, global float *f) {
  atomic_add(a, 1); atomic_sub(a, 2); atomic_xchg(a, 3); atomic_inc(a); atomic_dec(a); atomic_cmpxchg(a, 4, 5);
  atomic_min(a, 6); atomic_max(a, 7); atomic_and(a, 8); atomic_or(a, 9); atomic_xor(a, 10);
  atom_min(b, 11); atom_max(b, 12); atom_cmpxchg(b, 13, 14);
  atomic_xchg(f, 1.0f);
}
// CHECK: atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
// CHECK: atomicrmw {{sub .*2|add .*-2}}
// CHECK: atomicrmw xchg ptr addrspace(1) %a, i32 3
// CHECK: atomicrmw add ptr addrspace(1) %a, i32 1
// CHECK: atomicrmw {{sub .*1|add .*-1}}
// CHECK: cmpxchg ptr addrspace(1) %a, i32 4, i32 5 monotonic monotonic
// CHECK: atomicrmw min ptr addrspace(1) %a, i32 6
// CHECK: atomicrmw max ptr addrspace(1) %a, i32 7
// CHECK: atomicrmw and ptr addrspace(1) %a, i32 8
// CHECK: atomicrmw or ptr addrspace(1) %a, i32 9
// CHECK: atomicrmw xor ptr addrspace(1) %a, i32 10
// CHECK: atomicrmw umin ptr addrspace(3) %{{.*}}, i32 11
// CHECK: atomicrmw umax ptr addrspace(3) %{{.*}}, i32 12
// CHECK: cmpxchg ptr addrspace(3) %{{.*}}, i32 13, i32 14
// CHECK: atomicrmw xchg ptr addrspace(1) %f, i32 1065353216
