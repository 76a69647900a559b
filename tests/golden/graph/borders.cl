// SPDX-License-Identifier: Apache-2.0
// A clamped row is one load, with a mask for each tap, and one of each end.
kernel void k(global const int *restrict in, global int *restrict out, int w) {
  int x = get_global_id(0);
  out[x] = in[clamp(x - 1, 0, w - 1)] * in[x] ^ in[clamp(x + 1, 0, w - 1)];
}
// RUN: --options=-weft-lanes=8
// CHECK-DAG: site {{[0-9]+}} load packet bytes 4 taps 7 masked args [0] loc "borders.cl":5:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-DAG: site {{[0-9]+}} load stream bytes 4 args [0] loc "borders.cl":5:{{[0-9]+}} because border{{$}}
// CHECK-DAG: site {{[0-9]+}} load stream bytes 4 args [0] loc "borders.cl":5:{{[0-9]+}} because border{{$}}
// CHECK-NOT: load lanes
// CHECK: :96 varying = load site {{[0-9]+}} ({{.*}}) mask
