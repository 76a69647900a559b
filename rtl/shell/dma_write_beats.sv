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
// One step a cycle across rows and bursts. `step_*` is combinational from registers; `step_ready_i` enables registers.
module dma_write_beats #(
    parameter int unsigned LineBytes  = 64,
    parameter int unsigned BurstBeats = 64,
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
    input  logic [63:0]        width_i,
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
  localparam int unsigned BlockW  = $clog2(BurstBeats);
  localparam int unsigned LineMax = LineBytes - 1;

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
  logic               next_valid_q, next_ready;
  logic [LineW-1:0]   next_line_q;
  logic [LineW-1:0]   next_dst_beats_q, next_src_beats_q;
  logic [OffsetW-1:0] next_low_q, next_high_q, next_rotate_q;
  logic               next_absorb_q;  // d < s
  logic [OffsetW-1:0] dst_offset;
  assign dst_offset = dst_addr[OffsetW-1:0];
  // Lines that hold a byte of a row, from the offset in its first line.
  function automatic logic [LineW-1:0] lines(input logic [OffsetW-1:0] offset, input logic [63:0] width);
    lines = LineW'((64'(offset) + width + 64'(LineMax)) >> OffsetW);
  endfunction
  assign row_ready  = !next_valid_q || next_ready;

  always_ff @(posedge clk_i) begin
    if (row_ready) begin
      next_valid_q <= row_valid;
      if (row_valid) begin
        next_line_q      <= dst_addr[63:OffsetW];
        next_dst_beats_q <= lines(dst_offset, width_i);
        next_src_beats_q <= no_source_i ? '0 : lines(src_offset, width_i);
        next_low_q       <= dst_offset;
        next_high_q      <= dst_offset + width_i[OffsetW-1:0] - 1'b1;
        next_rotate_q    <= no_source_i ? '0 : dst_offset - src_offset;
        next_absorb_q    <= !no_source_i && dst_offset < src_offset;
      end
    end
    if (rst_i) next_valid_q <= 1'b0;
  end

  // ---- The row in progress.
  logic               valid_q, absorb_q, row_first_q, single_q;
  logic [LineW-1:0]   line_q;
  logic [LineW-1:0]   dst_left_q, src_left_q;
  logic [OffsetW-1:0] low_q, high_q, rotate_q;
  logic [BeatsW-1:0]  burst_left_q;  // beats of the current burst still to come; 0: the next beat starts one
  logic [BeatsW-1:0]  to_block_end, beats;
  logic               row_last, step;

  assign to_block_end  = BeatsW'(BurstBeats) - BeatsW'(line_q[BlockW-1:0]);
  assign beats         = dst_left_q <= LineW'(to_block_end) ? dst_left_q[BeatsW-1:0] : to_block_end;
  assign row_last      = dst_left_q == LineW'(1) && !absorb_q;
  assign step          = valid_q && step_ready_i;
  assign next_ready    = !valid_q || (step && row_last);
  assign busy_o        = row_valid || next_valid_q || valid_q;

  assign step_valid_o  = valid_q;
  assign step_take_o   = src_left_q != '0;
  assign step_emit_o   = !absorb_q;
  assign step_rotate_o = rotate_q;
  assign step_split_o  = single_q ? '0 : rotate_q;
  assign step_low_o    = row_first_q ? low_q : '0;
  assign step_high_o   = row_last ? high_q : '1;
  assign step_line_o   = line_q;
  assign step_first_o  = !absorb_q && burst_left_q == '0;
  assign step_beats_o  = beats;
  assign step_last_o   = !absorb_q && (burst_left_q == '0 ? beats == BeatsW'(1) : burst_left_q == BeatsW'(1));

  always_ff @(posedge clk_i) begin
    if (step) begin
      absorb_q <= 1'b0;
      if (step_take_o) src_left_q <= src_left_q - 1'b1;
      if (!absorb_q) begin
        row_first_q  <= 1'b0;
        line_q       <= line_q + 1'b1;
        dst_left_q   <= dst_left_q - 1'b1;
        burst_left_q <= (burst_left_q == '0 ? beats : burst_left_q) - 1'b1;
      end
    end
    if (next_ready) begin
      valid_q <= next_valid_q;
      if (next_valid_q) begin
        row_first_q <= 1'b1;
        line_q      <= next_line_q;
        dst_left_q  <= next_dst_beats_q;
        src_left_q  <= next_src_beats_q;
        low_q       <= next_low_q;
        high_q      <= next_high_q;
        rotate_q    <= next_rotate_q;
        single_q    <= next_src_beats_q == LineW'(1) && next_dst_beats_q == LineW'(1);
        absorb_q    <= next_absorb_q && next_src_beats_q != LineW'(1);
      end
    end
    if (rst_i) begin
      valid_q      <= 1'b0;
      burst_left_q <= '0;
    end
  end
endmodule
