// SPDX-License-Identifier: Apache-2.0
// Right shift that remembers whether a one was shifted out, one 2:1 level per bit of the distance, the smallest
// distance first:
// its high bits may come late, and data that starts at the top of the field grows slowly.
// Part of a pipeline of `Latency` cycles over `Total` units of delay, of which `Before` precede this module; it has the
// registers that fall after its levels, one unit each. Initiation interval 1.
module fp_align #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Levels  = 5,
    parameter int unsigned Latency = 0,
    parameter int unsigned Before  = 0,
    parameter int unsigned Total   = Levels
) (
    input  logic              clk_i,
    input  logic [Width-1:0]  data_i,
    input  logic              sticky_i,
    input  logic [Levels-1:0] shift_i,
    output logic [Width-1:0]  data_o,
    output logic              sticky_o
);
  for (genvar j = 0; j < Levels; j++) begin : gen_level
    localparam int unsigned Registers = Latency * (Before + j + 1) / Total - Latency * (Before + j) / Total;
    localparam int unsigned Distance = 1 << j;
    localparam int unsigned Lost = Distance < Width ? Distance : Width;
    logic [Width-1:0] data, data_q;
    logic [Levels-1:0] shift, shift_q;
    logic sticky, sticky_q;
    if (j == 0) begin : gen_first
      assign data = data_i;
      assign sticky = sticky_i;
      assign shift = shift_i;
    end else begin : gen_next
      assign data = gen_level[j-1].data_q;
      assign sticky = gen_level[j-1].sticky_q;
      assign shift = gen_level[j-1].shift_q;
    end
    delay_line #(.Width(Width + 1 + Levels), .Latency(Registers)) u_cut (
        .clk_i,
        .data_i({shift[j] ? data >> Distance : data, sticky | (shift[j] & (data[Lost-1:0] != '0)), shift}),
        .data_o({data_q, sticky_q, shift_q})
    );
  end
  logic unused_shift;
  assign unused_shift = ^gen_level[Levels-1].shift_q;
  assign data_o = gen_level[Levels-1].data_q;
  assign sticky_o = gen_level[Levels-1].sticky_q;
endmodule
