// SPDX-License-Identifier: Apache-2.0
// A completion record. Combinational. region_i: the region whose kernel it tells of, one-hot, or none.
module completion_record #(
    parameter int unsigned NumRegions = 1,
    localparam int unsigned RecordBits = weft_abi_pkg::COMPLETION_BYTES * 8,
    localparam int unsigned SiteBits = weft_abi_pkg::SITE_BITS
) (
    input  logic [31:0]                    tag_i,
    input  logic [31:0]                    status_i,
    input  logic [63:0]                    start_i,
    input  logic [63:0]                    time_i,
    input  logic [NumRegions-1:0]          region_i,
    input  logic [NumRegions*64-1:0]       end_i,
    input  logic [NumRegions*64-1:0]       run_cycles_i,
    input  logic [NumRegions-1:0]          fault_valid_i,
    input  logic [NumRegions*8-1:0]        fault_code_i,
    input  logic [NumRegions*SiteBits-1:0] fault_site_i,
    input  logic [NumRegions*64-1:0]       fault_addr_i,
    output logic [RecordBits-1:0]          record_o
);
  always_comb begin
    record_o = '0;
    record_o[weft_abi_pkg::COMPLETION_TAG_LSB+:32]    = tag_i;
    record_o[weft_abi_pkg::COMPLETION_STATUS_LSB+:32] = status_i;
    record_o[weft_abi_pkg::COMPLETION_START_LSB+:64]  = start_i;
    record_o[weft_abi_pkg::COMPLETION_END_LSB+:64]    = time_i;
    record_o[weft_abi_pkg::COMPLETION_VALID_LSB+:32]  = 32'd1;
    for (int r = 0; r < NumRegions; r++)
      if (region_i[r]) begin
        record_o[weft_abi_pkg::COMPLETION_END_LSB+:64]        = end_i[r*64+:64];
        record_o[weft_abi_pkg::COMPLETION_RUN_CYCLES_LSB+:64] = run_cycles_i[r*64+:64];
        if (fault_valid_i[r]) begin
          record_o[weft_abi_pkg::COMPLETION_FAULT_ADDR_LSB+:64] = fault_addr_i[r*64+:64];
          record_o[weft_abi_pkg::COMPLETION_FAULT_SITE_LSB+:32] = 32'(fault_site_i[r*SiteBits+:SiteBits]);
          record_o[weft_abi_pkg::COMPLETION_FAULT_LSB+:32]      = 32'(fault_code_i[r*8+:8]);
        end
      end
  end
endmodule
