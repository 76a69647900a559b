// SPDX-License-Identifier: Apache-2.0
int helper(int n);
kernel void k(global int *a) { a[0] = helper(a[1]); }
// CHECK: undefined_function.cl:3:39: error: 'helper' is called but not defined
// CHECK-NEXT: undefined_function.cl:3:39: note: define it here, or link a program that does
