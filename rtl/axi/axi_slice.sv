// SPDX-License-Identifier: Apache-2.0
// Register slice for a channel with wide data: a skid buffer, both directions registered.
//
// Latency 1, one beat a cycle. Data apart from the narrow fields (`meta`), so that simulation copies it only when a beat
// moves. Registered: every output. LoadIdle and the skid register: as in stream_slice.
module axi_slice #(
    parameter int unsigned MetaW = 1,
    parameter int unsigned DataW = 1,
    parameter bit LoadIdle = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [MetaW-1:0] in_meta_i,
    input  logic [DataW-1:0] in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [MetaW-1:0] out_meta_o,
    output logic [DataW-1:0] out_data_o
);
  logic             valid_q, ready_q;
  logic [MetaW-1:0] skid_meta_q;
  logic [DataW-1:0] skid_data_q;
  assign in_ready_o  = ready_q;
  assign out_valid_o = valid_q;

  // Valid and ready are functions of four bits, as in stream_slice.
  always_ff @(posedge clk_i) begin
    valid_q <= in_valid_i | ~ready_q | (valid_q & ~out_ready_i);
    ready_q <= ~valid_q | out_ready_i | (ready_q & ~in_valid_i);
    if (!valid_q || out_ready_i) begin
      if (!ready_q) begin
        out_meta_o <= skid_meta_q;
        out_data_o <= skid_data_q;
      end else if (in_valid_i || LoadIdle) begin
        out_meta_o <= in_meta_i;
        out_data_o <= in_data_i;
      end
    end
    if (ready_q && (in_valid_i || LoadIdle)) begin
      skid_meta_q <= in_meta_i;
      skid_data_q <= in_data_i;
    end
    if (rst_i) begin
      valid_q <= 1'b0;
      ready_q <= 1'b1;
    end
  end
endmodule
