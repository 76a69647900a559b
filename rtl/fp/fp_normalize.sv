// SPDX-License-Identifier: Apache-2.0
// Shifts a significand left until its first bit is a one (zero stays zero) and gives the distance. Initiation interval 1.
// It is the part from `Before` to `Before + Span` of a pipeline of `Latency` registers spread over a delay of `Total`; they can stand
// behind the count of zeros, behind the coarse half of the shift and behind its fine half.
module fp_normalize #(
    parameter int unsigned Width   = 24,
    parameter int unsigned Latency = 2,
    parameter int unsigned Before  = 0,
    parameter int unsigned Span    = 4,
    parameter int unsigned Total   = 4,
    localparam int unsigned CountW = $clog2(Width)
) (
    input  logic              clk_i,
    input  logic [Width-1:0]  data_i,
    output logic [Width-1:0]  data_o,
    output logic [CountW-1:0] count_o
);
  localparam int unsigned LIn = Latency * Before / Total;
  localparam int unsigned LCount = Latency * (Before + Span / 2) / Total;
  localparam int unsigned LCoarse = Latency * (Before + Span * 3 / 4) / Total;
  localparam int unsigned LOut = Latency * (Before + Span) / Total;
  localparam int unsigned FineW = (CountW + 1) / 2;
  localparam int unsigned FullW = $clog2(Width + 1);

  logic [FullW-1:0] full_count;
  logic [CountW-1:0] count_1, count_2;
  logic [Width-1:0] data_1, data_2;
  lzc #(.Width(Width)) u_lzc (.data_i, .count_o(full_count));
  if (FullW > CountW) begin : gen_all_zero
    logic unused_top;
    assign unused_top = full_count[CountW];
  end
  delay_line #(.Width(Width + CountW), .Latency(LCount - LIn)) u_1 (
      .clk_i, .data_i({data_i, full_count[CountW-1:0]}), .data_o({data_1, count_1})
  );
  delay_line #(.Width(Width + CountW), .Latency(LCoarse - LCount)) u_2 (
      .clk_i, .data_i({data_1 << {count_1[CountW-1:FineW], FineW'(0)}, count_1}), .data_o({data_2, count_2})
  );
  delay_line #(.Width(Width + CountW), .Latency(LOut - LCoarse)) u_out (
      .clk_i, .data_i({data_2 << count_2[FineW-1:0], count_2}), .data_o({data_o, count_o})
  );
endmodule
