// SPDX-License-Identifier: Apache-2.0
// Reads and writes of the kernels take turns at the memory, in runs: a DRAM serves neighbours in one of its rows, and a write between
// them mostly opens another. A turn ends behind every Run-th read or write and where there is none, if the other kind waits; so a
// write waits for at most Run reads, and a read for Run writes.
// While Backlog lines or more are at memory, a write waits for up to Patience cycles for reads that are late: memory has work until then,
// and the write would stand between neighbours. Backlog has to be more than memory has while it serves a line a cycle.
// Combinational from the valids. One that has the turn keeps it until it is taken. A cycle without both begins anew (arbiter_rr).
module read_write_turns #(
    parameter int unsigned Run = 32,
    parameter int unsigned Backlog = 0,  // 0: what memory has is not known, and no write waits
    parameter int unsigned Patience = 4
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic read_valid_i,
    input  logic write_valid_i,
    output logic read_turn_o,    // a read there is goes on
    output logic write_turn_o,
    input  logic read_taken_i,
    input  logic write_taken_i,
    // At memory:
    input  logic read_accepted_i,
    input  logic write_accepted_i,
    input  logic read_answered_i,
    input  logic write_answered_i
);
  localparam int unsigned CountW = $clog2(Run);
  logic writes_first_q, waits;
  // Counted on from one turn to the next, as in stream_merge: both end runs with the same lines.
  logic [CountW-1:0] reads_q, writes_q;
  assign read_turn_o  = !write_valid_i || !writes_first_q;
  assign write_turn_o = writes_first_q || (!read_valid_i && !waits);

  always_ff @(posedge clk_i) begin
    if (read_taken_i) reads_q <= reads_q == CountW'(Run - 1) ? '0 : reads_q + 1'b1;
    if (write_taken_i) writes_q <= writes_q == CountW'(Run - 1) ? '0 : writes_q + 1'b1;
    if (read_valid_i && read_turn_o) writes_first_q <= read_taken_i && reads_q == CountW'(Run - 1);
    else if (write_valid_i && write_turn_o) writes_first_q <= !(write_taken_i && writes_q == CountW'(Run - 1));
    if (rst_i || !(read_valid_i || write_valid_i)) begin
      writes_first_q <= 1'b0;
      reads_q        <= '0;
      writes_q       <= '0;
    end
  end

  if (Backlog != 0) begin : gen_backlog
    localparam int unsigned LinesW = 16;  // as in answers_due
    localparam int unsigned WaitedW = $clog2(Patience + 1);
    logic [LinesW-1:0] over_q;  // lines at memory beyond Backlog, less than zero where there are fewer
    logic [WaitedW-1:0] waited_q, waited;
    logic waits_q, anew, patient, less;
    logic [1:0] more, fewer;  // lines
    logic [4:0] reaches;  // whether there are Backlog or more with 2 and 1 fewer, as many, 1 and 2 more
    assign waits = waits_q;
    assign more = 2'(read_accepted_i) + 2'(write_accepted_i);
    assign fewer = 2'(read_answered_i) + 2'(write_answered_i);
    // The sign, and what is beside zero: without an adder.
    assign less    = over_q[LinesW-1];
    assign reaches = {
      !less || over_q[LinesW-2:1] == '1,
      !less || over_q[LinesW-2:0] == '1,
      !less,
      !less && over_q[LinesW-2:0] != '0,
      !less && over_q[LinesW-2:1] != '0
    };
    assign anew = read_taken_i || write_taken_i || !(read_valid_i || write_valid_i);
    assign waited = waited_q + WaitedW'(write_valid_i && !read_valid_i && !write_turn_o);
    assign patient = anew || waited != WaitedW'(Patience);
    // Known a cycle ahead: it is part of what chooses a line of data for memory. What memory takes and answers is late.
    always_ff @(posedge clk_i) begin
      over_q   <= rst_i ? -(LinesW'(Backlog)) : over_q + LinesW'(more) - LinesW'(fewer);
      waited_q <= rst_i || anew ? '0 : waited;
      waits_q  <= reaches[3'd2+3'(more)-3'(fewer)] && patient && !rst_i;
    end
  end else begin : gen_unknown
    logic unused_memory;
    assign unused_memory = ^{read_accepted_i, write_accepted_i, read_answered_i, write_answered_i};
    assign waits = 1'b0;
  end
endmodule
