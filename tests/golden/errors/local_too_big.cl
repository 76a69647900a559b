// SPDX-License-Identifier: Apache-2.0
kernel void one(global int *o) {
  local int t[1 << 28];
  t[get_local_id(0)] = o[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_local_id(0)] = t[o[3]];
}
kernel void sum(global int *o) {
  local int t[10000];
  local float u[10001];
  t[get_local_id(0)] = o[0];
  u[get_local_id(0)] = o[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_local_id(0)] = t[o[3]] + u[o[4]];
}
// CHECK: local_too_big.cl:3:13: error: local variable 't' of kernel 'one' takes 1073741824 bytes; a work-group on 'sim-card' has 65536 bytes of local memory
// CHECK-NEXT: local_too_big.cl:3:13: note: make it smaller or use global memory
// CHECK: local_too_big.cl:10:15: error: the 2 local variables of kernel 'sum' take 80004 bytes (the largest, 'u', 40004); a work-group
// CHECK-NEXT: local_too_big.cl:10:15: note: make it smaller or use global memory
