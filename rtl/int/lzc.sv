// SPDX-License-Identifier: Apache-2.0
// Leading-zero count of `data_i`; `Width` when it is zero. Combinational.
// A tree of pairs: a pair is zero if both halves are, and counts on in the lower half if the upper one is zero. In
// simulation with fast operator bodies a binary search instead, which takes fewer operations but is deeper logic.
module lzc #(
    parameter int unsigned Width  = 32,
    localparam int unsigned CountW = $clog2(Width + 1)
) (
    input  logic [Width-1:0]  data_i,
    output logic [CountW-1:0] count_o
);
  // A one below the last bit ends the count of a zero word at `Width`.
  localparam int unsigned Padded = 1 << CountW;
  logic [Padded-1:0] padded;
  assign padded = Padded'({data_i, 1'b1}) << (Padded - Width - 1);

`ifdef WEFT_FP_FAST
  logic [Padded-1:0] rest;
  always_comb begin
    rest = padded;
    for (int k = CountW - 1; k >= 0; k--) begin
      count_o[k] = (rest >> (Padded - (1 << k))) == '0;
      if (count_o[k]) rest = rest << (1 << k);
    end
  end
`else
  // Level k: groups of 2^k bits, each with a flag and, from level 1 on, k bits of count; group 0 is the least
  // significant.
  for (genvar k = 0; k <= CountW; k++) begin : gen_level
    localparam int unsigned Groups = Padded >> k;
    logic [Groups-1:0] zero;
    if (k == 0) begin : gen_leaf
      assign zero = ~padded;
    end else begin : gen_pairs
      logic [Groups*k-1:0] counts;
      for (genvar i = 0; i < Groups; i++) begin : gen_pair
        logic upper_zero;
        assign upper_zero = gen_level[k-1].zero[2*i+1];
        assign zero[i] = upper_zero & gen_level[k-1].zero[2*i];
        assign counts[i*k+k-1] = upper_zero;
        if (k > 1) begin : gen_low
          assign counts[i*k +: k-1] = upper_zero ? gen_level[k-1].gen_pairs.counts[2*i*(k-1) +: k-1] :
              gen_level[k-1].gen_pairs.counts[(2*i+1)*(k-1) +: k-1];
        end
      end
    end
  end
  logic unused_zero;
  assign unused_zero = gen_level[CountW].zero;
  assign count_o = gen_level[CountW].gen_pairs.counts;
`endif
endmodule
