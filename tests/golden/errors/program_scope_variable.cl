// SPDX-License-Identifier: Apache-2.0
int counter;
kernel void k(global int *a) { a[0] = counter++; }
// CHECK: program_scope_variable.cl:2:5: error: program scope variable must reside in constant address space
