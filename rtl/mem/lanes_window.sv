// SPDX-License-Identifier: Apache-2.0
// `Lanes` consecutive lanes of a line from lane first_i * Step on, round its end; those that keep_i has not are zero.
// Combinational: a tree of multiplexers of four, the coarse ones first, for these have no more outputs than the finer ones
// need. The last level makes the zeros.
module lanes_window #(
    parameter int unsigned Width = 32,
    parameter int unsigned LineLanes = 4,  // a power of two
    parameter int unsigned Lanes = 4,  // at most LineLanes; a multiple of Step
    parameter int unsigned Step = 1,
    localparam int unsigned FirstW = LineLanes > Step ? $clog2(LineLanes / Step) : 1
) (
    input  logic [LineLanes*Width-1:0] line_i,
    input  logic [         FirstW-1:0] first_i,  // ignored if a line has one step
    input  logic [          Lanes-1:0] keep_i,
    output logic [    Lanes*Width-1:0] result_o
);
  localparam int unsigned Bits = $clog2(LineLanes / Step);
  localparam int unsigned Levels = (Bits + 1) / 2;  // of four; the last one has two if Bits is odd

  if (Levels == 0) begin : gen_whole
    logic unused_first;
    assign unused_first = ^first_i;
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      assign result_o[i*Width+:Width] = keep_i[i] ? line_i[i*Width+:Width] : '0;
    end
  end else begin : gen_tree
    for (genvar l = 0; l < Levels; l++) begin : gen_level
      localparam int unsigned Ways = 2 * l + 1 < Bits ? 4 : 2;
      localparam int unsigned Left = Ways == 4 ? Bits - 2 * l - 2 : 0;  // bits of first_i for the levels behind
      localparam int unsigned Stride = Step << Left;
      localparam int unsigned Wanted = Lanes + Stride - Step;
      localparam int unsigned Outputs = Wanted < LineLanes ? Wanted : LineLanes;
      localparam int unsigned Inputs = l == 0 || Lanes + Ways * Stride - Step > LineLanes ? LineLanes : Lanes + Ways * Stride - Step;
      logic [Inputs*Width-1:0] inputs;
      logic [Outputs*Width-1:0] chosen;
      if (l == 0) begin : gen_line
        assign inputs = line_i;
      end else begin : gen_inner
        assign inputs = gen_level[l-1].chosen;
      end
      for (genvar i = 0; i < Outputs; i++) begin : gen_lane
        if (Ways == 4) begin : gen_four
          mux4 #(
              .Width(Width),
              .Clear(1'b1)
          ) u_mux (
              .a_i     (inputs[i*Width+:Width]),
              .b_i     (inputs[(i+Stride)%LineLanes*Width+:Width]),
              .c_i     (inputs[(i+2*Stride)%LineLanes*Width+:Width]),
              .d_i     (inputs[(i+3*Stride)%LineLanes*Width+:Width]),
              .select_i(first_i[Left+:2]),
              .modify_i(l == Levels - 1 && !keep_i[i%Lanes]),
              .result_o(chosen[i*Width+:Width])
          );
        end else begin : gen_two
          assign chosen[i*Width+:Width] = !keep_i[i] ? '0 : first_i[0] ? inputs[(i+Stride)%LineLanes*Width+:Width] : inputs[i*Width+:Width];
        end
      end
    end
    assign result_o = gen_level[Levels-1].chosen;
  end
endmodule
