// SPDX-License-Identifier: Apache-2.0
// The cells of an ECP5 as nextpnr has placed them. They are its own, which Yosys's cells_sim.v does not have, so cells_test.py compares
// them with the cells of Yosys that they stand for. ecp5_netlist.py refuses parameters that are not modelled.

// A look-up table with what stands round it in a slice: the multiplexer of the slice's pair of tables or of two pairs (OFX), half of a
// carry cell, or 16 bits of distributed memory.
module ecp5_comb #(
    parameter [15:0] INITVAL = 0,
    parameter CARRY = 0,    // half of a CCU2C
    parameter INJECT = 0,   // CCU2_INJECT1: the carry does not enter the sum
    parameter MEMORY = 0,
    parameter PAIRS = 0     // OFX is of two pairs (FXA, FXB), not of this table and its neighbour (F1)
) (
    input  A, B, C, D, M, F1, FXA, FXB, FCI, WD, WAD0, WAD1, WAD2, WAD3, WRE, WCK,
    output F, OFX, FCO
);
  reg [15:0] rows = INITVAL;
  wire table_value = MEMORY ? rows[{D, C, B, A}] : INITVAL[{D, C, B, A}];
  wire generates = INITVAL[{2'b00, B, A}];
  assign F = CARRY && !INJECT ? table_value ^ FCI : table_value;
  assign FCO = table_value ? FCI : INJECT ? 1'b0 : generates;
  assign OFX = PAIRS ? (M ? FXB : FXA) : (M ? F1 : F);
  generate
    if (MEMORY) begin : gen_memory
      // A memory's address reaches the table's inputs in another order.
      always @(posedge WCK) if (WRE) rows[{WAD0, WAD2, WAD1, WAD3}] <= WD;
    end
  endgenerate
endmodule

// The slice through which a distributed memory is written.
module ecp5_ramw (
    input  A0, B0, C0, D0, A1, B1, C1, D1,
    output WADO0, WADO1, WADO2, WADO3, WDO0, WDO1, WDO2, WDO3
);
  assign {WADO3, WADO2, WADO1, WADO0} = {A0, C0, B0, D0};
  assign {WDO3, WDO2, WDO1, WDO0} = {B1, D1, A1, C1};
endmodule

module ecp5_ff #(
    parameter SET = 0,
    parameter ASYNC = 0
) (
    input clock, reset, enable, data,
    output reg Q
);
  initial Q = SET;
  generate
    if (ASYNC) begin : gen_async
      always @(posedge clock, posedge reset) if (reset) Q <= SET; else if (enable) Q <= data;
    end else begin : gen_sync
      always @(posedge clock) if (reset) Q <= SET; else if (enable) Q <= data;
    end
  endgenerate
endmodule

// A block memory: 2048 rows of 8 bits and a ninth one. A port that is narrower than 8 bits sees no ninth bits. At 18 and 36 bits the lowest
// address bits enable the bytes of a write; at 36 port A writes and port B reads, each with the pins of both. Behind what a port has read is
// its output register, at 36 bits under port B's clock and enable.
module ecp5_dp16kd #(
    parameter WIDTH_A = 18,
    parameter WIDTH_B = 18,
    parameter MODE_A = 0,  // what a port reads as it writes: 0 it keeps what it has read, 1 what was there, 2 what is written
    parameter MODE_B = 0,
    parameter REGISTER_A = 0,  // the pins DOA come out of an output register
    parameter REGISTER_B = 0,
    parameter [18431:0] CONTENTS = 0
) (
    input CLKA, CEA, OCEA, WEA, CLKB, CEB, OCEB, WEB,
    input [13:0] ADA, ADB,
    input [17:0] DIA, DIB,
    output [17:0] DOA, DOB
);
  reg [8:0] mem[0:2047];
  reg [35:0] qa = 0, qb = 0, registered_a = 0, registered_b = 0;
  integer i;
  initial for (i = 0; i < 2048; i = i + 1) mem[i] = CONTENTS[9*i+:9];

  function [35:0] row_of(input [13:0] address, input integer width);
    begin
      row_of = 0;
      case (width)
        1: row_of[0] = mem[address[13:3]][address[2:0]];
        2: row_of[1:0] = mem[address[13:3]][{address[2:1], 1'b0}+:2];
        4: row_of[3:0] = mem[address[13:3]][{address[2], 2'b00}+:4];
        9: row_of[8:0] = mem[address[13:3]];
        18: row_of[17:0] = {mem[{address[13:4], 1'b1}], mem[{address[13:4], 1'b0}]};
        default: row_of = {mem[{address[13:5], 2'd3}], mem[{address[13:5], 2'd2}], mem[{address[13:5], 2'd1}], mem[{address[13:5], 2'd0}]};
      endcase
    end
  endfunction

  function [35:0] written(input [35:0] old, input [35:0] data, input [3:0] bytes, input integer width);
    begin
      written = data;
      if (width >= 18) begin
        written[8:0] = bytes[0] ? data[8:0] : old[8:0];
        written[17:9] = bytes[1] ? data[17:9] : old[17:9];
        written[26:18] = bytes[2] ? data[26:18] : old[26:18];
        written[35:27] = bytes[3] ? data[35:27] : old[35:27];
      end
    end
  endfunction

  task write(input [13:0] address, input [35:0] data, input [3:0] bytes, input integer width);
    case (width)
      1: mem[address[13:3]][address[2:0]] <= data[0];
      2: mem[address[13:3]][{address[2:1], 1'b0}+:2] <= data[1:0];
      4: mem[address[13:3]][{address[2], 2'b00}+:4] <= data[3:0];
      9: mem[address[13:3]] <= data[8:0];
      18: begin
        if (bytes[0]) mem[{address[13:4], 1'b0}] <= data[8:0];
        if (bytes[1]) mem[{address[13:4], 1'b1}] <= data[17:9];
      end
      default: begin
        if (bytes[0]) mem[{address[13:5], 2'd0}] <= data[8:0];
        if (bytes[1]) mem[{address[13:5], 2'd1}] <= data[17:9];
        if (bytes[2]) mem[{address[13:5], 2'd2}] <= data[26:18];
        if (bytes[3]) mem[{address[13:5], 2'd3}] <= data[35:27];
      end
    endcase
  endtask

  always @(posedge CLKA)
    if (CEA) begin
      if (WEA) write(ADA, {DIB, DIA}, ADA[3:0], WIDTH_A);
      if (!WEA || MODE_A == 1) qa <= row_of(ADA, WIDTH_A);
      else if (MODE_A == 2) qa <= written(row_of(ADA, WIDTH_A), {DIB, DIA}, ADA[3:0], WIDTH_A);
    end
  always @(posedge CLKB)
    if (CEB) begin
      if (WEB) write(ADB, {18'b0, DIB}, ADB[3:0], WIDTH_B);
      if (!WEB || MODE_B == 1) qb <= row_of(ADB, WIDTH_B);
      else if (MODE_B == 2) qb <= written(row_of(ADB, WIDTH_B), {18'b0, DIB}, ADB[3:0], WIDTH_B);
    end
  always @(posedge CLKA) if (OCEA) registered_a <= qa;
  always @(posedge CLKB) if (OCEB) registered_b <= qb;
  wire [17:0] low_a = REGISTER_A ? registered_a[17:0] : qa[17:0];
  wire [17:0] low_b = REGISTER_A ? registered_b[17:0] : qb[17:0];
  assign DOA = WIDTH_B == 36 ? low_b : low_a;
  wire [35:0] all_b = REGISTER_B ? registered_b : qb;
  assign DOB = WIDTH_B == 36 ? all_b[35:18] : all_b[17:0];
endmodule
