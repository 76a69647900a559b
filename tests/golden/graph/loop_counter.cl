// SPDX-License-Identifier: Apache-2.0
// A counter is as wide as its loop's bound asks for; local ids are as wide as the group allows.
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void table(__global uint *restrict out) {
  __local uint t[8][20];
  uint x = get_local_id(0), sum = 0;
#pragma unroll 1
  for (ulong k = 0; k < 20; ++k) {
    t[x][k] = x + k;
    sum += t[x][(k * 7) % 20];
  }
  out[get_global_id(0)] = sum;
}
// CHECK: entry [
// CHECK: node @entry
// CHECK: :3 = trunc
// CHECK: pipeline ({{.*}}:5, {{.*}}) loop
// CHECK-NOT: :64
// RUN: --options=-weft-lanes=1
