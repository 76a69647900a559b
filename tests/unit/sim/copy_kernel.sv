// SPDX-License-Identifier: Apache-2.0
// A hand-written kernel region for tests: copies the lines [word 32, word 33) of memory to word 34, one at a time, and adds
// the low 32 bits of word 36 to the first 32-bit word of each. Word 37 other than zero: fault code 1 at site 5 at the end.
module kernel_region #(
    localparam int unsigned LineBits = 512,
    localparam int unsigned AddrBits = 40  // as board sim-card has
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic                  cfg_valid_i,
    input  logic [weft_abi_pkg::CFG_ADDR_BITS-1:0] cfg_addr_i,
    input  logic [63:0]           cfg_data_i,
    input  logic                  start_i,
    input  logic                  watch_i,
    output logic                  done_o,
    output logic                  fault_valid_o,
    output logic [7:0]            fault_code_o,
    output logic [weft_abi_pkg::SITE_BITS-1:0] fault_site_o,
    output logic [63:0]           fault_addr_o,
    output logic                  m_axi_awvalid_o,
    input  logic                  m_axi_awready_i,
    output logic [10:0]           m_axi_awid_o,
    output logic [AddrBits-1:0]   m_axi_awaddr_o,
    output logic [7:0]            m_axi_awlen_o,
    output logic [5:0]            m_axi_awatop_o,
    output logic                  m_axi_wvalid_o,
    input  logic                  m_axi_wready_i,
    output logic [LineBits-1:0]   m_axi_wdata_o,
    output logic [LineBits/8-1:0] m_axi_wstrb_o,
    output logic                  m_axi_wlast_o,
    input  logic                  m_axi_bvalid_i,
    output logic                  m_axi_bready_o,
    input  logic [10:0]           m_axi_bid_i,
    input  logic [1:0]            m_axi_bresp_i,
    output logic                  m_axi_arvalid_o,
    input  logic                  m_axi_arready_i,
    output logic [10:0]           m_axi_arid_o,
    output logic [AddrBits-1:0]   m_axi_araddr_o,
    output logic [7:0]            m_axi_arlen_o,
    input  logic                  m_axi_rvalid_i,
    output logic                  m_axi_rready_o,
    input  logic [10:0]           m_axi_rid_i,
    input  logic [LineBits-1:0]   m_axi_rdata_i,
    input  logic [1:0]            m_axi_rresp_i,
    input  logic                  m_axi_rlast_i
);
  typedef enum logic [2:0] {Idle, Ask, Read, Write, Respond, Finish} state_e;
  state_e state_q;
  logic [AddrBits-1:0] src_q, end_q, dst_q;
  logic [31:0] add_q;
  logic fault_q;

  assign m_axi_awid_o = '0;
  assign m_axi_awlen_o = '0;
  assign m_axi_awatop_o = '0;
  assign m_axi_wstrb_o = '1;
  assign m_axi_wlast_o = 1'b1;
  assign m_axi_bready_o = 1'b1;
  assign m_axi_arid_o = '0;
  assign m_axi_arlen_o = '0;
  assign m_axi_rready_o = 1'b1;
  assign fault_code_o = 8'd1;
  assign fault_site_o = 16'd5;
  assign fault_addr_o = 64'(src_q);

  always_ff @(posedge clk_i) begin
    done_o <= 1'b0;
    if (cfg_valid_i) begin
      unique case (cfg_addr_i)
        10'd32: src_q <= cfg_data_i[AddrBits-1:0];
        10'd33: end_q <= cfg_data_i[AddrBits-1:0];
        10'd34: dst_q <= cfg_data_i[AddrBits-1:0];
        10'd36: add_q <= cfg_data_i[31:0];
        10'd37: fault_q <= cfg_data_i != 0;
        default: ;
      endcase
    end
    unique case (state_q)
      Idle: if (start_i) begin
        state_q <= Ask;
        fault_valid_o <= 1'b0;
      end
      Ask:
      if (src_q == end_q) begin
        state_q <= Finish;
      end else begin
        m_axi_arvalid_o <= 1'b1;
        m_axi_araddr_o <= src_q;
        state_q <= Read;
      end
      Read: begin
        if (m_axi_arready_i) m_axi_arvalid_o <= 1'b0;
        if (m_axi_rvalid_i) begin
          m_axi_awvalid_o <= 1'b1;
          m_axi_awaddr_o <= dst_q;
          m_axi_wvalid_o <= 1'b1;
          m_axi_wdata_o <= {m_axi_rdata_i[LineBits-1:32], m_axi_rdata_i[31:0] + add_q};
          state_q <= Write;
        end
      end
      Write: begin
        if (m_axi_awready_i) m_axi_awvalid_o <= 1'b0;
        if (m_axi_wready_i) m_axi_wvalid_o <= 1'b0;
        if (m_axi_bvalid_i) begin
          src_q <= src_q + AddrBits'(LineBits / 8);
          dst_q <= dst_q + AddrBits'(LineBits / 8);
          state_q <= Ask;
        end
      end
      Finish: begin
        done_o <= 1'b1;
        fault_valid_o <= fault_q;
        state_q <= Idle;
      end
      default: state_q <= Idle;
    endcase
    if (rst_i) begin
      state_q <= Idle;
      done_o <= 1'b0;
      fault_valid_o <= 1'b0;
      m_axi_awvalid_o <= 1'b0;
      m_axi_wvalid_o <= 1'b0;
      m_axi_arvalid_o <= 1'b0;
    end
  end
endmodule
