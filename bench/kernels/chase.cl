// SPDX-License-Identifier: Apache-2.0
// Each load waits for the one before: what the latency of memory costs.
__kernel void chase(__global const uint *restrict next, __global uint *restrict last, uint steps) {
  uint i = 0;
  for (uint k = 0; k < steps; ++k)
    i = next[i];
  *last = i;
}
