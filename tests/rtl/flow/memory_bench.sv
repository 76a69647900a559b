// SPDX-License-Identifier: Apache-2.0
// Load, store and atomic units of several sizes behind one kernel_memory_port, for memory_test.cpp.
// Data ports are 512 bits for each unit, whatever its width. Regions: two for each unit, loads, stores, then atomics.
module memory_bench #(
    localparam int unsigned NL = 7,
    localparam int unsigned NS = 5,
    localparam int unsigned NA = 3,
    localparam int unsigned N = NL + NS + NA
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [N*64-1:0]  base_i,
    input  logic [N*64-1:0]  limit_i,
    output logic [N-1:0]     fault_o,
    output logic [N*32-1:0]  fault_addr_o,
    output logic [N-1:0]     idle_o,
    input  logic [N-1:0]     req_valid_i,
    output logic [N-1:0]     req_ready_o,
    input  logic [N*32-1:0]  req_addr_i,
    output logic [N-1:0]     rsp_valid_o,  // stores: acknowledgement
    input  logic [N-1:0]     rsp_ready_i,
    output logic [N*512-1:0] rsp_data_o,
    input  logic [NL-1:0]    flush_i,
    input  logic [N*512-1:0] req_data_i,
    input  logic [NA*6-1:0]  req_op_i,
    input  logic [NA*64-1:0] req_cmp_i,
    output logic             m_axi_awvalid_o,
    input  logic             m_axi_awready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0] m_axi_awid_o,
    output logic [31:0]      m_axi_awaddr_o,
    output logic [7:0]       m_axi_awlen_o,
    output logic [5:0]       m_axi_awatop_o,
    output logic             m_axi_wvalid_o,
    input  logic             m_axi_wready_i,
    output logic [511:0]     m_axi_wdata_o,
    output logic [63:0]      m_axi_wstrb_o,
    output logic             m_axi_wlast_o,
    input  logic             m_axi_bvalid_i,
    output logic             m_axi_bready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0] m_axi_bid_i,
    output logic             m_axi_arvalid_o,
    input  logic             m_axi_arready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0] m_axi_arid_o,
    output logic [31:0]      m_axi_araddr_o,
    output logic [7:0]       m_axi_arlen_o,
    input  logic             m_axi_rvalid_i,
    output logic             m_axi_rready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0] m_axi_rid_i,
    input  logic [511:0]     m_axi_rdata_i
);
  logic [NL-1:0] load_valid, load_ready, load_rsp;
  logic [NL*32-1:0] load_addr;
  logic [NS-1:0] store_valid, store_ready, store_ack;
  logic [NS*32-1:0] store_addr;
  logic [NS*512-1:0] store_data;
  logic [NS*64-1:0] store_strb;
  logic [NA-1:0] atomic_valid, atomic_ready, atomic_rsp, atomic_ack;
  logic [NA*32-1:0] atomic_addr;
  logic [NA*6-1:0] atomic_atop;
  logic [NA*512-1:0] atomic_data;
  logic [NA*64-1:0] atomic_strb;
  logic [511:0] line_rsp_data;

  for (genvar i = 0; i < NL; i++) begin : gen_load
    localparam int unsigned Bytes = i == 0 ? 4 : i == 1 ? 4 : i == 2 ? 1 : i == 3 ? 16 : i == 4 ? 64 : 8;
    localparam int unsigned Depth = i == 2 ? 4 : i == 3 ? 5 : i == 5 ? 20 : i == 6 ? 2 : 64;
    logic [Bytes*8-1:0] data;
    assign rsp_data_o[i*512+:512] = 512'(data);
    if (i % 2 == 0) begin : gen_stream
      lsu_load_stream #(
          .Bytes(Bytes),
          .AddrBits(32),
          .LineBits(512),
          .NumRegions(2),
          .Depth(Depth)
      ) u_load (
          .clk_i,
          .rst_i,
          .base_i          (base_i[i*64+:64]),
          .limit_i         (limit_i[i*64+:64]),
          .flush_i         (flush_i[i]),
          .req_valid_i     (req_valid_i[i]),
          .req_ready_o     (req_ready_o[i]),
          .req_addr_i      (req_addr_i[i*32+:32]),
          .rsp_valid_o     (rsp_valid_o[i]),
          .rsp_ready_i     (rsp_ready_i[i]),
          .rsp_data_o      (data),
          .line_req_valid_o(load_valid[i]),
          .line_req_ready_i(load_ready[i]),
          .line_req_addr_o (load_addr[i*32+:32]),
          .line_rsp_valid_i(load_rsp[i]),
          .line_rsp_data_i (line_rsp_data),
          .fault_o         (fault_o[i]),
          .fault_addr_o    (fault_addr_o[i*32+:32]),
          .idle_o          (idle_o[i])
      );
    end else begin : gen_scatter
      lsu_load_scatter #(
          .Bytes(Bytes),
          .AddrBits(32),
          .LineBits(512),
          .NumRegions(2),
          .Depth(Depth)
      ) u_load (
          .clk_i,
          .rst_i,
          .base_i          (base_i[i*64+:64]),
          .limit_i         (limit_i[i*64+:64]),
          .req_valid_i     (req_valid_i[i]),
          .req_ready_o     (req_ready_o[i]),
          .req_addr_i      (req_addr_i[i*32+:32]),
          .rsp_valid_o     (rsp_valid_o[i]),
          .rsp_ready_i     (rsp_ready_i[i]),
          .rsp_data_o      (data),
          .line_req_valid_o(load_valid[i]),
          .line_req_ready_i(load_ready[i]),
          .line_req_addr_o (load_addr[i*32+:32]),
          .line_rsp_valid_i(load_rsp[i]),
          .line_rsp_data_i (line_rsp_data),
          .fault_o         (fault_o[i]),
          .fault_addr_o    (fault_addr_o[i*32+:32]),
          .idle_o          (idle_o[i])
      );
    end
  end

  for (genvar i = 0; i < NS; i++) begin : gen_store
    localparam int unsigned U = NL + i;
    localparam int unsigned Bytes = i == 0 ? 4 : i == 1 ? 4 : i == 2 ? 1 : i == 3 ? 16 : 64;
    localparam int unsigned Depth = i == 2 ? 4 : i == 3 ? 5 : i == 4 ? 32 : 64;
    assign rsp_data_o[U*512+:512] = '0;
    if (i % 2 == 0) begin : gen_stream
      lsu_store_stream #(
          .Bytes(Bytes),
          .AddrBits(32),
          .LineBits(512),
          .NumRegions(2),
          .Depth(Depth)
      ) u_store (
          .clk_i,
          .rst_i,
          .base_i          (base_i[U*64+:64]),
          .limit_i         (limit_i[U*64+:64]),
          .req_valid_i     (req_valid_i[U]),
          .req_ready_o     (req_ready_o[U]),
          .req_addr_i      (req_addr_i[U*32+:32]),
          .req_data_i      (req_data_i[U*512+:Bytes*8]),
          .ack_valid_o     (rsp_valid_o[U]),
          .ack_ready_i     (rsp_ready_i[U]),
          .line_req_valid_o(store_valid[i]),
          .line_req_ready_i(store_ready[i]),
          .line_req_addr_o (store_addr[i*32+:32]),
          .line_req_data_o (store_data[i*512+:512]),
          .line_req_strb_o (store_strb[i*64+:64]),
          .line_ack_valid_i(store_ack[i]),
          .fault_o         (fault_o[U]),
          .fault_addr_o    (fault_addr_o[U*32+:32]),
          .idle_o          (idle_o[U])
      );
    end else begin : gen_scatter
      lsu_store_scatter #(
          .Bytes(Bytes),
          .AddrBits(32),
          .LineBits(512),
          .NumRegions(2),
          .Depth(Depth)
      ) u_store (
          .clk_i,
          .rst_i,
          .base_i          (base_i[U*64+:64]),
          .limit_i         (limit_i[U*64+:64]),
          .req_valid_i     (req_valid_i[U]),
          .req_ready_o     (req_ready_o[U]),
          .req_addr_i      (req_addr_i[U*32+:32]),
          .req_data_i      (req_data_i[U*512+:Bytes*8]),
          .ack_valid_o     (rsp_valid_o[U]),
          .ack_ready_i     (rsp_ready_i[U]),
          .line_req_valid_o(store_valid[i]),
          .line_req_ready_i(store_ready[i]),
          .line_req_addr_o (store_addr[i*32+:32]),
          .line_req_data_o (store_data[i*512+:512]),
          .line_req_strb_o (store_strb[i*64+:64]),
          .line_ack_valid_i(store_ack[i]),
          .fault_o         (fault_o[U]),
          .fault_addr_o    (fault_addr_o[U*32+:32]),
          .idle_o          (idle_o[U])
      );
    end
  end

  for (genvar i = 0; i < NA; i++) begin : gen_atomic
    localparam int unsigned U = NL + NS + i;
    localparam int unsigned Bytes = i == 2 ? 8 : 4;
    logic [Bytes*8-1:0] data;
    assign rsp_data_o[U*512+:512] = 512'(data);
    lsu_atomic #(
        .Bytes(Bytes),
        .AddrBits(32),
        .LineBits(512),
        .NumRegions(2),
        .Depth(i == 0 ? 4 : 32)
    ) u_atomic (
        .clk_i,
        .rst_i,
        .base_i          (base_i[U*64+:64]),
        .limit_i         (limit_i[U*64+:64]),
        .req_valid_i     (req_valid_i[U]),
        .req_ready_o     (req_ready_o[U]),
        .req_addr_i      (req_addr_i[U*32+:32]),
        .req_op_i        (req_op_i[i*6+:6]),
        .req_data_i      (req_data_i[U*512+:Bytes*8]),
        .req_cmp_i       (req_cmp_i[i*64+:Bytes*8]),
        .rsp_valid_o     (rsp_valid_o[U]),
        .rsp_ready_i     (rsp_ready_i[U]),
        .rsp_data_o      (data),
        .line_req_valid_o(atomic_valid[i]),
        .line_req_ready_i(atomic_ready[i]),
        .line_req_addr_o (atomic_addr[i*32+:32]),
        .line_req_atop_o (atomic_atop[i*6+:6]),
        .line_req_data_o (atomic_data[i*512+:512]),
        .line_req_strb_o (atomic_strb[i*64+:64]),
        .line_rsp_valid_i(atomic_rsp[i]),
        .line_rsp_data_i (line_rsp_data),
        .line_ack_valid_i(atomic_ack[i]),
        .fault_o         (fault_o[U]),
        .fault_addr_o    (fault_addr_o[U*32+:32]),
        .idle_o          (idle_o[U])
    );
  end

  kernel_memory_port #(
      .NumLoads  (NL),
      .NumStores (NS),
      .NumAtomics(NA),
      .AddrBits  (32),
      .LineBits  (512)
  ) u_port (
      .clk_i,
      .rst_i,
      .load_line_req_valid_i  (load_valid),
      .load_line_req_ready_o  (load_ready),
      .load_line_req_addr_i   (load_addr),
      .load_line_rsp_valid_o  (load_rsp),
      .store_line_req_valid_i (store_valid),
      .store_line_req_ready_o (store_ready),
      .store_line_req_addr_i  (store_addr),
      .store_line_req_data_i  (store_data),
      .store_line_req_strb_i  (store_strb),
      .store_line_ack_valid_o (store_ack),
      .atomic_line_req_valid_i(atomic_valid),
      .atomic_line_req_ready_o(atomic_ready),
      .atomic_line_req_addr_i (atomic_addr),
      .atomic_line_req_atop_i (atomic_atop),
      .atomic_line_req_data_i (atomic_data),
      .atomic_line_req_strb_i (atomic_strb),
      .atomic_line_rsp_valid_o(atomic_rsp),
      .atomic_line_ack_valid_o(atomic_ack),
      .line_rsp_data_o        (line_rsp_data),
      .m_axi_awvalid_o,
      .m_axi_awready_i,
      .m_axi_awid_o,
      .m_axi_awaddr_o,
      .m_axi_awlen_o,
      .m_axi_awatop_o,
      .m_axi_wvalid_o,
      .m_axi_wready_i,
      .m_axi_wdata_o,
      .m_axi_wstrb_o,
      .m_axi_wlast_o,
      .m_axi_bvalid_i,
      .m_axi_bready_o,
      .m_axi_bid_i,
      .m_axi_bresp_i          (2'b0),
      .m_axi_arvalid_o,
      .m_axi_arready_i,
      .m_axi_arid_o,
      .m_axi_araddr_o,
      .m_axi_arlen_o,
      .m_axi_rvalid_i,
      .m_axi_rready_o,
      .m_axi_rid_i,
      .m_axi_rdata_i,
      .m_axi_rresp_i          (2'b0),
      .m_axi_rlast_i          (1'b1)
  );
endmodule
