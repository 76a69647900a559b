// SPDX-License-Identifier: Apache-2.0
// Counts the answers that memory owes a kernel region: a read line, a response, or an atomic's both.
module answers_due #(
    parameter int unsigned CountW = 16  // what a region has in flight is far below
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic read_i,            // a read went out
    input  logic write_i,           // a write did
    input  logic write_reads_i,     // it is an atomic that returns the old value
    input  logic r_taken_i,         // the region took a line
    input  logic b_taken_i,         // it took a response
    output logic none_o
);
  logic [CountW-1:0] due_q;
  assign none_o = due_q == '0;
  always_ff @(posedge clk_i) begin
    due_q <= due_q + CountW'(read_i) + CountW'(write_i) + CountW'(write_i && write_reads_i) - CountW'(r_taken_i) - CountW'(b_taken_i);
    if (rst_i) due_q <= '0;
  end
endmodule
