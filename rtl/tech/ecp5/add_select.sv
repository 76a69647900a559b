// SPDX-License-Identifier: Apache-2.0
// a + (select ? c : b) + carry, as wide as the operands. Combinational. One carry chain: each of its look-up tables has two inputs
// more than an adder needs, and they hold the multiplexer, which inference would place before it.
module add_select #(
    parameter int unsigned Width = 24
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    input  logic             select_i,
    input  logic             carry_i,
    output logic [Width-1:0] sum_o
);
  // The table gives A ^ (B ? D : C), by which a bit passes its carry on; if it does not, both operands equal A, and that is the
  // carry, taken from the table's four entries for C = D = 0. The lowest bit puts in `carry_i`: a carry chain begins at a cell.
  localparam int unsigned Pairs = (Width + 2) / 2;
  localparam logic [15:0] Table = 16'h569a;
  logic [2*Pairs-1:0] a, b, c, sum;
  logic [Pairs:0] carry;
  assign a = (2*Pairs)'({a_i, carry_i});
  assign b = (2*Pairs)'({b_i, carry_i});
  assign c = (2*Pairs)'({c_i, carry_i});
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Pairs; i++) begin : gen_pair
    CCU2C #(.INIT0(Table), .INIT1(Table), .INJECT1_0("NO"), .INJECT1_1("NO")) u_pair (
        .CIN(carry[i]), .A0(a[2*i]), .B0(select_i), .C0(b[2*i]), .D0(c[2*i]), .A1(a[2*i+1]), .B1(select_i), .C1(b[2*i+1]), .D1(c[2*i+1]),
        .S0(sum[2*i]), .S1(sum[2*i+1]), .COUT(carry[i+1])
    );
  end
  assign sum_o = sum[Width:1];
  logic unused_sum;
  assign unused_sum = ^{sum >> (Width + 1), sum[0], carry[Pairs]};
endmodule
