// SPDX-License-Identifier: Apache-2.0
// Requests of the kernel regions: registered at the boundary of each, then merged, round robin a request.
//
// A write is an address with its data; IDs become {region, the kernel's own}. Latency 1, whatever the number of regions,
// one read and one write a cycle. Write data is not merged here: it goes on for all regions, `wr_grant_o` (one-hot) says
// whose counts, so that only what takes it copies it. Registered: the readies; valid and fields are chosen from registers.
//
// From the cycle after `isolate_i` no request of the region goes on. Answers still reach it; when none is due it may be reset,
// and `k_rst_i` drops what waits here, half a write as well.
module kernel_requests #(
    parameter int unsigned LineBits   = 512,
    parameter int unsigned AddrBits   = 32,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned KernelIdW  = 8,
    localparam int unsigned LineBytes = LineBits / 8,
    localparam int unsigned LineW     = AddrBits - $clog2(LineBytes),
    localparam int unsigned RegionW   = NumRegions > 1 ? $clog2(NumRegions) : 0,
    localparam int unsigned IdW       = RegionW + KernelIdW
) (
    input  logic                            clk_i,
    input  logic                            rst_i,
    output logic                            busy_o,
    input  logic [NumRegions-1:0]           isolate_i,
    output logic [NumRegions-1:0]           idle_o,         // no answer is due, and no request waits that may go on
    input  logic [NumRegions-1:0]           r_taken_i,      // the region took a line
    input  logic [NumRegions-1:0]           b_taken_i,      // it took a response
    // Kernel regions.
    input  logic [NumRegions-1:0]           k_rst_i,
    input  logic [NumRegions-1:0]           k_awvalid_i,
    output logic [NumRegions-1:0]           k_awready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_awid_i,
    input  logic [NumRegions*AddrBits-1:0]  k_awaddr_i,
    input  logic [NumRegions*6-1:0]         k_awatop_i,
    input  logic [NumRegions-1:0]           k_wvalid_i,
    output logic [NumRegions-1:0]           k_wready_o,
    input  logic [NumRegions*LineBits-1:0]  k_wdata_i,
    input  logic [NumRegions*LineBytes-1:0] k_wstrb_i,
    input  logic [NumRegions-1:0]           k_arvalid_i,
    output logic [NumRegions-1:0]           k_arready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_arid_i,
    input  logic [NumRegions*LineW-1:0]     k_arline_i,
    // One stream of writes and one of reads.
    output logic                            wr_valid_o,
    input  logic                            wr_ready_i,
    output logic [NumRegions-1:0]           wr_grant_o,
    output logic [IdW-1:0]                  wr_id_o,
    output logic [AddrBits-1:0]             wr_addr_o,
    output logic [5:0]                      wr_atop_o,
    output logic                            wr_atomic_o,    // wr_atop_o is not zero
    output logic [LineBytes-1:0]            wr_strb_o,
    output logic [NumRegions*LineBits-1:0]  wr_data_o,
    output logic                            rd_valid_o,
    input  logic                            rd_ready_i,
    output logic [IdW-1:0]                  rd_id_o,
    output logic [LineW-1:0]                rd_line_o
);
  logic [NumRegions-1:0]           aw_valid, aw_atomic, w_valid, ar_valid, wr_valid, rd_valid, wr_take, rd_grant, rd_take;
  logic [NumRegions-1:0]           open_q, counting;
  logic [NumRegions*IdW-1:0]       aw_id, ar_id;
  logic [NumRegions*AddrBits-1:0]  aw_addr;
  logic [NumRegions*6-1:0]         aw_atop;
  logic [NumRegions*LineBytes-1:0] w_strb;
  logic [NumRegions*LineW-1:0]     ar_line;

  for (genvar r = 0; r < NumRegions; r++) begin : gen_region
    // One bit wider than the region's number, which has none where there is one region.
    localparam logic [RegionW:0] Region = (RegionW + 1)'(r);
    logic [KernelIdW-1:0] awid, arid;
    assign aw_id[r*IdW+:IdW] = IdW'({Region, awid});
    assign ar_id[r*IdW+:IdW] = IdW'({Region, arid});
    logic region_rst, none_due;
    assign region_rst = rst_i || k_rst_i[r];
    stream_slice #(
        .Width(KernelIdW + AddrBits + 7)
    ) u_aw (
        .clk_i,
        .rst_i      (region_rst),
        .in_valid_i (k_awvalid_i[r]),
        .in_ready_o (k_awready_o[r]),
        .in_data_i  ({k_awid_i[r*KernelIdW+:KernelIdW], k_awaddr_i[r*AddrBits+:AddrBits], k_awatop_i[r*6+:6], k_awatop_i[r*6+:6] != '0}),
        .out_valid_o(aw_valid[r]),
        .out_ready_i(wr_take[r]),
        .out_data_o ({awid, aw_addr[r*AddrBits+:AddrBits], aw_atop[r*6+:6], aw_atomic[r]})
    );
    axi_slice #(
        .MetaW(LineBytes),
        .DataW(LineBits)
    ) u_w (
        .clk_i,
        .rst_i      (region_rst),
        .in_valid_i (k_wvalid_i[r]),
        .in_ready_o (k_wready_o[r]),
        .in_meta_i  (k_wstrb_i[r*LineBytes+:LineBytes]),
        .in_data_i  (k_wdata_i[r*LineBits+:LineBits]),
        .out_valid_o(w_valid[r]),
        .out_ready_i(wr_take[r]),
        .out_meta_o (w_strb[r*LineBytes+:LineBytes]),
        .out_data_o (wr_data_o[r*LineBits+:LineBits])
    );
    stream_slice #(
        .Width(KernelIdW + LineW)
    ) u_ar (
        .clk_i,
        .rst_i      (region_rst),
        .in_valid_i (k_arvalid_i[r]),
        .in_ready_o (k_arready_o[r]),
        .in_data_i  ({k_arid_i[r*KernelIdW+:KernelIdW], k_arline_i[r*LineW+:LineW]}),
        .out_valid_o(ar_valid[r]),
        .out_ready_i(rd_take[r]),
        .out_data_o ({arid, ar_line[r*LineW+:LineW]})
    );
    answers_due u_due (
        .clk_i,
        .rst_i,
        .read_i       (rd_take[r]),
        .write_i      (wr_take[r]),
        .write_reads_i(aw_atop[r*6+5]),
        .r_taken_i    (r_taken_i[r]),
        .b_taken_i    (b_taken_i[r]),
        .none_o       (none_due),
        .busy_o       (counting[r])
    );
    assign idle_o[r] = none_due && !(open_q[r] && (aw_valid[r] || w_valid[r] || ar_valid[r]));
  end
  always_ff @(posedge clk_i) open_q <= ~isolate_i;
  assign wr_valid = aw_valid & w_valid & open_q;
  assign rd_valid = ar_valid & open_q;

  arbiter_rr #(
      .N      (NumRegions),
      .Restart(1'b1)
  ) u_writes (
      .clk_i,
      .rst_i,
      .request_i(wr_valid),
      .grant_o  (wr_grant_o),
      .served_i (wr_take)
  );
  arbiter_rr #(
      .N      (NumRegions),
      .Restart(1'b1)
  ) u_reads (
      .clk_i,
      .rst_i,
      .request_i(rd_valid),
      .grant_o  (rd_grant),
      .served_i (rd_take)
  );
  assign wr_valid_o = wr_valid != '0;
  assign rd_valid_o = rd_valid != '0;
  assign wr_take    = wr_grant_o & {NumRegions{wr_ready_i}};
  assign rd_take    = rd_grant & {NumRegions{rd_ready_i}};
  assign busy_o     = (aw_valid | w_valid | ar_valid | counting) != '0;

  always_comb begin
    wr_id_o   = aw_id[IdW-1:0];
    wr_addr_o = aw_addr[AddrBits-1:0];
    wr_atop_o = aw_atop[5:0];
    wr_atomic_o = aw_atomic[0];
    wr_strb_o = w_strb[LineBytes-1:0];
    rd_id_o   = ar_id[IdW-1:0];
    rd_line_o = ar_line[LineW-1:0];
    for (int r = 1; r < NumRegions; r++) begin
      if (wr_grant_o[r]) begin
        wr_id_o   = aw_id[r*IdW+:IdW];
        wr_addr_o = aw_addr[r*AddrBits+:AddrBits];
        wr_atop_o = aw_atop[r*6+:6];
        wr_atomic_o = aw_atomic[r];
        wr_strb_o = w_strb[r*LineBytes+:LineBytes];
      end
      if (rd_grant[r]) begin
        rd_id_o   = ar_id[r*IdW+:IdW];
        rd_line_o = ar_line[r*LineW+:LineW];
      end
    end
  end
endmodule
