// SPDX-License-Identifier: Apache-2.0
// Sums that wait in registers while buffers are apart take no part of the port: packets are as wide as with `restrict`, and
// stores that are made together are one.
kernel void sums(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    float x = a[k];
    c[i * 4] += x;
    c[i * 4 + 1] += x * 2;
    c[i * 4 + 2] -= x;
    c[i * 4 + 3] += 1;
  }
}
// RUN: --board sim-card
// CHECK-LABEL: kernel @sums {
// CHECK: lanes 16
// CHECK: site 0 load lanes bytes 16 args [1]
// CHECK: site 1 load stream bytes 4 args [0]
// CHECK: site 2 store lanes bytes 16 args [1] {{.*}}order overlap [0 1]
// CHECK-NOT: site 3
// CHECK: [[APART:%[^ ]+]]:1 = apart 0 1
// CHECK-NOT: icmp.ule
// CHECK: store site 2 {{.*}} if
