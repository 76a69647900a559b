// SPDX-License-Identifier: Apache-2.0
// Leading-zero count; `Width` for zero, modulo 2^Width. Latency cycles, initiation interval 1; the output is registered
// when Latency is at least 1.
// A tree of pairs: a pair is zero if both halves are, and counts on in the lower half if the upper one is zero.
// Registers are spread over the levels.
module int_ctlz #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    output logic [Width-1:0] result_o
);
  localparam int unsigned CountW = $clog2(Width + 1);
  logic [CountW-1:0] count;
  assign result_o = Width'(count);

`ifdef WEFT_FP_FAST
  logic [CountW-1:0] count_d;
  lzc #(.Width(Width)) u_lzc (.data_i(a_i), .count_o(count_d));
  delay_line #(.Width(CountW), .Latency(Latency)) u_out (.clk_i, .data_i(count_d), .data_o(count));
`else
  // A one below the last bit ends the count of a zero word at `Width`.
  localparam int unsigned Padded = 1 << CountW;
  // Level k: groups of 2^k bits, each with a flag and, from level 1 on, k bits of count; group 0 is the least
  // significant.
  for (genvar k = 0; k <= CountW; k++) begin : gen_level
    localparam int unsigned Groups = Padded >> k;
    localparam int unsigned CountsW = k == 0 ? 1 : Groups * k;
    logic [Groups-1:0] zero_d, zero;
    logic [CountsW-1:0] counts_d, counts;
    if (k == 0) begin : gen_leaf
      assign zero_d = ~(Padded'({a_i, 1'b1}) << (Padded - Width - 1));
      assign counts_d = '0;
    end else begin : gen_pairs
      for (genvar i = 0; i < Groups; i++) begin : gen_pair
        logic upper_zero;
        assign upper_zero = gen_level[k-1].zero[2*i+1];
        assign zero_d[i] = upper_zero & gen_level[k-1].zero[2*i];
        assign counts_d[i*k+k-1] = upper_zero;
        if (k > 1) begin : gen_low
          assign counts_d[i*k +: k-1] = upper_zero ? gen_level[k-1].counts[2*i*(k-1) +: k-1] :
              gen_level[k-1].counts[(2*i+1)*(k-1) +: k-1];
        end
      end
    end
    localparam int unsigned Here = k == 0 ? 0 : Latency * k / CountW - Latency * (k - 1) / CountW;
    delay_line #(.Width(Groups + CountsW), .Latency(Here)) u_cut (
        .clk_i, .data_i({zero_d, counts_d}), .data_o({zero, counts})
    );
  end
  logic unused_zero;
  assign unused_zero = ^{gen_level[CountW].zero, gen_level[0].counts};
  assign count = gen_level[CountW].counts;
`endif
endmodule
