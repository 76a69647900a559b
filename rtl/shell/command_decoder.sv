// SPDX-License-Identifier: Apache-2.0
// The fields of a descriptor, which are wires, and what they ask for, which is right in the cycle after the descriptor changes.
// Registered: launch_o, inline_o, fill_o, region_o, src_on_device_o, dst_on_device_o; bad_o, empty_o and entries_o are of registers.
module command_decoder #(
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumRegions = 1,
    localparam int unsigned DescriptorBits = weft_abi_pkg::DESCRIPTOR_BYTES * 8
) (
    input  logic                      clk_i,
    input  logic [DescriptorBits-1:0] descriptor_i,
    output logic                      wants_irq_o,
    output logic [31:0]               tag_o,
    output logic [63:0]               completion_o,
    output logic [63:0]               src_o,
    output logic [63:0]               dst_o,
    output logic [63:0]               width_o,
    output logic [31:0]               rows_o,
    output logic [31:0]               slices_o,
    output logic [63:0]               src_row_pitch_o,
    output logic [63:0]               src_slice_pitch_o,
    output logic [63:0]               dst_row_pitch_o,
    output logic [63:0]               dst_slice_pitch_o,
    output logic [63:0]               cycle_limit_o,
    output logic                      bad_o,            // nothing is done but a record
    output logic                      empty_o,          // nothing to be done
    output logic                      launch_o,
    output logic                      inline_o,         // a launch whose words are in the ring
    output logic [1:0]                entries_o,        // of the ring that they take; of too many, as many as there may be
    output logic                      fill_o,
    output logic [NumRegions-1:0]     region_o,         // of a launch, one-hot
    output logic                      src_on_device_o,
    output logic                      dst_on_device_o
);
  localparam logic [31:0] MaxLaunchBytes = 32'd8 << weft_abi_pkg::CFG_ADDR_BITS;
  localparam logic [31:0] MaxInlineBytes = 32'(weft_abi_pkg::INLINE_ENTRIES * weft_abi_pkg::DESCRIPTOR_BYTES);
  localparam int unsigned EntryShift     = $clog2(weft_abi_pkg::DESCRIPTOR_BYTES);

  logic [1:0]  entries_q;  // of widths that are not beyond_inline
  logic [7:0]  opcode;
  logic [15:0] kernel, region;
  assign opcode            = descriptor_i[weft_abi_pkg::DESCRIPTOR_OPCODE_LSB+:8];
  assign wants_irq_o       = descriptor_i[weft_abi_pkg::DESCRIPTOR_FLAGS_LSB];
  assign kernel            = descriptor_i[weft_abi_pkg::DESCRIPTOR_KERNEL_LSB+:16];
  assign region            = descriptor_i[weft_abi_pkg::DESCRIPTOR_REGION_LSB+:16];
  assign tag_o             = descriptor_i[weft_abi_pkg::DESCRIPTOR_TAG_LSB+:32];
  assign completion_o      = descriptor_i[weft_abi_pkg::DESCRIPTOR_COMPLETION_LSB+:64];
  assign src_o             = descriptor_i[weft_abi_pkg::DESCRIPTOR_SRC_LSB+:64];
  assign dst_o             = descriptor_i[weft_abi_pkg::DESCRIPTOR_DST_LSB+:64];
  assign width_o           = descriptor_i[weft_abi_pkg::DESCRIPTOR_WIDTH_LSB+:64];
  assign rows_o            = descriptor_i[weft_abi_pkg::DESCRIPTOR_ROWS_LSB+:32];
  assign slices_o          = descriptor_i[weft_abi_pkg::DESCRIPTOR_SLICES_LSB+:32];
  assign src_row_pitch_o   = descriptor_i[weft_abi_pkg::DESCRIPTOR_SRC_ROW_PITCH_LSB+:64];
  assign src_slice_pitch_o = descriptor_i[weft_abi_pkg::DESCRIPTOR_SRC_SLICE_PITCH_LSB+:64];
  assign dst_row_pitch_o   = descriptor_i[weft_abi_pkg::DESCRIPTOR_DST_ROW_PITCH_LSB+:64];
  assign dst_slice_pitch_o = descriptor_i[weft_abi_pkg::DESCRIPTOR_DST_SLICE_PITCH_LSB+:64];
  assign cycle_limit_o     = descriptor_i[weft_abi_pkg::DESCRIPTOR_CYCLE_LIMIT_LSB+:64];

  logic unused_reserved, launch, inlined, from_device, to_device;
  assign unused_reserved = ^descriptor_i;
  assign launch          = opcode == weft_abi_pkg::OPCODE_LAUNCH;
  assign inlined         = launch && descriptor_i[weft_abi_pkg::DESCRIPTOR_FLAGS_LSB+1];
  assign from_device     = opcode == weft_abi_pkg::OPCODE_COPY_D2H || opcode == weft_abi_pkg::OPCODE_COPY_D2D;
  assign to_device       = opcode == weft_abi_pkg::OPCODE_COPY_H2D || opcode == weft_abi_pkg::OPCODE_COPY_D2D || opcode == weft_abi_pkg::OPCODE_FILL;
  always_ff @(posedge clk_i) begin
    launch_o  <= launch;
    inline_o  <= inlined;
    entries_q <= 2'((width_o[EntryShift+1:0] + (EntryShift + 2)'(weft_abi_pkg::DESCRIPTOR_BYTES - 1)) >> EntryShift);
    fill_o    <= opcode == weft_abi_pkg::OPCODE_FILL;
    region_o  <= NumRegions'(16'd1 << region);
    src_on_device_o <= from_device;
    dst_on_device_o <= to_device;
  end

  // What is wrong with each field. Widths are compared in two halves, which meet behind these registers.
  logic nop_q, unknown_q, unaligned_q, low_beyond_inline_q, low_beyond_launch_q, low_zero_q, high_zero_q;
  logic bad_kernel_q, src_beyond_q, dst_beyond_q, too_wide_q, no_rows_q;
  logic width_zero, beyond_inline, beyond_launch;
  always_ff @(posedge clk_i) begin
    nop_q           <= opcode == weft_abi_pkg::OPCODE_NOP;
    unknown_q       <= opcode > weft_abi_pkg::OPCODE_LAUNCH;
    unaligned_q     <= width_o[2:0] != '0;
    low_beyond_inline_q <= width_o[31:0] > MaxInlineBytes;
    low_beyond_launch_q <= width_o[31:0] > MaxLaunchBytes;
    low_zero_q      <= width_o[31:0] == '0;
    high_zero_q     <= width_o[63:32] == '0;
    bad_kernel_q    <= kernel != '0 || region >= 16'(NumRegions);
    src_beyond_q    <= from_device && src_o[63:AddrBits] != '0;
    dst_beyond_q    <= to_device && dst_o[63:AddrBits] != '0;
    too_wide_q      <= width_o[63:AddrBits+1] != '0;
    no_rows_q       <= rows_o == '0 || slices_o == '0;
  end
  assign width_zero    = low_zero_q && high_zero_q;
  assign beyond_inline = low_beyond_inline_q || !high_zero_q;
  assign beyond_launch = low_beyond_launch_q || !high_zero_q;
  assign entries_o     = beyond_inline ? 2'(weft_abi_pkg::INLINE_ENTRIES) : entries_q;
  assign empty_o       = nop_q || width_zero;
  always_comb begin
    if (launch_o) bad_o = width_zero || unaligned_q || bad_kernel_q || (inline_o ? beyond_inline : beyond_launch);
    else if (nop_q) bad_o = 1'b0;
    else bad_o = unknown_q || (!width_zero && (no_rows_q || too_wide_q || src_beyond_q || dst_beyond_q));
  end
endmodule
