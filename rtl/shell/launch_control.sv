// SPDX-License-Identifier: Apache-2.0
// Runs one kernel region: reset, configuration words, start, wait for done, capture of times, fault and bus errors.
//
// A kernel that runs at its cycle limit, or while `stop_i` is set, is ended: for 2,048 cycles it is watched, which collects where
// work-items are, and may still become done; then its port is closed (kernel_requests), the last answers come in, and it is held in
// reset until the next launch. A kernel that is done with answers on their way, as after a hang, is closed likewise.
// `begin_i` with the number of words; the words come as beats, one word a cycle goes out. `loaded_o` after the last; then
// either `run_i` or `abort_i`. `finished_o` from when the outputs hold the outcome, until the next `begin_i`. Registered: every
// output but `loaded_o`, `resting_o` and `finished_o`, which are combinational from registers.
module launch_control #(
    parameter int unsigned Bits    = 512,
    localparam int unsigned CountW = weft_abi_pkg::CFG_ADDR_BITS + 1
) (
    input  logic                                   clk_i,
    input  logic                                   rst_i,
    input  logic [63:0]                            time_i,
    input  logic                                   begin_i,
    input  logic [CountW-1:0]                      words_i,
    input  logic                                   stream_valid_i,
    output logic                                   stream_ready_o,
    input  logic [Bits-1:0]                        stream_data_i,
    output logic                                   loaded_o,
    input  logic                                   run_i,
    input  logic                                   abort_i,
    input  logic [63:0]                            limit_i,         // cycles, with begin_i; 0: none
    input  logic                                   stop_i,          // a kernel that runs is to be ended
    output logic [63:0]                            deadline_o,      // the cycle before an end by the limit; all ones: none
    output logic                                   resting_o,       // nothing to do before a new launch, or until the kernel is done
    output logic                                   finished_o,
    output logic [63:0]                            end_o,
    output logic [63:0]                            run_cycles_o,
    output logic                                   fault_valid_o,
    output logic [7:0]                             fault_code_o,
    output logic [weft_abi_pkg::SITE_BITS-1:0]     fault_site_o,
    output logic [63:0]                            fault_addr_o,
    output logic                                   bus_error_o,
    output logic                                   aborted_o,
    // Kernel region.
    input  logic                                   kernel_error_i,  // pulse: memory refused an access of the kernel's
    output logic                                   kernel_rst_o,
    output logic                                   k_cfg_valid_o,
    output logic [weft_abi_pkg::CFG_ADDR_BITS-1:0] k_cfg_addr_o,
    output logic [weft_abi_pkg::CFG_WORD_BITS-1:0] k_cfg_data_o,
    output logic                                   k_start_o,
    output logic                                   k_watch_o,
    output logic                                   isolate_o,
    input  logic                                   axi_idle_i,      // no answer is due
    input  logic                                   k_done_i,
    input  logic                                   k_fault_valid_i,
    input  logic [7:0]                             k_fault_code_i,
    input  logic [weft_abi_pkg::SITE_BITS-1:0]     k_fault_site_i,
    input  logic [63:0]                            k_fault_addr_i
);
  localparam int unsigned WordBits     = weft_abi_pkg::CFG_WORD_BITS;
  localparam int unsigned WordsPerBeat = Bits / WordBits;
  localparam int unsigned IndexW       = $clog2(WordsPerBeat);
  localparam int unsigned ResetCycles  = 8;

  typedef enum logic [3:0] {
    Idle,
    Reset,
    Load,
    Loaded,
    Start,
    Run,
    Watch,
    Capture,
    Drain,
    Finished
  } state_e;
  state_e state_q;
  logic [CountW-1:0] word_q, left_q;  // left_q: words that have not gone out
  logic [2:0]        reset_left_q;
  logic              last_word_d, last_word_q, in_load, unlimited_q, late_q, overdue, watched, to_drain;
  assign in_load        = state_q == Load;
  assign loaded_o       = state_q == Loaded;
  assign watched        = state_q == Watch && &word_q;
  assign overdue        = stop_i || late_q;
  assign resting_o      = state_q == Idle || (state_q == Run && !overdue) || state_q == Finished;
  assign finished_o     = state_q == Finished;

  // The sequence of states.
  logic accepted, started, configured, ended, answered, opened;
  assign accepted   = (state_q == Idle || finished_o) && begin_i;
  assign opened     = state_q == Reset && reset_left_q == '0;
  assign configured = in_load && stream_valid_i;
  assign started    = loaded_o && !abort_i && run_i;
  assign ended      = (state_q == Run || state_q == Watch) && (k_done_i || watched);
  assign answered   = state_q == Drain && axi_idle_i;
  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Reset: if (opened) state_q <= Load;
      Load: if (configured && last_word_q) state_q <= Loaded;
      Loaded:
      if (abort_i) state_q <= Idle;
      else if (run_i) state_q <= Start;
      Start: state_q <= Run;  // the cycle of the start pulse
      Run, Watch:
      if (ended) state_q <= Capture;
      else if (overdue) state_q <= Watch;
      Capture: state_q <= to_drain ? Drain : Finished;
      Drain: if (answered) state_q <= Finished;
      default: if (accepted) state_q <= Reset;  // Idle, Finished
    endcase
    if (rst_i) state_q <= Idle;
  end

  // Configuration words; while the kernel is watched, its cycles.
  logic beat_end;  // the next cycle's word is a beat's last; last_word_d: it is the launch's last
  assign beat_end    = word_q[IndexW-1:0] + IndexW'(configured) == IndexW'(WordsPerBeat - 1);
  assign last_word_d = left_q == (configured ? CountW'(2) : CountW'(1));
  always_ff @(posedge clk_i) begin
    k_cfg_valid_o <= configured && !rst_i;
    if (configured) begin
      k_cfg_addr_o <= word_q[CountW-2:0];
      k_cfg_data_o <= stream_data_i[word_q[IndexW-1:0]*WordBits+:WordBits];
    end
    if (configured || state_q == Watch) word_q <= word_q + 1'b1;
    if (accepted || state_q == Start) word_q <= '0;
    if (accepted) left_q <= words_i;
    else if (configured) left_q <= left_q - 1'b1;
    last_word_q <= last_word_d;
    // A beat is taken with its last word, or with the launch's.
    stream_ready_o <= !rst_i && (opened || (in_load && !(configured && last_word_q))) && (last_word_d || beat_end);
  end

  // The region: reset, start, watch, and its port closed.
  assign to_drain = aborted_o || !axi_idle_i;
  always_ff @(posedge clk_i) begin
    k_start_o <= started && !rst_i;
    if (accepted) reset_left_q <= 3'(ResetCycles - 1);
    else if (state_q == Reset) reset_left_q <= reset_left_q - 1'b1;
    if (opened || (state_q == Idle && !begin_i)) kernel_rst_o <= 1'b0;
    if (accepted || answered || rst_i) kernel_rst_o <= 1'b1;
    if (state_q == Run && overdue) k_watch_o <= 1'b1;
    if (ended || rst_i) k_watch_o <= 1'b0;
    if (state_q == Capture) isolate_o <= to_drain;
    if (opened || rst_i) isolate_o <= 1'b0;
  end

  // Times.
  always_ff @(posedge clk_i) begin
    if (accepted) run_cycles_o <= '0;
    else if (state_q == Start) run_cycles_o <= time_i;
    else if (ended) run_cycles_o <= time_i - run_cycles_o;
    if (state_q == Capture) end_o <= time_i;
    if (accepted) deadline_o <= limit_i;
    else if (state_q == Start) deadline_o <= deadline_o + time_i;
    unlimited_q <= deadline_o == '0;  // with a limit, from long before the start; with the deadline, never
    if ((state_q == Start && unlimited_q) || ended || (loaded_o && abort_i) || rst_i) deadline_o <= '1;
    late_q <= (state_q == Run || state_q == Watch) && time_i >= deadline_o;
  end

  // The outcome. What was collected of a kernel that became done after all is no fault.
  always_ff @(posedge clk_i) begin
    if (kernel_error_i) bus_error_o <= 1'b1;
    if (ended) aborted_o <= !k_done_i;
    if (state_q == Capture) begin
      fault_valid_o <= k_fault_valid_i && (aborted_o || k_fault_code_i != weft_abi_pkg::FAULT_CIRCULATING);
      fault_code_o  <= k_fault_code_i;
      fault_site_o  <= k_fault_site_i;
      fault_addr_o  <= k_fault_addr_i;
    end
    if (accepted) {fault_valid_o, bus_error_o, aborted_o} <= '0;
  end
endmodule
