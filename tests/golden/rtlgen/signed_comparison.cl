// SPDX-License-Identifier: Apache-2.0
// A carry chain compares without signs; the sign bits are turned round instead.
kernel void k(global int *restrict a, global const uint *restrict b) {
  size_t i = get_global_id(0);
  int x = a[i], y = a[i + 1];
  uint u = b[i], v = b[i + 1];
  a[i] = (x < y ? 1 : 2) + (u < v ? 4 : 8);
}
// CHECK: = ({{[a-z0-9_]+}} ^ 32'h80000000) < ({{[a-z0-9_]+}} ^ 32'h80000000);
// CHECK: = {{[a-z0-9_]+}} < {{[a-z0-9_]+}};
// RUN: --options=-weft-lanes=1
