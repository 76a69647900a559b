// SPDX-License-Identifier: Apache-2.0
// Copies of a loop along a row of each work-item are guarded, and nothing is left for another loop.
kernel void rows(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll 3
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@rows(
// CHECK: for.body:
// CHECK: %k{{[^ ]*}} = phi i32
// CHECK: load float
// CHECK: br i1 {{.*}}, label %for.body.1, label %for.body.end
// CHECK: for.body.1:
// CHECK: load float
// CHECK: br i1 {{.*}}, label %for.body.2, label %for.body.end
// CHECK: for.body.2:
// CHECK: load float
// CHECK: br label %for.body.end
// CHECK: for.body.end:
// CHECK-NEXT: phi i1 [ false, %for.body ], [ false, %for.body.1 ], [ %{{.*}}, %for.body.2 ]
// CHECK-NEXT: phi float
// CHECK-NEXT: add {{.*}}i32 %k{{[^ ]*}}, 3
// CHECK-NEXT: br i1 {{.*}}, label %for.body, label
// CHECK-NOT: load float
// CHECK: ret void

// A length that is a multiple of the copies leaves nothing over.
kernel void multiple(global const float *restrict a, global float *restrict c, uint n) {
  uint x = get_global_id(0), length = n & ~3u;
  float sum = 0;
#pragma unroll 4
  for (uint k = 0; k < length; ++k)
    sum += a[x * n + k];
  c[x] = sum;
}
// CHECK-LABEL: define {{.*}}@multiple(
// CHECK-NOT: for.body.end
// CHECK: ret void

// Rows that all work-items of a row read, and those that neighbours overlap, or others read, gain nothing.
kernel void others(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[x * n + k];
#pragma unroll 2
  for (int k = 0; k < n; ++k)
    sum += a[x + k] * b[k];
  c[y * n + x] = sum;
}
// CHECK-LABEL: define {{.*}}@others(
// CHECK-NOT: .end:{{.*}}= %for.body.1
// CHECK: .epil
// CHECK: .epil{{[0-9]+}}
// CHECK: ret void

// A variable that goes up by what only the launch knows, one that goes down, one without a step, and what is left of them.
kernel void variables(global const uint *restrict a, global uint *restrict c, uint n, uint step) {
  uint x = get_global_id(0), sum = 0, up = 0, down = n, before = 0;
#pragma unroll 2
  for (; down != 0; --down) {
    before = sum;
    sum = sum * 3 + a[x * 64 + down] + up;
    up += step;
  }
  c[x] = sum + before + up;
}
// CHECK-LABEL: define {{.*}}@variables(
// CHECK: [[TWICE:%[0-9]+]] = shl i32 %step, 1
// CHECK: for.body.end:
// CHECK: add i32 %down{{[^ ]*}}, -2
// CHECK-NEXT: add i32 %up{{[^ ]*}}, [[TWICE]]
// CHECK: ret void
