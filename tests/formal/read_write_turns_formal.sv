// SPDX-License-Identifier: Apache-2.0
// read_write_turns: where there are a read and a write, one of them has the turn; it keeps it until it is taken; and while one waits,
// at most Run of the other kind go on.
module read_write_turns_formal #(
    parameter int unsigned Run = 4
) (
    input logic clk_i,
    input logic read_valid_i,
    input logic write_valid_i,
    input logic ready_i
);
  localparam int unsigned CountW = $clog2(Run);
  localparam int unsigned PassedW = $clog2(Run + 1) + 1;
  logic rst = 1'b1;
  logic read_turn, write_turn, read_taken, write_taken, read_held, write_held;
  logic [PassedW-1:0] reads_passed, writes_passed;  // since a write, a read began to wait
  assign read_taken  = read_valid_i && read_turn && ready_i;
  assign write_taken = write_valid_i && write_turn && ready_i;

  read_write_turns #(
      .Run(Run)
  ) u_dut (
      .clk_i,
      .rst_i        (rst),
      .read_valid_i,
      .write_valid_i,
      .read_turn_o  (read_turn),
      .write_turn_o (write_turn),
      .read_taken_i (read_taken),
      .write_taken_i(write_taken)
  );

  // What is inside, for induction.
  (* hierconn *)
  wire \u_dut.writes_first_q ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.reads_q ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.writes_q ;
  logic [PassedW-1:0] reads_left, writes_left;
  assign reads_left  = \u_dut.writes_first_q ? '0 : PassedW'(Run) - PassedW'(\u_dut.reads_q );
  assign writes_left = \u_dut.writes_first_q ? PassedW'(Run) - PassedW'(\u_dut.writes_q ) : '0;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    reads_passed <= rst || !write_valid_i || write_taken ? '0 : reads_passed + PassedW'(read_taken);
    writes_passed <= rst || !read_valid_i || read_taken ? '0 : writes_passed + PassedW'(write_taken);
    read_held <= !rst && read_valid_i && read_turn && !read_taken;
    write_held <= !rst && write_valid_i && write_turn && !write_taken;
    if (!rst) begin
      some : assert (!(read_valid_i || write_valid_i) || (read_valid_i && read_turn) || (write_valid_i && write_turn));
      one : assert (!(read_valid_i && write_valid_i) || read_turn != write_turn);
      hold_read : assert (!read_held || !read_valid_i || read_turn);
      hold_write : assert (!write_held || !write_valid_i || write_turn);
      state_held : assert ((!read_held || !\u_dut.writes_first_q ) && (!write_held || \u_dut.writes_first_q ));
      state_counts : assert (32'(\u_dut.reads_q ) < Run && 32'(\u_dut.writes_q ) < Run);
      state_bounded : assert (reads_passed + reads_left <= PassedW'(Run) && writes_passed + writes_left <= PassedW'(Run));
      bounded : assert (32'(reads_passed) <= Run && 32'(writes_passed) <= Run);
    end
  end
endmodule
