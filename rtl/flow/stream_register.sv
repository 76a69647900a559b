// SPDX-License-Identifier: Apache-2.0
// Register for a stream whose ready is early: cuts valid and data, but not ready. Latency 1, initiation interval 1.
// A look-up table or two, where stream_slice has one a bit. Registered: out_valid_o, out_data_o, which means nothing without it.
module stream_register #(
    parameter int unsigned Width = 8
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [Width-1:0] in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [Width-1:0] out_data_o
);
  logic valid_q;
  logic [Width-1:0] data_q;

  assign in_ready_o  = !valid_q || out_ready_i;
  assign out_valid_o = valid_q;
  assign out_data_o  = data_q;

  always_ff @(posedge clk_i) begin
    if (in_ready_o) begin
      valid_q <= in_valid_i;
      data_q  <= in_data_i;
    end
    if (rst_i) valid_q <= 1'b0;
  end
endmodule
