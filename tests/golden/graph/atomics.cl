// SPDX-License-Identifier: Apache-2.0
// Atomics have sites of their own; subtraction is addition, compare-and-exchange takes the new value, then the old one.
__kernel void counters(__global int *c, __local int *l) {
  int i = get_local_id(0);
  atomic_sub(&c[0], 5);
  int old = atomic_cmpxchg(&c[1], 3, 4);
  int was = atomic_max(&l[i], old);
  atomic_xchg(&c[2], was);
}
// CHECK: argument local "l" type "int*" {{.*}} space "local" bytes 8 word 34
// CHECK: site 0 atomic scatter bytes 4 args [0]
// CHECK: memory 0 pool "local_arguments"
// CHECK: [[FIVE:%[a-z0-9._]+]]:32 = const 0xfffffffb
// CHECK: = atomic.add site 0 ({{%[a-z0-9._]+}}, [[FIVE]])
// CHECK-DAG: [[NEW:%[a-z0-9._]+]]:32 = const 0x4
// CHECK-DAG: [[OLD:%[a-z0-9._]+]]:32 = const 0x3
// CHECK: = atomic.cmpxchg site 1 ({{%[a-z0-9._]+}}, [[NEW]], [[OLD]])
// CHECK: = mematomic.smax memory 0 (
// CHECK: = atomic.xchg site 2 (
