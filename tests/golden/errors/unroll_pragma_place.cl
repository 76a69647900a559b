// SPDX-License-Identifier: Apache-2.0
// Clang 19 crashes on a pragma that makes no statement where a loop should follow.
kernel void k(global int *a) {
#pragma unroll
#pragma clang loop vectorize(disable)
  for (int i = 0; i < 4; ++i)
    a[i] = i;
#pragma unroll 2
#pragma pack(1)
  for (int i = 0; i < 4; ++i)
    a[i + 4] = i;
}
// CHECK-NOT: error
// CHECK: unroll_pragma_place.cl:9:1: fatal error: a loop must follow the unroll pragma, and this pragma stands between them
