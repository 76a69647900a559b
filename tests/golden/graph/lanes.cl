// SPDX-License-Identifier: Apache-2.0
// Tokens as packets of work-items: what differs between their lanes, what masks their accesses, and why a kernel has none.
// RUN:
// RUN: --check-prefix=TWO --kernel guard --options=-weft-lanes=2
// RUN: --check-prefix=SOC --kernel own_variable --board sim-soc --options=-weft-lanes=4
kernel void guard(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[i] + 1;
}
// CHECK-LABEL: kernel @guard {
// CHECK: lanes 16
// CHECK: entry [global_id_x, active]
// CHECK-NEXT: site 0 load packet aligned bytes 4 args [0]
// CHECK-NEXT: site 1 store packet aligned bytes 4 args [1]
// CHECK-NEXT: node @entry pipeline ([[ID:%[a-z0-9._]+]]:32 linear 1, [[ACTIVE:%[a-z0-9._]+]]:1 varying)
// CHECK: [[INDEX:%[a-z0-9._]+]]:31 linear 1 = trunc ([[ID]])
// CHECK: [[INT:%[a-z0-9._]+]]:32 linear 1 = zext ([[INDEX]])
// CHECK: [[GUARD:%[a-z0-9._]+]]:1 varying = icmp.slt ([[INT]], %n)
// CHECK: :33 linear 4 = concat ({{%[a-z0-9._]+}}, [[INDEX]])
// CHECK: [[MASK:%[a-z0-9._]+]]:1 varying = and ([[GUARD]], [[ACTIVE]])
// CHECK-NEXT: [[SOME:%[a-z0-9._]+]]:1 = any ([[MASK]])
// CHECK-NEXT: [[V:%[a-z0-9._]+]]:32 varying = load site 0 ({{.*}}) mask [[MASK]] if [[SOME]] loc
// CHECK: [[SUM:%[a-z0-9._]+]]:32 varying = add ([[V]],
// CHECK: [[STORED:%[a-z0-9._]+]]:1 varying = and ([[GUARD]], [[ACTIVE]])
// CHECK-NEXT: [[ANY:%[a-z0-9._]+]]:1 = any ([[STORED]])
// CHECK-NEXT: store site 1 ({{.*}}, [[SUM]]) mask [[STORED]] if [[ANY]] loc
// TWO-LABEL: kernel @guard {
// TWO: lanes 2
// TWO-NOT: no_more_lanes
// TWO: site 0 load packet aligned bytes 4
// TWO: store site 1 ({{.*}}) mask

// All lanes load one element of `a`; rows of `b` begin anywhere; what the loop does not need waits in a memory that lanes
// share.
kernel void matmul(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
// CHECK-LABEL: kernel @matmul {
// CHECK: lanes 16
// CHECK: site 0 load stream bytes 4 args [0] {{.*}} because neighbours 0
// CHECK-NEXT: site 1 load packet bytes 4 args [1] {{.*}} because neighbours 4
// CHECK-NEXT: site 2 store packet bytes 4 args [2] {{.*}} because neighbours 4
// CHECK-NEXT: memory [[KEPTY:[0-9]]] private "conv2" bytes 4 word 4 loc
// CHECK: node @entry pipeline ([[X:%[a-z0-9._]+]]:32 linear 1, [[Y:%[a-z0-9._]+]]:32, {{%[a-z0-9._]+}}:1 varying)
// CHECK: [[ROW:%[a-z0-9._]+]]:31 = trunc ([[Y]])
// CHECK: [[KEPT:%[a-z0-9._]+]]:32 = zext ([[ROW]])
// CHECK: memwrite memory [[KEPTY]] ({{%[a-z0-9._]+}}, [[KEPT]]) ack
// CHECK: node @for.body pipeline ({{%[a-z0-9._]+}}:32, [[SUM:%[a-z0-9._]+]]:32 varying, {{%[a-z0-9._]+}}:31 linear 1, {{%[a-z0-9._]+}}:32, [[ACTIVE:%[a-z0-9._]+]]:1 varying) loop
// CHECK: [[A:%[a-z0-9._]+]]:32 = load site 0 ({{%[a-z0-9._]+}}) loc
// CHECK: [[B:%[a-z0-9._]+]]:32 varying = load site 1 ({{%[a-z0-9._]+}}) mask [[ACTIVE]] loc
// CHECK-NEXT: :32 varying = ffma ([[A]], [[B]], [[SUM]])
// CHECK: %cmp:1 = icmp.slt
// CHECK-NEXT: goto %cmp ? @for.body(
// CHECK: node @for.end pipeline
// CHECK: :32 = memread memory [[KEPTY]] (
// CHECK: store site 2 ({{.*}}) mask %active.2 loc

// Each lane has its own of a variable in which lanes differ.
kernel void own_variable(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  volatile int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k * n + i];
  out[i] = sum;
}
// CHECK-LABEL: kernel @own_variable {
// CHECK: lanes 16
// CHECK: memory [[SUMS:[0-9]]] private "sum" bytes 4 word 4 lanes 16 loc
// CHECK: :32 varying = memread memory [[SUMS]] (
// CHECK: memwrite memory [[SUMS]] ({{%[a-z0-9._]+}}, {{%[a-z0-9._]+}}) ack
// Whether an index is one that addresses can hold, lane 0 says, where a packet's elements are no more than a line.
// SOC-LABEL: kernel @own_variable {
// SOC: lanes 4
// SOC: [[BEYOND:%[a-z0-9._]+]]:1 first = not
// SOC-NEXT: [[ADDRESS:%[a-z0-9._]+]]:33 first = concat ({{%[a-z0-9._]+}}, [[BEYOND]])
// SOC-NEXT: load site 0 ([[ADDRESS]]) mask

kernel void divergent_loop(global const uint *restrict in, global uint *restrict out) {
  uint i = get_global_id(0), v = in[i], steps = 0;
  while (v > 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  out[i] = steps;
}
// The loop goes round as long as there is a lane in it; one that has left keeps what it has counted.
// CHECK-LABEL: kernel @divergent_loop {
// CHECK: lanes 16
// CHECK: node @while.body pipeline ({{.*}}%active.1:1 varying, %left:32 varying, %left.1:1 varying
// CHECK: [[STAY:%[a-z0-9._]+]]:1 varying = and (%active.1, {{%[a-z0-9._]+}})
// CHECK: [[COUNT:%[a-z0-9._]+]]:32 varying = select (%active.1, {{%[a-z0-9._]+}}, %left)
// CHECK: [[GO:%[a-z0-9._]+]]:1 = any ([[STAY]])
// CHECK: goto [[GO]] ? @while.body({{.*}}, [[STAY]], [[COUNT]], %left.1,

// A variable that only some work-items write decides as differently as what they write it by.
kernel void divergent_variable(global const int *restrict in, global int *restrict out) {
  size_t i = get_global_id(0);
  volatile int trips = 1;
  if (in[i] > 0)
    trips = 7;
  int sum = 0;
  for (int k = 0, end = trips; k < end; ++k)
    sum = sum * 3 + in[i];
  out[i] = sum;
}
// CHECK-LABEL: kernel @divergent_variable {
// CHECK: lanes 16
// CHECK: memory [[TRIPS:[0-9]]] private "trips" bytes 4 word 4 lanes 16 loc
// CHECK: [[END:%[a-z0-9._]+]]:32 varying = memread memory [[TRIPS]] (

kernel void local_id(global int *restrict out) {
  out[get_global_id(0)] = get_local_id(0);
}
// Local ids begin at multiples of as many as there are lanes, global ones then where they do.
// CHECK-LABEL: kernel @local_id {
// CHECK: lanes 16
// CHECK: site 0 store packet bytes

kernel void strided(global const int *restrict in, global int *restrict out) {
  size_t i = get_global_id(0);
  out[i] = in[3 * i];
}
// CHECK-LABEL: kernel @strided {
// CHECK: lanes 16
// CHECK: site 0 load lanes bytes 4 args [0] {{.*}} because neighbours 12

kernel void backward(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  out[i] = in[n - i];
}
// CHECK-LABEL: kernel @backward {
// CHECK: lanes 16
// CHECK: site 0 load lanes bytes 4 args [0] {{.*}} because neighbours backward 4
