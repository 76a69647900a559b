// SPDX-License-Identifier: Apache-2.0
// Sequences a copy on its destination side: one step a cycle, each of which may take a source beat and may emit a
// destination beat. Both streams are whole aligned lines; a row's ends are cut by strobes.
//
// With s and d the row's offsets in its first source and destination line, a source beat rotated left by (d - s) mod
// LineBytes has every byte in its destination lane. A destination beat takes lanes below that distance from the beat
// before and the rest from the newest (dma_realign). If d < s the first destination beat already needs two source beats:
// the row begins with a step that emits nothing. A row ends with a step without source beat where its last bytes lie in
// the beat before. Rows within one line on both sides take one step.
//
// One step a cycle across rows and bursts, three cycles from `start_i` to the first. `step_*` is combinational from registers;
// `step_ready_i` enables those of the row in progress and of the next one; the rows behind them are cut off by a slice.
module dma_write_beats #(
    parameter int unsigned LineBytes  = 64,
    parameter int unsigned BurstBeats = 64,
    parameter int unsigned WidthW     = 33,
    localparam int unsigned OffsetW   = $clog2(LineBytes),
    localparam int unsigned LineW     = 64 - OffsetW,
    localparam int unsigned BeatsW    = $clog2(BurstBeats) + 1
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               start_i,
    input  logic               no_source_i,     // pattern: no source beats
    input  logic [OffsetW-1:0] src_base_i,
    input  logic [63:0]        dst_base_i,
    input  logic [WidthW-1:0]  last_i,          // a row's last byte, counted from its first
    input  logic [31:0]        rows_i,
    input  logic [31:0]        slices_i,
    input  logic [OffsetW-1:0] src_row_pitch_i,
    input  logic [OffsetW-1:0] src_slice_pitch_i,
    input  logic [63:0]        dst_row_pitch_i,
    input  logic [63:0]        dst_slice_pitch_i,
    output logic               busy_o,
    output logic               step_valid_o,
    input  logic               step_ready_i,
    output logic               step_take_o,     // takes a source beat
    output logic               step_emit_o,     // emits a destination beat
    output logic [OffsetW-1:0] step_rotate_o,   // bytes to the left
    output logic [OffsetW-1:0] step_split_o,    // lanes from here on come from the newest beat
    output logic [OffsetW-1:0] step_low_o,      // first lane written
    output logic [OffsetW-1:0] step_high_o,     // last lane written
    output logic [LineW-1:0]   step_line_o,
    output logic               step_first_o,    // first beat of a burst
    output logic [BeatsW-1:0]  step_beats_o,    // beats of the burst (with step_first_o)
    output logic               step_last_o      // last beat of a burst
);
  localparam int unsigned BlockW = $clog2(BurstBeats);
  localparam int unsigned MoreW  = WidthW + 1 - OffsetW;  // of lines of a row after the first

  // ---- Rows: full destination address, offset of the source.
  logic row_valid, row_ready;
  logic unused_src_row_valid;  // in step with row_valid
  logic [63:0]        dst_addr;
  logic [OffsetW-1:0] src_offset;
  dma_row_walker #(
      .AddrW(64)
  ) u_dst_rows (
      .clk_i,
      .rst_i,
      .start_i,
      .none_i       (1'b0),
      .base_i       (dst_base_i),
      .rows_i,
      .slices_i,
      .row_pitch_i  (dst_row_pitch_i),
      .slice_pitch_i(dst_slice_pitch_i),
      .valid_o      (row_valid),
      .ready_i      (row_ready),
      .addr_o       (dst_addr)
  );
  dma_row_walker #(
      .AddrW(OffsetW)
  ) u_src_rows (
      .clk_i,
      .rst_i,
      .start_i,
      .none_i       (1'b0),
      .base_i       (src_base_i),
      .rows_i,
      .slices_i,
      .row_pitch_i  (src_row_pitch_i),
      .slice_pitch_i(src_slice_pitch_i),
      .valid_o      (unused_src_row_valid),
      .ready_i      (row_ready),
      .addr_o       (src_offset)
  );

  // ---- The next row, prepared.
  logic               next_valid, next_ready, next_absorb;  // absorb: d < s
  logic [LineW-1:0]   next_line;
  logic [MoreW-1:0]   next_dst_more, next_src_more;
  logic [OffsetW-1:0] dst_offset, row_high, row_rotate, next_low, next_high, next_rotate;
  // Lines that hold a byte of a row, after the first, from the offset in that.
  function automatic logic [MoreW-1:0] more_lines(input logic [OffsetW-1:0] offset, input logic [WidthW-1:0] last);
    more_lines = MoreW'(((WidthW + 1)'(last) + (WidthW + 1)'(offset)) >> OffsetW);
  endfunction
  assign dst_offset = dst_addr[OffsetW-1:0];
  assign row_high   = dst_offset + last_i[OffsetW-1:0];
  assign row_rotate = no_source_i ? '0 : dst_offset - src_offset;
  stream_slice #(
      .Width(LineW + 2 * MoreW + 3 * OffsetW + 1),
      .LoadIdle(1'b1)
  ) u_next (
      .clk_i,
      .rst_i,
      .in_valid_i (row_valid),
      .in_ready_o (row_ready),
      .in_data_i  ({dst_addr[63:OffsetW], more_lines(dst_offset, last_i), more_lines(src_offset, last_i), dst_offset, row_high,
                    row_rotate, !no_source_i && dst_offset < src_offset}),
      .out_valid_o(next_valid),
      .out_ready_i(next_ready),
      .out_data_o ({next_line, next_dst_more, next_src_more, next_low, next_high, next_rotate, next_absorb})
  );

  // ---- The row in progress. What ends it, or a burst, is known a cycle ahead.
  logic               valid_q, absorb_q, row_first_q, single_q, take_q, last_q, begins_q;
  logic               fits_q;  // the row ends in the block in which its next burst begins
  logic [LineW-1:0]   line_q;
  logic [MoreW-1:0]   dst_more_q, src_more_q;  // beats after the next one
  logic [MoreW-1:0]   dst_less;                // one beat later
  logic [BlockW:0]    next_last_line;          // of the next row, if no longer than a block; bit BlockW: beyond the first block
  logic [OffsetW-1:0] low_q, high_q, rotate_q;
  logic [BlockW-1:0]  burst_more_q;  // beats of the burst after the next one; not of its first beat
  logic [BlockW-1:0]  to_block_end, more;
  logic               row_last_q;  // this beat is the row's last
  logic               step, next_src_one, next_dst_one, next_absorbs;

  assign to_block_end  = ~line_q[BlockW-1:0];
  assign more          = fits_q ? dst_more_q[BlockW-1:0] : to_block_end;
  assign dst_less      = dst_more_q - 1'b1;
  assign step          = valid_q && step_ready_i;
  assign next_ready    = !valid_q || (step_ready_i && row_last_q);
  assign busy_o        = row_valid || next_valid || valid_q;

  assign step_valid_o  = valid_q;
  assign step_take_o   = take_q;
  assign step_emit_o   = !absorb_q;
  assign step_rotate_o = rotate_q;
  assign step_split_o  = single_q ? '0 : rotate_q;
  assign step_low_o    = row_first_q ? low_q : '0;
  assign step_high_o   = row_last_q ? high_q : '1;
  assign step_line_o   = line_q;
  assign step_first_o  = !absorb_q && begins_q;
  assign step_beats_o  = BeatsW'(more) + 1'b1;
  assign step_last_o   = !absorb_q && (begins_q ? more == '0 : burst_more_q == '0);

  assign next_absorbs  = next_absorb && !next_src_one;
  assign next_src_one  = next_src_more == '0;
  assign next_last_line = {1'b0, next_line[BlockW-1:0]} + {1'b0, next_dst_more[BlockW-1:0]};
  assign next_dst_one  = next_dst_more == '0;
  always_ff @(posedge clk_i) begin
    if (step) begin
      absorb_q   <= 1'b0;
      row_last_q <= absorb_q ? last_q : dst_more_q == MoreW'(1);
      if (take_q) begin
        src_more_q <= src_more_q - 1'b1;
        take_q     <= src_more_q != '0;
      end
      if (!absorb_q) begin
        row_first_q  <= 1'b0;
        line_q       <= line_q + 1'b1;
        dst_more_q   <= dst_less;
        fits_q       <= dst_less[MoreW-1:BlockW] == '0;  // of a burst that begins with a block
        last_q       <= dst_more_q == MoreW'(1);
        begins_q     <= step_last_o;
        burst_more_q <= (begins_q ? more : burst_more_q) - 1'b1;
      end
    end
    if (next_ready) begin
      valid_q <= next_valid;
      if (next_valid) begin
        row_first_q <= 1'b1;
        line_q      <= next_line;
        dst_more_q  <= next_dst_more;
        fits_q      <= next_dst_more[MoreW-1:BlockW] == '0 && !next_last_line[BlockW];
        src_more_q  <= next_src_more;
        take_q      <= !no_source_i;
        last_q      <= next_dst_one;
        low_q       <= next_low;
        high_q      <= next_high;
        rotate_q    <= next_rotate;
        single_q    <= next_src_one && next_dst_one;
        absorb_q    <= next_absorbs;
        row_last_q  <= next_dst_one && !next_absorbs;
      end
    end
    if (rst_i) begin
      valid_q  <= 1'b0;
      begins_q <= 1'b1;
    end
  end
endmodule
