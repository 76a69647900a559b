// SPDX-License-Identifier: Apache-2.0
#define LOAD(i) sum = sum * 3 + in[(in[g] + i * 29) & 4095];
#define LOAD4(i) LOAD(i) LOAD(i + 1) LOAD(i + 2) LOAD(i + 3)
#define LOAD16(i) LOAD4(i) LOAD4(i + 4) LOAD4(i + 8) LOAD4(i + 12)
#define LOAD64(i) LOAD16(i) LOAD16(i + 16) LOAD16(i + 32) LOAD16(i + 48)
#define LOAD256(i) LOAD64(i) LOAD64(i + 64) LOAD64(i + 128) LOAD64(i + 192)
kernel void many(global const uint *in, global uint *out) {
  uint g = get_global_id(0), sum = 0;
  LOAD256(0)
  LOAD256(256)
  LOAD256(512)
  LOAD256(768)
  out[g] = sum;
}
// CHECK: refused_sites.cl:8:12: error: kernel 'many' has 1025 access sites that load from global memory, at most 1024 are possible
// CHECK: refused_sites.cl:8:12: note: unroll its loops less
