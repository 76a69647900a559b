// SPDX-License-Identifier: Apache-2.0
// On-chip memory of packets: element e lies in bank e mod Banks, row e / Banks. Rows are read as words of local_mem are, and written
// as through a local_write_arbiter; a gather reads, a scatter writes, an element for each lane, of any rows.
// Latencies: of a row's read 2; of a gather 6 (bank_gather); from a write to its acknowledgement, which appears in the first cycle in
// which a row's address that is presented, or a gather that is accepted, sees it, 2 without scatters and 4 with (bank_scatter).
// Initiation interval 1 over all row writes and scatters, and at each gather port; lanes that meet in a bank take as many cycles as
// the bank that most meet in: reads with the same address together, writes one by one, the highest lane's last.
// Halves 2: each bank consists of two memories, so that two row writes or scatters may go at once (bank_scatter). Latency of a write
// 4 without scatters and 6 with.
// A replica of the banks for each row read and each gather port. Any number of ports may be 0: its vectors are as for 1, and ignored.
// Registered: all outputs but in_ready_o and scatter_ready_o, which depend on the other ports' valids, and gather_ready_o, which is
// a function of registers.
module local_banks #(
    parameter int unsigned WordBits = 32,  // of an element: a multiple of 8
    parameter int unsigned Words = 64,  // elements: a multiple of Banks
    parameter int unsigned Banks = 4,  // and lanes of a packet: a power of two, 2 to 64
    parameter int unsigned NumReads = 1,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumGathers = 1,
    parameter int unsigned NumScatters = 1,
    parameter int unsigned Depth = 4,  // of one port under way; for full rate 7 or more with gathers or halves, 6 with scatters, else 4
    parameter int unsigned Halves = 1,  // or 2
    // With Halves 2: 16 bits for each writer, rows first, of the first in the low ones: one more than the number of a writer before
    // it, or 0. Its n-th write follows that one's n-th, of which it need not await the acknowledgement.
    parameter logic [16*(NumWrites+NumScatters > 0 ? NumWrites+NumScatters : 1)-1:0] After = '0,
    parameter bit OldData = 1'b1,  // local_mem
    localparam int unsigned AW = $clog2(Words),
    localparam int unsigned Rows = Words / Banks,
    localparam int unsigned RowW = Rows > 1 ? $clog2(Rows) : 1,
    localparam int unsigned HalfRowW = RowW > Halves - 1 ? RowW - (Halves - 1) : 1,
    localparam int unsigned RowBits = Banks * WordBits,
    localparam int unsigned RowStrbW = RowBits / 8,
    localparam int unsigned ReadPorts = NumReads > 0 ? NumReads : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1,
    localparam int unsigned GatherPorts = NumGathers > 0 ? NumGathers : 1,
    localparam int unsigned ScatterPorts = NumScatters > 0 ? NumScatters : 1
) (
    input  logic                             clk_i,
    input  logic                             rst_i,
    input  logic [       ReadPorts*RowW-1:0] rd_addr_i,        // rows
    output logic [    ReadPorts*RowBits-1:0] rd_data_o,
    input  logic [           WritePorts-1:0] in_valid_i,
    output logic [           WritePorts-1:0] in_ready_o,
    input  logic [      WritePorts*RowW-1:0] in_addr_i,        // rows
    input  logic [   WritePorts*RowBits-1:0] in_data_i,
    input  logic [  WritePorts*RowStrbW-1:0] in_strb_i,
    output logic [           WritePorts-1:0] ack_valid_o,
    input  logic [           WritePorts-1:0] ack_ready_i,
    input  logic [          GatherPorts-1:0] gather_valid_i,
    output logic [          GatherPorts-1:0] gather_ready_o,
    input  logic [ GatherPorts*Banks*AW-1:0] gather_addr_i,    // elements
    input  logic [    GatherPorts*Banks-1:0] gather_mask_i,    // lanes that read
    output logic [          GatherPorts-1:0] data_valid_o,
    input  logic [          GatherPorts-1:0] data_ready_i,
    output logic [  GatherPorts*RowBits-1:0] data_data_o,      // zero in the others
    input  logic [         ScatterPorts-1:0] scatter_valid_i,
    output logic [         ScatterPorts-1:0] scatter_ready_o,
    input  logic [ScatterPorts*Banks*AW-1:0] scatter_addr_i,   // elements
    input  logic [ ScatterPorts*RowBits-1:0] scatter_data_i,
    input  logic [ScatterPorts*RowStrbW-1:0] scatter_strb_i,
    output logic [         ScatterPorts-1:0] done_valid_o,
    input  logic [         ScatterPorts-1:0] done_ready_i
);
  localparam int unsigned StrbW = WordBits / 8;
  localparam int unsigned Replicas = NumReads + NumGathers > 0 ? NumReads + NumGathers : 1;

  if (Banks < 2 || Banks > 64 || (Banks & (Banks - 1)) != 0 || Words < Banks || Words % Banks != 0 || WordBits % 8 != 0) begin : gen_check
    $fatal(1, "local_banks: Banks is a power of two, 2 to 64, Words a multiple of it, WordBits one of 8");
  end

  if (Halves < 1 || Halves > 2 || Rows % Halves != 0) begin : gen_halves_check
    $fatal(1, "local_banks: Halves is 1 or 2, and a divisor of the number of rows");
  end

  // Replica r's rows and words, bank by bank: those of row reads first.
  logic [Replicas*Banks*RowW-1:0] rows;
  logic [Replicas*RowBits-1:0] words;
  logic [Halves*Banks-1:0] wr_valid;
  logic [Halves*Banks*HalfRowW-1:0] wr_addr;
  logic [Halves*RowBits-1:0] wr_data;
  logic [Halves*RowStrbW-1:0] wr_strb;

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Replicas*HalfRowW-1:0] bank_rows;
    for (genvar h = 0; h < Halves; h++) begin : gen_half
      localparam int unsigned B = h * Banks + b;
      logic [Replicas*WordBits-1:0] read;
      local_mem #(
          .WordBits(WordBits),
          .Words   (Rows / Halves),
          .NumReads(Replicas),
          .OldData (OldData)
      ) u_mem (
          .clk_i,
          .rd_addr_i (bank_rows),
          .rd_data_o (read),
          .wr_valid_i(wr_valid[B]),
          .wr_addr_i (wr_addr[B*HalfRowW+:HalfRowW]),
          .wr_data_i (wr_data[B*WordBits+:WordBits]),
          .wr_strb_i (wr_strb[B*StrbW+:StrbW])
      );
    end
    for (genvar r = 0; r < Replicas; r++) begin : gen_replica
      logic [RowW-1:0] row;
      assign row = rows[(r*Banks+b)*RowW+:RowW];
      assign bank_rows[r*HalfRowW+:HalfRowW] = HalfRowW'(row >> (Halves - 1));
      if (Halves == 1) begin : gen_word
        assign words[(r*Banks+b)*WordBits+:WordBits] = gen_half[0].read[r*WordBits+:WordBits];
      end else begin : gen_choice
        logic odd;
        delay_line #(
            .Width  (1),
            .Latency(2)
        ) u_odd (
            .clk_i,
            .data_i(^row),
            .data_o(odd)
        );
        assign words[(r*Banks+b)*WordBits+:WordBits] = odd ? gen_half[1].read[r*WordBits+:WordBits] : gen_half[0].read[r*WordBits+:WordBits];
      end
    end
  end

  if (NumReads > 0) begin : gen_reads
    for (genvar r = 0; r < NumReads; r++) begin : gen_read
      assign rows[r*Banks*RowW+:Banks*RowW] = {Banks{rd_addr_i[r*RowW+:RowW]}};
    end
    assign rd_data_o = words[NumReads*RowBits-1:0];
  end else begin : gen_no_read
    logic unused_read;
    assign unused_read = ^rd_addr_i;
    assign rd_data_o   = '0;
  end

  for (genvar g = 0; g < NumGathers; g++) begin : gen_gather
    bank_gather #(
        .WordBits(WordBits),
        .Words   (Words),
        .Banks   (Banks),
        .Depth   (Depth)
    ) u_gather (
        .clk_i,
        .rst_i,
        .gather_valid_i(gather_valid_i[g]),
        .gather_ready_o(gather_ready_o[g]),
        .gather_addr_i (gather_addr_i[g*Banks*AW+:Banks*AW]),
        .gather_mask_i (gather_mask_i[g*Banks+:Banks]),
        .row_o         (rows[(NumReads+g)*Banks*RowW+:Banks*RowW]),
        .word_i        (words[(NumReads+g)*RowBits+:RowBits]),
        .data_valid_o  (data_valid_o[g]),
        .data_ready_i  (data_ready_i[g]),
        .data_data_o   (data_data_o[g*RowBits+:RowBits])
    );
  end
  if (NumGathers == 0) begin : gen_no_gather
    logic unused_gather;
    assign unused_gather  = ^{gather_valid_i, gather_addr_i, gather_mask_i, data_ready_i};
    assign gather_ready_o = '0;
    assign data_valid_o   = '0;
    assign data_data_o    = '0;
  end
  if (NumReads + NumGathers == 0) begin : gen_unread
    logic unused_words;
    assign unused_words = ^words;
    assign rows = '0;
  end

  if (NumScatters > 0 || Halves == 2) begin : gen_scatters
    bank_scatter #(
        .WordBits   (WordBits),
        .Words      (Words),
        .Banks      (Banks),
        .NumWrites  (NumWrites),
        .NumScatters(NumScatters),
        .Depth      (Depth),
        .Halves     (Halves),
        .After      (After[16*(NumWrites+NumScatters)-1:0])
    ) u_scatter (
        .clk_i,
        .rst_i,
        .in_valid_i,
        .in_ready_o,
        .in_addr_i,
        .in_data_i,
        .in_strb_i,
        .ack_valid_o,
        .ack_ready_i,
        .scatter_valid_i,
        .scatter_ready_o,
        .scatter_addr_i,
        .scatter_data_i,
        .scatter_strb_i,
        .done_valid_o,
        .done_ready_i,
        .wr_valid_o(wr_valid),
        .wr_addr_o (wr_addr),
        .wr_data_o (wr_data),
        .wr_strb_o (wr_strb)
    );
  end else begin : gen_no_scatter
    logic unused_scatter;
    assign unused_scatter  = ^{scatter_valid_i, scatter_addr_i, scatter_data_i, scatter_strb_i, done_ready_i};
    assign scatter_ready_o = '0;
    assign done_valid_o    = '0;
    if (NumWrites > 0) begin : gen_writes
      logic row_valid;
      logic [RowW-1:0] row;
      local_write_arbiter #(
          .WordBits(RowBits),
          .Words   (Rows),
          .NumPorts(NumWrites),
          .Depth   (Depth)
      ) u_writes (
          .clk_i,
          .rst_i,
          .in_valid_i,
          .in_ready_o,
          .in_addr_i,
          .in_data_i,
          .in_strb_i,
          .ack_valid_o,
          .ack_ready_i,
          .wr_valid_o(row_valid),
          .wr_addr_o (row),
          .wr_data_o (wr_data),
          .wr_strb_o (wr_strb)
      );
      assign wr_valid = {Banks{row_valid}};
      assign wr_addr  = {Banks{row}};
    end else begin : gen_never
      logic unused_write;
      assign unused_write = ^{rst_i, in_valid_i, in_addr_i, in_data_i, in_strb_i, ack_ready_i};
      assign in_ready_o   = '0;
      assign ack_valid_o  = '0;
      assign wr_valid     = '0;
      assign wr_addr      = '0;
      assign wr_data      = '0;
      assign wr_strb      = '0;
    end
  end
endmodule
