// SPDX-License-Identifier: Apache-2.0
// A linear value in all lanes: lane 0's, and an addition for each other lane to the bits that the steps reach.
// RUN: --options=-weft-lanes=4
__kernel void strides(__global const uint *restrict from, __global uint *restrict to, uint first) {
  uint i = get_global_id(0) * 12 + first;
  to[get_global_id(0)] = i < 5 ? i : 7;
}
// CHECK: assign [[LANES:v[0-9]+_s0c[0-9]+]] = {[[I:v[0-9]+_s0c[0-9]+]][31:2] + 30'h9, [[I]][1:0], [[I]][31:2] + 30'h6, [[I]][1:0], [[I]][31:2] + 30'h3, [[I]][1:0], [[I]]};
