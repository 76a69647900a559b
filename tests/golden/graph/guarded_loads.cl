// SPDX-License-Identifier: Apache-2.0
// Elements that all lanes load at one address, each under a condition of its own: they are one row, whose lanes differ in
// what they ask for, not in where it lies.
kernel void triangle(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    if (k <= x)
      sum += a[k];
  c[x] = sum;
}
// RUN: --options=-weft-lanes=4
// CHECK-LABEL: kernel @triangle {
// CHECK: site 0 load stream bytes 4 args [0]
// CHECK: site 1 load stream bytes 4 taps 127 masked args [0]
// CHECK: site 3 store packet
