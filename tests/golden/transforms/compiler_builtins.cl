// SPDX-License-Identifier: Apache-2.0
// Clang's own functions that say something to the optimiser, and those that other OpenCL compilers take as well.
kernel void hints(global int *a, int n) {
  size_t i = get_global_id(0);
  if (__builtin_expect(a[i] > 3, 0))
    a[i] = 1;
  if (__builtin_expect_with_probability(a[i] == n, 1, 0.9f))
    a[i] = 2;
  if (__builtin_unpredictable(n > 5))
    a[i] += 3;
  __builtin_prefetch(a + i + 64, 0, 1);
  __builtin_assume(n > 0);
  a[i] += n > 0 ? 5 : 7;
}
// CHECK-LABEL: @hints(
// CHECK-NOT: call {{.*}}@llvm
// CHECK: ret void

kernel void constants(global int *a) {
  a[0] = __builtin_constant_p(3 * 4) ? 11 : 12;
  a[1] = __builtin_constant_p(a[2]) ? 13 : 14;
  a[2] = (int)__builtin_object_size(a, 0);
}
// CHECK-LABEL: @constants(
// CHECK: i32 11
// CHECK: i32 14
// CHECK: i32 -1
// CHECK: ret void

// A work-item that gets there ends: nothing after it happens.
kernel void traps(global int *a) {
  if (a[0] > 8)
    __builtin_trap();
  a[1] = 17;
  if (a[2] > 9)
    __builtin_unreachable();
  a[3] = 19;
}
// CHECK-LABEL: @traps(
// CHECK: icmp {{.*}} i32 %{{.*}}, {{8|9}}
// CHECK: store i32 17
// CHECK: icmp {{.*}} i32 %{{.*}}, {{9|10}}
// CHECK: store i32 19

kernel void vectors(global int4 *a, global int *sum) {
  sum[0] = __builtin_reduce_add(a[0]);
  sum[1] = __builtin_reduce_max(__builtin_elementwise_max(a[1], a[2]));
}
// CHECK-LABEL: @vectors(
// CHECK: add i32
// CHECK: call i32 @llvm.smax.i32
// CHECK: ret void

kernel void fence(global int *a) {
  a[0] = 1;
  __sync_synchronize();
  a[1] = 2;
}
// CHECK-LABEL: @fence(
// CHECK: store i32 1
// CHECK: call void @__weft_fence(i32 3)
// CHECK: store i32 2
