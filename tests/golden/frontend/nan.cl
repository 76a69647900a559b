// SPDX-License-Identifier: Apache-2.0
// NAN is a constant expression.
// CHECK: constant [2 x float] [float 0x7FF8000000000000, float 0x7FF0000000000000]
constant float special[2] = {NAN, INFINITY};
kernel void k(global float *a, int i) { a[0] = special[i]; }
