// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of messages that the host has padded: each work-item hashes one message of `blocks[id]` 64-byte
// blocks which starts at block `first[id]`.

__constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint bigEndian(uint v) { return (v >> 24) | ((v >> 8) & 0xff00) | ((v << 8) & 0xff0000) | (v << 24); }

__kernel void sha256(__global const uint *restrict message, __global const uint *restrict first,
                     __global const uint *restrict blocks, __global uint *restrict digest) {
  uint id = get_global_id(0);
  uint start = first[id], count = blocks[id];
  uint h0 = 0x6a09e667, h1 = 0xbb67ae85, h2 = 0x3c6ef372, h3 = 0xa54ff53a;
  uint h4 = 0x510e527f, h5 = 0x9b05688c, h6 = 0x1f83d9ab, h7 = 0x5be0cd19;
  for (uint block = 0; block < count; ++block) {
    uint w[16];  // the message schedule's last 16 words, as a ring
    uint a = h0, b = h1, c = h2, d = h3, e = h4, f = h5, g = h6, h = h7;
    for (uint t = 0; t < 64; ++t) {
      uint word;
      if (t < 16) {
        word = bigEndian(message[(start + block) * 16 + t]);
      } else {
        uint w15 = w[(t + 1) & 15], w2 = w[(t + 14) & 15];
        uint s0 = rotate(w15, 25u) ^ rotate(w15, 14u) ^ (w15 >> 3);
        uint s1 = rotate(w2, 15u) ^ rotate(w2, 13u) ^ (w2 >> 10);
        word = w[t & 15] + s0 + w[(t + 9) & 15] + s1;
      }
      w[t & 15] = word;
      uint S1 = rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u);
      uint t1 = h + S1 + ((e & f) ^ (~e & g)) + K[t] + word;
      uint S0 = rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u);
      uint t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1;
      d = c, c = b, b = a, a = t1 + t2;
    }
    h0 += a, h1 += b, h2 += c, h3 += d, h4 += e, h5 += f, h6 += g, h7 += h;
  }
  __global uint *out = digest + id * 8;
  out[0] = h0, out[1] = h1, out[2] = h2, out[3] = h3, out[4] = h4, out[5] = h5, out[6] = h6, out[7] = h7;
}
