// SPDX-License-Identifier: Apache-2.0
// The large memories of an iCE40 UltraPlus (SB_SPRAM256KA) as an AXI4 slave for bursts of one line: what lies behind axi_memory. They have one
// port, so a cycle reads or writes; if both are asked for, in turn. What memory holds at first is not defined.
//
// Latency 1, one access a cycle. A read's answer is the memories' own output, so nothing else is done until it is taken: the master takes it without
// waiting for anything here. Registered: s_axi_bvalid_o, s_axi_rvalid_o and IDs. Combinational: readies from valids, s_axi_bready_i and
// s_axi_rready_i; s_axi_rdata_o from the memories' output by a multiplexer of as many as there are below each other.
module spram_memory #(
    parameter int unsigned LineBits = 32,      // a power of two, 16 to 64
    parameter int unsigned AddrBits = 18,
    parameter int unsigned Bytes    = 131072,  // a power of two, at least 32 KiB for each 16 bits of a line
    parameter int unsigned IdW      = weft_abi_pkg::AXI_ID_BITS + 1
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic                  s_axi_awvalid_i,
    output logic                  s_axi_awready_o,
    input  logic [IdW-1:0]        s_axi_awid_i,
    input  logic [AddrBits-1:0]   s_axi_awaddr_i,
    input  logic                  s_axi_wvalid_i,
    output logic                  s_axi_wready_o,
    input  logic [LineBits-1:0]   s_axi_wdata_i,
    input  logic [LineBits/8-1:0] s_axi_wstrb_i,
    output logic                  s_axi_bvalid_o,
    input  logic                  s_axi_bready_i,
    output logic [IdW-1:0]        s_axi_bid_o,
    input  logic                  s_axi_arvalid_i,
    output logic                  s_axi_arready_o,
    input  logic [IdW-1:0]        s_axi_arid_i,
    input  logic [AddrBits-1:0]   s_axi_araddr_i,
    output logic                  s_axi_rvalid_o,
    input  logic                  s_axi_rready_i,
    output logic [IdW-1:0]        s_axi_rid_o,
    output logic [LineBits-1:0]   s_axi_rdata_o
);
  localparam int unsigned OffsetW = $clog2(LineBits / 8);
  localparam int unsigned WordW   = 14;             // address of a memory
  localparam int unsigned Columns = LineBits / 16;  // memories beside each other
  localparam int unsigned Rows    = Bytes / (Columns * 2 ** (WordW + 1));
  localparam int unsigned RowW    = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned UsedW   = $clog2(Bytes);

  if (LineBits < 16 || 2 ** $clog2(LineBits) != LineBits || Rows < 1 || 2 ** $clog2(Bytes) != Bytes || Bytes > 2 ** AddrBits) begin : gen_check
    $fatal(1, "spram_memory: LineBits and Bytes must be powers of two, LineBits at least 16, Bytes 32 KiB for each 16 bits of a line to 2^AddrBits");
  end

  // ---- What this cycle does.
  logic free, write, read, read_last_q;
  assign free            = !s_axi_rvalid_o || s_axi_rready_i;
  assign write           = s_axi_awvalid_i && s_axi_wvalid_i && free && (!s_axi_bvalid_o || s_axi_bready_i) && (!s_axi_arvalid_i || read_last_q);
  assign read            = s_axi_arvalid_i && free && !write;
  assign s_axi_awready_o = write;
  assign s_axi_wready_o  = write;
  assign s_axi_arready_o = read;

  logic [AddrBits-1:0] address;
  logic [WordW-1:0] word;
  logic [RowW-1:0] row, row_q;
  assign address = write ? s_axi_awaddr_i : s_axi_araddr_i;
  assign word    = address[OffsetW+:WordW];
  if (Rows > 1) begin : gen_row
    assign row = address[OffsetW+WordW+:RowW];
  end else begin : gen_one_row
    assign row = 1'b0;
  end

  // ---- The memories.
  logic [Rows*LineBits-1:0] outputs;
  for (genvar r = 0; r < Rows; r++) begin : gen_memory_row
    for (genvar c = 0; c < Columns; c++) begin : gen_memory
      SB_SPRAM256KA u_memory (
          .CLOCK     (clk_i),
          .ADDRESS   (word),
          .DATAIN    (s_axi_wdata_i[c*16+:16]),
          .MASKWREN  ({{2{s_axi_wstrb_i[c*2+1]}}, {2{s_axi_wstrb_i[c*2]}}}),
          .WREN      (write),
          .CHIPSELECT((write || read) && row == RowW'(r)),
          .STANDBY   (1'b0),
          .SLEEP     (1'b0),
          .POWEROFF  (1'b1),
          .DATAOUT   (outputs[r*LineBits+c*16+:16])
      );
    end
  end
  assign s_axi_rdata_o = outputs[row_q*LineBits+:LineBits];

  // ---- Answers.
  always_ff @(posedge clk_i) begin
    if (write) begin
      s_axi_bvalid_o <= 1'b1;
      s_axi_bid_o    <= s_axi_awid_i;
      read_last_q    <= 1'b0;
    end else if (s_axi_bready_i) s_axi_bvalid_o <= 1'b0;
    if (read) begin
      s_axi_rvalid_o <= 1'b1;
      s_axi_rid_o    <= s_axi_arid_i;
      row_q          <= row;
      read_last_q    <= 1'b1;
    end else if (s_axi_rready_i) s_axi_rvalid_o <= 1'b0;
    if (rst_i) begin
      s_axi_bvalid_o <= 1'b0;
      s_axi_rvalid_o <= 1'b0;
      read_last_q    <= 1'b0;
    end
  end

  logic unused_offset;
  assign unused_offset = ^address[OffsetW-1:0];
  if (AddrBits > UsedW) begin : gen_unused
    logic unused_upper;
    assign unused_upper = ^address[AddrBits-1:UsedW];
  end
endmodule
