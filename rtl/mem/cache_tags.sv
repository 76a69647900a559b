// SPDX-License-Identifier: Apache-2.0
// Which lines a direct-mapped cache holds, looked up for all lanes of a packet at once. A line that is put is found by each
// packet that leaves in the same cycle or later, and what it replaces is not; nothing is found after a reset.
// Latency 2, initiation interval 1; no packet is taken in the cycles behind a reset in which rows are cleared, 17 at most.
// Registered: out_* but out_hits_o, which is a function of registers and put_*. in_ready_o is out_ready_i but in those cycles: both
// stages move together.
module cache_tags #(
    parameter int unsigned Lanes = 4,
    parameter int unsigned LineAddrW = 28,
    parameter int unsigned Lines = 256,  // a power of two, at least 2, less than there are line addresses
    parameter int unsigned Width = 1  // bits that travel with each packet
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic                       put_i,
    input  logic [      LineAddrW-1:0] put_line_i,
    input  logic                       in_valid_i,
    output logic                       in_ready_o,
    input  logic [Lanes*LineAddrW-1:0] in_lines_i,
    input  logic [          Width-1:0] in_payload_i,
    output logic                       out_valid_o,
    input  logic                       out_ready_i,
    output logic [          Lanes-1:0] out_hits_o,
    output logic [Lanes*LineAddrW-1:0] out_lines_o,
    output logic [          Width-1:0] out_payload_o
);
  localparam int unsigned IndexW = $clog2(Lines);
  localparam int unsigned TagW = LineAddrW - IndexW;
  // Which lines are there: rows of the smallest distributed memory, of a bit for each line whose index has the row as lower bits.
  localparam int unsigned RowW = IndexW < 4 ? IndexW : 4;
  localparam int unsigned Columns = Lines >> RowW;
  localparam int unsigned HighW = Columns > 16 ? 4 : $clog2(Columns);  // of a column's number, bits that choose in the second stage

  logic valid_1q, valid_2q;
  logic [Lanes*LineAddrW-1:0] lines_1q, lines_2q;
  logic [Width-1:0] payload_1q, payload_2q;
  assign out_valid_o = valid_2q;
  assign out_lines_o = lines_2q;
  assign out_payload_o = payload_2q;
  always_ff @(posedge clk_i) begin
    if (out_ready_i) begin
      valid_1q <= in_valid_i & in_ready_o;
      valid_2q <= valid_1q;
      lines_1q <= in_lines_i;
      lines_2q <= lines_1q;
      payload_1q <= in_payload_i;
      payload_2q <= payload_1q;
    end
    if (rst_i) begin
      valid_1q <= 1'b0;
      valid_2q <= 1'b0;
    end
  end

  // Which rows of the tags count. A reset clears a row of these bits after the other. Of a line that is put the row of its bit is read
  // in the next cycle, and written in the one behind that.
  logic [RowW:0] cleared_q;  // rows
  logic clears, clears_q, put_q, write_q;
  logic [IndexW-1:0] put_index, put_index_q, write_index_q;
  logic [TagW-1:0] put_tag;
  logic [Columns-1:0] put_column, columns_q;
  logic [Columns-1:0] filled[0:(1<<RowW)-1];
  assign {put_tag, put_index} = put_line_i;
  assign clears = !cleared_q[RowW];
  assign in_ready_o = out_ready_i & !clears & !clears_q;
  always_ff @(posedge clk_i) begin
    put_q <= put_i && !rst_i;
    put_index_q <= put_index;
    cleared_q <= rst_i ? '0 : cleared_q + (RowW + 1)'(clears);
    clears_q <= clears && !rst_i;
    write_q <= (put_q || clears) && !rst_i;
    write_index_q <= clears ? IndexW'(cleared_q) : put_index_q;
    if (clears) columns_q <= '0;
    else if (write_q && write_index_q[RowW-1:0] == put_index_q[RowW-1:0]) columns_q <= columns_q | put_column;
    else columns_q <= filled[put_index_q[RowW-1:0]] | put_column;
    if (write_q) filled[write_index_q[RowW-1:0]] <= columns_q;
  end
  if (Columns == 1) begin : gen_one
    assign put_column = 1'b1;
  end else begin : gen_columns
    assign put_column = Columns'(1) << put_index_q[IndexW-1:RowW];
  end

  // Tags and `filled` are read on the way into the first stage. Of a line that is put from then on to the same row it is known whether
  // it is the lane's: known_q, and present_q says so.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [IndexW-1:0] index, index_1, index_2;
    logic [TagW-1:0] tag, tag_1, tag_2, word_q, read_q;
    (* no_rw_check *)
    logic [TagW-1:0] tags[0:Lines-1];  // what is read of a row as a line is put to it is not used
    logic [Columns-1:0] row;
    logic [(1<<HighW)-1:0] column, column_q;  // of the row, those with the index's lower bits
    logic late_q;  // its bit is being set as the packet enters the first stage
    logic here;  // whether the row counts, of a packet in the first stage
    logic meets, meets_1, meets_2, known_1q, present_1q, known_2q, present_2q;
    assign {tag, index} = in_lines_i[l*LineAddrW+:LineAddrW];
    assign {tag_1, index_1} = lines_1q[l*LineAddrW+:LineAddrW];
    assign {tag_2, index_2} = lines_2q[l*LineAddrW+:LineAddrW];
    assign row = filled[index[RowW-1:0]];
    if (Columns == 1) begin : gen_row
      assign column = row;
      assign here = column_q[0];
    end else if (Columns <= 1 << HighW) begin : gen_column
      assign column = row;
      assign here = column_q[index_1[IndexW-1:RowW]];
    end else begin : gen_choice
      for (genvar h = 0; h < 1 << HighW; h++) begin : gen_high
        logic [(Columns>>HighW)-1:0] part;
        assign part = row[h*(Columns>>HighW)+:Columns>>HighW];
        assign column[h] = part[index[IndexW-HighW-1:RowW]];
      end
      assign here = column_q[index_1[IndexW-1-:HighW]];
    end
    assign meets = put_i && put_index == index;
    assign meets_1 = put_i && put_index == index_1;
    assign meets_2 = put_i && put_index == index_2;
    always_ff @(posedge clk_i) if (put_i) tags[put_index] <= put_tag;
    always_ff @(posedge clk_i) begin
      if (out_ready_i) begin
        word_q <= tags[index];
        read_q <= word_q;
        column_q <= column;
        late_q <= (put_q && put_index_q == index) || (write_q && write_index_q == index);
        known_1q <= meets;
        present_1q <= put_tag == tag;
        known_2q <= meets_1 || known_1q || !(here || late_q);
        present_2q <= meets_1 ? put_tag == tag_1 : known_1q && present_1q;
      end else begin
        if (meets_1) begin
          known_1q   <= 1'b1;
          present_1q <= put_tag == tag_1;
        end
        if (meets_2) begin
          known_2q   <= 1'b1;
          present_2q <= put_tag == tag_2;
        end
      end
    end
    assign out_hits_o[l] = meets_2 ? put_tag == tag_2 : known_2q ? present_2q : read_q == tag_2;
  end
endmodule
