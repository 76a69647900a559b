// SPDX-License-Identifier: Apache-2.0
// Low `ProductW` bits of an unsigned product; with Signed, of a signed one (both operands). Latency cycles, initiation
// interval 1.
// Operands are cut into pieces that fit a multiplier block, the lower ones as wide as it allows: the sum of the piece
// products then has the most bits below its adders. Products of pieces i and j with i + j of the same parity do not
// overlap unless i + j is the same, and form one word without an adder: n pieces a side leave 2n-1 words for the adder
// tree, which is ordered so that words of about the same place meet first. Products beyond ProductW are left out.
// Registers: with BlockLatency < 0, one behind the adders, then two in the blocks, as wires to and from these are long, then
// between the levels of adders, the rest in the blocks; otherwise BlockLatency of them in the blocks (see mul_block) and
// the others in the adder tree. A product of one block has them all there.
`ifndef WEFT_MUL_WIDTH
`define WEFT_MUL_WIDTH 18
`endif
module mul_unsigned #(
    parameter int unsigned WidthA       = 24,
    parameter int unsigned WidthB       = 24,
    parameter int unsigned ProductW     = 48,
    parameter int unsigned Latency      = 2,
    parameter int          BlockLatency = -1,
    parameter bit          Signed       = 1'b0,  // then both widths are the same
    parameter int unsigned MaxPieceW    = `WEFT_MUL_WIDTH
) (
    input  logic                clk_i,
    input  logic [WidthA-1:0]   a_i,
    input  logic [WidthB-1:0]   b_i,
    output logic [ProductW-1:0] product_o
);
  // Bits beyond the product have no effect on it.
  localparam int unsigned UsedA = WidthA < ProductW ? WidthA : ProductW;
  localparam int unsigned UsedB = WidthB < ProductW ? WidthB : ProductW;
  localparam int unsigned PieceW = MaxPieceW;
  localparam int unsigned PiecesA = (UsedA + PieceW - 1) / PieceW;
  localparam int unsigned PiecesB = (UsedB + PieceW - 1) / PieceW;
  localparam int unsigned MostRows = 2 * (PiecesA < PiecesB ? PiecesA : PiecesB);

  // Words in the order of their use, from the last: of every even sum of pieces the product nearest to equal pieces; of
  // the odd sums the two nearest; of the even sums the next two … So a word's topmost product alone has an operand's
  // top piece, and signed products extend upwards freely.
  function automatic int unsigned row_odd(input int unsigned row);
    row_odd = row == 0 ? 0 : ((row - 1) / 2 + 1) % 2;
  endfunction
  function automatic int unsigned row_pick(input int unsigned row);
    row_pick = row == 0 ? 0 : (row - 1) / 2 + (row - 1) % 2;
  endfunction
  // Piece of a in product `pick` of sum `sum`, none: PiecesA; the piece of b is sum minus it.
  function automatic int unsigned piece_a(input int unsigned sum, input int unsigned pick);
    int unsigned lowest, highest;
    lowest = sum >= PiecesB ? sum - PiecesB + 1 : 0;
    highest = sum < PiecesA ? sum : PiecesA - 1;
    if (pick > highest - lowest) piece_a = PiecesA;
    else piece_a = pick % 2 == 1 ? (lowest + highest) / 2 + (pick + 1) / 2 : (lowest + highest) / 2 - pick / 2;
  endfunction
  function automatic bit has_product(input int unsigned sum, input int unsigned pick);
    has_product = sum + 1 < PiecesA + PiecesB && piece_a(sum, pick) < PiecesA && sum * PieceW < ProductW;
  endfunction
  function automatic int unsigned width_a(input int unsigned sum, input int unsigned piece);
    width_a = UsedA - piece * PieceW;
    if (width_a > PieceW) width_a = PieceW;
    if (width_a > ProductW - sum * PieceW) width_a = ProductW - sum * PieceW;
  endfunction
  function automatic int unsigned width_b(input int unsigned sum, input int unsigned piece);
    width_b = UsedB - piece * PieceW;
    if (width_b > PieceW) width_b = PieceW;
    if (width_b > ProductW - sum * PieceW) width_b = ProductW - sum * PieceW;
  endfunction
  // A row's bits; none: 0 to 0.
  function automatic int unsigned row_first(input int unsigned row);
    row_first = 0;
    for (int sum = PiecesA + PiecesB - 2; sum >= 0; sum--)
      if (32'(sum) % 2 == row_odd(row) && has_product(sum, row_pick(row))) row_first = sum * PieceW;
  endfunction
  function automatic int unsigned row_end(input int unsigned row);
    row_end = 0;
    for (int unsigned sum = 0; sum + 1 < PiecesA + PiecesB; sum++)
      if (sum % 2 == row_odd(row) && has_product(sum, row_pick(row)))
        row_end = sum * PieceW + width_a(sum, piece_a(sum, row_pick(row))) +
            width_b(sum, sum - piece_a(sum, row_pick(row)));
    if (row_end > ProductW || (Signed && row_end > 0)) row_end = ProductW;
  endfunction
  function automatic int unsigned row_count();
    row_count = 0;
    for (int unsigned row = 0; row < MostRows; row++)
      if (row_end(row) > 0) row_count = row + 1;
  endfunction

  localparam int unsigned Rows = row_count();
  localparam int unsigned Levels = $clog2(Rows);
  localparam int unsigned Inner = Latency < 2 ? Latency : Latency < 4 ? 1 : Latency - 2 < Levels ? Latency - 2 : Levels;
  localparam int unsigned TreeLatency = Levels == 0 ? 0 : BlockLatency >= 0 ? Latency - 32'(BlockLatency) : Inner;

  function automatic logic [16*Rows-1:0] firsts();
    for (int unsigned row = 0; row < Rows; row++) firsts[16*(Rows-1-row) +: 16] = 16'(row_first(row));
  endfunction
  function automatic logic [16*Rows-1:0] ends();
    for (int unsigned row = 0; row < Rows; row++) ends[16*(Rows-1-row) +: 16] = 16'(row_end(row));
  endfunction

  logic [Rows*ProductW-1:0] words;
  for (genvar row = 0; row < Rows; row++) begin : gen_row
    logic [ProductW-1:0] word;
    if (row_odd(row) == 1) begin : gen_below
      assign word[PieceW-1:0] = '0;
    end
    for (genvar sum = row_odd(row); sum * PieceW < ProductW; sum += 2) begin : gen_slot
      if (has_product(sum, row_pick(row))) begin : gen_product
        localparam int unsigned PieceA = piece_a(sum, row_pick(row));
        localparam int unsigned PieceB = sum - PieceA;
        localparam int unsigned BlockA = width_a(sum, PieceA);
        localparam int unsigned BlockB = width_b(sum, PieceB);
        localparam bit Last = !has_product(sum + 2, row_pick(row));
        localparam int unsigned SlotW = Last ? ProductW - sum * PieceW : 2 * PieceW;
        localparam int unsigned TakenW = BlockA + BlockB < SlotW ? BlockA + BlockB : SlotW;
        logic [BlockA+BlockB-1:0] product;
        mul_block #(
            .WidthA(BlockA), .WidthB(BlockB), .Latency(Latency - TreeLatency),
            .SignedA(Signed && PieceA == PiecesA - 1), .SignedB(Signed && PieceB == PiecesB - 1)
        ) u_block (.clk_i, .a_i(a_i[PieceA*PieceW +: BlockA]), .b_i(b_i[PieceB*PieceW +: BlockB]), .product_o(product));
        assign word[sum*PieceW +: TakenW] = product[TakenW-1:0];
        if (TakenW < SlotW) begin : gen_above
          assign word[sum*PieceW+TakenW +: SlotW-TakenW] = {(SlotW - TakenW){Signed && Last && product[TakenW-1]}};
        end
        if (TakenW < BlockA + BlockB) begin : gen_unused
          logic unused_product;
          assign unused_product = ^product[BlockA+BlockB-1:TakenW];
        end
      end else if (row_first(row) > sum * PieceW || row_end(row) == 0) begin : gen_none
        localparam int unsigned SlotW = (sum + 2) * PieceW < ProductW ? 2 * PieceW : ProductW - sum * PieceW;
        assign word[sum*PieceW +: SlotW] = '0;
      end
    end
    assign words[(Rows-1-row)*ProductW +: ProductW] = word;
  end

  add_tree #(.Width(ProductW), .Num(Rows), .Latency(TreeLatency), .First(firsts()), .End(ends())) u_tree (
      .clk_i, .data_i(words), .sum_o(product_o)
  );
endmodule
