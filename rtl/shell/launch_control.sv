// SPDX-License-Identifier: Apache-2.0
// Runs one kernel region: reset, configuration words, start, wait for done, capture of times, fault and bus errors.
//
// A kernel that runs at its cycle limit, or while `stop_i` is set, is ended: for 2,048 cycles it is watched, which collects where
// work-items are, and may still become done; then its port is closed (axi_isolate), the last answers come in, and it is held in
// reset until the next launch. A kernel that is done with answers on their way, as after a hang, is closed likewise.
// `begin_i` with the number of words; the words come as beats, one word a cycle goes out. `loaded_o` after the last; then
// either `run_i` or `abort_i`. `finished_o` from when the outputs hold the outcome, until the next `begin_i`. Registered: every
// output but `stream_ready_o`, `loaded_o`, `resting_o` and `finished_o`, which are combinational from registers.
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
    output logic [63:0]                            deadline_o,      // first cycle of an end by the limit; all ones: none
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
  logic [CountW-1:0] word_q;
  logic [2:0]        reset_left_q;
  logic              last_word, in_load, overdue, watched;
  assign in_load        = state_q == Load;
  assign last_word      = word_q + 1'b1 == words_i;
  assign stream_ready_o = in_load && (last_word || word_q[IndexW-1:0] == IndexW'(WordsPerBeat - 1));
  assign loaded_o       = state_q == Loaded;
  assign watched        = state_q == Watch && &word_q;
  assign overdue        = stop_i || time_i >= deadline_o;
  assign resting_o      = state_q == Idle || (state_q == Run && !overdue) || state_q == Finished;
  assign finished_o     = state_q == Finished;

  always_ff @(posedge clk_i) begin
    k_cfg_valid_o <= 1'b0;
    k_start_o     <= 1'b0;
    if (kernel_error_i) bus_error_o <= 1'b1;
    unique case (state_q)
      Reset: begin
        reset_left_q <= reset_left_q - 1'b1;
        if (reset_left_q == '0) begin
          kernel_rst_o <= 1'b0;
          isolate_o    <= 1'b0;
          state_q      <= Load;
        end
      end
      Load:
      if (stream_valid_i) begin
        k_cfg_valid_o <= 1'b1;
        k_cfg_addr_o  <= word_q[CountW-2:0];
        k_cfg_data_o  <= stream_data_i[word_q[IndexW-1:0]*WordBits+:WordBits];
        word_q        <= word_q + 1'b1;
        if (last_word) state_q <= Loaded;
      end
      Loaded:
      if (abort_i) begin
        deadline_o <= '1;
        state_q    <= Idle;
      end else if (run_i) begin
        k_start_o <= 1'b1;
        state_q   <= Start;
      end
      Start: begin  // the cycle of the start pulse
        run_cycles_o <= time_i;
        deadline_o   <= deadline_o == '0 ? '1 : deadline_o + time_i;
        word_q       <= '0;
        state_q      <= Run;
      end
      Run, Watch: begin
        if (state_q == Watch) word_q <= word_q + 1'b1;
        if (k_done_i || watched) begin
          run_cycles_o <= time_i - run_cycles_o;
          deadline_o   <= '1;
          aborted_o    <= !k_done_i;
          k_watch_o    <= 1'b0;
          state_q      <= Capture;
        end else if (overdue) begin
          k_watch_o <= 1'b1;
          state_q   <= Watch;
        end
      end
      Capture: begin
        // What was collected of a kernel that became done after all is no fault.
        fault_valid_o <= k_fault_valid_i && (aborted_o || k_fault_code_i != weft_abi_pkg::FAULT_CIRCULATING);
        fault_code_o  <= k_fault_code_i;
        fault_site_o  <= k_fault_site_i;
        fault_addr_o  <= k_fault_addr_i;
        end_o         <= time_i;
        isolate_o     <= aborted_o || !axi_idle_i;
        state_q       <= aborted_o || !axi_idle_i ? Drain : Finished;
      end
      Drain:
      if (axi_idle_i) begin
        kernel_rst_o <= 1'b1;
        state_q      <= Finished;
      end
      default:  // Idle, Finished
      if (begin_i) begin
        kernel_rst_o  <= 1'b1;
        reset_left_q  <= 3'(ResetCycles - 1);
        word_q        <= '0;
        run_cycles_o  <= '0;
        fault_valid_o <= 1'b0;
        bus_error_o   <= 1'b0;
        aborted_o     <= 1'b0;
        deadline_o    <= limit_i;
        state_q       <= Reset;
      end
    endcase
    if (rst_i) begin
      state_q       <= Idle;
      kernel_rst_o  <= 1'b1;
      k_cfg_valid_o <= 1'b0;
      k_start_o     <= 1'b0;
      k_watch_o     <= 1'b0;
      isolate_o     <= 1'b0;
      deadline_o    <= '1;
    end else if (state_q == Idle && !begin_i) kernel_rst_o <= 1'b0;
  end
endmodule
