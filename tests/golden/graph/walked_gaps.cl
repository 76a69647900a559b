// SPDX-License-Identifier: Apache-2.0
// Rows along which lanes walk and leave out elements: what they take comes in turn as where they follow each other, from
// one load where a round is no longer than a line or no multiple of lines, and else from two, parted where a line ends.
// Those of a sum that wraps round have no known distance.
kernel void spaced(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < n; ++k)
    sum += a[(x * n + k) * 2];
  c[x] = sum;
}
struct entry {
  float u, v, w;
};
kernel void fields(global const struct entry *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k].u * a[x * n + k].w;
  c[x] = sum;
}
kernel void lines(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    sum += a[(x * n + k) * 4];
  c[x] = sum;
}
kernel void parts(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 8
  for (int k = 0; k < n; ++k)
    sum += a[(x * n + k) * 3];
  c[x] = sum;
}
kernel void reversed(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < n; ++k)
    sum += a[x * n + (n - 1 - k)];
  c[x] = sum;
}
kernel void wraps(global const float *restrict a, global float *restrict c, uint n) {
  uint x = get_global_id(0);
  float sum = 0;
#pragma unroll 4
  for (uint k = 0; k < n; ++k)
    sum += a[(x * n + k) * 3];
  c[x] = sum;
}
// RUN: --options=-weft-lanes=4
// CHECK-LABEL: kernel @spaced {
// CHECK: site 0 load cached 512 bytes 4 taps 85 masked args [0]
// CHECK-LABEL: kernel @fields {
// CHECK: site 0 load cached 512 bytes 4 taps 2925 masked args [0]
// CHECK-LABEL: kernel @lines {
// CHECK: site 0 load cached 512 bytes 4 taps 4369 masked args [0]
// CHECK: site 1 load cached 512 bytes 4 taps 4369 masked args [0]
// CHECK-LABEL: kernel @parts {
// CHECK: site 0 load cached 512 bytes 4 taps 2396745 masked args [0]
// CHECK-LABEL: kernel @reversed {
// CHECK: site 0 load cached 512 bytes 4 taps 15 masked args [0]
// CHECK-LABEL: kernel @wraps {
// CHECK: site 3 load cached 512 bytes 4 args [0]
