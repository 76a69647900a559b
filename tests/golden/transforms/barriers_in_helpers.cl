// SPDX-License-Identifier: Apache-2.0
// A helper with a barrier is called three times, one of them in a branch and one in a loop: three barriers.
void exchange(local int *a, int l) {
  int v = a[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = v + 1;
}
kernel void k(global int *out, int n) {
  local int a[64];
  int l = get_local_id(0);
  exchange(a, l);
  if (n > 3)
    exchange(a, l);
  for (int i = 0; i < n; ++i)
    exchange(a, l);
  out[l] = a[l];
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK-COUNT-3: call void @__weft_barrier(i32 1)
// CHECK-NOT: call void @__weft_barrier
