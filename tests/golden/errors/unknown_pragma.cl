// SPDX-License-Identifier: Apache-2.0
// RUN: --options=-Werror
kernel void k(global int *a, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i)
    a[i] += n;
#pragma HLS pipeline II=1
  for (int i = 0; i < n; ++i)
    a[i] += n;
}
// CHECK: unknown_pragma.cl:4:9: error: unknown pragma ignored
// CHECK: unknown_pragma.cl:7:9: error: unknown pragma ignored
