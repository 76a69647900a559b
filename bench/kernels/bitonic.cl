// SPDX-License-Identifier: Apache-2.0
// A step of Batcher's bitonic sort: each work-item brings the two elements of a pair into the order of their block.
__kernel void bitonic(__global uint *data, uint block, uint distance) {
  uint i = get_global_id(0);
  uint low = 2 * i - (i & (distance - 1)), high = low + distance;
  uint a = data[low], b = data[high];
  bool ascending = (low & block) == 0;
  data[low] = ascending ? min(a, b) : max(a, b);
  data[high] = ascending ? max(a, b) : min(a, b);
}
