// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "flow/source_map.h"

using weft::flow::SourceMap;

namespace {

constexpr const char *kText = R"(
module node_0_entry (
    input  logic clk_i
);
  // add, dir/my kernel.cl:3
  logic [15:0] v5_s0c0;
  assign v5_s0c0 = a + b;
  // load, k.cl:4
  credit_fifo #(.Width(16), .Depth(4)) u_s0_req (
    .clk_i, .rst_i);
  logic v6_s0c0, v7_s0c0;

  // ---- Segment 1: 0 cycles
  logic [31:0] v14_s1c0;
endmodule

module kernel_region (
    input  logic clk_i
);
  node_0_entry u_n0 (
    .clk_i);

  // ---- Access units
  // at k.cl:9
  logic s1_fault;
  lsu_store_scatter #(.Bytes(4)) u_s1 (
    .clk_i);
endmodule
)";

}  // namespace

TEST_CASE("a cell of the netlist is traced to the line of its operation or access") {
  const SourceMap map(kText);
  CHECK(map.locate("u_kernel.u_n0.v5_s0c0") == "dir/my kernel.cl:3");
  CHECK(map.locate("u_kernel.u_n0.v5_s0c0_SB_LUT4_O_3_LC") == "dir/my kernel.cl:3");
  CHECK(map.locate("u_system.u_system.u_kernel.u_n0.v5_s0c0_LUT4_Z") == "dir/my kernel.cl:3");
  CHECK(map.locate("u_kernel.u_n0.v5_s0c0_TRELLIS_FF_Q_1.DI") == "dir/my kernel.cl:3");
  CHECK(map.locate("u_kernel.u_n0.u_s0_req.valid_q_SB_DFF_Q") == "k.cl:4");
  CHECK(map.locate("u_kernel.u_n0.v7_s0c0$abc$17") == "k.cl:4");
  CHECK(map.locate("u_kernel.u_s1.u_order.count_q[3]") == "k.cl:9");
}

TEST_CASE("what belongs to no line has none") {
  const SourceMap map(kText);
  CHECK(map.locate("u_kernel.u_n0.v14_s1c0").empty());
  CHECK(map.locate("u_kernel.u_n0").empty());
  CHECK(map.locate("u_kernel.u_dispatcher.count_q").empty());
  CHECK(map.locate("u_shell.u_registers.now_q").empty());
  CHECK(map.locate("u_shell.u_n0.v5_s0c0").empty());
  CHECK(map.locate("u_kernel").empty());
  CHECK(map.locate("").empty());
}

TEST_CASE("of several kernels in a bitstream each has its lines") {
  SourceMap map;
  map.add("u_kernel_k0", kText);
  map.add("u_kernel_k1", "module kernel_region (\n);\n  // at k.cl:20\n  lsu_store_scatter #(.Bytes(4)) u_s1 (\n");
  CHECK(map.locate("u_system.u_kernels.u_kernel_k0.u_s1.u_order.count_q[3]") == "k.cl:9");
  CHECK(map.locate("u_system.u_kernels.u_kernel_k1.u_s1.u_order.count_q[3]") == "k.cl:20");
  CHECK(map.locate("u_system.u_kernels.u_kernel_k1.u_n0.v5_s0c0").empty());
  CHECK(map.locate("u_system.u_kernels.u_select.selected_q").empty());
  CHECK(map.locate("u_kernel.u_s1.u_order.count_q[3]").empty());
}

TEST_CASE("what is in a compute unit has its line, whichever unit it is in") {
  std::string text = kText;
  text.replace(text.find("module kernel_region"), 20, "module compute_unit");
  const SourceMap map(text +
                      "module kernel_region (\n);\n  group_source #(.MaxSize(1)) u_groups (\n    .clk_i);\n"
                      "  compute_unit u_unit0 (\n    .clk_i);\n  compute_unit u_unit1 (\n    .clk_i);\nendmodule\n");
  CHECK(map.locate("u_kernel.u_unit0.u_n0.v5_s0c0_LUT4_Z") == "dir/my kernel.cl:3");
  CHECK(map.locate("u_kernel.u_unit1.u_s1.u_order.count_q[3]") == "k.cl:9");
  CHECK(map.locate("u_kernel.u_groups.count_q").empty());
  CHECK(map.partOf("u_kernel.u_unit1.u_s1.u_order.q") == SourceMap::Part{"u_kernel", "u_s1", "lsu_store_scatter"});
  CHECK(map.partOf("u_kernel.u_unit0.s1_fault_LUT4") == SourceMap::Part{"u_kernel", "compute_unit", "compute_unit"});
  CHECK(map.partOf("u_kernel.u_groups.q") == SourceMap::Part{"u_kernel", "u_groups", "group_source"});
}
