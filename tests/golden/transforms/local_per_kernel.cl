// SPDX-License-Identifier: Apache-2.0
// A kernel that another one calls: each has a copy of the local array, and the called one stays a kernel of its own.
kernel void inner(global int *out) {
  local int shared_array[8];
  shared_array[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = shared_array[7 - get_local_id(0)];
}
kernel void outer(global int *out) { inner(out + 1); }
// CHECK-DAG: @inner.shared_array = internal addrspace(3) global [8 x i32]
// CHECK-DAG: @[[COPY:inner.shared_array.[0-9]+]] = internal addrspace(3) global [8 x i32]
// CHECK: define {{.*}}@inner(
// CHECK: ptr addrspace(3) @inner.shared_array,
// CHECK: define {{.*}}@outer(
// CHECK: ptr addrspace(3) @[[COPY]],
