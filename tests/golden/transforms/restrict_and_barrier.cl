// SPDX-License-Identifier: Apache-2.0
// `restrict` does not hold across a barrier: other work-items wrote meanwhile. Without one the second load is the first's.
kernel void with_barrier(global int *restrict a, global int *restrict out) {
  int i = get_local_id(0);
  int first = a[i ^ 1];
  out[i] = first;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i + 64] = a[i ^ 1] + first;
}
// CHECK-LABEL: define {{.*}}@with_barrier(
// CHECK: load i32
// CHECK: call void @__weft_barrier(i32 2)
// CHECK: load i32
// CHECK: ret void
kernel void without(global int *restrict a, global int *restrict out) {
  int i = get_local_id(0);
  int first = a[i ^ 1];
  out[i] = first;
  out[i + 64] = a[i ^ 1] + first;
}
// CHECK-LABEL: define {{.*}}@without(
// CHECK: load i32
// CHECK-NOT: load i32
// CHECK: ret void
// CHECK-NOT: __weft_capture
