// SPDX-License-Identifier: Apache-2.0
// Attributes of other tools that say how a kernel is built, whatever the build option says.
// RUN: --options=-weft-lanes=2
// RUN: --check-prefix=EXCHANGE --kernel exchange --options=-cl-std=CL3.0
#define LANES 4
enum { ROWS = 8 };
__attribute__((num_simd_work_items(LANES))) __attribute__((max_work_group_size(ROWS, 4 * 2, 1)))
kernel void both(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @both {
// CHECK: max_work_group_size 64
// CHECK: lanes 4
// CHECK-NOT: no_more_lanes
// CHECK: attribute "num_simd_work_items(4) max_work_group_size(8,8,1)"

kernel void neither(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @neither {
// CHECK: max_work_group_size 1024
// CHECK: lanes 2
// CHECK-NOT: {{^ *}}attribute

// Once more with the same number; at a declaration for the definition; and as reserved names.
kernel __attribute__((num_simd_work_items(1))) void declared(global const int *restrict in, global int *restrict out);
kernel __attribute__((__num_simd_work_items__(1), xcl_max_work_group_size(16, 16, 1), max_work_group_size(256)))
void declared(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @declared {
// CHECK: max_work_group_size 256
// CHECK-NOT: {{^ *}}lanes
// CHECK: attribute "num_simd_work_items(1) xcl_max_work_group_size(16,16,1) max_work_group_size(256)"

// The board's, if the attribute has more; a required size, if it has less.
__attribute__((max_work_group_size(1 << 20, 1 << 20, 1 << 30)))
kernel void beyond(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @beyond {
// CHECK: max_work_group_size 1024
__attribute__((max_work_group_size(512), reqd_work_group_size(8, 4, 1)))
kernel void required(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @required {
// CHECK: max_work_group_size 32
// CHECK: attribute "reqd_work_group_size(8,4,1)"
// CHECK-NEXT: attribute "max_work_group_size(512)"

// Copies, which the graph has once.
__attribute__((num_compute_units(3))) kernel void copies(global const int *restrict in, global int *restrict out) {
  out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
// CHECK-LABEL: kernel @copies {
// CHECK: compute_units 3
// CHECK: attribute "num_compute_units(3)"

// What work-group functions exchange has room for the largest group.
#if __OPENCL_C_VERSION__ >= 300
__attribute__((max_work_group_size(48))) kernel void exchange(global int *out) {
  out[get_global_id(0)] = work_group_reduce_add((int)get_local_id(0));
}
#endif
// EXCHANGE: max_work_group_size 48
// EXCHANGE: memory 1 exchange "work_group_functions" bytes 512
