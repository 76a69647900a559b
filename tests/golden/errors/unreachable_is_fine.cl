// SPDX-License-Identifier: Apache-2.0
// Only what a kernel can reach is refused.
int never_called(global int *a) { return printf("%d\n", a[0]); }
kernel void bad(global int *a) { printf("no\n"); }
kernel void good(global int *a) { a[0] = 1; }
// CHECK-NOT: :3:
// CHECK: unreachable_is_fine.cl:4:34: error: 'printf' is not supported yet
// CHECK-NEXT: unreachable_is_fine.cl:4:34: note: write the values into a buffer and print them on the host
// CHECK-NOT: error:
