// SPDX-License-Identifier: Apache-2.0
// A loop with a barrier is not unrolled, whatever the hint says.
kernel void k(global int *out) {
  local int a[64];
  int l = get_local_id(0);
  a[l] = l;
  __attribute__((opencl_unroll_hint(4)))
  for (int i = 0; i < 4; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    a[l] += i;
  }
  out[l] = a[63 - l];
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK-COUNT-1: call void @__weft_barrier
// CHECK-NOT: call void @__weft_barrier
