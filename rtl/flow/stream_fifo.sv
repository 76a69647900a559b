// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer: a memory with two pointers.
// Latency 1 up to Depth SmallDepth (asynchronous read: distributed memory), 2 above (block memory with a registered output).
// Initiation interval 1 (Depth 1: 2). Registered: in_ready_o, out_valid_o; out_data_o in the deep form.
module stream_fifo #(
    parameter int unsigned Width = 8,
    parameter int unsigned Depth = 4,
    parameter int unsigned SmallDepth = 16  // deepest asynchronous form
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [Width-1:0] in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [Width-1:0] out_data_o
);
  localparam int unsigned Rows = Depth > 1 ? Depth : 2;
  localparam int unsigned PtrW = $clog2(Rows);
  localparam int unsigned CountW = $clog2(Depth + 1);

  function automatic logic [PtrW-1:0] next_row(input logic [PtrW-1:0] pointer);
    next_row = pointer == PtrW'(Depth - 1) ? '0 : pointer + PtrW'(1);
  endfunction

  logic [PtrW-1:0] wr_ptr_q, rd_ptr_q, rd_ptr_d;
  logic [CountW-1:0] left, count_d, count_q;  // `left`: entries that stay after this cycle's pop
  logic ready_q, valid_q, push, pop;

  assign in_ready_o = ready_q;
  assign out_valid_o = valid_q;
  assign push = in_valid_i & ready_q;
  assign pop = valid_q & out_ready_i;
  assign left = count_q - CountW'(pop);
  assign count_d = left + CountW'(push);
  assign rd_ptr_d = pop ? next_row(rd_ptr_q) : rd_ptr_q;

  always_ff @(posedge clk_i) begin
    rd_ptr_q <= rd_ptr_d;
    count_q <= count_d;
    ready_q <= count_d != CountW'(Depth);
    if (push) wr_ptr_q <= next_row(wr_ptr_q);
    if (rst_i) begin
      wr_ptr_q <= '0;
      rd_ptr_q <= '0;
      count_q <= '0;
      ready_q <= 1'b0;
    end
  end

  if (Depth <= SmallDepth) begin : gen_small
    logic [Width-1:0] mem[0:Rows-1];
    always_ff @(posedge clk_i) begin
      if (push) mem[wr_ptr_q] <= in_data_i;
      valid_q <= !rst_i && count_d != '0;
    end
    assign out_data_o = mem[rd_ptr_q];
  end else begin : gen_block
    // A row is read only in a cycle after the one that wrote it, so collisions do not matter.
    (* ram_style = "block", no_rw_check *)
    logic [Width-1:0] mem[0:Rows-1];
    logic [Width-1:0] data_q;
    always_ff @(posedge clk_i) begin
      if (push) mem[wr_ptr_q] <= in_data_i;
      valid_q <= !rst_i && left != '0;
    end
    always_ff @(posedge clk_i) begin
      if (pop || !valid_q) data_q <= mem[rd_ptr_d];
    end
    assign out_data_o = data_q;
  end
endmodule
