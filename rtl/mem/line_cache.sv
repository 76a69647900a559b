// SPDX-License-Identifier: Apache-2.0
// A cache between load units and memory, for units that read the same lines: each line of a picture's rows is needed again for the rows
// beside it. Nobody writes what they read, or there is no keep_i: then it finds nothing, and each request gets a line that is asked for
// behind it. It is direct-mapped (cache_row), and empty after a reset.
// As in lsu_load_cached, tags run ahead of the lines, and all stays in order. In a cycle each port takes a request of one of its
// units, in turn; those of all ports that come together are a packet: its lines that are in the cache, or on their way into it, are a first
// round, then each other line has a round of its own, is asked for at once and counts as there. Rounds wait in a FIFO. Each writes its line
// at the FIFO's end, when it has come, and is read behind that; so a line is replaced only after all that found it have read.
// The units have room for what they ask for, so no answer waits for anything but its line.
// Latency 6 cycles from a unit's request to the line request, 6 from the line response to the unit's. Initiation interval: the number of
// rounds, and one more where the last line of the packet before replaces one that a port would have found (line_rounds).
// All outputs are functions of registers, but for site_req_ready_o, also of site_req_valid_i.
module line_cache #(
    parameter int unsigned NumSites = 3,
    parameter int unsigned NumPorts = 3,  // lines that are read in a cycle, at least 2, and a quarter of the units; unit s has port s * NumPorts / NumSites
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned Depth = 4,  // lines in flight, at least 2
    parameter int unsigned Lines = 256  // of the cache, a power of two
) (
    input  logic                         clk_i,
    input  logic                         rst_i,
    input  logic                         keep_i,  // the same from the first request after a reset on
    input  logic [         NumSites-1:0] site_req_valid_i,
    output logic [         NumSites-1:0] site_req_ready_o,
    input  logic [NumSites*AddrBits-1:0] site_req_addr_i,
    output logic [         NumSites-1:0] site_rsp_valid_o,
    output logic [NumSites*LineBits-1:0] site_rsp_data_o,
    output logic                         line_req_valid_o,
    input  logic                         line_req_ready_i,
    output logic [         AddrBits-1:0] line_req_addr_o,
    input  logic                         line_rsp_valid_i,
    input  logic [         LineBits-1:0] line_rsp_data_i
);
  localparam int unsigned IndexW = $clog2(Lines);
  localparam int unsigned Turns = 5;  // of cache_row: windows that walk along rows are up to some lines long
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Pairs = NumPorts * (NumPorts - 1) / 2;
  localparam int unsigned MostSites = (NumSites + NumPorts - 1) / NumPorts;  // of a port
  localparam int unsigned SiteW = MostSites > 1 ? $clog2(MostSites) : 1;
  localparam int unsigned Wanted = 2 * Depth;
  localparam int unsigned Rounds = Wanted > 16 ? Wanted : 16;  // those whose lines are in flight, and those between them

  if (Depth < 2 || NumPorts < 2 || NumSites < NumPorts || NumSites > 4 * NumPorts) begin : gen_check
    $fatal(1, "line_cache: Depth and NumPorts are at least 2, and each port has one to four units");
  end
  if (Lines < 2 || (Lines & (Lines - 1)) != 0 || IndexW >= LineAddrW) begin : gen_lines_check
    $fatal(1, "line_cache: Lines is a power of two, and fewer than all");
  end

  // What the ports offer: a packet.
  logic packet_ready;
  logic [NumPorts-1:0] offered, leads;
  logic [Pairs-1:0] same;
  logic [NumPorts*LineAddrW-1:0] lines;
  logic [NumPorts*SiteW-1:0] sites;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    localparam int unsigned First = (NumSites * p + NumPorts - 1) / NumPorts;
    localparam int unsigned Count = (NumSites * (p + 1) + NumPorts - 1) / NumPorts - First;
    localparam int unsigned Width = LineAddrW + SiteW;
    logic [Count*Width-1:0] requests;
    logic merged_valid, merged_ready;
    logic [Width-1:0] merged;
    logic [LineAddrW-1:0] line;
    for (genvar i = 0; i < Count; i++) begin : gen_site
      logic unused_low;
      assign unused_low = ^site_req_addr_i[(First+i)*AddrBits+:LineShift];
      // From here to line_req_addr_o a line is known by its row of the cache and what is above it. Each unit's is found while its turn is.
      cache_row #(
          .LineAddrW(LineAddrW),
          .IndexW   (IndexW),
          .Turns    (Turns)
      ) u_row (
          .line_i(site_req_addr_i[(First+i+1)*AddrBits-1-:LineAddrW]),
          .line_o(requests[i*Width+:LineAddrW])
      );
      assign requests[i*Width+LineAddrW+:SiteW] = SiteW'(i);
    end
    stream_merge #(
        .Width     (Width),
        .NumInputs (Count),
        .RoundRobin(1)
    ) u_merge (
        .clk_i,
        .rst_i,
        .in_valid_i (site_req_valid_i[First+:Count]),
        .in_ready_o (site_req_ready_o[First+:Count]),
        .in_data_i  (requests),
        .out_valid_o(merged_valid),
        .out_ready_i(merged_ready),
        .out_data_o (merged)
    );
    stream_slice #(
        .Width(Width)
    ) u_slice (
        .clk_i,
        .rst_i,
        .in_valid_i (merged_valid),
        .in_ready_o (merged_ready),
        .in_data_i  (merged),
        .out_valid_o(offered[p]),
        .out_ready_i(packet_ready),
        .out_data_o ({sites[p*SiteW+:SiteW], line})
    );
    assign lines[p*LineAddrW+:LineAddrW] = line;
    logic [NumPorts-1:0] behind;  // ports below that offer the same line
    for (genvar j = 0; j < NumPorts; j++) begin : gen_other
      if (j < p) begin : gen_pair
        assign same[p*(p-1)/2+j] = line == gen_port[j].line;
        assign behind[j] = offered[j] && same[p*(p-1)/2+j];
      end else begin : gen_none
        assign behind[j] = 1'b0;
      end
    end
    assign leads[p] = offered[p] && behind == '0;
  end

  // Look-up, and rounds. A packet leaves the tags when the lines that the ones before ask for are there, or as the last one is asked for.
  logic found_valid;
  logic [NumPorts-1:0] found_ok, found_leads, found_hits;
  logic [Pairs-1:0] found_same;
  logic [NumPorts*LineAddrW-1:0] found_lines;
  logic [NumPorts*SiteW-1:0] found_sites;
  logic rounds_ready, round_room, round_begins, round_valid, round_asks, unused_round_flush, unused_round_last;
  logic [NumPorts-1:0] round_served;
  logic [NumPorts*SiteW-1:0] round_sites;
  logic [NumPorts*IndexW-1:0] round_rows;
  logic [LineAddrW-1:0] round_line;
  cache_tags #(
      .Lanes    (NumPorts),
      .LineAddrW(LineAddrW),
      .Lines    (Lines),
      .Width    (NumPorts * (SiteW + 2) + Pairs)
  ) u_tags (
      .clk_i,
      .rst_i,
      .put_i        (round_valid & round_asks & keep_i),
      .put_line_i   (round_line),
      .in_valid_i   (offered != '0),
      .in_ready_o   (packet_ready),
      .in_lines_i   (lines),
      .in_payload_i ({offered, leads, same, sites}),
      .out_valid_o  (found_valid),
      .out_ready_i  (rounds_ready),
      .out_hits_o   (found_hits),
      .out_lines_o  (found_lines),
      .out_payload_o({found_ok, found_leads, found_same, found_sites})
  );
  line_rounds #(
      .Lanes    (NumPorts),
      .LineAddrW(LineAddrW),
      .Width    (NumPorts * SiteW),
      .IndexW   (IndexW)
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
      .in_payload_i (found_sites),
      .room_i       (round_room),
      .keep_i,
      .step_o       (round_begins),
      .out_valid_o  (round_valid),
      .out_flush_o  (unused_round_flush),
      .out_some_o   (round_asks),
      .out_last_o   (unused_round_last),
      .out_served_o (round_served),
      .out_line_o   (round_line),
      .out_rows_o   (round_rows),
      .out_payload_o(round_sites)
  );

  // Line requests, and rounds that wait for their lines. The requests' addresses have rows of the cache for lines until here.
  logic step, line_enters;
  logic [NumPorts-1:0] step_served;
  logic [IndexW-1:0] step_index;
  logic [NumPorts*SiteW-1:0] step_sites;
  logic [NumPorts*IndexW-1:0] step_rows;
  logic [AddrBits-1:0] request_addr;
  logic [LineBits-1:0] entered_line;
  line_requests #(
      .AddrBits(AddrBits),
      .LineBits(LineBits),
      .Depth   (Depth),
      .Rounds  (Rounds),
      .Width   (NumPorts * (IndexW + SiteW + 1) + IndexW)
  ) u_requests (
      .clk_i,
      .rst_i,
      .room_o          (round_room),
      .reserve_i       (round_begins),
      .in_valid_i      (round_valid),
      .in_asks_i       (round_asks),
      .in_line_i       (round_line),
      .in_payload_i    ({round_served, round_line[IndexW-1:0], round_sites, round_rows}),
      .line_req_valid_o,
      .line_req_ready_i,
      .line_req_addr_o (request_addr),
      .line_rsp_valid_i,
      .line_rsp_data_i,
      .out_valid_o     (step),
      .out_ready_i     (1'b1),
      .out_payload_o   ({step_served, step_index, step_sites, step_rows}),
      .entered_o       (line_enters),
      .out_line_o      (entered_line)
  );
  cache_row #(
      .LineAddrW(LineAddrW),
      .IndexW   (IndexW),
      .Back     (1'b1),
      .Turns    (Turns)
  ) u_line (
      .line_i(request_addr[AddrBits-1:LineShift]),
      .line_o(line_req_addr_o[AddrBits-1:LineShift])
  );
  assign line_req_addr_o[LineShift-1:0] = request_addr[LineShift-1:0];

  // The cache, and the answers: a round reads three cycles after it left the FIFO, and its line is written in that cycle, as the round
  // before it has read. What a round reads of its own line is replaced behind the memory, which need not see to it.
  localparam int unsigned ReadStages = 3, AnswerStages = 2;
  logic enters_1q, enters_2q;
  logic [IndexW-1:0] index_q[0:ReadStages-1];
  logic [LineBits-1:0] lines_q[1:ReadStages+AnswerStages-1];
  logic [NumPorts*IndexW-1:0] rows_q[0:ReadStages-1];
  logic [NumPorts*SiteW-1:0] sites_q[0:ReadStages+AnswerStages-1];
  logic [NumPorts-1:0] served_q[0:ReadStages+AnswerStages-1];
  always_ff @(posedge clk_i) begin
    enters_1q  <= line_enters && !rst_i;
    enters_2q  <= enters_1q && !rst_i;
    index_q[0] <= step_index;
    rows_q[0]  <= step_rows;
    lines_q[1] <= entered_line;
    for (int unsigned i = 1; i < ReadStages; i++) begin
      index_q[i] <= index_q[i-1];
      rows_q[i]  <= rows_q[i-1];
    end
    for (int unsigned i = 2; i < ReadStages + AnswerStages; i++) lines_q[i] <= lines_q[i-1];
    sites_q[0]  <= step_sites;
    served_q[0] <= step && !rst_i ? step_served : '0;
    for (int unsigned i = 1; i < ReadStages + AnswerStages; i++) begin
      sites_q[i]  <= sites_q[i-1];
      served_q[i] <= rst_i ? '0 : served_q[i-1];
    end
  end
  logic [NumPorts*LineBits-1:0] data;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_copy
    (* no_rw_check *)
    logic [LineBits-1:0] mem[0:Lines-1];
    logic [IndexW-1:0] row;
    logic [LineBits-1:0] word_q, data_q;
    logic own_1q, own_2q;  // it is the line that is written
    assign row = rows_q[ReadStages-1][p*IndexW+:IndexW];
    always_ff @(posedge clk_i) if (enters_2q) mem[index_q[ReadStages-1]] <= lines_q[ReadStages-1];
    always_ff @(posedge clk_i) begin
      word_q <= mem[row];
      data_q <= word_q;
      own_1q <= enters_2q && row == index_q[ReadStages-1];
      own_2q <= own_1q;
    end
    assign data[p*LineBits+:LineBits] = own_2q ? lines_q[ReadStages+AnswerStages-1] : data_q;
  end
  for (genvar s = 0; s < NumSites; s++) begin : gen_answer
    localparam int unsigned Port = s * NumPorts / NumSites;
    localparam int unsigned First = (NumSites * Port + NumPorts - 1) / NumPorts;
    assign site_rsp_valid_o[s] = served_q[ReadStages+AnswerStages-1][Port]
        && sites_q[ReadStages+AnswerStages-1][Port*SiteW+:SiteW] == SiteW'(s - First);
    assign site_rsp_data_o[s*LineBits+:LineBits] = data[Port*LineBits+:LineBits];
  end
endmodule
