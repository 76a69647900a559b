// SPDX-License-Identifier: Apache-2.0
// Start addresses of the rows of a box: `slices` slices of `rows` rows, pitches in bytes, in order, one a cycle. Neither is zero; `none_i`:
// nothing is wanted of them.
//
// Latency 1 from `start_i` to the first row; parameters are stable while it runs. Registered: every output.
module dma_row_walker #(
    parameter int unsigned AddrW = 64
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             start_i,
    input  logic             none_i,
    input  logic [AddrW-1:0] base_i,
    input  logic [31:0]      rows_i,
    input  logic [31:0]      slices_i,
    input  logic [AddrW-1:0] row_pitch_i,
    input  logic [AddrW-1:0] slice_pitch_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [AddrW-1:0] addr_o
);
  logic [AddrW-1:0] slice_base_q;
  logic [31:0]      row_left_q, slice_left_q;  // after the row shown
  logic             last_row_q;                // row_left_q is 0

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      valid_o      <= !none_i;
      addr_o       <= base_i;
      slice_base_q <= base_i;
      row_left_q   <= rows_i - 32'd1;
      last_row_q   <= rows_i == 32'd1;
      slice_left_q <= slices_i - 32'd1;
    end else if (valid_o && ready_i) begin
      if (last_row_q) begin
        addr_o       <= slice_base_q + slice_pitch_i;
        slice_base_q <= slice_base_q + slice_pitch_i;
        row_left_q   <= rows_i - 32'd1;
        last_row_q   <= rows_i == 32'd1;
        slice_left_q <= slice_left_q - 32'd1;
        valid_o      <= slice_left_q != '0;
      end else begin
        addr_o     <= addr_o + row_pitch_i;
        row_left_q <= row_left_q - 32'd1;
        last_row_q <= row_left_q == 32'd1;
      end
    end
    if (rst_i) valid_o <= 1'b0;
  end
endmodule
