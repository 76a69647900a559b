// SPDX-License-Identifier: Apache-2.0
__asm__("nop");
kernel void k(global int *a) { a[0] = 1; }
// CHECK: assembly_outside.cl:2:1: error: inline assembly is not supported
// CHECK: assembly_outside.cl:2:1: note: write it in OpenCL C
