// SPDX-License-Identifier: Apache-2.0
// A loop with a barrier: the header is marked, the barrier is a node, stores before it are acknowledged.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void rotate_steps(__global int *data, int steps) {
  __local int line[64];
  int id = get_local_id(0), v = data[get_global_id(0)];
  for (int i = 0; i < steps; ++i) {
    line[id] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = line[(id + 1) & 63] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
}
// CHECK: max_work_group_size 64
// CHECK-NEXT: slots 1024
// CHECK-NEXT: group_slots 16
// CHECK-NEXT: required_size 64 1 1
// CHECK: attribute "reqd_work_group_size(64,1,1)"
// CHECK: memory {{[0-9]}} local "line" bytes 256 word 4
// CHECK: node @[[HEADER:[a-z0-9._]+]] pipeline ({{.*}}) loop
// CHECK: memwrite memory {{[0-9]}} ({{.*}}) ack
// CHECK-NEXT: goto @[[FIRST:[a-z0-9._]+]](
// CHECK: node @[[FIRST]] barrier (
// CHECK: = memread memory
// CHECK: barrier (
// CHECK: goto {{%[a-z0-9._]+}} ? @{{.*}}(
// RUN: --options=-weft-lanes=1
