// SPDX-License-Identifier: Apache-2.0
// Takes descriptors from the ring in order and carries them out one at a time, but for kernels, which run meanwhile.
//
// A launch is carried out until its kernel is started; what its record will say is kept per region, and the record is
// written, between other commands, when the kernel is done: records of ended kernels go before the next descriptor. A launch
// to a region whose kernel still runs (or whose record is still to be written) holds up what follows until it can begin.
// Everything that touches memory is a command of the DMA engine: fetching the descriptor, fill pattern and launch words
// come as streams; the completion record is written as a pattern. A ring that cannot be read (or a record that cannot be written)
// stops the executor until ENABLE is cleared: nobody could be told otherwise. Kernels run on; their records come then.
// Registered: every output but `stream_ready_o`, `resting_o` and `executing_o`. The DMA parameters are stable from `dma_start_o` until the engine is done.
module command_executor #(
    parameter int unsigned Bits         = 512,
    parameter int unsigned AddrBits     = 32,
    parameter int unsigned NumRegions   = 1,
    localparam int unsigned PatternBits = weft_abi_pkg::FILL_PATTERN_BYTES * 8,
    localparam int unsigned WordsW      = weft_abi_pkg::CFG_ADDR_BITS + 1,
    localparam int unsigned SiteBits    = weft_abi_pkg::SITE_BITS
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    input  logic [63:0]                        time_i,
    output logic                               resting_o,         // nothing to do, or waiting for a kernel
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
    // Launch controls, one a region; their stream is the DMA engine's. Only one loads words at a time.
    output logic [NumRegions-1:0]              launch_begin_o,
    output logic [WordsW-1:0]                  launch_words_o,
    output logic [63:0]                        launch_limit_o,    // with launch_begin_o
    output logic                               launch_run_o,
    output logic                               launch_abort_o,
    input  logic                               launch_stream_ready_i,
    input  logic                               launch_loaded_i,
    input  logic                               launch_resting_i,  // all of them
    input  logic [NumRegions-1:0]              finished_i,
    input  logic [NumRegions*64-1:0]           end_i,
    input  logic [NumRegions*64-1:0]           run_cycles_i,
    input  logic [NumRegions-1:0]              fault_valid_i,
    input  logic [NumRegions*8-1:0]            fault_code_i,
    input  logic [NumRegions*SiteBits-1:0]     fault_site_i,
    input  logic [NumRegions*64-1:0]           fault_addr_i,
    input  logic [NumRegions-1:0]              bus_error_i,
    input  logic [NumRegions-1:0]              aborted_i
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
  logic [DescriptorBits-1:0] desc_q;
  logic [7:0]  opcode;
  logic [15:0] kernel, region;
  logic        wants_irq;
  logic [31:0] tag, rows, slices;
  logic [63:0] completion, src, dst, width, src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch;
  assign opcode          = desc_q[weft_abi_pkg::DESCRIPTOR_OPCODE_LSB+:8];
  assign wants_irq       = desc_q[weft_abi_pkg::DESCRIPTOR_FLAGS_LSB];
  assign kernel          = desc_q[weft_abi_pkg::DESCRIPTOR_KERNEL_LSB+:16];
  assign region          = desc_q[weft_abi_pkg::DESCRIPTOR_REGION_LSB+:16];
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
  assign launch_limit_o  = desc_q[weft_abi_pkg::DESCRIPTOR_CYCLE_LIMIT_LSB+:64];

  logic is_launch, src_on_device, dst_on_device, beyond, field_bad;
  assign is_launch     = opcode == weft_abi_pkg::OPCODE_LAUNCH;
  assign src_on_device = opcode == weft_abi_pkg::OPCODE_COPY_D2H || opcode == weft_abi_pkg::OPCODE_COPY_D2D;
  assign dst_on_device = opcode == weft_abi_pkg::OPCODE_COPY_H2D || opcode == weft_abi_pkg::OPCODE_COPY_D2D
                      || opcode == weft_abi_pkg::OPCODE_FILL;
  assign beyond = (src_on_device && src[63:AddrBits] != '0) || (dst_on_device && dst[63:AddrBits] != '0);
  always_comb begin
    if (is_launch) field_bad = width == '0 || width[2:0] != '0 || width > MaxLaunchBytes || kernel != '0 || region >= 16'(NumRegions);
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
    Record,    // outcome is known
    Complete,  // record is being written
    Halt
  } state_e;
  state_e state_q;

  logic [PieceW-1:0] piece_q;
  logic [63:0]       start_q;
  logic [31:0]       status_q;
  logic              words_here_q;
  logic [31:0]       ring_index;
  assign ring_index = ring_tail_o & ((32'd1 << ring_log2_i) - 32'd1);

  // ---- Launches under way.
  logic [NumRegions-1:0]    active_q;      // a kernel was started and its record not yet begun
  logic [NumRegions-1:0]    ended, ended_one, wanted;
  logic [NumRegions*32-1:0] tag_q;         // of each
  logic [NumRegions*64-1:0] completion_q, launched_q;
  logic [NumRegions-1:0]    irq_q;
  logic                     held_q;        // the descriptor is a launch that waits for its region
  assign ended     = active_q & finished_i;
  assign ended_one = ended & (~ended + 1'b1);
  assign wanted    = NumRegions'(16'd1 << region);

  // ---- The record: of which command, and of which region's kernel (one-hot) if it tells of one.
  logic [31:0]           record_tag_q;
  logic [63:0]           record_completion_q;
  logic                  record_irq_q;
  logic [NumRegions-1:0] record_region_q;

  logic work;
  assign work           = enable_i && ring_head_i != ring_tail_o;
  assign resting_o      = launch_resting_i && ((state_q == Idle && ended == '0 && (held_q ? (active_q & wanted) != '0 : !work))
                                               || (state_q == Halt && enable_i));
  assign executing_o    = state_q == Halt ? (active_q & ~finished_i) != '0 : state_q != Idle || work || held_q || active_q != '0;
  assign stream_ready_o = state_q == Fetch || state_q == Pattern || (state_q == Words && launch_stream_ready_i);

  always_ff @(posedge clk_i) begin
    dma_start_o    <= 1'b0;
    irq_set_o      <= 1'b0;
    launch_begin_o <= '0;
    launch_run_o   <= 1'b0;
    launch_abort_o <= 1'b0;
    if (stream_valid_i && (state_q == Fetch || state_q == Pattern)) begin
      piece_q <= Pieces > 1 ? piece_q + 1'b1 : '0;
      for (int p = 0; p < Pieces; p++)
        if (state_q == Fetch && piece_q == PieceW'(p)) desc_q[p*Bits+:Bits] <= stream_data_i;
    end

    unique case (state_q)
      Idle:
      if (ended != '0) begin
        active_q        <= active_q & ~ended_one;
        record_region_q <= ended_one;
        state_q         <= Record;
        for (int r = 0; r < NumRegions; r++)
          if (ended_one[r]) begin
            record_tag_q        <= tag_q[r*32+:32];
            record_completion_q <= completion_q[r*64+:64];
            record_irq_q        <= irq_q[r];
            start_q             <= launched_q[r*64+:64];
            status_q            <= aborted_i[r] ? weft_abi_pkg::STATUS_ABORTED
                                 : fault_valid_i[r] ? weft_abi_pkg::STATUS_KERNEL_FAULT
                                 : bus_error_i[r] ? weft_abi_pkg::STATUS_DEVICE_BUS_ERROR : weft_abi_pkg::STATUS_OK;
          end
      end else if (held_q) begin
        if ((active_q & wanted) == '0) state_q <= Decode;
      end else if (work) begin
        dma_start_o  <= 1'b1;
        dma_from_o   <= shell_pkg::DMA_HOST;
        dma_to_o     <= shell_pkg::DMA_STREAM;
        dma_src_o    <= ring_base_i + (64'(ring_index) << DescriptorShift);
        dma_dst_o    <= '0;
        dma_width_o  <= 64'(weft_abi_pkg::DESCRIPTOR_BYTES);
        dma_rows_o   <= 32'd1;
        dma_slices_o <= 32'd1;
        piece_q      <= '0;
        state_q      <= Fetch;
      end

      Fetch:
      if (dma_done_i) begin
        state_q      <= dma_host_error_i ? Halt : Decode;
        ring_error_o <= dma_host_error_i;
        if (!dma_host_error_i) ring_tail_o <= ring_tail_o + 32'd1;
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
        record_tag_q          <= tag;
        record_completion_q   <= completion;
        record_irq_q          <= wants_irq;
        record_region_q       <= '0;
        held_q                <= 1'b0;
        if (field_bad) begin
          status_q <= weft_abi_pkg::STATUS_BAD_DESCRIPTOR;
          state_q  <= Record;
        end else if (is_launch && (active_q & wanted) != '0) begin
          held_q  <= 1'b1;
          state_q <= Idle;
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
            launch_begin_o <= wanted;
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
            active_q     <= active_q | wanted;
            state_q      <= Idle;
            for (int r = 0; r < NumRegions; r++)
              if (wanted[r]) begin
                tag_q[r*32+:32]        <= tag;
                completion_q[r*64+:64] <= completion;
                irq_q[r]               <= wants_irq;
                launched_q[r*64+:64]   <= start_q;
              end
          end
        end
      end

      Record: begin
        dma_from_o   <= shell_pkg::DMA_PATTERN;
        dma_to_o     <= shell_pkg::DMA_HOST;
        dma_dst_o    <= {record_completion_q[63:CompletionShift], CompletionShift'(0)};
        dma_width_o  <= 64'(weft_abi_pkg::COMPLETION_BYTES);
        dma_rows_o   <= 32'd1;
        dma_slices_o <= 32'd1;
        if (record_completion_q != '0) begin
          dma_start_o <= 1'b1;
          state_q     <= Complete;
        end else begin
          irq_set_o <= record_irq_q;
          state_q   <= Idle;
        end
      end

      Complete:
      if (dma_done_i) begin
        irq_set_o    <= record_irq_q;
        ring_error_o <= dma_host_error_i;
        state_q      <= dma_host_error_i ? Halt : Idle;
      end

      default:  // Halt
      if (!enable_i) begin
        ring_error_o <= 1'b0;
        state_q      <= Idle;
      end
    endcase

    if (rst_i) begin
      state_q        <= Idle;
      dma_start_o    <= 1'b0;
      irq_set_o      <= 1'b0;
      launch_begin_o <= '0;
      launch_run_o   <= 1'b0;
      launch_abort_o <= 1'b0;
      ring_tail_o    <= '0;
      active_q       <= '0;
      held_q         <= 1'b0;
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
        pattern_o[i+weft_abi_pkg::COMPLETION_TAG_LSB+:32]    <= record_tag_q;
        pattern_o[i+weft_abi_pkg::COMPLETION_STATUS_LSB+:32] <= status_q;
        pattern_o[i+weft_abi_pkg::COMPLETION_START_LSB+:64]  <= start_q;
        pattern_o[i+weft_abi_pkg::COMPLETION_END_LSB+:64]    <= time_i;
        pattern_o[i+weft_abi_pkg::COMPLETION_VALID_LSB+:32]  <= 32'd1;
        for (int r = 0; r < NumRegions; r++)
          if (record_region_q[r]) begin
            pattern_o[i+weft_abi_pkg::COMPLETION_END_LSB+:64]        <= end_i[r*64+:64];
            pattern_o[i+weft_abi_pkg::COMPLETION_RUN_CYCLES_LSB+:64] <= run_cycles_i[r*64+:64];
            if (fault_valid_i[r]) begin
              pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_ADDR_LSB+:64] <= fault_addr_i[r*64+:64];
              pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_SITE_LSB+:32] <= 32'(fault_site_i[r*SiteBits+:SiteBits]);
              pattern_o[i+weft_abi_pkg::COMPLETION_FAULT_LSB+:32]      <= 32'(fault_code_i[r*8+:8]);
            end
          end
      end
    end
  end
endmodule
