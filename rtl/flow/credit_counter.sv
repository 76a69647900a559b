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

  logic [CountW-1:0] count_q;
  logic any_q;

  assign any_o = any_q;
  always_ff @(posedge clk_i) begin
    count_q <= count_q + CountW'(give_i) - CountW'(take_i);
    // Of the count now rather than of the next one: the adder is not part of the path.
    any_q <= give_i != '0 || (count_q != '0 && !(take_i && count_q == CountW'(1)));
    if (rst_i) begin
      count_q <= CountW'(Initial);
      any_q <= 1'b0;
    end
  end
endmodule
