// SPDX-License-Identifier: Apache-2.0
// Clang 19 crashes on what it keeps of the initialiser.
kernel void k(global int *source, global int *dest) {
  int3 tmp1, tmp2;
  int3 *tmp = get_global_id(1) & 1 ? &tmp1 : ;tmp2;
  (*tmp).s2 = source[0];
  vstore3(*tmp, 0, dest);
}
// CHECK: unfinished_choice.cl:5:46: error: expected expression
