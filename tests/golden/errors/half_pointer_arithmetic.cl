// SPDX-License-Identifier: Apache-2.0
kernel void k(global half *a) { a[1] = a[0] * a[2]; }
// CHECK: half_pointer_arithmetic.cl:2:40: error: loading directly from pointer to type '__global half' requires cl_khr_fp16. Use vector data load builtin functions instead
