// SPDX-License-Identifier: Apache-2.0
kernel void k(global uchar *restrict out, uint n) {
  uchar table[12];
  for (uint i = 0; i < 12; ++i)
    table[i] = i * n;
  table[n % 12] = 1;
  out[get_global_id(0)] = table[get_global_id(0) % 12];
}
// Two writers: an arbiter, and acknowledgements. Bytes of a word: strobes.
// CHECK: credit_fifo {{.*}} u_m0_w0_req
// CHECK: .in_valid_i(token_s1_valid & m0_w0_ack_valid_i)
// CHECK-LABEL: module kernel_region (
// CHECK: // ---- Memory 0 '{{.*}}': private, 512 words of 8 bits
// CHECK: local_write_arbiter #(.WordBits(8), .Words(512), .NumPorts(2)
// CHECK: local_mem
