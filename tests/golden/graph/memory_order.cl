// SPDX-License-Identifier: Apache-2.0
// Pointers that may be equal keep their order, unless the data or constant offsets keep it; around a loop stores are
// acknowledged; a load behind them keeps no line.
__kernel void chain(__global int *a, __global int *b, int n) {
  for (int j = 0; j < n; ++j) {
    a[j] = b[j] + 1;
    b[j + 1] = a[j + 2];
  }
}
// CHECK: site 0 load scatter bytes 4 args [1]
// CHECK: site 1 store stream bytes 4 args [0]
// CHECK: site 2 load scatter bytes 4 args [0]
// CHECK: site 3 store stream bytes 4 args [1]
// CHECK: loop
// CHECK: = load site 0
// CHECK: store site 1 ({{.*}}) ack
// CHECK: [[NEXT:%[a-z0-9._]+]]:32 = load site 2 ({{.*}}){{( loc|$)}}
// CHECK: store site 3 ({{.*}}, [[NEXT]]) after [#1] ack
