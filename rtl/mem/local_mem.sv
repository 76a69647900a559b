// SPDX-License-Identifier: Apache-2.0
// On-chip memory: one write port with byte strobes, NumReads read ports (memory mappers make a replica for each).
// Read latency 2 (memory and its output register), initiation interval 1. A read sees every write of earlier cycles. Of a
// write to its word in its own cycle it sees nothing with OldData, for which memory mappers delay writes and compare addresses, as
// block memories promise no such thing. Without OldData it may give any value then.
module local_mem #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 16,
    parameter int unsigned NumReads = 1,
    parameter bit OldData = 1'b1,
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

  // The old bytes where nothing is written: memory mappers make byte enables of it, and it simulates faster than a loop of
  // partial assignments.
  function automatic logic [WordBits-1:0] merge(input logic [WordBits-1:0] old, input logic [WordBits-1:0] data,
                                                input logic [WordBits/8-1:0] strb);
    for (int i = 0; i < WordBits / 8; i++) merge[i*8+:8] = strb[i] ? data[i*8+:8] : old[i*8+:8];
  endfunction

  (* no_rw_check = !OldData *)
  logic [WordBits-1:0] mem[0:Rows-1];
  logic unused_old_data;  // by simulation
  assign unused_old_data = OldData;
  always_ff @(posedge clk_i) begin
    if (wr_valid_i) mem[wr_addr_i] <= &wr_strb_i ? wr_data_i : merge(mem[wr_addr_i], wr_data_i, wr_strb_i);
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
