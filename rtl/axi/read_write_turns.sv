// SPDX-License-Identifier: Apache-2.0
// Reads and writes of the kernels take turns at the memory, in runs: a DRAM serves neighbours in one of its rows, and a write between
// them mostly opens another. A turn ends behind every Run-th read or write and where there is none, if the other kind waits; so a
// write waits for at most Run reads, and a read for Run writes.
// Combinational from the valids. One that has the turn keeps it until it is taken. A cycle without both begins anew (arbiter_rr).
module read_write_turns #(
    parameter int unsigned Run = 32
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic read_valid_i,
    input  logic write_valid_i,
    output logic read_turn_o,    // a read there is goes on
    output logic write_turn_o,
    input  logic read_taken_i,
    input  logic write_taken_i
);
  localparam int unsigned CountW = $clog2(Run);
  logic writes_first_q;
  // Counted on from one turn to the next, as in stream_merge: both end runs with the same lines.
  logic [CountW-1:0] reads_q, writes_q;
  assign read_turn_o  = !write_valid_i || !writes_first_q;
  assign write_turn_o = !read_valid_i || writes_first_q;

  always_ff @(posedge clk_i) begin
    if (read_taken_i) reads_q <= reads_q == CountW'(Run - 1) ? '0 : reads_q + 1'b1;
    if (write_taken_i) writes_q <= writes_q == CountW'(Run - 1) ? '0 : writes_q + 1'b1;
    if (read_valid_i && read_turn_o) writes_first_q <= read_taken_i && reads_q == CountW'(Run - 1);
    else writes_first_q <= !(write_taken_i && writes_q == CountW'(Run - 1));
    if (rst_i || !(read_valid_i || write_valid_i)) begin
      writes_first_q <= 1'b0;
      reads_q        <= '0;
      writes_q       <= '0;
    end
  end
endmodule
