// SPDX-License-Identifier: Apache-2.0
// Configuration words of a kernel: written one a cycle before the start, stable until done.
//
// Latency: a word is visible in the cycle after its write. Writes beyond NumWords are ignored.
// Registered: `words_o`. `rst_i` is unused: words are data.
module kernel_config #(
    parameter int unsigned NumWords = 64
) (
    input  logic                                     clk_i,
    input  logic                                     rst_i,
    input  logic                                     cfg_valid_i,
    input  logic [weft_abi_pkg::CFG_ADDR_BITS-1:0]   cfg_addr_i,
    input  logic [weft_abi_pkg::CFG_WORD_BITS-1:0]   cfg_data_i,
    output logic [NumWords*weft_abi_pkg::CFG_WORD_BITS-1:0] words_o
);
  logic unused_reset;
  assign unused_reset = rst_i;
  localparam int unsigned WordBits = weft_abi_pkg::CFG_WORD_BITS;

  for (genvar i = 0; i < NumWords; i++) begin : gen_word
    always_ff @(posedge clk_i)
      if (cfg_valid_i && cfg_addr_i == weft_abi_pkg::CFG_ADDR_BITS'(i))
        words_o[i*WordBits+:WordBits] <= cfg_data_i;
  end
endmodule
