// SPDX-License-Identifier: Apache-2.0
// run: global=512 local=256 in=512 out=8 n=2
// run: global=200 local=100 in=512 out=8 n=1
// run: global=51 local=17 in=512 out=8 n=3
// run: global=21 local=1 in=512 out=8 n=1
// run: global=34,6 local=17,3 in=512 out=8 n=2
// run: global=4,64 local=1,64 in=512 out=8 n=1
// Trees of many forms, in which most work-items have nothing to do in most steps.
#define MOST 256

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint a[MOST], count;
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
    }
    sum = sum * 31 + a[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    // The barrier comes first; signed, and with two guards.
    a[lid] = in[(lid * 7) % 512] ^ round;
    if (lid == 0)
      count = 0;
    int step = 1;
    while (step < (int)size)
      step *= 2;
    for (step /= 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (row == 0 && (int)lid < step && (int)lid + step < (int)size)
        a[lid] = max(a[lid], a[lid + step]);
      if (row == 0 && lid == 0)
        count += a[size - 1] + step;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum ^= a[0] + count;
    barrier(CLK_LOCAL_MEM_FENCE);
    // More and more work-items have something to do, and what they do depends on the step.
    a[lid] = lid == 0 ? 1 + round : 0;
    uint distance = MOST;
    for (uint s = 1; s < size; s *= 2) {
      distance /= 2;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (row == 0 && lid <= s - 1 && lid + s < size)
        a[lid + s] = a[lid] * 3 + distance;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 17 + a[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    // What work-items have of their own waits with them; some steps are left out for all.
    uint own = mine + lid;
    for (uint s = size, i = 0; s > 0; s >>= 1, ++i) {
      if (i % 3 != 1 && row == 0 && !(lid >= s)) {
        a[lid] ^= own + s;
        own += a[lid];
      }
      barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
    sum += own;
  }
  out[gid] = sum;
}
