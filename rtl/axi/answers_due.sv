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
    output logic none_o,
    output logic busy_o             // it changes without anything coming
);
  logic [CountW-1:0] due_q;
  logic [1:0]        more_q, fewer_q;  // counted a cycle later: whether a request goes out is known late
  assign none_o = {due_q, more_q, fewer_q} == '0;  // the cycle after the last answer counts as one with an answer due
  assign busy_o = {more_q, fewer_q} != '0;
  always_ff @(posedge clk_i) begin
    more_q  <= 2'(read_i) + 2'(write_i) + 2'(write_i && write_reads_i);
    fewer_q <= 2'(r_taken_i) + 2'(b_taken_i);
    due_q   <= due_q + CountW'(more_q) - CountW'(fewer_q);
    if (rst_i) begin
      more_q <= '0;
      fewer_q <= '0;
      due_q <= '0;
    end
  end
endmodule
