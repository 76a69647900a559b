// SPDX-License-Identifier: Apache-2.0
// memory_spread of two ports that answer in order, each whenever it likes: the unit gets an answer for each request, in the order of the
// requests, of its site, with the line it asked for; acknowledgements of its stores in their order, and of its atomics in theirs, each
// when its port has done it; no FIFO is given more than it holds, and no answer or acknowledgement is lost.
module memory_spread_formal (
    input logic         clk_i,
    input logic         read_valid_i,
    input logic [1:0]   read_id_i,
    input logic [2:0]   read_line_i,
    input logic         write_valid_i,
    input logic         write_site_i,
    input logic [5:0]   write_addr_i,
    input logic [1:0]   write_kind_i,
    input logic [1:0]   read_ready_i,
    input logic [1:0]   write_ready_i,
    input logic [1:0]   answer_i,
    input logic [1:0]   old_i,
    input logic [1:0]   store_done_i,
    input logic [1:0]   atomic_done_i
);
  localparam int unsigned N = 2;
  localparam int unsigned Order = 4;  // acknowledgements due: Depth of each port
  localparam int unsigned LineW = 3;
  localparam int unsigned WriteW = 6 + 6 + 8 + 64;
  logic rst = 1'b1;
  always_ff @(posedge clk_i) rst <= 1'b0;

  logic read_ready, write_ready, rsp_valid, rsp_atomic, ack_valid, returns, is_atomic, asks, writes, old_asks;
  logic [1:0] rsp_id, ack_id;
  logic [63:0] rsp_data;
  logic [N-1:0] port_read, port_write, answer, old, store_done, atomic_done, rsp, acks;
  logic [N*LineW-1:0] port_line;
  logic [N*WriteW-1:0] port_data;
  logic [N*64-1:0] data;
  // A store, an atomic that returns nothing, or one that returns the old value.
  logic [5:0] atop;
  assign atop = write_kind_i[0] ? write_kind_i[1] ? 6'h20 : 6'h10 : 6'h00;
  assign is_atomic = write_kind_i[0];
  assign returns = write_kind_i == 2'b11;
  logic [1:0] write_id;  // a site stores or has atomics
  assign write_id = {write_site_i, is_atomic};
  memory_spread #(
      .NumPorts   (N),
      .AddrBits   (6),
      .LineBits   (64),
      .IdBits     (2),
      .StripeLines(1),
      .Depth      (2)
  ) u_dut (
      .clk_i,
      .rst_i             (rst),
      .read_valid_i,
      .read_ready_o      (read_ready),
      .read_id_i,
      .read_line_i,
      .write_valid_i,
      .write_ready_o     (write_ready),
      .write_id_i        (write_id),
      .write_data_i      ({atop, write_addr_i, 8'hff, 64'd0}),
      .rsp_valid_o       (rsp_valid),
      .rsp_atomic_o      (rsp_atomic),
      .rsp_id_o          (rsp_id),
      .rsp_data_o        (rsp_data),
      .ack_valid_o       (ack_valid),
      .ack_id_o          (ack_id),
      .port_read_valid_o (port_read),
      .port_read_ready_i (read_ready_i),
      .port_read_line_o  (port_line),
      .port_write_valid_o(port_write),
      .port_write_ready_i(write_ready_i),
      .port_write_data_o (port_data),
      .port_rsp_valid_i  (rsp),
      .port_rsp_atomic_i (old),
      .port_rsp_data_i   (data),
      .port_ack_valid_i  (acks),
      .port_ack_atomic_i (atomic_done)
  );
  assign asks = read_valid_i && read_ready && !rst;
  assign writes = write_valid_i && write_ready && !rst;
  assign old_asks = writes && returns;

  // The memory: what each port was asked for and has not answered, oldest lowest. An address answers for itself.
  logic [2:0] reads[N], olds[N], stores[N], atomics[N];  // how many
  logic [4*LineW-1:0] lines[N];
  logic [4*6-1:0] operands[N];
  for (genvar p = 0; p < N; p++) begin : gen_port
    logic [5:0] port_atop;
    logic [2:0] rest, old_rest;
    logic sent, done;
    assign port_atop = port_data[p*WriteW+WriteW-1-:6];
    assign sent = port_read[p] && read_ready_i[p] && !rst;
    assign done = port_write[p] && write_ready_i[p] && !rst;
    assign answer[p] = answer_i[p] && reads[p] != '0;
    assign old[p] = old_i[p] && olds[p] != '0 && !answer[p];
    assign rsp[p] = answer[p] || old[p];
    assign data[p*64+:64] = answer[p] ? 64'(lines[p][LineW-1:0]) : 64'(operands[p][5:0]);
    assign store_done[p] = store_done_i[p] && stores[p] != '0;
    assign atomic_done[p] = atomic_done_i[p] && atomics[p] != '0 && !store_done[p];
    assign acks[p] = store_done[p] || atomic_done[p];
    assign rest = reads[p] - 3'(answer[p]);
    assign old_rest = olds[p] - 3'(old[p]);
    always_ff @(posedge clk_i) begin
      reads[p] <= rest + 3'(sent);
      lines[p] <= (answer[p] ? lines[p] >> LineW : lines[p]);
      if (sent) lines[p][rest[1:0]*LineW+:LineW] <= port_line[p*LineW+:LineW];
      olds[p] <= old_rest + 3'(done && port_atop[5]);
      operands[p] <= (old[p] ? operands[p] >> 6 : operands[p]);
      if (done && port_atop[5]) operands[p][old_rest[1:0]*6+:6] <= port_data[p*WriteW+72+:6];
      stores[p] <= stores[p] - 3'(store_done[p]) + 3'(done && port_atop == '0);
      atomics[p] <= atomics[p] - 3'(atomic_done[p]) + 3'(done && port_atop != '0);
      if (rst) begin
        reads[p] <= '0;
        olds[p] <= '0;
        stores[p] <= '0;
        atomics[p] <= '0;
      end
      else begin
        // A port has no more than it was given room for.
        assert (reads[p] <= 3'd2);
        assert (olds[p] <= 3'd2);
        assert (stores[p] <= 3'(Order));
        assert (atomics[p] <= 3'(Order));
      end
    end
  end

  // What the unit waits for, oldest lowest: {atomic, site, line or operand's address}.
  localparam int unsigned Most = 8, W = 9;
  logic [Most*W-1:0] due;
  logic [3:0] count, left;
  logic [W-1:0] first;
  assign first = due[W-1:0];
  assign left = count - 4'(rsp_valid);
  always_ff @(posedge clk_i) begin
    count <= left + 4'(asks || old_asks);
    due <= rsp_valid ? due >> W : due;
    if (asks || old_asks) due[left*W+:W] <= asks ? {1'b0, read_id_i, 3'd0, read_line_i} : {1'b1, write_id, write_addr_i};
    if (rst) count <= '0;
    else begin
      assert (!(asks && old_asks));
      assert (count < 4'(Most));
      if (rsp_valid) begin
        assert (count != '0);
        assert ({rsp_atomic, rsp_id, rsp_data} == {first[W-1-:3], 58'd0, first[5:0]});
      end
    end
  end

  // Nothing is lost: when the ports have answered all, the next answer leaves in two cycles.
  logic pending;
  logic [1:0] stuck;
  assign pending = {port_read, port_write, reads[0], reads[1], olds[0], olds[1]} != '0;
  always_ff @(posedge clk_i) begin
    stuck <= pending || rsp_valid || left == '0 ? '0 : stuck + 2'd1;
    if (rst) stuck <= '0;
    else assert (stuck < 2'd2);
  end

  // Writes that are not acknowledged, oldest lowest: {site, port}; and of those of each port, how many it has done.
  logic [1:0] unacknowledged;
  for (genvar k = 0; k < 2; k++) begin : gen_kind  // stores, atomics
    logic [2*Order-1:0] written;
    logic [2:0] wait_count, wait_left;
    logic [2:0] finished[N];
    logic comes, acked;
    assign comes = writes && is_atomic == (k == 1);
    assign acked = ack_valid && ack_id[0] == (k == 1);
    assign wait_left = wait_count - 3'(acked);
    assign unacknowledged[k] = wait_left != '0;
    always_ff @(posedge clk_i) begin
      wait_count <= wait_left + 3'(comes);
      written <= acked ? written >> 2 : written;
      if (comes) written[wait_left[1:0]*2+:2] <= {write_site_i, ^write_addr_i[5:3]};
      for (int p = 0; p < N; p++)
        finished[p] <= finished[p] + 3'(k == 1 ? atomic_done[p] : store_done[p]) - 3'(acked && written[0] == 1'(p));
      if (rst) begin
        wait_count <= '0;
        for (int p = 0; p < N; p++) finished[p] <= '0;
      end else begin
        assert (wait_count <= 3'(Order));
        if (acked) begin
          assert (wait_count != '0);
          assert (ack_id[1] == written[1]);
          assert (finished[written[0]] != '0);
        end
      end
    end
  end
  logic writes_pending;
  logic [1:0] silent;
  assign writes_pending = {port_write, stores[0], stores[1], atomics[0], atomics[1]} != '0;
  always_ff @(posedge clk_i) begin
    silent <= writes_pending || ack_valid || unacknowledged == '0 ? '0 : silent + 2'd1;
    if (rst) silent <= '0;
    else assert (silent < 2'd3);
  end
endmodule
