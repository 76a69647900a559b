// SPDX-License-Identifier: Apache-2.0
// loop_gate before a stream_merge, as the generator places them: input 0 is the loop's back edge, the other two lead into the loop and
// pass while the module says so. Nothing is lost, repeated or reordered, and what is offered to the loop stays until it is taken. While
// tokens pass the header, no group begins to enter with more than two tokens above Limit inside, and it closes between two groups only.
module loop_gate_formal #(
    parameter int unsigned Limit = 2,
    parameter int unsigned GroupSize = 1,
    parameter int unsigned Patience = 3,
    parameter int unsigned Run = 1
) (
    input logic       clk_i,
    input logic [2:0] offer_i,
    input logic       out_ready_i,
    input logic       leave_i
);
  localparam int unsigned W = 3;
  localparam int unsigned Width = W + 2;
  localparam int unsigned CountW = 4;

  logic rst = 1'b1;
  logic open, offers, enters, passes, leaves, out_valid, was_waiting, was_idle, was_open, was_between;
  logic [2:0] source_valid, merge_valid, merge_ready, taken, waiting;
  logic [3*Width-1:0] in_data;
  logic [Width-1:0] out_data, was_data;
  logic [W-1:0] number[3];
  logic [1:0] port;
  int unsigned inside, of_group, still;

  // As RegionBuilder::gate (hls/rtlgen/region.cpp).
  assign source_valid = offer_i | waiting;  // the environment keeps the handshake rules
  assign merge_valid = source_valid & {{2{open}}, 1'b1};
  assign taken = source_valid & merge_ready & {{2{open}}, 1'b1};
  assign offers = source_valid[2:1] != '0;
  assign enters = taken[2:1] != '0;
  assign passes = taken != '0;
  assign leaves = leave_i && inside != 0;
  assign port = out_data[Width-1:W];

  loop_gate #(
      .Limit   (Limit),
      .CountW  (CountW),
      .NumExits(1),
      .Patience(Patience)
  ) u_dut (
      .clk_i,
      .rst_i       (rst),
      .group_size_i(CountW'(GroupSize)),
      .offers_i    (offers),
      .enters_i    (enters),
      .passes_i    (passes),
      .leaves_i    (leaves),
      .open_o      (open)
  );
  stream_merge #(
      .Width    (Width),
      .NumInputs(3),
      .Run      (Run)
  ) u_merge (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i (merge_valid),
      .in_ready_o (merge_ready),
      .in_data_i  (in_data),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_input
    assign in_data[i*Width+:Width] = {2'(i), number[i]};
    always_ff @(posedge clk_i) begin
      number[i]  <= rst ? '0 : number[i] + W'(taken[i]);
      waiting[i] <= !rst && source_valid[i] && !taken[i];
    end
  end

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_data <= out_data;
    was_open <= !rst && open;
    was_between <= rst || (enters ? of_group == GroupSize - 1 : of_group == 0);
    was_idle <= !rst && (was_idle || still >= Patience);
    still <= rst || passes ? 0 : still + 1;
    inside <= rst ? 0 : inside + 32'(enters) - 32'(leaves);
    if (rst) of_group <= 0;
    else if (enters) of_group <= of_group == GroupSize - 1 ? 0 : of_group + 1;
    if (!rst) begin
      one : assert ((taken & (taken - 3'd1)) == '0);
      goes_in : assert ((taken != '0) == (out_valid && out_ready_i));
      source : assert (!out_valid || (port < 3 && merge_valid[port] && (!out_ready_i || taken[port])));
      order : assert (!out_valid || out_data[W-1:0] == number[port]);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      full : assert (was_idle || !enters || of_group != 0 || inside < Limit + 2);
      whole_groups : assert (open || !was_open || was_between);
      bounded : assert (open || still <= Patience);
    end
  end
endmodule
