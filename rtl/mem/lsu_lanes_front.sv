// SPDX-License-Identifier: Apache-2.0
// Front end of load units for packets with an address for each lane: admits requests while there is room, checks the bounds
// of each lane, reports faults, and finds out which lanes lie in one line. What waits to be taken stays in a FIFO.
// Latency 3 from an accepted request to valid_o and to fault_o, initiation interval 1. Registered: req_ready_o, valid_o, fault_*.
// Address bits below Bytes are taken as zero, so what is checked is what is accessed.
// IndexW: straight from registers, as a cache looks them up at once, come of each element its line as cache_row has it, the bank of its
// word (row_hash, of the word's own address) and where it lies in the word. With Own, as it is, and the set that came with the request;
// for the bank the word's place in its line without Sums.
module lsu_lanes_front #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned IndexW = 0,  // of the rows of a cache; 0: there is none
    parameter int unsigned WordBits = Bytes * 8,  // of a bank of the cache, from an element to a line
    parameter int unsigned BankW = 1,  // of the banks
    parameter bit Sums = 1'b0,  // of row_hash
    parameter bit Own = 1'b0,
    parameter int unsigned SetW = 1,
    localparam int unsigned ElemAddrW =
        AddrBits - $clog2(Bytes) - (IndexW == 0 ? 0 : $clog2(LineBits / WordBits)) + (IndexW == 0 ? 0 : BankW),
    localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           flush_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [     Lanes*AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    input  logic [               SetW-1:0] req_set_i,
    output logic                           accept_o,
    output logic                           valid_o,
    input  logic                           ready_i,
    output logic                           flush_o,       // a flush came since the request before was accepted
    output logic [              Lanes-1:0] ok_o,          // there and within bounds
    output logic [              Lanes-1:0] leads_o,       // of these, the lowest lane of each line
    output logic [              Pairs-1:0] same_o,        // bit i * (i - 1) / 2 + j: lanes i and j < i lie in one line
    output logic [               SetW-1:0] set_o,
    output logic [    Lanes*ElemAddrW-1:0] elements_o,    // addresses in elements, or what a cache is to know
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o   // of the lowest lane out of bounds
);
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned WordShift = $clog2(WordBits / 8);
  // With Own, and few lanes, the word's place in its line.
  localparam int unsigned LastPlace = LineBits / WordBits - 1;
  localparam logic [AddrBits-WordShift-1:0] HashMask = Own && !Sums ? (AddrBits - WordShift)'(LastPlace) : {(AddrBits - WordShift){1'b1}};
  localparam int unsigned Waiting = 4;  // packets accepted, not yet taken: 4 for full rate

  // Bounds, and which lanes share a line, beside two stages of the request.
  logic valid_1q, valid_2q, flush_q, flush_1q, flush_2q;
  logic [Lanes-1:0] mask_1q, mask_2q, legal, ok, bad, leads;
  logic [Lanes*AddrBits-1:0] addr, addr_1q, addr_2q;
  logic [Lanes*ElemAddrW-1:0] elements;
  logic [Pairs-1:0] same_2q;
  logic [SetW-1:0] set_1q, set_2q;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign addr[l*AddrBits+:AddrBits] = (req_addr_i[l*AddrBits+:AddrBits] >> ElemShift) << ElemShift;
    if (IndexW == 0) begin : gen_element
      assign elements[l*ElemAddrW+:ElemAddrW] = addr_2q[l*AddrBits+ElemShift+:ElemAddrW];
    end else begin : gen_placed
      logic [AddrBits-LineShift-1:0] placed, placed_2q;
      logic [BankW-1:0] bank, bank_2q;
      if (Own) begin : gen_line
        assign placed = addr_1q[(l+1)*AddrBits-1-:AddrBits-LineShift];
      end else begin : gen_row
        cache_row #(
            .LineAddrW(AddrBits - LineShift),
            .IndexW   (IndexW)
        ) u_row (
            .line_i(addr_1q[(l+1)*AddrBits-1-:AddrBits-LineShift]),
            .line_o(placed)
        );
      end
      row_hash #(
          .RowW (AddrBits - WordShift),
          .LaneW(BankW),
          .Sums (Sums)
      ) u_bank (
          .row_i (addr_1q[l*AddrBits+WordShift+:AddrBits-WordShift] & HashMask),
          .hash_o(bank)
      );
      always_ff @(posedge clk_i) begin
        placed_2q <= placed;
        bank_2q   <= bank;
      end
      if (WordShift > ElemShift) begin : gen_part
        assign elements[l*ElemAddrW+:ElemAddrW] = {placed_2q, bank_2q, addr_2q[l*AddrBits+ElemShift+:WordShift-ElemShift]};
      end else begin : gen_whole
        assign elements[l*ElemAddrW+:ElemAddrW] = {placed_2q, bank_2q};
      end
    end
    bounds_check #(
        .Bytes     (Bytes),
        .AddrBits  (AddrBits),
        .NumRegions(NumRegions)
    ) u_bounds (
        .clk_i,
        .base_i,
        .limit_i,
        .addr_i(addr[l*AddrBits+:AddrBits]),
        .ok_o  (legal[l])
    );
    logic [Lanes-1:0] behind;  // lanes below in the same line
    for (genvar j = 0; j < Lanes; j++) begin : gen_other
      if (j < l) begin : gen_pair
        localparam int unsigned Pair = l * (l - 1) / 2 + j;
        always_ff @(posedge clk_i)
          same_2q[Pair] <= addr_1q[l*AddrBits+LineShift+:AddrBits-LineShift] == addr_1q[j*AddrBits+LineShift+:AddrBits-LineShift];
        assign behind[j] = ok[j] && same_2q[Pair];
      end else begin : gen_none
        assign behind[j] = 1'b0;
      end
    end
    assign leads[l] = ok[l] && behind == '0;
  end
  assign ok = mask_2q & legal;
  assign bad = mask_2q & ~legal;

  assign accept_o = req_valid_i & req_ready_o;
  always_ff @(posedge clk_i) begin
    addr_1q <= addr;
    addr_2q <= addr_1q;
    mask_1q <= req_mask_i;
    mask_2q <= mask_1q;
    set_1q <= req_set_i;
    set_2q <= set_1q;
    flush_1q <= flush_q || flush_i;
    flush_2q <= flush_1q;
    flush_q <= !rst_i && !accept_o && (flush_q || flush_i);  // for the next packet accepted
    valid_1q <= accept_o && !rst_i;
    valid_2q <= valid_1q && !rst_i;
  end

  localparam int unsigned Width = Lanes * ElemAddrW + Pairs + 2 * Lanes + 1;
  logic [Width+SetW-1:0] shown;
  credit_fifo #(
      .Width(Width + (Own ? SetW : 0)),
      .Depth(Waiting),
      .Head (IndexW != 0)
  ) u_waiting (
      .clk_i,
      .rst_i,
      .credit_o (req_ready_o),
      .reserve_i(accept_o),
      .push_i   (valid_2q),
      .data_i   ((Width + (Own ? SetW : 0))'({set_2q, flush_2q, ok, leads, same_2q, elements})),
      .release_i(1'b0),
      .valid_o,
      .ready_i,
      .data_o   (shown[Width+(Own?SetW : 0)-1:0])
  );
  assign {flush_o, ok_o, leads_o, same_o, elements_o} = shown[Width-1:0];
  assign set_o = shown[Width+:SetW];
  if (!Own) begin : gen_no_set
    assign shown[Width+:SetW] = '0;
  end

  // Faults.
  logic fault_q;
  logic [AddrBits-1:0] fault_addr, fault_addr_q;
  always_comb begin
    fault_addr = addr_2q[(Lanes-1)*AddrBits+:AddrBits];
    for (int unsigned l = Lanes - 1; l > 0; l--) if (bad[l-1]) fault_addr = addr_2q[(l-1)*AddrBits+:AddrBits];
  end
  always_ff @(posedge clk_i) begin
    fault_q <= valid_2q && bad != '0 && !rst_i;
    fault_addr_q <= fault_addr;
  end
  assign fault_o = fault_q;
  assign fault_addr_o = fault_addr_q;
endmodule
