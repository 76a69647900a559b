// SPDX-License-Identifier: Apache-2.0
kernel void first(global int *a, ulong address) { a[0] = *(global int *)address; }
kernel void second(global int *a, ulong address) {
  *(global int *)address = a[0];
}
// CHECK: several.cl:2:59: error: a pointer is made from an integer that comes from no buffer
// CHECK-NEXT: several.cl:2:59: note: write 'pointer + offset' with a pointer to what is meant
// CHECK: several.cl:4:4: error: a pointer is made from an integer that comes from no buffer
// CHECK-NEXT: several.cl:4:4: note: write 'pointer + offset' with a pointer to what is meant
