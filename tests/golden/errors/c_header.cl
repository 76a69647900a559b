// SPDX-License-Identifier: Apache-2.0
#include <math.h>
kernel void k(global float *a) { a[0] = sin(a[1]); }
// CHECK: c_header.cl:2:10: fatal error: 'math.h' file not found
// CHECK: c_header.cl:2:1: note: OpenCL C has none of C's headers: its functions are built in
