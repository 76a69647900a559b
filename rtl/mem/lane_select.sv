// SPDX-License-Identifier: Apache-2.0
// One of the lanes of a line, or zero. Combinational: a tree of multiplexers of four, the first level of which makes the zero.
module lane_select #(
    parameter int unsigned Width = 32,
    parameter int unsigned Lanes = 4,  // a power of two
    localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1
) (
    input  logic [Lanes*Width-1:0] line_i,
    input  logic [      LaneW-1:0] lane_i,   // zero if there is one lane
    input  logic                   zero_i,
    output logic [      Width-1:0] result_o
);
  localparam int unsigned Levels = LaneW / 2;  // of four; a last one has two if LaneW is odd

  if (Levels == 0) begin : gen_few
    assign result_o = zero_i ? '0 : line_i[lane_i*Width+:Width];
  end else begin : gen_tree
    for (genvar l = 0; l < Levels; l++) begin : gen_level
      localparam int unsigned Outputs = Lanes >> (2 * l + 2);
      logic [4*Outputs*Width-1:0] inputs;
      logic [Outputs*Width-1:0] chosen;
      if (l == 0) begin : gen_line
        assign inputs = line_i;
      end else begin : gen_inner
        assign inputs = gen_level[l-1].chosen;
      end
      for (genvar i = 0; i < Outputs; i++) begin : gen_group
        mux4 #(
            .Width(Width),
            .Clear(1'b1)
        ) u_mux (
            .a_i     (inputs[4*i*Width+:Width]),
            .b_i     (inputs[(4*i+1)*Width+:Width]),
            .c_i     (inputs[(4*i+2)*Width+:Width]),
            .d_i     (inputs[(4*i+3)*Width+:Width]),
            .select_i(lane_i[2*l+:2]),
            .modify_i(l == 0 && zero_i),
            .result_o(chosen[i*Width+:Width])
        );
      end
    end
    if (LaneW % 2 == 0) begin : gen_even
      assign result_o = gen_level[Levels-1].chosen;
    end else begin : gen_odd
      assign result_o = lane_i[LaneW-1] ? gen_level[Levels-1].chosen[Width+:Width] : gen_level[Levels-1].chosen[0+:Width];
    end
  end
endmodule
