// SPDX-License-Identifier: Apache-2.0
// Only what a kernel can reach is refused.
int missing(int value);
int never_called(global int *a) { return missing(a[0]); }
kernel void bad(global int *a) { missing(1); }
kernel void good(global int *a) { a[0] = 1; }
// CHECK-NOT: :4:
// CHECK: unreachable_is_fine.cl:5:34: error: 'missing' is called but not defined
// CHECK-NEXT: unreachable_is_fine.cl:5:34: note: define it here, or link a program that does
// CHECK-NOT: error:
