// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  volatile int b[4] = {0};
  __sync_fetch_and_add(&b[a[0] & 3], 1);
  a[1] = b[a[2] & 3];
}
// CHECK: private_atomic.cl:4:3: error: an atomic operation outside global and local memory is not supported
// CHECK-NEXT: private_atomic.cl:4:3: note: use an ordinary operation: no other work-item sees a private variable
