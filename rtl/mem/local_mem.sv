// SPDX-License-Identifier: Apache-2.0
// On-chip memory: one write port with byte strobes, NumReads read ports (a replica of the memory for each).
// Read latency 2 (memory and its output register), initiation interval 1. A read sees every write of earlier cycles;
// of a write in its own cycle it sees nothing.
module local_mem #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 16,
    parameter int unsigned NumReads = 1,
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1
) (
    input  logic                         clk_i,
    input  logic [      NumReads*AW-1:0] rd_addr_i,
    output logic [NumReads*WordBits-1:0] rd_data_o,
    input  logic                         wr_valid_i,
    input  logic [               AW-1:0] wr_addr_i,
    input  logic [         WordBits-1:0] wr_data_i,
    input  logic [       WordBits/8-1:0] wr_strb_i
);
  localparam int unsigned Rows = Words > 1 ? Words : 2;

`ifdef VERILATOR
  // Replicas hold the same data, so simulation needs only one; a merge under a mask is faster than a loop over bytes.
  logic [WordBits-1:0] mem[0:Rows-1];
  logic [WordBits-1:0] mask;
  always_comb begin
    for (int unsigned i = 0; i < WordBits / 8; i++) mask[i*8+:8] = {8{wr_strb_i[i]}};
  end
  always_ff @(posedge clk_i) begin
    if (wr_valid_i) begin
      if (wr_strb_i == '1) mem[wr_addr_i] <= wr_data_i;
      else mem[wr_addr_i] <= (mem[wr_addr_i] & ~mask) | (wr_data_i & mask);
    end
  end
`endif

  for (genvar r = 0; r < NumReads; r++) begin : gen_read
    logic [WordBits-1:0] word_q, data_q;
`ifdef VERILATOR
    always_ff @(posedge clk_i) begin
      word_q <= mem[rd_addr_i[r*AW+:AW]];
      data_q <= word_q;
    end
`else
    logic [WordBits-1:0] mem[0:Rows-1];
    always_ff @(posedge clk_i) begin
      if (wr_valid_i) begin
        for (int i = 0; i < WordBits / 8; i++) begin
          if (wr_strb_i[i]) mem[wr_addr_i][i*8+:8] <= wr_data_i[i*8+:8];
        end
      end
    end
    always_ff @(posedge clk_i) begin
      word_q <= mem[rd_addr_i[r*AW+:AW]];
      data_q <= word_q;
    end
`endif
    assign rd_data_o[r*WordBits+:WordBits] = data_q;
  end
endmodule
