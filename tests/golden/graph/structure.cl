// SPDX-License-Identifier: Apache-2.0
// Kernels whose ways do not meet in one place behind a loop: for packets they are brought into a form where these do.
// RUN:
// RUN: --check-prefix=ONE --kernel search --options=-weft-lanes=1
kernel void search(global const int *restrict keys, global int *restrict found, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    if (keys[k] == i) {
      found[i] = k;
      return;
    }
  found[i] = -1;
}
// The loop's condition is another one in each lane, and so is what is done behind it: two stores become one.
// CHECK-LABEL: kernel @search {
// CHECK: lanes 16
// CHECK: site 0 load {{.*}} loc "structure.cl":8:9
// CHECK: node @{{[a-z0-9._]+}} pipeline {{.*}} loop
// CHECK: load site 0
// CHECK: store site 1 {{.*}} mask

// As it was written.
// ONE-LABEL: kernel @search {
// ONE-NOT: lanes
// ONE-NOT: no_more_lanes
// ONE: store site

kernel void next_one(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0), count = 0;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < in[i]; ++j)
      if (in[k + j] == in[i + j])
        goto next;
    count++;
  next:;
  }
  out[i] = count;
}
// The way to `next` is no more than a way: what the outer loop counts with stays the same for all lanes.
// CHECK-LABEL: kernel @next_one {
// CHECK: lanes 16
// CHECK: memory {{[0-9]}} private "count" bytes 4 word 4 lanes 16
// CHECK-NEXT: memory {{[0-9]}} private "k" bytes 4 word 4 loc

// Barriers where, for all that the compiler sees, only some of a packet's work-items are: OpenCL C has all there or none.
kernel void all_wait(global const int *restrict in, global int *restrict out, int n) {
  local int sum[64];
  int i = get_local_id(0);
  sum[i] = 0;
  for (int k = 0; k < in[i]; ++k) {
    if (in[k] == n) {
      out[i] = k;
      return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum[i] += sum[(i + 1) & 63];
  }
  out[i] = sum[i];
}
// CHECK-LABEL: kernel @all_wait {
// CHECK: lanes 16
// CHECK-NOT: no_more_lanes
// CHECK: node @{{.*}} barrier (
