// SPDX-License-Identifier: Apache-2.0
// Joins the line ports of all of a kernel's memory units to its one AXI master. Round-robin trees of four, whose turns are runs
// of lines: a unit's are mostly neighbours, and so lie in one row of a DRAM. One line a cycle on AR and R, and on AW, W and B. Latency to AR and AW/W: 1 plus one for each tree level after the first; from R and B: 1.
// All m_axi outputs are registered (or constant). The readies of AR, AW and W are part of the units' readies: the shell's are registers.
// AW and W of a request are offered together and may be taken in any order.
// The units have reserved room for every response, so R and B are always ready. Response codes are not looked at: the units
// check bounds first, and the shell reports bus errors.
module kernel_memory_port #(
    parameter int unsigned NumLoads = 2,
    parameter int unsigned NumStores = 1,
    parameter int unsigned NumAtomics = 1,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    localparam int unsigned StrbW = LineBits / 8,
    localparam int unsigned Loads = NumLoads > 0 ? NumLoads : 1,
    localparam int unsigned Stores = NumStores > 0 ? NumStores : 1,
    localparam int unsigned Atomics = NumAtomics > 0 ? NumAtomics : 1,
    localparam int unsigned IdBits = weft_abi_pkg::AXI_ID_BITS
) (
    input  logic                        clk_i,
    input  logic                        rst_i,
    // loads
    input  logic [           Loads-1:0] load_line_req_valid_i,
    output logic [           Loads-1:0] load_line_req_ready_o,
    input  logic [  Loads*AddrBits-1:0] load_line_req_addr_i,
    output logic [           Loads-1:0] load_line_rsp_valid_o,
    // stores
    input  logic [          Stores-1:0] store_line_req_valid_i,
    output logic [          Stores-1:0] store_line_req_ready_o,
    input  logic [ Stores*AddrBits-1:0] store_line_req_addr_i,
    input  logic [ Stores*LineBits-1:0] store_line_req_data_i,
    input  logic [    Stores*StrbW-1:0] store_line_req_strb_i,
    output logic [          Stores-1:0] store_line_ack_valid_o,
    // atomics
    input  logic [         Atomics-1:0] atomic_line_req_valid_i,
    output logic [         Atomics-1:0] atomic_line_req_ready_o,
    input  logic [Atomics*AddrBits-1:0] atomic_line_req_addr_i,
    input  logic [       Atomics*6-1:0] atomic_line_req_atop_i,
    input  logic [Atomics*LineBits-1:0] atomic_line_req_data_i,
    input  logic [   Atomics*StrbW-1:0] atomic_line_req_strb_i,
    output logic [         Atomics-1:0] atomic_line_rsp_valid_o,
    output logic [         Atomics-1:0] atomic_line_ack_valid_o,
    // read data for loads and atomics
    output logic [        LineBits-1:0] line_rsp_data_o,
    // AXI
    output logic                        m_axi_awvalid_o,
    input  logic                        m_axi_awready_i,
    output logic [          IdBits-1:0] m_axi_awid_o,
    output logic [        AddrBits-1:0] m_axi_awaddr_o,
    output logic [                 7:0] m_axi_awlen_o,
    output logic [                 5:0] m_axi_awatop_o,
    output logic                        m_axi_wvalid_o,
    input  logic                        m_axi_wready_i,
    output logic [        LineBits-1:0] m_axi_wdata_o,
    output logic [           StrbW-1:0] m_axi_wstrb_o,
    output logic                        m_axi_wlast_o,
    input  logic                        m_axi_bvalid_i,
    output logic                        m_axi_bready_o,
    input  logic [          IdBits-1:0] m_axi_bid_i,
    input  logic [                 1:0] m_axi_bresp_i,
    output logic                        m_axi_arvalid_o,
    input  logic                        m_axi_arready_i,
    output logic [          IdBits-1:0] m_axi_arid_o,
    output logic [        AddrBits-1:0] m_axi_araddr_o,
    output logic [                 7:0] m_axi_arlen_o,
    input  logic                        m_axi_rvalid_i,
    output logic                        m_axi_rready_o,
    input  logic [          IdBits-1:0] m_axi_rid_i,
    input  logic [        LineBits-1:0] m_axi_rdata_i,
    input  logic [                 1:0] m_axi_rresp_i,
    input  logic                        m_axi_rlast_i
);
  localparam int unsigned AtomicBit = IdBits - 1;  // of an R beat's ID: answers an atomic
  localparam int unsigned LineShift = $clog2(StrbW);
  localparam int unsigned Writers = NumStores + NumAtomics;
  localparam int unsigned Run = 16;  // lines: as many as wait in a unit

  if (NumLoads > (1 << AtomicBit) || Writers > (1 << AtomicBit)) begin : gen_count_check
    $fatal(1, "kernel_memory_port: too many access sites");
  end

  // Reads.
  if (NumLoads > 0) begin : gen_loads
    localparam int unsigned ArW = IdBits + AddrBits - LineShift;
    logic [NumLoads*ArW-1:0] requests;
    logic [NumLoads-1:0] rsp_valid_q;
    logic root_valid, root_ready;
    logic [ArW-1:0] root, ar;
    for (genvar i = 0; i < NumLoads; i++) begin : gen_load
      logic unused_low;
      assign unused_low = ^load_line_req_addr_i[i*AddrBits+:LineShift];
      assign requests[i*ArW+:ArW] = {IdBits'(i), load_line_req_addr_i[(i+1)*AddrBits-1-:AddrBits-LineShift]};
      always_ff @(posedge clk_i) rsp_valid_q[i] <= m_axi_rvalid_i && m_axi_rid_i == IdBits'(i) && !rst_i;
    end
    arbiter_tree #(
        .Width    (ArW),
        .NumInputs(NumLoads),
        .Run      (Run)
    ) u_tree (
        .clk_i,
        .rst_i,
        .in_valid_i (load_line_req_valid_i),
        .in_ready_o (load_line_req_ready_o),
        .in_data_i  (requests),
        .out_valid_o(root_valid),
        .out_ready_i(root_ready),
        .out_data_o (root)
    );
    stream_register #(
        .Width(ArW)
    ) u_ar (
        .clk_i,
        .rst_i,
        .in_valid_i (root_valid),
        .in_ready_o (root_ready),
        .in_data_i  (root),
        .out_valid_o(m_axi_arvalid_o),
        .out_ready_i(m_axi_arready_i),
        .out_data_o (ar)
    );
    assign m_axi_arid_o = ar[ArW-1-:IdBits];
    assign m_axi_araddr_o = {ar[ArW-IdBits-1:0], LineShift'(0)};
    assign load_line_rsp_valid_o = rsp_valid_q;
  end else begin : gen_no_loads
    logic unused_loads;
    assign unused_loads = ^{load_line_req_valid_i, load_line_req_addr_i, m_axi_arready_i};
    assign load_line_req_ready_o = '0;
    assign load_line_rsp_valid_o = '0;
    assign m_axi_arvalid_o = 1'b0;
    assign m_axi_arid_o = '0;
    assign m_axi_araddr_o = '0;
  end

  logic [LineBits-1:0] rsp_data_q;
  always_ff @(posedge clk_i) begin
    if (m_axi_rvalid_i) rsp_data_q <= m_axi_rdata_i;
  end
  assign line_rsp_data_o = rsp_data_q;

  // Writes and atomics.
  if (Writers > 0) begin : gen_writers
    localparam int unsigned AwW = 6 + IdBits + AddrBits;
    localparam int unsigned WW = StrbW + LineBits;
    localparam int unsigned Width = AwW + WW;
    logic [Writers*Width-1:0] requests;
    logic [Writers-1:0] valid, ready, ack_q;
    logic root_valid, aw_ready, w_ready;
    logic [Width-1:0] root;
    for (genvar i = 0; i < Writers; i++) begin : gen_ack
      always_ff @(posedge clk_i) ack_q[i] <= m_axi_bvalid_i && m_axi_bid_i == IdBits'(i) && !rst_i;
    end
    for (genvar i = 0; i < NumStores; i++) begin : gen_store
      assign valid[i] = store_line_req_valid_i[i];
      assign store_line_req_ready_o[i] = ready[i];
      assign store_line_ack_valid_o[i] = ack_q[i];
      assign requests[i*Width+:Width] = {
        6'b0,
        IdBits'(i),
        store_line_req_addr_i[i*AddrBits+:AddrBits],
        store_line_req_strb_i[i*StrbW+:StrbW],
        store_line_req_data_i[i*LineBits+:LineBits]
      };
    end
    for (genvar i = 0; i < NumAtomics; i++) begin : gen_atomic
      logic rsp_valid_q;
      assign valid[NumStores+i] = atomic_line_req_valid_i[i];
      assign atomic_line_req_ready_o[i] = ready[NumStores+i];
      assign atomic_line_ack_valid_o[i] = ack_q[NumStores+i];
      assign atomic_line_rsp_valid_o[i] = rsp_valid_q;
      assign requests[(NumStores+i)*Width+:Width] = {
        atomic_line_req_atop_i[i*6+:6],
        IdBits'(NumStores + i),
        atomic_line_req_addr_i[i*AddrBits+:AddrBits],
        atomic_line_req_strb_i[i*StrbW+:StrbW],
        atomic_line_req_data_i[i*LineBits+:LineBits]
      };
      always_ff @(posedge clk_i) begin
        rsp_valid_q <= m_axi_rvalid_i && m_axi_rid_i == IdBits'((1 << AtomicBit) + NumStores + i) && !rst_i;
      end
    end
    arbiter_tree #(
        .Width    (Width),
        .NumInputs(Writers),
        .Run      (Run)
    ) u_tree (
        .clk_i,
        .rst_i,
        .in_valid_i (valid),
        .in_ready_o (ready),
        .in_data_i  (requests),
        .out_valid_o(root_valid),
        .out_ready_i(aw_ready & w_ready),
        .out_data_o (root)
    );
    stream_register #(
        .Width(AwW)
    ) u_aw (
        .clk_i,
        .rst_i,
        .in_valid_i (root_valid & w_ready),
        .in_ready_o (aw_ready),
        .in_data_i  (root[Width-1-:AwW]),
        .out_valid_o(m_axi_awvalid_o),
        .out_ready_i(m_axi_awready_i),
        .out_data_o ({m_axi_awatop_o, m_axi_awid_o, m_axi_awaddr_o})
    );
    stream_register #(
        .Width(WW)
    ) u_w (
        .clk_i,
        .rst_i,
        .in_valid_i (root_valid & aw_ready),
        .in_ready_o (w_ready),
        .in_data_i  (root[WW-1:0]),
        .out_valid_o(m_axi_wvalid_o),
        .out_ready_i(m_axi_wready_i),
        .out_data_o ({m_axi_wstrb_o, m_axi_wdata_o})
    );
  end else begin : gen_no_writers
    logic unused_axi;
    assign unused_axi = ^{m_axi_awready_i, m_axi_wready_i, m_axi_bvalid_i, m_axi_bid_i};
    assign m_axi_awvalid_o = 1'b0;
    assign m_axi_awid_o = '0;
    assign m_axi_awaddr_o = '0;
    assign m_axi_awatop_o = '0;
    assign m_axi_wvalid_o = 1'b0;
    assign m_axi_wdata_o = '0;
    assign m_axi_wstrb_o = '0;
  end
  if (NumStores == 0) begin : gen_no_stores
    logic unused_stores;
    assign unused_stores = ^{store_line_req_valid_i, store_line_req_addr_i, store_line_req_data_i, store_line_req_strb_i};
    assign store_line_req_ready_o = '0;
    assign store_line_ack_valid_o = '0;
  end
  if (NumAtomics == 0) begin : gen_no_atomics
    logic unused_atomics;
    assign unused_atomics = ^{
      atomic_line_req_valid_i,
      atomic_line_req_addr_i,
      atomic_line_req_atop_i,
      atomic_line_req_data_i,
      atomic_line_req_strb_i
    };
    assign atomic_line_req_ready_o = '0;
    assign atomic_line_rsp_valid_o = '0;
    assign atomic_line_ack_valid_o = '0;
  end

  assign m_axi_awlen_o = 8'd0;
  assign m_axi_wlast_o = 1'b1;
  assign m_axi_bready_o = 1'b1;
  assign m_axi_arlen_o = 8'd0;
  assign m_axi_rready_o = 1'b1;
  logic unused_responses;
  assign unused_responses = ^{m_axi_bresp_i, m_axi_rresp_i, m_axi_rlast_i, m_axi_rid_i};
endmodule
