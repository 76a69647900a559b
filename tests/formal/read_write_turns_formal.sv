// SPDX-License-Identifier: Apache-2.0
// read_write_turns: where there is a read or a write, one of them has the turn, but for at most Patience cycles of a write without
// reads, while Backlog lines or more are at memory; it keeps it until it is taken; and while one waits, at most Run of the other kind go on.
module read_write_turns_formal #(
    parameter int unsigned Run = 4,
    parameter int unsigned Backlog = 0,
    parameter int unsigned Patience = 3
) (
    input logic clk_i,
    input logic read_valid_i,
    input logic write_valid_i,
    input logic ready_i,
    input logic read_accepted_i,
    input logic write_accepted_i,
    input logic read_answered_i,
    input logic write_answered_i
);
  localparam int unsigned Most = 100;  // lines at memory: more than a proof needs
  localparam int unsigned CountW = $clog2(Run);
  localparam int unsigned PassedW = $clog2(Run + 1) + 1;
  logic rst = 1'b1;
  logic read_turn, write_turn, read_taken, write_taken, read_held, write_held;
  logic [PassedW-1:0] reads_passed, writes_passed;  // since a write, a read began to wait
  assign read_taken  = read_valid_i && read_turn && ready_i;
  assign write_taken = write_valid_i && write_turn && ready_i;

  read_write_turns #(
      .Run     (Run),
      .Backlog (Backlog),
      .Patience(Patience)
  ) u_dut (
      .clk_i,
      .rst_i        (rst),
      .read_valid_i,
      .write_valid_i,
      .read_turn_o  (read_turn),
      .write_turn_o (write_turn),
      .read_taken_i (read_taken),
      .write_taken_i(write_taken),
      .read_accepted_i,
      .write_accepted_i,
      .read_answered_i,
      .write_answered_i
  );
  logic [15:0] at_memory;
  logic [3:0] waited;  // cycles in which nobody had the turn, since a line was taken

  // What is inside, for induction.
  (* hierconn *)
  wire \u_dut.writes_first_q ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.reads_q ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.writes_q ;
  // Of a module with Backlog.
  (* hierconn *)
  wire [15:0] \u_dut.gen_backlog.over_q ;
  (* hierconn *)
  wire \u_dut.gen_backlog.waits_q ;
  (* hierconn *)
  wire [$clog2(Patience+1)-1:0] \u_dut.gen_backlog.waited_q ;
  logic [PassedW-1:0] reads_left, writes_left;
  assign reads_left  = \u_dut.writes_first_q ? '0 : PassedW'(Run) - PassedW'(\u_dut.reads_q );
  assign writes_left = \u_dut.writes_first_q ? PassedW'(Run) - PassedW'(\u_dut.writes_q ) : '0;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    at_memory <= rst ? '0 : at_memory + 16'(read_accepted_i) + 16'(write_accepted_i) - 16'(read_answered_i) - 16'(write_answered_i);
    waited <= rst || read_taken || write_taken || !(read_valid_i || write_valid_i) ? '0 : waited + 4'(write_valid_i && !read_valid_i && !write_turn);
    assume (rst || (16'(read_answered_i) + 16'(write_answered_i) <= at_memory && 32'(at_memory) < Most));
    reads_passed <= rst || !write_valid_i || write_taken ? '0 : reads_passed + PassedW'(read_taken);
    writes_passed <= rst || !read_valid_i || read_taken ? '0 : writes_passed + PassedW'(write_taken);
    read_held <= !rst && read_valid_i && read_turn && !read_taken;
    write_held <= !rst && write_valid_i && write_turn && !write_taken;
    if (!rst) begin
      some : assert (!(read_valid_i || write_valid_i) || (read_valid_i && read_turn) || (write_valid_i && write_turn)
                     || (!read_valid_i && Backlog != 0 && 32'(at_memory) >= Backlog && 32'(waited) < Patience));
      one : assert (!(read_valid_i && write_valid_i) || read_turn != write_turn);
      hold_read : assert (!read_held || !read_valid_i || read_turn);
      hold_write : assert (!write_held || !write_valid_i || write_turn);
      state_held : assert ((!read_held || !\u_dut.writes_first_q ) && (!write_held || \u_dut.writes_first_q ));
      state_counts : assert (32'(\u_dut.reads_q ) < Run && 32'(\u_dut.writes_q ) < Run);
      state_bounded : assert (reads_passed + reads_left <= PassedW'(Run) && writes_passed + writes_left <= PassedW'(Run));
      bounded : assert (32'(reads_passed) <= Run && 32'(writes_passed) <= Run);
      state_lines : assert (Backlog == 0 || 16'(\u_dut.gen_backlog.over_q + 16'(Backlog)) == at_memory);
      state_waits : assert (Backlog == 0 || \u_dut.gen_backlog.waits_q == (32'(at_memory) >= Backlog && 32'(waited) < Patience));
      state_waited : assert (Backlog == 0 || (4'(\u_dut.gen_backlog.waited_q ) == waited && 32'(waited) <= Patience));
    end
  end
endmodule
