// SPDX-License-Identifier: Apache-2.0
// The B channels of the kernel regions: responses from memory, and those of atomics in cycles in which memory brings none.
// As kernel_read_return. Registered: every output but `atomic_ready_o`.
module kernel_write_return #(
    parameter int unsigned NumRegions = 1,
    parameter int unsigned KernelIdW  = 8,
    localparam int unsigned RegionW   = NumRegions > 1 ? $clog2(NumRegions) : 0,
    localparam int unsigned IdW       = RegionW + KernelIdW
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 mem_valid_i,    // a response for the kernel; taken if mem_ready_o
    output logic                 mem_ready_o,    // for every response on the channel
    input  logic [IdW-1:0]       mem_id_i,
    input  logic [1:0]           mem_resp_i,
    input  logic                 atomic_valid_i,
    output logic                 atomic_ready_o,
    input  logic [IdW-1:0]       atomic_id_i,
    input  logic [1:0]           atomic_resp_i,
    output logic [NumRegions-1:0] k_bvalid_o,
    input  logic [NumRegions-1:0] k_bready_i,
    output logic [KernelIdW-1:0] k_bid_o,
    output logic [1:0]           k_bresp_o
);
  localparam int unsigned WaitW = 3;

  logic                 skid_valid_q;
  logic [IdW+1:0]       skid_q, entry, next;
  logic [WaitW-1:0]     waited_q;
  logic                 load, take_mem, take_atomic;
  assign load           = (k_bvalid_o & ~k_bready_i) == '0;
  assign take_mem       = mem_valid_i && mem_ready_o;
  assign atomic_ready_o = !skid_valid_q && !take_mem;
  assign take_atomic    = atomic_valid_i && atomic_ready_o;
  assign entry          = take_mem ? {mem_id_i, mem_resp_i} : {atomic_id_i, atomic_resp_i};
  assign next           = skid_valid_q ? skid_q : entry;

  always_ff @(posedge clk_i) begin
    if (load) begin
      for (int r = 0; r < NumRegions; r++)
        k_bvalid_o[r] <= (skid_valid_q || take_mem || take_atomic) && (NumRegions == 1 || next[IdW+1:KernelIdW+1] >> 1 == (RegionW + 1)'(r));
      skid_valid_q         <= 1'b0;
      {k_bid_o, k_bresp_o} <= next[KernelIdW+1:0];
    end else if (take_mem || take_atomic) begin
      skid_valid_q <= 1'b1;
      skid_q       <= entry;
    end

    if (!atomic_valid_i || take_atomic) waited_q <= '0;
    else if (!(&waited_q)) waited_q <= waited_q + 1'b1;
    mem_ready_o <= (load || !(skid_valid_q || take_mem || take_atomic)) && !(&waited_q && !take_atomic);

    if (rst_i) begin
      k_bvalid_o   <= '0;
      skid_valid_q <= 1'b0;
      waited_q     <= '0;
      mem_ready_o  <= 1'b1;
    end
  end
endmodule
