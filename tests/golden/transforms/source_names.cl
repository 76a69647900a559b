// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=NAMES --options=-g
// RUN: --check-prefix=PLAIN
kernel void k(global uint *out, global const uint *in, uint n) {
  uint total = in[0] * 3;
  uint mixed = total ^ n;
  out[0] = mixed;
}
// NAMES: %total = mul i32
// NAMES: %mixed = xor i32 %total, %n
// PLAIN-NOT: %total
// PLAIN-NOT: %mixed
