// SPDX-License-Identifier: Apache-2.0
// loop_pace before a stream_merge, as the generator places them: input 0 is the loop's back edge, the other two lead into the loop and
// pass while the module says so. Nothing is lost, repeated or reordered, and what is offered to the loop stays until it is taken. A
// token enters no sooner than the distance in force says that was three quarters of the mean of the last Window, and none in the first:
// but for one offered after Patience cycles in which no token passed the header. It is let in behind that distance, and no later than a
// cycle behind those.
module loop_pace_formal #(
    parameter int unsigned Window = 2,
    parameter int unsigned DistanceW = 3,
    parameter int unsigned Patience = 3,
    parameter int unsigned Run = 1
) (
    input logic       clk_i,
    input logic [2:0] offer_i,
    input logic       out_ready_i
);
  localparam int unsigned W = 3;
  localparam int unsigned Width = W + 2;
  localparam int unsigned WindowW = $clog2(Window);
  localparam int unsigned ElapsedW = WindowW + DistanceW;

  logic rst = 1'b1;
  logic open, offers, enters, passes, out_valid, was_waiting;
  logic [2:0] source_valid, merge_valid, merge_ready, taken, waiting;
  logic [3*Width-1:0] in_data;
  logic [Width-1:0] out_data, was_data;
  logic [W-1:0] number[3];
  logic [1:0] port;

  // As RegionBuilder::gate (hls/rtlgen/region.cpp).
  assign source_valid = offer_i | waiting;  // the environment keeps the handshake rules
  assign merge_valid = source_valid & {{2{open}}, 1'b1};
  assign taken = source_valid & merge_ready & {{2{open}}, 1'b1};
  assign offers = source_valid[2:1] != '0;
  assign enters = taken[2:1] != '0;
  assign passes = taken != '0;
  assign port = out_data[Width-1:W];

  loop_pace #(
      .Window   (Window),
      .DistanceW(DistanceW),
      .Patience (Patience)
  ) u_dut (
      .clk_i,
      .rst_i   (rst),
      .offers_i(offers),
      .enters_i(enters),
      .passes_i(passes),
      .open_o  (open)
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

  // What is inside, for induction.
  (* hierconn *)
  wire [WindowW-1:0] \u_dut.count_q ;
  (* hierconn *)
  wire [ElapsedW-1:0] \u_dut.elapsed_q ;
  (* hierconn *)
  wire [DistanceW-1:0] \u_dut.distance_q ;
  (* hierconn *)
  wire [DistanceW-1:0] \u_dut.after_q ;
  (* hierconn *)
  wire [DistanceW-1:0] \u_dut.left_q ;
  (* hierconn *)
  wire [$clog2(Patience + 1)-1:0] \u_dut.u_idle.wait_q ;
  (* hierconn *)
  wire \u_dut.u_idle.idle_o ;
  (* hierconn *)
  wire [2:0] \u_merge.gen_merge.first_q ;

  logic first, counts;  // no Window is full yet; cycles are counted
  logic [WindowW-1:0] entered;  // in this Window
  int unsigned elapsed, mean, distance, was_distance, asked;  // asked: by the last that entered
  int unsigned since, still;  // cycles since the last entered, and without one that passes, as far as they count
  logic excused;  // a token that has been offered since nobody passed

  assign mean = elapsed / Window;
  assign counts = entered != '0 || distance != 0;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_data <= out_data;
    was_distance <= rst ? 0 : distance;
    still <= rst || passes ? 0 : still < Patience ? still + 1 : Patience;
    excused <= !rst && (still == Patience || (excused && offers && !enters));
    if (rst) begin
      first <= 1'b1;
      entered <= '0;
      elapsed <= 0;
      distance <= 0;
      asked <= 0;
      since <= (1 << DistanceW) - 1;
    end else begin
      since <= enters ? 1 : since < (1 << DistanceW) - 1 ? since + 1 : since;
      if (enters) begin
        asked <= was_distance;
        entered <= entered + 1'b1;
      end
      if (enters && entered == WindowW'(Window - 1)) begin
        first <= 1'b0;
        distance <= mean / 2 + mean / 4;
      end
      elapsed <= !counts || (enters && entered == WindowW'(Window - 1)) ? 0 : elapsed < (1 << ElapsedW) - 1 ? elapsed + 1 : elapsed;

      one : assert ((taken & (taken - 3'd1)) == '0);
      goes_in : assert ((taken != '0) == (out_valid && out_ready_i));
      source : assert (!out_valid || (port < 3 && merge_valid[port] && (!out_ready_i || taken[port])));
      order : assert (!out_valid || out_data[W-1:0] == number[port]);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      apart : assert (!enters || since >= asked || excused);
      bounded : assert (open || (since < asked && still <= Patience && !excused));
      none_at_first : assert (!first || distance == 0);
      not_for_ever : assert (asked <= 3 * ((1 << DistanceW) - 1) / 4);

      state_open : assert (open == (since >= asked || excused));
      state_window : assert (\u_dut.count_q == entered && 32'(\u_dut.elapsed_q ) == elapsed && 32'(\u_dut.distance_q ) == distance);
      state_distance : assert (elapsed < 1 << ElapsedW && distance <= 3 * ((1 << DistanceW) - 1) / 4);
      state_after : assert (was_distance <= 3 * ((1 << DistanceW) - 1) / 4 && 32'(\u_dut.after_q ) == (was_distance == 0 ? 0 : was_distance - 1));
      state_left : assert (since < 1 << DistanceW && 32'(\u_dut.left_q ) == (since >= asked ? 0 : asked - since));
      state_idle : assert (still <= Patience && 32'(\u_dut.u_idle.wait_q ) == still && \u_dut.u_idle.idle_o == (still == Patience));
      state_held : assert (!was_waiting || (was_data[Width-1:W] < 3 && waiting[was_data[Width-1:W]]));
      if (Run == 1) state_first : assert (\u_merge.gen_merge.first_q == (was_waiting ? (3'd1 << was_data[Width-1:W]) & 3'd6 : 3'd0));
    end
  end
endmodule
