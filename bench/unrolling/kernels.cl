// SPDX-License-Identifier: Apache-2.0
// Loops of which COPIES are unrolled, as bench/unrolling/run measures them: c is made of a and b, of which n says how much.
#define ARGUMENTS __global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n

// Each work-item goes along a row of its own.
__kernel void row_sums(ARGUMENTS) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k];
  c[x] = sum;
}

__kernel void row_hashes(ARGUMENTS) {
  int x = get_global_id(0);
  __global const uchar *bytes = (__global const uchar *)a;
  uint hash = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    hash = hash * 31 + bytes[x * n + k];
  c[x] = as_float(hash & 0x3fffffff);
}

// Rows of a, which neighbouring work-items read together, and columns of b, each read by all rows.
__kernel void product(ARGUMENTS) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

// Rows of both.
__kernel void product_by_rows(ARGUMENTS) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[x * n + k];
  c[y * n + x] = sum;
}

// Columns, of which each work-item has one.
__kernel void column_sums(ARGUMENTS) {
  int x = get_global_id(0), width = get_global_size(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[k * width + x] * b[k];
  c[x] = sum;
}

// Windows that overlap.
__kernel void fir(ARGUMENTS) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[x + k] * b[k];
  c[x] = sum;
}

// A loop over the whole of the data, by all work-items together.
__kernel void grid_stride(ARGUMENTS) {
  int all = get_global_size(0);
#pragma unroll COPIES
  for (int k = get_global_id(0); k < n; k += all)
    c[k] = a[k] * 2.0f + b[k];
}

// All read the same.
__kernel void pairs(ARGUMENTS) {
  int x = get_global_id(0);
  float sum = 0, own = a[x];
#pragma unroll COPIES
  for (int k = 0; k < n; ++k) {
    float apart = a[k] - own;
    sum += apart * apart * b[k];
  }
  c[x] = sum;
}
