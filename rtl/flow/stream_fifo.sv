// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer: a memory with two pointers. `WEFT_BLOCK_WIDTH: widest rows of the family's block memory, zero if rows are
// not to be split at it.
// Latency 1 up to Depth SmallDepth (asynchronous read: distributed memory), 3 above (block memory mostly, whose slow output is
// registered twice: once in the memory, once behind it). The deep form has room for one entry more, in that register.
// Initiation interval 1 (Depth 1: 2). Registered: in_ready_o, out_valid_o; out_data_o in the deep form.
// Reserved: an entry comes only when there is room for it, which its sender knows: in_ready_o is constant.
// Head: out_data_o is registered in the small form too, at the same latency, for Width look-up tables and flip-flops more: where long
// paths begin at the output.
`ifndef WEFT_BLOCK_WIDTH
`define WEFT_BLOCK_WIDTH 0
`endif
module stream_fifo #(
    parameter int unsigned Width = 8,
    parameter int unsigned Depth = 4,
    parameter int unsigned SmallDepth = 16,  // deepest asynchronous form
    parameter bit Head = 1'b0,
    parameter bit Reserved = 1'b0
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
  localparam int unsigned PtrW = Depth > 1 ? $clog2(Depth) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);

  logic [PtrW-1:0] wr_ptr_q, rd_ptr_q;  // they wrap at a power of two: no memory is smaller for fewer rows
  logic [CountW-1:0] count_q, count;
  logic valid_q, push, take, left;  // take: an entry leaves the rows; left: there is one that stays
  logic pushed_q, taken_q;  // counted a cycle later: whether one leaves is known late, and is no part of the adder's path

  assign out_valid_o = valid_q;
  assign push = in_valid_i & in_ready_o;
  assign count = count_q + CountW'(pushed_q) - CountW'(taken_q);
  assign left = count != '0 && !(take && count == CountW'(1));

  always_ff @(posedge clk_i) begin
    if (take) rd_ptr_q <= rd_ptr_q + PtrW'(1);
    if (push) wr_ptr_q <= wr_ptr_q + PtrW'(1);
    count_q <= count;
    pushed_q <= push;
    taken_q <= take;
    if (rst_i) begin
      pushed_q <= 1'b0;
      taken_q <= 1'b0;
      wr_ptr_q <= '0;
      rd_ptr_q <= '0;
      count_q <= '0;
    end
  end
  if (Reserved) begin : gen_reserved
    assign in_ready_o = 1'b1;
  end else begin : gen_ready
    logic ready_q;
    assign in_ready_o = ready_q;
    always_ff @(posedge clk_i) begin
      ready_q <= take ? push ? ready_q : 1'b1 : count != (push ? CountW'(Depth - 1) : CountW'(Depth));
      if (rst_i) ready_q <= 1'b0;
    end
  end

  if (Depth <= SmallDepth) begin : gen_small
    logic [Width-1:0] mem[0:(1<<PtrW)-1];
    assign take = valid_q & out_ready_i;
    always_ff @(posedge clk_i) begin
      if (push) mem[wr_ptr_q] <= in_data_i;
      valid_q <= !rst_i && (push || left);
    end
    if (Head) begin : gen_head
      // A copy of the first row; the row behind it comes next, or what is being pushed if there is none.
      logic [Width-1:0] head_q;
      logic [PtrW-1:0] next_ptr;
      logic more_q;  // there is more than one
      assign next_ptr = rd_ptr_q + PtrW'(1);
      always_ff @(posedge clk_i) if (take || !valid_q) head_q <= more_q ? mem[next_ptr] : in_data_i;
      if (Depth == 1) begin : gen_one
        assign more_q = 1'b0;
      end else begin : gen_more
        always_ff @(posedge clk_i)
          more_q <= !rst_i && (push && !take ? count != '0 : count > (take && !push ? CountW'(2) : CountW'(1)));
      end
      assign out_data_o = head_q;
    end else begin : gen_row
      assign out_data_o = mem[rd_ptr_q];
    end
  end else begin : gen_block
    // A row is read only in a cycle after the one that wrote it, so collisions do not matter. Few and narrow rows become
    // distributed memory: that is left to the memory mapper. What is over of rows wider than a block is a memory of its own: often
    // so few bits that they need no block.
    localparam int unsigned Whole = `WEFT_BLOCK_WIDTH == 0 || Width <= `WEFT_BLOCK_WIDTH ? Width : Width - Width % `WEFT_BLOCK_WIDTH;
    (* no_rw_check *)
    logic [Whole-1:0] mem[0:(1<<PtrW)-1];
    logic [Width-1:0] read_q, data_q;
    logic [PtrW-1:0] read_ptr;
    logic read_valid_q;
    assign take = read_valid_q & (~valid_q | out_ready_i);
    // Of the row behind the one that is taken: it does not depend on whether it is, so the memory is not part of that path.
    assign read_ptr = rd_ptr_q + PtrW'(read_valid_q);
    always_ff @(posedge clk_i) begin
      if (push) mem[wr_ptr_q] <= in_data_i[Whole-1:0];
    end
    always_ff @(posedge clk_i) begin
      if (take || !read_valid_q) read_q[Whole-1:0] <= mem[read_ptr];
    end
    if (Whole < Width) begin : gen_rest
      (* no_rw_check *)
      logic [Width-Whole-1:0] rest[0:(1<<PtrW)-1];
      always_ff @(posedge clk_i) begin
        if (push) rest[wr_ptr_q] <= in_data_i[Width-1:Whole];
      end
      always_ff @(posedge clk_i) begin
        if (take || !read_valid_q) read_q[Width-1:Whole] <= rest[read_ptr];
      end
    end
    always_ff @(posedge clk_i) begin
      if (!valid_q || out_ready_i) begin
        data_q <= read_q;
        valid_q <= read_valid_q;
      end
      read_valid_q <= left;
      if (rst_i) begin
        valid_q <= 1'b0;
        read_valid_q <= 1'b0;
      end
    end
    assign out_data_o = data_q;
  end
endmodule
