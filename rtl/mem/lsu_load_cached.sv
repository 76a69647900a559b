// SPDX-License-Identifier: Apache-2.0
// Load unit with a cache, for packets whose lanes load from any addresses of memory that nobody writes meanwhile. Addresses, mask,
// answers and faults are as those of lsu_load_lanes. The cache is direct-mapped (cache_row), and empty after a reset. Without keep_i it finds
// nothing, so each packet gets lines that are asked for behind it: for launches in which somebody may write.
// Own: for lanes that walk along lines of their own. The cache has a set for each of so many packets, with a way for each lane: req_set_i
// is whose it is. Wherever rows lie, no packet takes another's lines; what one has read, others do not find.
// As in texture caches, tags run ahead of the lines, and all stays in order: a packet's lanes whose lines are in the cache, or
// on their way into it, go through a first round together; then each of its other lines has a round, for which it is asked
// for at once and counts as there. Rounds wait in a FIFO. Each writes its line at the FIFO's end, when it has come, and its
// lanes read behind that; so a line is replaced only after all that found it have read.
// Latency 8 cycles to the line request, 9 with Own, 14 from the line response. Initiation interval: the number of rounds, and one more where the
// last line of the packet before replaces one that a lane would have found (line_rounds); lanes of a round that meet in a bank take
// longer (bank_gather).
// Registered: req_ready_o, fault_*; rsp_* and line_req_* are functions of registers.
module lsu_load_cached #(
    parameter int unsigned Bytes = 4,  // of an element, at most a line
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4,  // lines in flight, at least 2
    parameter int unsigned Lines = 256,  // of the cache, a power of two
    parameter int unsigned Reads = 1,  // of a bank in a cycle; 2: it has two copies
    parameter bit Own = 1'b0,  // Lines is at least 2 * Lanes
    localparam int unsigned SetW = Own ? $clog2(Lines / Lanes) : 1
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           keep_i,  // the same from the first request after a reset on
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [     Lanes*AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    input  logic [               SetW-1:0] req_set_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [      Lanes*Bytes*8-1:0] rsp_data_o,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    input  logic                           line_rsp_valid_i,
    input  logic [           LineBits-1:0] line_rsp_data_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned WordBits = LineBits / Lanes > ElemBits ? LineBits / Lanes : ElemBits;  // of a bank
  localparam int unsigned LineWords = LineBits / WordBits;
  localparam int unsigned LaneW = $clog2(Lanes);
  localparam int unsigned PlaceW = $clog2(LineWords);  // of a word within its line
  localparam int unsigned IndexW = $clog2(Lines);
  // A line has a row of the banks of its own, whose bank decides its address alone. Only where these would be more rows than a block
  // memory has at its widest do lines share them.
  localparam int unsigned BlockRows = 512;
  localparam int unsigned FewestRows = Lines * LineWords / Lanes;
  localparam int unsigned Rows = Own || Lines <= BlockRows ? Lines : FewestRows > BlockRows ? FewestRows : BlockRows;
  localparam int unsigned SharedW = $clog2(Lines / Rows);
  // Sums keep lanes at any distance apart where 16 of them meet. Lines that share a row need parts of the banks that are known.
  localparam bit Sums = Lanes >= 16 && SharedW == 0;
  // Few lanes meet less often if a word's place in its line and the line's way decide.
  localparam bit ByWay = Own && !Sums;
  localparam int unsigned RowW = $clog2(Rows);
  localparam int unsigned AW = RowW + LaneW;
  localparam int unsigned Parts = WordBits / ElemBits;  // elements of a word
  localparam int unsigned PartShift = $clog2(Parts);
  localparam int unsigned PartW = Parts > 1 ? PartShift : 1;
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned PlacedW = LineAddrW + LaneW + PartShift;
  // Up to line_req_addr_o a line is known by its row of the cache and what is above it, or by its address, set and way.
  localparam int unsigned KnownW = Own ? LineAddrW + IndexW : LineAddrW;
  localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2;
  localparam int unsigned Wanted = 2 * Depth;
  localparam int unsigned Rounds = Wanted > 16 ? Wanted : 16;  // those whose lines are in flight, and those between them
  localparam int unsigned Gathers = 8;  // rounds read, not yet part of an answer: 7 for full rate
  localparam int unsigned Inside = Rounds + Gathers + 13;  // packets: those with a round, and on the way to one

  if (Depth < 2 || Lanes < 2 || (Lanes & (Lanes - 1)) != 0) begin : gen_check
    $fatal(1, "lsu_load_cached: Depth is at least 2, Lanes a power of two");
  end
  if ((Lines & (Lines - 1)) != 0 || Lines < 2 || (!Own && IndexW >= LineAddrW)) begin : gen_lines_check
    $fatal(1, "lsu_load_cached: Lines is a power of two, at least 2, and fewer than all");
  end
  if (Own && Lines < 2 * Lanes) begin : gen_own_check
    $fatal(1, "lsu_load_cached: Own needs two sets");
  end

  // Entry.
  logic accept, answered, occupied, waiting_valid, waiting_ready, unused_flush;
  logic [Lanes-1:0] waiting_ok, waiting_leads;
  logic [Pairs-1:0] waiting_same;
  logic [Lanes*PlacedW-1:0] waiting_elements;
  logic [Lanes*LineAddrW-1:0] waiting_lines;
  logic [Lanes*LaneW-1:0] waiting_banks;
  logic [Lanes*PartW-1:0] waiting_parts;
  logic [SetW-1:0] waiting_set;
  lsu_lanes_front #(
      .Bytes     (Bytes),
      .Lanes     (Lanes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .IndexW    (IndexW),
      .WordBits  (WordBits),
      .BankW     (LaneW),
      .Sums      (Sums),
      .Own       (Own),
      .SetW      (SetW)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .flush_i   (1'b0),
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_mask_i,
      .req_set_i,
      .accept_o  (accept),
      .valid_o   (waiting_valid),
      .ready_i   (waiting_ready),
      .flush_o   (unused_flush),
      .ok_o      (waiting_ok),
      .leads_o   (waiting_leads),
      .same_o    (waiting_same),
      .set_o     (waiting_set),
      .elements_o(waiting_elements),
      .fault_o,
      .fault_addr_o
  );
  credit_counter #(
      .Max(Inside)
  ) u_inside (
      .clk_i,
      .rst_i,
      .give_i(accept),
      .take_i(answered),
      .any_o (occupied)
  );
  assign idle_o = !occupied;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [PlacedW-1:0] placed;
    assign placed = waiting_elements[l*PlacedW+:PlacedW];
    assign waiting_lines[l*LineAddrW+:LineAddrW] = placed[PlacedW-1-:LineAddrW];
    assign waiting_parts[l*PartW+:PartW] = Parts > 1 ? placed[PartW-1:0] : '0;
    assign waiting_banks[l*LaneW+:LaneW] = placed[PartShift+:LaneW];
  end

  // Look-up, and rounds. A packet leaves the tags when the lines that the ones before ask for are there, or as the last one is asked for.
  localparam int unsigned FoundW = Lanes * (LaneW + PartW + 2) + Pairs;
  logic found_valid, rounds_ready, put;
  logic [Lanes-1:0] found_ok, found_leads, found_hits;
  logic [Pairs-1:0] found_same;
  logic [Lanes*KnownW-1:0] found_lines;
  logic [Lanes*LaneW-1:0] found_banks;
  logic [Lanes*PartW-1:0] found_parts;
  logic round_room, round_begins, round_valid, round_asks, round_last, unused_round_flush;
  logic [Lanes-1:0] round_served;
  logic [Lanes*IndexW-1:0] round_rows;
  logic [Lanes*LaneW-1:0] round_banks;
  logic [Lanes*AW-1:0] round_words;
  logic [Lanes*PartW-1:0] round_parts;
  logic [KnownW-1:0] round_line;
  assign put = round_valid & round_asks & keep_i;
  if (Own) begin : gen_sets
    logic [Lanes*LineAddrW-1:0] lines;
    logic [Lanes*LaneW-1:0] ways;
    logic [SetW-1:0] set;
    set_tags #(
        .Lanes    (Lanes),
        .LineAddrW(LineAddrW),
        .Sets     (Lines / Lanes),
        .Width    (FoundW)
    ) u_tags (
        .clk_i,
        .rst_i,
        .put_i        (put),
        .put_set_i    (round_line[LaneW+:SetW]),
        .put_way_i    (round_line[LaneW-1:0]),
        .put_line_i   (round_line[KnownW-1-:LineAddrW]),
        .in_valid_i   (waiting_valid),
        .in_ready_o   (waiting_ready),
        .in_set_i     (waiting_set),
        .in_lines_i   (waiting_lines),
        .in_payload_i ({waiting_ok, waiting_leads, waiting_same, waiting_banks, waiting_parts}),
        .out_valid_o  (found_valid),
        .out_ready_i  (rounds_ready),
        .out_hits_o   (found_hits),
        .out_ways_o   (ways),
        .out_set_o    (set),
        .out_lines_o  (lines),
        .out_payload_o({found_ok, found_leads, found_same, found_banks, found_parts})
    );
    for (genvar l = 0; l < Lanes; l++) begin : gen_known
      assign found_lines[l*KnownW+:KnownW] = {lines[l*LineAddrW+:LineAddrW], set, ways[l*LaneW+:LaneW]};
    end
  end else begin : gen_tags
    logic unused_set;
    assign unused_set = ^waiting_set;
    cache_tags #(
        .Lanes    (Lanes),
        .LineAddrW(LineAddrW),
        .Lines    (Lines),
        .Width    (FoundW)
    ) u_tags (
        .clk_i,
        .rst_i,
        .put_i        (put),
        .put_line_i   (round_line),
        .in_valid_i   (waiting_valid),
        .in_ready_o   (waiting_ready),
        .in_lines_i   (waiting_lines),
        .in_payload_i ({waiting_ok, waiting_leads, waiting_same, waiting_banks, waiting_parts}),
        .out_valid_o  (found_valid),
        .out_ready_i  (rounds_ready),
        .out_hits_o   (found_hits),
        .out_lines_o  (found_lines),
        .out_payload_o({found_ok, found_leads, found_same, found_banks, found_parts})
    );
  end
  line_rounds #(
      .Lanes    (Lanes),
      .LineAddrW(KnownW),
      .Width    (Lanes * (LaneW + PartW)),
      .IndexW   (IndexW),
      .WayW     (Own ? LaneW : 0)
  ) u_rounds (
      .clk_i,
      .rst_i,
      .in_valid_i   (found_valid),
      .in_ready_o   (rounds_ready),
      .in_flush_i   (1'b0),
      .in_ok_i      (found_ok & ~found_hits),
      .in_early_i   (found_ok & found_hits),
      .in_leads_i   (found_leads),
      .in_same_i    (found_same),
      .in_lines_i   (found_lines),
      .in_payload_i ({found_banks, found_parts}),
      .room_i       (round_room),
      .keep_i,
      .step_o       (round_begins),
      .out_valid_o  (round_valid),
      .out_flush_o  (unused_round_flush),
      .out_some_o   (round_asks),
      .out_last_o   (round_last),
      .out_served_o (round_served),
      .out_line_o   (round_line),
      .out_rows_o   (round_rows),
      .out_payload_o({round_banks, round_parts})
  );
  for (genvar l = 0; l < Lanes; l++) begin : gen_word
    logic [IndexW-1:0] index;
    logic [LaneW-1:0] bank;
    assign index = round_rows[l*IndexW+:IndexW];
    assign round_words[l*AW+:AW] = {RowW'(index >> SharedW), bank};
    if (ByWay) begin : gen_way
      logic [LaneW-1:0] first;
      way_bank #(
          .WayW(LaneW)
      ) u_bank (
          .way_i (index[LaneW-1:0]),
          .bank_o(first)
      );
      assign bank = first ^ round_banks[l*LaneW+:LaneW];
    end else begin : gen_address
      cache_bank #(
          .IndexW (IndexW),
          .LaneW  (LaneW),
          .PlaceW (PlaceW),
          .SharedW(SharedW)
      ) u_bank (
          .index_i(index),
          .bank_i (round_banks[l*LaneW+:LaneW]),
          .bank_o (bank)
      );
    end
  end

  // Line requests, and rounds that wait for their lines.
  logic step_valid, step_ready, step_last, line_entered;
  logic [Lanes-1:0] step_served;
  logic [IndexW-1:0] step_index, index_q;
  logic [Lanes*AW-1:0] step_words;
  logic [Lanes*PartW-1:0] step_parts;
  logic [LineBits-1:0] line;
  logic [AddrBits-1:0] request_addr;
  line_requests #(
      .AddrBits(AddrBits),
      .LineBits(LineBits),
      .Depth   (Depth),
      .Rounds  (Rounds),
      .Width   (Lanes * (AW + PartW + 1) + IndexW + 1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .room_o          (round_room),
      .reserve_i       (round_begins),
      .in_valid_i      (round_valid),
      .in_asks_i       (round_asks),
      .in_line_i       (round_line[KnownW-1-:LineAddrW]),
      .in_payload_i    ({round_last, round_served, round_line[IndexW-1:0], round_words, round_parts}),
      .line_req_valid_o,
      .line_req_ready_i,
      .line_req_addr_o (request_addr),
      .line_rsp_valid_i,
      .line_rsp_data_i,
      .out_valid_o     (step_valid),
      .out_ready_i     (step_ready),
      .out_payload_o   ({step_last, step_served, step_index, step_words, step_parts}),
      .entered_o       (line_entered),
      .out_line_o      (line)
  );
  if (Own) begin : gen_line
    assign line_req_addr_o[AddrBits-1:LineShift] = request_addr[AddrBits-1:LineShift];
  end else begin : gen_row
    cache_row #(
        .LineAddrW(LineAddrW),
        .IndexW   (IndexW),
        .Back     (1'b1)
    ) u_line (
        .line_i(request_addr[AddrBits-1:LineShift]),
        .line_o(line_req_addr_o[AddrBits-1:LineShift])
    );
  end
  assign line_req_addr_o[LineShift-1:0] = request_addr[LineShift-1:0];
  always_ff @(posedge clk_i) index_q <= step_index;

  // The bank of the first word of the line that enters.
  logic [LaneW-1:0] turn;
  if (ByWay) begin : gen_first_way
    way_bank #(
        .WayW(LaneW)
    ) u_first (
        .way_i (index_q[LaneW-1:0]),
        .bank_o(turn)
    );
  end else begin : gen_firsts
    // Known of each line in flight from the address that is asked for, a cycle later.
    localparam int unsigned PtrW = $clog2(Depth);
    function automatic logic [PtrW-1:0] next_row(input logic [PtrW-1:0] row);
      next_row = row == PtrW'(Depth - 1) ? '0 : row + PtrW'(1);
    endfunction
    logic asked_q;
    logic [LineAddrW-1:0] asked_line_q;
    logic [IndexW-1:0] asked_index_q;
    logic [LaneW-1:0] first_hash, first;
    logic [PtrW-1:0] asked_row_q, entered_row_q;
    logic [LaneW-1:0] firsts[0:Depth-1];
    row_hash #(
        .RowW (LineAddrW + PlaceW),
        .LaneW(LaneW),
        .Sums (Sums)
    ) u_first_hash (
        .row_i ((LineAddrW + PlaceW)'(asked_line_q) << PlaceW),
        .hash_o(first_hash)
    );
    cache_bank #(
        .IndexW (IndexW),
        .LaneW  (LaneW),
        .PlaceW (PlaceW),
        .SharedW(SharedW)
    ) u_first (
        .index_i(asked_index_q),
        .bank_i (first_hash),
        .bank_o (first)
    );
    always_ff @(posedge clk_i) begin
      asked_q <= line_req_valid_o && line_req_ready_i && !rst_i;
      asked_line_q <= line_req_addr_o[AddrBits-1:LineShift];
      asked_index_q <= request_addr[LineShift+:IndexW];
      if (asked_q) begin
        firsts[asked_row_q] <= first;
        asked_row_q <= next_row(asked_row_q);
      end
      if (line_entered) entered_row_q <= next_row(entered_row_q);
      if (rst_i) begin
        asked_row_q   <= '0;
        entered_row_q <= '0;
      end
    end
    assign turn = firsts[entered_row_q];
  end

  // What is read is written to them two cycles after its round began to be read: after all rounds before it read, and a
  // cycle before its own does.
  // The banks.
  logic data_valid, data_ready;
  logic [Lanes-1:0] fill;
  logic [RowW-1:0] fill_row;
  logic [Reads*Lanes*RowW-1:0] rows;
  logic [Reads*Lanes*WordBits-1:0] words;
  logic [Lanes*WordBits-1:0] fill_data, data;
  cache_fill #(
      .WordBits (WordBits),
      .LineWords(LineWords),
      .Banks    (Lanes),
      .RowW     (RowW),
      .Sums     (Sums)
  ) u_fill (
      .clk_i,
      .rst_i,
      .line_valid_i(line_entered),
      .row_i       (RowW'(index_q >> SharedW)),
      .turn_i      (turn),
      .line_i      (line),
      .write_o     (fill),
      .row_o       (fill_row),
      .data_o      (fill_data)
  );
  for (genvar b = 0; b < Reads * Lanes; b++) begin : gen_bank
    local_mem #(
        .WordBits(WordBits),
        .Words   (Rows),
        .OldData (1'b0)  // a line is written when nothing reads it
    ) u_mem (
        .clk_i,
        .rd_addr_i (rows[b*RowW+:RowW]),
        .rd_data_o (words[b*WordBits+:WordBits]),
        .wr_valid_i(fill[b%Lanes]),
        .wr_addr_i (fill_row),
        .wr_data_i (fill_data[(b%Lanes)*WordBits+:WordBits]),
        .wr_strb_i ('1)
    );
  end
  bank_gather #(
      .WordBits(WordBits),
      .Words   (Rows * Lanes),
      .Banks   (Lanes),
      .Depth   (Gathers),
      .Reads   (Reads)
  ) u_gather (
      .clk_i,
      .rst_i,
      .gather_valid_i(step_valid),
      .gather_ready_o(step_ready),
      .gather_addr_i (step_words),
      .gather_mask_i (step_served),
      .row_o         (rows),
      .word_i        (words),
      .data_valid_o  (data_valid),
      .data_ready_i  (data_ready),
      .data_data_o   (data)
  );

  // The packet, put together round by round. begun_q: a round of it is in packet_q.
  logic data_last, begun_q, unused_part_ready, unused_part_valid;
  logic [Lanes*PartW-1:0] data_parts;
  logic [Lanes*ElemBits-1:0] packet_q;
  stream_fifo #(
      .Width   (Lanes * PartW + 1),
      .Depth   (Gathers),
      .Reserved(1'b1)
  ) u_parts (
      .clk_i,
      .rst_i,
      .in_valid_i (step_valid & step_ready),
      .in_ready_o (unused_part_ready),
      .in_data_i  ({step_last, step_parts}),
      .out_valid_o(unused_part_valid),
      .out_ready_i(data_valid & data_ready),
      .out_data_o ({data_last, data_parts})
  );
  assign data_ready = !data_last || rsp_ready_i;
  assign rsp_valid_o = data_valid & data_last;
  assign answered = rsp_valid_o & rsp_ready_i;
  for (genvar l = 0; l < Lanes; l++) begin : gen_element
    logic [ElemBits-1:0] element;
    lane_select #(
        .Width(ElemBits),
        .Lanes(Parts)
    ) u_select (
        .line_i  (data[l*WordBits+:WordBits]),
        .lane_i  (data_parts[l*PartW+:PartW]),
        .zero_i  (1'b0),
        .result_o(element)
    );
    assign rsp_data_o[l*ElemBits+:ElemBits] = element | (packet_q[l*ElemBits+:ElemBits] & {ElemBits{begun_q}});
  end
  always_ff @(posedge clk_i) begin
    if (data_valid) packet_q <= rsp_data_o;
    if (data_valid && data_ready) begun_q <= !data_last;
    if (rst_i) begun_q <= 1'b0;
  end
endmodule
