// SPDX-License-Identifier: Apache-2.0
__kernel void gather(__global const uint *restrict table, __global const uint *restrict indices,
                     __global uint *restrict out) {
  size_t i = get_global_id(0);
  out[i] = table[indices[i]];
}
