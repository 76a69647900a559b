// SPDX-License-Identifier: Apache-2.0
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
kernel void k(global int *a) { a[0] = fact(a[1]); }
// CHECK: recursion.cl:2:42: error: recursion is not supported: 'fact' calls 'fact'
// CHECK-NEXT: recursion.cl:2:42: note: write it as a loop
