// SPDX-License-Identifier: Apache-2.0
// Behavioural model of the ECP5 multiplier block as rtl/tech/ecp5 uses it, written from Lattice's sysDSP usage guide (FPGA-TN-02205)
// because Yosys has only the ports of this cell: 18 by 18 bits, each operand signed or unsigned by its own input, input, pipeline
// and output registers that CLK0 or nothing clocks, synchronous reset RST0 and enable CE0. The modes for cascades and the
// ALU, and the other clocks, are left out and refused.
module MULT18X18D #(
    parameter REG_INPUTA_CLK = "NONE",
    parameter REG_INPUTB_CLK = "NONE",
    parameter REG_PIPELINE_CLK = "NONE",
    parameter REG_OUTPUT_CLK = "NONE"
) (
    input logic A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17,
    input logic B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17,
    input logic SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK0, CE0, RST0,
    output logic P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13, P14, P15, P16, P17, P18, P19, P20, P21, P22, P23, P24,
    output logic P25, P26, P27, P28, P29, P30, P31, P32, P33, P34, P35
);
  function bit is_used(input logic [31:0] clock);
    is_used = clock == "CLK0";
    if (!is_used && clock != "NONE") $fatal(1, "MULT18X18D: a register's clock is CLK0 or NONE");
  endfunction
  localparam bit UseA = is_used(REG_INPUTA_CLK);
  localparam bit UseB = is_used(REG_INPUTB_CLK);
  localparam bit UsePipeline = is_used(REG_PIPELINE_CLK);
  localparam bit UseOutput = is_used(REG_OUTPUT_CLK);

  // The signs travel in the input registers with their operands.
  logic signed [18:0] a, b, a_q, b_q, a_used, b_used;
  logic [35:0] product, pipeline_q, pipeline_used, output_q;
  assign a = {SIGNEDA & A17, A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  assign b = {SIGNEDB & B17, B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  always_ff @(posedge CLK0) begin
    if (SOURCEA || SOURCEB) $fatal(1, "MULT18X18D: shifted operands are not modelled");
    if (RST0) begin
      a_q <= '0;
      b_q <= '0;
      pipeline_q <= '0;
      output_q <= '0;
    end else if (CE0) begin
      a_q <= a;
      b_q <= b;
      pipeline_q <= product;
      output_q <= pipeline_used;
    end
  end
  assign a_used = UseA ? a_q : a;
  assign b_used = UseB ? b_q : b;
  assign product = 36'(a_used) * 36'(b_used);
  assign pipeline_used = UsePipeline ? pipeline_q : product;
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12,
          P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = UseOutput ? output_q : pipeline_used;
endmodule
