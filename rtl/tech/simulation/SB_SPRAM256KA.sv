// SPDX-License-Identifier: Apache-2.0
// iCE40 UltraPlus' large memory, 16,384 words of 16 bits, in simulation: awake. MASKWREN is of half bytes. What it puts out behind a write is
// nothing that anybody may use; here a word that shows where it is used.
module SB_SPRAM256KA (
    input  logic [13:0] ADDRESS,
    input  logic [15:0] DATAIN,
    input  logic [3:0]  MASKWREN,
    input  logic        WREN,
    input  logic        CHIPSELECT,
    input  logic        CLOCK,
    input  logic        STANDBY,
    input  logic        SLEEP,
    input  logic        POWEROFF,   // low: off
    output logic [15:0] DATAOUT
);
  localparam logic [15:0] Undefined = 16'h5bad;
  logic [15:0] mem[0:16383];
  always_ff @(posedge CLOCK) begin
    if (CHIPSELECT && WREN) begin
      for (int i = 0; i < 4; i++) if (MASKWREN[i]) mem[ADDRESS][i*4+:4] <= DATAIN[i*4+:4];
      DATAOUT <= Undefined;
    end else if (CHIPSELECT) DATAOUT <= mem[ADDRESS];
    assert (!STANDBY && !SLEEP && POWEROFF);
  end
endmodule
