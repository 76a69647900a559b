// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  printf("%d\n", a[0]);
}
// CHECK: printf.cl:3:3: error: 'printf' is not supported yet
// CHECK-NEXT: printf.cl:3:3: note: write the values into a buffer and print them on the host
