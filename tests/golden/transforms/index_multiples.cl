// SPDX-License-Identifier: Apache-2.0
// An index that is a multiple of a sum, or a difference from a constant: the sum's terms are extended, so that the
// distance of the loads of an unrolled loop's copies shows. What may overflow in fewer bits is extended as it is.
kernel void spaced(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    sum += a[(x * n + k) * 6];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@spaced(
// CHECK: for.body:
// CHECK: [[K:%[^ ]+]] = zext i32 %k{{.*}} to i64
// CHECK: [[SUM:%[^ ]+]] = add nuw i64 [[K]]
// CHECK: mul nuw nsw i64 [[SUM]], 24
// CHECK: add nuw nsw i64 [[K]], 1
// CHECK-NOT: sext
// CHECK: br i1

kernel void reversed(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    sum += a[x * n + (n - 1 - k)];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@reversed(
// CHECK: for.body:
// CHECK-NOT: xor i32
// CHECK: sub nuw nsw i64 -1,
// CHECK-NOT: xor i32
// CHECK: br i1

kernel void wraps(global const float *restrict a, global float *restrict c, uint n) {
  uint x = get_global_id(0);
  float sum = 0;
#pragma unroll 2
  for (uint k = 0; k < n; ++k)
    sum += a[(x * n + k) * 6];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@wraps(
// CHECK: for.body:
// CHECK: [[INDEX:%[^ ]+]] = mul i32 %{{.*}}, 6
// CHECK: zext i32 [[INDEX]] to i64
// CHECK: br i1

kernel void masked(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  c[x] = a[n ^ 5];
}
// CHECK-LABEL: define {{.*}}@masked(
// CHECK: xor i32 %n, 5
// CHECK: ret void
