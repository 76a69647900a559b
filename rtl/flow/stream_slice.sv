// SPDX-License-Identifier: Apache-2.0
// Register slice (skid buffer): cuts valid, data and ready. Latency 1, initiation interval 1.
// Registered: in_ready_o, out_valid_o, out_data_o.
// LoadIdle: the output register loads when nothing comes as well, so in_valid_i is not part of its enable: for wide data whose
// readies are late. out_data_o means nothing without out_valid_o then, and a simulator has more to copy.
// The skid register takes each entry that comes, whether it is needed or not: its enable does not depend on out_ready_i.
module stream_slice #(
    parameter int unsigned Width = 8,
    parameter bit LoadIdle = 1'b0
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
  logic valid_q, ready_q;  // the skid register is occupied when ready_q is low (and not in reset)
  logic [Width-1:0] data_q, skid_q;

  assign in_ready_o = ready_q;
  assign out_valid_o = valid_q;
  assign out_data_o = data_q;

  // out_ready_i is late: valid and ready are functions of four bits, rather than of an enable.
  always_ff @(posedge clk_i) begin
    valid_q <= in_valid_i | ~ready_q | (valid_q & ~out_ready_i);
    ready_q <= ~valid_q | out_ready_i | (ready_q & ~in_valid_i);
    if (!valid_q || out_ready_i) begin
      if (!ready_q) data_q <= skid_q;
      else if (in_valid_i || LoadIdle) data_q <= in_data_i;
    end
    if (ready_q && in_valid_i) skid_q <= in_data_i;
    if (rst_i) begin
      valid_q <= 1'b0;
      ready_q <= 1'b1;
    end
  end
endmodule
