// SPDX-License-Identifier: Apache-2.0
// link_framer into link_deframer: what goes in comes out, byte by byte, then the four bytes of the FCS, between flags of which none lies inside; each
// frame ends.
module link_frames_formal (
    input logic clk_i,
    input logic valid_i,
    input logic [7:0] data_i,
    input logic last_i,
    input logic stall_i,
    input logic [7:0] crc_i  // any checksum
);
  localparam logic [7:0] Flag = 8'h7e;
  localparam logic [7:0] Escape = 8'h7d;
  logic rst = 1'b1;
  logic in_ready, line_valid, line_ready, valid, flag, frame, busy, crc_valid;
  logic [7:0] line_data, data, unused_crc_byte;

  link_framer u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i (valid_i),
      .in_ready_o (in_ready),
      .in_data_i  (data_i),
      .in_last_i  (last_i),
      .out_valid_o(line_valid),
      .out_ready_i(line_ready && !stall_i),
      .out_data_o (line_data),
      .busy_o     (busy),
      .crc_valid_o(crc_valid),
      .crc_byte_o (unused_crc_byte),
      .crc_busy_i (1'b0),
      .crc_i
  );
  link_deframer u_back (
      .clk_i,
      .rst_i       (rst),
      .in_valid_i  (line_valid && !stall_i),
      .in_ready_o  (line_ready),
      .in_data_i   (line_data),
      .data_valid_o(valid),
      .data_o      (data),
      .flag_o      (flag),
      .frame_o     (frame),
      .crc_busy_i  (1'b0),
      .crc_good_i  (1'b1)
  );

  (* hierconn *)
  wire [1:0] \u_dut.state_q ;
  (* hierconn *)
  wire \u_dut.escaped_q ;
  (* hierconn *)
  wire \u_back.escaped_q ;
  (* hierconn *)
  wire [1:0] \u_dut.check_q ;

  // The driver: valid, data and last hold until ready. The checksum stays while its byte is under way.
  logic was_waiting, was_last, sent;
  logic [7:0] was_data, was_crc;
  // The model: where in a frame the line is, and the byte that must come out next.
  logic [1:0] phase;  // as the framer's states
  logic [1:0] checks;
  logic expected, expect_flag;
  logic [7:0] expected_data;
  assign sent = line_valid && line_ready && !stall_i;
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_waiting <= !rst && valid_i && !in_ready;
    was_last <= last_i;
    was_data <= data_i;
    was_crc <= crc_i;
    expected <= !rst && crc_valid;
    expected_data <= phase == 2'd2 ? ~crc_i : data_i;
    expect_flag <= !rst && sent && (phase == 2'd0 || phase == 2'd3);
    if (rst) begin
      phase <= 2'd0;
      checks <= 2'd0;
    end else begin
      if (was_waiting) assume (valid_i && data_i == was_data && last_i == was_last);
      if (!expected) assume (crc_i == was_crc);
      if (phase == 2'd0 && sent) phase <= 2'd1;
      if (phase == 2'd1 && crc_valid && last_i) phase <= 2'd2;
      if (phase == 2'd2 && crc_valid) begin
        checks <= checks + 2'd1;
        if (checks == 2'd3) phase <= 2'd3;
      end
      if (phase == 2'd3 && sent) phase <= 2'd0;
      state : assert (phase == \u_dut.state_q && busy == (phase != 2'd0) && \u_dut.escaped_q == \u_back.escaped_q );
      state_check : assert (phase != 2'd2 || checks == \u_dut.check_q );
      state_flags : assert (phase == 2'd1 || phase == 2'd2 || !\u_dut.escaped_q );
      state_checks : assert (phase == 2'd2 || checks == 2'd0);
      // Only what looks like a flag or an escape is escaped, and it waits.
      state_escape : assert (phase != 2'd1 || !\u_dut.escaped_q || (was_waiting && (was_data == Flag || was_data == Escape)));
      state_escape_check : assert (phase != 2'd2 || !\u_dut.escaped_q || (!expected && (~was_crc == Flag || ~was_crc == Escape)));
      data_out : assert (valid == expected && (!valid || data == expected_data));
      flags : assert (flag == expect_flag && (!flag || frame));
      taken : assert (!in_ready || (crc_valid && phase == 2'd1));
      progress : assert (stall_i || !line_ready || line_valid == (valid_i || phase >= 2'd2));
    end
  end
endmodule
