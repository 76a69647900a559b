// SPDX-License-Identifier: Apache-2.0
// An ECP5 pin in simulation.
module TRELLIS_IO #(
    parameter DIR = "BIDIR"
) (
    inout  wire  B,
    input  logic I,
    input  logic T,
    output logic O
);
  assign B = T ? 1'bz : I;
  assign O = B;
endmodule
