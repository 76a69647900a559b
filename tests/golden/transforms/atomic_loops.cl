// SPDX-License-Identifier: Apache-2.0
// What hardware has no operation for is a loop of compare-and-exchange.
kernel void nand(volatile global int *a, global int *o) { o[0] = __sync_fetch_and_nand(a, 5); }
// CHECK-LABEL: @nand(
// CHECK: [[FIRST:%.*]] = load i32, ptr addrspace(1) %a
// CHECK: [[OLD:%.*]] = phi i32 [ [[FIRST]], %{{.*}} ], [ [[SEEN:%.*]], %{{.*}} ]
// CHECK: cmpxchg ptr addrspace(1) %a, i32 [[OLD]], i32 %{{.*}} monotonic monotonic
// CHECK: store i32 {{.*}}, ptr addrspace(1) %o

kernel void local_nand(volatile local int *a, global int *o) { o[0] = __sync_fetch_and_nand(a, 5); }
// CHECK-LABEL: @local_nand(
// CHECK: cmpxchg ptr addrspace(3)
