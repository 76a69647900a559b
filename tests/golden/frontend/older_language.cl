// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL1.0
// RUN: --options -cl-std=CL1.1
// What old programs may not rely on, and do: stores to bytes, vectors of three elements, atomics of an extension.
kernel void k(global char *a, global int *b) {
  a[get_global_id(0)] = 1;
  int3 v = (int3)(b[0], b[1], b[2]);
  b[3] = v.z + atom_add(b + 4, 1);
}
// CHECK: define {{.*}}@k(
// CHECK: store i8 1
// CHECK: call {{.*}}atom_add
