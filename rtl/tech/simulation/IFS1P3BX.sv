// SPDX-License-Identifier: Apache-2.0
// The input register of an ECP5 pin in simulation, without its preset.
module IFS1P3BX (
    input  logic SCLK,
    input  logic SP,
    input  logic PD,
    input  logic D,
    output logic Q
);
  always_ff @(posedge SCLK) if (SP) Q <= D;
endmodule
