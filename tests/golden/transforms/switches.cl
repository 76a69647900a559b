// SPDX-License-Identifier: Apache-2.0
// Cases that only choose constants become a table on chip, which is read without a check of the index.
#define FOUR(f, i) f(i) f(i + 1) f(i + 2) f(i + 3)
#define SIXTEEN(f, i) FOUR(f, i) FOUR(f, i + 4) FOUR(f, i + 8) FOUR(f, i + 12)
#define SQUARE(i) case i: y = (i) * (i) + 2; break;
#define SPARSE(i) case 99 * (i): y = (i) * (i); break;

// The hole has what the default gives. The numbers fit 16 bits.
// CHECK: [[TABLE:@cases[.0-9]*]] = private unnamed_addr addrspace(2) constant [18 x i16] [i16 6, i16 3, i16 2, i16 3,
// CHECK-SAME: i16 171, i16 300, i16 500] #[[UNCHECKED:[0-9]+]]
kernel void constants(global int *o, global const char *a) {
  int y;
  switch (a[0]) {
    SIXTEEN(SQUARE, -2)
    case 15: y = 500; break;
    default: y = 300;
  }
  o[0] = y;
}
// CHECK-LABEL: define {{.*}}@constants(
// CHECK-NOT: __weft_checked
// CHECK: icmp ule i8 {{.*}}, 17
// CHECK: br i1
// CHECK: load i16, ptr addrspace(2)
// CHECK-NOT: br i1
// CHECK: ret void

kernel void few(global int *o, global const int *a) {
  int y = 0;
  switch (a[0]) { FOUR(SQUARE, 0) }
  o[0] = y;
}
// CHECK-LABEL: define {{.*}}@few(
// CHECK-NOT: addrspace(2)
// CHECK: ret void

kernel void sparse(global int *o, global const int *a) {
  int y = 0;
  switch (a[0]) { SIXTEEN(SPARSE, 0) }
  o[0] = y;
}
// CHECK-LABEL: define {{.*}}@sparse(
// CHECK-NOT: addrspace(2)
// CHECK: ret void
// CHECK: attributes #[[UNCHECKED]] = { "weft-unchecked" }
