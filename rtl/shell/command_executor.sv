// SPDX-License-Identifier: Apache-2.0
// Takes descriptors from the ring in order and carries them out one at a time, but for kernels, which run meanwhile.
//
// A launch is carried out until its kernel is started; what its record will say is kept per region, and the record is
// written, between other commands, when the kernel is done: records of ended kernels go before the next descriptor. A launch
// to a region whose kernel still runs (or whose record is still to be written) holds up what follows until it can begin.
// Everything that touches memory is a command of the DMA engine: descriptors, fill patterns and launch words
// come as streams; the completion record is written as a pattern. With a descriptor come the published entries behind it, as many as a
// launch's words may take (ADR 66). Where they are something else they are fetched again, and where the launch has to wait for its region, so
// is all of it. A ring that cannot be read (or a record that cannot be written) stops the executor until ENABLE is cleared: nobody could be
// told otherwise. Kernels run on; their records come then.
// Registered: every output but `stream_ready_o`, `resting_o`, `executing_o` and the pattern's. The DMA parameters are stable from `dma_start_o` until the engine is done.
module command_executor #(
    parameter int unsigned Bits         = 512,
    parameter int unsigned AddrBits     = 32,
    parameter int unsigned NumRegions   = 1,
    localparam int unsigned WidthW      = AddrBits + 1,
    localparam int unsigned PatternLines = weft_abi_pkg::FILL_PATTERN_BYTES * 8 / Bits,  // beats of a descriptor or a pattern
    localparam int unsigned PatternLineW = PatternLines > 1 ? $clog2(PatternLines) : 1,
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
    output logic [WidthW-1:0]                  dma_width_o,
    output logic [31:0]                        dma_rows_o,
    output logic [31:0]                        dma_slices_o,
    output logic [63:0]                        dma_src_row_pitch_o,
    output logic [63:0]                        dma_src_slice_pitch_o,
    output logic [63:0]                        dma_dst_row_pitch_o,
    output logic [63:0]                        dma_dst_slice_pitch_o,
    output logic                               pattern_write_o,
    output logic [PatternLineW-1:0]            pattern_line_o,
    output logic [Bits-1:0]                    pattern_data_o,
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
  localparam int unsigned OffsetW         = $clog2(Bits / 8);
  localparam int unsigned RecordLines     = CompletionBits > Bits ? CompletionBits / Bits : 1;

  if (DescriptorBits != PatternLines * Bits || weft_abi_pkg::INLINE_ENTRIES != 3) begin : gen_check
    $fatal(1, "descriptor and pattern are captured alike, and entries behind one are counted in two bits");
  end

  // ---- The descriptor.
  logic [DescriptorBits-1:0] desc_q;
  logic [31:0] tag, rows, slices;
  logic [63:0] completion, src, dst, width, src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch;
  logic wants_irq, completes, bad, empty, is_launch, is_inline, inline_good, is_fill, src_on_device, dst_on_device;
  logic bad_now, empty_now, launch_now, inline_now, short_now, fill_now, src_on_device_now, dst_on_device_now;
  logic [1:0] entries_now, taken, fetched_q;  // of the ring, behind it: those of its words, those that go with it, those that were fetched
  logic [NumRegions-1:0] wanted, wanted_now;
  command_decoder #(
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions)
  ) u_decoder (
      .clk_i,
      .descriptor_i     (desc_q),
      .wants_irq_o      (wants_irq),
      .tag_o            (tag),
      .completion_o     (completion),
      .src_o            (src),
      .dst_o            (dst),
      .width_o          (width),
      .rows_o           (rows),
      .slices_o         (slices),
      .src_row_pitch_o  (src_row_pitch),
      .src_slice_pitch_o(src_slice_pitch),
      .dst_row_pitch_o  (dst_row_pitch),
      .dst_slice_pitch_o(dst_slice_pitch),
      .cycle_limit_o    (launch_limit_o),
      .bad_o            (bad_now),
      .empty_o          (empty_now),
      .launch_o         (launch_now),
      .inline_o         (inline_now),
      .entries_o        (entries_now),
      .fill_o           (fill_now),
      .region_o         (wanted_now),
      .src_on_device_o  (src_on_device_now),
      .dst_on_device_o  (dst_on_device_now)
  );

  // What a descriptor asks for is looked at in the two cycles after it came, in which the engine becomes done if nothing else was fetched.
  assign short_now = inline_now && entries_now > fetched_q;
  always_ff @(posedge clk_i) begin
    {completes, bad, empty, is_launch, is_inline, is_fill, src_on_device, dst_on_device, wanted} <=
        {completion != '0, bad_now || short_now, empty_now, launch_now, inline_now, fill_now, src_on_device_now, dst_on_device_now, wanted_now};
    inline_good <= inline_now && !short_now && !bad_now;
    taken <= !inline_now ? '0 : short_now ? fetched_q : entries_now;
  end

  // ---- States.
  typedef enum logic [3:0] {
    Idle,
    Fetch,     // descriptor is coming
    Rest,      // what came behind it is not needed
    Decode,
    Transfer,  // copy, or the second half of a fill
    Pattern,   // fill pattern is coming
    Words,     // launch words are coming
    Record,    // outcome is known
    Complete,  // record is being written
    Halt
  } state_e;
  state_e state_q;

  logic [PatternLineW-1:0] beat_q;
  logic [63:0]       start_q;
  logic [31:0]       status_q;
  logic              words_q, words_here_q;  // words_q: state_q is Words
  logic              fetching_q;  // a descriptor's fetch is under way
  logic              full_q;      // it has come, and what is behind it has to wait until it was looked at
  logic              looks_q, looked_q, more_q;  // it is, and was now; there is something behind it
  // Where the next descriptor is, and how many entries behind it are fetched with it: ready long before.
  logic [31:0]       ring_mask_q, ring_index, behind_q;
  logic [63:0]       ring_address_q;
  logic [1:0]        published, before_end, along_q;
  function automatic logic [1:0] upToThree(input logic [31:0] entries);
    upToThree = entries[31:2] != '0 ? 2'd3 : entries[1:0];
  endfunction
  assign ring_index = ring_tail_o & ring_mask_q;
  assign published  = upToThree(behind_q);
  assign before_end = upToThree(ring_mask_q & ~ring_tail_o);
  always_ff @(posedge clk_i) begin
    ring_mask_q    <= (32'd1 << ring_log2_i) - 32'd1;
    ring_address_q <= ring_base_i + (64'(ring_index) << DescriptorShift);
    behind_q       <= ring_head_i + ~ring_tail_o;
    along_q        <= published < before_end ? published : before_end;
  end

  // ---- Launches under way.
  logic                  held_q;     // the descriptor is a launch that waits for its region
  logic                  put_off_q;  // it is fetched again, with its words, when its region is free
  logic [NumRegions-1:0] active, ended;
  logic [31:0]           ended_tag, ended_status;
  logic [63:0]           ended_completion, ended_start;
  logic                  ended_completes, ended_irq, begin_record, words_end, run, wanted_busy;
  launch_scoreboard #(
      .NumRegions(NumRegions)
  ) u_launches (
      .clk_i,
      .rst_i,
      .run_i        (run ? wanted : '0),
      .tag_i        (tag),
      .completion_i (completion),
      .completes_i  (completes),
      .irq_i        (wants_irq),
      .start_i      (start_q),
      .active_o     (active),
      .finished_i,
      .fault_valid_i,
      .bus_error_i,
      .aborted_i,
      .ended_o      (ended),
      .take_i       (begin_record),
      .tag_o        (ended_tag),
      .completion_o (ended_completion),
      .completes_o  (ended_completes),
      .irq_o        (ended_irq),
      .start_o      (ended_start),
      .status_o     (ended_status)
  );
  assign begin_record = state_q == Idle && ended != '0;
  assign words_end    = words_q && words_here_q && launch_loaded_i;
  assign run          = words_end && !dma_host_error_i;
  assign wanted_busy  = (active & wanted) != '0;

  // ---- The record: of which command, and of which region's kernel (one-hot) if it tells of one.
  logic [31:0]               record_tag_q;
  logic [63:0]               record_completion_q;
  logic                      record_completes_q, record_irq_q;  // there is an address to write it to
  logic [NumRegions-1:0]     record_region_q;
  logic [CompletionBits-1:0] record;
  logic                      unused_offset;
  assign unused_offset = ^record_completion_q[CompletionShift-1:0];

  // ---- What the states do next.
  logic work, work_q, waits, fetch, words_follow, decode, carry_out;
  // In halves: for the whole, synthesis takes the adder of behind_q, a carry chain with a tree of look-up tables behind it.
  assign work      = enable_i && (ring_head_i[31:16] != ring_tail_o[31:16] || ring_head_i[15:0] != ring_tail_o[15:0]);
  always_ff @(posedge clk_i) work_q <= work && !rst_i;
  assign waits        = (held_q || put_off_q) && wanted_busy;
  assign fetch        = state_q == Idle && ended == '0 && !held_q && !waits && work_q;
  assign words_follow = looked_q && inline_good && !wanted_busy;  // they are next in the stream
  assign decode       = state_q == Decode || looked_q;
  assign carry_out    = words_follow || (state_q == Decode && !bad && !empty && !(is_launch && wanted_busy));
  assign resting_o    = launch_resting_i && ((state_q == Idle && ended == '0 && (waits || (!held_q && !work && !work_q)))
                                             || (state_q == Halt && enable_i));
  assign executing_o    = state_q == Halt ? (active & ~finished_i) != '0 : state_q != Idle || work || held_q || active != '0;
  // A descriptor and a pattern are always taken, and what comes behind a launch's words.
  assign stream_ready_o = words_q ? launch_stream_ready_i || launch_loaded_i : !full_q;

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Idle:
      if (begin_record) state_q <= Record;
      else if (held_q) begin
        if (!wanted_busy) state_q <= Decode;
      end else if (fetch) state_q <= Fetch;
      Fetch:
      if (dma_done_i) state_q <= dma_host_error_i ? Halt : Decode;
      else if (looked_q) state_q <= words_follow ? Words : Rest;
      Rest:     if (dma_done_i) state_q <= dma_host_error_i ? Halt : put_off_q ? Idle : Decode;
      Decode:
      if (carry_out) state_q <= is_launch ? Words : is_fill ? Pattern : Transfer;
      else state_q <= !bad && is_launch ? Idle : Record;
      Pattern:  if (dma_done_i) state_q <= dma_host_error_i ? Record : Transfer;
      Transfer: if (dma_done_i) state_q <= Record;
      Words:    if (words_end) state_q <= !dma_host_error_i ? Idle : is_inline ? Halt : Record;
      Record:   if (write_record) state_q <= record_completes_q ? Complete : Idle;
      Complete: if (dma_done_i) state_q <= dma_host_error_i ? Halt : Idle;
      default:  if (!enable_i) state_q <= Idle;  // Halt
    endcase
    if (carry_out && is_launch) words_q <= 1'b1;
    else if (words_end) words_q <= 1'b0;
    if (rst_i) begin
      state_q <= Idle;
      words_q <= 1'b0;
    end
  end

  // ---- The ring, and the descriptor's way here.
  always_ff @(posedge clk_i) begin
    if (fetching_q && dma_done_i && !dma_host_error_i && !put_off_q) ring_tail_o <= ring_tail_o + 32'(taken) + 32'd1;
    if ((fetching_q || state_q == Complete) && dma_done_i) ring_error_o <= dma_host_error_i;
    if (state_q == Halt && !enable_i) ring_error_o <= 1'b0;
    if (fetch) fetching_q <= 1'b1;
    else if (dma_done_i) fetching_q <= 1'b0;
    if (state_q == Decode) held_q <= !bad && is_launch && wanted_busy;
    if (looked_q) put_off_q <= inline_good && wanted_busy;
    else if (fetch || (state_q == Idle && !enable_i)) put_off_q <= 1'b0;
    if (fetch_q) fetched_q <= along_q;
    more_q <= fetched_q != '0;
    if (fetch || begin_record || state_q == Decode || pattern_here) beat_q <= '0;
    else if (state_q == Record || (stream_valid_i && ((state_q == Fetch && !full_q) || state_q == Pattern)))
      beat_q <= PatternLines > 1 ? beat_q + 1'b1 : '0;
    for (int p = 0; p < PatternLines; p++)
      if (state_q == Fetch && !full_q && stream_valid_i && beat_q == PatternLineW'(p)) desc_q[p*Bits+:Bits] <= stream_data_i;
    full_q   <= state_q == Fetch && !looked_q && (full_q || (stream_valid_i && beat_q == PatternLineW'(PatternLines - 1)));
    looks_q  <= full_q;
    looked_q <= looks_q && full_q && more_q && !looked_q && !rst_i;
    if (rst_i) begin
      ring_tail_o  <= '0;
      ring_error_o <= 1'b0;
      held_q       <= 1'b0;
      put_off_q    <= 1'b0;
      fetching_q   <= 1'b0;
      full_q       <= 1'b0;
    end
  end

  // ---- Commands of the DMA engine, a cycle after the state that gives them: the wide registers see few and early conditions.
  logic pattern_here, write_record, fetch_q, decode_q, carry_out_q, pattern_q, record_q;
  logic one_row_q;  // what comes as a stream, or the record
  assign pattern_here = state_q == Pattern && dma_done_i;
  assign write_record = state_q == Record && beat_q == PatternLineW'(RecordLines - 1);
  always_ff @(posedge clk_i) begin
    fetch_q     <= fetch && !rst_i;
    decode_q    <= state_q == Decode;
    carry_out_q <= carry_out && !words_follow && !rst_i;
    pattern_q   <= pattern_here && !dma_host_error_i && !rst_i;
    record_q    <= write_record && record_completes_q && !rst_i;
    one_row_q   <= (fetch && !rst_i) || (state_q == Decode && (is_launch || is_fill)) || (write_record && record_completes_q && !rst_i);
    dma_start_o <= !rst_i && (fetch_q || carry_out_q || pattern_q || record_q);
    if (decode_q) begin
      dma_src_o  <= src;
      dma_from_o <= src_on_device ? shell_pkg::DMA_MEM : shell_pkg::DMA_HOST;
    end
    if (decode_q || pattern_q) begin
      dma_to_o     <= dst_on_device ? shell_pkg::DMA_MEM : shell_pkg::DMA_HOST;
      dma_dst_o    <= dst;
      dma_width_o  <= width[WidthW-1:0];  // the decoder refuses more
      dma_rows_o   <= rows;
      dma_slices_o <= slices;
    end
    if (one_row_q) begin
      dma_to_o     <= record_q ? shell_pkg::DMA_HOST : shell_pkg::DMA_STREAM;
      dma_dst_o    <= record_q ? {record_completion_q[63:CompletionShift], CompletionShift'(0)} : '0;
      dma_rows_o   <= 32'd1;
      dma_slices_o <= 32'd1;
    end
    if (fetch_q) begin
      dma_from_o  <= shell_pkg::DMA_HOST;
      dma_src_o   <= ring_address_q;
      dma_width_o <= (WidthW'(along_q) + 1'b1) << DescriptorShift;
    end
    if (decode_q && is_fill) dma_width_o <= WidthW'(weft_abi_pkg::FILL_PATTERN_BYTES);
    if (pattern_q || record_q) dma_from_o <= shell_pkg::DMA_PATTERN;
    if (record_q) dma_width_o <= WidthW'(weft_abi_pkg::COMPLETION_BYTES);
  end

  // Of one row no pitch counts.
  assign dma_src_row_pitch_o   = src_row_pitch;
  assign dma_src_slice_pitch_o = src_slice_pitch;
  assign dma_dst_row_pitch_o   = dst_row_pitch;
  assign dma_dst_slice_pitch_o = dst_slice_pitch;

  // ---- Launch controls.
  always_ff @(posedge clk_i) begin
    launch_begin_o <= carry_out && is_launch && !rst_i ? wanted : '0;
    launch_run_o   <= run && !rst_i;
    launch_abort_o <= words_end && dma_host_error_i && !rst_i;
    if (decode) launch_words_o <= WordsW'(width >> 3);
    words_here_q <= words_q && (words_here_q || dma_done_i);
  end

  // ---- The record's registers, and the outcome.
  always_ff @(posedge clk_i) begin
    if (decode || begin_record) begin
      record_tag_q        <= begin_record ? ended_tag : tag;
      record_completion_q <= begin_record ? ended_completion : completion;
      record_completes_q  <= begin_record ? ended_completes : completes;
      record_irq_q        <= begin_record ? ended_irq : wants_irq;
      record_region_q     <= begin_record ? ended : '0;
      start_q             <= begin_record ? ended_start : time_i;
    end
    if (begin_record) status_q <= ended_status;
    else if (decode) status_q <= bad ? weft_abi_pkg::STATUS_BAD_DESCRIPTOR : weft_abi_pkg::STATUS_OK;
    else if ((pattern_here || words_end || (state_q == Transfer && dma_done_i)) && dma_host_error_i)
      status_q <= weft_abi_pkg::STATUS_HOST_BUS_ERROR;
    else if (state_q == Transfer && dma_done_i && dma_mem_error_i) status_q <= weft_abi_pkg::STATUS_DEVICE_BUS_ERROR;
    irq_set_o <= record_irq_q && !rst_i && (write_record ? !record_completes_q : state_q == Complete && dma_done_i);
  end
  completion_record #(
      .NumRegions(NumRegions)
  ) u_record (
      .tag_i        (record_tag_q),
      .status_i     (status_q),
      .start_i      (start_q),
      .time_i,
      .region_i     (record_region_q),
      .end_i,
      .run_cycles_i,
      .fault_valid_i,
      .fault_code_i,
      .fault_site_i,
      .fault_addr_i,
      .record_o     (record)
  );

  // ---- The pattern: of a fill, or the record at the place that its address has in the pattern.
  logic [Bits-1:0] record_line;
  if (CompletionBits > Bits) begin : gen_lines
    assign record_line    = record[beat_q[$clog2(RecordLines)-1:0]*Bits+:Bits];
  end else begin : gen_line
    assign record_line = {Bits / CompletionBits{record}};
  end
  always_comb begin
    pattern_write_o = state_q == Record || (state_q == Pattern && stream_valid_i);
    pattern_data_o  = state_q == Record ? record_line : stream_data_i;
    pattern_line_o  = beat_q;
    if (PatternLines > 1 && state_q == Record)
      pattern_line_o = beat_q | (record_completion_q[OffsetW+:PatternLineW] & PatternLineW'(PatternLines - RecordLines));
  end
endmodule
