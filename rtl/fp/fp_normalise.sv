// SPDX-License-Identifier: Apache-2.0
// Shifts left by as many leading bits as equal `sign_i` (zeros follow), so that the leading bit differs from it; `count_o` says by
// how many. If all bits equal `sign_i` the count is 2^Levels - 1.
// A binary search: each level skips half as many bits as the one before, and the test of a level is made in parallel with the
// shift of the one before, for both of its outcomes. Part of a pipeline of `Latency` cycles over `Total` units of delay, of
// which `Before` precede this module; it has the registers that fall after its levels. Initiation interval 1.
module fp_normalise #(
    parameter int unsigned Levels  = 5,
    parameter int unsigned Latency = 0,
    parameter int unsigned Before  = 0,
    parameter int unsigned Total   = 2 * Levels + 1,  // a level is two units, and the first test one
    localparam int unsigned Width  = 1 << Levels
) (
    input  logic              clk_i,
    input  logic              sign_i,
    input  logic [Width-1:0]  data_i,
    output logic [Width-1:0]  data_o,
    output logic [Levels-1:0] count_o
);
  for (genvar j = 0; j < Levels; j++) begin : gen_level
    localparam int unsigned Distance = 1 << (Levels - 1 - j);
    localparam int unsigned Start = j == 0 ? Before : Before + 2 * j + 1;
    localparam int unsigned Registers = Latency * (Before + 2 * j + 3) / Total - Latency * Start / Total;
    logic [Width-1:0] data, shifted;
    logic [Levels-1:0] count, extended;
    logic sign, skip;
    if (j == 0) begin : gen_first
      assign data = data_i;
      assign count = '0;
      assign sign = sign_i;
      assign skip = data_i[Width-1 -: Distance] == {Distance{sign_i}};
    end else begin : gen_next
      assign data = gen_level[j-1].data_q;
      assign count = gen_level[j-1].count_q;
      assign sign = gen_level[j-1].gen_test.sign_q;
      assign skip = gen_level[j-1].gen_test.skip_q;
    end
    assign shifted = skip ? data << Distance : data;
    assign extended = Levels'({count, skip});

    logic [Width-1:0] data_q;
    logic [Levels-1:0] count_q;
    if (j < Levels - 1) begin : gen_test
      localparam int unsigned Half = Distance / 2;
      logic skip_next, sign_q, skip_q;
      assign skip_next = skip ? data[Width-Distance-1 -: Half] == {Half{sign}} : data[Width-1 -: Half] == {Half{sign}};
      delay_line #(.Width(Width + Levels + 2), .Latency(Registers)) u_cut (
          .clk_i, .data_i({shifted, extended, sign, skip_next}), .data_o({data_q, count_q, sign_q, skip_q})
      );
    end else begin : gen_last
      logic unused_sign;
      assign unused_sign = sign;
      delay_line #(.Width(Width + Levels), .Latency(Registers)) u_cut (
          .clk_i, .data_i({shifted, extended}), .data_o({data_q, count_q})
      );
    end
  end
  assign data_o = gen_level[Levels-1].data_q;
  assign count_o = gen_level[Levels-1].count_q;
endmodule
