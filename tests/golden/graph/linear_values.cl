// SPDX-License-Identifier: Apache-2.0
// Tokens keep what differs by one distance between lanes once; nodes that need it in all lanes make it so.
// RUN: --board sim-soc --options=-weft-lanes=4
kernel void sums(global const uint *restrict in, global uint *restrict out, uint limit) {
  local uint tile[64];
  uint sum = 0;
  for (uint i = get_global_id(0); i < limit; i += get_global_size(0))
    sum += in[i] ^ i;
  tile[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - get_local_id(0)];
}
// CHECK-LABEL: kernel @sums {
// CHECK: lanes 4
// CHECK: node @entry pipeline ({{.*}}[[ID:%[a-z0-9._]+]]:32 linear 1, {{%[a-z0-9._]+}}:32 linear 1,
// CHECK: [[IDS:%[a-z0-9._]+]]:32 varying = spread ([[ID]])
// CHECK: :1 varying = icmp.ult ({{.*}}, %limit)
// CHECK: goto {{.*}} ? @for.body({{%[a-z0-9._]+}}, {{%[a-z0-9._]+}},
// CHECK: node @for.body pipeline ([[I:%[a-z0-9._]+]]:32 linear 1,
// CHECK: [[ALL:%[a-z0-9._]+]]:32 varying = spread ([[I]])
// CHECK-NEXT: :32 varying = xor ([[ALL]],
// CHECK: [[NEXT:%[a-z0-9._]+]]:32 linear 1 = add ([[I]],
// CHECK: [[AHEAD:%[a-z0-9._]+]]:32 varying = spread ([[NEXT]])
// CHECK-NEXT: :1 varying = icmp.ult ([[AHEAD]],
// CHECK: goto {{.*}} ? @for.body([[NEXT]],
