// SPDX-License-Identifier: Apache-2.0
// RUN:
kernel void k(global float *a) {
  half h = (half)a[0];
  a[1] = h;
}
// CHECK: half_variable.cl:4:8: error: declaring variable of type '__private half' is not allowed
// CHECK: half_variable.cl:4:8: note: enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable
// CHECK: half_variable.cl:4:18: error: casting to type 'half' is not allowed
