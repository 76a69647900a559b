// SPDX-License-Identifier: Apache-2.0
// Low `ProductW` bits of an unsigned product. Latency cycles, initiation interval 1.
// Operands are cut into pieces that fit an FPGA's multiplier; products whose pieces have the same distance do not overlap
// and form one word without an adder, so n pieces a side leave at most 2n-1 words for the adder tree. Registers: after
// the piece products first, then in the tree.
module mul_unsigned #(
    parameter int unsigned WidthA    = 24,
    parameter int unsigned WidthB    = 24,
    parameter int unsigned ProductW  = 48,
    parameter int unsigned Latency   = 2,
    parameter int unsigned MaxPieceW = 18
) (
    input  logic                clk_i,
    input  logic [WidthA-1:0]   a_i,
    input  logic [WidthB-1:0]   b_i,
    output logic [ProductW-1:0] product_o
);
  localparam int unsigned Widest = WidthA > WidthB ? WidthA : WidthB;
  localparam int unsigned Pieces = (Widest + MaxPieceW - 1) / MaxPieceW;
  localparam int unsigned PieceW = (Widest + Pieces - 1) / Pieces;
  localparam int unsigned Padded = Pieces * PieceW;
  localparam int unsigned Words = 2 * Pieces - 1;
  localparam int unsigned TreeLatency = Latency == 0 || Words == 1 ? 0 : Latency - 1;

  logic [Padded-1:0] a, b;
  logic [Words*ProductW-1:0] words, words_q;
  assign a = Padded'(a_i);
  assign b = Padded'(b_i);

  for (genvar w = 0; w < Words; w++) begin : gen_word
    // Words 0, 1, 2, 3, 4 … : distances 0, +1, -1, +2, -2 …
    localparam int unsigned Distance = (w + 1) / 2;
    localparam int unsigned FirstA   = w % 2 == 1 ? Distance : 0;
    localparam int unsigned FirstB   = w % 2 == 1 ? 0 : Distance;
    localparam int unsigned Count    = Pieces - Distance;
    logic [2*Padded-1:0] word;
    always_comb begin
      word = '0;
      for (int k = 0; k < Count; k++) begin
        if ((Distance + 2 * k) * PieceW < ProductW)
          word[(Distance+2*k)*PieceW +: 2*PieceW] = (2*PieceW)'(a[(FirstA+k)*PieceW +: PieceW]) *
              (2*PieceW)'(b[(FirstB+k)*PieceW +: PieceW]);
      end
    end
    logic unused_bits;
    assign unused_bits = ^word;
    assign words[w*ProductW +: ProductW] = ProductW'(word);
  end

  delay_line #(.Width(Words * ProductW), .Latency(Latency - TreeLatency)) u_words (.clk_i, .data_i(words), .data_o(words_q));
  add_tree #(.Width(ProductW), .Num(Words), .Latency(TreeLatency)) u_tree (.clk_i, .data_i(words_q), .sum_o(product_o));
endmodule
