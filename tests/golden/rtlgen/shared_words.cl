// SPDX-License-Identifier: Apache-2.0
// Work-items store bytes of words that others may read in the same cycle: those see the word before.
// RUN: --options=-weft-lanes=1
__kernel void bytes(__global const uchar *restrict from, __global uint *restrict to) {
  __local uint words[64];
  uint i = get_local_id(0);
  ((__local uchar *)words)[i] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = words[i / 4];
}
// CHECK: local_mem #({{.*}}.OldData(1'b1)) u_m0
