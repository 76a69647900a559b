// SPDX-License-Identifier: Apache-2.0
kernel void reduce(global const int *in, global int *out, local int *scratch, uint n) {
  uint l = get_local_id(0);
  int sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    sum += in[i];
  scratch[l] = sum;
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s)
      scratch[l] += scratch[l + s];
  }
  if (l == 0)
    out[get_group_id(0)] = scratch[0];
}
// CHECK-LABEL: define {{.*}}@reduce(
// CHECK: load i32, ptr addrspace(1)
// CHECK: call void @__weft_barrier(i32 1)
// CHECK-NOT: __weft_barrier
// CHECK: store i32 {{.*}}, ptr addrspace(1)
// CHECK: ret void
