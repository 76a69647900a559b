// SPDX-License-Identifier: Apache-2.0
// The R channels of the kernel regions: beats from memory, and old values of atomics in cycles in which memory brings none.
//
// An ID is {region, the kernel's own}. The regions share one buffer and its data: valid names the region. So a region that
// does not take its beat stops the others; regions reserve the room before they ask (docs/rtl-interfaces.md section 1).
// Only the kernels' beats of the memory's R channel concern this module; DMA and atomics always take theirs. A skid buffer:
// latency 1, one beat a cycle. An atomic that waited for 8 cycles stops memory for one. Registered: every output but
// `atomic_ready_o`.
module kernel_read_return #(
    parameter int unsigned LineBits   = 512,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned KernelIdW  = 8,
    parameter int unsigned AtomicBits = 32,
    localparam int unsigned RegionW   = NumRegions > 1 ? $clog2(NumRegions) : 0,
    localparam int unsigned IdW       = RegionW + KernelIdW
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 mem_valid_i,    // a beat for the kernel; taken if mem_ready_o
    output logic                 mem_ready_o,    // for every beat on the channel
    input  logic [IdW-1:0]       mem_id_i,
    input  logic [LineBits-1:0]  mem_data_i,
    input  logic [1:0]           mem_resp_i,
    input  logic                 atomic_valid_i,
    output logic                 atomic_ready_o,
    input  logic [IdW-1:0]       atomic_id_i,
    input  logic [AtomicBits-1:0] atomic_data_i,
    input  logic [1:0]           atomic_resp_i,
    output logic [NumRegions-1:0] k_rvalid_o,
    input  logic [NumRegions-1:0] k_rready_i,
    output logic [KernelIdW-1:0] k_rid_o,
    output logic [LineBits-1:0]  k_rdata_o,
    output logic [1:0]           k_rresp_o
);
  localparam int unsigned WaitW = 3;

  logic                 skid_valid_q;
  logic [IdW-1:0]       skid_id_q, next_id;
  logic [LineBits-1:0]  skid_data_q;
  logic [1:0]           skid_resp_q;
  logic [WaitW-1:0]     waited_q;
  logic                 load, take_mem, take_atomic;
  assign load           = (k_rvalid_o & ~k_rready_i) == '0;
  assign take_mem       = mem_valid_i && mem_ready_o;
  assign atomic_ready_o = !skid_valid_q && !take_mem;
  assign take_atomic    = atomic_valid_i && atomic_ready_o;
  assign next_id        = skid_valid_q ? skid_id_q : take_mem ? mem_id_i : atomic_id_i;

  always_ff @(posedge clk_i) begin
    if (load) begin
      for (int r = 0; r < NumRegions; r++)
        k_rvalid_o[r] <= (skid_valid_q || take_mem || take_atomic) && (NumRegions == 1 || next_id[IdW-1:KernelIdW-1] >> 1 == (RegionW + 1)'(r));
      skid_valid_q <= 1'b0;
      if (skid_valid_q) begin
        k_rid_o   <= skid_id_q[KernelIdW-1:0];
        k_rdata_o <= skid_data_q;
        k_rresp_o <= skid_resp_q;
      end else if (take_mem) begin
        k_rid_o   <= mem_id_i[KernelIdW-1:0];
        k_rdata_o <= mem_data_i;
        k_rresp_o <= mem_resp_i;
      end else if (take_atomic) begin
        k_rid_o   <= atomic_id_i[KernelIdW-1:0];
        k_rdata_o <= {LineBits / AtomicBits{atomic_data_i}};  // every lane, the operand's own among them
        k_rresp_o <= atomic_resp_i;
      end
    end else if (take_mem || take_atomic) begin
      skid_valid_q <= 1'b1;
      skid_id_q    <= next_id;
      skid_resp_q  <= take_mem ? mem_resp_i : atomic_resp_i;
      if (take_mem) skid_data_q <= mem_data_i;
      else skid_data_q <= {LineBits / AtomicBits{atomic_data_i}};
    end

    if (!atomic_valid_i || take_atomic) waited_q <= '0;
    else if (!(&waited_q)) waited_q <= waited_q + 1'b1;
    mem_ready_o <= (load || !(skid_valid_q || take_mem || take_atomic)) && !(&waited_q && !take_atomic);

    if (rst_i) begin
      k_rvalid_o   <= '0;
      skid_valid_q <= 1'b0;
      waited_q     <= '0;
      mem_ready_o  <= 1'b1;
    end
  end
endmodule
