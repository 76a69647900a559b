// SPDX-License-Identifier: Apache-2.0
// C = A * B for square float matrices in row order, each work-item an element of C by itself.
__kernel void matmul_naive(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
