// SPDX-License-Identifier: Apache-2.0
// lsu_load_lanes and lsu_load_cached of several shapes side by side, each with a line port of its own, for
// load_lanes_test.cpp. Ports have room for the widest: 64 address bits, 16 lanes, packets of 1024 bits, lines of 512,
// two regions for each unit.
module load_lanes_bench
    #(localparam int unsigned N = 13)
    (input logic clk_i,
     input logic rst_i,
     input logic [N * 128 - 1 : 0] base_i,
     input logic [N * 128 - 1 : 0] limit_i,
     input logic [N - 1 : 0] flush_i,
     input logic [N - 1 : 0] req_valid_i,
     output logic [N - 1 : 0] req_ready_o,
     input logic [N * 1024 - 1 : 0] req_addr_i,
     input logic [N * 16 - 1 : 0] req_mask_i,
     output logic [N - 1 : 0] rsp_valid_o,
     input logic [N - 1 : 0] rsp_ready_i,
     output logic [N * 1024 - 1 : 0] rsp_data_o,
     output logic [N - 1 : 0] line_req_valid_o,
     input logic [N - 1 : 0] line_req_ready_i,
     output logic [N * 64 - 1 : 0] line_req_addr_o,
     input logic [N - 1 : 0] line_rsp_valid_i,
     input logic [N * 512 - 1 : 0] line_rsp_data_i,
     output logic [N - 1 : 0] fault_o,
     output logic [N * 64 - 1 : 0] fault_addr_o,
     output logic [N - 1 : 0] idle_o);
  for (genvar i = 0; i < N; i++) begin : gen_unit
    localparam int unsigned Bytes = i == 2 || i == 7 || i == 11 ? 1
                                    : i == 3 || i == 10         ? 8
                                    : i == 4                    ? 2
                                    : i == 6 || i == 12         ? 64
                                                                : 4;
    localparam int unsigned Lanes = i == 1 || i == 3 || i == 7 || i == 9 || i == 10 ? 16
                                    : i == 2 || i == 6 || i == 11 || i == 12        ? 2
                                    : i == 5                                        ? 8
                                                                                    : 4;
    localparam int unsigned AddrBits = i == 2 || i == 11 ? 64 : i == 4 ? 20 : i == 5 ? 40 : 32;
    localparam int unsigned LineBits = i == 2 || i == 11 ? 64 : i == 0 || i == 4 || i == 7 || i == 8 ? 128 : 512;
    localparam int unsigned Depth = i == 1 || i == 9              ? 32
                                    : i == 2 || i == 11           ? 2
                                    : i == 3 || i == 5 || i == 10 ? 16
                                    : i == 4                      ? 5
                                    : i == 6 || i == 12           ? 3
                                    : i == 7                      ? 17
                                                                  : 4;
    localparam int unsigned Lines = i == 8 ? 8 : i == 9 ? 16 : i == 10 ? 64 : 4;
    logic [Lanes * AddrBits - 1 : 0] addr;
    logic [AddrBits - 1 : 0] line_addr, fault_addr;
    logic [Lanes * Bytes * 8 - 1 : 0] data;
    assign line_req_addr_o[i * 64 +: 64] = 64'(line_addr);
    assign fault_addr_o[i * 64 +: 64] = 64'(fault_addr);
    assign rsp_data_o[i * 1024 +: 1024] = 1024'(data);
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign addr[l * AddrBits +: AddrBits] = req_addr_i[(16 * i + l) * 64 +: AddrBits];
    end
    if (i < 8) begin : gen_lanes
      lsu_load_lanes #(.Bytes(Bytes),
                       .Lanes(Lanes),
                       .AddrBits(AddrBits),
                       .LineBits(LineBits),
                       .NumRegions(2),
                       .Depth(Depth))
          u_load(.clk_i,
                 .rst_i,
                 .base_i({base_i[i * 128 + 64 +: AddrBits], base_i[i * 128 +: AddrBits]}),
                 .limit_i({limit_i[i * 128 + 64 +: AddrBits], limit_i[i * 128 +: AddrBits]}),
                 .flush_i(flush_i[i]),
                 .req_valid_i(req_valid_i[i]),
                 .req_ready_o(req_ready_o[i]),
                 .req_addr_i(addr),
                 .req_mask_i(req_mask_i[i * 16 +: Lanes]),
                 .rsp_valid_o(rsp_valid_o[i]),
                 .rsp_ready_i(rsp_ready_i[i]),
                 .rsp_data_o(data),
                 .line_req_valid_o(line_req_valid_o[i]),
                 .line_req_ready_i(line_req_ready_i[i]),
                 .line_req_addr_o(line_addr),
                 .line_rsp_valid_i(line_rsp_valid_i[i]),
                 .line_rsp_data_i(line_rsp_data_i[i * 512 +: LineBits]),
                 .fault_o(fault_o[i]),
                 .fault_addr_o(fault_addr),
                 .idle_o(idle_o[i]));
    end else begin : gen_cached
      logic unused_flush;
      assign unused_flush = flush_i[i];
      lsu_load_cached #(.Bytes(Bytes),
                        .Lanes(Lanes),
                        .AddrBits(AddrBits),
                        .LineBits(LineBits),
                        .NumRegions(2),
                        .Depth(Depth),
                        .Lines(Lines))
          u_load(.clk_i,
                 .rst_i,
                 .base_i({base_i[i * 128 + 64 +: AddrBits], base_i[i * 128 +: AddrBits]}),
                 .limit_i({limit_i[i * 128 + 64 +: AddrBits], limit_i[i * 128 +: AddrBits]}),
                 .keep_i(1'b1),
                 .req_valid_i(req_valid_i[i]),
                 .req_ready_o(req_ready_o[i]),
                 .req_addr_i(addr),
                 .req_mask_i(req_mask_i[i * 16 +: Lanes]),
                 .req_set_i(1'b0),
                 .rsp_valid_o(rsp_valid_o[i]),
                 .rsp_ready_i(rsp_ready_i[i]),
                 .rsp_data_o(data),
                 .line_req_valid_o(line_req_valid_o[i]),
                 .line_req_ready_i(line_req_ready_i[i]),
                 .line_req_addr_o(line_addr),
                 .line_rsp_valid_i(line_rsp_valid_i[i]),
                 .line_rsp_data_i(line_rsp_data_i[i * 512 +: LineBits]),
                 .fault_o(fault_o[i]),
                 .fault_addr_o(fault_addr),
                 .idle_o(idle_o[i]));
    end
  end
endmodule
