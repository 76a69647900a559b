// SPDX-License-Identifier: Apache-2.0
// Whether all of several stream_slices offer a token, told by one register: a gate of many inputs before a decision that goes to
// many places becomes part of the cycle before it. Registered: all_o.
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
  always_ff @(posedge clk_i) all_o <= !rst_i && (take_i ? &next_valid_i : &(next_valid_i | valid_i));
endmodule
