// SPDX-License-Identifier: Apache-2.0
// RUN:
// Other tools' pragmas for loops are ignored between an unroll pragma and its loop, and behind it.
kernel void k(global int *restrict a, int n) {
  int s = 0;
#pragma unroll 4
#pragma ivdep
#pragma ii 1
#pragma loop_coalesce 2
#pragma max_concurrency 1
#pragma HLS dependence variable=a inter false
  for (int i = 0; i < n; ++i)
    s += a[i];
#pragma disable_loop_pipelining
_Pragma("speculated_iterations 0")
#pragma unroll 2
  for (int i = 0; i < n; ++i)
    s ^= a[i];
  a[n] = s;
}
// CHECK: br label {{.*}} !llvm.loop ![[FOUR:[0-9]+]]
// CHECK: br label {{.*}} !llvm.loop ![[TWO:[0-9]+]]
// CHECK-DAG: ![[FOUR]] = distinct !{![[FOUR]], {{.*}}![[COUNT4:[0-9]+]]
// CHECK-DAG: ![[COUNT4]] = !{!"llvm.loop.unroll.count", i32 4}
// CHECK-DAG: ![[TWO]] = distinct !{![[TWO]], {{.*}}![[COUNT2:[0-9]+]]
// CHECK-DAG: ![[COUNT2]] = !{!"llvm.loop.unroll.count", i32 2}
