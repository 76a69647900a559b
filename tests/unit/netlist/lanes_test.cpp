// SPDX-License-Identifier: Apache-2.0
// Nets and instances of several lanes.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "designs.h"
#include "hls/netlist/build.h"
#include "hls/netlist/passes.h"
#include "hls/netlist/print.h"
#include "hls/netlist/systemverilog.h"
#include "hls/netlist/verify.h"

using namespace weft::netlist;
using Catch::Contains;
using weft::graph::Opcode;
using weft::graph::Predicate;

namespace {

/// Four lanes of 8 bits through a segment: a sum, a product of a module each, a long delay, one lane of them all.
std::string fourLanes() {
  return R"(design ""

module lanes ""
  input clk_i 1
  input rst_i 1
  input a_i 8*4
  input k_i 8
  input valid 41
  output sum_o 8*4 @0.40
  output product_o 8*4 @0.41
  output third_o 8 @0.0
  output all_o 32 @0.0
  net a 8*4 @0.0
  net sum 8*4 @0.0
  net product 8*4 @0.1
  segment 0 latency 40 valid valid
  assign a_s0c0 = a_i in 0
  assign sum_s0c0 = add:8*4(a_s0c0, broadcast:8*4(k_i)) in 0
  instance u_product int_mul *4 { Width=32'h8 Latency=32'h1 } { clk_i = clk_i a_i = xor:8*4(sum_s0c0, a_s0c0) b_i = k_i result_o -> (product_s0c1) } in 0
  assign sum_o = sum_s0c0'40 in 0
  assign product_o = product_s0c1'40 in 0
  assign third_o = slice[16]:8(reshape:32(sum_s0c0)) in 0
  assign all_o = reshape:32(sum_s0c0) in 0
)";
}

std::string defectOf(const std::string &from, const std::string &to) {
  return weft::hls::buildLog(verify(parsed(changed(fourLanes(), from, to))));
}

/// SystemVerilog of a module with inputs a and b of 8 bits in 4 lanes, c of 1 bit in 4, d of 8 in one; y is assigned.
std::string written(const std::string &expression, const std::string &type = "8*4") {
  Design design =
      parsed("design \"\"\nmodule m \"\"\n  input a 8*4\n  input b 8*4\n  input c 1*4\n  input d 8\n  output y " +
             type + "\n  assign y = " + expression + "\n");
  REQUIRE(verify(design).empty());
  runPasses(design);
  REQUIRE(verify(design).empty());
  return systemVerilog(design);
}

}  // namespace

TEST_CASE("Lanes are printed, parsed and verified") {
  const Design design = parsed(fourLanes());
  CHECK(print(design) == fourLanes());
  CHECK(verify(design).empty());
  CHECK(design.modules[0].nets[2].bits() == 32);
}

TEST_CASE("Other lanes than the operation's, the net's or the instance's are found") {
  CHECK_THAT(defectOf("output sum_o 8*4", "output sum_o 8*2"), Contains("sum_o of 2 lanes is given 4 lanes"));
  CHECK_THAT(defectOf("broadcast:8*4(k_i)", "k_i"), Contains("add of 4 lanes has an operand of 1"));
  CHECK_THAT(defectOf("broadcast:8*4(k_i)", "broadcast:8*4(a_s0c0)"), Contains("broadcasts what is not one lane"));
  CHECK_THAT(defectOf("broadcast:8*4(k_i)", "broadcast:8*4(slice[0]:4(k_i))"), Contains("of its width"));
  CHECK_THAT(defectOf("reshape:32(sum_s0c0))", "reshape:16*3(sum_s0c0))"), Contains("reshapes other bits than it has"));
  CHECK_THAT(defectOf("int_mul *4", "int_mul *2"),
             Contains("port a_i of u_product in 2 lanes is connected to 4 lanes"));
  CHECK_THAT(defectOf("net product 8*4", "net product 32"),
             Contains("port result_o of u_product in 4 lanes is connected to 1 lanes"));
  CHECK_THAT(defectOf("int_mul *4 {", "int_mul {"),
             Contains("port a_i of u_product has 8 bits and is connected to 32"));
  CHECK_THAT(defectOf("net product 8*4", "net product 8*0"), Contains("net product_s0c1 has no bits"));
  CHECK_THAT(defectOf("int_mul *4", "int_mul *0"), Contains("u_product has 0 lanes"));
  const auto streams = verify(parsed(changed(twoStages(), "u_second stage", "u_second stage *2")));
  REQUIRE(!streams.empty());
  CHECK_THAT(streams[0].message, Contains("u_second has 2 lanes and 2 streams"));
}

TEST_CASE("The builder refuses lanes that do not fit") {
  Builder b("m");
  b.input("clk_i");
  const NetId a = b.input("a", 8, kNone, 0), x = b.wire("x", 8, 4), y = b.wire("y", 8, 4);
  CHECK_THROWS_WITH(b.assign(x, b.use(a)), Contains("net x of 4 lanes is assigned 1 lanes"));
  CHECK_THROWS_WITH(b.reg(a, b.use(x)), Contains("net a of 1 lanes takes 4 lanes"));
  CHECK_THROWS_WITH(b.operation(Opcode::Add, 8, {b.use(x), b.use(a)}), Contains("add of 4 lanes has an operand of 1"));
  CHECK_THROWS_WITH(b.broadcast(b.use(x), 4), Contains("broadcasts what is not one lane"));
  CHECK_THROWS_WITH(b.reshape(b.use(x), 3), Contains("reshapes other bits"));
  CHECK_THROWS_WITH(b.instance("int_mul", "u").lanes(2).set("Width", 8).in("a_i", b.use(x)),
                    Contains("a_i of u in 2 lanes is given 4"));
  CHECK_THROWS_WITH(b.instance("int_mul", "u").lanes(4).set("Width", 8).out("result_o", {a}),
                    Contains("in 4 lanes drives 1"));
  CHECK_THROWS_WITH(b.instance("credit_fifo", "u").lanes(4).stream("", {}), Contains("u has lanes"));
  // What fits has the lanes and widths that it says.
  b.assign(x, b.broadcast(b.use(a), 4));
  const ExprId sum = b.operation(Opcode::Add, 8, {b.use(x), b.use(y)});
  CHECK(b.lanes(sum) == 4);
  CHECK(b.lanes(b.slice(sum, 2, 3)) == 4);
  CHECK(b.lanes(b.nonZero(sum)) == 4);
  CHECK(b.width(b.zext(sum, 12)) == 12);
  CHECK(b.lanes(b.field(sum, 9, 2)) == 4);
  CHECK(b.width(b.lane(b.use(x), 3)) == 8);
  CHECK(b.lanes(b.lane(b.use(x), 3)) == 1);
}

TEST_CASE("Delays keep lanes, in registers and in a memory") {
  Design design = parsed(fourLanes());
  runPasses(design);
  CHECK(verify(design).empty());
  // Two values of 32 bits wait 40 cycles, each in a memory of its own stages.
  CHECK_THAT(print(design),
             Contains("delay_memory { Width=32'h20 Latency=32'h28 }") && Contains("data_i = reshape:32(sum_s0c0)"));
  Design shorter =
      parsed(changed(changed(fourLanes(), "sum_o 8*4 @0.40", "sum_o 8*4 @0.2"), "sum_s0c0'40", "sum_s0c0'2"));
  runPasses(shorter);
  CHECK(verify(shorter).empty());
  CHECK_THAT(print(shorter), Contains("net sum 8*4 @0.1") && Contains("register sum_s0c2 = sum_s0c1"));
  CHECK_THAT(systemVerilog(shorter), Contains("logic [31:0] sum_s0c1"));
}

TEST_CASE("An operation is written for each lane, what moves whole nets is not") {
  CHECK_THAT(written("add:8*4(a, b)"),
             Contains("  for (genvar lane = 0; lane < 4; lane++) begin : gen_y\n"
                      "    assign y[lane*8 +: 8] = a[lane*8 +: 8] + b[lane*8 +: 8];\n  end\n"));
  CHECK_THAT(written("a"), Contains("  assign y = a;\n"));
  CHECK_THAT(written("broadcast:8*4(d)"), Contains("  assign y = {4{d}};\n"));
  CHECK_THAT(written("reshape:32(a)", "32"), Contains("  assign y = a;\n"));
  CHECK_THAT(written("slice[8]:8(reshape:32(a))", "8"), Contains("  assign y = a[15:8];\n"));
  CHECK_THAT(written("add:8*4(a, broadcast:8*4(sub:8(d, 8'h1)))"), Contains("= a[lane*8 +: 8] + (d - 8'h1);"));
  CHECK_THAT(written("select:8*4(c, a, b)"), Contains("= c[lane] ? a[lane*8 +: 8] : b[lane*8 +: 8];"));
  CHECK_THAT(written("slice[2]:3*4(a)", "3*4"), Contains("assign y[lane*3 +: 3] = a[lane*8 + 2 +: 3];"));
  CHECK_THAT(written("dynslice:2*4(a, slice[0]:2*4(b))", "2*4"),
             Contains("a[lane*8 + {b[lane*8 + 0 +: 2], 1'b0} +: 2]"));
  CHECK_THAT(written("dyninsert:8*4(a, slice[0]:2*4(b), slice[0]:2*4(a))"),
             Contains("inserted = a[lane*8 +: 8];\n      inserted[{b[lane*8 + 0 +: 2], 1'b0} +: 2] = ") &&
                 Contains("assign y[lane*8 +: 8] = inserted;"));
}

TEST_CASE("What cannot be written in a place gets a name there") {
  // Lanes of other lanes, in an operation; an operation, in a reshape and in a register.
  CHECK_THAT(written("add:8*4(a, reshape:8*4(concat:32(d, d, d, d)))"),
             Contains("assign operand1 = {4{d}};") && Contains("a[lane*8 +: 8] + operand1[lane*8 +: 8]"));
  CHECK_THAT(written("reshape:32(add:8*4(a, b))", "32"),
             Contains("assign y = operand1;") && Contains("assign operand1[lane*8 +: 8]"));
  Design design =
      parsed(changed(fourLanes(), "  assign all_o = reshape:32(sum_s0c0) in 0\n",
                     "  assign all_o = reshape:32(sum_s0c0) in 0\n  net q 8*4\n  register q = add:8*4(a_i, q)\n"));
  runPasses(design);
  CHECK(verify(design).empty());
  CHECK_THAT(systemVerilog(design),
             Contains("q <= operand") && Contains(".a_i(operand") && Contains("begin : gen_u_product\n    int_mul #("));
}
