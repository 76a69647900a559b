// SPDX-License-Identifier: Apache-2.0
// What atomic operations of packets go through, for packet_atomics_test.cpp: lanes_in_turn before a local_atomic; a
// local_accumulator of each operation, all of which get the same accesses; and lanes_in_turn before the rows of another.
module packet_atomics_bench (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic         req_valid_i,
    output logic         req_ready_o,
    input  logic [  3:0] req_mask_i,
    input  logic [267:0] req_data_i,    // of each lane {compare value, data, address}
    input  logic [  5:0] req_op_i,      // constant while a packet is under way
    output logic         rsp_valid_o,
    input  logic         rsp_ready_i,
    output logic [127:0] rsp_data_o,
    input  logic         rd_valid_i,
    output logic         rd_ready_o,
    input  logic         rd_addr_i,     // a row of four words
    output logic         data_valid_o,
    input  logic         data_ready_i,
    output logic [1023:0] data_data_o,   // of each operation
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic [  3:0] in_mask_i,
    input  logic         in_addr_i,
    input  logic [127:0] in_data_i,
    output logic         ack_valid_o,
    input  logic         ack_ready_i,
    input  logic [  1:0] at_valid_i,
    output logic [  1:0] at_ready_o,
    input  logic [  7:0] at_mask_i,
    input  logic [ 23:0] at_addr_i,
    input  logic [255:0] at_data_i,
    output logic [  1:0] done_valid_o,
    input  logic [  1:0] done_ready_i,
    input  logic         store_valid_i,
    output logic         store_ready_o,
    input  logic [  3:0] store_mask_i,
    input  logic [147:0] store_data_i,  // of each lane {data, address}
    output logic         stored_valid_o,
    input  logic         load_valid_i,
    output logic         load_ready_o,
    input  logic [  3:0] load_mask_i,
    input  logic [ 19:0] load_addr_i,
    output logic         loaded_valid_o,
    output logic [127:0] loaded_data_o
);
  logic lane_valid, lane_ready, answer_valid, answer_ready;
  logic [66:0] lane;
  logic [31:0] answer;
  lanes_in_turn #(
      .RequestW(67),
      .AnswerW (32),
      .Lanes   (4),
      .Depth   (8)
  ) u_turns (
      .clk_i,
      .rst_i,
      .req_valid_i,
      .req_ready_o,
      .req_mask_i,
      .req_data_i,
      .rsp_valid_o,
      .rsp_ready_i,
      .rsp_data_o,
      .lane_req_valid_o(lane_valid),
      .lane_req_ready_i(lane_ready),
      .lane_req_data_o (lane),
      .lane_rsp_valid_i(answer_valid),
      .lane_rsp_ready_o(answer_ready),
      .lane_rsp_data_i (answer)
  );
  local_atomic #(
      .Words    (8),
      .NumReads (0),
      .NumWrites(0),
      .Depth    (8)
  ) u_atomic (
      .clk_i,
      .rst_i,
      .rd_addr_i  ('0),
      .rd_data_o  (),
      .in_valid_i ('0),
      .in_ready_o (),
      .in_addr_i  ('0),
      .in_data_i  ('0),
      .in_strb_i  ('0),
      .ack_valid_o(),
      .ack_ready_i('0),
      .at_valid_i (lane_valid),
      .at_ready_o (lane_ready),
      .at_addr_i  (lane[2:0]),
      .at_wide_i  (1'b0),
      .at_op_i    (req_op_i),
      .at_data_i  (lane[34:3]),
      .at_cmp_i   (lane[66:35]),
      .rsp_valid_o(answer_valid),
      .rsp_ready_i(answer_ready),
      .rsp_data_o (answer)
  );

  // All answer alike, but for the data.
  logic [7:0] rd_ready, data_valid, in_ready, ack_valid;
  logic [15:0] at_ready, done_valid;
  assign rd_ready_o = rd_ready[0];
  assign data_valid_o = data_valid[0];
  assign in_ready_o = in_ready[0];
  assign ack_valid_o = ack_valid[0];
  assign at_ready_o = at_ready[1:0];
  assign done_valid_o = done_valid[1:0];
  for (genvar o = 0; o < 8; o++) begin : gen_operation
    local_accumulator #(
        .Words     (8),
        .RowWords  (4),
        .Lanes     (4),
        .NumUpdates(2),
        .Depth     (12),
        .Op        (o)
    ) u_accumulator (
        .clk_i,
        .rst_i,
        .rd_valid_i,
        .rd_ready_o  (rd_ready[o]),
        .rd_addr_i,
        .data_valid_o(data_valid[o]),
        .data_ready_i,
        .data_data_o (data_data_o[o*128+:128]),
        .in_valid_i,
        .in_ready_o  (in_ready[o]),
        .in_mask_i,
        .in_addr_i,
        .in_data_i,
        .ack_valid_o (ack_valid[o]),
        .ack_ready_i,
        .at_valid_i,
        .at_ready_o  (at_ready[2*o+:2]),
        .at_mask_i,
        .at_addr_i,
        .at_data_i,
        .done_valid_o(done_valid[2*o+:2]),
        .done_ready_i
    );
  end

  // 32 words.
  logic rows_valid, rows_ready, rows_ack, rows_acked, row_valid, row_ready, row_answer, row_answered;
  logic [134:0] rows_request;
  logic [6:0] row_request;
  logic [127:0] row_data;
  lanes_in_turn #(
      .RequestW(37),
      .AnswerW (1),
      .Depth   (16),
      .RowWords(4),
      .AddrW   (5)
  ) u_stores (
      .clk_i,
      .rst_i,
      .req_valid_i     (store_valid_i),
      .req_ready_o     (store_ready_o),
      .req_mask_i      (store_mask_i),
      .req_data_i      (store_data_i),
      .rsp_valid_o     (stored_valid_o),
      .rsp_ready_i     (1'b1),
      .rsp_data_o      (),
      .lane_req_valid_o(rows_valid),
      .lane_req_ready_i(rows_ready),
      .lane_req_data_o (rows_request),
      .lane_rsp_valid_i(rows_ack),
      .lane_rsp_ready_o(rows_acked),
      .lane_rsp_data_i ('0)
  );
  lanes_in_turn #(
      .RequestW(5),
      .AnswerW (32),
      .Depth   (16),
      .RowWords(4),
      .AddrW   (5)
  ) u_loads (
      .clk_i,
      .rst_i,
      .req_valid_i     (load_valid_i),
      .req_ready_o     (load_ready_o),
      .req_mask_i      (load_mask_i),
      .req_data_i      (load_addr_i),
      .rsp_valid_o     (loaded_valid_o),
      .rsp_ready_i     (1'b1),
      .rsp_data_o      (loaded_data_o),
      .lane_req_valid_o(row_valid),
      .lane_req_ready_i(row_ready),
      .lane_req_data_o (row_request),
      .lane_rsp_valid_i(row_answer),
      .lane_rsp_ready_o(row_answered),
      .lane_rsp_data_i (row_data)
  );
  local_accumulator #(
      .Words   (32),
      .RowWords(4),
      .Depth   (16)
  ) u_rows (
      .clk_i,
      .rst_i,
      .rd_valid_i  (row_valid),
      .rd_ready_o  (row_ready),
      .rd_addr_i   (row_request[2:0]),
      .data_valid_o(row_answer),
      .data_ready_i(row_answered),
      .data_data_o (row_data),
      .in_valid_i  (rows_valid),
      .in_ready_o  (rows_ready),
      .in_mask_i   (rows_request[6:3]),
      .in_addr_i   (rows_request[2:0]),
      .in_data_i   (rows_request[134:7]),
      .ack_valid_o (rows_ack),
      .ack_ready_i (rows_acked),
      .at_valid_i  (1'b0),
      .at_ready_o  (),
      .at_mask_i   ('0),
      .at_addr_i   ('0),
      .at_data_i   ('0),
      .done_valid_o(),
      .done_ready_i(1'b0)
  );
endmodule
