// SPDX-License-Identifier: Apache-2.0
// The lanes of a packet at the lines that they lie in: each round is for the line of the lowest lane that still waits, and
// serves all lanes that lie in it, so a packet takes as many rounds as it has lines, and one at least. Lanes that need no
// line are served together in a round before these.
// IndexW: lines go to the rows of a cache, by their lowest bits. A packet that enters as the last round of the one before it
// begins was looked up before that round's line was in its row. Lanes that lie in that line need none of their own, which is
// known as the packet enters. If the line replaces that of lanes that found theirs, the packet waits for a cycle, and these
// lanes need lines. Without keep_i nothing is found in the rows.
// WayW: the lowest bits of a row are a way, of those where a line may lie. It is that of the lane's line where in_early_i is set, else
// the number of the line's lowest lane, which needs not come with the lane; out_rows_o has it.
// Latency 2, initiation interval the number of rounds. Registered: all outputs but in_ready_o and step_o, which are functions
// of registers and room_i.
module line_rounds #(
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned LineAddrW = 28,
    parameter int unsigned Width = 1,  // bits that travel with each of the packet's rounds
    parameter int unsigned IndexW = 0,  // 0: no cache
    parameter int unsigned WayW = 0,  // less than IndexW; with it, $clog2(Lanes), and Lanes is a power of two
    localparam int unsigned RowW = IndexW == 0 ? 1 : IndexW,
    localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic                       in_valid_i,
    output logic                       in_ready_o,
    input  logic                       in_flush_i,
    input  logic [          Lanes-1:0] in_ok_i,      // lanes that are to be served,
    input  logic [          Lanes-1:0] in_early_i,   // and lanes, none of these, that are served without a line;
    input  logic [          Lanes-1:0] in_leads_i,   // of all of them the lowest of each line
    input  logic [          Pairs-1:0] in_same_i,    // bit i * (i - 1) / 2 + j: lanes i and j < i lie in one line
    input  logic [Lanes*LineAddrW-1:0] in_lines_i,
    input  logic [          Width-1:0] in_payload_i,
    input  logic                       room_i,       // for a round
    input  logic                       keep_i,       // with IndexW; a constant of a launch
    output logic                       step_o,       // one begins
    output logic                       out_valid_o,
    output logic                       out_flush_o,  // of a packet's first round only
    output logic                       out_some_o,   // a line's lanes are served
    output logic                       out_last_o,   // of the packet's rounds
    output logic [          Lanes-1:0] out_served_o,
    output logic [      LineAddrW-1:0] out_line_o,
    output logic [     Lanes*RowW-1:0] out_rows_o,   // where each lane's line lies; 0 without a cache
    output logic [          Width-1:0] out_payload_o
);
  logic valid_q, flush_q, early_q, early, some, last, step;  // early: a round without a line comes first
  logic revises;  // lines of lanes are gone for that of the packet before
  logic [Lanes-1:0] found, gone;  // in a packet's first cycle here: lanes that lie in that line, and those that did not stay in the cache
  logic [Lanes-1:0] leads_gone;  // of gone
  logic [Lanes-1:0] ok_q, leads_q, early_lanes_q, lowest, rest, served, ok, leads, early_lanes;
  logic [Pairs-1:0] same_q;
  logic [Lanes*LineAddrW-1:0] lines_q, lines_in, lines_on;  // lines_on: as they are known in this cycle
  logic [LineAddrW-1:0] line;
  logic [Width-1:0] payload_q;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [Lanes-1:0] with_lane;  // the lanes that serve this one where they lead
    for (genvar j = 0; j < Lanes; j++) begin : gen_other
      if (j < i) begin : gen_pair
        assign with_lane[j] = same_q[i*(i-1)/2+j];
      end else begin : gen_self
        assign with_lane[j] = j == i;
      end
    end
    if (i == 0) begin : gen_first
      assign lowest[i] = leads_q[i];
    end else begin : gen_others
      assign lowest[i] = leads_q[i] && leads_q[i-1:0] == '0;
    end
    assign served[i] = early ? early_lanes[i] : ok_q[i] && (lowest & with_lane) != '0;
  end
  // Lanes of one line are found or gone together; none is found where early is 0.
  assign ok = (ok_q & ~found) | gone;
  assign early_lanes = (early_lanes_q & ~gone) | found;
  assign leads = leads_q & ~found;
  assign early = early_q || found != '0;
  assign rest = early ? leads : leads_q & ~lowest;
  assign some = !early && leads_q != '0;
  assign last = rest == '0;
  assign step = valid_q & room_i & ~revises;
  assign step_o = step;
  assign in_ready_o = !valid_q || (step && last);
  if (IndexW == 0) begin : gen_lines
    logic unused_keep;
    assign unused_keep = keep_i;
    assign {found, gone, revises, leads_gone} = '0;
    assign lines_in = in_lines_i;
    assign lines_on = lines_q;
    assign out_rows_o = '0;
  end else begin : gen_rows
    // Compared as the packet enters: what it may wait for is then known from few registers, as step_o and in_ready_o are late.
    logic put;  // a round for a line goes before what enters
    logic [Lanes-1:0] leads_all_q, found_q, gone_q;
    assign put = valid_q && some && keep_i;
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      logic row, above, way;  // are that line's
      assign row = in_lines_i[i*LineAddrW+WayW+:IndexW-WayW] == line[IndexW-1:WayW];
      assign above = in_lines_i[(i+1)*LineAddrW-1-:LineAddrW-IndexW] == line[LineAddrW-1:IndexW];
      always_ff @(posedge clk_i) begin
        found_q[i] <= in_ready_o && put && (in_ok_i[i] || in_early_i[i]) && row && above;
        gone_q[i]  <= in_ready_o && put && in_early_i[i] && row && way && !above;
        out_rows_o[i*RowW+:RowW] <= lines_on[i*LineAddrW+:RowW];
      end
      if (WayW == 0) begin : gen_row
        assign way = 1'b1;
        assign lines_in[i*LineAddrW+:LineAddrW] = in_lines_i[i*LineAddrW+:LineAddrW];
        assign lines_on[i*LineAddrW+:LineAddrW] = lines_q[i*LineAddrW+:LineAddrW];
      end else begin : gen_way
        logic [WayW-1:0] own, own_q, put_q;  // of the lane's line if it is asked for, of the line that was put
        assign way = in_lines_i[i*LineAddrW+:WayW] == line[WayW-1:0];
        always_comb begin
          own = WayW'(i);
          for (int unsigned j = i; j > 0; j--) if (in_leads_i[j-1] && in_same_i[i*(i-1)/2+j-1]) own = WayW'(j - 1);
        end
        always_ff @(posedge clk_i)
          if (in_ready_o) begin
            own_q <= own;
            put_q <= line[WayW-1:0];
          end
        assign lines_in[i*LineAddrW+WayW+:LineAddrW-WayW] = in_lines_i[i*LineAddrW+WayW+:LineAddrW-WayW];
        assign lines_in[i*LineAddrW+:WayW] = in_early_i[i] ? in_lines_i[i*LineAddrW+:WayW] : own;
        assign lines_on[i*LineAddrW+WayW+:LineAddrW-WayW] = lines_q[i*LineAddrW+WayW+:LineAddrW-WayW];
        assign lines_on[i*LineAddrW+:WayW] = found[i] ? put_q : gone[i] ? own_q : lines_q[i*LineAddrW+:WayW];
      end
    end
    assign {found, gone} = {found_q, gone_q};
    assign revises = gone_q != '0;
    assign leads_gone = leads_all_q & gone_q;
    always_ff @(posedge clk_i) if (in_ready_o) leads_all_q <= in_leads_i;
  end
  always_comb begin
    line = '0;
    for (int unsigned i = 0; i < Lanes; i++) line |= lines_q[i*LineAddrW+:LineAddrW] & {LineAddrW{lowest[i]}};
  end

  always_ff @(posedge clk_i) begin
    if (in_ready_o) begin
      valid_q <= in_valid_i;
      flush_q <= in_flush_i;
      ok_q <= in_ok_i;
      leads_q <= in_leads_i & in_ok_i;
      early_q <= in_early_i != '0;
      early_lanes_q <= in_early_i;
      same_q <= in_same_i;
      lines_q <= lines_in;
      payload_q <= in_payload_i;
    end else begin
      lines_q <= lines_on;
      ok_q <= ok;
      early_lanes_q <= early_lanes;
      if (step) begin
        flush_q <= 1'b0;
        early_q <= 1'b0;
        leads_q <= rest;
      end else begin
        early_q <= early && early_lanes != '0;
        leads_q <= leads | leads_gone;
      end
    end
    out_valid_o <= step;
    if (rst_i) begin
      valid_q <= 1'b0;
      out_valid_o <= 1'b0;
    end
    out_flush_o <= flush_q;
    out_some_o <= some;
    out_last_o <= last;
    out_served_o <= served;
    out_line_o <= line;
    out_payload_o <= payload_q;
  end
endmodule
