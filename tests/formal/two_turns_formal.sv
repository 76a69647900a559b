// SPDX-License-Identifier: Apache-2.0
// two_turns with three ports, of which port 1 comes after port 0: no half takes more than two parts, each half gets the parts that
// need it, those of lower ports first, port 1 is never ahead of port 0, two operations that fit together leave together, and where
// all ports offer something leaves.
module two_turns_formal (
    input logic        clk_i,
    input logic [ 2:0] valid_i,
    input logic [11:0] needs_i,
    input logic [11:0] data_i,
    input logic        ready_i
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

  // What is to come out.
  logic [2:0] left_q;
  logic [3:0] uses_q, next_uses;
  logic [7:0] data_q, next_data;

  always_ff @(posedge clk_i) begin
    next_uses = '0;
    next_data = '0;
    rst   <= 1'b0;
    ahead <= rst ? '0 : ahead + 8'(ready[0]) - 8'(ready[1]);
    if (!rst) begin
      offered : assert ((ready & ~valid_i) == '0 && (ready == '0 || !valid || ready_i));
      for (int h = 0; h < 2; h++) begin
        int taken;
        taken = 0;
        for (int i = 0; i < 3; i++) begin
          for (int p = 0; p < 2; p++) begin
            if (ready[i] && needs_i[4*i+2*h+p]) begin
              assert (taken < 2);
              next_uses[2*h+taken] = 1'b1;
              next_data[2*(2*h+taken)+:2] = data_i[2*(2*i+p)+:2];
              taken++;
            end
          end
        end
      end
      // What left in the cycle before, until it is taken.
      answer : assert (valid == (left_q != '0) && (!valid || (ports == left_q && uses == uses_q)));
      for (int place = 0; place < 4; place++) if (valid && uses_q[place]) assert (data[2*place+:2] == data_q[2*place+:2]);
      // A butterfly's: the lower lanes of both write to one half, the upper ones to the other.
      together : assert (!valid_i[0] || !valid_i[1] || valid_i[2] || ahead != '0 || needs_i[7:0] != 8'b1001_1001 || ready == '0 || ready == 3'b011);
      in_order : assert (ahead != '0 || !ready[1] || ready[0]);
      not_too_far : assert (ahead != '1 || !ready[0] || ready[1]);
      some : assert (valid_i != '1 || (valid && !ready_i) || ready != '0);
      state : assert (ahead == \u_dut.gen_port[1].gen_follows.lead_q && \u_dut.gen_port[1].gen_follows.behind_q == (ahead != '0) &&
                      \u_dut.gen_port[1].gen_follows.full_q == (ahead == '1));
    end
    if (rst) left_q <= '0;
    else if (!valid || ready_i) {left_q, uses_q, data_q} <= {ready, next_uses, next_data};
  end
endmodule
