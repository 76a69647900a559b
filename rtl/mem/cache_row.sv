// SPDX-License-Identifier: Apache-2.0
// The row of a cache that a line goes to: its lowest IndexW bits, counted on by Turns times the IndexW bits above them, and by those above
// these, IndexW at a time. Neighbours stay neighbours, so as many of them as there are rows, less what is counted on, meet in no row; and of
// lines that are any power of two apart as many as there are rows go to different ones. So do most windows of as many neighbours as Turns
// that are so far apart.
// Back: the other way round, from a row and the bits above it to the line. Combinational.
module cache_row #(
    parameter int unsigned LineAddrW = 28,
    parameter int unsigned IndexW = 8,  // less than LineAddrW
    parameter bit Back = 1'b0,
    parameter int unsigned Turns = 1  // odd, less than 2^IndexW
) (
    input  logic [LineAddrW-1:0] line_i,
    output logic [LineAddrW-1:0] line_o
);
  localparam int unsigned Above = 3;  // so many times IndexW bits above a row's count

  logic [Above*IndexW-1:0] above;
  logic [IndexW-1:0] turns, further, counted;
  assign above = (Above * IndexW)'(line_i[LineAddrW-1:IndexW]);
  always_comb begin
    // A product with a constant would become a multiplier block.
    turns = '0;
    for (int unsigned b = 0; b < IndexW; b++) begin
      if (Turns[b]) turns = turns + (above[0+:IndexW] << b);
    end
    further = '0;
    for (int unsigned i = 1; i < Above; i++) further = further + above[i*IndexW+:IndexW];
    counted = Back ? line_i[IndexW-1:0] - further : line_i[IndexW-1:0] + further;
    line_o = line_i;
    line_o[IndexW-1:0] = Back ? counted - turns : counted + turns;
  end
endmodule
