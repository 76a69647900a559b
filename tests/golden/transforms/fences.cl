// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  a[0] = 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[1] = 2;
  read_mem_fence(CLK_LOCAL_MEM_FENCE);
  write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK: call void @__weft_fence(i32 2)
// CHECK: call void @__weft_fence(i32 1)
// CHECK: call void @__weft_fence(i32 3)
// CHECK: call void @__weft_barrier(i32 2)
