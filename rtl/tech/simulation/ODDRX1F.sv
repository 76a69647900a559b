// SPDX-License-Identifier: Apache-2.0
// ECP5's double data rate output in simulation, where it sends a clock out: the clock itself.
module ODDRX1F (
    input  logic SCLK,
    input  logic RST,
    input  logic D0,
    input  logic D1,
    output logic Q
);
  assign Q = SCLK && !RST && D0 && !D1;
endmodule
