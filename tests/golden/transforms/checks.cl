// SPDX-License-Identifier: Apache-2.0
// What is proven to lie in its variable or buffer is not checked.
kernel void proven(global int *out, global const int *in, int n) {
  int array[10], masked[16];
  local int tile[64];
  for (int i = 0; i < 10; ++i)
    array[i] = in[i];
  for (int i = 0; i < 16; ++i)
    masked[i] = in[i];
  tile[get_local_id(0) & 63] = n;
  int sum = 0;
#pragma unroll 1
  for (int i = 9; i >= 0; --i)
    sum = sum * 3 + array[i] + array[(i * 7) % 10];
  if (n >= 0 && n < 10)
    sum += array[n];
  out[get_global_id(0) + 5] = sum + masked[in[3] & 15] + in[n];
}
// CHECK-LABEL: define {{.*}}@proven(
// CHECK-NOT: __weft_checked
// The index is compared in its own width.
// CHECK-LABEL: define {{.*}}@compared(
kernel void compared(global int *out, int n, long far, char c, local int *pool) {
  int array[10], power[16], grid[4][16];
  for (int i = 0; i < 10; ++i)
    array[i] = power[i] = i;
  for (int i = 0; i < 64; ++i)
    grid[i / 16][i % 16] = i;
  out[0] = array[n];
// CHECK: [[A:%.*]] = icmp ult i32 %n, 10
// CHECK: call ptr @__weft_checked.0(ptr {{.*}}, i1 [[A]])
  out[1] = (array + 3)[n];
// CHECK: [[B:%.*]] = sub i32 %n, -3
// CHECK: icmp ult i32 [[B]], 10
  out[2] = power[n];
// CHECK: [[C:%.*]] = lshr i32 %n, 4
// CHECK: [[D:%.*]] = trunc i32 [[C]] to i28
// CHECK: icmp eq i28 [[D]], 0
  out[3] = pool[n];
// CHECK: [[E:%.*]] = call i32 @__weft_local_bytes(ptr addrspace(3) %pool)
// CHECK: [[F:%.*]] = lshr i32 [[E]], 2
// CHECK: icmp ult i32 %n, [[F]]
  out[4] = array[c];
// CHECK: icmp ult i8 %c, 10
  out[5] = grid[n][c];
// CHECK: call ptr @__weft_checked.0
  out[far] = 1;
// Of a buffer only what would wrap round: 2^39 bytes this way or that.
// CHECK: lshr i64 %far, 37
// CHECK: call ptr addrspace(1) @__weft_checked.1(
}
kernel void strays(global int *out, int n) {
  int array[4] = {1, 2, 3, n};
  if (n == 1)
    array[4] = 9;
  out[0] = array[n & 3];
}
// CHECK-LABEL: define {{.*}}@strays(
// CHECK: call void @__weft_stray(i64 1, i64 16, i64 4, i64 16){{.*}}!weft.variable [[NAME:![0-9]+]]
// CHECK: [[NAME]] = !{!"array"}
