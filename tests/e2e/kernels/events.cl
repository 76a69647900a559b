// SPDX-License-Identifier: Apache-2.0
// run: global=32 local=8 in=64 out=2 n=4
// run: global=24 local=8 in=64 out=2 n=3
// Events of asynchronous copies in arrays, behind pointers, chosen at run time and passed on.
event_t start(__local uint *to, __global const uint *from, event_t event) {
  return async_work_group_copy(to, from, 16, event);
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint t[4][16], apart[4];
  event_t events[4], one = 0, *some = events;
  for (uint i = 0; i < n; ++i) {
    event_t *event = n == 3 && i == 1 ? &one : some + i;
    *event = start(t[i], in + 16 * i, 0);
  }
  event_t last = one;
  if (n > 3)
    last = events[n - 1];
  events[(n + 1) & 1] = last;
  events[n & 1] = async_work_group_strided_copy(apart, in, 4, 3, events[n & 1]);
  wait_group_events(n & 3, events);
  wait_group_events(1, &last);
  wait_group_events(2, events);
  const uint i = get_global_id(0);
  out[2 * i] = t[i % n][(i * 7) & 15];
  out[2 * i + 1] = apart[i & 3];
}
