// SPDX-License-Identifier: Apache-2.0
// stream_fifo: tokens are numbered on the way in and must come out in number: none lost, doubled or out of order.
module stream_fifo_formal #(
    parameter int unsigned Depth = 3,
    parameter int unsigned SmallDepth = 16,
    parameter bit Head = 1'b0
) (
    input logic clk_i,
    input logic in_valid_i,
    input logic out_ready_i
);
  localparam int unsigned W = 4;
  localparam int unsigned PtrW = Depth > 1 ? $clog2(Depth) : 1;
  localparam int unsigned Rows = 1 << PtrW;
  localparam bit Deep = Depth > SmallDepth;

  logic rst = 1'b1, after_reset = 1'b1;  // after_reset: in_ready_o has not risen yet
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    after_reset <= rst;
  end

  logic in_ready, out_valid;
  logic [W-1:0] out_data, sent, received, held, stored;  // stored: in the memory, the one read from it included
  logic pop;
  assign held = sent - received;
  assign stored = held - W'(Deep && out_valid);
  assign pop = out_valid & out_ready_i;
  stream_fifo #(
      .Width(W),
      .Depth(Depth),
      .SmallDepth(SmallDepth),
      .Head(Head)
  ) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i,
      .in_ready_o (in_ready),
      .in_data_i  (sent),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data)
  );
  always_ff @(posedge clk_i) begin
    sent <= rst ? '0 : sent + W'(in_valid_i & in_ready);
    received <= rst ? '0 : received + W'(pop);
  end

  // What is inside, for induction.
  (* hierconn *)
  wire [PtrW-1:0] \u_dut.wr_ptr_q ;
  (* hierconn *)
  wire [PtrW-1:0] \u_dut.rd_ptr_q ;
  (* hierconn *)
  wire [$clog2(Depth+1)-1:0] \u_dut.count ;
  (* hierconn *)
  wire \u_dut.gen_small.gen_head.more_q ;
  (* hierconn *)
  wire \u_dut.gen_block.read_valid_q ;
  (* hierconn *)
  wire [W-1:0] \u_dut.gen_block.read_q ;
  logic [W-1:0] first;  // the number of the oldest one stored
  assign first = received + W'(Deep && out_valid);
  logic [Rows-1:0] row_ok;  // row i holds the number it should
  for (genvar i = 0; i < Rows; i++) begin : gen_row
    wire [W-1:0] value;
    logic [PtrW-1:0] place;  // of row i behind the oldest
    assign place = PtrW'(i) - \u_dut.rd_ptr_q ;
    assign row_ok[i] = W'(place) >= stored || value == first + W'(place);
  end

  logic was_waiting, was_read, was_left;
  logic [W-1:0] was_data;
  always_ff @(posedge clk_i) begin
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_read <= !rst && \u_dut.gen_block.read_valid_q ;
    was_left <= !rst && stored != W'(\u_dut.gen_block.read_valid_q && (!out_valid || out_ready_i));
    was_data <= out_data;
    if (!rst) begin
      state_count : assert (\u_dut.count == stored && stored <= Depth);
      state_rows : assert (\u_dut.wr_ptr_q == PtrW'(\u_dut.rd_ptr_q + stored));
      state_data : assert (row_ok == '1);
      accepts : assert (in_ready == (!after_reset && stored != Depth));
      order : assert (!out_valid || (held != '0 && out_data == received));
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      if (Deep) begin
        state_read : assert (!\u_dut.gen_block.read_valid_q || (stored != '0 && \u_dut.gen_block.read_q == first));
        progress : assert (out_valid == (was_waiting || was_read) && \u_dut.gen_block.read_valid_q == was_left);
      end else begin
        progress : assert (out_valid == (held != '0));
        if (Head) state_head : assert (\u_dut.gen_small.gen_head.more_q == (held > 1));
      end
    end
  end
endmodule
