// SPDX-License-Identifier: Apache-2.0
// A loop over the bits of a word is unrolled: its shifts become wires. One that multiplies as often is not.
kernel void reversed(global const uint *in, global uint *out) {
  uint i = get_global_id(0), x = in[i], result = 0;
  for (int bit = 0; bit < 32; ++bit)
    result |= (x >> bit & 1) << (31 - bit);
  out[i] = result;
}
kernel void powers(global const uint *in, global uint *out) {
  uint i = get_global_id(0), x = in[i], result = 1;
  for (int bit = 0; bit < 32; ++bit)
    result = result * x + bit;
  out[i] = result;
}
// CHECK-LABEL: define {{.*}}@reversed(
// CHECK-NOT: phi
// CHECK-LABEL: define {{.*}}@powers(
// CHECK: phi
