// SPDX-License-Identifier: Apache-2.0
// Loads of rows beside each other get their lines from one cache. Not those of other buffers, at other distances, or that all
// work-items share, nor where the kernel writes what they read whatever its buffers are.
// RUN:
// RUN: --check-prefix=LANE --kernel stencil5 --options=-weft-lanes=1
// RUN: --check-prefix=SOC --kernel stencil5 --board sim-soc --options=-weft-lanes=1
kernel void stencil5(global const float *restrict in, global float *restrict out, int width) {
  int x = get_global_id(0), y = get_global_id(1), pitch = width + 2, at = (y + 1) * pitch + x + 1;
  out[y * width + x] = in[at - pitch] + in[at - 1] + in[at] + in[at + 1] + in[at + pitch];
}
// CHECK-LABEL: kernel @stencil5 {
// CHECK: lanes 8
// CHECK: site 0 load packet shares 0 512 bytes 4
// CHECK-NEXT: site 1 load packet shares 0 512 bytes 4 taps 7
// CHECK-NEXT: site 2 load packet shares 0 512 bytes 4
// CHECK-NEXT: site 3 store packet bytes 4
// One work-item a cycle leaves the port of 64 bytes idle, not that of 16.
// LANE-LABEL: kernel @stencil5 {
// LANE-NOT: shares
// SOC-LABEL: kernel @stencil5 {
// SOC: site 0 load stream shares 0 1024 bytes 4

kernel void clamped(global const float *restrict in, global float *restrict out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), left = max(x - 1, 0), up = max(y - 1, 0);
  out[y * width + x] = in[up * width + left] + in[y * width + left] + in[up * width + x];
}
// CHECK-LABEL: kernel @clamped {
// CHECK: lanes 16
// CHECK: site 0 load lanes shares 0 512 bytes 4
// CHECK-NEXT: site 1 load lanes shares 0 512 bytes 4
// CHECK-NEXT: site 2 load packet shares 0 512 bytes 4

kernel void sums(global const float *restrict a, global const float *restrict b, global float *restrict out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * n + x] = a[y * n + x] + a[y * n + x + n / 2] + b[y * n + x] + b[0] + b[n];
}
// CHECK-LABEL: kernel @sums {
// CHECK-NOT: shares

kernel void written(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * n + x] = in[y * n + x] + in[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @written {
// CHECK: site 0 load packet shares 0 512 bytes 4 args [0]
// CHECK-NEXT: site 1 load packet shares 0 512 bytes 4 args [0]

kernel void inplace(global float *data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  data[y * n + x] = data[y * n + x] + data[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @inplace {
// CHECK-NOT: shares
