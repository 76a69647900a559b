// SPDX-License-Identifier: Apache-2.0
// run: global=512 local=256 in=512 out=8 n=2
// Two stores to one memory in a node, the second of which most packets have nothing for: its halves take both at once.
#define MOST 256

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint a[MOST], b[MOST + 2];
  const uint lid = get_local_id(0), size = get_local_size(0), row = get_local_id(1);
  const uint gid = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * size * get_local_size(1) + row * size + lid;
  uint sum = 0, mine = in[gid % 512];
  for (uint round = 0; round < n; ++round) {
    // Halves, rounded up: the guard compares before the step changes. Each row writes the same.
    a[lid] = in[lid % 512] + round;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = size; s > 1; s = (s + 1) / 2) {
      uint other = 0;
      if (row == 0 && lid < s / 2)
        a[lid] += a[lid + (s + 1) / 2];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid] = s;
    }
    sum = sum * 31 + a[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    // The barrier comes first; signed, and with two guards.
    a[lid] = in[(lid * 7) % 512] ^ round;
    b[lid] = lid;
    if (lid == 0)
      b[size] = 0;
    int step = 1;
    while (step < (int)size)
      step *= 2;
    for (step /= 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (row == 0 && (int)lid < step && (int)lid + step < (int)size)
        a[lid] = max(a[lid], a[lid + step]);
      out[gid] = step;
      if (row == 0 && lid == 0)
        b[size] += a[size - 1] + step;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum ^= a[0] + b[size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[gid] = sum;
}
