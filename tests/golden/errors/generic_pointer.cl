// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// Both convert to a generic pointer, but not to each other's type.
kernel void k(global int *a, int n) {
  local int b[4];
  int *p = n ? a : b;
  *p = 1;
}
// CHECK: generic_pointer.cl:6:14: error: conditional operator with the second and third operands of type  ('__global int *' and '__local int *') which are pointers to non-overlapping address spaces
