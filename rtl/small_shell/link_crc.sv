// SPDX-License-Identifier: Apache-2.0
// CRC-32 of a frame, a bit a cycle: the polynomial 04C11DB7 of IEEE 802.3 in reflected form, as the 32-bit FCS of RFC 1662 (PPP in
// HDLC-like framing), section C.3. The register starts as all ones; a frame with its FCS leaves `good_o`.
//
// `byte_valid_i`: `byte_i` is taken, if `busy_o` is low; 8 cycles. The FCS, sent behind a frame's data, is four times ~crc_o; each time the
// register is fed with crc_o itself, which shifts it by a byte. Registered: `busy_o`, `crc_o`.
module link_crc (
    input  logic       clk_i,
    input  logic       clear_i,  // begins a frame
    input  logic       byte_valid_i,
    input  logic [7:0] byte_i,
    output logic       busy_o,
    output logic [7:0] crc_o,
    output logic       good_o
);
  localparam logic [31:0] Polynomial = 32'hedb88320;
  localparam logic [31:0] Residue = 32'hdebb20e3;  // RFC 1662, PPPGOODFCS32

  logic [31:0] crc_q;
  logic [7:0] bits_q;
  logic [3:0] left_q;
  logic feedback;

  assign busy_o   = left_q[3];
  assign crc_o    = crc_q[7:0];
  assign good_o   = crc_q == Residue;
  assign feedback = crc_q[0] ^ bits_q[0];

  always_ff @(posedge clk_i) begin
    if (busy_o) begin
      crc_q  <= {1'b0, crc_q[31:1]} ^ (feedback ? Polynomial : '0);
      bits_q <= {1'b0, bits_q[7:1]};
      left_q <= left_q + 4'd1;
    end else if (byte_valid_i) begin
      bits_q <= byte_i;
      left_q <= 4'd8;
    end
    if (clear_i) begin
      crc_q  <= '1;
      left_q <= '0;
    end
  end
endmodule
