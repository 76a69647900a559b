// SPDX-License-Identifier: Apache-2.0
// RUN: --board sim-card
// RUN: --check-prefix=SOC --board sim-soc
void helper(global int *o) {
  int a[3];
  for (int i = 0; i < o[7]; ++i)
    a[i % 3] = o[i];
  o[1] = a[o[2] % 3];
}
kernel void k(global int *o) {
  int a[4];
  a[o[3] & 3] = o[4];
  a[o[5] & 3] = o[4];
  {
    int a[1048576];  // LLVM's names are a, a.i and a1
    for (int i = 0; i < 1048576; ++i)
      a[i] = i * o[i & 7];
    o[0] = a[o[1] & 1048575];
  }
  helper(o);
  o[2] = a[o[1] & 3];
}
// CHECK: private_array_too_big.cl:15:9: error: the 3 private variables of kernel 'k' take 4194332 bytes (the largest, 'a', 4194304) for each work-item, and 256 copies for the work-items of one work-group need 1073750016 bytes of on-chip memory; 'sim-card' has 33554432
// CHECK-NEXT: private_array_too_big.cl:15:9: note: make it smaller, declare a smaller work-group (reqd_work_group_size), or use local or global memory
// SOC: 'sim-soc' has 4194304
