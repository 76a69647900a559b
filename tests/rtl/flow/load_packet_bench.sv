// SPDX-License-Identifier: Apache-2.0
// lsu_load_packet of several shapes side by side, each with a line port of its own, for load_packet_test.cpp.
// Ports have room for the widest: 64 address bits, 64 lanes, lines of 512 bits, two regions for each unit.
module load_packet_bench
    #(localparam int unsigned N = 14)
    (input logic clk_i,
     input logic rst_i,
     input logic [N * 128 - 1 : 0] base_i,
     input logic [N * 128 - 1 : 0] limit_i,
     input logic [N - 1 : 0] flush_i,
     input logic [N - 1 : 0] req_valid_i,
     output logic [N - 1 : 0] req_ready_o,
     input logic [N * 64 - 1 : 0] req_addr_i,
     input logic [N * 64 - 1 : 0] req_mask_i,
     output logic [N - 1 : 0] rsp_valid_o,
     input logic [N - 1 : 0] rsp_ready_i,
     output logic [N * 512 - 1 : 0] rsp_data_o,
     output logic [N - 1 : 0] line_req_valid_o,
     input logic [N - 1 : 0] line_req_ready_i,
     output logic [N * 64 - 1 : 0] line_req_addr_o,
     input logic [N - 1 : 0] line_rsp_valid_i,
     input logic [N * 512 - 1 : 0] line_rsp_data_i,
     output logic [N - 1 : 0] fault_o,
     output logic [N * 64 - 1 : 0] fault_addr_o,
     output logic [N - 1 : 0] idle_o);
  for (genvar i = 0; i < N; i++) begin : gen_unit
    localparam int unsigned Bytes = i == 2 || i == 7 || i == 9 || i == 13 ? 1 : i == 3 ? 8 : i == 4 || i == 12 ? 2 : 4;
    localparam int unsigned Lanes = i == 1 || i == 7 || i == 12    ? 16
                                    : i == 2 || i == 10 || i == 13 ? 2
                                    : i == 3 || i == 5 || i == 8   ? 8
                                                                   : 4;
    localparam int unsigned AddrBits = i == 2 ? 64 : i == 4 ? 20 : i == 5 || i == 9 || i == 12 ? 40 : 32;
    localparam int unsigned LineBits = i == 2                                                       ? 64
                                       : i == 11                                                    ? 256
                                       : i == 0 || i == 4 || i == 7 || i == 9 || i == 10 || i == 13 ? 128
                                                                                                    : 512;
    localparam int unsigned Depth = i == 1               ? 32
                                    : i == 2             ? 2
                                    : i == 3             ? 8
                                    : i == 4             ? 5
                                    : i == 5             ? 16
                                    : i == 7             ? 17
                                    : i == 11 || i == 12 ? 16
                                    : i == 13            ? 2
                                                         : 4;
    localparam int unsigned Taps = i == 8 || i == 11 ? 7 : i == 9 ? 37 : i == 10 || i == 12 ? 5 : i == 13 ? 577 : 1;
    localparam bit Halved = i > 10;
    localparam int unsigned PortBits = Halved ? LineBits / 2 : LineBits;
    localparam int unsigned Elements = Lanes + $clog2(Taps + 1) - 1;
    logic [AddrBits - 1 : 0] line_addr, fault_addr;
    logic [Elements * Bytes * 8 - 1 : 0] data;
    assign line_req_addr_o[i * 64 +: 64] = 64'(line_addr);
    assign fault_addr_o[i * 64 +: 64] = 64'(fault_addr);
    assign rsp_data_o[i * 512 +: 512] = 512'(data);
    lsu_load_packet #(.Bytes(Bytes),
                      .Lanes(Lanes),
                      .AddrBits(AddrBits),
                      .LineBits(LineBits),
                      .NumRegions(2),
                      .Depth(Depth),
                      .Aligned(i == 3 || i == 6),
                      .Taps(Taps),
                      .Halved(Halved))
        u_load(.clk_i,
               .rst_i,
               .base_i({base_i[i * 128 + 64 +: AddrBits], base_i[i * 128 +: AddrBits]}),
               .limit_i({limit_i[i * 128 + 64 +: AddrBits], limit_i[i * 128 +: AddrBits]}),
               .flush_i(flush_i[i]),
               .req_valid_i(req_valid_i[i]),
               .req_ready_o(req_ready_o[i]),
               .req_addr_i(req_addr_i[i * 64 +: AddrBits]),
               .req_mask_i(req_mask_i[i * 64 +: Lanes]),
               .rsp_valid_o(rsp_valid_o[i]),
               .rsp_ready_i(rsp_ready_i[i]),
               .rsp_data_o(data),
               .line_req_valid_o(line_req_valid_o[i]),
               .line_req_ready_i(line_req_ready_i[i]),
               .line_req_addr_o(line_addr),
               .line_rsp_valid_i(line_rsp_valid_i[i]),
               .line_rsp_data_i(line_rsp_data_i[i * 512 +: PortBits]),
               .fault_o(fault_o[i]),
               .fault_addr_o(fault_addr),
               .idle_o(idle_o[i]));
  end
endmodule
