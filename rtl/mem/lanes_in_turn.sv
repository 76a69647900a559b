// SPDX-License-Identifier: Apache-2.0
// The lanes of a packet one after another at a unit that serves one request at a time: the lowest lane of the mask first, and those
// that are not in it not at all. The unit answers in order, and a packet is answered when its last lane is; what the other lanes
// get is zero.
// Before a memory that serves RowWords words of a row at a time, neighbouring lanes whose words lie in one row go together. Lanes that
// store do so only while each one's word lies above that of the lane before: of lanes with the same word the last one's stays.
// Latency 2 to the first request, 1 from the last answer; initiation interval: the requests, one at least.
// Registered: lane_req_*, rsp_valid_o, rsp_data_o. req_ready_o is a function of registers, lane_rsp_ready_o depends on
// rsp_ready_i.
module lanes_in_turn #(
    parameter int unsigned RequestW = 64,  // bits of a lane's request
    parameter int unsigned AnswerW = 32,  // bits of its answer
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned Depth = 8,  // packets under way
    parameter int unsigned RowWords = 1,  // a power of two; above 1 a request is {what is stored, address of a word}
    parameter int unsigned AddrW = 1,  // bits of such an address, at most RequestW: there are several rows
    localparam int unsigned ColumnW = RowWords > 1 ? $clog2(RowWords) : 1,
    localparam int unsigned StoreW = RowWords > 1 ? RequestW - AddrW : 0,
    // {what is stored in each word, which words (of a load all), the row}
    localparam int unsigned UnitW = RowWords > 1 ? AddrW - ColumnW + RowWords * (1 + StoreW) : RequestW
) (
    input  logic                        clk_i,
    input  logic                        rst_i,
    input  logic                        req_valid_i,
    output logic                        req_ready_o,
    input  logic [           Lanes-1:0] req_mask_i,
    input  logic [  Lanes*RequestW-1:0] req_data_i,        // lane 0 lowest
    output logic                        rsp_valid_o,
    input  logic                        rsp_ready_i,
    output logic [   Lanes*AnswerW-1:0] rsp_data_o,
    output logic                        lane_req_valid_o,
    input  logic                        lane_req_ready_i,
    output logic [           UnitW-1:0] lane_req_data_o,
    input  logic                        lane_rsp_valid_i,
    output logic                        lane_rsp_ready_o,
    input  logic [RowWords*AnswerW-1:0] lane_rsp_data_i
);
  if ((RowWords & (RowWords - 1)) != 0 || (RowWords > 1 && (AddrW > RequestW || AddrW <= ColumnW))) begin : gen_check
    $fatal(1, "lanes_in_turn: RowWords is a power of two, and addresses are within requests and have bits of a row");
  end

  // Lanes that have one of a set below them.
  function automatic logic [Lanes-1:0] above(input logic [Lanes-1:0] set);
    above = '0;
    for (int unsigned l = 1; l < Lanes; l++) above[l] = above[l-1] || set[l-1];
  endfunction
  // Those of a mask that go with the lowest lane that leads: the ones from it up to the next one that leads.
  function automatic logic [Lanes-1:0] turn_of(input logic [Lanes-1:0] leaders, input logic [Lanes-1:0] mask);
    logic [Lanes-1:0] later;
    later = leaders & above(leaders);
    turn_of = mask & (leaders | above(leaders)) & ~(later | above(later));
  endfunction

  // Requests. A lane that leads goes with those behind it up to the next one that leads: with none where there are no rows. Those lead
  // that wait to be sent; turn_q: the lanes that go next. Whether there are any, and others after them, stands in registers: the ready
  // that follows from it enables all of a packet's bits.
  logic accept, room, lane_room, any, more, any_waits_q, more_wait_q;
  logic [Lanes-1:0] leads, leads_q, still_lead, mask_q, turn_q;
  logic [Lanes*RequestW-1:0] requests_q;
  logic [UnitW-1:0] request;

  assign still_lead = leads_q & above(leads_q);
  assign req_ready_o = room && (!any_waits_q || (lane_room && !more_wait_q));
  assign accept = req_valid_i & req_ready_o;
  assign any = req_mask_i != '0;
  assign more = (leads & above(req_mask_i)) != '0;
  always_ff @(posedge clk_i) begin
    if (accept) {requests_q, mask_q} <= {req_data_i, req_mask_i};
    if (rst_i) begin
      leads_q <= '0;
      any_waits_q <= 1'b0;
      more_wait_q <= 1'b0;
    end else if (accept) begin
      leads_q <= leads;
      any_waits_q <= any;
      more_wait_q <= more;
    end else if (lane_room) begin
      leads_q <= still_lead;
      any_waits_q <= more_wait_q;
      more_wait_q <= (still_lead & above(still_lead)) != '0;
    end
    if (accept) turn_q <= turn_of(leads, req_mask_i);
    else if (lane_room) turn_q <= turn_of(still_lead, mask_q);
  end
  stream_slice #(
      .Width(UnitW)
  ) u_lane (
      .clk_i,
      .rst_i,
      .in_valid_i (any_waits_q),
      .in_ready_o (lane_room),
      .in_data_i  (request),
      .out_valid_o(lane_req_valid_o),
      .out_ready_i(lane_req_ready_i),
      .out_data_o (lane_req_data_o)
  );

  // Answers: the lanes of the oldest packet that have none yet. Whether there is any to come, and whether more than one, is known before.
  localparam int unsigned PacketW = (RowWords > 1 ? Lanes * (2 + ColumnW) : Lanes) + 2;
  logic packet, take, begins_q, due_any, due_more, due_more_q, kept_any, kept_more, rsp_valid_q;
  logic [PacketW-1:0] kept, keeps;
  logic [Lanes-1:0] due_q, due, still_due;  // who leads those without an answer
  logic [Lanes-1:0] open, kept_mask;  // lanes that take answers until theirs has come
  logic [Lanes*AnswerW-1:0] answers, answers_q;

  credit_fifo #(
      .Width(PacketW),
      .Depth(Depth)
  ) u_packets (
      .clk_i,
      .rst_i,
      .credit_o (room),
      .reserve_i(accept),
      .push_i   (accept),
      .data_i   (keeps),
      .release_i(1'b0),
      .valid_o  (packet),
      .ready_i  (take & !due_more),
      .data_o   (kept)
  );
  assign due = begins_q ? kept[Lanes-1:0] : due_q;
  assign open = begins_q ? '1 : due_q | (~due_q + Lanes'(1));
  assign still_due = due & above(due);
  assign due_any = !begins_q || kept_any;
  assign due_more = begins_q ? kept_more : due_more_q;
  assign lane_rsp_ready_o = packet && due_any && (!rsp_valid_q || rsp_ready_i);
  assign take = packet && (!due_any || lane_rsp_valid_i) && (!rsp_valid_q || rsp_ready_i);
  assign rsp_valid_o = rsp_valid_q;
  assign rsp_data_o = answers_q;
  always_ff @(posedge clk_i) begin
    if (take) {due_more_q, due_q} <= {(still_due & above(still_due)) != '0, still_due};
    // A lane loads whatever is there until its answer is taken: that one comes is known late, and enables of so many bits are far off.
    for (int unsigned l = 0; l < Lanes; l++)
      if (open[l] && (!rsp_valid_q || rsp_ready_i)) answers_q[l*AnswerW+:AnswerW] <= answers[l*AnswerW+:AnswerW] & {AnswerW{kept_mask[l]}};
    if (rst_i) begin
      begins_q <= 1'b1;
      rsp_valid_q <= 1'b0;
    end else begin
      begins_q <= take ? !due_more : begins_q;
      rsp_valid_q <= (take && !due_more) || (rsp_valid_q && !rsp_ready_i);
    end
  end

  if (RowWords == 1) begin : gen_single
    assign leads = req_mask_i;
    assign keeps = {any, more, req_mask_i};
    always_comb begin
      request = '0;
      for (int unsigned l = 0; l < Lanes; l++) request |= requests_q[l*RequestW+:RequestW] & {RequestW{turn_q[l]}};
    end
    assign {kept_any, kept_more, kept_mask} = kept;
    assign answers = {Lanes{lane_rsp_data_i}};
  end else begin : gen_rows
    localparam int unsigned RowW = AddrW - ColumnW;
    logic [Lanes*ColumnW-1:0] columns, columns_q, kept_columns;
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic [RowW-1:0] row;
      assign {row, columns[l*ColumnW+:ColumnW]} = req_data_i[l*RequestW+:AddrW];
      if (l == 0) begin : gen_lowest
        assign leads[l] = req_mask_i[l];
      end else begin : gen_next
        assign leads[l] = req_mask_i[l] && !(req_mask_i[l-1] && row == gen_lane[l-1].row &&
                                             (StoreW == 0 || columns[l*ColumnW+:ColumnW] > columns[(l-1)*ColumnW+:ColumnW]));
      end
      assign columns_q[l*ColumnW+:ColumnW] = requests_q[l*RequestW+:ColumnW];
      assign answers[l*AnswerW+:AnswerW] = lane_rsp_data_i[kept_columns[l*ColumnW+:ColumnW]*AnswerW+:AnswerW];
    end

    // The lanes of a turn have one row. Which words are loaded means nothing.
    logic [RowW-1:0] row;
    logic [RowWords-1:0] words;
    logic [Lanes*RowWords-1:0] takes;  // which lane asks for which word
    always_comb begin
      row = '0;
      words = '0;
      for (int unsigned l = 0; l < Lanes; l++) begin
        row |= requests_q[l*RequestW+ColumnW+:RowW] & {RowW{turn_q[l]}};
        for (int unsigned c = 0; c < RowWords; c++) takes[l*RowWords+c] = turn_q[l] && columns_q[l*ColumnW+:ColumnW] == ColumnW'(c);
        words |= takes[l*RowWords+:RowWords];
      end
    end
    if (StoreW == 0) begin : gen_read
      logic unused_words;
      assign unused_words = ^words;
      assign request = {{RowWords{1'b1}}, row};
    end else begin : gen_store
      logic [RowWords*StoreW-1:0] stored;
      always_comb begin
        stored = '0;
        for (int unsigned l = 0; l < Lanes; l++)
          for (int unsigned c = 0; c < RowWords; c++)
            stored[c*StoreW+:StoreW] |= requests_q[l*RequestW+AddrW+:StoreW] & {StoreW{takes[l*RowWords+c]}};
      end
      assign request = {stored, words, row};
    end

    assign keeps = {any, more, columns, req_mask_i, leads};
    assign {kept_any, kept_more, kept_columns, kept_mask} = kept[PacketW-1:Lanes];
  end
endmodule
