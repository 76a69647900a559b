// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  a[0] = 1
}
// CHECK: syntax.cl:3:11: error: expected ';' after expression
