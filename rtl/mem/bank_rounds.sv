// SPDX-License-Identifier: Apache-2.0
// The lanes of a packet at the banks of a memory: a bank serves as many lanes in a cycle as it has read ports, the lowest that wait
// for it, so a packet takes as many rounds as the bank that most of its lanes wait for, and one at least. Latency 2, initiation
// interval the number of rounds. Rounds are never held up.
// Registered: all outputs but in_ready_o, which is a function of registers.
module bank_rounds #(
    parameter int unsigned Width = 8,
    parameter int unsigned Banks = 4,  // a power of two, at least 2
    parameter int unsigned Reads = 1,  // of a bank in a cycle, or 2
    localparam int unsigned LaneW = $clog2(Banks)
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   in_valid_i,
    output logic                   in_ready_o,
    input  logic [      Banks-1:0] in_waits_i,    // lanes that are to be served
    input  logic [Banks*LaneW-1:0] in_banks_i,    // each lane's bank
    input  logic [      Width-1:0] in_data_i,
    output logic                   out_valid_o,
    output logic                   out_last_o,    // of the packet's rounds
    output logic [      Banks-1:0] out_served_o,  // lanes
    output logic [      Banks-1:0] out_second_o,  // lanes that the second port of their bank serves
    output logic [Reads*Banks-1:0] out_serves_o,  // first ports of banks, then second ones,
    output logic [Reads*Banks*LaneW-1:0] out_lanes_o,  // and for each of them the lane
    output logic [      Width-1:0] out_data_o
);
  logic valid_q, last;
  logic [Banks-1:0] waits_q, blocked, served, second;
  logic [Reads*Banks-1:0] serves;
  logic [Banks*Banks-1:0] behind, behind_q;  // bit i * Banks + j: lane i comes after lane j
  logic [Banks*LaneW-1:0] banks_q;
  logic [Reads*Banks*LaneW-1:0] lanes;
  logic [Width-1:0] data_q;

  if (Reads != 1 && Reads != 2) begin : gen_check
    $fatal(1, "bank_rounds: Reads is 1 or 2");
  end

  for (genvar i = 0; i < Banks; i++) begin : gen_lane
    logic [Banks-1:0] ahead;  // lanes that go first
    for (genvar j = 0; j < Banks; j++) begin : gen_other
      assign behind[i*Banks+j] = j < i && in_banks_i[i*LaneW+:LaneW] == in_banks_i[j*LaneW+:LaneW];
    end
    assign ahead = waits_q & behind_q[i*Banks+:Banks];
    if (Reads == 1) begin : gen_one
      assign blocked[i] = ahead != '0;
      assign second[i]  = 1'b0;
    end else begin : gen_two
      assign blocked[i] = (ahead & (ahead - Banks'(1))) != '0;  // more than one
      assign second[i]  = served[i] && ahead != '0;
    end
  end
  assign served = waits_q & ~blocked;
  assign last = (waits_q & blocked) == '0;
  assign in_ready_o = last;

  for (genvar b = 0; b < Reads * Banks; b++) begin : gen_bank
    localparam bit Second = b >= Banks;
    logic [Banks-1:0] here;
    for (genvar i = 0; i < Banks; i++) begin : gen_lane
      assign here[i] = served[i] && banks_q[i*LaneW+:LaneW] == LaneW'(b % Banks) && second[i] == Second;
    end
    assign serves[b] = here != '0;
    for (genvar k = 0; k < LaneW; k++) begin : gen_bit
      logic [Banks-1:0] with_bit;
      for (genvar i = 0; i < Banks; i++) begin : gen_lane
        assign with_bit[i] = here[i] && (i >> k) % 2 == 1;
      end
      assign lanes[b*LaneW+k] = with_bit != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (last) begin
      banks_q  <= in_banks_i;
      behind_q <= behind;
      data_q   <= in_data_i;
    end
    // No lane waits where there is no packet.
    valid_q <= last ? in_valid_i : 1'b1;
    waits_q <= last ? in_waits_i & {Banks{in_valid_i}} : waits_q & blocked;
    out_valid_o <= valid_q;
    if (rst_i) begin
      valid_q <= 1'b0;
      waits_q <= '0;
      out_valid_o <= 1'b0;
    end
    out_last_o <= last;
    out_served_o <= served;
    out_second_o <= second;
    out_serves_o <= serves;
    out_lanes_o <= lanes;
    out_data_o <= data_q;
  end
endmodule
