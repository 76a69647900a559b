// SPDX-License-Identifier: Apache-2.0
// line_requests: rounds, and the lines that they ask for, are numbered. Requests leave and rounds come out in number, a round that asks
// does so when its line has come and not later, and its line can be read in the next cycle, Kept until another is taken. No more lines
// are in flight than there is room for, and all that was reserved fits.
module line_requests_formal #(
    parameter bit Kept = 1'b0
) (
    input logic clk_i,
    input logic reserve_i,
    input logic come_i,
    input logic asks_i,
    input logic request_ready_i,
    input logic answer_i,
    input logic out_ready_i
);
  localparam int unsigned Depth = 2;
  localparam int unsigned Rounds = 3;
  localparam int unsigned Requests = 16;
  localparam int unsigned W = 5;

  logic rst = 1'b1, after_reset = 1'b1;
  logic room, reserve, come, asks, request_valid, answer, out_valid, entered, step, enters;
  logic [W:0] address;
  logic [15:0] line;
  logic [W-1:0] out_number;
  logic [W-1:0] asked, requested, answered, taken;  // lines: numbers of the next
  logic [W-1:0] came, left;  // rounds
  logic [1:0] flying;  // reserved, and did not come
  logic [Rounds-1:0] flags;  // which of the rounds that wait ask, the oldest lowest
  logic held;  // a line was taken,
  logic readable;  // the last one
  logic [W-1:0] last;

  assign reserve = reserve_i & room;
  assign come = come_i && flying != '0;
  assign asks = come & asks_i;
  assign answer = answer_i && answered != requested;
  line_requests #(
      .AddrBits(W + 1),
      .LineBits(16),
      .Depth   (Depth),
      .Rounds  (Rounds),
      .Width   (W),
      .Kept    (Kept)
  ) u_dut (
      .clk_i,
      .rst_i           (rst),
      .room_o          (room),
      .reserve_i       (reserve),
      .in_valid_i      (come),
      .in_asks_i       (asks_i),
      .in_line_i       (asked),
      .in_payload_i    (came),
      .line_req_valid_o(request_valid),
      .line_req_ready_i(request_ready_i),
      .line_req_addr_o (address),
      .line_rsp_valid_i(answer),
      .line_rsp_data_i (16'(answered)),
      .out_valid_o     (out_valid),
      .out_ready_i,
      .out_payload_o   (out_number),
      .entered_o       (entered),
      .out_line_o      (line)
  );
  assign step = out_valid & out_ready_i;
  assign enters = step & flags[0];

  logic [W-1:0] waiting, unsent, owed, unread, in_flight;  // owed: requested, and not taken
  assign waiting = came - left;
  assign unsent = asked - requested;
  assign readable = Kept ? held : entered;
  assign last = taken - W'(1);
  assign owed = requested - taken;
  assign in_flight = owed + W'(Kept & held);
  assign unread = answered - taken;

  // What is inside, for induction.
  (* hierconn *)
  wire [1:0] \u_dut.u_waiting.u_credits.count ;
  (* hierconn *)
  wire [4:0] \u_dut.u_requests.u_credits.count ;
  (* hierconn *)
  wire \u_dut.u_waiting.u_credits.any_q ;
  (* hierconn *)
  wire \u_dut.u_requests.u_credits.any_q ;
  (* hierconn *)
  wire [1:0] \u_dut.u_room.count ;
  (* hierconn *)
  wire \u_dut.u_room.any_q ;
  (* hierconn *)
  wire [1:0] \u_dut.u_arrived.count ;
  (* hierconn *)
  wire \u_dut.u_arrived.any_q ;
  (* hierconn *)
  wire [1:0] \u_dut.u_waiting.u_fifo.wr_ptr_q ;
  (* hierconn *)
  wire [1:0] \u_dut.u_waiting.u_fifo.rd_ptr_q ;
  (* hierconn *)
  wire [1:0] \u_dut.u_waiting.u_fifo.count ;
  (* hierconn *)
  wire \u_dut.u_waiting.u_fifo.valid_q ;
  (* hierconn *)
  wire [3:0] \u_dut.u_requests.u_fifo.wr_ptr_q ;
  (* hierconn *)
  wire [3:0] \u_dut.u_requests.u_fifo.rd_ptr_q ;
  (* hierconn *)
  wire [4:0] \u_dut.u_requests.u_fifo.count ;
  (* hierconn *)
  wire \u_dut.u_requests.u_fifo.valid_q ;
  (* hierconn *)
  wire \u_dut.u_requests.u_fifo.gen_small.gen_head.more_q ;
  (* hierconn *)
  wire [W-1:0] \u_dut.u_requests.u_fifo.gen_small.gen_head.head_q ;
  (* hierconn *)
  wire \u_dut.write_row_q ;
  (* hierconn *)
  wire \u_dut.enter_row_q ;
  (* hierconn *)
  wire \u_dut.read_row_q ;
  (* hierconn *)
  wire \u_dut.gen_kept.held_q ;
  // Row i of the memories: of rounds, of requests and of lines.
  logic [Requests-1:0] row_ok;
  for (genvar i = 0; i < Requests; i++) begin : gen_row
    wire [2*W+16:0] value;
    logic [3:0] request_place;
    logic request_ok;
    assign request_place = 4'(i) - \u_dut.u_requests.u_fifo.rd_ptr_q ;
    assign request_ok = W'(request_place) >= unsent || value[2*W:W+1] == requested + W'(request_place);
    if (i < 4) begin : gen_round
      logic [1:0] place;
      logic line_ok;
      assign place = 2'(i) - \u_dut.u_waiting.u_fifo.rd_ptr_q ;
      assign row_ok[i] = request_ok && line_ok && (W'(place) >= waiting || value[W:0] == {flags[place], left + W'(place)});
      if (i < Depth) begin : gen_line
        logic ahead;  // of the line that is taken next
        logic [W-1:0] number;
        assign ahead = 1'(i) != taken[0];
        assign number = taken + W'(ahead);
        assign line_ok = (W'(ahead) >= unread || value[3*W:2*W+1] == number) && (!ahead || !readable || value[3*W:2*W+1] == last);
      end else begin : gen_no_line
        assign line_ok = 1'b1;
      end
    end else begin : gen_request
      assign row_ok[i] = request_ok;
    end
  end

  logic [1:0] asking;  // of the rounds that wait, those that ask
  assign asking = 2'(flags[0]) + 2'(flags[1]) + 2'(flags[2]);
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    after_reset <= rst;
    asked <= rst ? '0 : asked + W'(asks);
    requested <= rst ? '0 : requested + W'(request_valid & request_ready_i);
    answered <= rst ? '0 : answered + W'(answer);
    taken <= rst ? '0 : taken + W'(enters);
    came <= rst ? '0 : came + W'(come);
    left <= rst ? '0 : left + W'(step);
    flying <= rst ? '0 : flying + 2'(reserve) - 2'(come);
    flags <= rst ? '0 : (flags >> step) | (Rounds'(asks) << 2'(waiting - W'(step)));
    held <= !rst && (held || enters);
    if (!rst) begin
      state_reset : assert (!after_reset || (asked == '0 && came == '0 && left == '0 && flying == '0 && !held));
      state_rounds : assert (W'(flying) + waiting <= Rounds && W'(\u_dut.u_waiting.u_credits.count ) + W'(flying) + waiting == Rounds);
      state_requests : assert (W'(\u_dut.u_requests.u_credits.count ) + W'(flying) + unsent == Requests);
      state_room : assert (W'(\u_dut.u_room.count ) + in_flight == Depth && in_flight <= Depth);
      state_arrived : assert (W'(\u_dut.u_arrived.count ) == unread && unread <= owed && owed <= Depth);
      state_asking : assert (W'(asking) == asked - taken && unsent <= W'(asking) && (flags >> waiting) == '0);
      state_any : assert (\u_dut.u_waiting.u_credits.any_q == (!after_reset && \u_dut.u_waiting.u_credits.count != '0) &&
                          \u_dut.u_requests.u_credits.any_q == (!after_reset && \u_dut.u_requests.u_credits.count != '0) &&
                          \u_dut.u_room.any_q == (!after_reset && in_flight != Depth) && \u_dut.u_arrived.any_q == (unread != '0));
      state_waiting : assert (\u_dut.u_waiting.u_fifo.count == waiting && \u_dut.u_waiting.u_fifo.valid_q == (waiting != '0) &&
                              \u_dut.u_waiting.u_fifo.wr_ptr_q == 2'( \u_dut.u_waiting.u_fifo.rd_ptr_q + waiting));
      state_unsent : assert (\u_dut.u_requests.u_fifo.count == unsent && \u_dut.u_requests.u_fifo.valid_q == (unsent != '0) &&
                             \u_dut.u_requests.u_fifo.wr_ptr_q == 4'( \u_dut.u_requests.u_fifo.rd_ptr_q + unsent) &&
                             \u_dut.u_requests.u_fifo.gen_small.gen_head.more_q == (unsent > 1) &&
                             (unsent == '0 || \u_dut.u_requests.u_fifo.gen_small.gen_head.head_q == requested));
      state_lines : assert (\u_dut.write_row_q == answered[0] && \u_dut.enter_row_q == taken[0] && (!held || \u_dut.read_row_q != taken[0]));
      state_held : assert ((held || (taken == '0 && !entered)) && (!Kept || \u_dut.gen_kept.held_q == held));
      state_rows : assert (row_ok == '1);
      has_room : assert (room == (!after_reset && W'(flying) + waiting < Rounds));
      requests_in_order : assert (!request_valid || address == {requested, 1'b0});
      requests_at_once : assert (request_valid == (!after_reset && unsent != '0 && in_flight < Depth));
      rounds_in_order : assert (!out_valid || out_number == left);
      rounds_with_lines : assert (out_valid == (waiting != '0 && (!flags[0] || answered != taken)));
      its_line : assert (!readable || line[W-1:0] == last);
    end
  end
endmodule
