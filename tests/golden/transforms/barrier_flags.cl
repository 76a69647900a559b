// SPDX-License-Identifier: Apache-2.0
// Flags of barriers and fences that are known at run time only, or have bits without a meaning.
kernel void k(global int *o, uint n) {
  o[0] = 1;
  barrier(n);
  o[1] = 2;
  barrier(CLK_LOCAL_MEM_FENCE | 8);
  o[2] = 3;
  mem_fence(n);
  o[3] = 4;
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK: call void @__weft_barrier(i32 3)
// CHECK: call void @__weft_barrier(i32 1)
// CHECK: call void @__weft_fence(i32 3)
