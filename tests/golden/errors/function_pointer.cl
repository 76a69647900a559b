// SPDX-License-Identifier: Apache-2.0
int twice(int n) { return 2 * n; }
kernel void k(global int *a) {
  int (*f)(int) = twice;
  a[0] = f(a[1]);
}
// CHECK: function_pointer.cl:4:8: error: pointers to functions are not allowed
// CHECK: function_pointer.cl:4:19: error: taking address of function is not allowed
