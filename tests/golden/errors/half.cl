// SPDX-License-Identifier: Apache-2.0
// half is a type to compute with where the program asks for it.
kernel void k(global half *a) {
  half h = 1;
  a[1] = h * h;
}
// CHECK: half.cl:4:8: error: declaring variable of type '__private half' is not allowed
