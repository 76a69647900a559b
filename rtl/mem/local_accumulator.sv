// SPDX-License-Identifier: Apache-2.0
// Local memory of packets in which one atomic operation accumulates and nobody asks for the old values. Each lane updates a replica
// of its own, so a packet takes a cycle, whatever its addresses. Stores and reads access words of a row of RowWords at once. A store
// leaves the values in lane 0's replica and what changes nothing (the operation's identity) in the others; a read combines them.
// Every access goes through one pipeline, an access a cycle over all ports in turns, and sees all that came before: as if there
// was one copy.
// Latency 5 from an update or store to its acknowledgement, 7 + log2(Lanes) from a read to its answer. Registered: all outputs but
// the readies of requests, which depend on the other ports' valids.
// Stages of a lane: s0 presents the row, s1 compares the word with the accesses ahead, s2 has the old row and computes, s3 writes.
// Reads begin so much later that all before them have written: so only an update's word is forwarded, not each one of a row.
module local_accumulator #(
    parameter int unsigned WordBits = 32,  // of the operands, 32 or 64
    parameter int unsigned Words = 16,  // of a replica, a multiple of RowWords
    parameter int unsigned RowWords = 1,  // a power of two, at most Lanes; several rows
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned NumReads = 1,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumUpdates = 1,  // at least 1
    parameter int unsigned Depth = 8,  // accesses of one port under way; for full rate 6 or more, with reads 10 + log2(Lanes)
    parameter int unsigned Op = 0,  // 0 ADD, 1 CLR, 2 EOR, 3 SET, 4 SMAX, 5 SMIN, 6 UMAX, 7 UMIN: old & ~data and so on
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned RowW = AW - $clog2(RowWords),
    localparam int unsigned ReadPorts = NumReads > 0 ? NumReads : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1
) (
    input  logic                                    clk_i,
    input  logic                                    rst_i,
    input  logic [                   ReadPorts-1:0] rd_valid_i,
    output logic [                   ReadPorts-1:0] rd_ready_o,
    input  logic [              ReadPorts*RowW-1:0] rd_addr_i,     // of a row
    output logic [                   ReadPorts-1:0] data_valid_o,
    input  logic [                   ReadPorts-1:0] data_ready_i,
    output logic [ ReadPorts*RowWords*WordBits-1:0] data_data_o,
    input  logic [                  WritePorts-1:0] in_valid_i,
    output logic [                  WritePorts-1:0] in_ready_o,
    input  logic [         WritePorts*RowWords-1:0] in_mask_i,     // words of the row that are stored
    input  logic [             WritePorts*RowW-1:0] in_addr_i,
    input  logic [WritePorts*RowWords*WordBits-1:0] in_data_i,
    output logic [                  WritePorts-1:0] ack_valid_o,
    input  logic [                  WritePorts-1:0] ack_ready_i,
    input  logic [                  NumUpdates-1:0] at_valid_i,
    output logic [                  NumUpdates-1:0] at_ready_o,
    input  logic [            NumUpdates*Lanes-1:0] at_mask_i,     // lanes that update
    input  logic [         NumUpdates*Lanes*AW-1:0] at_addr_i,     // of words
    input  logic [   NumUpdates*Lanes*WordBits-1:0] at_data_i,
    output logic [                  NumUpdates-1:0] done_valid_o,
    input  logic [                  NumUpdates-1:0] done_ready_i
);
  // What writes: {stores, lanes that update or words that are stored, addresses, operands}. Ports: updates, then stores.
  localparam int unsigned Writers = NumUpdates + NumWrites;
  localparam int unsigned Levels = $clog2(Lanes);
  localparam int unsigned RowBits = RowWords * WordBits;
  localparam int unsigned Width = 1 + Lanes * (1 + AW + WordBits);

  if (Lanes < 2 || (Lanes & (Lanes - 1)) != 0 || Op > 7) begin : gen_check
    $fatal(1, "local_accumulator: Lanes is a power of two, at least 2, and Op one of eight operations");
  end
  if ((RowWords & (RowWords - 1)) != 0 || RowWords > Lanes || (RowWords > 1 && (Words < 2 * RowWords || Words % RowWords != 0)))
  begin : gen_row_check
    $fatal(1, "local_accumulator: RowWords is a power of two, at most Lanes, and there are several rows");
  end

  // A read that was taken takes the pipeline three cycles later: then nothing else is taken. It is taken every other cycle while others
  // wait.
  logic [Writers-1:0] valid, room, ready, take, port_0q, port_1q, port_2q, port_3q;
  logic [Writers*Width-1:0] accesses;
  logic [Width-1:0] winner;
  logic fire, others_wait, reads;
  logic [RowW-1:0] read_row;

  for (genvar i = 0; i < NumUpdates; i++) begin : gen_update
    assign valid[i] = at_valid_i[i] & room[i];
    assign at_ready_o[i] = ready[i] & room[i] & ~reads;
    assign accesses[i*Width+:Width] = {
      1'b0, at_mask_i[i*Lanes+:Lanes], at_addr_i[i*Lanes*AW+:Lanes*AW], at_data_i[i*Lanes*WordBits+:Lanes*WordBits]
    };
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[i]),
        .take_i     (take[i]),
        .done_i     (port_3q[i]),
        .ack_valid_o(done_valid_o[i]),
        .ack_ready_i(done_ready_i[i])
    );
  end
  for (genvar i = 0; i < NumWrites; i++) begin : gen_write
    localparam int unsigned Port = NumUpdates + i;
    assign valid[Port] = in_valid_i[i] & room[Port];
    assign in_ready_o[i] = ready[Port] & room[Port] & ~reads;
    assign accesses[Port*Width+:Width] = {
      1'b1,
      Lanes'(in_mask_i[i*RowWords+:RowWords]),
      {Lanes{AW'(in_addr_i[i*RowW+:RowW]) << (AW - RowW)}},
      (Lanes * WordBits)'(in_data_i[i*RowBits+:RowBits])
    };
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[Port]),
        .take_i     (take[Port]),
        .done_i     (port_3q[Port]),
        .ack_valid_o(ack_valid_o[i]),
        .ack_ready_i(ack_ready_i[i])
    );
  end
  if (NumWrites == 0) begin : gen_no_write
    logic unused_write;
    assign unused_write = ^{in_valid_i, in_mask_i, in_addr_i, in_data_i, ack_ready_i};
    assign in_ready_o = '0;
    assign ack_valid_o = '0;
  end

  assign others_wait = valid != '0;
  assign take = reads ? '0 : valid & ready;
  stream_merge #(
      .Width     (Width),
      .NumInputs (Writers),
      .RoundRobin(1)
  ) u_writers (
      .clk_i,
      .rst_i,
      .in_valid_i (reads ? '0 : valid),
      .in_ready_o (ready),
      .in_data_i  (accesses),
      .out_valid_o(fire),
      .out_ready_i(1'b1),
      .out_data_o (winner)
  );
  always_ff @(posedge clk_i) begin
    port_0q <= rst_i ? '0 : take;
    port_1q <= rst_i ? '0 : port_0q;
    port_2q <= rst_i ? '0 : port_1q;
    port_3q <= rst_i ? '0 : port_2q;
  end

  // The replicas.
  logic stores;
  logic [Lanes-1:0] mask;
  logic [Lanes*AW-1:0] addresses;
  logic [Lanes*WordBits-1:0] operands;
  logic [Lanes*RowBits-1:0] rows_q;
  assign {stores, mask, addresses, operands} = winner;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Written = l == 0 ? RowWords : 1;
    accumulator_lane #(
        .WordBits   (WordBits),
        .Words      (Words),
        .RowWords   (RowWords),
        .Op         (Op),
        .KeepsStores(l == 0 ? 1 : 0)
    ) u_lane (
        .clk_i,
        .rst_i,
        .updates_i(fire & ~stores & mask[l]),
        .stores_i (fire & stores),
        .words_i  (mask[RowWords-1:0]),
        .addr_i   (reads ? AW'(read_row) << (AW - RowW) : addresses[l*AW+:AW]),
        .data_i   (operands[l*WordBits+:Written*WordBits]),
        .row_o    (rows_q[l*RowBits+:RowBits])
    );
  end

  // Reads: the replicas are combined in pairs, then pairs of these.
  if (NumReads > 0) begin : gen_reads
    logic [NumReads-1:0] asks, credit, chosen, taken, read_0q, read_1q, read_2q, read_3q, read_4q, read_5q;
    logic [RowW-1:0] row, row_0q, row_1q, row_2q;
    logic any, pauses;
    assign pauses = read_0q != '0 && others_wait;
    assign taken = pauses ? '0 : asks & chosen;
    assign reads = read_2q != '0;
    assign read_row = row_2q;
    stream_merge #(
        .Width     (RowW),
        .NumInputs (NumReads),
        .RoundRobin(1)
    ) u_readers (
        .clk_i,
        .rst_i,
        .in_valid_i (pauses ? '0 : asks),
        .in_ready_o (chosen),
        .in_data_i  (rd_addr_i),
        .out_valid_o(any),
        .out_ready_i(1'b1),
        .out_data_o (row)
    );
    logic unused_any;
    assign unused_any = any;
    always_ff @(posedge clk_i) begin
      row_0q <= row;
      row_1q <= row_0q;
      row_2q <= row_1q;
      read_0q <= rst_i ? '0 : taken;
      read_1q <= rst_i ? '0 : read_0q;
      read_2q <= rst_i ? '0 : read_1q;
      read_3q <= rst_i ? '0 : read_2q;
      read_4q <= rst_i ? '0 : read_3q;
      read_5q <= rst_i ? '0 : read_4q;
    end
    for (genvar v = 0; v <= Levels; v++) begin : gen_level
      logic [NumReads-1:0] port;
      logic [(Lanes >> v)*RowBits-1:0] parts;
      if (v == 0) begin : gen_replicas
        assign port  = read_5q;
        assign parts = rows_q;
      end else begin : gen_pairs
        logic [(Lanes >> v)*RowBits-1:0] combined;
        for (genvar k = 0; k < (Lanes >> v) * RowWords; k++) begin : gen_word
          localparam int unsigned First = (2 * (k / RowWords) * RowWords + k % RowWords) * WordBits;
          logic [WordBits-1:0] second;
          assign second = gen_level[v-1].parts[First+RowBits+:WordBits];
          atomic_alu #(
              .Width(WordBits),
              .Ops  (1 << Op)
          ) u_alu (
              .op_i     (6'(Op)),
              .old_i    (gen_level[v-1].parts[First+:WordBits]),
              .data_i   (Op == 1 ? ~second : second),
              .compare_i('0),
              .new_o    (combined[k*WordBits+:WordBits])
          );
        end
        always_ff @(posedge clk_i) begin
          port  <= rst_i ? '0 : gen_level[v-1].port;
          parts <= combined;
        end
      end
    end
    for (genvar i = 0; i < NumReads; i++) begin : gen_read
      assign asks[i] = rd_valid_i[i] & credit[i];
      assign rd_ready_o[i] = chosen[i] & credit[i] & ~pauses;
      credit_fifo #(
          .Width(RowBits),
          .Depth(Depth)
      ) u_answers (
          .clk_i,
          .rst_i,
          .credit_o (credit[i]),
          .reserve_i(taken[i]),
          .push_i   (gen_level[Levels].port[i]),
          .data_i   (gen_level[Levels].parts),
          .release_i(1'b0),
          .valid_o  (data_valid_o[i]),
          .ready_i  (data_ready_i[i]),
          .data_o   (data_data_o[i*RowBits+:RowBits])
      );
    end
  end else begin : gen_no_read
    logic unused_read;
    assign unused_read = ^{rd_valid_i, rd_addr_i, data_ready_i, rows_q, others_wait};
    assign reads = 1'b0;
    assign read_row = '0;
    assign rd_ready_o = '0;
    assign data_valid_o = '0;
    assign data_data_o = '0;
  end
endmodule
