// SPDX-License-Identifier: Apache-2.0
kernel void histogram(global const uchar *in, global uint *out, uint n) {
  local uint bins[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&out[i], bins[i]);
}
// CHECK: @histogram.bins = internal addrspace(3) global [256 x i32]
// CHECK-LABEL: define {{.*}}@histogram(
// CHECK: call void @__weft_barrier(i32 1)
// CHECK: atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 monotonic
// CHECK: call void @__weft_barrier(i32 1)
// CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 %{{.*}} monotonic
// CHECK: ret void
