// SPDX-License-Identifier: Apache-2.0
kernel void k(global int2 *restrict out) {
  local int2 bins[16];
  bins[get_local_id(0) & 15] = (int2)(1, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add((local int *)bins, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[get_local_id(0) & 15];
}
// CHECK: refused_wide_atomic.cl:6:{{[0-9]+}}: error: 'bins' is used by atomic operations, which have 4 bytes, and also accessed in units of 8 bytes
// CHECK: refused_wide_atomic.cl:6:{{[0-9]+}}: note: use a type of 4 bytes for every access to it
