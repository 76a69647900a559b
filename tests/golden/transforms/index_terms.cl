// SPDX-License-Identifier: Apache-2.0
// An index that is a sum already in 64 bits: the terms of its terms are extended, too, so that the distance of the loads of an
// unrolled loop's copies shows.
kernel void rows(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k] * b[x * n + k];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@rows(
// CHECK: for.body:
// CHECK: [[K:%[^ ]+]] = zext i32 %k{{.*}} to i64
// CHECK-NEXT: zext i32 %mul to i64
// CHECK-NOT: zext
// CHECK: add nuw nsw i64 [[K]], 1
// CHECK-NOT: zext
// CHECK: br i1
