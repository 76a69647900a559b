// SPDX-License-Identifier: Apache-2.0
// set_tags with two lanes and two sets: packets come out in order, and each lane hits in the ways that hold its line, with the line that is
// put in the cycle in which it leaves and without what that replaces; after a reset nothing does. Lines are put to the set of the packet that, a
// cycle before, had left last.
module set_tags_formal (
    input logic       clk_i,
    input logic       may_put_i,
    input logic       put_way_i,
    input logic [1:0] put_line_i,
    input logic       valid_i,
    input logic       set_i,
    input logic [3:0] lines_i,
    input logic       payload_i,
    input logic       ready_i
);
  logic rst = 1'b1;
  logic put, put_set, left_q, may_q, last_q, last_2q;  // whether any has left, its set, and the same of the cycle before
  assign put     = may_put_i & may_q;
  assign put_set = last_2q;
  logic in_ready, valid, set, payload;
  logic [1:0] hits, ways;
  logic [3:0] lines;
  set_tags #(
      .Lanes    (2),
      .LineAddrW(2),
      .Sets     (2),
      .Width    (1)
  ) u_dut (
      .clk_i,
      .rst_i        (rst),
      .put_i        (put),
      .put_set_i    (put_set),
      .put_way_i,
      .put_line_i,
      .in_valid_i   (valid_i),
      .in_ready_o   (in_ready),
      .in_set_i     (set_i),
      .in_lines_i   (lines_i),
      .in_payload_i (payload_i),
      .out_valid_o  (valid),
      .out_ready_i  (ready_i),
      .out_hits_o   (hits),
      .out_ways_o   (ways),
      .out_set_o    (set),
      .out_lines_o  (lines),
      .out_payload_o(payload)
  );

  // What is under way: valid, set, lines, payload of each stage, the last one on top. What the ways hold, two to a set, with this cycle's put.
  logic [20:0] stages_q;
  logic [ 3:0] held_q, held;
  logic [ 7:0] tags_q, tags;
  logic [ 1:0] place, hits_now, ways_now;
  assign place = {put_set, put_way_i};
  always_comb begin
    held = held_q;
    tags = tags_q;
    if (put) begin
      held[place]      = 1'b1;
      tags[2*place+:2] = put_line_i;
    end
    hits_now = '0;
    ways_now = '0;
    for (int l = 0; l < 2; l++) begin
      for (int w = 0; w < 2; w++) begin
        if (held[{stages_q[19], 1'(w)}] && tags[2*{stages_q[19], 1'(w)}+:2] == stages_q[15+2*l+:2]) begin
          hits_now[l] = 1'b1;
          ways_now[l] = ways_now[l] | 1'(w);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    rst    <= 1'b0;
    held_q <= rst ? '0 : held;
    tags_q <= tags;
    if (ready_i) stages_q <= {stages_q[13:0], valid_i, set_i, lines_i, payload_i};
    if (rst) stages_q <= '0;
    if (ready_i) last_q <= stages_q[19];
    last_2q <= last_q;
    left_q  <= !rst && (left_q || (valid && ready_i));
    may_q   <= !rst && left_q;
    if (!rst) begin
      moves : assert (in_ready == ready_i);
      order : assert (valid == stages_q[20] && (!valid || {set, lines, payload} == stages_q[19:14]));
      found : assert (!valid || hits == hits_now);
      where : assert (!valid || ways == ways_now);
    end
  end
endmodule
