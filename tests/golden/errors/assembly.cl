// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  __asm__ volatile("nop");
  a[0] = 1;
}
// CHECK: assembly.cl:3:3: error: inline assembly is not supported
// CHECK-NEXT: assembly.cl:3:3: note: write it in OpenCL C
