// SPDX-License-Identifier: Apache-2.0
// Local memory of packets in which one atomic operation accumulates and nobody asks for the old values. Each lane updates a replica
// of its own, so a packet takes a cycle, whatever its addresses. A store leaves the value in lane 0's replica and what changes
// nothing (the operation's identity) in the others; a read combines them. Every access goes through one pipeline, an access a
// cycle over all ports in turns, and sees all that came before: as if there was one copy.
// Latency 5 from an update or store to its acknowledgement, 5 + log2(Lanes) from a read to its answer. Registered: all outputs but
// the readies of requests, which depend on the other ports' valids.
// Stages of a lane: s0 presents the address, s1 compares it with the accesses ahead, s2 has the old word and computes, s3 writes.
module local_accumulator #(
    parameter int unsigned WordBits = 32,  // of the operands, 32 or 64
    parameter int unsigned Words = 16,  // of a replica
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned NumReads = 1,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumUpdates = 1,  // at least 1
    parameter int unsigned Depth = 8,  // accesses of one port under way; for full rate 6 or more, with reads 10
    parameter int unsigned Op = 0,  // 0 ADD, 1 CLR, 2 EOR, 3 SET, 4 SMAX, 5 SMIN, 6 UMAX, 7 UMIN: old & ~data and so on
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned ReadPorts = NumReads > 0 ? NumReads : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1
) (
    input  logic                                 clk_i,
    input  logic                                 rst_i,
    input  logic [                ReadPorts-1:0] rd_valid_i,
    output logic [                ReadPorts-1:0] rd_ready_o,
    input  logic [             ReadPorts*AW-1:0] rd_addr_i,
    output logic [                ReadPorts-1:0] data_valid_o,
    input  logic [                ReadPorts-1:0] data_ready_i,
    output logic [       ReadPorts*WordBits-1:0] data_data_o,
    input  logic [               WritePorts-1:0] in_valid_i,
    output logic [               WritePorts-1:0] in_ready_o,
    input  logic [            WritePorts*AW-1:0] in_addr_i,
    input  logic [      WritePorts*WordBits-1:0] in_data_i,
    output logic [               WritePorts-1:0] ack_valid_o,
    input  logic [               WritePorts-1:0] ack_ready_i,
    input  logic [               NumUpdates-1:0] at_valid_i,
    output logic [               NumUpdates-1:0] at_ready_o,
    input  logic [         NumUpdates*Lanes-1:0] at_mask_i,     // lanes that update
    input  logic [      NumUpdates*Lanes*AW-1:0] at_addr_i,
    input  logic [NumUpdates*Lanes*WordBits-1:0] at_data_i,
    output logic [               NumUpdates-1:0] done_valid_o,
    input  logic [               NumUpdates-1:0] done_ready_i
);
  // An access: {stores, lanes that write, addresses, operands}. Ports: updates, then stores, then reads.
  localparam int unsigned Ports = NumUpdates + NumWrites + NumReads;
  localparam int unsigned Levels = $clog2(Lanes);
  localparam int unsigned Width = 1 + Lanes * (1 + AW + WordBits);
  // What changes nothing: ones for CLR and UMIN, the least and the greatest number for SMAX and SMIN.
  localparam logic [WordBits-1:0] Identity = Op == 1 || Op == 7 ? '1 : Op == 4 ? WordBits'(1) << (WordBits - 1) :
                                             Op == 5 ? '1 >> 1 : '0;

  if (Lanes < 2 || (Lanes & (Lanes - 1)) != 0 || Op > 7) begin : gen_check
    $fatal(1, "local_accumulator: Lanes is a power of two, at least 2, and Op one of eight operations");
  end

  logic [Ports-1:0] valid, room, ready, take, port_0q, port_1q, port_2q, port_3q;
  logic [Ports*Width-1:0] accesses;
  logic [Width-1:0] winner;
  logic fire;

  for (genvar i = 0; i < NumUpdates; i++) begin : gen_update
    assign valid[i] = at_valid_i[i] & room[i];
    assign at_ready_o[i] = ready[i] & room[i];
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
    assign in_ready_o[i] = ready[Port] & room[Port];
    assign accesses[Port*Width+:Width] = {
      1'b1,
      {Lanes{1'b1}},
      {Lanes{in_addr_i[i*AW+:AW]}},
      {(Lanes - 1) {Identity}},
      in_data_i[i*WordBits+:WordBits]
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
    assign unused_write = ^{in_valid_i, in_addr_i, in_data_i, ack_ready_i};
    assign in_ready_o = '0;
    assign ack_valid_o = '0;
  end

  assign take = valid & ready;
  stream_merge #(
      .Width     (Width),
      .NumInputs (Ports),
      .RoundRobin(1)
  ) u_merge (
      .clk_i,
      .rst_i,
      .in_valid_i (valid),
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
  logic [Lanes-1:0] writes;
  logic [Lanes*AW-1:0] addresses;
  logic [Lanes*WordBits-1:0] operands, olds_q;
  logic stores;
  assign {stores, writes, addresses, operands} = winner;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    accumulator_lane #(
        .WordBits(WordBits),
        .Words   (Words),
        .Op      (Op)
    ) u_lane (
        .clk_i,
        .rst_i,
        .writes_i(fire & writes[l]),
        .stores_i(stores),
        .addr_i  (addresses[l*AW+:AW]),
        .data_i  (operands[l*WordBits+:WordBits]),
        .old_o   (olds_q[l*WordBits+:WordBits])
    );
  end

  // Reads: the replicas are combined in pairs, then pairs of these.
  if (NumReads > 0) begin : gen_reads
    for (genvar v = 0; v <= Levels; v++) begin : gen_level
      logic [NumReads-1:0] port;
      logic [(Lanes >> v)*WordBits-1:0] parts;
      if (v == 0) begin : gen_replicas
        assign port  = port_3q[Ports-1-:NumReads];
        assign parts = olds_q;
      end else begin : gen_pairs
        logic [(Lanes >> v)*WordBits-1:0] combined;
        for (genvar k = 0; k < Lanes >> v; k++) begin : gen_pair
          logic [WordBits-1:0] second;
          assign second = gen_level[v-1].parts[(2*k+1)*WordBits+:WordBits];
          atomic_alu #(
              .Width(WordBits),
              .Ops  (1 << Op)
          ) u_alu (
              .op_i     (6'(Op)),
              .old_i    (gen_level[v-1].parts[2*k*WordBits+:WordBits]),
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
      localparam int unsigned Port = NumUpdates + NumWrites + i;
      assign valid[Port] = rd_valid_i[i] & room[Port];
      assign rd_ready_o[i] = ready[Port] & room[Port];
      assign accesses[Port*Width+:Width] = {1'b0, Lanes'(0), {Lanes{rd_addr_i[i*AW+:AW]}}, (Lanes * WordBits)'(0)};
      credit_fifo #(
          .Width(WordBits),
          .Depth(Depth)
      ) u_answers (
          .clk_i,
          .rst_i,
          .credit_o (room[Port]),
          .reserve_i(take[Port]),
          .push_i   (gen_level[Levels].port[i]),
          .data_i   (gen_level[Levels].parts),
          .release_i(1'b0),
          .valid_o  (data_valid_o[i]),
          .ready_i  (data_ready_i[i]),
          .data_o   (data_data_o[i*WordBits+:WordBits])
      );
    end
  end else begin : gen_no_read
    logic unused_read;
    assign unused_read = ^{rd_valid_i, rd_addr_i, data_ready_i, olds_q};
    assign rd_ready_o = '0;
    assign data_valid_o = '0;
    assign data_data_o = '0;
  end
endmodule
