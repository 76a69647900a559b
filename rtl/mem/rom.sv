// SPDX-License-Identifier: Apache-2.0
// Constant memory with NumReads read ports. Read latency 2 (memory and its output register), initiation interval 1.
module rom #(
    parameter int unsigned WordBits = 8,
    parameter int unsigned Words = 4,
    parameter int unsigned NumReads = 1,
    parameter logic [Words*WordBits-1:0] Contents = '0,  // word 0 in the low bits
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1
) (
    input  logic                         clk_i,
    input  logic [      NumReads*AW-1:0] rd_addr_i,
    output logic [NumReads*WordBits-1:0] rd_data_o
);
  localparam int unsigned Rows = Words > 1 ? Words : 2;

  logic [WordBits-1:0] mem[0:Rows-1];
  initial begin
    for (int unsigned i = 0; i < Rows; i++) mem[i] = Contents[(i%Words)*WordBits+:WordBits];
  end

  for (genvar r = 0; r < NumReads; r++) begin : gen_read
    logic [WordBits-1:0] word_q, data_q;
    always_ff @(posedge clk_i) begin
      word_q <= mem[rd_addr_i[r*AW+:AW]];
      data_q <= word_q;
    end
    assign rd_data_o[r*WordBits+:WordBits] = data_q;
  end
endmodule
