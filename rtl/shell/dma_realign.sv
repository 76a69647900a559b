// SPDX-License-Identifier: Apache-2.0
// Data path of a copy: rotates source beats into their destination lanes and merges neighbours (see dma_write_beats).
//
// Four stages after the buffer's output, which is a block RAM's, and a FIFO: latency 5 from an accepted step to `out_valid_o`, one
// step a cycle. A step enters with a place in the FIFO for what it emits, so no stage waits. A step of a pattern command takes its line from the pattern
// instead (byte at address A: pattern[A mod 128]), which is written line by line. Beats for lines beyond device memory have no
// strobes. Registered: outputs, but `step_ready_o` and
// `pop_o` depend on `step_take_i`.
module dma_realign #(
    parameter int unsigned LineBytes    = 64,
    parameter int unsigned BurstBeats   = 64,
    parameter int unsigned PatternBytes = 128,
    parameter int unsigned MemLineW     = 28,  // bits of a line in device memory
    localparam int unsigned OffsetW     = $clog2(LineBytes),
    localparam int unsigned LineW       = 64 - OffsetW,
    localparam int unsigned BeatsW      = $clog2(BurstBeats) + 1,
    localparam int unsigned PatternLines = PatternBytes / LineBytes,
    localparam int unsigned PatternLineW = PatternLines > 1 ? $clog2(PatternLines) : 1
) (
    input  logic                      clk_i,
    input  logic                      rst_i,
    input  logic                      use_pattern_i,
    input  logic                      to_mem_i,
    input  logic                      pattern_write_i,
    input  logic [PatternLineW-1:0]   pattern_line_i,
    input  logic [LineBytes*8-1:0]    pattern_data_i,
    // Source beats.
    input  logic                      available_i,
    output logic                      pop_o,
    input  logic [LineBytes*8-1:0]    beat_i,        // the beat popped last
    // Steps.
    input  logic                      step_valid_i,
    output logic                      step_ready_o,
    input  logic                      step_take_i,
    input  logic                      step_emit_i,
    input  logic [OffsetW-1:0]        step_rotate_i,
    input  logic [OffsetW-1:0]        step_split_i,
    input  logic [OffsetW-1:0]        step_low_i,
    input  logic [OffsetW-1:0]        step_high_i,
    input  logic [LineW-1:0]          step_line_i,
    input  logic                      step_first_i,
    input  logic [BeatsW-1:0]         step_beats_i,
    input  logic                      step_last_i,
    // Destination beats.
    output logic                      busy_o,
    output logic                      out_valid_o,
    input  logic                      out_ready_i,
    output logic [LineW-1:0]          out_line_o,
    output logic                      out_first_o,
    output logic [BeatsW-1:0]         out_beats_o,
    output logic                      out_last_o,
    output logic [LineBytes*8-1:0]    out_data_o,
    output logic [LineBytes-1:0]      out_strb_o,
    output logic                      out_beyond_o   // of device memory
);
  localparam int unsigned Bits       = LineBytes * 8;
  localparam int unsigned MetaW      = 4 * OffsetW + BeatsW + 4;

  localparam int unsigned Places     = 8;  // 6 for full rate

  logic room, enter, valid4_q;
  assign step_ready_o = room && (!step_take_i || available_i);
  assign enter        = step_valid_i && step_ready_o;
  assign pop_o        = enter && step_take_i;

  // ---- Stage 1: the beat is at the buffer's output. Stage 2: in a register. Stage 3: rotated. Stage 4: merged.
  logic             valid1_q, valid2_q, valid3_q;
  logic [MetaW-1:0] meta1_q, meta2_q, meta3_q;
  logic [LineW-1:0] line1_q, line2_q, line3_q;
  logic [Bits-1:0]  beat2_q, pattern2_q, newest_q, before_q;
  assign busy_o = valid1_q || valid2_q || valid3_q || valid4_q || out_valid_o;

  logic               take2, emit2, first2, last2, take3, emit3, first3, last3;
  logic [OffsetW-1:0] rotate2, split2, low2, high2, rotate3, split3, low3, high3;
  logic [BeatsW-1:0]  beats2, beats3;
  assign {take2, emit2, first2, last2, rotate2, split2, low2, high2, beats2} = meta2_q;
  assign {take3, emit3, first3, last3, rotate3, split3, low3, high3, beats3} = meta3_q;
  logic unused_meta;  // each stage looks at its part
  assign unused_meta = ^{emit2, first2, last2, split2, low2, high2, beats2, rotate3};

  logic [Bits-1:0] pattern[0:PatternLines-1];
  logic [PatternLineW-1:0] pattern_line1;
  assign pattern_line1 = PatternLines > 1 ? line1_q[PatternLineW-1:0] : '0;
  always_ff @(posedge clk_i) if (pattern_write_i) pattern[pattern_line_i] <= pattern_data_i;

  // A rotation by bytes, to the left: a multiplexer a bit of the distance.
  function automatic logic [Bits-1:0] rotated(input logic [Bits-1:0] line, input logic [OffsetW-1:0] bytes);
    rotated = line;
    for (int b = 0; b < OffsetW; b++)
      if (bytes[b]) rotated = (rotated << (8 << b)) | (rotated >> (Bits - (8 << b)));
  endfunction

  logic [LineW-1:0]     line4_q;
  logic                 first4_q, last4_q, beyond3_q, beyond4_q;
  logic [BeatsW-1:0]    beats4_q;
  logic [Bits-1:0]      data4_q;
  logic [LineBytes-1:0] strb4_q, from_newest;
  assign from_newest = {LineBytes{1'b1}} << split3;  // lanes

  always_ff @(posedge clk_i) begin
    valid1_q <= enter;
    valid2_q <= valid1_q;
    valid3_q <= valid2_q;
    valid4_q <= valid3_q && emit3;
    if (step_valid_i) begin
      meta1_q  <= {step_take_i, step_emit_i, step_first_i, step_last_i, step_rotate_i, step_split_i, step_low_i, step_high_i,
                   step_beats_i};
      line1_q  <= step_line_i;
    end
    if (valid1_q) begin
      meta2_q    <= meta1_q;
      line2_q    <= line1_q;
      beat2_q    <= beat_i;
      pattern2_q <= pattern[pattern_line1];
    end
    if (valid2_q) begin
      meta3_q <= meta2_q;
      line3_q <= line2_q;
      beyond3_q <= to_mem_i && line2_q[LineW-1:MemLineW] != '0;
      if (use_pattern_i) newest_q <= pattern2_q;
      else if (take2) newest_q <= rotated(beat2_q, rotate2);
    end
    if (valid3_q) begin
      if (take3) before_q <= newest_q;
      for (int b = 0; b < LineBytes; b++) data4_q[b*8+:8] <= from_newest[b] ? newest_q[b*8+:8] : before_q[b*8+:8];
      strb4_q  <= beyond3_q ? '0 : ({LineBytes{1'b1}} << low3) & ({LineBytes{1'b1}} >> ~high3);
      beyond4_q <= beyond3_q;
      line4_q  <= line3_q;
      first4_q <= first3;
      beats4_q <= beats3;
      last4_q  <= last3;
    end
    if (rst_i) begin
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
    end
  end

  // The readies of memory, host and executor end here.
  credit_fifo #(
      .Width(LineW + BeatsW + 3 + Bits + LineBytes),
      .Depth(Places)
  ) u_out (
      .clk_i,
      .rst_i,
      .credit_o (room),
      .reserve_i(enter && step_emit_i),
      .push_i   (valid4_q),
      .data_i   ({line4_q, first4_q, beats4_q, last4_q, data4_q, strb4_q, beyond4_q}),
      .release_i(1'b0),
      .valid_o  (out_valid_o),
      .ready_i  (out_ready_i),
      .data_o   ({out_line_o, out_first_o, out_beats_o, out_last_o, out_data_o, out_strb_o, out_beyond_o})
  );
endmodule
