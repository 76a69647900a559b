// SPDX-License-Identifier: Apache-2.0
#include "designs.h"

#include <stdexcept>

#include "hls/netlist/parse.h"

namespace weft::netlist {

std::string twoStages() {
  return R"(design "two stages"

module stage "adds 1"
  input clk_i 1
  input rst_i 1
  input in_valid_i 1
  output in_ready_o 1
  input in_data_i 8
  output out_valid_o 1
  input out_ready_i 1
  output out_data_o 8
  net valid 2
  net credit 1
  net x 8 @0.0
  net sum 8 @0.1
  stream in valid in_valid_i ready in_ready_o data=in_data_i
  stream out valid out_valid_o ready out_ready_i data=out_data_o
  port in input
  port out output
  end in consumer
  segment 0 latency 1 valid valid
  title "Segment 0: 1 cycles" in 0
  assign x_s0c0 = in_data_i in 0
  instance u_ctrl segment_ctrl { Latency=32'h1 } { clk_i = clk_i rst_i = rst_i in_valid_i = in_valid_i in_ready_o -> (in_ready_o) credit_i = credit stage_valid_o -> (valid) } in 0
  assign sum_s0c1 = add:8(x_s0c0'1, 8'h1) in 0 "add" at "k.cl":3:9
  instance u_out credit_fifo { Width=32'h8 Depth=32'h4 } { clk_i = clk_i rst_i = rst_i credit_o -> (credit) reserve_i = slice[0]:1(valid) push_i = slice[1]:1(valid) data_i = sum_s0c1 release_i = 1'h0 "" => <out> } in 0

module top "two in a row"
  input clk_i 1
  input rst_i 1
  input in_valid_i 1
  output in_ready_o 1
  input in_data_i 8
  output out_valid_o 1
  input out_ready_i 1
  output out_data_o 8
  net mid_valid 1
  net mid_ready 1
  net mid_data 8
  stream in valid in_valid_i ready in_ready_o data=in_data_i
  stream mid valid mid_valid ready mid_ready data=mid_data
  stream out valid out_valid_o ready out_ready_i data=out_data_o
  port in input
  port out output
  instance u_first stage { } { clk_i = clk_i rst_i = rst_i "in" => <in> "out" => <mid> }
  instance u_second stage { } { clk_i = clk_i rst_i = rst_i "in" => <mid> "out" => <out> }
)";
}

Design parsed(const std::string &text) {
  auto design = parse(text);
  if (!design)
    throw std::runtime_error(hls::format(design.error()));
  return std::move(*design);
}

std::string changed(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
    throw std::runtime_error("'" + from + "' is not there exactly once");
  return text.replace(at, from.size(), to);
}

}  // namespace weft::netlist
