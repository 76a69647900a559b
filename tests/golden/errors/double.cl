// SPDX-License-Identifier: Apache-2.0
kernel void k(global float *a) {
  double d = a[0];
  a[1] = (float)(d * d);
}
// CHECK: double.cl:3:3: error: use of type 'double' requires cl_khr_fp64 support
