// SPDX-License-Identifier: Apache-2.0
// RUN: --stop-after=rtl
kernel void k(global ulong *a) {
  local ulong both[16];
  both[get_local_id(0) & 15] = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc((local int *)both);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[0] = both[0];
}
// CHECK: atomic_mixed_width.cl:7:3: error: 'both' is used by atomic operations, which have 4 bytes, and also accessed in units of 8 bytes: use a type of 4 bytes for every access to it
