// SPDX-License-Identifier: Apache-2.0
// ECP5's PLL: `clk_o` is clk_i * FeedbackDiv / InputDiv; `clk_late_o` the same, a quarter of a period later. The oscillator inside is `OutputDiv`
// times as fast as clk_o and has to be between 400 and 800 MHz.
module ecp5_pll #(
    parameter int unsigned InputDiv    = 1,
    parameter int unsigned FeedbackDiv = 2,
    parameter int unsigned OutputDiv   = 12  // a multiple of 4, if clk_late_o is used
) (
    input  logic clk_i,
    output logic clk_o,
    output logic clk_late_o,
    output logic locked_o
);
  // An output's phase counts periods of the oscillator from OutputDiv - 1.
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .PLLRST_ENA     ("DISABLED"),
      .INTFB_WAKE     ("DISABLED"),
      .STDBY_ENABLE   ("DISABLED"),
      .DPHASE_SOURCE  ("DISABLED"),
      .OUTDIVIDER_MUXA("DIVA"),
      .OUTDIVIDER_MUXB("DIVB"),
      .CLKI_DIV       (InputDiv),
      .CLKFB_DIV      (FeedbackDiv),
      .FEEDBK_PATH    ("CLKOP"),
      .CLKOP_ENABLE   ("ENABLED"),
      .CLKOP_DIV      (OutputDiv),
      .CLKOP_CPHASE   (OutputDiv - 1),
      .CLKOP_FPHASE   (0),
      .CLKOS_ENABLE   ("ENABLED"),
      .CLKOS_DIV      (OutputDiv),
      .CLKOS_CPHASE   (OutputDiv - 1 + OutputDiv / 4),
      .CLKOS_FPHASE   (0)
  ) u_pll (
      .CLKI        (clk_i),
      .CLKFB       (clk_o),
      .CLKOP       (clk_o),
      .CLKOS       (clk_late_o),
      .LOCK        (locked_o),
      .RST         (1'b0),
      .STDBY       (1'b0),
      .PHASESEL0   (1'b0),
      .PHASESEL1   (1'b0),
      .PHASEDIR    (1'b1),
      .PHASESTEP   (1'b1),
      .PHASELOADREG(1'b1),
      .PLLWAKESYNC (1'b0),
      .ENCLKOP     (1'b0),
      .ENCLKOS     (1'b0)
  );
endmodule
