// SPDX-License-Identifier: Apache-2.0
// Shifts a significand left until its first bit is a one (zero stays zero) and gives the distance. Initiation interval 1.
// Binary search: level k looks whether the leading 2^k bits are zero. A part of a pipeline of `Latency` registers spread over a delay of
// `Total`: each level takes `Level` of it, the first begins at `Before`; its registers stand behind the levels.
module fp_normalize #(
    parameter int unsigned Width   = 24,
    parameter int unsigned Latency = 5,
    parameter int unsigned Before  = 0,
    parameter int unsigned Level   = 1,
    parameter int unsigned Total   = 5,
    localparam int unsigned CountW = $clog2(Width)
) (
    input  logic              clk_i,
    input  logic [Width-1:0]  data_i,
    output logic [Width-1:0]  data_o,
    output logic [CountW-1:0] count_o
);
  for (genvar i = 0; i < CountW; i++) begin : gen_level
    localparam int unsigned Shift = 1 << (CountW - 1 - i);
    localparam int unsigned After = Before + (i + 1) * Level;
    localparam int unsigned Here = Latency * After / Total - Latency * (After - Level) / Total;
    logic [Width-1:0] data, shifted, data_q;
    logic [i:0] count_q;
    logic zero;
    if (i == 0) begin : gen_first
      assign data = data_i;
      delay_line #(.Width(1), .Latency(Here)) u_count (.clk_i, .data_i(zero), .data_o(count_q));
    end else begin : gen_next
      assign data = gen_level[i-1].data_q;
      delay_line #(.Width(i + 1), .Latency(Here)) u_count (.clk_i, .data_i({gen_level[i-1].count_q, zero}), .data_o(count_q));
    end
    assign zero = data[Width-1 -: Shift] == '0;
    assign shifted = zero ? data << Shift : data;
    delay_line #(.Width(Width), .Latency(Here)) u_data (.clk_i, .data_i(shifted), .data_o(data_q));
  end
  assign data_o = gen_level[CountW-1].data_q;
  assign count_o = gen_level[CountW-1].count_q;
endmodule
