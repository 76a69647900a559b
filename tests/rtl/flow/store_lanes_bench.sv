// SPDX-License-Identifier: Apache-2.0
// Store units for packets with an address a lane, of several shapes, each with a line port of its own, for store_lanes_test.cpp,
// which has the table of shapes too. Ports of all have the same width, whatever a unit uses of it.
module store_lanes_bench #(
    localparam int unsigned N = 8
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic [ N*128-1:0] base_i,
    input  logic [ N*128-1:0] limit_i,
    input  logic [     N-1:0] req_valid_i,
    output logic [     N-1:0] req_ready_o,
    input  logic [N*4096-1:0] req_addr_i,
    input  logic [  N*64-1:0] req_mask_i,
    input  logic [N*1024-1:0] req_data_i,
    output logic [     N-1:0] ack_valid_o,
    input  logic [     N-1:0] ack_ready_i,
    output logic [     N-1:0] line_req_valid_o,
    input  logic [     N-1:0] line_req_ready_i,
    output logic [  N*64-1:0] line_req_addr_o,
    output logic [ N*512-1:0] line_req_data_o,
    output logic [  N*64-1:0] line_req_strb_o,
    input  logic [     N-1:0] line_ack_valid_i,
    output logic [     N-1:0] fault_o,
    output logic [  N*64-1:0] fault_addr_o,
    output logic [     N-1:0] idle_o
);
  for (genvar i = 0; i < N; i++) begin : gen_unit
    localparam int unsigned Bytes = i == 2 || i == 7 ? 1 : i == 3 ? 8 : 4;
    localparam int unsigned Lanes = i == 1 || i == 3 ? 16 : i == 2 || i == 5 ? 2 : i == 6 ? 8 : i == 7 ? 64 : 4;
    localparam int unsigned AddrBits = i == 2 ? 64 : i == 5 ? 40 : 32;
    localparam int unsigned LineBits = i == 0 || i == 6 ? 128 : i == 2 ? 64 : i == 4 ? 32 : 512;
    localparam int unsigned Depth = i == 2 ? 2 : i == 4 ? 5 : i == 5 ? 1 : i == 6 ? 21 : 32;
    logic [2*AddrBits-1:0] base, limit;
    logic [Lanes*AddrBits-1:0] addr;
    logic [AddrBits-1:0] line_addr, fault_addr;
    logic [LineBits-1:0] line_data;
    logic [LineBits/8-1:0] line_strb;
    assign base = {base_i[i*128+64+:AddrBits], base_i[i*128+:AddrBits]};
    assign limit = {limit_i[i*128+64+:AddrBits], limit_i[i*128+:AddrBits]};
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign addr[l*AddrBits+:AddrBits] = req_addr_i[i*4096+l*64+:AddrBits];
    end
    assign line_req_addr_o[i*64+:64] = 64'(line_addr);
    assign line_req_data_o[i*512+:512] = 512'(line_data);
    assign line_req_strb_o[i*64+:64] = 64'(line_strb);
    assign fault_addr_o[i*64+:64] = 64'(fault_addr);
    lsu_store_lanes #(
        .Bytes     (Bytes),
        .Lanes     (Lanes),
        .AddrBits  (AddrBits),
        .LineBits  (LineBits),
        .NumRegions(2),
        .Depth     (Depth)
    ) u_store (
        .clk_i,
        .rst_i,
        .base_i          (base),
        .limit_i         (limit),
        .req_valid_i     (req_valid_i[i]),
        .req_ready_o     (req_ready_o[i]),
        .req_addr_i      (addr),
        .req_mask_i      (req_mask_i[i*64+:Lanes]),
        .req_data_i      (req_data_i[i*1024+:Lanes*Bytes*8]),
        .ack_valid_o     (ack_valid_o[i]),
        .ack_ready_i     (ack_ready_i[i]),
        .line_req_valid_o(line_req_valid_o[i]),
        .line_req_ready_i(line_req_ready_i[i]),
        .line_req_addr_o (line_addr),
        .line_req_data_o (line_data),
        .line_req_strb_o (line_strb),
        .line_ack_valid_i(line_ack_valid_i[i]),
        .fault_o         (fault_o[i]),
        .fault_addr_o    (fault_addr),
        .idle_o          (idle_o[i])
    );
  end
endmodule
