// SPDX-License-Identifier: Apache-2.0
// Read requests of a copy: every line that holds a byte of a row, row by row, as bursts of at most BurstBeats lines.
//
// A burst stays within an aligned block of BurstBeats lines (so within 4 KiB). It is issued only when the beat buffer has
// room for all of it, so responses never wait. One burst a cycle, also for rows of one line. Registered: every output.
module dma_read_bursts #(
    parameter int unsigned LineBytes   = 64,
    parameter int unsigned BurstBeats  = 64,
    parameter int unsigned BufferBeats = 256,
    localparam int unsigned OffsetW    = $clog2(LineBytes),
    localparam int unsigned LineW      = 64 - OffsetW,
    localparam int unsigned BeatsW     = $clog2(BurstBeats) + 1
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    input  logic [63:0]       base_i,
    input  logic [63:0]       width_i,
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
  localparam int unsigned LineMax = LineBytes - 1;

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

  logic               valid_q;
  logic [LineW-1:0]   line_q;
  logic [LineW-1:0]   left_q;  // lines of the row not yet requested
  logic [CreditW-1:0] credits_q;
  logic [BeatsW-1:0]  to_block_end, beats;
  logic               is_last, issue;
  assign to_block_end = BeatsW'(BurstBeats) - BeatsW'(line_q[BlockW-1:0]);
  assign is_last      = left_q <= LineW'(to_block_end);
  assign beats        = is_last ? left_q[BeatsW-1:0] : to_block_end;
  assign issue        = valid_q && (!ar_valid_o || ar_ready_i) && credits_q >= CreditW'(beats);
  assign row_ready    = !valid_q || (issue && is_last);

  // Lines of a row: its first byte's offset plus its width, rounded up.
  function automatic logic [LineW-1:0] lines(input logic [OffsetW-1:0] offset, input logic [63:0] width);
    lines = LineW'((64'(offset) + width + 64'(LineMax)) >> OffsetW);
  endfunction

  always_ff @(posedge clk_i) begin
    if (!ar_valid_o || ar_ready_i) ar_valid_o <= issue;
    if (issue) begin
      ar_line_o  <= line_q;
      ar_beats_o <= beats;
      line_q     <= line_q + LineW'(beats);
      left_q     <= left_q - LineW'(beats);
    end
    if (row_ready) begin
      valid_q <= row_valid;
      if (row_valid) begin
        line_q <= row_addr[63:OffsetW];
        left_q <= lines(row_addr[OffsetW-1:0], width_i);
      end
    end
    if (issue || credit_i) credits_q <= credits_q - (issue ? CreditW'(beats) : '0) + CreditW'(credit_i);
    if (rst_i) begin
      ar_valid_o <= 1'b0;
      valid_q    <= 1'b0;
      credits_q  <= CreditW'(BufferBeats);
    end
  end
endmodule
