// SPDX-License-Identifier: Apache-2.0
// OpenCL C 3.0 with generic pointers takes both.
static int sum(const int *p) { return p[0] + p[1]; }
kernel void k(global int *a, int n) {
  int *p = (int[2]){n, 2};
  a[0] = p[1] + sum((int[]) {n, 1});
}
// CHECK: compound_literal.cl:5:8: error: initializing '__private int *__private' with an expression of type 'int *' changes address space of pointer
// CHECK: compound_literal.cl:5:8: note: name the literal's address space: (__private int[2]){...}
// CHECK: compound_literal.cl:6:21: error: passing 'int *' to parameter of type 'const __private int *' changes address space of pointer
// CHECK: note: name the literal's address space: (__private int[]){...}
