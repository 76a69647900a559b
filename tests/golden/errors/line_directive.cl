// SPDX-License-Identifier: Apache-2.0
// The source location is the one that #line names.
kernel void k(global int *a) {
#line 100 "generated.cl"
  printf("%d\n", a[0]);
}
// CHECK: generated.cl:100:3: error: 'printf' is not supported yet
// CHECK-NEXT: generated.cl:100:3: note: write the values into a buffer and print them on the host
