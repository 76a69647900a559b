// SPDX-License-Identifier: Apache-2.0
// Attributes of other tools that say how a kernel is built: their numbers and where they stand.
__attribute__((num_simd_work_items(3))) kernel void three(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: num_simd_work_items(3) is no number of work-items in a packet
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: use 1, 2, 4, 8 or 16
__attribute__((num_simd_work_items(32))) kernel void many(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: num_simd_work_items(32) is no number
__attribute__((num_simd_work_items(-4))) kernel void negative(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: num_simd_work_items(-4) is no number
__attribute__((num_compute_units(0))) kernel void no_unit(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: num_compute_units(0) is no number of compute units
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: use a number from 1 to 16
__attribute__((num_compute_units(17))) kernel void many_units(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: num_compute_units(17) is no number
__attribute__((max_work_group_size(0))) kernel void none(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: max_work_group_size(0) leaves no work-item in a group
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: use numbers of at least 1
__attribute__((xcl_max_work_group_size(-8, -8, 1))) kernel void both_negative(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: xcl_max_work_group_size(-8,-8,1) leaves no work-item in a group
__attribute__((max_work_group_size(8, 8))) kernel void two(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'max_work_group_size' takes one number or three, not two
__attribute__((max_work_group_size(32), reqd_work_group_size(8, 8, 1))) kernel void required(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: reqd_work_group_size asks for 64 work-items in a group; max_work_group_size(32) allows 32 at most
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: remove one of the two
kernel __attribute__((max_work_group_size(16))) void later(global int *a);
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void later(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-2]]:23: error: reqd_work_group_size asks for 32
__attribute__((num_simd_work_items(2))) __attribute__((num_simd_work_items(4))) kernel void twice(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:56: error: kernel 'twice' has num_simd_work_items(4) here and num_simd_work_items(2) elsewhere
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: the other one is here
kernel __attribute__((max_work_group_size(64))) void again(global int *a);
kernel __attribute__((xcl_max_work_group_size(8, 4, 1))) void again(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:23: error: kernel 'again' has xcl_max_work_group_size(8,4,1) here and max_work_group_size(64) elsewhere
__attribute__((num_simd_work_items(4))) int helper(int a) { return a; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'num_simd_work_items' applies to kernels only
// CHECK: kernel_attributes.cl:[[@LINE-2]]:16: note: remove it, or make the function a kernel
kernel void places(global int *a, int n) {
  __attribute__((max_work_group_size(64))) int b = n;
  // CHECK: kernel_attributes.cl:[[@LINE-1]]:18: warning: 'max_work_group_size' attribute only applies to kernels
  __attribute__((num_simd_work_items(4)))
  // CHECK: kernel_attributes.cl:[[@LINE-1]]:18: error: 'num_simd_work_items' attribute cannot be applied to a statement
  for (int i = 0; i < n; ++i)
    a[i] = b;
}
kernel void in_block(global int *a) {
  __attribute__((num_simd_work_items(4))) int inner(int);
  // CHECK: kernel_attributes.cl:[[@LINE-1]]:18: error: 'num_simd_work_items' applies to kernels only
  a[0] = 1;
}
struct __attribute__((num_simd_work_items(4))) Structure { int a; };
// CHECK: kernel_attributes.cl:[[@LINE-1]]:23: warning: 'num_simd_work_items' attribute only applies to kernels
__attribute__((num_simd_work_items())) kernel void no_number(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'num_simd_work_items' attribute takes one argument
__attribute__((num_simd_work_items(2, 2))) kernel void two_numbers(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'num_simd_work_items' attribute takes one argument
__attribute__((max_work_group_size(1, 2, 3, 4))) kernel void four_numbers(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'max_work_group_size' attribute takes no more than 3 arguments
__attribute__((num_simd_work_items(2.5f))) kernel void fraction(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'num_simd_work_items' attribute requires an integer constant
__attribute__((max_work_group_size("64"))) kernel void text(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'max_work_group_size' attribute requires an integer constant
__attribute__((max_work_group_size(unknown))) kernel void undeclared(global int *a) { a[0] = 1; }
// CHECK: kernel_attributes.cl:[[@LINE-1]]:16: error: 'max_work_group_size' attribute requires an integer constant
