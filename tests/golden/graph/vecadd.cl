// SPDX-License-Identifier: Apache-2.0
// A guard becomes a predicate; the data orders the store behind the loads; the index is scaled by wires and added in the
// width of an address; work-item ids come as entry values. Neighbours access neighbouring elements: a token is a packet of
// them, the guard is a part of what masks each access, and a packet without a lane in it makes none.
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c, int n) {
  size_t i = get_global_id(0);
  if (i < (size_t)n)
    c[i] = a[i] + b[i];
}
// CHECK: kernel @vecadd {
// CHECK: lanes 8
// CHECK-NOT: no_more_lanes
// CHECK: argument buffer "a" type "float*" {{.*}} space "global" bytes 8 word 32
// CHECK: argument value "n" type "int" {{.*}} bytes 4 word 38
// CHECK: entry [global_id_x, active]
// CHECK-DAG: site {{[0-9]}} load packet aligned bytes 4 args [0] loc "vecadd.cl":{{[0-9]+}}:
// CHECK-DAG: site {{[0-9]}} load packet aligned bytes 4 args [1]
// CHECK-DAG: site {{[0-9]}} store packet aligned bytes 4 args [2]
// CHECK: node @entry pipeline ([[ID:%[a-z0-9._]+]]:32 linear 1, [[ACTIVE:%[a-z0-9._]+]]:1 varying)
// CHECK: [[INDEX:%[a-z0-9._]+]]:31 linear 1 = trunc ([[ID]])
// CHECK: [[GUARD:%[a-z0-9._]+]]:1 varying = icmp.ult (
// CHECK: [[ZEROS:%[a-z0-9._]+]]:2 = const 0x0
// CHECK: :33 linear 4 = concat ([[ZEROS]], [[INDEX]])
// CHECK: [[FIRST:%[a-z0-9._]+]]:40 linear 4 = add
// CHECK-NEXT: [[MASK1:%[a-z0-9._]+]]:1 varying = and ([[GUARD]], [[ACTIVE]])
// CHECK-NEXT: [[SOME1:%[a-z0-9._]+]]:1 = any ([[MASK1]])
// CHECK-NEXT: [[A:%[a-z0-9._]+]]:32 varying = load site 0 ([[FIRST]]) mask [[MASK1]] if [[SOME1]] loc
// CHECK: [[MASK2:%[a-z0-9._]+]]:1 varying = and ([[GUARD]], [[ACTIVE]])
// CHECK-NEXT: [[SOME2:%[a-z0-9._]+]]:1 = any ([[MASK2]])
// CHECK-NEXT: [[B:%[a-z0-9._]+]]:32 varying = load site 1 ({{.*}}) mask [[MASK2]] if [[SOME2]] loc
// CHECK-NEXT: [[SUM:%[a-z0-9._]+]]:32 varying = fadd ([[A]], [[B]])
// CHECK: [[MASK3:%[a-z0-9._]+]]:1 varying = and ([[GUARD]], [[ACTIVE]])
// CHECK-NEXT: [[SOME3:%[a-z0-9._]+]]:1 = any ([[MASK3]])
// CHECK-NEXT: store site 2 ({{.*}}, [[SUM]]) mask [[MASK3]] if [[SOME3]] loc
// CHECK-NEXT: goto @exit()
