// SPDX-License-Identifier: Apache-2.0
kernel void by_hint(global const float *a, global float *b, int n) {
  float sum = 0;
  __attribute__((opencl_unroll_hint(4)))
  for (int i = 0; i < 64; ++i)
    sum += a[i];
  b[0] = sum;
}
// CHECK-LABEL: define {{.*}}@by_hint(
// CHECK: for.body:
// CHECK-COUNT-4: fadd float
// CHECK-NOT: fadd float
// CHECK: br i1 {{.*}}, label %for.body
kernel void by_pragma(global const float *a, global float *b) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 20; ++i)
    sum += a[i];
  b[0] = sum;
}
// CHECK-LABEL: define {{.*}}@by_pragma(
// CHECK-COUNT-20: fadd float
// CHECK-NOT: br
// CHECK: ret void
kernel void not_at_all(global const float *a, global float *b) {
  float sum = 0;
#pragma nounroll
  for (int i = 0; i < 4; ++i)
    sum += a[i];
  b[0] = sum;
}
// CHECK-LABEL: define {{.*}}@not_at_all(
// CHECK-COUNT-1: fadd float
// CHECK-NOT: fadd float
// CHECK: br i1
