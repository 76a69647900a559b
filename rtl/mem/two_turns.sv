// SPDX-License-Identifier: Apache-2.0
// Operations of several ports at the two halves of a memory. An operation has two parts, its lower and its upper lanes, each of which
// needs some halves; a half takes two parts in a cycle. So in each cycle an operation goes that may, and a second one if no half has to
// take more for both. Both leave together, and all those that need none. A port that comes after another and is behind it goes first,
// then the others in turn: so operations that belong together meet again. Latency 1, initiation interval 1.
// After: 16 bits for each port, of port 0 in the low ones: one more than the number of the port it comes after, or 0. Its n-th operation
// leaves with or behind that port's n-th one. That may be 255 operations ahead.
// in_ready_o depends on all valids. Outputs are functions of registers, and mean nothing without out_valid_o: which parts go where is
// registered beside what is offered, since the choice among data as wide as a packet takes as long as the one among ports.
module two_turns #(
    parameter int unsigned Width = 8,  // of a part
    parameter int unsigned NumInputs = 2,
    parameter logic [16*NumInputs-1:0] After = '0
) (
    input  logic                         clk_i,
    input  logic                         rst_i,
    input  logic [        NumInputs-1:0] in_valid_i,
    output logic [        NumInputs-1:0] in_ready_o,
    input  logic [      4*NumInputs-1:0] in_needs_i,   // bit 2h + p: part p needs half h
    input  logic [2*NumInputs*Width-1:0] in_data_i,    // the lower lanes', then the upper ones'
    output logic                         out_valid_o,
    input  logic                         out_ready_i,
    output logic [        NumInputs-1:0] out_ports_o,  // whose operations leave
    output logic [                  3:0] out_uses_o,   // bits 2h and 2h + 1: parts that half h takes, those of the port that comes before first
    output logic [          4*Width-1:0] out_data_o
);
  localparam int unsigned LeadW = 8;

  // behind: operations of the port it comes after have left and its own have not; full: it must not be left behind further.
  logic [NumInputs-1:0] follows, behind, full, held, follows_first;
  logic [NumInputs-1:0] empty, may, needing, due, first, others, second, ports, leave;
  logic [2*NumInputs-1:0] any, both;  // by half: parts that need it
  logic [1:0] taken, taken_whole;
  // The turn that is decided: what its ports offered, and which parts go where.
  logic valid_q, load;
  logic [NumInputs-1:0] ports_q;
  logic [2*NumInputs*Width-1:0] data_q;
  logic [8*NumInputs-1:0] places, places_q;

  function automatic logic is_before(input int unsigned j, input int unsigned i);
    is_before = 32'(After[16*i+:16]) == j + 1 || (j < i && 32'(After[16*j+:16]) != i + 1);
  endfunction

  for (genvar i = 0; i < NumInputs; i++) begin : gen_port
    localparam int unsigned Leader = 32'(After[16*i+:16]);
    logic [NumInputs-1:0] holds;  // ports that come after this one and are full
    for (genvar j = 0; j < NumInputs; j++) begin : gen_follower
      assign holds[j] = 32'(After[16*j+:16]) == i + 1 && full[j];
    end
    assign held[i] = holds != '0;
    if (Leader == 0) begin : gen_free
      assign follows[i] = 1'b0;
      assign behind[i] = 1'b0;
      assign full[i] = 1'b0;
      assign follows_first[i] = 1'b0;
    end else begin : gen_follows
      logic [LeadW-1:0] lead_q, lead;
      logic behind_q, full_q;
      assign follows[i] = 1'b1;
      assign behind[i] = behind_q;
      assign full[i] = full_q;
      assign follows_first[i] = first[Leader-1];
      assign lead = lead_q + LeadW'(leave[Leader-1]) - LeadW'(leave[i]);
      always_ff @(posedge clk_i) begin
        lead_q   <= rst_i ? '0 : lead;
        behind_q <= lead != '0 && !rst_i;
        full_q   <= lead == '1 && !rst_i;
      end
    end
  end

  for (genvar i = 0; i < NumInputs; i++) begin : gen_needs
    for (genvar h = 0; h < 2; h++) begin : gen_half
      assign any[2*i+h]  = in_needs_i[4*i+2*h+:2] != 2'b00;
      assign both[2*i+h] = in_needs_i[4*i+2*h+:2] == 2'b11;
    end
    assign empty[i] = in_needs_i[4*i+:4] == '0;
  end
  assign may = in_valid_i & ~held & (~follows | behind);
  assign needing = may & ~empty;
  assign due = needing & behind;
  arbiter_rr #(
      .N(NumInputs)
  ) u_turns (
      .clk_i,
      .rst_i,
      .request_i(due != '0 ? due : needing),
      .grant_o  (first),
      .served_i (leave & first)
  );

  always_comb begin
    taken = '0;
    taken_whole = '0;
    for (int unsigned i = 0; i < NumInputs; i++) begin
      taken |= first[i] ? any[2*i+:2] : '0;
      taken_whole |= first[i] ? both[2*i+:2] : '0;
    end
    for (int unsigned i = 0; i < NumInputs; i++)
      others[i] = in_valid_i[i] && !held[i] && !empty[i] && !first[i] && (!follows[i] || behind[i] || follows_first[i]) &&
          (any[2*i+:2] & taken_whole) == '0 && (both[2*i+:2] & taken) == '0;
  end
  assign second = others & (~others + 1'b1);
  assign ports = first | second | (may & empty);
  assign load = !valid_q || out_ready_i;
  assign in_ready_o = load ? ports : '0;
  assign leave = in_ready_o;

  // A half's first place takes its first part, the other one the second: for each place, bit 2i + p for part p of port i.
  for (genvar h = 0; h < 2; h++) begin : gen_half
    for (genvar i = 0; i < NumInputs; i++) begin : gen_port
      logic [NumInputs-1:0] earlier;  // ports whose parts come before
      logic [1:0] parts;
      for (genvar j = 0; j < NumInputs; j++) begin : gen_other
        assign earlier[j] = is_before(j, i) && ports[j] && any[2*j+h];
      end
      assign parts = ports[i] ? in_needs_i[4*i+2*h+:2] : '0;
      assign places[4*h*NumInputs+2*i+:2] = earlier != '0 ? '0 : {parts[1] & ~parts[0], parts[0]};
      assign places[(4*h+2)*NumInputs+2*i+:2] = earlier != '0 ? parts : {parts[1] & parts[0], 1'b0};
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      valid_q <= may != '0;
      ports_q <= ports;
      places_q <= places;
      data_q <= in_data_i;
    end
    if (rst_i) valid_q <= 1'b0;
  end

  assign out_valid_o = valid_q;
  assign out_ports_o = ports_q;
  always_comb begin
    out_data_o = '0;
    for (int unsigned place = 0; place < 4; place++) begin
      out_uses_o[place] = places_q[2*place*NumInputs+:2*NumInputs] != '0;
      for (int unsigned i = 0; i < 2 * NumInputs; i++)
        out_data_o[place*Width+:Width] |= places_q[2*place*NumInputs+i] ? data_q[i*Width+:Width] : '0;
    end
  end
endmodule
