// SPDX-License-Identifier: Apache-2.0
// Shift by a variable amount. Direction 0: left; 1: right; 2: right arithmetic. An amount of Width or more is taken
// modulo Width where that is a power of two; else it gives 0, or all sign bits. Latency cycles, initiation interval 1;
// the output is registered when Latency is at least 1.
// One level of 2:1 multiplexers a bit of the amount, the low bits first, registers spread over the levels; a pair of
// levels fits the 4:1 multiplexer of two LUT4. Whether the amount is too large is found meanwhile and decides in the
// last level.
module int_shift #(
    parameter int unsigned Width     = 32,
    parameter int unsigned Direction = 0,
    parameter int unsigned Latency   = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] result_o
);
  if (Direction > 2) begin : gen_check
    $fatal(1, "int_shift: Direction is 0, 1 or 2");
  end
  localparam int unsigned Levels = $clog2(Width);
  localparam bit PowerOfTwo = 1 << Levels == Width;
  // What moves in from outside.
  logic filler;
  assign filler = Direction == 2 ? a_i[Width-1] : 1'b0;

  if (Width == 1) begin : gen_wire
    delay_line #(.Width(Width), .Latency(Latency)) u_out (.clk_i, .data_i(a_i), .data_o(result_o));
    logic unused_amount;
    assign unused_amount = ^{b_i, filler};
  end else begin : gen_shift
    // The levels together shift everything out for amounts from Width to 2^Levels - 1.
    logic beyond;
    assign beyond = !PowerOfTwo & (b_i[Width-1:Levels] != '0);
`ifdef WEFT_FP_FAST
    logic [Levels-1:0] amount;
    logic [Width-1:0] shifted;
    assign amount = b_i[Levels-1:0];
    if (Direction == 0) begin : gen_left
      assign shifted = a_i << amount;
    end else if (Direction == 1) begin : gen_right
      assign shifted = a_i >> amount;
    end else begin : gen_arithmetic
      assign shifted = $unsigned($signed(a_i) >>> amount);
    end
    delay_line #(.Width(Width), .Latency(Latency)) u_out (
        .clk_i, .data_i(beyond ? {Width{filler}} : shifted), .data_o(result_o)
    );
`else
    for (genvar k = 0; k < Levels; k++) begin : gen_level
      localparam int unsigned By = 1 << k;
      localparam int unsigned Here = Latency * (k + 1) / Levels - Latency * k / Levels;
      localparam int unsigned Left = k + 1 < Levels ? Levels - k - 1 : 1;  // bits of the amount for later levels
      logic [Width-1:0] data, moved, data_q;
      logic [Left-1:0] later, later_q;
      logic here, fill, over, fill_q, over_q;
      if (k == 0) begin : gen_first
        assign data = a_i;
        assign here = b_i[0];
        assign fill = filler;
        assign over = beyond;
      end else begin : gen_next
        assign data = gen_level[k-1].data_q;
        assign here = gen_level[k-1].later_q[0];
        assign fill = gen_level[k-1].fill_q;
        assign over = gen_level[k-1].over_q;
      end
      for (genvar i = 0; i < Width; i++) begin : gen_bit
        if (Direction == 0) begin : gen_left
          assign moved[i] = i < By ? 1'b0 : data[i < By ? 0 : i-By];
        end else begin : gen_right
          assign moved[i] = i + By >= Width ? fill : data[i + By >= Width ? 0 : i+By];
        end
      end
      if (k == Levels - 1) begin : gen_none_later
        assign later = 1'b0;
      end else if (k == 0) begin : gen_all_later
        assign later = b_i[Levels-1:1];
      end else begin : gen_later
        assign later = gen_level[k-1].later_q[Left:1];
      end
      logic [Width-1:0] selected;
      assign selected = here ? moved : data;
      delay_line #(.Width(Width + Left + 2), .Latency(Here)) u_cut (
          .clk_i,
          .data_i({k == Levels - 1 && over ? {Width{fill}} : selected, later, fill, over}),
          .data_o({data_q, later_q, fill_q, over_q})
      );
    end
    logic unused_last;
    assign unused_last = ^{gen_level[Levels-1].later_q, gen_level[Levels-1].fill_q, gen_level[Levels-1].over_q};
    assign result_o = gen_level[Levels-1].data_q;
`endif
  end
endmodule
