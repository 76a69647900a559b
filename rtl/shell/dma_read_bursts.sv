// SPDX-License-Identifier: Apache-2.0
// Read requests of a copy: every line that holds a byte of a row, row by row, as bursts of at most BurstBeats lines.
//
// A burst stays within an aligned block of BurstBeats lines (so within 4 KiB). It is issued only when the beat buffer has
// room for all of it, so responses never wait. One burst a cycle, also for rows of one line; two cycles from a row to its
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

  logic        row_valid, row_ready;
  logic [63:0] row_addr;
  dma_row_walker #(
      .AddrW(64)
  ) u_rows (
      .clk_i,
      .rst_i,
      .start_i,
      .base_i,
      .rows_i,
      .slices_i,
      .row_pitch_i,
      .slice_pitch_i,
      .valid_o(row_valid),
      .ready_i(row_ready),
      .addr_o (row_addr)
  );

  // ---- The row in progress: its next burst, to the end of the block or of the row.
  logic              valid_q, is_last, cut, burst_ready;
  logic [LineW-1:0]  line_q;
  logic [MoreW-1:0]  more_q, block_rest;  // lines of the row, and of the block, after the next one
  logic [BlockW-1:0] to_block_end, burst_more;  // lines after the next one
  assign to_block_end = ~line_q[BlockW-1:0];
  assign block_rest   = MoreW'(to_block_end);
  assign is_last      = more_q <= block_rest;
  assign burst_more   = is_last ? more_q[BlockW-1:0] : to_block_end;
  assign cut          = valid_q && burst_ready;  // its burst is taken
  assign row_ready    = !valid_q || (cut && is_last);

  always_ff @(posedge clk_i) begin
    if (cut) begin
      // What follows begins a block; after the row's last burst nothing does.
      line_q <= {line_q[LineW-1:BlockW] + 1'b1, BlockW'(0)};
      more_q <= more_q + ~block_rest;
    end
    if (row_ready) begin
      valid_q <= row_valid;
      if (row_valid) begin
        line_q <= row_addr[63:OffsetW];
        more_q <= MoreW'(((WidthW + 1)'(last_i) + (WidthW + 1)'(row_addr[OffsetW-1:0])) >> OffsetW);
      end
    end
    if (rst_i) valid_q <= 1'b0;
  end

  // ---- Bursts wait for room in the buffer.
  logic               burst_valid, issue;
  logic [LineW-1:0]   burst_line;
  logic [BeatsW-1:0]  beats;
  logic [CreditW-1:0] credits_q;
  stream_slice #(
      .Width(LineW + BeatsW)
  ) u_bursts (
      .clk_i,
      .rst_i,
      .in_valid_i (valid_q),
      .in_ready_o (burst_ready),
      .in_data_i  ({line_q, BeatsW'(burst_more) + 1'b1}),
      .out_valid_o(burst_valid),
      .out_ready_i(issue),
      .out_data_o ({burst_line, beats})
  );
  assign issue = burst_valid && (!ar_valid_o || ar_ready_i) && credits_q >= CreditW'(beats);

  always_ff @(posedge clk_i) begin
    if (!ar_valid_o || ar_ready_i) ar_valid_o <= issue;
    if (issue) begin
      ar_line_o  <= burst_line;
      ar_beats_o <= beats;
    end
    if (issue || credit_i) credits_q <= credits_q - (issue ? CreditW'(beats) : '0) + CreditW'(credit_i);
    if (rst_i) begin
      ar_valid_o <= 1'b0;
      credits_q  <= CreditW'(BufferBeats);
    end
  end
endmodule
