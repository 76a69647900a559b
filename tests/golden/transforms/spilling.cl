// SPDX-License-Identifier: Apache-2.0
// `v` is needed only after the loop; `w` in it; `n * 3` is the same for all work-items.
kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  int v = a[i], w = a[i + 1], u = n * 3, sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[j] * w;
  a[i] = sum + v + u;
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK-COUNT-1: spilled = alloca i32
// CHECK-NOT: alloca
// CHECK: %[[VALUE:[0-9]+]] = load i32, ptr addrspace(1) %{{.*}}
// CHECK: store i32 %[[VALUE]], ptr %{{.*}}spilled
// CHECK: for.body:
// CHECK-NOT: spilled
// CHECK: br i1 {{.*}}, label %for.body
// CHECK: for.end:
// CHECK: load i32, ptr %{{.*}}spilled
// CHECK: ret void
