// SPDX-License-Identifier: Apache-2.0
// RUN: --stop-after=graph
// Both arms run; loads in them are predicated, the two stores to one place share a unit.
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
// CHECK: site 0 load stream
// CHECK: site 1 load stream
// CHECK: site 2 store stream
// CHECK-NOT: site 3
// CHECK: node @entry pipeline
// CHECK: [[V:%[a-z0-9._]+]]:32 = load site 0 (
// CHECK: = load site 1 ({{.*}}) if
// CHECK: = select
// CHECK: store site 2 ({{[^)]*}}) loc
// CHECK-NEXT: goto @exit()
// CHECK: node @exit exit
// CHECK-NOT: node
