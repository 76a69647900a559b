// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=8 in=512 out=16 n=3
// More access sites that load than an AXI ID of eight bits leaves for them; none can share another's line request.
#define LOAD(i) sum = sum * 3 + in[(in[g] + i * 29) & 511];
#define LOAD4(i) LOAD(i) LOAD(i + 1) LOAD(i + 2) LOAD(i + 3)
#define LOAD16(i) LOAD4(i) LOAD4(i + 4) LOAD4(i + 8) LOAD4(i + 12)
#define LOAD64(i) LOAD16(i) LOAD16(i + 16) LOAD16(i + 32) LOAD16(i + 48)
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint g = get_global_id(0), sum = n;
  LOAD64(0)
  LOAD64(64)
  LOAD4(128)
  out[g] = sum;
}
