// SPDX-License-Identifier: Apache-2.0
// Moves a box of bytes from host memory, device memory or a pattern to host memory, device memory or the executor.
//
// One command at a time: `start_i` with stable parameters until `done_o`. Width, rows and slices are not zero. Any
// alignment and pitch; each side's requests cover every line that holds a byte of a row, writes by strobes. A line a cycle in
// the steady state. Done when every write was acknowledged; errors are then in `host_error_o`, `mem_error_o`.
// Device addresses beyond AddrBits are an error: nothing is written there.
// Registered: `done_o` and the errors and the host's AXI outputs; other requests and beats come from registers, gated by the kind of the command.
module dma_engine #(
    parameter int unsigned Bits         = 512,
    parameter int unsigned AddrBits     = 32,
    parameter int unsigned BufferBeats  = 256,
    parameter int unsigned BeatsW       = 7,
    parameter int unsigned HostIdW      = 4,
    localparam int unsigned LineBytes   = Bits / 8,
    localparam int unsigned OffsetW     = $clog2(LineBytes),
    localparam int unsigned LineW       = 64 - OffsetW,
    localparam int unsigned MemLineW    = AddrBits - OffsetW,
    localparam int unsigned WidthW      = AddrBits + 1,
    localparam int unsigned PatternLines = weft_abi_pkg::FILL_PATTERN_BYTES / LineBytes,
    localparam int unsigned PatternLineW = PatternLines > 1 ? $clog2(PatternLines) : 1
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   start_i,
    input  logic [1:0]             from_i,
    input  logic [1:0]             to_i,
    input  logic [63:0]            src_i,
    input  logic [63:0]            dst_i,
    input  logic [WidthW-1:0]      width_i,
    input  logic [31:0]            rows_i,
    input  logic [31:0]            slices_i,
    input  logic [63:0]            src_row_pitch_i,
    input  logic [63:0]            src_slice_pitch_i,
    input  logic [63:0]            dst_row_pitch_i,
    input  logic [63:0]            dst_slice_pitch_i,
    input  logic                   pattern_write_i,
    input  logic [PatternLineW-1:0] pattern_line_i,
    input  logic [Bits-1:0]        pattern_data_i,
    output logic                   busy_o,
    output logic                   done_o,
    output logic                   host_error_o,
    output logic                   mem_error_o,
    // Device memory: read requests; beats come at any time afterwards.
    output logic                   mem_ar_valid_o,
    input  logic                   mem_ar_ready_i,
    output logic [MemLineW-1:0]    ar_line_o,
    output logic [BeatsW-1:0]      ar_beats_o,
    input  logic                   mem_r_valid_i,
    input  logic [Bits-1:0]        mem_r_data_i,
    input  logic                   mem_r_error_i,
    // Write beats, to device memory or to the executor; shared fields.
    output logic                   mem_w_valid_o,
    input  logic                   mem_w_ready_i,
    output logic                   stream_valid_o,
    input  logic                   stream_ready_i,
    output logic [MemLineW-1:0]    w_line_o,
    output logic [BeatsW-1:0]      w_beats_o,
    output logic                   w_last_o,
    output logic [Bits-1:0]        w_data_o,
    output logic [LineBytes-1:0]   w_strb_o,
    input  logic                   mem_b_valid_i,
    input  logic                   mem_b_error_i,
    // Host memory, AXI4; R and B are always taken.
    output logic                   m_host_awvalid_o,
    input  logic                   m_host_awready_i,
    output logic [HostIdW-1:0]     m_host_awid_o,
    output logic [63:0]            m_host_awaddr_o,
    output logic [7:0]             m_host_awlen_o,
    output logic                   m_host_wvalid_o,
    input  logic                   m_host_wready_i,
    output logic [Bits-1:0]        m_host_wdata_o,
    output logic [LineBytes-1:0]   m_host_wstrb_o,
    output logic                   m_host_wlast_o,
    input  logic                   m_host_bvalid_i,
    input  logic [1:0]             m_host_bresp_i,
    output logic                   m_host_arvalid_o,
    input  logic                   m_host_arready_i,
    output logic [HostIdW-1:0]     m_host_arid_o,
    output logic [63:0]            m_host_araddr_o,
    output logic [7:0]             m_host_arlen_o,
    input  logic                   m_host_rvalid_i,
    input  logic [Bits-1:0]        m_host_rdata_i,
    input  logic [1:0]             m_host_rresp_i
);
  localparam int unsigned BlockBeats = shell_pkg::BLOCK_BYTES / LineBytes;
  localparam int unsigned BurstBeats = BlockBeats < shell_pkg::MAX_BEATS ? BlockBeats : shell_pkg::MAX_BEATS;
  localparam int unsigned BurstW     = $clog2(BurstBeats) + 1;
  localparam int unsigned MaxBursts  = 64;  // writes not yet acknowledged
  localparam int unsigned BurstsW    = $clog2(MaxBursts) + 1;

  // ---- Host memory.
  logic [LineW-1:0] ar_line, w_line;
  logic w_first;  // of a burst
  assign w_line_o  = w_line[MemLineW-1:0];
  logic [BurstW-1:0] ar_beats;
  logic ar_ready, host_ar_valid, host_ar_ready, host_w_valid, host_w_ready, host_r_error, host_b_error;
  assign host_r_error = m_host_rvalid_i && m_host_rresp_i != 2'b00;
  assign host_b_error = m_host_bvalid_i && m_host_bresp_i != 2'b00;
  host_port #(
      .Bits  (Bits),
      .IdW   (HostIdW),
      .BeatsW(BeatsW)
  ) u_host (
      .clk_i,
      .rst_i,
      .ar_valid_i (host_ar_valid),
      .ar_ready_o (host_ar_ready),
      .ar_line_i  (ar_line),
      .ar_beats_i (BeatsW'(ar_beats)),
      .w_valid_i  (host_w_valid),
      .w_ready_o  (host_w_ready),
      .w_first_i  (w_first),
      .w_line_i   (w_line),
      .w_beats_i  (w_beats_o),
      .w_last_i   (w_last_o),
      .w_data_i   (w_data_o),
      .w_strb_i   (w_strb_o),
      .m_awvalid_o(m_host_awvalid_o),
      .m_awready_i(m_host_awready_i),
      .m_awid_o   (m_host_awid_o),
      .m_awaddr_o (m_host_awaddr_o),
      .m_awlen_o  (m_host_awlen_o),
      .m_wvalid_o (m_host_wvalid_o),
      .m_wready_i (m_host_wready_i),
      .m_wdata_o  (m_host_wdata_o),
      .m_wstrb_o  (m_host_wstrb_o),
      .m_wlast_o  (m_host_wlast_o),
      .m_arvalid_o(m_host_arvalid_o),
      .m_arready_i(m_host_arready_i),
      .m_arid_o   (m_host_arid_o),
      .m_araddr_o (m_host_araddr_o),
      .m_arlen_o  (m_host_arlen_o)
  );

  // A row's last byte, counted from its first: here a cycle before the first row needs it. Where the lines come from and go to:
  // long before there are any.
  logic [WidthW-1:0] last_q;
  logic from_host_q, from_mem_q, from_pattern_q, to_host_q, to_mem_q, to_stream_q;
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      last_q         <= width_i - 1'b1;
      from_host_q    <= from_i == shell_pkg::DMA_HOST;
      from_mem_q     <= from_i == shell_pkg::DMA_MEM;
      from_pattern_q <= from_i == shell_pkg::DMA_PATTERN;
      to_host_q      <= to_i == shell_pkg::DMA_HOST;
      to_mem_q       <= to_i == shell_pkg::DMA_MEM;
      to_stream_q    <= to_i == shell_pkg::DMA_STREAM;
    end
  end

  // ---- Read side.
  logic pop, available, ar_valid, mem_ar_room;
  logic [BurstW-1:0] mem_ar_beats;
  logic [Bits-1:0] beat;
  dma_read_bursts #(
      .LineBytes  (LineBytes),
      .BurstBeats (BurstBeats),
      .BufferBeats(BufferBeats),
      .WidthW     (WidthW)
  ) u_reads (
      .clk_i,
      .rst_i,
      .start_i,
      .none_i       (from_i == shell_pkg::DMA_PATTERN),
      .base_i       (src_i),
      .last_i       (last_q),
      .rows_i,
      .slices_i,
      .row_pitch_i  (src_row_pitch_i),
      .slice_pitch_i(src_slice_pitch_i),
      .credit_i     (pop),
      .ar_valid_o   (ar_valid),
      .ar_ready_i   (ar_ready),
      .ar_line_o    (ar_line),
      .ar_beats_o   (ar_beats)
  );
  assign host_ar_valid   = ar_valid && from_host_q;
  assign ar_ready        = from_host_q ? host_ar_ready : mem_ar_room;
  // Whose turn it is at memory depends on who asks: that ends here.
  stream_slice #(
      .Width(MemLineW + BurstW),
      .LoadIdle(1'b1)
  ) u_mem_ar (
      .clk_i,
      .rst_i,
      .in_valid_i (ar_valid && from_mem_q),
      .in_ready_o (mem_ar_room),
      .in_data_i  ({ar_line[MemLineW-1:0], ar_beats}),
      .out_valid_o(mem_ar_valid_o),
      .out_ready_i(mem_ar_ready_i),
      .out_data_o ({ar_line_o, mem_ar_beats})
  );
  assign ar_beats_o = BeatsW'(mem_ar_beats);

  dma_beat_buffer #(
      .Bits (Bits),
      .Beats(BufferBeats)
  ) u_buffer (
      .clk_i,
      .rst_i,
      .host_valid_i(m_host_rvalid_i),
      .host_data_i (m_host_rdata_i),
      .mem_valid_i (mem_r_valid_i),
      .mem_data_i  (mem_r_data_i),
      .available_o (available),
      .pop_i       (pop),
      .data_o      (beat)
  );

  // ---- Write side.
  logic can_step_q;  // u_step has room, and the bursts not acknowledged are not too many
  logic step_valid, step_ready, step_take, step_emit, step_first, step_last, steps_busy, realign_busy;
  logic [OffsetW-1:0] step_rotate, step_split, step_low, step_high;
  logic [LineW-1:0]   step_line;
  logic [BurstW-1:0]  step_beats, w_beats;
  logic [BurstsW-1:0] bursts_q;
  dma_write_beats #(
      .LineBytes (LineBytes),
      .BurstBeats(BurstBeats),
      .WidthW    (WidthW)
  ) u_steps (
      .clk_i,
      .rst_i,
      .start_i,
      .no_source_i      (from_i == shell_pkg::DMA_PATTERN),
      .src_base_i       (src_i[OffsetW-1:0]),
      .dst_base_i       (dst_i),
      .last_i           (last_q),
      .rows_i,
      .slices_i,
      .src_row_pitch_i  (src_row_pitch_i[OffsetW-1:0]),
      .src_slice_pitch_i(src_slice_pitch_i[OffsetW-1:0]),
      .dst_row_pitch_i,
      .dst_slice_pitch_i,
      .busy_o           (steps_busy),
      .step_valid_o     (step_valid),
      .step_ready_i     (can_step_q),
      .step_take_o      (step_take),
      .step_emit_o      (step_emit),
      .step_rotate_o    (step_rotate),
      .step_split_o     (step_split),
      .step_low_o       (step_low),
      .step_high_o      (step_high),
      .step_line_o      (step_line),
      .step_first_o     (step_first),
      .step_beats_o     (step_beats),
      .step_last_o      (step_last)
  );
  // The step that dma_realign looks at.
  localparam int unsigned StepW = 4 + 4 * OffsetW + LineW + BurstW;
  logic begun, begun_ready, begun_take, begun_emit, begun_first, begun_last;
  logic [OffsetW-1:0] begun_rotate, begun_split, begun_low, begun_high;
  logic [LineW-1:0]   begun_line;
  logic [BurstW-1:0]  begun_beats;
  stream_slice #(
      .Width(StepW),
      .LoadIdle(1'b1)
  ) u_step (
      .clk_i,
      .rst_i,
      .in_valid_i (step_valid && can_step_q),
      .in_ready_o (step_ready),
      .in_data_i  ({step_take, step_emit, step_rotate, step_split, step_low, step_high, step_line, step_first, step_beats, step_last}),
      .out_valid_o(begun),
      .out_ready_i(begun_ready),
      .out_data_o ({begun_take, begun_emit, begun_rotate, begun_split, begun_low, begun_high, begun_line, begun_first, begun_beats,
                    begun_last})
  );
  logic out_valid, out_ready, out_beyond;
  dma_realign #(
      .LineBytes   (LineBytes),
      .BurstBeats  (BurstBeats),
      .PatternBytes(weft_abi_pkg::FILL_PATTERN_BYTES),
      .MemLineW    (MemLineW)
  ) u_realign (
      .clk_i,
      .rst_i,
      .use_pattern_i(from_pattern_q),
      .to_mem_i     (to_mem_q),
      .pattern_write_i,
      .pattern_line_i,
      .pattern_data_i,
      .available_i  (available),
      .pop_o        (pop),
      .beat_i       (beat),
      .step_valid_i (begun),
      .step_ready_o (begun_ready),
      .step_take_i  (begun_take),
      .step_emit_i  (begun_emit),
      .step_rotate_i(begun_rotate),
      .step_split_i (begun_split),
      .step_low_i   (begun_low),
      .step_high_i  (begun_high),
      .step_line_i  (begun_line),
      .step_first_i (begun_first),
      .step_beats_i (begun_beats),
      .step_last_i  (begun_last),
      .busy_o       (realign_busy),
      .out_valid_o  (out_valid),
      .out_ready_i  (out_ready),
      .out_line_o   (w_line),
      .out_first_o  (w_first),
      .out_beats_o  (w_beats),
      .out_last_o   (w_last_o),
      .out_data_o   (w_data_o),
      .out_strb_o   (w_strb_o),
      .out_beyond_o (out_beyond)
  );
  assign w_beats_o      = BeatsW'(w_beats);
  assign host_w_valid   = out_valid && to_host_q;
  assign mem_w_valid_o  = out_valid && to_mem_q;
  assign stream_valid_o = out_valid && to_stream_q;
  assign out_ready = to_host_q ? host_w_ready : to_mem_q ? mem_w_ready_i : stream_ready_i;

  // A row that runs past the end of the device's address space must not wrap round.
  logic read_beyond_q, write_beyond_q;
  always_ff @(posedge clk_i) begin
    read_beyond_q  <= ar_valid && from_mem_q && ar_line[LineW-1:MemLineW] != '0;
    write_beyond_q <= out_valid && out_beyond;
  end

  // ---- Outstanding writes, completion, errors.
  logic running_q, counted_q, begins_q, burst_ends;  // begins_q: a burst began in the last cycle
  assign burst_ends   = m_host_bvalid_i || mem_b_valid_i;
  assign busy_o       = running_q || done_o;

  always_ff @(posedge clk_i) begin
    begins_q <= step_valid && can_step_q && step_first && counted_q;
    if (begins_q && !burst_ends) bursts_q <= bursts_q + 1'b1;
    else if (burst_ends && !begins_q) bursts_q <= bursts_q - 1'b1;
    // Steps within a burst wait as well: which begin one is known too late. All bursts but the one in progress end by themselves. Two may
    // begin meanwhile.
    can_step_q <= (!begun || begun_ready || (step_ready && !(step_valid && can_step_q))) && !(counted_q && bursts_q >= BurstsW'(MaxBursts - 2));
    done_o <= 1'b0;
    if (running_q && !steps_busy && !begun && !realign_busy && bursts_q == '0) begin
      running_q <= 1'b0;
      done_o    <= 1'b1;
    end
    if (host_r_error || host_b_error) host_error_o <= 1'b1;
    if (mem_r_error_i || mem_b_error_i || read_beyond_q || write_beyond_q) mem_error_o <= 1'b1;
    if (start_i) begin
      running_q    <= 1'b1;
      counted_q    <= to_i != shell_pkg::DMA_STREAM;
      host_error_o <= 1'b0;
      mem_error_o  <= 1'b0;
    end
    if (rst_i) begin
      running_q <= 1'b0;
      done_o    <= 1'b0;
      bursts_q  <= '0;
      begins_q  <= 1'b0;
      can_step_q <= 1'b0;
    end
  end
endmodule
