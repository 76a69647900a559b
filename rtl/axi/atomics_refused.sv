// SPDX-License-Identifier: Apache-2.0
// In the place of axi_atomics where no kernel has atomics: every operation is answered with SLVERR and changes nothing. One at a
// time; what answers it is combinational from the operation.
module atomics_refused (
    input  logic clk_i,
    input  logic rst_i,
    input  logic op_valid_i,
    output logic op_ready_o,
    input  logic op_reads_i,  // it has an R beat too
    output logic r_valid_o,
    input  logic r_ready_i,
    output logic b_valid_o,
    input  logic b_ready_i
);
  logic r_done_q, b_done_q;
  assign r_valid_o  = op_valid_i && op_reads_i && !r_done_q;
  assign b_valid_o  = op_valid_i && !b_done_q;
  assign op_ready_o = (r_done_q || !op_reads_i || r_ready_i) && (b_done_q || b_ready_i);

  always_ff @(posedge clk_i) begin
    r_done_q <= op_valid_i && !op_ready_o && (r_done_q || (op_reads_i && r_ready_i));
    b_done_q <= op_valid_i && !op_ready_o && (b_done_q || b_ready_i);
    if (rst_i) {r_done_q, b_done_q} <= '0;
  end
endmodule
