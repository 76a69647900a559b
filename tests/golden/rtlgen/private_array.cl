// SPDX-License-Identifier: Apache-2.0
kernel void k(global uchar *restrict out, uint n) {
  uchar table[12];
  for (uint i = 0; i < 12; ++i)
    table[i] = i * n;
  table[n % 12] = 1;
  out[get_global_id(0)] = table[get_global_id(0) % 12];
}
// RUN: --options=-weft-lanes=1
// RUN: --check-prefix=LANES --options=-weft-lanes=4
// Two writers: an arbiter, and acknowledgements. Bytes of a word: strobes.
// CHECK: credit_fifo {{.*}} u_m0_w0_req
// CHECK: .in_valid_i(token_s1_valid & m0_w0_ack_valid_i)
// CHECK-LABEL: module kernel_region (
// CHECK: // ---- Memory 0 '{{.*}}': private, 512 words of 8 bits
// CHECK: local_write_arbiter #(.WordBits(8), .Words(512), .NumPorts(2)
// CHECK: local_mem
// Lanes read words of their own, and write the same: a memory for each.
// LANES-LABEL: module kernel_region (
// LANES: // ---- Memory 0 '{{.*}}': private, 512 words of 32 bits
// LANES: local_write_arbiter #(.WordBits(32), .Words(512), .NumPorts(2), .Depth(8), .Lanes(4))
// LANES: local_mem #(.WordBits(8), .Words(512), .NumReads(1), .OldData(1'b0)) u_m0_lane0 (
// LANES: .wr_addr_i(m0_wr_addr[8:0]), .wr_data_i(m0_wr_data[7:0]), .wr_strb_i(m0_wr_strb[0])
// LANES: u_m0_lane3 (
// LANES: .wr_addr_i(m0_wr_addr[35:27]), .wr_data_i(m0_wr_data[31:24]), .wr_strb_i(m0_wr_strb[3])
