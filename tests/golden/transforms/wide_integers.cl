// SPDX-License-Identifier: Apache-2.0
// The optimiser takes the narrow load's value from the wide one's bits, through an integer of 256 bits; nothing of it is left.
kernel void forwarded(global const ulong *in, global ulong *o) {
  long4 a = vload4(0, (global const long *)in);
  ulong2 b = vload2(0, in);
  o[0] = a.s0 + a.s3 + b.s0 + b.s1;
}
// CHECK-LABEL: @forwarded(
// CHECK: load <4 x i64>
// CHECK-NOT: load
// CHECK-NOT: i128
// CHECK-NOT: i256
// CHECK-COUNT-3: add {{.*}}i64
// CHECK: store i64

// A sum of squares in closed form, with a bit to spare for the division by two.
kernel void series(global ulong *o, ulong n) {
  ulong sum = 0;
  for (ulong i = 0; i < n; ++i)
    sum += i * i;
  o[0] = sum;
}
// CHECK-LABEL: @series(
// CHECK-NOT: i65
// CHECK: call i64 @__weft_umul_hi
// CHECK: store i64
