// SPDX-License-Identifier: Apache-2.0
// SROA takes vectors and structures apart; what one pointer may mean is one object all the same.
kernel void k(global int *source, global int *dest) {
  int3 tmp1, tmp2;
  int3 *tmp = get_global_id(1) & 1 ? &tmp1 : &tmp2;
  *tmp = (int3)(10);
  (*tmp).s2 = source[0];
  vstore3(*tmp, 0, dest);
  tmp1 = (int3)(11);
  tmp1.s0 = source[1];
  vstore3(tmp1, 1, dest);
  tmp2 = (int3)(12);
  tmp2.s1 = source[2];
  vstore3(tmp2, 2, dest);
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK: %[[BOTH:.*]] = alloca [32 x i8], align 16
// CHECK-NOT: alloca
// CHECK: store <4 x i32> <i32 12, {{.*}}, align 16
// CHECK: ret void
