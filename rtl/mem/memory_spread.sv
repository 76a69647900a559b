// SPDX-License-Identifier: Apache-2.0
// One unit's way to the ports of a memory of which each has every NumPorts-th stripe, more or less (row_hash): requests go to the
// port of their line, and read answers come back in the order of the requests, whatever the ports' delays are, as do acknowledgements
// of stores, and those of atomics. So all of the unit's requests to a port can have one AXI ID, and one more for atomics.
// An answer has a place reserved when its line is asked for: answers of the ports are always taken.
// Latency 1 to a port; 2 from an answer, 4 from one that the order has waited for less than 3 cycles; the same from an acknowledgement.
// Initiation interval 1: a read and a write a cycle, but no read beside an atomic that returns the old value. Registered: every
// valid but none of the readies, which depend on valids, addresses and on what is offered beside.
module memory_spread #(
    parameter int unsigned NumPorts = 2,  // a power of two, 2 or more
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned IdBits = 4,  // of a site
    parameter int unsigned StripeLines = 8,
    parameter int unsigned Depth = 16,  // of each FIFO of a port, at most 16: requests not sent, lines asked for. Acknowledgements due: Order in all
    localparam int unsigned PortW = $clog2(NumPorts),
    localparam int unsigned StrbW = LineBits / 8,
    localparam int unsigned LineW = AddrBits - $clog2(StrbW),
    localparam int unsigned WriteW = 6 + AddrBits + StrbW + LineBits
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    // of the unit
    input  logic                       read_valid_i,
    output logic                       read_ready_o,
    input  logic [         IdBits-1:0] read_id_i,
    input  logic [          LineW-1:0] read_line_i,
    input  logic                       write_valid_i,
    output logic                       write_ready_o,
    input  logic [         IdBits-1:0] write_id_i,
    input  logic [         WriteW-1:0] write_data_i,   // {atop, address, strobes, data}
    output logic                       rsp_valid_o,
    output logic                       rsp_atomic_o,
    output logic [         IdBits-1:0] rsp_id_o,
    output logic [       LineBits-1:0] rsp_data_o,
    output logic                       ack_valid_o,
    output logic [         IdBits-1:0] ack_id_o,
    // of the ports
    output logic [       NumPorts-1:0] port_read_valid_o,
    input  logic [       NumPorts-1:0] port_read_ready_i,
    output logic [ NumPorts*LineW-1:0] port_read_line_o,
    output logic [       NumPorts-1:0] port_write_valid_o,
    input  logic [       NumPorts-1:0] port_write_ready_i,
    output logic [NumPorts*WriteW-1:0] port_write_data_o,
    input  logic [       NumPorts-1:0] port_rsp_valid_i,
    input  logic [       NumPorts-1:0] port_rsp_atomic_i,
    input  logic [NumPorts*LineBits-1:0] port_rsp_data_i,
    input  logic [       NumPorts-1:0] port_ack_valid_i,
    input  logic [       NumPorts-1:0] port_ack_atomic_i
);
  localparam int unsigned StripeW = $clog2(StripeLines);
  localparam int unsigned StripesW = LineW - StripeW;
  localparam int unsigned OldW = 64;  // of an atomic's old value, which is in every lane of the line
  localparam int unsigned Order = NumPorts * Depth;

  if (NumPorts < 2 || (1 << PortW) != NumPorts) begin : gen_check
    $fatal(1, "memory_spread: NumPorts must be a power of two, 2 or more");
  end
  if (Depth > 16) begin : gen_check_depth
    $fatal(1, "memory_spread: Depth must be at most 16, that of distributed memory");
  end

  // ---- Which port.
  logic [PortW-1:0] read_port, write_port;
  logic [NumPorts-1:0] read_to, write_to;
  row_hash #(
      .RowW (StripesW),
      .LaneW(PortW)
  ) u_read_port (
      .row_i (read_line_i[LineW-1:StripeW]),
      .hash_o(read_port)
  );
  row_hash #(
      .RowW (StripesW),
      .LaneW(PortW)
  ) u_write_port (
      .row_i (write_data_i[WriteW-7-:StripesW]),
      .hash_o(write_port)
  );
  assign read_to = NumPorts'(1) << read_port;
  assign write_to = NumPorts'(1) << write_port;

  // ---- What is taken.
  logic is_atomic, returns, order_room, read_take, write_take, pop;
  logic [NumPorts-1:0] read_room, answer_room, write_room, old_room;
  logic [1:0] ack_room, ack_ready, ack_grant;  // of stores, of atomics
  assign is_atomic = write_data_i[WriteW-1-:6] != '0;
  assign returns = write_data_i[WriteW-1];
  assign read_ready_o = read_valid_i && order_room && !(write_valid_i && returns) && (read_to & read_room & answer_room) != '0;
  assign write_ready_o = write_valid_i && (!returns || order_room)
      && ack_room[is_atomic] && (write_to & write_room & (returns ? old_room : '1)) != '0;
  assign read_take = read_ready_o;
  assign write_take = write_ready_o;

  // ---- The order of the answers.
  localparam int unsigned OrderW = 1 + PortW + IdBits;
  logic order_valid, head_atomic, unused_order;
  logic [PortW-1:0] head_port;
  logic [IdBits-1:0] head_id;
  credit_counter #(
      .Max    (Order),
      .Initial(Order)
  ) u_order_room (
      .clk_i,
      .rst_i,
      .give_i(pop),
      .take_i(read_take || (write_take && returns)),
      .any_o (order_room)
  );
  stream_fifo #(
      .Width   (OrderW),
      .Depth   (Order),
      .Reserved(1'b1)
  ) u_order (
      .clk_i,
      .rst_i,
      .in_valid_i (read_take || (write_take && returns)),
      .in_ready_o (unused_order),
      .in_data_i  (read_take ? {1'b0, read_port, read_id_i} : {1'b1, write_port, write_id_i}),
      .out_valid_o(order_valid),
      .out_ready_i(pop),
      .out_data_o ({head_atomic, head_port, head_id})
  );

  // ---- Ports.
  logic [NumPorts-1:0] answer_valid, old_valid, answer_pop, old_pop;
  logic [NumPorts*LineBits-1:0] answers;
  logic [NumPorts*OldW-1:0] olds;
  logic [2*IdBits-1:0] due_ids;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    stream_fifo #(
        .Width(LineW),
        .Depth(Depth)
    ) u_reads (
        .clk_i,
        .rst_i,
        .in_valid_i (read_take && read_to[p]),
        .in_ready_o (read_room[p]),
        .in_data_i  (read_line_i),
        .out_valid_o(port_read_valid_o[p]),
        .out_ready_i(port_read_ready_i[p]),
        .out_data_o (port_read_line_o[p*LineW+:LineW])
    );
    stream_fifo #(
        .Width(WriteW),
        .Depth(Depth)
    ) u_writes (
        .clk_i,
        .rst_i,
        .in_valid_i (write_take && write_to[p]),
        .in_ready_o (write_room[p]),
        .in_data_i  (write_data_i),
        .out_valid_o(port_write_valid_o[p]),
        .out_ready_i(port_write_ready_i[p]),
        .out_data_o (port_write_data_o[p*WriteW+:WriteW])
    );
    logic unused_answer, unused_old;
    credit_counter #(
        .Max    (Depth),
        .Initial(Depth)
    ) u_answer_room (
        .clk_i,
        .rst_i,
        .give_i(answer_pop[p]),
        .take_i(read_take && read_to[p]),
        .any_o (answer_room[p])
    );
    stream_fifo #(
        .Width   (LineBits),
        .Depth   (Depth),
        .Reserved(1'b1)
    ) u_answers (
        .clk_i,
        .rst_i,
        .in_valid_i (port_rsp_valid_i[p] && !port_rsp_atomic_i[p]),
        .in_ready_o (unused_answer),
        .in_data_i  (port_rsp_data_i[p*LineBits+:LineBits]),
        .out_valid_o(answer_valid[p]),
        .out_ready_i(answer_pop[p]),
        .out_data_o (answers[p*LineBits+:LineBits])
    );
    credit_counter #(
        .Max    (Depth),
        .Initial(Depth)
    ) u_old_room (
        .clk_i,
        .rst_i,
        .give_i(old_pop[p]),
        .take_i(write_take && returns && write_to[p]),
        .any_o (old_room[p])
    );
    stream_fifo #(
        .Width   (OldW),
        .Depth   (Depth),
        .Reserved(1'b1)
    ) u_olds (
        .clk_i,
        .rst_i,
        .in_valid_i (port_rsp_valid_i[p] && port_rsp_atomic_i[p]),
        .in_ready_o (unused_old),
        .in_data_i  (port_rsp_data_i[p*LineBits+:OldW]),
        .out_valid_o(old_valid[p]),
        .out_ready_i(old_pop[p]),
        .out_data_o (olds[p*OldW+:OldW])
    );
  end

  // ---- Answers in their order.
  assign pop = order_valid && (head_atomic ? old_valid[head_port] : answer_valid[head_port]);
  assign answer_pop = pop && !head_atomic ? NumPorts'(1) << head_port : '0;
  assign old_pop = pop && head_atomic ? NumPorts'(1) << head_port : '0;
  always_ff @(posedge clk_i) begin
    rsp_valid_o <= pop && !rst_i;
    if (pop) begin
      rsp_atomic_o <= head_atomic;
      rsp_id_o <= head_id;
      rsp_data_o <= head_atomic ? {LineBits / OldW{olds[head_port*OldW+:OldW]}} : answers[head_port*LineBits+:LineBits];
    end
  end

  // ---- Acknowledgements: of a unit's stores in their order, whatever the ports' delays are, as each of its sites counts its own, and
  // likewise of its atomics, which take longer. Both in turns.
  for (genvar k = 0; k < 2; k++) begin : gen_acks  // stores, atomics
    logic comes, known, unused_due;
    logic [PortW-1:0] port;
    logic [NumPorts-1:0] done;
    assign comes = write_take && is_atomic == (k == 1);
    credit_counter #(
        .Max    (Order),
        .Initial(Order)
    ) u_room (
        .clk_i,
        .rst_i,
        .give_i(ack_grant[k]),
        .take_i(comes),
        .any_o (ack_room[k])
    );
    stream_fifo #(
        .Width   (PortW + IdBits),
        .Depth   (Order),
        .Reserved(1'b1)
    ) u_due (
        .clk_i,
        .rst_i,
        .in_valid_i (comes),
        .in_ready_o (unused_due),
        .in_data_i  ({write_port, write_id_i}),
        .out_valid_o(known),
        .out_ready_i(ack_grant[k]),
        .out_data_o ({port, due_ids[k*IdBits+:IdBits]})
    );
    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      credit_counter #(
          .Max(Order)
      ) u_done (
          .clk_i,
          .rst_i,
          .give_i(port_ack_valid_i[p] && port_ack_atomic_i[p] == (k == 1)),
          .take_i(ack_grant[k] && port == PortW'(p)),
          .any_o (done[p])
      );
    end
    assign ack_ready[k] = known && done[port];
  end
  arbiter_rr #(
      .N      (2),
      .Restart(1'b1)
  ) u_acks (
      .clk_i,
      .rst_i,
      .request_i(ack_ready),
      .grant_o  (ack_grant),
      .served_i (ack_grant)
  );
  always_ff @(posedge clk_i) begin
    ack_valid_o <= ack_grant != '0 && !rst_i;
    ack_id_o <= ack_grant[1] ? due_ids[IdBits+:IdBits] : due_ids[IdBits-1:0];
  end
endmodule
