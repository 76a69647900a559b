// SPDX-License-Identifier: Apache-2.0
// Admits requests to a load/store unit while there is room. Registered: ready_o; empty_o is a comparison behind a register.
// An accepted request holds an entry until done_i and a request entry until sent_i, or until it turns out to send nothing:
// unsent_i. These three count a cycle later, so that they are no long paths to the next request's admission. room_i: what
// else the unit needs will have room in the next cycle.
module lsu_admission #(
    parameter int unsigned Entries = 4,
    parameter int unsigned Requests = 4
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic valid_i,
    output logic ready_o,
    output logic accept_o,
    input  logic room_i,
    input  logic done_i,
    input  logic unsent_i,
    input  logic sent_i,
    output logic empty_o    // no entry is held
);
  localparam int unsigned EntryCountW = $clog2(Entries + 1);
  localparam int unsigned ReqCountW = $clog2(Requests + 1);

  // Room is told by the counts now rather than by the next ones: the adders are not part of the path.
  logic ready_q, done_q, unsent_q, sent_q, entry_room, request_room;
  logic [EntryCountW-1:0] entries_q;
  logic [ReqCountW-1:0] requests_q;

  assign ready_o = ready_q;
  assign accept_o = valid_i & ready_q;
  assign empty_o = entries_q == '0;
  assign entry_room = done_q || entries_q != (accept_o ? EntryCountW'(Entries - 1) : EntryCountW'(Entries));
  assign request_room = unsent_q || sent_q || requests_q != (accept_o ? ReqCountW'(Requests - 1) : ReqCountW'(Requests));
  always_ff @(posedge clk_i) begin
    done_q <= done_i;
    unsent_q <= unsent_i;
    sent_q <= sent_i;
    entries_q <= entries_q + EntryCountW'(accept_o) - EntryCountW'(done_q);
    requests_q <= requests_q + ReqCountW'(accept_o) - ReqCountW'(unsent_q) - ReqCountW'(sent_q);
    ready_q <= entry_room && request_room && room_i;
    if (rst_i) begin
      done_q <= 1'b0;
      unsent_q <= 1'b0;
      sent_q <= 1'b0;
      entries_q <= '0;
      requests_q <= '0;
      ready_q <= 1'b0;
    end
  end
endmodule
