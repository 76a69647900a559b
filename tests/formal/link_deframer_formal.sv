// SPDX-License-Identifier: Apache-2.0
// link_deframer: a flag makes it forget. Two of them, one with any history, take the same bytes from a flag on: from then on they
// say the same. And each byte means what RFC 1662 says.
module link_deframer_formal (
    input logic clk_i,
    input logic valid_i,         // of what both take
    input logic other_valid_i,   // of what only one takes, until the flag
    input logic [7:0] data_i,
    input logic crc_good_i
);
  localparam logic [7:0] Flag = 8'h7e;
  localparam logic [7:0] Escape = 8'h7d;
  logic rst = 1'b1;
  logic synced = 1'b0;  // since a flag that both took; what lay before it ended with it
  logic synced_before = 1'b0;
  logic ready_a, ready_b, valid_a, valid_b, flag_a, flag_b, frame_a, frame_b, take;
  logic [7:0] data_a, data_b;

  link_deframer u_dut (
      .clk_i,
      .rst_i       (rst),
      .in_valid_i  (valid_i),
      .in_ready_o  (ready_a),
      .in_data_i   (data_i),
      .data_valid_o(valid_a),
      .data_o      (data_a),
      .flag_o      (flag_a),
      .frame_o     (frame_a),
      .crc_busy_i  (1'b0),
      .crc_good_i
  );
  link_deframer u_other (
      .clk_i,
      .rst_i       (rst),
      .in_valid_i  (synced ? valid_i : other_valid_i),
      .in_ready_o  (ready_b),
      .in_data_i   (data_i),
      .data_valid_o(valid_b),
      .data_o      (data_b),
      .flag_o      (flag_b),
      .frame_o     (frame_b),
      .crc_busy_i  (1'b0),
      .crc_good_i
  );

  (* hierconn *)
  wire \u_dut.escaped_q ;
  (* hierconn *)
  wire \u_other.escaped_q ;

  // What the bytes taken so far mean, as the standard says it.
  logic escaped, was_take, was_escaped, was_good;
  logic [7:0] was_data;
  assign take = valid_i && ready_a;
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_take <= !rst && take;
    was_data <= data_i;
    was_escaped <= escaped;
    was_good <= crc_good_i;
    if (take) escaped <= data_i == Escape;
    if (rst) escaped <= 1'b0;
    synced_before <= !rst && synced;
    synced <= !rst && (synced || (take && other_valid_i && ready_b && data_i == Flag));
    if (!rst) begin
      state : assert (escaped == \u_dut.escaped_q );
      flag : assert (flag_a == (was_take && was_data == Flag));
      frame : assert (frame_a == (was_take && was_data == Flag && was_good && !was_escaped));
      data : assert (valid_a == (was_take && was_data != Flag && was_data != Escape));
      escape : assert (!valid_a || data_a == (was_escaped ? was_data ^ 8'h20 : was_data));
      ready : assert (ready_a == !(valid_a || flag_a));
      if (synced) begin
        same_state : assert (\u_dut.escaped_q == \u_other.escaped_q && ready_a == ready_b);
        same : assert (valid_a == valid_b && flag_a == flag_b && (!valid_a || data_a == data_b));
        same_frame : assert (!synced_before || frame_a == frame_b);
      end
    end
  end
endmodule
