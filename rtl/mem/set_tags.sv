// SPDX-License-Identifier: Apache-2.0
// Which lines the sets of a cache hold: a way for each lane of a packet, all of whose lanes look in the same set, each in all ways. A line
// that is put is found by each packet that leaves in the same cycle or later, and what it replaces is not; nothing is found after
// a reset. A set holds no line twice, if none is put that is found in it. A line is put to the set of the packet that, a cycle before, had left last.
// Latency 3, initiation interval 1. Registered: out_* but out_hits_o and out_ways_o, which are functions of registers and put_*.
// in_ready_o is out_ready_i: all stages move together.
module set_tags #(
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned LineAddrW = 28,
    parameter int unsigned Sets = 64,  // a power of two, at least 2
    parameter int unsigned Width = 1,  // bits that travel with each packet
    localparam int unsigned SetW = $clog2(Sets),
    localparam int unsigned WayW = $clog2(Lanes)
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic                       put_i,
    input  logic [           SetW-1:0] put_set_i,
    input  logic [           WayW-1:0] put_way_i,
    input  logic [      LineAddrW-1:0] put_line_i,
    input  logic                       in_valid_i,
    output logic                       in_ready_o,
    input  logic [           SetW-1:0] in_set_i,
    input  logic [Lanes*LineAddrW-1:0] in_lines_i,
    input  logic [          Width-1:0] in_payload_i,
    output logic                       out_valid_o,
    input  logic                       out_ready_i,
    output logic [          Lanes-1:0] out_hits_o,
    output logic [     Lanes*WayW-1:0] out_ways_o,  // of lanes that hit, others 0
    output logic [           SetW-1:0] out_set_o,
    output logic [Lanes*LineAddrW-1:0] out_lines_o,
    output logic [          Width-1:0] out_payload_o
);
  logic valid_1q, valid_2q, valid_3q;
  logic [SetW-1:0] set_1q, set_2q, set_3q;
  logic [Lanes*LineAddrW-1:0] lines_1q, lines_2q, lines_3q;
  logic [Width-1:0] payload_1q, payload_2q, payload_3q;
  assign in_ready_o = out_ready_i;
  assign out_valid_o = valid_3q;
  assign out_set_o = set_3q;
  assign out_lines_o = lines_3q;
  assign out_payload_o = payload_3q;
  always_ff @(posedge clk_i) begin
    if (out_ready_i) begin
      valid_1q <= in_valid_i;
      valid_2q <= valid_1q;
      valid_3q <= valid_2q;
      set_1q <= in_set_i;
      set_2q <= set_1q;
      set_3q <= set_2q;
      lines_1q <= in_lines_i;
      lines_2q <= lines_1q;
      lines_3q <= lines_2q;
      payload_1q <= in_payload_i;
      payload_2q <= payload_1q;
      payload_3q <= payload_2q;
    end
    if (rst_i) begin
      valid_1q <= 1'b0;
      valid_2q <= 1'b0;
      valid_3q <= 1'b0;
    end
  end

  // Tags count of sets that were put to since the reset. The first line that is put to a set is written with ways that say that they
  // hold none: looked up a cycle before, as the writes are late.
  logic begins_q;
  logic [SetW-1:0] set_4q;
  logic [Sets-1:0] begun_q;
  always_ff @(posedge clk_i) begin
    if (out_ready_i) set_4q <= set_3q;
    begins_q <= !begun_q[set_4q] && !(put_i && put_set_i == set_4q);
    if (put_i) begun_q[put_set_i] <= 1'b1;
    if (rst_i) begun_q <= '0;
  end

  // A set's tags are read on the way into the first stage, and again while it stands still, go on into the second, and are compared on the
  // way into the third. What was put in the cycle before is not in them yet: of each stage it is known whether that was to its set.
  logic meets, meets_1, meets_2, meets_3, empty_1q, meets_1q, meets_2q;
  logic [SetW-1:0] read_set;
  logic [LineAddrW-1:0] put_line_q;
  logic [Lanes-1:0] way, way_q, put_1, put_2, put_3, same_2, same_3, same_2q;
  assign read_set = out_ready_i ? in_set_i : set_1q;
  assign meets    = put_i && put_set_i == in_set_i;
  assign meets_1  = put_i && put_set_i == set_1q;
  assign meets_2  = put_i && put_set_i == set_2q;
  assign meets_3  = put_i && put_set_i == set_3q;
  assign way      = Lanes'(1) << put_way_i;
  assign put_1    = way_q & {Lanes{out_ready_i ? meets_1q : meets_2q}};
  assign put_2    = way_q & {Lanes{meets_2q}};
  assign put_3    = way & {Lanes{out_ready_i ? meets_2 : meets_3}};
  for (genvar l = 0; l < Lanes; l++) begin : gen_same
    assign same_2[l]  = lines_2q[l*LineAddrW+:LineAddrW] == put_line_i;
    assign same_3[l]  = lines_3q[l*LineAddrW+:LineAddrW] == put_line_i;
    assign same_2q[l] = lines_2q[l*LineAddrW+:LineAddrW] == put_line_q;
  end
  always_ff @(posedge clk_i) begin
    meets_1q   <= out_ready_i ? meets : meets_1;
    meets_2q   <= out_ready_i ? meets_1 : meets_2;
    empty_1q   <= out_ready_i ? !begun_q[in_set_i] : empty_1q && !meets_1q;
    way_q      <= way;
    put_line_q <= put_line_i;
  end

  logic [Lanes*Lanes-1:0] holds;  // way after way, of each lane whether it holds its line
  for (genvar w = 0; w < Lanes; w++) begin : gen_way
    (* no_rw_check *)
    logic [LineAddrW:0] tags[0:Sets-1];  // what is read of a set as a line is put to it is not used
    logic [LineAddrW:0] word_1q, word_2q;
    logic [Lanes-1:0] found_2, holds_3q;
    always_ff @(posedge clk_i) begin
      if (put_i && (way[w] || begins_q)) tags[put_set_i] <= {way[w], put_line_i};
      word_1q <= tags[read_set];
      if (out_ready_i || put_1[w]) word_2q <= put_1[w] ? {1'b1, put_line_q} : {word_1q[LineAddrW] && !empty_1q, word_1q[LineAddrW-1:0]};
    end
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign found_2[l] = put_2[w] ? same_2q[l] : word_2q == {1'b1, lines_2q[l*LineAddrW+:LineAddrW]};
    end
    always_ff @(posedge clk_i) begin
      if (put_3[w]) holds_3q <= out_ready_i ? same_2 : same_3;
      else if (out_ready_i) holds_3q <= found_2;
    end
    assign holds[w*Lanes+:Lanes] = meets_3 && way[w] ? same_3 : holds_3q;
  end
  always_comb begin
    out_hits_o = '0;
    out_ways_o = '0;
    for (int unsigned w = 0; w < Lanes; w++) begin
      out_hits_o |= holds[w*Lanes+:Lanes];
      for (int unsigned l = 0; l < Lanes; l++) out_ways_o[l*WayW+:WayW] |= WayW'(w) & {WayW{holds[w*Lanes+l]}};
    end
  end
endmodule
