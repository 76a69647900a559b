// SPDX-License-Identifier: Apache-2.0
// A count of credits (free entries, acknowledgements not yet used), Initial after reset and at most Max. give_i adds as many as
// it says, take_i takes one (only while any_o). Latency 1. Registered: any_o, low during reset.
module credit_counter #(
    parameter int unsigned Max = 4,
    parameter int unsigned Initial = 0,
    parameter int unsigned GiveW = 1
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [GiveW-1:0] give_i,
    input  logic             take_i,
    output logic             any_o
);
  localparam int unsigned CountW = $clog2(Max + 1) > GiveW ? $clog2(Max + 1) : GiveW;

  logic [CountW-1:0] count_q, count;
  logic [GiveW-1:0] given_q;
  logic any_q, taken_q;  // given and taken are counted a cycle later: they are known late, and no part of the adder's path

  assign any_o = any_q;
  assign count = count_q + CountW'(given_q) - CountW'(taken_q);
  always_ff @(posedge clk_i) begin
    count_q <= count;
    given_q <= give_i;
    taken_q <= take_i;
    any_q <= give_i != '0 || (count != '0 && !(take_i && count == CountW'(1)));
    if (rst_i) begin
      given_q <= '0;
      taken_q <= 1'b0;
      count_q <= CountW'(Initial);
      any_q <= 1'b0;
    end
  end
endmodule
