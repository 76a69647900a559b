// SPDX-License-Identifier: Apache-2.0
// Takes frames out of a stream of bytes: HDLC-like framing of RFC 1662 with the 32-bit FCS (link_crc).
//
// The bytes between two flags are given as they come, their FCS last, without the escapes. What they were worth is known at the
// second flag: `frame_o`, if the FCS is right. With each flag, `flag_o`, all is forgotten, so whatever went wrong before it, the next frame
// is read right. The checksum is the caller's, so that a framer can share it. Latency 1. A byte takes 9 cycles in the checksum, meanwhile
// `in_ready_o` is low. Registered: every output but `in_ready_o`.
module link_deframer (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       in_valid_i,
    output logic       in_ready_o,
    input  logic [7:0] in_data_i,
    output logic       data_valid_o,  // pulse
    output logic [7:0] data_o,
    output logic       flag_o,        // pulse: clears the checksum
    output logic       frame_o,       // with flag_o
    // link_crc, which takes data_o with data_valid_o.
    input  logic       crc_busy_i,
    input  logic       crc_good_i
);
  localparam logic [7:0] Flag = 8'(weft_abi_pkg::LINK_FLAG);
  localparam logic [7:0] Escape = 8'(weft_abi_pkg::LINK_ESCAPE);
  localparam logic [7:0] EscapeXor = 8'(weft_abi_pkg::LINK_ESCAPE_XOR);

  logic take, is_flag, is_escape, escaped_q;

  assign in_ready_o = !crc_busy_i && !data_valid_o && !flag_o;
  assign take       = in_valid_i && in_ready_o;
  assign is_flag    = in_data_i == Flag;
  assign is_escape  = in_data_i == Escape;

  always_ff @(posedge clk_i) begin
    data_valid_o <= take && !is_flag && !is_escape;
    flag_o       <= take && is_flag;
    frame_o      <= take && is_flag && !escaped_q && crc_good_i;  // an escape before the flag: the sender gave the frame up
    if (take) begin
      escaped_q <= is_escape;
      data_o    <= escaped_q ? in_data_i ^ EscapeXor : in_data_i;
    end
    if (rst_i) begin
      data_valid_o <= 1'b0;
      flag_o       <= 1'b0;
      frame_o      <= 1'b0;
      escaped_q    <= 1'b0;
    end
  end
endmodule
