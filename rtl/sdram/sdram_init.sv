// SPDX-License-Identifier: Apache-2.0
// Initialises an SDR SDRAM chip after power-on, as its data sheets and JEDEC 21-C ask: stable clock and inactive commands for
// `PowerUpCycles`, all banks precharged, `Refreshes` auto refreshes, the mode register set. Then `done_o` stays high.
//
// Each command stands for one cycle, with an inactive one (NOP) between. Registered: every output.
module sdram_init #(
    parameter int unsigned PowerUpCycles   = 10000,  // 200 us
    parameter int unsigned PrechargeCycles = 2,      // tRP
    parameter int unsigned RefreshCycles   = 5,      // tRFC
    parameter int unsigned ModeCycles      = 2,      // tMRD
    parameter int unsigned Refreshes       = 8,
    parameter int unsigned CasLatency      = 2,
    parameter int unsigned AddressW        = 13
) (
    input  logic                clk_i,
    input  logic                rst_i,
    output logic                cke_o,
    output logic                ras_n_o,
    output logic                cas_n_o,
    output logic                we_n_o,
    output logic [AddressW-1:0] address_o,
    output logic                done_o
);
  // {RAS#, CAS#, WE#}
  localparam logic [2:0] Nop = 3'b111, Precharge = 3'b010, Refresh = 3'b001, SetMode = 3'b000;
  localparam logic [AddressW-1:0] AllBanks = AddressW'(1024);                // A10
  localparam logic [AddressW-1:0] Mode = AddressW'({CasLatency[2:0], 4'b0000});  // bursts of one word, reads and writes
  localparam int unsigned Steps = Refreshes + 2;
  localparam int unsigned StepW = $clog2(Steps + 1), WaitW = $clog2(PowerUpCycles + 1);

  if (AddressW < 11 || (CasLatency != 2 && CasLatency != 3) || Refreshes < 2) begin : gen_check
    $fatal(1, "sdram_init: AddressW must be at least 11, CasLatency 2 or 3, Refreshes at least 2");
  end

  logic [StepW-1:0] step_q;  // the one to come
  logic [WaitW-1:0] wait_q;  // cycles before it
  logic now, first, last;
  assign now   = wait_q == '0 && !done_o && step_q != StepW'(Steps);
  assign first = step_q == '0;
  assign last  = step_q == StepW'(Steps - 1);

  always_ff @(posedge clk_i) begin
    cke_o                       <= 1'b1;
    {ras_n_o, cas_n_o, we_n_o}  <= !now ? Nop : first ? Precharge : last ? SetMode : Refresh;
    address_o                   <= !now ? '0 : first ? AllBanks : last ? Mode : '0;
    if (wait_q != '0) wait_q <= wait_q - WaitW'(1);
    else if (step_q == StepW'(Steps)) done_o <= 1'b1;
    else begin
      step_q <= step_q + StepW'(1);
      wait_q <= first ? WaitW'(PrechargeCycles) : last ? WaitW'(ModeCycles) : WaitW'(RefreshCycles);
    end
    if (rst_i) begin
      step_q  <= '0;
      wait_q  <= WaitW'(PowerUpCycles);
      done_o  <= 1'b0;
      cke_o   <= 1'b0;
      {ras_n_o, cas_n_o, we_n_o} <= Nop;
    end
  end
endmodule
