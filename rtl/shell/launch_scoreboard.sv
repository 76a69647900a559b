// SPDX-License-Identifier: Apache-2.0
// The launches under way, one a region, and what their records will say: entered when the kernel is started (run_i), removed
// when its record is begun (take_i: the one that ended_o shows, lowest region first). Registered: active_o.
module launch_scoreboard #(
    parameter int unsigned NumRegions = 1
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [NumRegions-1:0]    run_i,
    input  logic [31:0]              tag_i,
    input  logic [63:0]              completion_i,
    input  logic                     completes_i,   // there is a completion address
    input  logic                     irq_i,
    input  logic [63:0]              start_i,
    output logic [NumRegions-1:0]    active_o,      // a kernel was started and its record not yet begun
    input  logic [NumRegions-1:0]    finished_i,
    input  logic [NumRegions-1:0]    fault_valid_i,
    input  logic [NumRegions-1:0]    bus_error_i,
    input  logic [NumRegions-1:0]    aborted_i,
    output logic [NumRegions-1:0]    ended_o,       // one-hot or zero; the outputs below are of this one
    input  logic                     take_i,
    output logic [31:0]              tag_o,
    output logic [63:0]              completion_o,
    output logic                     completes_o,
    output logic                     irq_o,
    output logic [63:0]              start_o,
    output logic [31:0]              status_o
);
  logic [NumRegions*32-1:0] tag_q;
  logic [NumRegions*64-1:0] completion_q, start_q;
  logic [NumRegions-1:0]    completes_q, irq_q, ended;
  assign ended   = active_o & finished_i;
  assign ended_o = ended & (~ended + 1'b1);

  always_ff @(posedge clk_i) begin
    active_o <= rst_i ? '0 : (active_o | run_i) & ~(take_i ? ended_o : '0);
    for (int r = 0; r < NumRegions; r++)
      if (run_i[r]) begin
        tag_q[r*32+:32]        <= tag_i;
        completion_q[r*64+:64] <= completion_i;
        completes_q[r]         <= completes_i;
        irq_q[r]               <= irq_i;
        start_q[r*64+:64]      <= start_i;
      end
  end

  always_comb begin
    tag_o        = tag_q[31:0];
    completion_o = completion_q[63:0];
    start_o      = start_q[63:0];
    for (int r = 1; r < NumRegions; r++)
      if (ended_o[r]) begin
        tag_o        = tag_q[r*32+:32];
        completion_o = completion_q[r*64+:64];
        start_o      = start_q[r*64+:64];
      end
  end
  assign completes_o = (completes_q & ended_o) != '0;
  assign irq_o = (irq_q & ended_o) != '0;
  assign status_o = (aborted_i & ended_o) != '0 ? weft_abi_pkg::STATUS_ABORTED
                  : (fault_valid_i & ended_o) != '0 ? weft_abi_pkg::STATUS_KERNEL_FAULT
                  : (bus_error_i & ended_o) != '0 ? weft_abi_pkg::STATUS_DEVICE_BUS_ERROR : weft_abi_pkg::STATUS_OK;
endmodule
