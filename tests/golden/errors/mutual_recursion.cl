// SPDX-License-Identifier: Apache-2.0
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
kernel void k(global int *a) { a[0] = even(a[1]); }
// CHECK: mutual_recursion.cl:4:38: error: recursion is not supported: 'odd' calls 'even'
// CHECK-NEXT: mutual_recursion.cl:4:38: note: write it as a loop
// CHECK: mutual_recursion.cl:3:39: error: recursion is not supported: 'even' calls 'odd'
// CHECK-NEXT: mutual_recursion.cl:3:39: note: write it as a loop
