// SPDX-License-Identifier: Apache-2.0
// What is taken at a row's ends: of elements of the row beside the lane's one load, with a mask for each tap, where conditions show
// that they are that (ADR 85); else a load of each end.
// RUN: --options=-weft-lanes=8
kernel void far(global const int *restrict in, global int *restrict out, int w) {
  int x = get_global_id(0);
  out[x] = in[clamp(x - 1, 0, w - 1)] * in[x] ^ in[clamp(x + 1, 0, w - 1)];
}
// CHECK-LABEL: kernel @far {
// CHECK-DAG: load packet bytes 4 taps 7 masked args [0] loc "borders.cl":7:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-DAG: load stream bytes 4 args [0] loc "borders.cl":7:{{[0-9]+}} because border{{$}}
// CHECK-NOT: load lanes
// CHECK: node

kernel void near(global const int *restrict in, global int *restrict out, int w) {
  int x = get_global_id(0);
  if (x >= w)
    return;
  out[x] = in[clamp(x - 1, 0, w - 1)] * in[x] ^ in[clamp(x + 1, 0, w - 1)];
}
// CHECK-LABEL: kernel @near {
// CHECK: site 0 load packet bytes 4 taps 7 masked args [0] loc "borders.cl":19:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-NEXT: site 1 store packet
// CHECK-NOT: {{^ +}}site
// CHECK: node

// Also unsigned, and from further away.
kernel void five(global const int *restrict in, global int *restrict out, uint w) {
  uint x = get_global_id(0);
  if (x < w)
    out[x] = in[x > 2 ? x - 2 : 0] + in[x > 0 ? x - 1 : 0] - in[min(x + 1, w - 1)] * in[min(x + 2, w - 1)];
}
// CHECK-LABEL: kernel @five {
// CHECK: site 0 load packet bytes 4 taps 31 masked args [0] loc "borders.cl":31:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-NEXT: site 1 store packet
// CHECK-NOT: {{^ +}}site
// CHECK: node
