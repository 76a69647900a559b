// SPDX-License-Identifier: Apache-2.0
// A fence orders what nothing else orders.
__kernel void publish(__global int *restrict data, __global int *restrict flag) {
  data[get_global_id(0)] = 42;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  flag[get_global_id(0)] = 1;
}
// CHECK: store site 0
// CHECK-NOT: {{^ *}}fence
// CHECK: store site 1 ({{.*}}) after [#0]
