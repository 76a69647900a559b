// SPDX-License-Identifier: Apache-2.0
// The on-chip memories of rtl/mem in several sizes, for local_test.cpp.
module local_bench (
    input  logic         clk_i,
    input  logic         rst_i,
    // local_mem of 16 words of 32 bits with 3 read ports, and of 40 words of 128 bits with 1
    input  logic [11:0]  narrow_rd_addr_i,
    output logic [95:0]  narrow_rd_data_o,
    input  logic         narrow_wr_valid_i,
    input  logic [3:0]   narrow_wr_addr_i,
    input  logic [31:0]  narrow_wr_data_i,
    input  logic [3:0]   narrow_wr_strb_i,
    input  logic [5:0]   wide_rd_addr_i,
    output logic [127:0] wide_rd_data_o,
    input  logic         wide_wr_valid_i,
    input  logic [5:0]   wide_wr_addr_i,
    input  logic [127:0] wide_wr_data_i,
    input  logic [15:0]  wide_wr_strb_i,
    // 3 writers of one memory
    input  logic [2:0]   arb_in_valid_i,
    output logic [2:0]   arb_in_ready_o,
    input  logic [11:0]  arb_in_addr_i,
    input  logic [95:0]  arb_in_data_i,
    input  logic [11:0]  arb_in_strb_i,
    output logic [2:0]   arb_ack_valid_o,
    input  logic [2:0]   arb_ack_ready_i,
    input  logic [3:0]   arb_rd_addr_i,
    output logic [31:0]  arb_rd_data_o,
    // local_atomic: 8 words, 2 read ports, 2 writers, 3 atomic ports
    input  logic [5:0]   la_rd_addr_i,
    output logic [63:0]  la_rd_data_o,
    input  logic [1:0]   la_in_valid_i,
    output logic [1:0]   la_in_ready_o,
    input  logic [5:0]   la_in_addr_i,
    input  logic [63:0]  la_in_data_i,
    input  logic [7:0]   la_in_strb_i,
    output logic [1:0]   la_ack_valid_o,
    input  logic [1:0]   la_ack_ready_i,
    input  logic [2:0]   la_at_valid_i,
    output logic [2:0]   la_at_ready_o,
    input  logic [8:0]   la_at_addr_i,
    input  logic [17:0]  la_at_op_i,
    input  logic [95:0]  la_at_data_i,
    input  logic [95:0]  la_at_cmp_i,
    output logic [2:0]   la_rsp_valid_o,
    input  logic [2:0]   la_rsp_ready_i,
    output logic [95:0]  la_rsp_data_o,
    // rom of 5 words of 16 bits, 2 read ports
    input  logic [5:0]   rom_rd_addr_i,
    output logic [31:0]  rom_rd_data_o
);
  local_mem #(
      .WordBits(32),
      .Words   (16),
      .NumReads(3)
  ) u_narrow (
      .clk_i,
      .rd_addr_i (narrow_rd_addr_i),
      .rd_data_o (narrow_rd_data_o),
      .wr_valid_i(narrow_wr_valid_i),
      .wr_addr_i (narrow_wr_addr_i),
      .wr_data_i (narrow_wr_data_i),
      .wr_strb_i (narrow_wr_strb_i)
  );
  local_mem #(
      .WordBits(128),
      .Words   (40),
      .NumReads(1)
  ) u_wide (
      .clk_i,
      .rd_addr_i (wide_rd_addr_i),
      .rd_data_o (wide_rd_data_o),
      .wr_valid_i(wide_wr_valid_i),
      .wr_addr_i (wide_wr_addr_i),
      .wr_data_i (wide_wr_data_i),
      .wr_strb_i (wide_wr_strb_i)
  );

  logic wr_valid;
  logic [3:0] wr_addr, wr_strb;
  logic [31:0] wr_data;
  local_write_arbiter #(
      .WordBits(32),
      .Words   (16),
      .NumPorts(3),
      .Depth   (3)
  ) u_arbiter (
      .clk_i,
      .rst_i,
      .in_valid_i (arb_in_valid_i),
      .in_ready_o (arb_in_ready_o),
      .in_addr_i  (arb_in_addr_i),
      .in_data_i  (arb_in_data_i),
      .in_strb_i  (arb_in_strb_i),
      .ack_valid_o(arb_ack_valid_o),
      .ack_ready_i(arb_ack_ready_i),
      .wr_valid_o (wr_valid),
      .wr_addr_o  (wr_addr),
      .wr_data_o  (wr_data),
      .wr_strb_o  (wr_strb)
  );
  local_mem #(
      .WordBits(32),
      .Words   (16),
      .NumReads(1)
  ) u_shared (
      .clk_i,
      .rd_addr_i (arb_rd_addr_i),
      .rd_data_o (arb_rd_data_o),
      .wr_valid_i(wr_valid),
      .wr_addr_i (wr_addr),
      .wr_data_i (wr_data),
      .wr_strb_i (wr_strb)
  );

  local_atomic #(
      .Words     (8),
      .NumReads  (2),
      .NumWrites (2),
      .NumAtomics(3),
      .Depth     (6)
  ) u_atomic (
      .clk_i,
      .rst_i,
      .rd_addr_i  (la_rd_addr_i),
      .rd_data_o  (la_rd_data_o),
      .in_valid_i (la_in_valid_i),
      .in_ready_o (la_in_ready_o),
      .in_addr_i  (la_in_addr_i),
      .in_data_i  (la_in_data_i),
      .in_strb_i  (la_in_strb_i),
      .ack_valid_o(la_ack_valid_o),
      .ack_ready_i(la_ack_ready_i),
      .at_valid_i (la_at_valid_i),
      .at_ready_o (la_at_ready_o),
      .at_addr_i  (la_at_addr_i),
      .at_wide_i  ('0),
      .at_op_i    (la_at_op_i),
      .at_data_i  (la_at_data_i),
      .at_cmp_i   (la_at_cmp_i),
      .rsp_valid_o(la_rsp_valid_o),
      .rsp_ready_i(la_rsp_ready_i),
      .rsp_data_o (la_rsp_data_o)
  );

  rom #(
      .WordBits(16),
      .Words   (5),
      .NumReads(2),
      .Contents(80'hbeef_1234_a5a5_0001_c0de)
  ) u_rom (
      .clk_i,
      .rd_addr_i(rom_rd_addr_i),
      .rd_data_o(rom_rd_data_o)
  );
endmodule
