// SPDX-License-Identifier: Apache-2.0
// No other work-item sees a private variable: atomic operations on it are plain ones.
kernel void k(global int *a) {
  volatile int b[4] = {0, 1, 2, 3};
  a[0] = __sync_fetch_and_add(&b[a[0] & 3], 1);
  a[1] = __sync_val_compare_and_swap(&b[a[1] & 3], 2, 5);
  a[2] = __sync_fetch_and_nand(&b[a[2] & 3], 6);
  a[3] = b[a[3] & 3];
}
// CHECK-LABEL: @k(
// CHECK-NOT: atomicrmw
// CHECK-NOT: cmpxchg
// CHECK: add i32 %{{.*}}, 1
// CHECK: icmp eq i32 %{{.*}}, 2
// CHECK: xor i32 %{{.*}}, -1
// CHECK: ret void
