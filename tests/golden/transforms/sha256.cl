// SPDX-License-Identifier: Apache-2.0
constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
uint rotr(uint x, uint n) { return rotate(x, 32 - n); }
kernel void sha256(global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  uint w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = in[id * 16 + i];
  for (int i = 16; i < 64; ++i) {
    uint s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
  for (int i = 0; i < 64; ++i) {
    uint t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + bitselect(g, f, e) + K[i] + w[i];
    uint t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
  }
  out[id * 8 + 0] = s[0] + a;
  out[id * 8 + 1] = s[1] + b;
  out[id * 8 + 2] = s[2] + c;
  out[id * 8 + 3] = s[3] + d;
  out[id * 8 + 4] = s[4] + e;
  out[id * 8 + 5] = s[5] + f;
  out[id * 8 + 6] = s[6] + g;
  out[id * 8 + 7] = s[7] + h;
}
// The message schedule is indexed by variables and stays in memory; K becomes a read-only memory. The identifier waits outside
// the loops, in 32 bits.
// CHECK: @K = internal {{.*}}addrspace(2) constant [64 x i32]
// CHECK-LABEL: define {{.*}}@sha256(
// CHECK-DAG: alloca [64 x i32]
// CHECK-DAG: %[[SPILLED:.*]] = alloca i32
// CHECK: store i32 %{{.*}}, ptr %[[SPILLED]]
// CHECK: load i32, ptr addrspace(2)
// CHECK: load i32, ptr %[[SPILLED]]
// CHECK: ret void
