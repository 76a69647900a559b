// SPDX-License-Identifier: Apache-2.0
// Atomics at the memory side: the one owner of each operand while operations on it are in flight.
//
// A slot holds one operand, of 32 or (with OperandBits = 64) 64 bits, from the first operation on it to the answer of the
// last: it is read once, every operation is
// applied in arrival order (one a cycle, also on one word), and the result is written back while more arrive (one write
// of a slot outstanding). Answers leave in arrival order of all operations, each only when a write that contains its
// effect was acknowledged: so an access the kernel makes after an answer sees it. A slot never outlives its answers, hence
// an ordinary store that is ordered with the atomics on its word cannot meet a stale slot, and ordinary accesses need not
// look here at all. (A slot of more than the operand would break this: a store to the neighbour is not ordered.)
//
// Operands of one line that are read, or written, one after another share the request (atomic_reads, atomic_writes).
//
// NumSlots operands read or written at once, QueueDepth operations accepted and not answered. Unsupported encodings and strobes are
// answered with SLVERR and change nothing; memory errors are passed on (a failed read: nothing is written).
// Registered: read and write requests, but for the valids, which are made of registers. `op_ready_o` and the answers' valid are combinational from registers, not from the readies of the requests.
module axi_atomics #(
    parameter int unsigned AddrBits   = 32,
    parameter int unsigned LineBits   = 512,
    parameter int unsigned IdW        = 8,
    parameter int unsigned NumSlots   = 32,
    parameter int unsigned QueueDepth = 64,
    parameter int unsigned OperandBits = 32,  // of the widest: 32 or 64
    localparam int unsigned Words     = OperandBits / 32,  // in a cell: where a widest operand may lie
    localparam int unsigned CellW     = AddrBits - $clog2(OperandBits / 8),
    localparam int unsigned LineW     = AddrBits - $clog2(LineBits / 8),
    localparam int unsigned SlotW     = $clog2(NumSlots)
) (
    input  logic                clk_i,
    input  logic                rst_i,
    output logic                busy_o,
    // Operations: the aligned pair of cells that contains the operand, by lanes.
    input  logic                op_valid_i,
    output logic                op_ready_o,
    input  logic [IdW-1:0]      op_id_i,
    input  logic [5:0]          op_atop_i,
    input  logic [AddrBits-1:0] op_addr_i,
    input  logic [2*OperandBits-1:0]   op_data_i,
    input  logic [2*OperandBits/8-1:0] op_strb_i,
    // Memory: reads of lines, writes of words of a line, by the first slot of those that share them.
    output logic                rd_valid_o,
    input  logic                rd_ready_i,
    output logic [SlotW-1:0]    rd_slot_o,
    output logic [LineW-1:0]    rd_line_o,
    input  logic                rd_rsp_valid_i,
    input  logic [SlotW-1:0]    rd_rsp_slot_i,
    input  logic [LineBits-1:0] rd_rsp_data_i,
    input  logic [1:0]          rd_rsp_resp_i,
    output logic                wr_next_o,   // a line may be offered in the next cycle
    output logic                wr_valid_o,
    input  logic                wr_ready_i,
    output logic [SlotW-1:0]    wr_slot_o,
    output logic [LineW-1:0]    wr_line_o,
    output logic [LineBits/32-1:0] wr_words_o,
    output logic [LineBits-1:0] wr_data_o,
    input  logic                wr_rsp_valid_i,
    input  logic [SlotW-1:0]    wr_rsp_slot_i,
    input  logic [1:0]          wr_rsp_resp_i,
    // Answers: old value (not for AtomicStore) and write response.
    output logic                r_valid_o,
    input  logic                r_ready_i,
    output logic                b_valid_o,
    input  logic                b_ready_i,
    output logic [IdW-1:0]      rsp_id_o,
    output logic [OperandBits-1:0] rsp_data_o,  // an operand of 32 bits twice
    output logic [1:0]          rsp_resp_o
);
  localparam int unsigned CountW = $clog2(QueueDepth + 1);
  localparam int unsigned SeqW   = CountW + 1;  // counts of writes: their difference stays within QueueDepth
  localparam logic [1:0]  SlvErr = 2'b10;

  // ---- Slots. What is looked up by slot number lies in memories beside the registers that are looked at all at once.
  logic [NumSlots-1:0] fetched_q, changed_q, writing_q, dirty_q, failed_q;
  logic [1:0]          resp_q[0:NumSlots-1];
  logic [CellW+Words-1:0] place[0:NumSlots-1];   // cell and its words
  logic [SeqW-1:0]     last[0:NumSlots-1];       // number of the last operation accepted for the slot
  logic [SeqW-1:0]     written[0:NumSlots-1];    // writes sent, also by those that had the slot before: only differences count
  // As atomic_choice wants them: a single word of a cell of two is the upper one, with zeros below.
  logic [OperandBits-1:0] fetched[0:NumSlots-1];  // as read; valid a cycle after fetched_q, as is failed_q
  logic [OperandBits-1:0] current[0:NumSlots-1];  // after operations; valid with changed_q

  // A single word is given twice.
  function automatic logic [OperandBits-1:0] in_memory(input logic [OperandBits-1:0] value, input logic [Words-1:0] words);
    in_memory = value;
    if (OperandBits == 64 && words != '1) in_memory[31:0] = value[OperandBits-1-:32];
  endfunction

  assign busy_o = used != '0 || at_valid_q;

  // ---- The operation that comes.
  // Its operand's words, whether the strobes are its operand's, data and compare value. The operand's
  // own lane holds the data; of AtomicCompare the compare value, beside the data.
  logic op_compare, op_known, op_good, op_take, op_near;
  logic [CellW-1:0] op_cell;
  logic [Words-1:0] op_words;
  assign op_cell    = op_addr_i[AddrBits-1-:CellW];
  logic [OperandBits-1:0] op_data, op_expected;
  assign op_compare = op_atop_i == weft_abi_pkg::ATOP_COMPARE;
  assign op_known   = op_compare || op_atop_i == weft_abi_pkg::ATOP_SWAP || ((op_atop_i[5] ^ op_atop_i[4]) && !op_atop_i[3]);
  if (OperandBits == 32) begin : gen_words
    assign op_words = 1'b1;
    assign op_good  = op_known && op_addr_i[1:0] == 2'b00 && op_strb_i == (op_compare ? 8'hFF : op_addr_i[2] ? 8'hF0 : 8'h0F);
    assign {op_data, op_expected} = op_addr_i[2] ^ op_compare ? op_data_i : {op_data_i[31:0], op_data_i[63:32]};
  end else begin : gen_pairs
    logic [63:0] own, beside;  // cells
    logic [31:0] low, high;
    logic [7:0]  own_strb, beside_strb;
    logic        whole;
    assign {beside, own}           = op_addr_i[3] ? {op_data_i[63:0], op_data_i[127:64]} : op_data_i;
    assign {beside_strb, own_strb} = op_addr_i[3] ? {op_strb_i[7:0], op_strb_i[15:8]} : op_strb_i;
    assign {high, low} = own;
    assign whole    = own_strb == 8'hFF && (!op_compare || beside_strb == 8'hFF);
    assign op_words = whole ? 2'b11 : op_addr_i[2] ? 2'b10 : 2'b01;
    assign op_good  = op_known && op_addr_i[1:0] == 2'b00 && (
        whole ? !op_addr_i[2] && beside_strb == (op_compare ? 8'hFF : 8'h00) :
        beside_strb == 8'h00 && own_strb == (op_compare ? 8'hFF : op_addr_i[2] ? 8'hF0 : 8'h0F));
    always_comb begin
      if (whole) {op_data, op_expected} = op_compare ? {beside, own} : {own, beside};
      else if (op_addr_i[2] ^ op_compare) {op_data, op_expected} = {high, 32'b0, low, 32'b0};
      else {op_data, op_expected} = {low, 32'b0, high, 32'b0};
    end
  end

  // ---- Accept: compared with the slots in one cycle, in the next it joins its operand's slot, or takes a free one and reads.
  localparam int unsigned OpW = IdW + 6 + 1 + 2 * OperandBits;
  logic                at_valid_q, at_take, at_near_q, at_soon_q, near_read_q, near, hit, blocked, joined_free, prepare, release_op, last_answered, free_valid, rd_room;
  logic [NumSlots-1:0] used, free_one;
  logic [CellW-1:0]    at_cell;
  logic [Words-1:0]    at_words;
  logic [OpW-1:0]      at_op_q;
  logic [SlotW-1:0]    hit_slot, free_slot, at_slot;
  logic [CountW-1:0]   in_flight_q;
  logic                full_q;  // in_flight_q is QueueDepth
  logic [SeqW-1:0]     accepted_q, answered_q;  // operations, counted
  slot_picker #(
      .N(NumSlots)
  ) u_free (
      .clk_i,
      .rst_i,
      .candidates_i(~used),
      .valid_o     (free_valid),
      .one_o       (free_one),
      .slot_o      (free_slot),
      .take_i      (joined_free),
      // The order of writes to memory follows the slots: it must not depend on the launches before.
      .anew_i      (!busy_o)
  );
  atomic_match #(
      .NumSlots(NumSlots),
      .CellW   (CellW),
      .Words   (Words)
  ) u_match (
      .clk_i,
      .rst_i,
      .used_o         (used),
      .comes_i        (op_take),
      .cell_i         (op_cell),
      .words_i        (op_words),
      .take_i         (at_take),
      .cell_o         (at_cell),
      .words_o        (at_words),
      .blocked_o      (blocked),
      .hit_o          (hit),
      .slot_o         (hit_slot),
      .prepare_i      (prepare),
      .free_one_i     (free_one),
      .answered_i     (last_answered),
      .answered_slot_i(ans_slot_q)
  );
  assign at_slot     = hit ? hit_slot : free_slot;
  // One that joins a slot waits for room for one that does not, too: whether it joins is known late.
  assign at_take     = at_valid_q && !full_q && free_valid && rd_room && !blocked;
  assign joined_free = at_take && !hit;
  assign prepare     = at_valid_q && free_valid;
  assign op_ready_o  = !at_valid_q || at_take;
  assign op_take     = op_valid_i && op_ready_o;
  assign op_near     = op_cell[CellW-1-:LineW] == at_cell[CellW-1-:LineW];
  assign near        = at_near_q && near_read_q;  // on the line that was read last

  always_ff @(posedge clk_i) begin
    if (op_ready_o) begin
      at_valid_q <= op_valid_i;
      at_soon_q  <= op_valid_i && op_near && !(op_cell == at_cell && op_words == at_words);
    end
    if (op_take) begin
      at_near_q <= op_near;
      at_op_q   <= {op_id_i, op_atop_i, op_good, op_data, op_expected};
    end
    // The free slot is prepared for an operation whether that takes it or not: which is known late.
    if (prepare) place[free_slot] <= {at_cell, at_words};
    if (at_take) begin
      last[at_slot] <= accepted_q;
      near_read_q   <= joined_free || near;
      accepted_q    <= accepted_q + 1'b1;
    end
    if (release_op) answered_q <= answered_q + 1'b1;
    if (at_take && !release_op) in_flight_q <= in_flight_q + 1'b1;
    else if (release_op && !at_take) in_flight_q <= in_flight_q - 1'b1;
    full_q <= in_flight_q + CountW'(at_take) == CountW'(QueueDepth) + CountW'(release_op);
    if (rst_i) begin
      at_valid_q  <= 1'b0;
      at_soon_q   <= 1'b0;
      near_read_q <= 1'b0;
      in_flight_q <= '0;
      full_q      <= 1'b0;
      accepted_q  <= '0;
      answered_q  <= '0;
    end
  end

  logic                rd_valid, rd_valid_q;  // an operand's value is there; it is in a register
  logic [SlotW-1:0]    rd_slot, rd_slot_q;
  logic [1:0]          rd_resp, rd_resp_q;
  logic [OperandBits-1:0] rd_value, rd_value_q;
  atomic_reads #(
      .NumSlots   (NumSlots),
      .CellW      (CellW),
      .LineBits   (LineBits),
      .OperandBits(OperandBits)
  ) u_reads (
      .clk_i,
      .rst_i,
      .soon_i        (at_soon_q && free_valid && !full_q),
      .in_valid_i    (joined_free),
      .in_ready_o    (rd_room),
      .in_prepare_i  (prepare),
      .in_slot_i     (free_slot),
      .in_cell_i     (at_cell),
      .in_words_i    (at_words),
      .in_same_i     (near),
      .rd_valid_o,
      .rd_ready_i,
      .rd_slot_o,
      .rd_line_o,
      .rd_rsp_valid_i,
      .rd_rsp_slot_i,
      .rd_rsp_data_i,
      .rd_rsp_resp_i,
      .rsp_valid_o   (rd_valid),
      .rsp_slot_o    (rd_slot),
      .rsp_value_o   (rd_value),
      .rsp_resp_o    (rd_resp)
  );

  // ---- Operations wait here in order until their slot was read. Never full: in_flight_q bounds it. The oldest stands in a register,
  // and in another whether it is executed: whose slot that is, is known late.
  logic             queued_valid, head_load, head_valid_q, head_take_q, head_good_q, head_apply, arrives, arrives_q, unused_op_room, unused_rsp_room;
  logic [SlotW-1:0] queued_slot, head_slot, head_slot_q;
  logic [OpW-1:0]   queued_op;
  logic [IdW-1:0]   head_id_q;
  logic [5:0]       head_atop_q;
  logic [OperandBits-1:0] head_data_q, head_compare_q;
  stream_fifo #(
      .Width(SlotW + OpW),
      .Depth(QueueDepth),
      .Reserved(1'b1)
  ) u_operations (
      .clk_i,
      .rst_i,
      .in_valid_i (at_take),
      .in_ready_o (unused_op_room),
      .in_data_i  ({at_slot, at_op_q}),
      .out_valid_o(queued_valid),
      .out_ready_i(head_load),
      .out_data_o ({queued_slot, queued_op})
  );
  assign head_load = !head_valid_q || head_take_q;
  assign head_slot = head_load ? queued_slot : head_slot_q;
  assign arrives   = rd_valid && rd_slot == head_slot;  // its value is in rd_value_q next, and in `fetched` later
  always_ff @(posedge clk_i) begin
    head_valid_q <= queued_valid || !head_load;
    head_take_q  <= (queued_valid || !head_load) && (fetched_q[head_slot] || arrives);
    head_slot_q  <= head_slot;
    arrives_q    <= arrives;
    if (head_load) {head_id_q, head_atop_q, head_good_q, head_data_q, head_compare_q} <= queued_op;
    if (rst_i) begin
      head_valid_q <= 1'b0;
      head_take_q  <= 1'b0;
    end
  end

  // ---- Execute: the slot's value is read, unless it is being made, in the next cycle a new one is computed (atomic_execute), and it is
  // written in the one after that.
  logic             ex_valid_q, ex_applies, ex_good_q, ex_reads_q, done;
  logic [NumSlots-1:0] ex_one_q;  // its slot, if it is applied
  logic [SlotW-1:0] ex_slot_q, done_slot_q;
  logic [IdW-1:0]   ex_id_q;
  logic [OperandBits-1:0] head_value, ex_old, result;
  logic             head_same_q, head_done_q, head_changed_q;  // the head's slot is that of the operation before; of the one that is done; was changed
  assign head_apply = head_good_q && !(arrives_q ? rd_resp_q != 2'b00 : failed_q[head_slot_q]);
  assign head_value = head_done_q ? result : arrives_q ? rd_value_q : head_changed_q ? current[head_slot_q] : fetched[head_slot_q];
  atomic_execute #(
      .OperandBits(OperandBits)
  ) u_execute (
      .clk_i,
      .rst_i,
      .valid_i  (head_take_q),
      .apply_i  (head_apply),
      .same_i   (head_same_q),
      .atop_i   (head_atop_q),
      .data_i   (head_data_q),
      .compare_i(head_compare_q),
      .value_i  (head_value),
      .applies_o(ex_applies),
      .old_o    (ex_old),
      .done_o   (done),
      .result_o (result)
  );
  always_ff @(posedge clk_i) begin
    {head_changed_q, head_same_q, head_done_q} <= {changed_q[head_slot], head_slot == head_slot_q, ex_applies && ex_slot_q == head_slot};
    ex_valid_q <= head_take_q && !rst_i;
    ex_one_q   <= NumSlots'(head_take_q && head_apply && !rst_i) << head_slot_q;
    if (head_take_q) {ex_slot_q, ex_id_q, ex_good_q, ex_reads_q} <= {head_slot_q, head_id_q, head_good_q, head_atop_q[5]};
    done_slot_q <= ex_slot_q;
    if (done) current[done_slot_q] <= result;
  end

  // ---- Write back: any slot that changed, or does in this cycle, and has no write outstanding.
  logic                   write_valid, write_take, write_room, acked;
  logic [NumSlots-1:0]    unused_write_one;
  logic [SlotW-1:0]       write_slot, acked_slot;
  logic [1:0]             acked_resp;
  logic [CellW-1:0]       write_cell;
  logic [Words-1:0]       write_words;
  logic [OperandBits-1:0] write_value;
  slot_picker #(
      .N(NumSlots)
  ) u_writable (
      .clk_i,
      .rst_i,
      .candidates_i((dirty_q | ex_one_q) & ~writing_q),
      .valid_o     (write_valid),
      .one_o       (unused_write_one),
      .slot_o      (write_slot),
      .take_i      (write_take),
      .anew_i      (1'b0)
  );
  assign write_take                = write_valid && write_room;
  assign write_value               = done && done_slot_q == write_slot ? result : current[write_slot];
  assign {write_cell, write_words} = place[write_slot];

  initial for (int i = 0; i < NumSlots; i++) written[i] = '0;
  always_ff @(posedge clk_i) if (write_take) written[write_slot] <= written[write_slot] + 1'b1;
  atomic_writes #(
      .NumSlots   (NumSlots),
      .CellW      (CellW),
      .LineBits   (LineBits),
      .OperandBits(OperandBits)
  ) u_writes (
      .clk_i,
      .rst_i,
      .in_valid_i (write_valid),
      .in_ready_o (write_room),
      .in_slot_i  (write_slot),
      .in_cell_i  (write_cell),
      .in_words_i (write_words),
      .in_data_i  (in_memory(write_value, write_words)),
      .wr_next_o,
      .wr_valid_o,
      .wr_ready_i,
      .wr_slot_o,
      .wr_line_o,
      .wr_words_o,
      .wr_data_o,
      .wr_rsp_valid_i,
      .wr_rsp_slot_i,
      .wr_rsp_resp_i,
      .rsp_valid_o(acked),
      .rsp_slot_o (acked_slot),
      .rsp_resp_o (acked_resp)
  );

  // ---- Answers wait in order until the write that contains them is acknowledged. How many acknowledgements the oldest one lacks is
  // counted from when it leaves the stage behind the queue: two at most, of the write on its way and of its own.
  localparam int unsigned RspW = IdW + OperandBits + 1 + 1;
  logic             queue_valid, next_load, next_acked, next_valid_q, ans_load, ans_valid_q, ans_good_q, ans_acked, ans_covered_q, r_due_q, b_due_q, r_last, b_last;
  logic [SlotW-1:0] queue_slot, next_slot_q, ans_slot_q;
  logic [RspW-1:0]  queue_answer, next_answer_q;
  logic [OperandBits-1:0] ans_value_q;
  logic [SeqW-1:0]  ex_needs, queue_needs, next_needs_q, next_acked_q;  // next_acked_q: of its slot's writes
  logic [1:0]       next_lacks, lacks, ans_lacks_q;
  // This operation's write is the next one sent; one sent in this very cycle does not contain it yet.
  assign ex_needs = written[ex_slot_q] + SeqW'(write_take && write_slot == ex_slot_q) + SeqW'(ex_applies);
  stream_fifo #(
      .Width(SlotW + SeqW + RspW),
      .Depth(QueueDepth),
      .Reserved(1'b1)
  ) u_answers (
      .clk_i,
      .rst_i,
      .in_valid_i (ex_valid_q),
      .in_ready_o (unused_rsp_room),
      .in_data_i  ({ex_slot_q, ex_needs, ex_id_q, ex_old, ex_good_q, ex_reads_q}),
      .out_valid_o(queue_valid),
      .out_ready_i(next_load),
      .out_data_o ({queue_slot, queue_needs, queue_answer})
  );
  assign next_acked = acked && acked_slot == next_slot_q;
  assign next_load  = !next_valid_q || ans_load;
  always_ff @(posedge clk_i) begin
    next_acked_q <= next_acked_q + SeqW'(next_acked);
    if (next_load) begin
      next_valid_q <= queue_valid;
      // Of a slot at most one write is not acknowledged.
      next_acked_q <= written[queue_slot] - SeqW'(writing_q[queue_slot] && !(acked && acked_slot == queue_slot));
      {next_slot_q, next_needs_q, next_answer_q} <= {queue_slot, queue_needs, queue_answer};
    end
    if (rst_i) next_valid_q <= 1'b0;
  end
  // Less than zero if writes after its own were acknowledged too.
  logic [SeqW-1:0] next_behind;
  assign next_behind = next_needs_q - next_acked_q;
  assign next_lacks  = next_behind[SeqW-1] ? '0 : next_behind[1:0];
  assign ans_load    = !ans_valid_q || release_op;
  assign ans_acked   = acked && acked_slot == ans_slot_q;
  always_comb begin
    lacks = ans_lacks_q - 2'(ans_lacks_q != '0 && ans_acked);
    if (ans_load) lacks = next_lacks - 2'(next_lacks != '0 && next_acked);
  end
  // The old value and the response leave in any order.
  always_ff @(posedge clk_i) begin
    ans_lacks_q   <= lacks;
    ans_covered_q <= (ans_load ? next_valid_q : ans_valid_q) && lacks == '0;
    if (r_valid_o && r_ready_i) r_due_q <= 1'b0;
    if (b_valid_o && b_ready_i) b_due_q <= 1'b0;
    if (ans_load) begin
      ans_valid_q <= next_valid_q;
      ans_slot_q  <= next_slot_q;
      {rsp_id_o, ans_value_q, ans_good_q, r_due_q} <= next_answer_q;
      b_due_q     <= 1'b1;
    end
    if (rst_i) begin
      ans_valid_q   <= 1'b0;
      ans_covered_q <= 1'b0;
    end
  end
  assign rsp_data_o  = in_memory(ans_value_q, place[ans_slot_q][Words-1:0]);
  assign rsp_resp_o  = ans_good_q ? resp_q[ans_slot_q] : SlvErr;
  assign r_valid_o   = ans_covered_q && r_due_q;
  assign b_valid_o   = ans_covered_q && b_due_q;
  assign r_last      = !r_due_q || r_ready_i;
  assign b_last      = !b_due_q || b_ready_i;
  assign release_op  = ans_covered_q && r_last && b_last;

  // ---- Slot state.
  assign last_answered = release_op && last[ans_slot_q] == answered_q;
  always_ff @(posedge clk_i) begin
    rd_valid_q <= rd_valid && !rst_i;
    rd_slot_q  <= rd_slot;
    rd_resp_q  <= rd_resp;
    rd_value_q <= rd_value;
    if (rd_valid) fetched_q[rd_slot] <= 1'b1;
    if (rd_valid_q) begin
      failed_q[rd_slot_q]  <= rd_resp_q != 2'b00;
      fetched[rd_slot_q]   <= rd_value_q;
    end
    if (rd_valid_q && rd_resp_q != 2'b00) resp_q[rd_slot_q] <= rd_resp_q;
    if (acked) begin
      writing_q[acked_slot] <= 1'b0;
      if (acked_resp != 2'b00) resp_q[acked_slot] <= acked_resp;
    end
    if (write_take) begin
      writing_q[write_slot] <= 1'b1;
      dirty_q[write_slot]   <= 1'b0;
    end
    for (int i = 0; i < NumSlots; i++) if (ex_one_q[i]) {changed_q[i], dirty_q[i]} <= '1;
    // Unless another operation joins the slot meanwhile.
    if (prepare) begin
      fetched_q[free_slot] <= 1'b0;
      failed_q[free_slot]  <= 1'b0;
      changed_q[free_slot] <= 1'b0;
      resp_q[free_slot]    <= '0;
    end
    if (rst_i) begin
      writing_q <= '0;
      dirty_q   <= '0;
      fetched_q <= '0;
    end
  end
endmodule
