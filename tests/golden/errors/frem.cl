// SPDX-License-Identifier: Apache-2.0
kernel void k(global float *a) { a[0] = __builtin_fmodf(a[1], a[2]); }
// CHECK: frem.cl:2:41: error: the compiler's own function for 'fmod' is not supported
// CHECK-NEXT: frem.cl:2:41: note: call 'fmod' of OpenCL C
