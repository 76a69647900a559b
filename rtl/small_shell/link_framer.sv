// SPDX-License-Identifier: Apache-2.0
// Makes frames of a stream of bytes: HDLC-like framing of RFC 1662 with the 32-bit FCS (link_crc); a flag before and behind each.
//
// A frame begins with the first valid byte and ends with the one that has `in_last_i`. One byte in 9 cycles at most. The checksum is the
// caller's, so that a deframer can share it; it is clear when a frame begins.
// `out_valid_o`, `out_data_o` come combinationally from the inputs' valid and data, `in_ready_o` and `crc_valid_o` from those and `out_ready_i`.
module link_framer (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       in_valid_i,
    output logic       in_ready_o,
    input  logic [7:0] in_data_i,
    input  logic       in_last_i,
    output logic       out_valid_o,
    input  logic       out_ready_i,
    output logic [7:0] out_data_o,
    output logic       busy_o,       // in a frame
    // link_crc.
    output logic       crc_valid_o,
    output logic [7:0] crc_byte_o,
    input  logic       crc_busy_i,
    input  logic [7:0] crc_i
);
  localparam logic [7:0] Flag = 8'(weft_abi_pkg::LINK_FLAG);
  localparam logic [7:0] Escape = 8'(weft_abi_pkg::LINK_ESCAPE);
  localparam logic [7:0] EscapeXor = 8'(weft_abi_pkg::LINK_ESCAPE_XOR);

  typedef enum logic [1:0] {
    Open,   // the first flag
    Data,
    Check,  // the FCS
    Close   // the last flag
  } state_t;
  state_t state_q;

  logic send, flag, special, finished, escaped_q;  // `finished`: the byte, not only its escape, is sent
  logic [1:0] check_q;  // bytes of the FCS that are sent
  logic [7:0] plain;

  assign plain       = state_q == Check ? ~crc_i : in_data_i;
  assign special     = plain == Flag || plain == Escape;
  assign flag        = state_q == Open || state_q == Close;
  assign out_valid_o = state_q == Open || state_q == Data ? in_valid_i && !crc_busy_i : !crc_busy_i;
  assign send        = out_valid_o && out_ready_i;
  assign finished    = send && !flag && (!special || escaped_q);
  assign in_ready_o  = finished && state_q == Data;
  assign busy_o      = state_q != Open;
  assign crc_valid_o = finished;
  assign crc_byte_o  = state_q == Check ? crc_i : in_data_i;

  always_comb begin
    out_data_o = plain;
    if (flag) out_data_o = Flag;
    else if (escaped_q) out_data_o = plain ^ EscapeXor;
    else if (special) out_data_o = Escape;
  end

  always_ff @(posedge clk_i) begin
    if (send && !flag) escaped_q <= !finished;
    unique case (state_q)
      Open:  if (send) state_q <= Data;
      Data:  if (finished && in_last_i) state_q <= Check;
      Check: if (finished && check_q == 2'd3) state_q <= Close;
      Close: if (send) state_q <= Open;
    endcase
    if (state_q == Data) check_q <= '0;
    else if (finished) check_q <= check_q + 2'd1;
    if (rst_i) begin
      state_q   <= Open;
      escaped_q <= 1'b0;
    end
  end
endmodule
