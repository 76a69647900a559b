// SPDX-License-Identifier: Apache-2.0
// segment_ctrl, delay_line and credit_fifo as a stall-free segment of latency 2: numbered tokens come out in number, the
// credit is exactly "an entry is neither filled nor reserved", and nothing is pushed into a full buffer. With Drops any
// token may give its entry back instead of arriving; numbers are then given on arrival.
module segment_formal #(
    parameter int unsigned Depth = 3,
    parameter int unsigned SmallDepth = 16,
    parameter bit Drops = 0
) (
    input logic clk_i,
    input logic in_valid_i,
    input logic out_ready_i,
    input logic drop_i
);
  localparam int unsigned W = 4;
  localparam int unsigned Latency = 2;
  localparam bit Deep = Depth > SmallDepth;
  localparam int unsigned Capacity = Depth + 32'(Deep);  // the register behind the memory holds one more
  logic rst = 1'b1, after_reset = 1'b1;
  logic in_ready, credit, out_valid, pop, push, drop, was_waiting, was_read, was_left;
  logic [Latency:0] stage_valid;
  logic [W-1:0] number, arrived, out_data, sent, pushed, received, flying, was_data;

  assign drop = Drops & drop_i & stage_valid[Latency];
  assign push = stage_valid[Latency] & ~drop;
  assign pop = out_valid & out_ready_i;
  assign number = Drops ? pushed : arrived;
  assign flying = W'(stage_valid[1]) + W'(stage_valid[2]);  // fired and not yet in the buffer, this cycle's fire excluded

  segment_ctrl #(
      .Latency(Latency)
  ) u_ctrl (
      .clk_i,
      .rst_i        (rst),
      .in_valid_i,
      .in_ready_o   (in_ready),
      .credit_i     (credit),
      .stage_valid_o(stage_valid)
  );
  delay_line #(
      .Width  (W),
      .Latency(Latency)
  ) u_delay (
      .clk_i,
      .data_i(sent),
      .data_o(arrived)
  );
  credit_fifo #(
      .Width(W),
      .Depth(Depth),
      .SmallDepth(SmallDepth)
  ) u_dut (
      .clk_i,
      .rst_i    (rst),
      .credit_o (credit),
      .reserve_i(stage_valid[0]),
      .push_i   (push),
      .data_i   (number),
      .release_i(drop),
      .valid_o  (out_valid),
      .ready_i  (out_ready_i),
      .data_o   (out_data)
  );

  // What is inside, for induction.
  (* hierconn *)
  wire [$clog2(Capacity+1)-1:0] \u_dut.u_credits.count ;
  (* hierconn *)
  wire [$clog2(Depth)-1:0] \u_dut.u_fifo.wr_ptr_q ;
  (* hierconn *)
  wire [$clog2(Depth)-1:0] \u_dut.u_fifo.rd_ptr_q ;
  (* hierconn *)
  wire [$clog2(Depth+1)-1:0] \u_dut.u_fifo.count ;
  (* hierconn *)
  wire \u_dut.u_fifo.gen_block.read_valid_q ;
  (* hierconn *)
  wire [W-1:0] \u_dut.u_fifo.gen_block.read_q ;
  (* hierconn *)
  wire [W-1:0] \u_delay.gen_registers.gen_stage[0].data_q ;
  localparam int unsigned PtrW = $clog2(Depth);
  logic [W-1:0] held, stored, first;  // stored: in the memory, the oldest of which has number first
  assign held = pushed - received;
  assign stored = held - W'(Deep && out_valid);
  assign first = received + W'(Deep && out_valid);
  logic [(1<<PtrW)-1:0] row_ok;
  for (genvar i = 0; i < 1 << PtrW; i++) begin : gen_row
    wire [W-1:0] value;
    logic [PtrW-1:0] place;
    assign place = PtrW'(i) - \u_dut.u_fifo.rd_ptr_q ;
    assign row_ok[i] = W'(place) >= stored || value == first + W'(place);
  end

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    after_reset <= rst;
    sent <= rst ? '0 : sent + W'(stage_valid[0]);
    pushed <= rst ? '0 : pushed + W'(push);
    received <= rst ? '0 : received + W'(pop);
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_data <= out_data;
    was_read <= !rst && \u_dut.u_fifo.gen_block.read_valid_q ;
    was_left <= !rst && stored != W'(\u_dut.u_fifo.gen_block.read_valid_q && (!out_valid || out_ready_i));
    if (!rst) begin
      state_free : assert (W'(\u_dut.u_credits.count ) + held + flying == Capacity);
      state_count : assert (\u_dut.u_fifo.count == stored && stored <= Depth);
      state_ptr : assert (\u_dut.u_fifo.wr_ptr_q == PtrW'(\u_dut.u_fifo.rd_ptr_q + stored));
      state_data : assert (row_ok == '1);
      state_flying : assert (!after_reset || flying == '0);
      if (!Drops) begin
        state_number_2 : assert (!stage_valid[2] || arrived == pushed);
        state_number_1 : assert (!stage_valid[1] || \u_delay.gen_registers.gen_stage[0].data_q == pushed + W'(stage_valid[2]));
        state_sent : assert (sent == pushed + flying);
      end
      credit_exact : assert (credit == (!after_reset && held + flying < Capacity));
      fires : assert (stage_valid[0] == (in_valid_i && credit) && in_ready == credit);
      no_overflow : assert (!push || stored < Depth);
      order : assert (!out_valid || out_data == received);
      if (Deep) begin
        state_read : assert (!\u_dut.u_fifo.gen_block.read_valid_q || (stored != '0 && \u_dut.u_fifo.gen_block.read_q == first));
        progress : assert (out_valid == (was_waiting || was_read) && \u_dut.u_fifo.gen_block.read_valid_q == was_left);
      end else begin
        progress : assert (out_valid == (held != '0));
      end
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
    end
  end
endmodule
