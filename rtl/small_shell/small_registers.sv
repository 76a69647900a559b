// SPDX-License-Identifier: Apache-2.0
// Registers of the small shell (abi/weft.json, small_registers): selects, starts and watches a kernel, notes when it started and was done.
//
// An access is taken in each cycle with `valid_i`; `rdata_o` is combinational from `addr_i` and the kernel region. Writes have all four bytes; what is
// written elsewhere is ignored, what is read elsewhere is one of the registers. Registered: every output but `rdata_o`.
module small_registers #(
    parameter logic [31:0] ClockKhz = 32'd0
) (
    input  logic                                   clk_i,
    input  logic                                   rst_i,
    input  logic                                   valid_i,
    input  logic                                   write_i,
    input  logic [13:0]                            addr_i,
    input  logic [31:0]                            wdata_i,
    output logic [31:0]                            rdata_o,
    // Which kernel: the number that was asked for, and that of the one that is selected.
    output logic [31:0]                            select_o,
    input  logic [31:0]                            selected_i,
    // Kernel region.
    output logic                                   kernel_rst_o,
    output logic                                   k_cfg_valid_o,
    output logic [weft_abi_pkg::CFG_ADDR_BITS-1:0] k_cfg_addr_o,
    output logic [weft_abi_pkg::CFG_WORD_BITS-1:0] k_cfg_data_o,
    output logic                                   k_start_o,
    output logic                                   k_watch_o,
    input  logic                                   k_done_i,
    input  logic                                   k_fault_valid_i,
    input  logic [7:0]                             k_fault_code_i,
    input  logic [weft_abi_pkg::SITE_BITS-1:0]     k_fault_site_i,
    input  logic [63:0]                            k_fault_addr_i
);
  localparam int unsigned TimeW = weft_abi_pkg::SMALL_TIME_BITS;
  localparam int unsigned ConfigBit = $clog2(weft_abi_pkg::SMALL_CONFIG);

  logic write_word, write_select, write_control, start, running_q, done_q, reset_q;
  logic [TimeW-1:0] now_q, start_q, stamp_q;

  assign write_word    = valid_i && write_i && addr_i[ConfigBit];
  assign write_select  = valid_i && write_i && !addr_i[ConfigBit] && addr_i[4:2] == weft_abi_pkg::SMALL_REG_KERNEL[4:2];
  assign write_control = valid_i && write_i && !addr_i[ConfigBit] && addr_i[4:2] == weft_abi_pkg::SMALL_REG_CONTROL[4:2];
  assign start         = write_control && wdata_i[weft_abi_pkg::SMALL_REG_CONTROL_START] && !running_q;

  always_ff @(posedge clk_i) begin
    now_q         <= now_q + TimeW'(1);
    k_start_o     <= start;
    k_cfg_valid_o <= write_word && addr_i[2];
    kernel_rst_o  <= rst_i || reset_q;
    if (write_word) begin
      k_cfg_addr_o <= addr_i[ConfigBit-1:3];
      if (addr_i[2]) k_cfg_data_o[63:32] <= wdata_i;
      else k_cfg_data_o[31:0] <= wdata_i;
    end
    if (write_select) select_o <= wdata_i;
    if (write_control) begin
      k_watch_o <= wdata_i[weft_abi_pkg::SMALL_REG_CONTROL_WATCH];
      reset_q   <= wdata_i[weft_abi_pkg::SMALL_REG_CONTROL_RESET];
    end
    if (start) begin
      running_q <= 1'b1;
      done_q    <= 1'b0;
    end
    if (k_start_o) start_q <= now_q;
    if (k_done_i && running_q) begin
      running_q <= 1'b0;
      done_q    <= 1'b1;
    end
    if ((k_done_i && running_q) || (write_control && wdata_i[weft_abi_pkg::SMALL_REG_CONTROL_STAMP] && !done_q)) stamp_q <= now_q;
    if (rst_i || reset_q) begin
      running_q <= 1'b0;
      done_q    <= 1'b0;
    end
    if (rst_i) begin
      now_q         <= '0;
      reset_q       <= 1'b1;
      select_o      <= '0;
      k_watch_o     <= 1'b0;
      k_start_o     <= 1'b0;
      k_cfg_valid_o <= 1'b0;
    end
  end

  logic [31:0] status;
  assign status = {k_fault_site_i, k_fault_code_i, 5'd0, k_fault_valid_i, done_q, running_q};

  always_comb
    unique case ({7'd0, addr_i[4:2], 2'b00})
      weft_abi_pkg::SMALL_REG_KERNEL:     rdata_o = selected_i;
      weft_abi_pkg::SMALL_REG_STATUS:     rdata_o = status;
      weft_abi_pkg::SMALL_REG_FAULT_ADDR: rdata_o = k_fault_addr_i[31:0];
      weft_abi_pkg::SMALL_REG_START:      rdata_o = start_q[31:0];
      weft_abi_pkg::SMALL_REG_STAMP:      rdata_o = stamp_q[31:0];
      weft_abi_pkg::SMALL_REG_TIME_HIGH:  rdata_o = {16'(stamp_q[TimeW-1:32]), 16'(start_q[TimeW-1:32])};
      weft_abi_pkg::SMALL_REG_CONTROL:    rdata_o = ClockKhz;
      default:                            rdata_o = weft_abi_pkg::SMALL_ID_VALUE;
    endcase

  logic unused_bits;
  assign unused_bits = ^{addr_i[1:0], k_fault_addr_i[63:32]};
endmodule
