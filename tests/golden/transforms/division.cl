// SPDX-License-Identifier: Apache-2.0
// A division by zero has some result and no other effect: it proves nothing of its divisor.
// CHECK-LABEL: define {{.*}}@proves_nothing(
kernel void proves_nothing(global int *out, int a, int b, int c) {
  out[0] = a / b;
  out[1] = a % (c ? 0 : b);
  out[2] = c ? 1 : 2;
  out[3] = b == 0;
  // CHECK-DAG: srem i32 %a, %
  // CHECK-DAG: select i1 %{{.*}}, i32 2, i32 1
  // CHECK-DAG: icmp eq i32 %b, 0
  // CHECK: ret void
}
// By constants of which it becomes known late that they are, as int_div does it: all ones, the dividend, the negative.
// CHECK-LABEL: define {{.*}}@as_hardware(
kernel void as_hardware(global int *out, int a) {
  const int by[4] = {0, -1, 7, 0};
  for (int i = 0; i < 3; ++i) {
    out[2 * i] = a / by[i];
    out[2 * i + 1] = a % by[i];
  }
  out[6] = (uint)a / (uint)by[3];
  // CHECK-DAG: insertelement <4 x i32> <i32 -1, i32 poison, i32 poison, i32 {{poison|0}}>, i32 %a, i64 1
  // CHECK-DAG: sub i32 0, %a
  // CHECK-DAG: sdiv i32 %a, 7
  // CHECK: ret void
}
// Where the divisor cannot be zero, LLVM's own instruction is simplified.
// CHECK-LABEL: define {{.*}}@simplified(
kernel void simplified(global uint *out, uint a) {
  out[0] = a / 8;
  out[1] = a % (1u << (a & 7));
  // CHECK-DAG: lshr i32 %a, 3
  // CHECK-NOT: urem
  // CHECK: ret void
}
// CHECK-NOT: declare {{.*}}div
