// SPDX-License-Identifier: Apache-2.0
// Finds a launch that can never finish: no work-item can be admitted and every one in flight waits at a barrier
// whose group is incomplete, for 1,024 consecutive cycles (longer than any count in flight through a pipeline register).
//
// Latency: two cycles after the 1,024th. `hang_o` is a level; it falls when the condition does. Registered: `hang_o`.
module hang_detector #(
    parameter int unsigned NumBarriers = 1,
    parameter int unsigned CountW      = 11,
    localparam int unsigned Ports      = NumBarriers == 0 ? 1 : NumBarriers
) (
    input  logic                    clk_i,
    input  logic                    rst_i,
    input  logic [CountW-1:0]       in_flight_i,
    input  logic                    admitting_i,
    input  logic [Ports*CountW-1:0] waiting_i,
    output logic                    hang_o
);
  localparam int unsigned CycleBits = 10;

  logic [CountW-1:0] waiting;
  always_comb begin
    waiting = '0;
    for (int i = 0; i < Ports; i++) waiting = waiting + waiting_i[i*CountW+:CountW];
  end

  logic                 stuck_q;
  logic [CycleBits-1:0] cycles_q;
  always_ff @(posedge clk_i) begin
    stuck_q <= NumBarriers != 0 && !admitting_i && in_flight_i != '0 && waiting == in_flight_i;
    if (!stuck_q) begin
      cycles_q <= '0;
      hang_o   <= 1'b0;
    end else if (&cycles_q) hang_o <= 1'b1;
    else cycles_q <= cycles_q + 1'b1;
    if (rst_i) begin
      stuck_q  <= 1'b0;
      cycles_q <= '0;
      hang_o   <= 1'b0;
    end
  end
endmodule
