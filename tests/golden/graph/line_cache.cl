// SPDX-License-Identifier: Apache-2.0
// Loads of rows beside each other get their lines from one cache, and so do those of the two elements of butterflies. Not those
// of other buffers, at other distances, or that all work-items share, nor where they may come behind a write of what they read.
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
// CHECK: lanes 8
// CHECK: site 0 load packet shares 0 512 bytes 4 taps 3 masked
// CHECK-NEXT: site 1 load packet shares 0 512 bytes 4 taps 3 masked
// CHECK-NEXT: site 2 store packet bytes 4
// CHECK-NOT: {{^ +}}site

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

// What the row below reads is another work-item's to write: which of the two comes first, nobody says.
kernel void inplace(global float *data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  data[y * n + x] = data[y * n + x] + data[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @inplace {
// CHECK: site 0 load packet shares 0 512 bytes 4 args [0]
// CHECK-NEXT: site 1 load packet shares 0 512 bytes 4 args [0]

kernel void behind(global float *data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  data[x] = 1;
  data[y * n + x] = data[y * n + x] + data[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @behind {
// CHECK-NOT: shares

kernel void rounds(global float *data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  for (int i = 0; i < n; ++i)
    data[y * n + x] = data[y * n + x] + data[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @rounds {
// CHECK-NOT: shares

kernel void fenced(global float *data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  data[y * n + x] = data[y * n + x] + data[(y + 1) * n + x];
}
// CHECK-LABEL: kernel @fenced {
// CHECK-NOT: shares

kernel void exchanged(global float *data, global const float *in, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  data[y * n + x] = in[x];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[y * n + x] = data[y * n + n - x] + data[(y + 1) * n - x];
}
// CHECK-LABEL: kernel @exchanged {
// CHECK-NOT: shares

kernel void counted(global int *data, int n) {
  int x = get_global_id(0), y = get_global_id(1), sum = data[y * n + x] + data[(y + 1) * n + x];
  atomic_add(data + y * n + x, sum);
}
// CHECK-LABEL: kernel @counted {
// CHECK-NOT: shares

kernel void butterfly(global uint *data, uint distance) {
  uint i = get_global_id(0), low = 2 * i - (i & (distance - 1)), high = low + distance, a = data[low], b = data[high];
  data[low] = min(a, b);
  data[high] = max(a, b);
}
// CHECK-LABEL: kernel @butterfly {
// CHECK: site 0 load lanes shares 0 512 bytes 4
// CHECK-NEXT: site 1 load lanes shares 0 512 bytes 4
// CHECK-NEXT: site 2 store lanes bytes 4

// Elements that follow each other leave none out.
kernel void halves(global uint *data, uint distance) {
  uint i = get_global_id(0), a = data[i], b = data[i + distance];
  data[i] = min(a, b);
  data[i + distance] = max(a, b);
}
// CHECK-LABEL: kernel @halves {
// CHECK-NOT: shares
