// SPDX-License-Identifier: Apache-2.0
// Clang 19 crashes on the second line where it looks for names that are alike.
kernel void k(global int *o) { int shift; o[0] = shift; }
o[13] = as_uint(shifted);
// CHECK: undeclared_in_conversion.cl:4:17: error: use of undeclared identifier 'shifted'
