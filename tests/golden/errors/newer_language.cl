// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=OLD --options -cl-std=CL1.0
// RUN: --check-prefix=OLD --options -cl-std=CL1.1
// RUN: --check-prefix=NEW --options -cl-std=CL1.2
// What a version of the language does not have.
static int twice(int x) { return 2 * x; }
kernel void k(global int *a) {
  a[0] = twice(popcount(a[1]));
  printf("%d", a[0]);
  a[1] = get_local_linear_id();
  a[2] = work_group_reduce_add(a[3]);
}
// OLD: newer_language.cl:6:1: error: OpenCL C version 1.{{[01]}} does not support the 'static' storage class specifier
// OLD: newer_language.cl:8:16: error: use of undeclared identifier 'popcount'
// OLD: newer_language.cl:9:3: error: use of undeclared identifier 'printf'
// OLD: newer_language.cl:10:10: error: use of undeclared identifier 'get_local_linear_id'
// NEW-NOT: static
// NEW-NOT: popcount
// NEW-NOT: printf
// NEW: newer_language.cl:10:10: error: use of undeclared identifier 'get_local_linear_id'
// NEW: newer_language.cl:11:10: error: use of undeclared identifier 'work_group_reduce_add'
