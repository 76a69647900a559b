// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of 4,096 complex numbers, one a work-group: radix 2, in place in local memory (Cooley and Tukey).
// twiddles[k] = exp(-2 pi i k / 4096).
#define LOG_POINTS 12
#define POINTS (1 << LOG_POINTS)
#define GROUP 256

uint reversed(uint i) {
  uint result = 0;
  for (int bit = 0; bit < LOG_POINTS; ++bit)
    result |= ((i >> bit) & 1) << (LOG_POINTS - 1 - bit);
  return result;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
fft(__global const float2 *restrict in, __constant float2 *twiddles, __global float2 *restrict out) {
  __local float2 data[POINTS];
  uint id = get_local_id(0), first = get_group_id(0) * POINTS;
  for (uint i = id; i < POINTS; i += GROUP)
    data[reversed(i)] = in[first + i];
  for (uint log_span = 0; log_span < LOG_POINTS; ++log_span) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint span = 1u << log_span;
    for (uint i = id; i < POINTS / 2; i += GROUP) {
      uint offset = i & (span - 1);
      uint low = 2 * i - offset, high = low + span;
      float2 w = twiddles[offset << (LOG_POINTS - 1 - log_span)];
      float2 a = data[low], b = data[high];
      float2 c = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
      data[low] = a + c;
      data[high] = a - c;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < POINTS; i += GROUP)
    out[first + i] = data[i];
}
