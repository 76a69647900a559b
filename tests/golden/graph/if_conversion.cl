// SPDX-License-Identifier: Apache-2.0
// Both arms run; loads in them are predicated, the two stores to one address share a unit.
__kernel void arms(__global const int *restrict in, __global int *restrict out) {
  int i = get_global_id(0);
  int v = in[i];
  if (v < 0) {
    int w = in[i + 1];
    if (w > 10)
      v = w * 3;
    out[i] = v;
  } else {
    out[i] = v + 5;
  }
}
// RUN: --options=-weft-lanes=1
// CHECK-DAG: site [[FIRST:[0-9]]] load stream bytes 4 args [0] loc "if_conversion.cl":5:
// CHECK-DAG: site [[SECOND:[0-9]]] load stream bytes 4 args [0] loc "if_conversion.cl":7:
// CHECK-DAG: site [[STORE:[0-9]]] store stream bytes 4 args [1]
// CHECK-NOT: site 3
// CHECK: node @entry pipeline
// CHECK: [[V:%[a-z0-9._]+]]:32 = load site [[FIRST]] ({{[^)]*}}) loc
// CHECK: [[NEGATIVE:%[a-z0-9._]+]]:1 = slice ([[V]]) lo 31
// CHECK: = load site [[SECOND]] ({{.*}}) if [[NEGATIVE]]
// CHECK: [[OUT:%[a-z0-9._]+]]:32 = select ([[NEGATIVE]],
// CHECK: store site [[STORE]] ({{.*}}, [[OUT]]) loc
// CHECK-NEXT: goto @exit()
// CHECK: node @exit exit
// CHECK-NOT: node
