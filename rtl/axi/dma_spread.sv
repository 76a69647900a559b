// SPDX-License-Identifier: Apache-2.0
// DMA's way to a memory of several ports (memory_spread): its bursts become single lines, each to the port it lies at. What is read
// comes back in order; a burst that is written is acknowledged when as many lines are as it has, of any burst: DMA counts bursts, and is
// done when none is left.
// Latency 2 from a port's answer, 1 from the last acknowledgement; one line a cycle, and a cycle more for each burst that is read.
// Registered: r_*, b_* and ar_ready_o. Lines are read only while there is room for their answers: these are always taken.
module dma_spread #(
    parameter int unsigned NumPorts = 2,  // a power of two, 2 or more
    parameter int unsigned LineBits = 64,
    parameter int unsigned LineW = 26,
    parameter int unsigned StripeLines = 8,
    parameter int unsigned BeatsW = 7
) (
    input  logic                clk_i,
    input  logic                rst_i,
    output logic                busy_o,
    // DMA
    input  logic                ar_valid_i,
    output logic                ar_ready_o,
    input  logic [   LineW-1:0] ar_line_i,
    input  logic [  BeatsW-1:0] ar_beats_i,
    output logic                r_valid_o,
    output logic                r_error_o,
    output logic [LineBits-1:0] r_data_o,
    input  logic                w_valid_i,
    output logic                w_ready_o,
    input  logic [   LineW-1:0] w_line_i,   // counts with the first beat of a burst
    input  logic [  BeatsW-1:0] w_beats_i,  // likewise
    input  logic                w_last_i,
    output logic                b_valid_o,
    output logic                b_error_o,
    // ports: single lines
    output logic [NumPorts-1:0] port_ar_valid_o,
    input  logic [NumPorts-1:0] port_ar_ready_i,
    output logic [   LineW-1:0] port_ar_line_o,
    input  logic [NumPorts-1:0] port_r_valid_i,
    input  logic [NumPorts-1:0] port_r_error_i,
    input  logic [NumPorts*LineBits-1:0] port_r_data_i,
    output logic [NumPorts-1:0] port_w_valid_o,
    input  logic [NumPorts-1:0] port_w_ready_i,
    output logic [   LineW-1:0] port_w_line_o,
    input  logic [NumPorts-1:0] port_b_valid_i,
    input  logic [NumPorts-1:0] port_b_error_i
);
  localparam int unsigned PortW = $clog2(NumPorts);
  localparam int unsigned StripeW = $clog2(StripeLines);
  localparam int unsigned Depth = 16;  // lines that a port was asked for
  localparam int unsigned Bursts = 16;  // that are not acknowledged
  localparam int unsigned AcksW = $clog2(NumPorts + 1);
  localparam int unsigned DoneW = BeatsW + $clog2(Bursts + 2);

  // ---- Reads.
  logic [LineW-1:0] line_q;
  logic [BeatsW-1:0] left_q;
  logic [PortW-1:0] port, head_port;
  logic [NumPorts-1:0] room, answer_valid, answer_pop;
  logic [NumPorts*(LineBits+1)-1:0] answers;
  logic asked, order_valid, pop, unused_order;
  row_hash #(
      .RowW (LineW - StripeW),
      .LaneW(PortW)
  ) u_read_port (
      .row_i (line_q[LineW-1:StripeW]),
      .hash_o(port)
  );
  assign ar_ready_o = left_q == '0;
  assign port_ar_line_o = line_q;
  assign port_ar_valid_o = left_q != '0 ? room & NumPorts'(1) << port : '0;
  assign asked = (port_ar_valid_o & port_ar_ready_i) != '0;
  always_ff @(posedge clk_i) begin
    if (asked) begin
      line_q <= line_q + 1'b1;
      left_q <= left_q - 1'b1;
    end
    if (ar_valid_i && ar_ready_o) begin
      line_q <= ar_line_i;
      left_q <= ar_beats_i;
    end
    if (rst_i) left_q <= '0;
  end
  stream_fifo #(
      .Width   (PortW),
      .Depth   (NumPorts * Depth),
      .Reserved(1'b1)
  ) u_order (
      .clk_i,
      .rst_i,
      .in_valid_i (asked),
      .in_ready_o (unused_order),
      .in_data_i  (port),
      .out_valid_o(order_valid),
      .out_ready_i(pop),
      .out_data_o (head_port)
  );
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic unused_ready;
    credit_counter #(
        .Max    (Depth),
        .Initial(Depth)
    ) u_room (
        .clk_i,
        .rst_i,
        .give_i(answer_pop[p]),
        .take_i(asked && port == PortW'(p)),
        .any_o (room[p])
    );
    stream_fifo #(
        .Width   (LineBits + 1),
        .Depth   (Depth),
        .Reserved(1'b1)
    ) u_answers (
        .clk_i,
        .rst_i,
        .in_valid_i (port_r_valid_i[p]),
        .in_ready_o (unused_ready),
        .in_data_i  ({port_r_error_i[p], port_r_data_i[p*LineBits+:LineBits]}),
        .out_valid_o(answer_valid[p]),
        .out_ready_i(answer_pop[p]),
        .out_data_o (answers[p*(LineBits+1)+:LineBits+1])
    );
  end
  assign pop = order_valid && answer_valid[head_port];
  assign answer_pop = pop ? NumPorts'(1) << head_port : '0;
  always_ff @(posedge clk_i) begin
    r_valid_o <= pop && !rst_i;
    if (pop) {r_error_o, r_data_o} <= answers[head_port*(LineBits+1)+:LineBits+1];
  end

  // ---- Writes.
  logic [LineW-1:0] next_line_q;
  logic [PortW-1:0] write_port;
  logic inside_q, burst_room, burst_valid, burst_done, written;
  logic [BeatsW-1:0] beats_q, burst_beats;
  assign port_w_line_o = inside_q ? next_line_q : w_line_i;
  row_hash #(
      .RowW (LineW - StripeW),
      .LaneW(PortW)
  ) u_write_port (
      .row_i (port_w_line_o[LineW-1:StripeW]),
      .hash_o(write_port)
  );
  assign port_w_valid_o = w_valid_i && burst_room ? NumPorts'(1) << write_port : '0;
  assign w_ready_o = burst_room && port_w_ready_i[write_port];
  assign written = w_valid_i && w_ready_o;
  always_ff @(posedge clk_i) begin
    if (written) begin
      next_line_q <= port_w_line_o + 1'b1;
      inside_q <= !w_last_i;
      if (!inside_q) beats_q <= w_beats_i;
    end
    if (rst_i) inside_q <= 1'b0;
  end
  stream_fifo #(
      .Width(BeatsW),
      .Depth(Bursts)
  ) u_bursts (
      .clk_i,
      .rst_i,
      .in_valid_i (written && w_last_i),
      .in_ready_o (burst_room),
      .in_data_i  (inside_q ? beats_q : w_beats_i),
      .out_valid_o(burst_valid),
      .out_ready_i(burst_done),
      .out_data_o (burst_beats)
  );
  logic [AcksW-1:0] acks;
  logic [DoneW-1:0] done_q;  // lines that are acknowledged and belong to no burst that is
  logic error_q;
  always_comb begin
    acks = '0;
    for (int p = 0; p < NumPorts; p++) acks = acks + AcksW'(port_b_valid_i[p]);
  end
  assign burst_done = burst_valid && done_q >= DoneW'(burst_beats);
  always_ff @(posedge clk_i) begin
    done_q <= done_q + DoneW'(acks) - (burst_done ? DoneW'(burst_beats) : '0);
    error_q <= (error_q && !burst_done) || (port_b_valid_i & port_b_error_i) != '0;
    b_valid_o <= burst_done && !rst_i;
    b_error_o <= error_q;
    if (rst_i) begin
      done_q <= '0;
      error_q <= 1'b0;
    end
  end

  assign busy_o = left_q != '0 || order_valid || answer_valid != '0 || burst_valid || r_valid_o || b_valid_o;
endmodule
