// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global half *a) {
  half h = a[0];
  a[1] = h * h;
}
// CHECK: half.cl:4:8: error: declaring variable of type '__private half' is not allowed
