// SPDX-License-Identifier: Apache-2.0
// Pointers that change places: the two arrays become halves of one object.
kernel void scan(global int *data) {
  local int a[64], b[64];
  local int *from = a, *to = b;
  int l = get_local_id(0);
  from[l] = data[l];
  for (int d = 1; d < 64; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[l] = l >= d ? from[l] + from[l - d] : from[l];
    local int *t = from;
    from = to;
    to = t;
  }
  data[l] = from[l];
}
// CHECK: @"scan.a+scan.b" = internal addrspace(3) global <{ [64 x i32], [64 x i32] }>
// CHECK-NOT: @scan.
// CHECK-LABEL: define {{.*}}@scan(
// CHECK: phi ptr addrspace(3) [ @"scan.a+scan.b", %entry ]
kernel void private_choice(global int *data, int n) {
  int a[16], b[16];
  for (int i = 0; i < 16; ++i) {
    a[i] = data[i];
    b[i] = data[i + n];
  }
  int *p = data[n] > 3 ? a : b;
  data[0] = p[data[1] & 15];
}
// CHECK-LABEL: define {{.*}}@private_choice(
// CHECK: alloca [128 x i8]
// CHECK-NOT: alloca [
