// SPDX-License-Identifier: Apache-2.0
// What a loop stores at one place in each round stays in a register where no other buffer meets it: it is loaded in the
// first round, unless that is done before anyway, and stored in the last.
kernel void sum(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    c[i] += a[k];
}
// What the second sum loads the first may have stored: where buffers overlap, a round is gone through twice.
kernel void two_sums(global float *b, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    b[i] += 1;
    c[i] += b[i];
  }
}
// The second round may be the one that reads what the first has stored.
kernel void same_buffer(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    c[i] += a[k] * c[k];
}
kernel void some_rounds(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    if (a[k] > 0)
      c[i] += a[k];
}
kernel void fenced(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    c[i] += a[k];
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
}
kernel void either(global const float *a, local float *b, global float *c, int n) {
  int i = get_global_id(0);
  const float *from = n > 5 ? (const float *)a : (const float *)b;
  for (int k = 0; k < n; ++k)
    c[i] += from[k] * a[k];
}
// RUN: --options -cl-std=CL3.0
// CHECK-LABEL: void @sum(
// CHECK: [[APART:%[0-9]+]] = call i1 @__weft_apart(i32 0, i32 1)
// CHECK: [[MEET:%[0-9]+]] = xor i1 [[APART]], true
// CHECK: [[FIRST:%[^ ]+]] = load float
// CHECK: phi float [ [[FIRST]], {{.*}}], [ [[SUM:%add[^ ]*]],
// CHECK: [[SUM]] = fadd float
// CHECK: [[STAYS:%cmp[^ ]*]] = icmp slt
// CHECK: [[LEAVES:%[^ ]+]] = xor i1 [[STAYS]], true
// CHECK: [[STORES:%[^ ]+]] = or i1 [[MEET]], [[LEAVES]]
// CHECK: br i1 [[STORES]], label
// CHECK: store float [[SUM]]
// CHECK: br i1 [[STAYS]]
// CHECK-LABEL: void @two_sums(
// CHECK: [[APART:%[0-9]+]] = call i1 @__weft_apart(i32 0, i32 1)
// CHECK: [[MEET:%[0-9]+]] = xor i1 [[APART]], true
// CHECK: [[BEFORE:%before]] = phi float [ 0.0{{[^,]*}}, {{.*}} ], [ [[NOW:%[^ ,]*]],
// CHECK: %kept{{.*}} = phi float
// CHECK: [[FIRST:%first]] = phi i1 [ true, {{.*}} ], [ false,
// CHECK: [[SECOND:%part[^ ]*]] = phi i1 [ [[APART]], {{.*}} ], [ [[ONE:%part]],
// CHECK: [[ONE]] = phi i1 [ true, {{.*}} ], [ [[SECOND]],
// CHECK: [[K:%k[^ ]*]] = phi i32
// CHECK: [[LOADS:%[^ ]+]] = or i1 [[MEET]], [[FIRST]]
// CHECK: br i1 [[LOADS]]
// CHECK: load float
// CHECK: load float
// CHECK-NOT: load
// CHECK: [[NOW]] = select i1 [[ONE]], float {{.*}}, float [[BEFORE]]
// CHECK: [[LEAVES:%[^ ]+]] = xor i1 [[STAYS:%cmp[^ ,]*]], true
// CHECK: select i1 [[MEET]], i1 [[ONE]], i1 [[LEAVES]]
// CHECK: select i1 [[MEET]], i1 [[SECOND]], i1 [[LEAVES]]
// CHECK: store float [[NOW]]
// CHECK: store float
// CHECK: select i1 [[SECOND]], i32 %inc{{[^,]*}}, i32 [[K]]
// CHECK-LABEL: void @same_buffer(
// CHECK-NOT: call {{.*}}__weft_apart
// CHECK-LABEL: void @some_rounds(
// CHECK-NOT: call {{.*}}__weft_apart
// CHECK-LABEL: void @fenced(
// CHECK-NOT: call {{.*}}__weft_apart
// CHECK-LABEL: void @either(
// CHECK-NOT: call {{.*}}__weft_apart
