// SPDX-License-Identifier: Apache-2.0
kernel void k(local int *a, global int *out, int n) {
  local int b[64];
  local int *p = n ? a : b;
  p[get_local_id(0)] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = p[0] + b[1];
}
// CHECK: mixed_local_pointer.cl:4:18: error: a pointer that may mean either the argument 'a' or the variable 'b' is not supported
// CHECK-NEXT: mixed_local_pointer.cl:4:18: note: choose between two accesses instead: 'c ? argument[i] : variable[i]'
