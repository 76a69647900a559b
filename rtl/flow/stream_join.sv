// SPDX-License-Identifier: Apache-2.0
// Whether all of several stream_slices offer a token: a gate of many inputs before a decision that goes to many places becomes part
// of the cycle before it. It is made for both cases, that the tokens at the outputs are taken and that they are not, as that is known
// late: all_o is a function of three registers.
module stream_join #(
    parameter int unsigned NumInputs = 2
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic [NumInputs-1:0] next_valid_i,  // a token comes to the slice, or waits in it behind the one at its output
    input  logic [NumInputs-1:0] valid_i,       // at the slice's output
    input  logic                 take_i,        // all are taken; only while all_o
    output logic                 all_o          // valid_i is all ones
);
  logic taken_q, all_if_taken_q, all_if_kept_q;
  assign all_o = taken_q ? all_if_taken_q : all_if_kept_q;
  always_ff @(posedge clk_i) begin
    taken_q <= take_i;
    all_if_taken_q <= !rst_i && (next_valid_i == '1);
    all_if_kept_q <= !rst_i && ((next_valid_i | valid_i) == '1);
  end
endmodule
