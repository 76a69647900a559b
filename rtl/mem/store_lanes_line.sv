// SPDX-License-Identifier: Apache-2.0
// From the lanes of a round to their line request: each place of the line takes the highest lane that writes it.
// Latency 2, initiation interval 1; a round goes on when advance_i is set. Registered: all outputs.
module store_lanes_line #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned ElemAddrW = AddrBits - $clog2(Bytes)
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic                       advance_i,
    input  logic [          Lanes-1:0] lanes_i,      // that are written: none of them, no request
    input  logic [          LaneW-1:0] lead_i,       // whose line it is
    input  logic [Lanes*ElemAddrW-1:0] addr_i,       // in elements
    input  logic [  Lanes*Bytes*8-1:0] data_i,
    output logic [      ElemAddrW-1:0] lead_addr_o,  // after a cycle
    output logic                       valid_o,
    output logic [       AddrBits-1:0] addr_o,
    output logic [       LineBits-1:0] data_o,
    output logic [     LineBits/8-1:0] strb_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned Elements = LineBits / ElemBits;
  localparam int unsigned PlaceW = $clog2(Elements);
  localparam int unsigned LineShift = $clog2(LineBits / 8);

  logic valid_q;
  logic [ElemAddrW-1:0] lead_addr;
  logic [Elements*Lanes-1:0] here_q;  // each place's lanes
  logic [Lanes*ElemBits-1:0] data_q;
  logic [AddrBits-LineShift-1:0] line_q;

  lane_select #(
      .Width(ElemAddrW),
      .Lanes(Lanes)
  ) u_lead (
      .line_i  (addr_i),
      .lane_i  (lead_i),
      .zero_i  (1'b0),
      .result_o(lead_addr)
  );
  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      valid_q <= lanes_i != '0;
      lead_addr_o <= lead_addr;
      data_q <= data_i;
      valid_o <= valid_q;
      line_q <= lead_addr_o[ElemAddrW-1-:AddrBits-LineShift];
    end
    if (rst_i) begin
      valid_q <= 1'b0;
      valid_o <= 1'b0;
    end
  end
  assign addr_o = {line_q, LineShift'(0)};

  for (genvar e = 0; e < Elements; e++) begin : gen_place
    logic [Lanes-1:0] here;
    logic [LaneW-1:0] highest;
    logic [ElemBits-1:0] element;
    logic written_q;
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      if (Elements == 1) begin : gen_only
        assign here[l] = lanes_i[l];
      end else begin : gen_one
        assign here[l] = lanes_i[l] && addr_i[l*ElemAddrW+:PlaceW] == PlaceW'(e);
      end
    end
    always_comb begin
      highest = '0;
      for (int unsigned l = 0; l < Lanes; l++) if (here_q[e*Lanes+l]) highest = LaneW'(l);
    end
    lane_select #(
        .Width(ElemBits),
        .Lanes(Lanes)
    ) u_element (
        .line_i  (data_q),
        .lane_i  (highest),
        .zero_i  (1'b0),
        .result_o(element)
    );
    always_ff @(posedge clk_i) begin
      if (advance_i) begin
        here_q[e*Lanes+:Lanes] <= here;
        written_q <= here_q[e*Lanes+:Lanes] != '0;
        data_o[e*ElemBits+:ElemBits] <= element;
      end
    end
    assign strb_o[e*Bytes+:Bytes] = {Bytes{written_q}};
  end
endmodule
