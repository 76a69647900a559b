// SPDX-License-Identifier: Apache-2.0
// The source location is the one that #line names.
int elsewhere(int value);
kernel void k(global int *a) {
#line 100 "generated.cl"
  elsewhere(a[0]);
}
// CHECK: generated.cl:100:3: error: 'elsewhere' is called but not defined
// CHECK-NEXT: generated.cl:100:3: note: define it here, or link a program that does
