// SPDX-License-Identifier: Apache-2.0
// Elements of rows along which lanes walk come in turn: all from one load where no other work-item reads the row, half of
// them from each of two where those of all y do. Only these have a loop behind them, for what copies leave over.
kernel void own(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k];
  c[x] = sum;
}
kernel void shared(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k];
  c[y * n + x] = sum;
}
// RUN: --options=-weft-lanes=4
// CHECK-LABEL: kernel @own {
// CHECK: site 0 load cached 512 bytes 4 taps 255 masked args [0]
// CHECK: site 1 store
// CHECK-LABEL: kernel @shared {
// CHECK: site 0 load cached 512 bytes 4 taps 15 args [0]
// CHECK: site 1 load cached 512 bytes 4 taps 15 args [0]
// CHECK: site 2 load cached 512 bytes 4 args [0]
// CHECK: site 3 store
