// SPDX-License-Identifier: Apache-2.0
// Between a kernel's compute units and the memory ports of its board: every unit reaches every port (memory_spread), and the units
// take turns at each, in runs of lines that lie in one row of a DRAM mostly (arbiter_tree). A unit's port is that of
// kernel_memory_port: it offers address and data of a write together, both are taken in one cycle.
// An ID at the ports is that of a unit; of atomics it has the bit above. The memory answers one ID in order.
// Latency 2 for requests, one more for each further level of a tree; see memory_spread for answers. One line a cycle on AR and R, and
// on AW, W and B, of each port and of each unit. Registered: every output but `unit_*_ready_o`.
module memory_crossbar #(
    parameter int unsigned NumUnits = 2,
    parameter int unsigned NumPorts = 2,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned IdBits = 4,  // of a unit's access sites
    parameter int unsigned StripeLines = 8,
    parameter int unsigned QueueDepth = 16,  // of each FIFO (memory_spread)
    localparam int unsigned StrbW = LineBits / 8,
    localparam int unsigned PortIdBits = weft_abi_pkg::AXI_ID_BITS
) (
    input  logic                          clk_i,
    input  logic                          rst_i,
    // units
    input  logic [          NumUnits-1:0] unit_read_req_valid_i,
    output logic [          NumUnits-1:0] unit_read_req_ready_o,
    input  logic [   NumUnits*IdBits-1:0] unit_read_req_id_i,
    input  logic [ NumUnits*AddrBits-1:0] unit_read_req_addr_i,
    output logic [          NumUnits-1:0] unit_read_rsp_valid_o,
    output logic [          NumUnits-1:0] unit_read_rsp_atomic_o,
    output logic [   NumUnits*IdBits-1:0] unit_read_rsp_id_o,
    output logic [ NumUnits*LineBits-1:0] unit_read_rsp_data_o,
    input  logic [          NumUnits-1:0] unit_write_req_valid_i,
    output logic [          NumUnits-1:0] unit_write_req_ready_o,
    input  logic [   NumUnits*IdBits-1:0] unit_write_req_id_i,
    input  logic [ NumUnits*AddrBits-1:0] unit_write_req_addr_i,
    input  logic [        NumUnits*6-1:0] unit_write_req_atop_i,
    input  logic [ NumUnits*LineBits-1:0] unit_write_req_data_i,
    input  logic [    NumUnits*StrbW-1:0] unit_write_req_strb_i,
    output logic [          NumUnits-1:0] unit_write_ack_valid_o,
    output logic [   NumUnits*IdBits-1:0] unit_write_ack_id_o,
    // AXI, port by port, without what is constant; a write's AW and W may be taken in any order
    output logic [          NumPorts-1:0] port_aw_valid_o,
    input  logic [          NumPorts-1:0] port_aw_ready_i,
    output logic [NumPorts*PortIdBits-1:0] port_aw_id_o,
    output logic [ NumPorts*AddrBits-1:0] port_aw_addr_o,
    output logic [        NumPorts*6-1:0] port_aw_atop_o,
    output logic [          NumPorts-1:0] port_w_valid_o,
    input  logic [          NumPorts-1:0] port_w_ready_i,
    output logic [ NumPorts*LineBits-1:0] port_w_data_o,
    output logic [    NumPorts*StrbW-1:0] port_w_strb_o,
    input  logic [          NumPorts-1:0] port_b_valid_i,
    input  logic [NumPorts*PortIdBits-1:0] port_b_id_i,
    output logic [          NumPorts-1:0] port_ar_valid_o,
    input  logic [          NumPorts-1:0] port_ar_ready_i,
    output logic [NumPorts*PortIdBits-1:0] port_ar_id_o,
    output logic [ NumPorts*AddrBits-1:0] port_ar_addr_o,
    input  logic [          NumPorts-1:0] port_r_valid_i,
    input  logic [NumPorts*PortIdBits-1:0] port_r_id_i,
    input  logic [ NumPorts*LineBits-1:0] port_r_data_i
);
  localparam int unsigned AtomicBit = PortIdBits - 1;  // of an R beat's ID: answers an atomic
  localparam int unsigned UnitW = NumUnits > 1 ? $clog2(NumUnits) : 1;
  localparam int unsigned LineShift = $clog2(StrbW);
  localparam int unsigned LineW = AddrBits - LineShift;
  localparam int unsigned WriteW = 6 + AddrBits + StrbW + LineBits;
  localparam int unsigned Run = 16;  // lines, as at kernel_memory_port

  // Of unit u and port p: element u * NumPorts + p, or, at the ports, p * NumUnits + u.
  logic [NumUnits*NumPorts-1:0] read_valid, read_ready, write_valid, write_ready, rsp_valid, ack_valid;
  logic [NumUnits*NumPorts*LineW-1:0] read_line;
  logic [NumUnits*NumPorts*WriteW-1:0] write_data;
  logic [NumPorts-1:0] rsp_atomic, ack_atomic;

  for (genvar u = 0; u < NumUnits; u++) begin : gen_unit
    logic unused_low;
    assign unused_low = ^unit_read_req_addr_i[u*AddrBits+:LineShift];
    memory_spread #(
        .NumPorts   (NumPorts),
        .AddrBits   (AddrBits),
        .LineBits   (LineBits),
        .IdBits     (IdBits),
        .StripeLines(StripeLines),
        .Depth      (QueueDepth)
    ) u_spread (
        .clk_i,
        .rst_i,
        .read_valid_i      (unit_read_req_valid_i[u]),
        .read_ready_o      (unit_read_req_ready_o[u]),
        .read_id_i         (unit_read_req_id_i[u*IdBits+:IdBits]),
        .read_line_i       (unit_read_req_addr_i[u*AddrBits+LineShift+:LineW]),
        .write_valid_i     (unit_write_req_valid_i[u]),
        .write_ready_o     (unit_write_req_ready_o[u]),
        .write_id_i        (unit_write_req_id_i[u*IdBits+:IdBits]),
        .write_data_i      ({unit_write_req_atop_i[u*6+:6], unit_write_req_addr_i[u*AddrBits+:AddrBits],
                             unit_write_req_strb_i[u*StrbW+:StrbW], unit_write_req_data_i[u*LineBits+:LineBits]}),
        .rsp_valid_o       (unit_read_rsp_valid_o[u]),
        .rsp_atomic_o      (unit_read_rsp_atomic_o[u]),
        .rsp_id_o          (unit_read_rsp_id_o[u*IdBits+:IdBits]),
        .rsp_data_o        (unit_read_rsp_data_o[u*LineBits+:LineBits]),
        .ack_valid_o       (unit_write_ack_valid_o[u]),
        .ack_id_o          (unit_write_ack_id_o[u*IdBits+:IdBits]),
        .port_read_valid_o (read_valid[u*NumPorts+:NumPorts]),
        .port_read_ready_i (read_ready[u*NumPorts+:NumPorts]),
        .port_read_line_o  (read_line[u*NumPorts*LineW+:NumPorts*LineW]),
        .port_write_valid_o(write_valid[u*NumPorts+:NumPorts]),
        .port_write_ready_i(write_ready[u*NumPorts+:NumPorts]),
        .port_write_data_o (write_data[u*NumPorts*WriteW+:NumPorts*WriteW]),
        .port_rsp_valid_i  (rsp_valid[u*NumPorts+:NumPorts]),
        .port_rsp_atomic_i (rsp_atomic),
        .port_rsp_data_i   (port_r_data_i),
        .port_ack_valid_i  (ack_valid[u*NumPorts+:NumPorts]),
        .port_ack_atomic_i (ack_atomic)
    );
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    localparam int unsigned ArW = UnitW + LineW;
    localparam int unsigned WW = StrbW + LineBits;
    localparam int unsigned AwW = UnitW + 6 + AddrBits;
    logic [NumUnits-1:0] rd_valid, rd_ready, wr_valid, wr_ready;
    logic [NumUnits*ArW-1:0] rd;
    logic [NumUnits*(UnitW+WriteW)-1:0] wr;
    logic ar_root_valid, ar_root_ready, wr_root_valid, aw_ready, w_ready;
    logic [ArW-1:0] ar_root, ar;
    logic [UnitW+WriteW-1:0] wr_root;
    logic [AwW-1:0] aw;

    for (genvar u = 0; u < NumUnits; u++) begin : gen_from
      assign rd_valid[u] = read_valid[u*NumPorts+p];
      assign wr_valid[u] = write_valid[u*NumPorts+p];
      assign read_ready[u*NumPorts+p] = rd_ready[u];
      assign write_ready[u*NumPorts+p] = wr_ready[u];
      assign rd[u*ArW+:ArW] = {UnitW'(u), read_line[(u*NumPorts+p)*LineW+:LineW]};
      assign wr[u*(UnitW+WriteW)+:UnitW+WriteW] = {UnitW'(u), write_data[(u*NumPorts+p)*WriteW+:WriteW]};
      assign rsp_valid[u*NumPorts+p] = port_r_valid_i[p] && port_r_id_i[p*PortIdBits+:UnitW] == UnitW'(u);
      assign ack_valid[u*NumPorts+p] = port_b_valid_i[p] && port_b_id_i[p*PortIdBits+:UnitW] == UnitW'(u);
    end
    assign rsp_atomic[p] = port_r_id_i[p*PortIdBits+AtomicBit];
    assign ack_atomic[p] = port_b_id_i[p*PortIdBits+UnitW];
    logic unused_id;
    assign unused_id = ^{port_r_id_i[p*PortIdBits+:PortIdBits], port_b_id_i[p*PortIdBits+:PortIdBits]};

    arbiter_tree #(
        .Width    (ArW),
        .NumInputs(NumUnits),
        .Run      (Run)
    ) u_reads (
        .clk_i,
        .rst_i,
        .in_valid_i (rd_valid),
        .in_ready_o (rd_ready),
        .in_data_i  (rd),
        .out_valid_o(ar_root_valid),
        .out_ready_i(ar_root_ready),
        .out_data_o (ar_root)
    );
    stream_register #(
        .Width(ArW)
    ) u_ar (
        .clk_i,
        .rst_i,
        .in_valid_i (ar_root_valid),
        .in_ready_o (ar_root_ready),
        .in_data_i  (ar_root),
        .out_valid_o(port_ar_valid_o[p]),
        .out_ready_i(port_ar_ready_i[p]),
        .out_data_o (ar)
    );
    assign port_ar_id_o[p*PortIdBits+:PortIdBits] = PortIdBits'(ar[ArW-1-:UnitW]);
    assign port_ar_addr_o[p*AddrBits+:AddrBits] = {ar[LineW-1:0], LineShift'(0)};

    arbiter_tree #(
        .Width    (UnitW + WriteW),
        .NumInputs(NumUnits),
        .Run      (Run)
    ) u_writes (
        .clk_i,
        .rst_i,
        .in_valid_i (wr_valid),
        .in_ready_o (wr_ready),
        .in_data_i  (wr),
        .out_valid_o(wr_root_valid),
        .out_ready_i(aw_ready & w_ready),
        .out_data_o (wr_root)
    );
    stream_register #(
        .Width(AwW)
    ) u_aw (
        .clk_i,
        .rst_i,
        .in_valid_i (wr_root_valid & w_ready),
        .in_ready_o (aw_ready),
        .in_data_i  (wr_root[UnitW+WriteW-1-:AwW]),
        .out_valid_o(port_aw_valid_o[p]),
        .out_ready_i(port_aw_ready_i[p]),
        .out_data_o (aw)
    );
    stream_register #(
        .Width(WW)
    ) u_w (
        .clk_i,
        .rst_i,
        .in_valid_i (wr_root_valid & aw_ready),
        .in_ready_o (w_ready),
        .in_data_i  (wr_root[WW-1:0]),
        .out_valid_o(port_w_valid_o[p]),
        .out_ready_i(port_w_ready_i[p]),
        .out_data_o ({port_w_strb_o[p*StrbW+:StrbW], port_w_data_o[p*LineBits+:LineBits]})
    );
    logic [5:0] atop;
    assign atop = aw[AddrBits+:6];
    assign port_aw_id_o[p*PortIdBits+:PortIdBits] = PortIdBits'({atop != '0, aw[AwW-1-:UnitW]});
    assign port_aw_addr_o[p*AddrBits+:AddrBits] = aw[AddrBits-1:0];
    assign port_aw_atop_o[p*6+:6] = atop;
  end
endmodule
