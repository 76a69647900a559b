// SPDX-License-Identifier: Apache-2.0
// One lane's replica in local_accumulator: a memory of rows of which one operation updates a word, and which are stored to and read,
// an access a cycle. An update sees all accesses before it; a read, what has been written when it is presented.
// Latency 3 to row_o, a register of the memory.
module accumulator_lane #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 16,
    parameter int unsigned RowWords = 1,
    parameter int unsigned Op = 0,  // as local_accumulator's
    parameter int unsigned KeepsStores = 1,  // 0: stores leave what changes nothing
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned RowW = AW - $clog2(RowWords),
    localparam int unsigned Written = KeepsStores != 0 ? RowWords : 1  // words that an access may give different values
) (
    input  logic                         clk_i,
    input  logic                         rst_i,
    input  logic                         updates_i,
    input  logic                         stores_i,
    input  logic [         RowWords-1:0] words_i,    // of the row, which a store writes
    input  logic [               AW-1:0] addr_i,
    input  logic [ Written*WordBits-1:0] data_i,     // stored; the lowest word is an update's operand
    output logic [RowWords*WordBits-1:0] row_o
);
  localparam int unsigned ColumnW = RowWords > 1 ? $clog2(RowWords) : 1;
  // What changes nothing: ones for CLR and UMIN, the least and the greatest number for SMAX and SMIN.
  localparam logic [WordBits-1:0] Identity = Op == 1 || Op == 7 ? {WordBits{1'b1}} : Op == 4 ? WordBits'(1) << (WordBits - 1) :
                                             Op == 5 ? {WordBits{1'b1}} >> 1 : '0;

  // Accesses ahead of the one in s2 whose writes its read did not see are forwarded as in local_atomic: the one before (last), and the
  // two before that, of whose words the later one is chosen while the access is in s1.
  logic stores_0q, stores_1q, stores_2q, from_last_q, from_second_q, from_earlier_q;
  logic [RowWords-1:0] words_0q, words_1q, words_2q, words_last_q, words_second_q;  // which are written
  logic [RowW-1:0] row_0q, row_1q, row_2q, row_last_q, row_second_q;
  logic [ColumnW-1:0] column, column_0q, column_1q, column_2q, written_1;
  logic [Written*WordBits-1:0] data_0q, data_1q, data_2q, written, written_last_q, written_second_q;
  logic [WordBits-1:0] found, updated, word_last_q, word_earlier_q;

  assign column = RowWords > 1 ? addr_i[ColumnW-1:0] : '0;
  assign written_1 = Written > 1 ? column_1q : '0;
  assign found = from_last_q ? word_last_q : from_earlier_q ? word_earlier_q : row_o[column_2q*WordBits+:WordBits];
  atomic_alu #(
      .Width(WordBits),
      .Ops  (1 << Op)
  ) u_alu (
      .op_i     (6'(Op)),
      .old_i    (found),
      .data_i   (data_2q[WordBits-1:0]),
      .compare_i('0),
      .new_o    (updated)
  );
  for (genvar w = 0; w < Written; w++) begin : gen_written
    assign written[w*WordBits+:WordBits] = !stores_2q ? updated : KeepsStores != 0 ? data_2q[w*WordBits+:WordBits] : Identity;
  end
  always_ff @(posedge clk_i) begin
    words_0q <= rst_i ? '0 : stores_i ? words_i : RowWords'(updates_i) << column;
    words_1q <= rst_i ? '0 : words_0q;
    words_2q <= rst_i ? '0 : words_1q;
    stores_0q <= stores_i;
    stores_1q <= stores_0q;
    stores_2q <= stores_1q;
    row_0q <= addr_i[AW-1-:RowW];
    row_1q <= row_0q;
    row_2q <= row_1q;
    column_0q <= column;
    column_1q <= column_0q;
    column_2q <= column_1q;
    data_0q <= data_i;
    data_1q <= data_0q;
    data_2q <= data_1q;
    from_last_q <= words_2q[column_1q] && row_1q == row_2q;
    from_second_q <= words_2q[column_0q] && row_0q == row_2q;
    from_earlier_q <= from_second_q || (words_second_q[column_1q] && row_1q == row_second_q);
    word_last_q <= !stores_2q ? updated : KeepsStores != 0 ? data_2q[written_1*WordBits+:WordBits] : Identity;
    word_earlier_q <= from_second_q ? written_last_q[written_1*WordBits+:WordBits] : written_second_q[written_1*WordBits+:WordBits];
    words_last_q <= rst_i ? '0 : words_2q;
    words_second_q <= rst_i ? '0 : words_last_q;
    row_last_q <= row_2q;
    row_second_q <= row_last_q;
    written_last_q <= written;
    written_second_q <= written_last_q;
  end
  for (genvar w = 0; w < RowWords; w++) begin : gen_word
    localparam int unsigned From = Written > 1 ? w : 0;
    local_mem #(
        .WordBits(WordBits),
        .Words   (Words / RowWords),
        .NumReads(1),
        .OldData (1'b0)  // forwarded
    ) u_mem (
        .clk_i,
        .rd_addr_i (row_0q),
        .rd_data_o (row_o[w*WordBits+:WordBits]),
        .wr_valid_i(words_last_q[w]),
        .wr_addr_i (row_last_q),
        .wr_data_i (written_last_q[From*WordBits+:WordBits]),
        .wr_strb_i ('1)
    );
  end
endmodule
