// SPDX-License-Identifier: Apache-2.0
// Why each access has its unit.
kernel void k(global const int *restrict a, global int *restrict b, volatile global const int *v, global int *c,
              global const int *d, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  b[2 * x] = a[x] + a[y];
  b[64 - x] = a[32 * x];
  b[x * width] = v[x];
  c[x] = a[a[x + 9]];
  b[x] = d[x];
  b[x + 64] = c[x + width];
}
// A distance that no address has is none.
kernel void far(global const int *restrict a, global int *restrict b, ulong n) {
  ulong h = get_global_id(0);
#pragma unroll
  for (int i = 0; i < 5; ++i)
    h = (h + n) * 65599;
  b[get_global_id(0)] = a[h];
}
// CHECK-DAG: site {{[0-9]+}} store stream bytes 4 args [1] loc "unit_reasons.cl":6:{{[0-9]+}} order always because neighbours 8{{$}}
// CHECK-DAG: site {{[0-9]+}} load stream bytes 4 taps 513 args [0] loc "unit_reasons.cl":6:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-DAG: site {{[0-9]+}} load stream bytes 4 args [0] loc "unit_reasons.cl":6:{{[0-9]+}} because neighbours 0{{$}}
// CHECK-DAG: site {{[0-9]+}} store stream bytes 4 args [1] loc "unit_reasons.cl":7:{{[0-9]+}} order always because neighbours backward 4{{$}}
// CHECK-DAG: site {{[0-9]+}} load scatter bytes 4 args [0] loc "unit_reasons.cl":7:{{[0-9]+}} because apart 128{{$}}
// CHECK-DAG: site {{[0-9]+}} store scatter bytes 4 args [1] loc "unit_reasons.cl":8:{{[0-9]+}} order always because irregular mul loc "unit_reasons.cl":8:{{[0-9]+}}{{$}}
// CHECK-DAG: site {{[0-9]+}} load scatter volatile bytes 4 args [2] loc "unit_reasons.cl":8:{{[0-9]+}} because volatile{{$}}
// CHECK-DAG: site {{[0-9]+}} load scatter bytes 4 args [0] loc "unit_reasons.cl":9:{{[0-9]+}} because irregular load loc "unit_reasons.cl":9:{{[0-9]+}}{{$}}
// CHECK-DAG: site {{[0-9]+}} load scatter bytes 4 args [3] loc "unit_reasons.cl":11:{{[0-9]+}} order always loc "unit_reasons.cl":9:{{[0-9]+}} because store loc "unit_reasons.cl":9:{{[0-9]+}}{{$}}
// CHECK-DAG: site {{[0-9]+}} load stream bytes 4 args [4] loc "unit_reasons.cl":10:{{[0-9]+}} order overlap [3 4] loc "unit_reasons.cl":9:{{[0-9]+}} because neighbours 4{{$}}
// CHECK-DAG: site {{[0-9]+}} store stream bytes 4 args [3] loc "unit_reasons.cl":9:{{[0-9]+}} order always because neighbours 4{{$}}
// CHECK-DAG: site {{[0-9]+}} load {{.*}} bytes 4 args [0] loc "unit_reasons.cl":19:{{[0-9]+}} because irregular
