// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, ulong address) {
  a[0] = *(global int *)address;
}
kernel void other_space(global int *a, local int *b) {
  a[0] = *(local int *)((uintptr_t)a + a[1]);
}
kernel void number(global int *a) {
  a[0] = *(global int *)4096;
}
// CHECK: integer_to_pointer.cl:3:11: error: a pointer is made from an integer that comes from no buffer or variable of the kernel
// CHECK-NEXT: integer_to_pointer.cl:3:11: note: write 'pointer + offset' with a pointer to what is meant
// CHECK: integer_to_pointer.cl:6:11: error: a pointer is made from an integer that is an address of 'a', which is in another address space
// CHECK-NEXT: integer_to_pointer.cl:6:11: note: write 'pointer + offset' with a pointer to what is meant
// CHECK: integer_to_pointer.cl:9:10: error: a number is used as a pointer
// CHECK-NEXT: integer_to_pointer.cl:9:10: note: write 'pointer + offset' with a pointer to a buffer or variable of the kernel
