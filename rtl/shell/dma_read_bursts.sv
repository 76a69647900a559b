// SPDX-License-Identifier: Apache-2.0
// Read requests of a copy: every line that holds a byte of a row, row by row, as bursts of at most BurstBeats lines.
//
// A burst stays within an aligned block of BurstBeats lines (so within 4 KiB). It is issued only when the beat buffer has
// room for a whole block, so responses never wait. One burst a cycle, also for rows of one line; three cycles from a row to its
// first request. Registered: every output.
module dma_read_bursts #(
    parameter int unsigned LineBytes   = 64,
    parameter int unsigned BurstBeats  = 64,
    parameter int unsigned BufferBeats = 256,
    parameter int unsigned WidthW      = 33,
    localparam int unsigned OffsetW    = $clog2(LineBytes),
    localparam int unsigned LineW      = 64 - OffsetW,
    localparam int unsigned BeatsW     = $clog2(BurstBeats) + 1
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    input  logic              none_i,        // with start_i: nothing is read
    input  logic [63:0]       base_i,
    input  logic [WidthW-1:0] last_i,        // a row's last byte, counted from its first
    input  logic [31:0]       rows_i,
    input  logic [31:0]       slices_i,
    input  logic [63:0]       row_pitch_i,
    input  logic [63:0]       slice_pitch_i,
    input  logic              credit_i,      // a beat left the buffer
    output logic              ar_valid_o,
    input  logic              ar_ready_i,
    output logic [LineW-1:0]  ar_line_o,
    output logic [BeatsW-1:0] ar_beats_o
);
  localparam int unsigned BlockW  = $clog2(BurstBeats);
  localparam int unsigned CreditW = $clog2(BufferBeats) + 1;
  localparam int unsigned MoreW   = WidthW + 1 - OffsetW;  // of lines of a row after the first

  if (BufferBeats < 2 * BurstBeats) begin : gen_check
    $fatal(1, "dma_read_bursts: a burst waits for room for a whole block, so BufferBeats must be at least twice BurstBeats");
  end

  logic        row_valid, row_ready;
  logic [63:0] row_addr;
  dma_row_walker #(
      .AddrW(64)
  ) u_rows (
      .clk_i,
      .rst_i,
      .start_i,
      .none_i,
      .base_i,
      .rows_i,
      .slices_i,
      .row_pitch_i,
      .slice_pitch_i,
      .valid_o(row_valid),
      .ready_i(row_ready),
      .addr_o (row_addr)
  );

  // ---- The next row, counted in lines.
  logic              next_valid, next_ready;
  logic [LineW-1:0]  next_line;
  logic [MoreW-1:0]  row_more, next_more;  // lines of the row after the first
  logic [BlockW:0]   next_last_line;  // of a row no longer than a block; bit BlockW: beyond the first block
  assign row_more    = MoreW'(((WidthW + 1)'(last_i) + (WidthW + 1)'(row_addr[OffsetW-1:0])) >> OffsetW);
  assign next_last_line = {1'b0, next_line[BlockW-1:0]} + {1'b0, next_more[BlockW-1:0]};
  stream_slice #(
      .Width(LineW + MoreW),
      .LoadIdle(1'b1)
  ) u_next (
      .clk_i,
      .rst_i,
      .in_valid_i (row_valid),
      .in_ready_o (row_ready),
      .in_data_i  ({row_addr[63:OffsetW], row_more}),
      .out_valid_o(next_valid),
      .out_ready_i(next_ready),
      .out_data_o ({next_line, next_more})
  );

  // ---- The row in progress: its next burst, to the end of the block or of the row. Which of them is known a cycle ahead.
  logic               valid_q, last_q, cut, ar_room, ar_loads;
  logic               can_cut_q;  // there is room for a whole block, and for a request: one register, as what follows is late
  logic               cut_q;   // a burst was taken in the last cycle, of so many beats
  logic [BeatsW-1:0]  cut_beats_q;
  logic [LineW-1:0]   line_q;
  logic [MoreW-1:0]   more_q, rest;  // lines of the row after the next one, and after the burst's last
  logic [BlockW-1:0]  burst_more;    // lines of the burst after the next one
  logic [BeatsW-1:0]  beats;
  logic [CreditW-1:0] credits_q, credits;
  logic               credit_q;  // when the beat leaves is known late in a cycle
  assign rest       = more_q + {{MoreW - BlockW{1'b1}}, line_q[BlockW-1:0]};  // of one that ends with its block
  assign burst_more = last_q ? more_q[BlockW-1:0] : ~line_q[BlockW-1:0];
  assign beats      = BeatsW'(burst_more) + 1'b1;
  assign cut        = valid_q && can_cut_q;  // the burst is taken
  assign next_ready = !valid_q || (can_cut_q && last_q);
  assign ar_loads   = !ar_valid_o || ar_ready_i;  // the slice's output register does
  assign credits    = credits_q - (cut_q ? CreditW'(cut_beats_q) : '0) + CreditW'(credit_q);

  always_ff @(posedge clk_i) begin
    if (cut) begin
      // What follows begins a block; after the row's last burst nothing does.
      line_q <= {line_q[LineW-1:BlockW] + 1'b1, BlockW'(0)};
      more_q <= rest;
      last_q <= rest[MoreW-1:BlockW] == '0;
    end
    if (next_ready) begin
      valid_q <= next_valid;
      if (next_valid) begin
        line_q <= next_line;
        more_q <= next_more;
        last_q <= next_more[MoreW-1:BlockW] == '0 && !next_last_line[BlockW];
      end
    end
    credits_q <= credits;
    credit_q  <= credit_i && !rst_i;
    cut_q     <= cut && !rst_i;
    cut_beats_q <= beats;
    // The burst of this cycle counts as a whole block: its beats are known too late.
    can_cut_q <= (cut ? credits >= CreditW'(2 * BurstBeats) : credits >= CreditW'(BurstBeats)) && (ar_loads || (ar_room && !cut));
    if (rst_i) begin
      valid_q   <= 1'b0;
      can_cut_q <= 1'b0;
      credits_q <= CreditW'(BufferBeats);
    end
  end
  stream_slice #(
      .Width(LineW + BeatsW),
      .LoadIdle(1'b1)
  ) u_ar (
      .clk_i,
      .rst_i,
      .in_valid_i (cut),
      .in_ready_o (ar_room),
      .in_data_i  ({line_q, beats}),
      .out_valid_o(ar_valid_o),
      .out_ready_i(ar_ready_i),
      .out_data_o ({ar_line_o, ar_beats_o})
  );
endmodule
