// SPDX-License-Identifier: Apache-2.0
// The device's end of the host link: carries out requests on a bus of 32-bit words and answers them (docs/rtl-interfaces.md, section 7).
//
// One request at a time: bytes that arrive while one is carried out or answered are lost, as bytes on a bad line are, and the host
// repeats what is not answered. A write with the number of the request before it is not carried out again, only answered; a read is.
// After a reset everything is refused until a request has CONNECT.
// The bus: `bus_valid_o` and what comes with it hold until `bus_ready_i`, with which `bus_rdata_i` counts. Registered: the bus's
// `valid`, `write`, `memory`, `wdata`, `wstrb`; `bus_addr_o` is the sum of two registers.
module link_endpoint #(
    parameter int unsigned AddrW = 14  // of a byte on the bus; what lies above in a request's address is dropped
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             rx_valid_i,
    input  logic [7:0]       rx_data_i,
    output logic             tx_valid_o,
    input  logic             tx_ready_i,
    output logic [7:0]       tx_data_o,
    output logic             bus_valid_o,
    input  logic             bus_ready_i,
    output logic             bus_write_o,
    output logic             bus_memory_o,  // memory, else registers
    output logic [AddrW-1:0] bus_addr_o,    // the two low bits do not count
    output logic [31:0]      bus_wdata_o,
    output logic [3:0]       bus_wstrb_o,
    input  logic [31:0]      bus_rdata_i
);
  localparam int unsigned FcsBytes = 4;

  typedef enum logic [2:0] {
    Receive,
    Check,     // is there something to be done?
    Fetch,     // the next byte to be written leaves the buffer
    Collect,   // and becomes part of a word
    Access,    // the word goes over the bus
    Number,    // answer: the request's number,
    Status,    // its outcome,
    Data       // what was read
  } state_t;
  state_t state_q;

  // ---- Frames.
  logic rx_valid, unused_rx_ready, data_valid, flag, frame, crc_busy, crc_good, answering, answer_crc_valid;
  logic [7:0] data, crc, answer_crc_byte;
  assign rx_valid = rx_valid_i && state_q == Receive && !answering;  // the last bytes of an answer are the framer's affair
  link_deframer u_deframer (
      .clk_i,
      .rst_i,
      .in_valid_i  (rx_valid),
      .in_ready_o  (unused_rx_ready),
      .in_data_i   (rx_data_i),
      .data_valid_o(data_valid),
      .data_o      (data),
      .flag_o      (flag),
      .frame_o     (frame),
      .crc_busy_i  (crc_busy),
      .crc_good_i  (crc_good)
  );

  logic answer_valid, answer_ready, answer_last;
  logic [7:0] answer;
  link_framer u_framer (
      .clk_i,
      .rst_i,
      .in_valid_i (answer_valid),
      .in_ready_o (answer_ready),
      .in_data_i  (answer),
      .in_last_i  (answer_last),
      .out_valid_o(tx_valid_o),
      .out_ready_i(tx_ready_i),
      .out_data_o (tx_data_o),
      .busy_o     (answering),
      .crc_valid_o(answer_crc_valid),
      .crc_byte_o (answer_crc_byte),
      .crc_busy_i (crc_busy),
      .crc_i      (crc)
  );

  // One checksum for both directions. The flag that ends a request leaves it clear for the answer.
  link_crc u_crc (
      .clk_i,
      .clear_i     (rst_i || flag),
      .byte_valid_i(data_valid || answer_crc_valid),
      .byte_i      (answer_crc_valid ? answer_crc_byte : data),
      .busy_o      (crc_busy),
      .crc_o       (crc),
      .good_o      (crc_good)
  );

  // ---- The header, as it comes: number, kind, count, address (4 bytes, the lowest first). Then data and FCS, into the buffer.
  logic [2:0] header_q;  // bytes of it that are there
  logic in_header, ready_to_check;
  logic [7:0] number_q, count_q;
  logic write_q, memory_q, connect_q;
  logic [31:0] base_q;
  logic [8:0] index_q, index_next;  // of the byte after the header that comes, or that is read or written
  assign in_header      = header_q != 3'd7;
  assign index_next     = index_q + 9'd1;
  assign ready_to_check = frame && !in_header;  // what is shorter than a header is nobody's request

  logic [7:0] buffer_q;
  (* ram_style = "block", no_rw_check *)
  logic [7:0] buffer[0:511];
  always_ff @(posedge clk_i) if (data_valid && !in_header) buffer[index_q] <= data;
  always_ff @(posedge clk_i) if (state_q == Fetch) buffer_q <= buffer[index_q];

  always_ff @(posedge clk_i) begin
    if (data_valid) begin
      if (in_header) header_q <= header_q + 3'd1;
      unique case (header_q)
        3'd0: number_q <= data;
        3'd1: begin
          write_q   <= data[weft_abi_pkg::LINK_REQUEST_WRITE];
          memory_q  <= data[weft_abi_pkg::LINK_REQUEST_MEMORY];
          connect_q <= data[weft_abi_pkg::LINK_REQUEST_CONNECT];
        end
        3'd2: count_q <= data;
        3'd3: base_q[7:0] <= data;
        3'd4: base_q[15:8] <= data;
        3'd5: base_q[23:16] <= data;
        3'd6: base_q[31:24] <= data;
        default: ;
      endcase
    end
    if (rst_i || flag) header_q <= '0;
  end

  // ---- What is to be done.
  logic connected_q, repeated, whole_q, refused_q, last, word_ends, step;
  logic [7:0] done_q;  // number of the last request that was carried out
  logic [AddrW-1:0] addr;
  assign addr       = base_q[AddrW-1:0] + AddrW'(index_q);
  assign last       = index_next[7:0] == count_q;
  assign word_ends  = last || addr[1:0] == 2'd3;
  assign repeated   = number_q == done_q && !connect_q;
  if (AddrW < 32) begin : gen_unused
    logic unused_base;
    assign unused_base = ^base_q[31:AddrW];
  end

  assign answer_valid = state_q == Number || state_q == Status || state_q == Data;
  assign answer_last  = state_q == Status ? refused_q || write_q || count_q == '0 : state_q == Data && last;
  logic [31:0] word_q;
  always_comb
    unique case (state_q)
      Number:  answer = number_q;
      Status:  answer = !refused_q ? weft_abi_pkg::LINK_STATUS_OK
                        : whole_q ? weft_abi_pkg::LINK_STATUS_NOT_CONNECTED : weft_abi_pkg::LINK_STATUS_BAD_LENGTH;
      default: answer = word_q[addr[1:0]*8+:8];
    endcase

  assign bus_write_o  = write_q;
  assign bus_memory_o = memory_q;
  assign bus_addr_o   = addr;

  // The byte that the index means is done with.
  assign step = state_q == Receive ? data_valid && !in_header
                : state_q == Collect ? !word_ends
                : state_q == Access ? bus_ready_i && write_q : state_q == Data && answer_ready;

  always_ff @(posedge clk_i) begin
    if (step) index_q <= index_next;
    if (flag || (answer_ready && answer_last)) index_q <= '0;
    unique case (state_q)
      Receive: begin
        whole_q <= index_q == 9'(FcsBytes) + (write_q ? 9'(count_q) : '0);
        if (ready_to_check) state_q <= Check;
      end
      Check: begin
        bus_wstrb_o <= '0;
        refused_q   <= !whole_q || !(connected_q || connect_q);
        state_q     <= Number;
        if (whole_q && (connected_q || connect_q)) begin
          connected_q <= 1'b1;
          done_q      <= number_q;
          if (write_q && !repeated && count_q != '0) state_q <= Fetch;
        end
      end
      Fetch: state_q <= Collect;
      Collect: begin
        bus_wdata_o[addr[1:0]*8+:8] <= buffer_q;
        bus_wstrb_o[addr[1:0]]      <= 1'b1;
        bus_valid_o                 <= word_ends;
        state_q                     <= word_ends ? Access : Fetch;
      end
      Access:
      if (bus_ready_i) begin
        bus_valid_o <= 1'b0;
        bus_wstrb_o <= '0;
        word_q      <= bus_rdata_i;
        state_q     <= !write_q ? Data : last ? Number : Fetch;
      end
      Number: if (answer_ready) state_q <= Status;
      Status:
      if (answer_ready) begin
        bus_valid_o <= !answer_last;
        state_q     <= answer_last ? Receive : Access;
      end
      Data:
      if (answer_ready && word_ends) begin
        bus_valid_o <= !last;
        state_q     <= last ? Receive : Access;
      end
    endcase
    if (rst_i) begin
      state_q     <= Receive;
      index_q     <= '0;
      connected_q <= 1'b0;
      bus_valid_o <= 1'b0;
    end
  end
endmodule
