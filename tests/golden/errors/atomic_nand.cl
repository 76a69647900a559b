// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) { __sync_fetch_and_nand(a, 5); }
// CHECK: atomic_nand.cl:2:32: error: the atomic operation 'nand' is not supported
// CHECK-NEXT: atomic_nand.cl:2:32: note: build it with atomic_cmpxchg in a loop
