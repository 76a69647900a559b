// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, int n) {
  int b[n];
  b[0] = 1;
  a[0] = b[n - 1];
}
// CHECK: variable_length_array.cl:3:9: error: variable length arrays are not supported in OpenCL
