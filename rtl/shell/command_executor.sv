// SPDX-License-Identifier: Apache-2.0
// Takes descriptors from the ring and carries them out in order, one at a time.
//
// Everything that touches memory is a command of the DMA engine: fetching the descriptor, fill pattern and launch words
// come as streams; the completion record is written as a pattern. A ring that cannot be read (or a record that cannot be written)
// stops the executor until ENABLE is cleared: nobody could be told otherwise.
// Registered: every output but `stream_ready_o`. The DMA parameters are stable from `dma_start_o` until the engine is done.
module command_executor #(
    parameter int unsigned Bits         = 512,
    parameter int unsigned AddrBits     = 32,
    localparam int unsigned PatternBits = weft_abi_pkg::FILL_PATTERN_BYTES * 8,
    localparam int unsigned WordsW      = weft_abi_pkg::CFG_ADDR_BITS + 1
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    input  logic [63:0]                        time_i,
    output logic                               resting_o,         // nothing to do, or waiting for the kernel
    // Registers.
    input  logic                               enable_i,
    input  logic [63:0]                        ring_base_i,
    input  logic [4:0]                         ring_log2_i,
    input  logic [31:0]                        ring_head_i,
    output logic [31:0]                        ring_tail_o,
    output logic                               executing_o,
    output logic                               ring_error_o,
    output logic                               irq_set_o,
    // DMA engine.
    output logic                               dma_start_o,
    output logic [1:0]                         dma_from_o,
    output logic [1:0]                         dma_to_o,
    output logic [63:0]                        dma_src_o,
    output logic [63:0]                        dma_dst_o,
    output logic [63:0]                        dma_width_o,
    output logic [31:0]                        dma_rows_o,
    output logic [31:0]                        dma_slices_o,
    output logic [63:0]                        dma_src_row_pitch_o,
    output logic [63:0]                        dma_src_slice_pitch_o,
    output logic [63:0]                        dma_dst_row_pitch_o,
    output logic [63:0]                        dma_dst_slice_pitch_o,
    output logic [PatternBits-1:0]             pattern_o,
    input  logic                               dma_done_i,
    input  logic                               dma_host_error_i,
    input  logic                               dma_mem_error_i,
    input  logic                               stream_valid_i,
    output logic                               stream_ready_o,
    input  logic [Bits-1:0]                    stream_data_i,
    // Launch control; its stream is the DMA engine's.
    output logic                               launch_begin_o,
    output logic [WordsW-1:0]                  launch_words_o,
    output logic                               launch_run_o,
    output logic                               launch_abort_o,
    input  logic                               launch_stream_ready_i,
    input  logic                               launch_loaded_i,
    input  logic                               launch_waiting_i,
    input  logic                               launch_finished_i,
    input  logic [63:0]                        run_cycles_i,
    input  logic                               fault_valid_i,
    input  logic [7:0]                         fault_code_i,
    input  logic [weft_abi_pkg::SITE_BITS-1:0] fault_site_i,
    input  logic [63:0]                        fault_addr_i,
    input  logic                               kernel_error_i     // pulse: a bus error of the kernel's
);
  localparam int unsigned DescriptorBits  = weft_abi_pkg::DESCRIPTOR_BYTES * 8;
  localparam int unsigned CompletionBits  = weft_abi_pkg::COMPLETION_BYTES * 8;
  localparam int unsigned DescriptorShift = $clog2(weft_abi_pkg::DESCRIPTOR_BYTES);
  localparam int unsigned CompletionShift = $clog2(weft_abi_pkg::COMPLETION_BYTES);
  localparam logic [63:0] MaxLaunchBytes  = 64'd8 << weft_abi_pkg::CFG_ADDR_BITS;
  localparam int unsigned Pieces          = PatternBits / Bits;  // beats of a descriptor or a pattern
  localparam int unsigned PieceW          = Pieces > 1 ? $clog2(Pieces) : 1;

  if (DescriptorBits != PatternBits) begin : gen_check
    $fatal(1, "descriptor and pattern are captured alike");
  end

  // ---- The descriptor.
  /* verilator lint_off UNUSED */  // reserved bytes, high bits
  logic [DescriptorBits-1:0] desc_q;
  /* verilator lint_on UNUSED */
  logic [7:0]  opcode;
  logic [15:0] kernel;
  logic        wants_irq;
  logic [31:0] tag, rows, slices;
  logic [63:0] completion, src, dst, width, src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch;
  assign opcode          = desc_q[weft_abi_pkg::DESCRIPTOR_OPCODE_LSB+:8];
  assign wants_irq       = desc_q[weft_abi_pkg::DESCRIPTOR_FLAGS_LSB];
  assign kernel          = desc_q[weft_abi_pkg::DESCRIPTOR_KERNEL_LSB+:16];
  assign tag             = desc_q[weft_abi_pkg::DESCRIPTOR_TAG_LSB+:32];
  assign completion      = desc_q[weft_abi_pkg::DESCRIPTOR_COMPLETION_LSB+:64];
  assign src             = desc_q[weft_abi_pkg::DESCRIPTOR_SRC_LSB+:64];
  assign dst             = desc_q[weft_abi_pkg::DESCRIPTOR_DST_LSB+:64];
  assign width           = desc_q[weft_abi_pkg::DESCRIPTOR_WIDTH_LSB+:64];
  assign rows            = desc_q[weft_abi_pkg::DESCRIPTOR_ROWS_LSB+:32];
  assign slices          = desc_q[weft_abi_pkg::DESCRIPTOR_SLICES_LSB+:32];
  assign src_row_pitch   = desc_q[weft_abi_pkg::DESCRIPTOR_SRC_ROW_PITCH_LSB+:64];
  assign src_slice_pitch = desc_q[weft_abi_pkg::DESCRIPTOR_SRC_SLICE_PITCH_LSB+:64];
  assign dst_row_pitch   = desc_q[weft_abi_pkg::DESCRIPTOR_DST_ROW_PITCH_LSB+:64];
  assign dst_slice_pitch = desc_q[weft_abi_pkg::DESCRIPTOR_DST_SLICE_PITCH_LSB+:64];

  logic is_launch, src_on_device, dst_on_device, beyond, field_bad;
  assign is_launch     = opcode == weft_abi_pkg::OPCODE_LAUNCH;
  assign src_on_device = opcode == weft_abi_pkg::OPCODE_COPY_D2H || opcode == weft_abi_pkg::OPCODE_COPY_D2D;
  assign dst_on_device = opcode == weft_abi_pkg::OPCODE_COPY_H2D || opcode == weft_abi_pkg::OPCODE_COPY_D2D
                      || opcode == weft_abi_pkg::OPCODE_FILL;
  assign beyond = (src_on_device && src[63:AddrBits] != '0) || (dst_on_device && dst[63:AddrBits] != '0);
  always_comb begin
    if (is_launch) field_bad = width == '0 || width[2:0] != '0 || width > MaxLaunchBytes || kernel != '0;
    else if (opcode == weft_abi_pkg::OPCODE_NOP) field_bad = 1'b0;
    else field_bad = opcode > weft_abi_pkg::OPCODE_LAUNCH
                  || (width != '0 && (rows == '0 || slices == '0 || beyond || width[63]));
  end

  // ---- States.
  typedef enum logic [3:0] {
    Idle,
    Fetch,     // descriptor is coming
    Decode,
    Transfer,  // copy, or the second half of a fill
    Pattern,   // fill pattern is coming
    Words,     // launch words are coming
    Running,   // kernel runs
    Record,    // outcome is known
    Complete,  // record is being written
    Halt
  } state_e;
  state_e state_q;

  logic [PieceW-1:0] piece_q;
  logic [63:0]       start_q;
  logic [31:0]       status_q;
  logic              words_here_q, kernel_failed_q;
  logic [31:0]       ring_index;
  assign ring_index = ring_tail_o & ((32'd1 << ring_log2_i) - 32'd1);

  logic work;
  assign work           = enable_i && ring_head_i != ring_tail_o;
  assign resting_o      = (state_q == Idle && !work) || (state_q == Halt && enable_i) || (state_q == Running && launch_waiting_i);
  assign stream_ready_o = state_q == Fetch || state_q == Pattern || (state_q == Words && launch_stream_ready_i);

  always_ff @(posedge clk_i) begin
    dma_start_o    <= 1'b0;
    irq_set_o      <= 1'b0;
    launch_begin_o <= 1'b0;
    launch_run_o   <= 1'b0;
    launch_abort_o <= 1'b0;
    if (stream_valid_i && (state_q == Fetch || state_q == Pattern)) begin
      piece_q <= Pieces > 1 ? piece_q + 1'b1 : '0;
      for (int p = 0; p < Pieces; p++)
        if (state_q == Fetch && piece_q == PieceW'(p)) desc_q[p*Bits+:Bits] <= stream_data_i;
    end
    if (kernel_error_i) kernel_failed_q <= 1'b1;

    unique case (state_q)
      Idle:
      if (work) begin
        dma_start_o  <= 1'b1;
        dma_from_o   <= shell_pkg::DMA_HOST;
        dma_to_o     <= shell_pkg::DMA_STREAM;
        dma_src_o    <= ring_base_i + (64'(ring_index) << DescriptorShift);
        dma_dst_o    <= '0;
        dma_width_o  <= 64'(weft_abi_pkg::DESCRIPTOR_BYTES);
        dma_rows_o   <= 32'd1;
        dma_slices_o <= 32'd1;
        piece_q      <= '0;
        executing_o  <= 1'b1;
        state_q      <= Fetch;
      end

      Fetch:
      if (dma_done_i) begin
        state_q      <= dma_host_error_i ? Halt : Decode;
        ring_error_o <= dma_host_error_i;
      end

      Decode: begin
        start_q               <= time_i;
        status_q              <= weft_abi_pkg::STATUS_OK;
        dma_src_o             <= src;
        dma_dst_o             <= dst;
        dma_width_o           <= width;
        dma_rows_o            <= rows;
        dma_slices_o          <= slices;
        dma_src_row_pitch_o   <= src_row_pitch;
        dma_src_slice_pitch_o <= src_slice_pitch;
        dma_dst_row_pitch_o   <= dst_row_pitch;
        dma_dst_slice_pitch_o <= dst_slice_pitch;
        dma_from_o            <= src_on_device ? shell_pkg::DMA_MEM : shell_pkg::DMA_HOST;
        dma_to_o              <= dst_on_device ? shell_pkg::DMA_MEM : shell_pkg::DMA_HOST;
        launch_words_o        <= WordsW'(width >> 3);
        words_here_q          <= 1'b0;
        kernel_failed_q       <= 1'b0;
        if (field_bad) begin
          status_q <= weft_abi_pkg::STATUS_BAD_DESCRIPTOR;
          state_q  <= Record;
        end else if (opcode == weft_abi_pkg::OPCODE_NOP || width == '0) state_q <= Record;
        else begin
          dma_start_o <= 1'b1;
          state_q     <= Transfer;
          if (is_launch || opcode == weft_abi_pkg::OPCODE_FILL) begin
            dma_to_o     <= shell_pkg::DMA_STREAM;
            dma_dst_o    <= '0;
            dma_rows_o   <= 32'd1;
            dma_slices_o <= 32'd1;
          end
          if (is_launch) begin
            launch_begin_o <= 1'b1;
            state_q        <= Words;
          end
          if (opcode == weft_abi_pkg::OPCODE_FILL) begin
            dma_width_o <= 64'(weft_abi_pkg::FILL_PATTERN_BYTES);
            state_q     <= Pattern;
          end
        end
      end

      Pattern:
      if (dma_done_i) begin
        dma_from_o   <= shell_pkg::DMA_PATTERN;
        dma_to_o     <= shell_pkg::DMA_MEM;
        dma_dst_o    <= dst;
        dma_width_o  <= width;
        dma_rows_o   <= rows;
        dma_slices_o <= slices;
        if (dma_host_error_i) begin
          status_q <= weft_abi_pkg::STATUS_HOST_BUS_ERROR;
          state_q  <= Record;
        end else begin
          dma_start_o <= 1'b1;
          state_q     <= Transfer;
        end
      end

      Transfer:
      if (dma_done_i) begin
        if (dma_host_error_i) status_q <= weft_abi_pkg::STATUS_HOST_BUS_ERROR;
        else if (dma_mem_error_i) status_q <= weft_abi_pkg::STATUS_DEVICE_BUS_ERROR;
        state_q <= Record;
      end

      Words: begin
        if (dma_done_i) words_here_q <= 1'b1;
        if (words_here_q && launch_loaded_i) begin
          if (dma_host_error_i) begin
            launch_abort_o <= 1'b1;
            status_q       <= weft_abi_pkg::STATUS_HOST_BUS_ERROR;
            state_q        <= Record;
          end else begin
            launch_run_o <= 1'b1;
            state_q      <= Running;
          end
        end
      end

      Running:
      if (launch_finished_i) begin
        if (fault_valid_i) status_q <= weft_abi_pkg::STATUS_KERNEL_FAULT;
        else if (kernel_failed_q || kernel_error_i) status_q <= weft_abi_pkg::STATUS_DEVICE_BUS_ERROR;
        state_q <= Record;
      end

      Record: begin
        dma_from_o   <= shell_pkg::DMA_PATTERN;
        dma_to_o     <= shell_pkg::DMA_HOST;
        dma_dst_o    <= {completion[63:CompletionShift], CompletionShift'(0)};
        dma_width_o  <= 64'(weft_abi_pkg::COMPLETION_BYTES);
        dma_rows_o   <= 32'd1;
        dma_slices_o <= 32'd1;
        if (completion != '0) begin
          dma_start_o <= 1'b1;
          state_q     <= Complete;
        end else begin
          ring_tail_o <= ring_tail_o + 32'd1;
          irq_set_o   <= wants_irq;
          executing_o <= 1'b0;
          state_q     <= Idle;
        end
      end

      Complete:
      if (dma_done_i) begin
        ring_tail_o  <= ring_tail_o + 32'd1;
        irq_set_o    <= wants_irq;
        executing_o  <= 1'b0;
        ring_error_o <= dma_host_error_i;
        state_q      <= dma_host_error_i ? Halt : Idle;
      end

      default: begin  // Halt
        executing_o <= 1'b0;
        if (!enable_i) begin
          ring_error_o <= 1'b0;
          state_q      <= Idle;
        end
      end
    endcase

    if (rst_i) begin
      state_q        <= Idle;
      dma_start_o    <= 1'b0;
      irq_set_o      <= 1'b0;
      launch_begin_o <= 1'b0;
      launch_run_o   <= 1'b0;
      launch_abort_o <= 1'b0;
      ring_tail_o    <= '0;
      executing_o    <= 1'b0;
      ring_error_o   <= 1'b0;
    end
  end

  // ---- The pattern: of a fill, or the completion record.
  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Pieces; p++)
      if (state_q == Pattern && stream_valid_i && piece_q == PieceW'(p)) pattern_o[p*Bits+:Bits] <= stream_data_i;
    if (state_q == Record) begin
      // The record, once at each place of the pattern where its address may point.
      pattern_o <= '0;
      for (int i = 0; i < PatternBits; i += CompletionBits) begin
        pattern_o[i+weft_abi_pkg::COMPLETION_TAG_LSB+:32]    <= tag;
        pattern_o[i+weft_abi_pkg::COMPLETION_STATUS_LSB+:32] <= status_q;
        pattern_o[i+weft_abi_pkg::COMPLETION_START_LSB+:64]  <= start_q;
        pattern_o[i+weft_abi_pkg::COMPLETION_END_LSB+:64]    <= time_i;
        pattern_o[i+weft_abi_pkg::COMPLETION_VALID_LSB+:32]  <= 32'd1;
        if (is_launch && status_q != weft_abi_pkg::STATUS_BAD_DESCRIPTOR) begin
          pattern_o[i+weft_abi_pkg::COMPLETION_RUN_CYCLES_LSB+:64] <= run_cycles_i;
          if (fault_valid_i) begin
            pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_ADDR_LSB+:64] <= fault_addr_i;
            pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_SITE_LSB+:32] <= 32'(fault_site_i);
            pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_LSB+:32]      <= 32'(fault_code_i);
          end
        end
      end
    end
  end
endmodule
