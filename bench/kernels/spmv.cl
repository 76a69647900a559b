// SPDX-License-Identifier: Apache-2.0
// y = A * x for a sparse matrix of compressed rows, each work-item a row.
__kernel void spmv(__global const uint *restrict row_starts, __global const uint *restrict columns,
                   __global const float *restrict values, __global const float *restrict x,
                   __global float *restrict y) {
  size_t row = get_global_id(0);
  float sum = 0.0f;
  for (uint k = row_starts[row]; k < row_starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
