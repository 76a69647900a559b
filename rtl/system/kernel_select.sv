// SPDX-License-Identifier: Apache-2.0
// Of several kernels one has the shell's ports: the one of the number `select_i`, from the next cycle on in which `rst_i` is high. The others
// are in reset, get no control and are not heard. None has the number: all of them, and `selected_o` is 0.
//
// Combinational: everything from the registered choice; `rst_o`, `control_o` and `result_o` from their inputs by one and, and one or of all.
module kernel_select #(
    parameter int unsigned Kernels = 2,
    parameter logic [32*Kernels-1:0] Numbers = '0,  // of each kernel
    parameter int unsigned ControlW = 1,
    parameter int unsigned ResultW  = 1
) (
    input  logic                        clk_i,
    input  logic                        rst_i,
    input  logic [31:0]                 select_i,
    output logic [31:0]                 selected_o,
    input  logic [ControlW-1:0]         control_i,  // 0: nothing
    input  logic [Kernels*ResultW-1:0]  result_i,
    output logic [ResultW-1:0]          result_o,
    // Each kernel's.
    output logic [Kernels-1:0]          rst_o,
    output logic [Kernels*ControlW-1:0] control_o
);
  logic [Kernels-1:0] selected_q;
  for (genvar i = 0; i < Kernels; i++) begin : gen_kernel
    always_ff @(posedge clk_i) if (rst_i) selected_q[i] <= select_i == Numbers[i*32+:32];
    assign rst_o[i] = rst_i || !selected_q[i];
    assign control_o[i*ControlW+:ControlW] = control_i & {ControlW{selected_q[i]}};
  end

  always_comb begin
    result_o   = '0;
    selected_o = '0;
    for (int unsigned i = 0; i < Kernels; i++) begin
      result_o   = result_o | (result_i[i*ResultW+:ResultW] & {ResultW{selected_q[i]}});
      selected_o = selected_o | (Numbers[i*32+:32] & {32{selected_q[i]}});
    end
  end
endmodule
