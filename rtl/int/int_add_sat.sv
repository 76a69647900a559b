// SPDX-License-Identifier: Apache-2.0
// Saturating sum or difference. Latency cycles, initiation interval 1; the output is registered when Latency is at
// least 1.
// With Latency 0 or 1 one carry chain and the limiting multiplexer; with 2 a register between the two; with more, the
// chain is cut into Latency - 1 pieces of at least eight bits, and what is left of Latency stands before it.
module int_add_sat #(
    parameter int unsigned Width    = 32,
    parameter bit          Signed   = 1'b0,
    parameter bit          Subtract = 1'b0,
    parameter int unsigned Latency  = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] result_o
);
  logic [Width-1:0] sum, result;
  logic carry;  // the exact sum's bit above: carry, no borrow, or sign

`ifdef WEFT_FP_FAST
  localparam int unsigned Last = Latency;
  logic [Width-1:0] other;
  assign other = Subtract ? ~b_i : b_i;
  assign sum = a_i + other + Width'(Subtract);
  if (Signed) begin : gen_sign
    logic overflow;
    assign overflow = (a_i[Width-1] ^ sum[Width-1]) & (other[Width-1] ^ sum[Width-1]);
    assign carry = sum[Width-1] ^ overflow;
  end else begin : gen_carry
    assign carry = Subtract ? a_i >= b_i : sum < a_i;
  end
`else
  localparam int unsigned Most = (Width + 7) / 8;
  localparam int unsigned Pieces = Latency <= 2 ? 1 : Latency - 1 < Most ? Latency - 1 : Most;
  localparam int unsigned Between = Latency >= 2 ? 1 : 0;
  localparam int unsigned Last = Latency >= 1 ? 1 : 0;
  localparam int unsigned First = Latency - Last - Between * Pieces;
  localparam int unsigned PieceW = (Width + Pieces - 1) / Pieces;

  // After piece i: the sum so far below the rest of the first operand, the second operand, and the carry.
  for (genvar i = 0; i <= Pieces; i++) begin : gen_piece
    logic [Width-1:0] low, other;
    logic carried;
    if (i == 0) begin : gen_first
      delay_line #(.Width(2 * Width), .Latency(First)) u_in (
          .clk_i, .data_i({a_i, Subtract ? ~b_i : b_i}), .data_o({low, other})
      );
      assign carried = Subtract;
    end else begin : gen_next
      localparam int unsigned Lo = (i - 1) * PieceW;
      localparam int unsigned Here = Lo >= Width ? 0 : i == Pieces ? Width - Lo : PieceW;
      logic [Width-1:0] next_low;
      logic next_carried;
      if (Here == 0) begin : gen_none
        assign next_low = gen_piece[i-1].low;
        assign next_carried = gen_piece[i-1].carried;
      end else begin : gen_add
        logic [Here:0] part;
        // Signed operands are extended by a bit: the carry out is the sign of the exact sum.
        localparam bit Extend = Signed && Lo + Here == Width;
        assign part = {Extend & gen_piece[i-1].low[Width-1], gen_piece[i-1].low[Lo +: Here]} +
            {Extend & gen_piece[i-1].other[Width-1], gen_piece[i-1].other[Lo +: Here]} +
            (Here + 1)'(gen_piece[i-1].carried);
        always_comb begin
          next_low = gen_piece[i-1].low;
          next_low[Lo +: Here] = part[Here-1:0];
        end
        assign next_carried = part[Here];
      end
      delay_line #(.Width(2 * Width + 1), .Latency(Between)) u_cut (
          .clk_i, .data_i({next_low, gen_piece[i-1].other, next_carried}), .data_o({low, other, carried})
      );
    end
  end

  assign sum = gen_piece[Pieces].low;
  assign carry = gen_piece[Pieces].carried;
  logic unused_other;
  assign unused_other = ^gen_piece[Pieces].other;
`endif

  if (Signed) begin : gen_signed
    logic [Width-1:0] limit;
    always_comb begin
      limit = {Width{!carry}};
      limit[Width-1] = carry;
    end
    assign result = carry == sum[Width-1] ? sum : limit;
  end else begin : gen_unsigned
    assign result = Subtract ? sum & {Width{carry}} : sum | {Width{carry}};
  end
  delay_line #(.Width(Width), .Latency(Last)) u_out (.clk_i, .data_i(result), .data_o(result_o));
endmodule
