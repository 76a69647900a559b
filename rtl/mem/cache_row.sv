// SPDX-License-Identifier: Apache-2.0
// The row of a cache that a line goes to: its lowest IndexW bits, whose upper half is counted on by the bits above it. Neighbours stay
// neighbours, so as many of them as there are rows, less what is counted on, meet in no row; and lines that are a power of two apart go to
// different ones. Back: the other way round, from a row and the bits above it to the line. Combinational.
module cache_row #(
    parameter int unsigned LineAddrW = 28,
    parameter int unsigned IndexW = 8,  // less than LineAddrW
    parameter bit Back = 1'b0
) (
    input  logic [LineAddrW-1:0] line_i,
    output logic [LineAddrW-1:0] line_o
);
  localparam int unsigned StayW = IndexW / 2;
  localparam int unsigned TurnW = IndexW - StayW;
  localparam int unsigned Above = 3;  // so many times TurnW bits above a row's count

  logic [Above*TurnW-1:0] above;
  logic [TurnW-1:0] turn;
  assign above = (Above * TurnW)'(line_i[LineAddrW-1:IndexW]);
  always_comb begin
    turn = '0;
    for (int unsigned i = 0; i < Above; i++) turn = turn + above[i*TurnW+:TurnW];
    line_o = line_i;
    line_o[IndexW-1:StayW] = Back ? line_i[IndexW-1:StayW] - turn : line_i[IndexW-1:StayW] + turn;
  end
endmodule
