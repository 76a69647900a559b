// SPDX-License-Identifier: Apache-2.0
// two_turns with three ports, of which port 1 comes after port 0: no half takes more than two parts, each half gets the parts that
// need it, those of lower ports first, port 1 is never ahead of port 0, two operations that fit together leave together, and where
// all ports offer something leaves.
module two_turns_formal (
    input logic       clk_i,
    input logic [2:0] valid_i,
    input logic [11:0] needs_i,
    input logic [11:0] data_i,
    input logic       ready_i
);
  logic rst = 1'b1;
  logic valid;
  logic [2:0] ready, ports;
  logic [3:0] uses;
  logic [7:0] data;
  logic [7:0] ahead;  // operations that have left port 0 and not port 1

  two_turns #(
      .Width    (2),
      .NumInputs(3),
      .After    (48'h10000)
  ) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i (valid_i),
      .in_ready_o (ready),
      .in_needs_i (needs_i),
      .in_data_i  (data_i),
      .out_valid_o(valid),
      .out_ready_i(ready_i),
      .out_ports_o(ports),
      .out_uses_o (uses),
      .out_data_o (data)
  );

  // What is inside, for induction.
  (* hierconn *)
  wire [7:0] \u_dut.gen_port[1].gen_follows.lead_q ;
  (* hierconn *)
  wire \u_dut.gen_port[1].gen_follows.behind_q ;
  (* hierconn *)
  wire \u_dut.gen_port[1].gen_follows.full_q ;

  always_ff @(posedge clk_i) begin
    rst   <= 1'b0;
    ahead <= rst ? '0 : ahead + 8'(ready[0]) - 8'(ready[1]);
    if (!rst) begin
      offered : assert ((ports & ~valid_i) == '0 && ready == (ready_i ? ports : 3'b0) && valid == (ports != '0));
      for (int h = 0; h < 2; h++) begin
        int taken;
        taken = 0;
        for (int i = 0; i < 3; i++) begin
          for (int p = 0; p < 2; p++) begin
            if (ports[i] && needs_i[4*i+2*h+p]) begin
              assert (taken < 2 && uses[2*h+taken] && data[2*(2*h+taken)+:2] == data_i[2*(2*i+p)+:2]);
              taken++;
            end
          end
        end
        assert (uses[2*h] == (taken > 0) && uses[2*h+1] == (taken > 1));
      end
      // A butterfly's: the lower lanes of both write to one half, the upper ones to the other.
      together : assert (!valid_i[0] || !valid_i[1] || valid_i[2] || ahead != '0 || needs_i[7:0] != 8'b1001_1001 || ports == 3'b011);
      in_order : assert (ahead != '0 || !ports[1] || ports[0]);
      not_too_far : assert (ahead != '1 || !ports[0] || ports[1]);
      some : assert (valid_i != '1 || valid);
      state : assert (ahead == \u_dut.gen_port[1].gen_follows.lead_q && \u_dut.gen_port[1].gen_follows.behind_q == (ahead != '0) &&
                      \u_dut.gen_port[1].gen_follows.full_q == (ahead == '1));
    end
  end
endmodule
