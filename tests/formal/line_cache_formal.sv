// SPDX-License-Identifier: Apache-2.0
// line_cache of two lines: each unit gets memory's line for each of its requests, in their order, whatever the others ask for and however
// long memory takes; no more lines are in flight than it has room for.
module line_cache_formal #(
    parameter int unsigned NumSites = 3
) (
    input logic                  clk_i,
    input logic [  NumSites-1:0] offer_i,
    input logic [3*NumSites-1:0] line_i,
    input logic                  ready_i,
    input logic                  answer_i
);
  localparam int unsigned Depth = 2;
  localparam int unsigned Most = 4;  // requests of a unit under way

  logic rst = 1'b1;
  logic [NumSites-1:0] valid, ready, answered, waiting, unasked, wrong;
  logic [4*NumSites-1:0] addresses;
  logic [16*NumSites-1:0] data;
  logic line_valid, line_ready, line_answered;
  logic [3:0] line_address;
  (* anyconst *)
  logic [7:0] memory;  // a bit of each line, of which the line consists

  (* anyconst *)
  logic keep;

  line_cache #(
      .NumSites(NumSites),
      .NumPorts(2),
      .AddrBits(4),
      .LineBits(16),
      .Depth   (Depth),
      .Lines   (2)
  ) u_dut (
      .clk_i,
      .rst_i           (rst),
      .keep_i          (keep),
      .site_req_valid_i(valid),
      .site_req_ready_o(ready),
      .site_req_addr_i (addresses),
      .site_rsp_valid_o(answered),
      .site_rsp_data_o (data),
      .line_req_valid_o(line_valid),
      .line_req_ready_i(line_ready),
      .line_req_addr_o (line_address),
      .line_rsp_valid_i(line_answered),
      .line_rsp_data_i ({16{memory[asked[2:0]]}})
  );

  // Memory: lines that it owes, the oldest lowest.
  logic [3*Depth-1:0] asked;
  logic [1:0] owed, ripe;  // ripe: those for long enough
  logic sent, sent_q;
  assign line_ready = ready_i;
  assign sent = line_valid && line_ready;
  assign line_answered = !rst && ripe != '0 && answer_i;
  always_ff @(posedge clk_i) begin
    if (line_answered) asked <= asked >> 3;
    if (sent) asked[3*(owed-2'(line_answered))+:3] <= line_address[3:1];
    owed   <= rst ? '0 : owed + 2'(sent) - 2'(line_answered);
    sent_q <= sent && !rst;
    ripe   <= rst ? '0 : ripe + 2'(sent_q) - 2'(line_answered);
    if (!rst) begin
      room : assert (owed <= 2'(Depth) && !(sent && owed == 2'(Depth) && !line_answered));
      whole : assert (!line_valid || !line_address[0]);
    end
  end

  for (genvar s = 0; s < NumSites; s++) begin : gen_site
    logic [3*Most-1:0] pending;  // lines, the oldest lowest
    logic [2:0] count;
    logic [2:0] held;
    logic taken;
    assign valid[s] = !rst && (waiting[s] || (offer_i[s] && count < 3'(Most)));
    assign addresses[4*s+:4] = {waiting[s] ? held : line_i[3*s+:3], 1'b0};
    assign taken = valid[s] && ready[s];
    always_ff @(posedge clk_i) begin
      waiting[s] <= valid[s] && !taken && !rst;
      held <= addresses[4*s+1+:3];
      if (answered[s]) pending <= pending >> 3;
      if (taken) pending[3*(count-3'(answered[s]))+:3] <= addresses[4*s+1+:3];
      count <= rst ? '0 : count + 3'(taken) - 3'(answered[s]);
    end
    assign unasked[s] = answered[s] && count == '0;
    assign wrong[s] = answered[s] && data[16*s+:16] != {16{memory[pending[2:0]]}};
  end
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (!rst) begin
      asked_for : assert (unasked == '0);
      its_line : assert (wrong == '0);
    end
  end
endmodule
