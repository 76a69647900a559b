// SPDX-License-Identifier: Apache-2.0
// Memories of different address spaces have nothing in common: what a loop adds up in one of them while it reads another
// stays in a register.
kernel void global_sum(global float *sums, local const float *part, int n) {
  for (int i = 0; i < n; ++i)
    sums[0] += part[i];
}
// CHECK-LABEL: @global_sum(
// CHECK: load float, ptr addrspace(1) %sums
// CHECK: phi float
// CHECK-NOT: store
// CHECK: br i1 %{{.*}}, label %[[LOOP:.*]], label
// CHECK: store float %{{.*}}, ptr addrspace(1) %sums
// CHECK-NOT: store
// CHECK: ret void

kernel void local_sum(global const float *data, local float *sums, int n) {
  for (int i = 0; i < n; ++i)
    sums[0] += data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
}
// CHECK-LABEL: @local_sum(
// CHECK: load float, ptr addrspace(3) %{{.*}}
// CHECK: phi float
// CHECK-NOT: store
// CHECK: load float, ptr addrspace(1)
// CHECK-NOT: store
// CHECK: br i1
// CHECK: store float %{{.*}}, ptr addrspace(3) %{{.*}}
// CHECK: call void @__weft_barrier

// Constant memory may be a buffer that is written to.
kernel void constant_sum(constant float *data, global float *sums, int n) {
  for (int i = 0; i < n; ++i)
    sums[0] += data[i];
}
// CHECK-LABEL: @constant_sum(
// CHECK: phi
// CHECK: store float
// CHECK: br i1 %{{.*}}, label %{{.*}}, label
// CHECK-NOT: store
// CHECK: ret void
