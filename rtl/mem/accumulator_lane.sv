// SPDX-License-Identifier: Apache-2.0
// One lane's replica in local_accumulator: a memory that is updated by one operation or stored to, an access a cycle. An access sees
// all those before it. Latency 4 to old_o, which is registered.
module accumulator_lane #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 16,
    parameter int unsigned Op = 0,  // as local_accumulator's
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic                writes_i,  // otherwise it reads
    input  logic                stores_i,  // the operand, rather than what the operation makes of it
    input  logic [      AW-1:0] addr_i,
    input  logic [WordBits-1:0] data_i,
    output logic [WordBits-1:0] old_o
);
  // Accesses ahead of the one in s2 whose writes its read did not see are forwarded as in local_atomic: the one before (last), and the
  // two before that, of whose words the later one is chosen while the access is in s1.
  logic writes_0q, writes_1q, writes_2q, writes_last_q, writes_second_q;
  logic stores_0q, stores_1q, stores_2q, from_last_q, from_second, from_earlier_q;
  logic [AW-1:0] addr_0q, addr_1q, addr_2q, addr_last_q, addr_second_q;
  logic [WordBits-1:0] data_0q, data_1q, data_2q, word, found, updated, written, word_last_q, word_second_q, word_earlier_q;

  assign from_second = writes_last_q && addr_1q == addr_last_q;
  assign found = from_last_q ? word_last_q : from_earlier_q ? word_earlier_q : word;
  assign written = stores_2q ? data_2q : updated;
  atomic_alu #(
      .Width(WordBits),
      .Ops  (1 << Op)
  ) u_alu (
      .op_i     (6'(Op)),
      .old_i    (found),
      .data_i   (data_2q),
      .compare_i('0),
      .new_o    (updated)
  );
  always_ff @(posedge clk_i) begin
    writes_0q <= writes_i && !rst_i;
    writes_1q <= writes_0q && !rst_i;
    writes_2q <= writes_1q && !rst_i;
    stores_0q <= stores_i;
    stores_1q <= stores_0q;
    stores_2q <= stores_1q;
    addr_0q <= addr_i;
    addr_1q <= addr_0q;
    addr_2q <= addr_1q;
    data_0q <= data_i;
    data_1q <= data_0q;
    data_2q <= data_1q;
    from_last_q <= writes_2q && addr_1q == addr_2q;
    from_earlier_q <= from_second || (writes_second_q && addr_1q == addr_second_q);
    word_earlier_q <= from_second ? word_last_q : word_second_q;
    writes_last_q <= writes_2q && !rst_i;
    writes_second_q <= writes_last_q && !rst_i;
    addr_last_q <= addr_2q;
    addr_second_q <= addr_last_q;
    word_last_q <= written;
    word_second_q <= word_last_q;
    old_o <= found;
  end
  local_mem #(
      .WordBits(WordBits),
      .Words   (Words),
      .NumReads(1)
  ) u_mem (
      .clk_i,
      .rd_addr_i (addr_0q),
      .rd_data_o (word),
      .wr_valid_i(writes_last_q),
      .wr_addr_i (addr_last_q),
      .wr_data_i (word_last_q),
      .wr_strb_i ('1)
  );
endmodule
