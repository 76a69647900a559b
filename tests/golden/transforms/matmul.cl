// SPDX-License-Identifier: Apache-2.0
#define TILE 16
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  local float ta[TILE][TILE];
  local float tb[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    ta[y][x] = a[row * n + t * TILE + x];
    tb[y][x] = b[(t * TILE + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
// The sizes are known, the inner loop is one block, the barriers are as many as in the source and alone in their blocks.
// CHECK-LABEL: define {{.*}}@matmul(
// CHECK-NOT: __weft_local_size
// CHECK: call range(i64 0, 16) i64 @__weft_local_id(i32 0)
// CHECK: barrier:
// CHECK-NEXT: call void @__weft_barrier(i32 1)
// CHECK-NEXT: br label
// CHECK: [[LOOP:for.body[0-9]+]]:
// CHECK-NOT: {{^[a-z].*}}:
// CHECK: call float @llvm.fmuladd.f32
// CHECK-NOT: {{^[a-z].*}}:
// CHECK: br i1 {{.*}}, label %[[LOOP]], label
// CHECK: barrier{{[0-9]+}}:
// CHECK-NEXT: call void @__weft_barrier(i32 1)
// CHECK-NOT: __weft_barrier
// CHECK: ret void
