// SPDX-License-Identifier: Apache-2.0
// Shifts left by as many leading bits as equal `sign_i` (zeros follow), so that the leading bit differs from it;
// `count_o` says by how many. If all bits equal `sign_i`, or all but the last, the count is Width - 1.
// It is the part from `Before` to `Before + Span` of a pipeline of `Latency` registers spread over a delay of `Total`;
// they can stand behind the count, behind the coarse half of the shift and behind its fine half. Initiation interval 1.
module fp_normalise #(
    parameter int unsigned Width   = 24,
    parameter int unsigned Latency = 2,
    parameter int unsigned Before  = 0,
    parameter int unsigned Span    = 4,
    parameter int unsigned Total   = 4,
    localparam int unsigned CountW = $clog2(Width)
) (
    input  logic              clk_i,
    input  logic              sign_i,
    input  logic [Width-1:0]  data_i,
    output logic [Width-1:0]  data_o,
    output logic [CountW-1:0] count_o
);
  localparam int unsigned LIn = Latency * Before / Total;
  localparam int unsigned LCount = Latency * (Before + Span / 2) / Total;
  localparam int unsigned LCoarse = Latency * (Before + Span * 3 / 4) / Total;
  localparam int unsigned LOut = Latency * (Before + Span) / Total;
  localparam logic [CountW-1:0] Fine = CountW'((1 << ((CountW + 1) / 2)) - 1);

  logic [CountW-1:0] count, count_1, count_2;
  logic [Width-1:0] data_1, data_2;
  lzc #(.Width(Width - 1)) u_lzc (.data_i(data_i[Width-1:1] ^ {(Width-1){sign_i}}), .count_o(count));
  delay_line #(.Width(Width + CountW), .Latency(LCount - LIn)) u_1 (
      .clk_i, .data_i({data_i, count}), .data_o({data_1, count_1})
  );
  delay_line #(.Width(Width + CountW), .Latency(LCoarse - LCount)) u_2 (
      .clk_i, .data_i({data_1 << (count_1 & ~Fine), count_1}), .data_o({data_2, count_2})
  );
  delay_line #(.Width(Width + CountW), .Latency(LOut - LCoarse)) u_out (
      .clk_i, .data_i({data_2 << (count_2 & Fine), count_2}), .data_o({data_o, count_o})
  );
endmodule
