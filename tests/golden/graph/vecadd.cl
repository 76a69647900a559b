// SPDX-License-Identifier: Apache-2.0
// A guard becomes a predicate; the data orders the store behind the loads; the index is scaled by wires and added in the
// width of an address; work-item ids come as entry values.
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c, int n) {
  size_t i = get_global_id(0);
  if (i < (size_t)n)
    c[i] = a[i] + b[i];
}
// CHECK: kernel @vecadd {
// CHECK: argument buffer "a" type "float*" {{.*}} space "global" bytes 8 word 32
// CHECK: argument value "n" type "int" {{.*}} bytes 4 word 38
// CHECK: entry [global_id_x]
// CHECK-DAG: site {{[0-9]}} load stream bytes 4 args [0] loc "vecadd.cl":{{[0-9]+}}:
// CHECK-DAG: site {{[0-9]}} load stream bytes 4 args [1]
// CHECK-DAG: site {{[0-9]}} store stream bytes 4 args [2]
// CHECK: node @entry pipeline ([[ID:%[a-z0-9._]+]]:32)
// CHECK-DAG: [[TWO:%[a-z0-9._]+]]:2 = const 0x0
// CHECK-DAG: :{{[0-9]+}} = concat ([[TWO]], {{.*}})
// CHECK-DAG: [[A:%[a-z0-9._]+]]:32 = load site {{[0-9]}} ({{.*}}) if [[GUARD:%[a-z0-9._]+]] loc
// CHECK-DAG: [[B:%[a-z0-9._]+]]:32 = load site {{[0-9]}} ({{.*}}) if [[GUARD]] loc
// CHECK: fadd
// CHECK: store site {{[0-9]}} ({{.*}}) if [[GUARD]] loc
// CHECK-NEXT: goto @exit()
