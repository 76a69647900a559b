// SPDX-License-Identifier: Apache-2.0
// The shell's registers behind an AXI4-Lite slave (abi/weft.json), and the interrupt line.
//
// One write and one read at a time; a read takes 2 cycles. Unmapped offsets are answered with SLVERR, writes to read-only
// registers are ignored. Registered: every output.
module shell_registers (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic [63:0] time_i,
    output logic        busy_o,
    output logic        irq_o,
    // State and events of the executor.
    output logic        enable_o,
    output logic [63:0] ring_base_o,
    output logic [4:0]  ring_log2_o,
    output logic [31:0] ring_head_o,
    output logic [3:0]  abort_o,      // kernel regions whose launches are to be ended
    input  logic [31:0] ring_tail_i,
    input  logic        executing_i,
    input  logic        ring_error_i,
    input  logic        irq_set_i,
    // AXI4-Lite.
    input  logic        awvalid_i,
    output logic        awready_o,
    input  logic [11:0] awaddr_i,
    input  logic        wvalid_i,
    output logic        wready_o,
    input  logic [31:0] wdata_i,
    input  logic [3:0]  wstrb_i,
    output logic        bvalid_o,
    input  logic        bready_i,
    output logic [1:0]  bresp_o,
    input  logic        arvalid_i,
    output logic        arready_o,
    input  logic [11:0] araddr_i,
    output logic        rvalid_o,
    input  logic        rready_i,
    output logic [31:0] rdata_o,
    output logic [1:0]  rresp_o
);
  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;
  if (weft_abi_pkg::REG_ABORT >= 12'd64) begin : gen_check
    $fatal(1, "shell_registers: all registers lie in the first 16 words");
  end

  logic        irq_status_q, irq_enable_q;
  logic [31:0] timer_high_q;

  function automatic logic mapped(input logic [9:0] word);
    unique case ({word, 2'b00})
      weft_abi_pkg::REG_ID, weft_abi_pkg::REG_VERSION, weft_abi_pkg::REG_CONTROL, weft_abi_pkg::REG_STATUS,
      weft_abi_pkg::REG_IRQ_STATUS, weft_abi_pkg::REG_IRQ_ENABLE, weft_abi_pkg::REG_RING_BASE_LO,
      weft_abi_pkg::REG_RING_BASE_HI, weft_abi_pkg::REG_RING_LOG2, weft_abi_pkg::REG_RING_HEAD,
      weft_abi_pkg::REG_RING_TAIL, weft_abi_pkg::REG_TIMER_LO, weft_abi_pkg::REG_TIMER_HI, weft_abi_pkg::REG_ABORT:
      mapped = 1'b1;
      default: mapped = 1'b0;
    endcase
  endfunction

  // ---- Writes: address and data may come in either order; each is held (ready low) until the other is there.
  // Whether there is a register at an address, and which of the 16 that there could be, is known when the address is.
  logic        wmapped_q, rmapped_q;
  logic [3:0]  wword_q, rword_q;
  logic        unused_low;  // registers are whole words
  assign unused_low = ^{awaddr_i[1:0], araddr_i[1:0]};
  logic [31:0] wdata_q, wmask_q;
  logic        write;
  assign write = !awready_o && !wready_o && !bvalid_o;

  always_ff @(posedge clk_i) begin
    if (awvalid_i && awready_o) begin
      wmapped_q <= mapped(awaddr_i[11:2]);
      wword_q   <= awaddr_i[5:2];
      awready_o <= 1'b0;
    end
    if (wvalid_i && wready_o) begin
      wdata_q  <= wdata_i;
      wmask_q  <= {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};
      wready_o <= 1'b0;
    end
    if (bvalid_o && bready_i) begin
      bvalid_o  <= 1'b0;
      awready_o <= 1'b1;
      wready_o  <= 1'b1;
    end
    if (write) begin
      bvalid_o <= 1'b1;
      bresp_o  <= wmapped_q ? Okay : SlvErr;
    end
    if (write && wmapped_q) begin
      unique case ({6'b0, wword_q, 2'b00})
        weft_abi_pkg::REG_CONTROL:
        if (wmask_q[weft_abi_pkg::REG_CONTROL_ENABLE]) enable_o <= wdata_q[weft_abi_pkg::REG_CONTROL_ENABLE];
        weft_abi_pkg::REG_IRQ_STATUS:
        if (wmask_q[weft_abi_pkg::REG_IRQ_STATUS_COMPLETION] && wdata_q[weft_abi_pkg::REG_IRQ_STATUS_COMPLETION])
          irq_status_q <= 1'b0;
        weft_abi_pkg::REG_IRQ_ENABLE:
        if (wmask_q[weft_abi_pkg::REG_IRQ_ENABLE_COMPLETION])
          irq_enable_q <= wdata_q[weft_abi_pkg::REG_IRQ_ENABLE_COMPLETION];
        weft_abi_pkg::REG_RING_BASE_LO: ring_base_o[31:0] <= (ring_base_o[31:0] & ~wmask_q) | (wdata_q & wmask_q);
        weft_abi_pkg::REG_RING_BASE_HI: ring_base_o[63:32] <= (ring_base_o[63:32] & ~wmask_q) | (wdata_q & wmask_q);
        weft_abi_pkg::REG_RING_LOG2:    if (wmask_q[0]) ring_log2_o <= wdata_q[4:0];
        weft_abi_pkg::REG_RING_HEAD:    ring_head_o <= (ring_head_o & ~wmask_q) | (wdata_q & wmask_q);
        weft_abi_pkg::REG_ABORT:        if (wmask_q[0]) abort_o <= wdata_q[3:0];
        default: ;
      endcase
    end
    if (irq_set_i) irq_status_q <= 1'b1;
    irq_o <= irq_status_q && irq_enable_q;
    if (rst_i) begin
      awready_o    <= 1'b1;
      wready_o     <= 1'b1;
      bvalid_o     <= 1'b0;
      enable_o     <= 1'b0;
      irq_status_q <= 1'b0;
      irq_enable_q <= 1'b0;
      ring_base_o  <= '0;
      ring_log2_o  <= '0;
      ring_head_o  <= '0;
      abort_o      <= '0;
      irq_o        <= 1'b0;
    end
  end

  // ---- Reads.
  logic        read;
  assign read = !arready_o && !rvalid_o;

  always_ff @(posedge clk_i) begin
    if (arvalid_i && arready_o) begin
      rmapped_q <= mapped(araddr_i[11:2]);
      rword_q   <= araddr_i[5:2];
      arready_o <= 1'b0;
    end
    if (rvalid_o && rready_i) begin
      rvalid_o  <= 1'b0;
      arready_o <= 1'b1;
    end
    if (read) begin
      rvalid_o <= 1'b1;
      rresp_o  <= rmapped_q ? Okay : SlvErr;
      rdata_o  <= '0;
    end
    if (read && rmapped_q) begin
      unique case ({6'b0, rword_q, 2'b00})
        weft_abi_pkg::REG_ID:      rdata_o <= weft_abi_pkg::ID_VALUE;
        weft_abi_pkg::REG_VERSION: rdata_o <= weft_abi_pkg::VERSION;
        weft_abi_pkg::REG_CONTROL: rdata_o[weft_abi_pkg::REG_CONTROL_ENABLE] <= enable_o;
        weft_abi_pkg::REG_STATUS: begin
          rdata_o[weft_abi_pkg::REG_STATUS_BUSY]       <= executing_i;
          rdata_o[weft_abi_pkg::REG_STATUS_RING_ERROR] <= ring_error_i;
        end
        weft_abi_pkg::REG_IRQ_STATUS:   rdata_o[weft_abi_pkg::REG_IRQ_STATUS_COMPLETION] <= irq_status_q;
        weft_abi_pkg::REG_IRQ_ENABLE:   rdata_o[weft_abi_pkg::REG_IRQ_ENABLE_COMPLETION] <= irq_enable_q;
        weft_abi_pkg::REG_RING_BASE_LO: rdata_o <= ring_base_o[31:0];
        weft_abi_pkg::REG_RING_BASE_HI: rdata_o <= ring_base_o[63:32];
        weft_abi_pkg::REG_RING_LOG2:    rdata_o <= 32'(ring_log2_o);
        weft_abi_pkg::REG_RING_HEAD:    rdata_o <= ring_head_o;
        weft_abi_pkg::REG_RING_TAIL:    rdata_o <= ring_tail_i;
        weft_abi_pkg::REG_TIMER_LO: begin
          rdata_o      <= time_i[31:0];
          timer_high_q <= time_i[63:32];
        end
        weft_abi_pkg::REG_TIMER_HI:     rdata_o <= timer_high_q;
        weft_abi_pkg::REG_ABORT:        rdata_o <= 32'(abort_o);
        default: ;
      endcase
    end
    if (rst_i) begin
      arready_o <= 1'b1;
      rvalid_o  <= 1'b0;
    end
  end

  assign busy_o = !awready_o || !wready_o || !arready_o || irq_o != (irq_status_q && irq_enable_q) || irq_set_i;
endmodule
