// SPDX-License-Identifier: Apache-2.0
// Planted faults: each kind is found by the verifier, which names what is wrong.
#include <catch2/catch.hpp>

#include "designs.h"
#include "hls/netlist/build.h"
#include "hls/netlist/verify.h"

using namespace weft::netlist;
using Catch::Contains;

namespace {

std::string defectOf(const std::string &from, const std::string &to) {
  return weft::hls::buildLog(verify(parsed(changed(twoStages(), from, to))));
}

}  // namespace

TEST_CASE("A sound netlist has no defects") { CHECK(verify(parsed(twoStages())).empty()); }

TEST_CASE("A stream without a consumer") {
  CHECK_THAT(defectOf("\"in\" => <mid>", "in_valid_i = mid_valid in_ready_o -> (mid_ready) in_data_i = mid_data"),
             Contains("stream mid has 1 producers and 0 consumers"));
}

TEST_CASE("A stream with two consumers") {
  CHECK_THAT(defectOf("\"in\" => <in>", "\"in\" => <mid>"), Contains("stream mid has 1 producers and 2 consumers"));
}

TEST_CASE("A net with two drivers") {
  CHECK_THAT(defectOf("  assign sum_s0c1", "  assign x_s0c0 = 8'h0 in 0\n  assign sum_s0c1"),
             Contains("net x_s0c0 has 2 drivers"));
}

TEST_CASE("A net without a driver") {
  CHECK_THAT(defectOf("  assign x_s0c0 = in_data_i in 0\n", ""), Contains("net x_s0c0 has 0 drivers"));
}

TEST_CASE("A width that is off by one") {
  CHECK_THAT(defectOf("net sum 8 @0.1", "net sum 9 @0.1"),
             Contains("sum_s0c1 of 9 bits is given 8 bits") && Contains("data_i of u_out"));
  CHECK_THAT(defectOf("Width=32'h8", "Width=32'h9"), Contains("port data_i of u_out has 9 bits"));
  CHECK_THAT(defectOf("add:8(x_s0c0'1, 8'h1)", "add:8(x_s0c0'1, 9'h1)"), Contains("add of 8, 9 bits"));
  CHECK_THAT(defectOf("net mid_data 8", "net mid_data 7"), Contains("in_data_i of u_second has 8 bits"));
}

TEST_CASE("A value of another stage") {
  CHECK_THAT(defectOf("x_s0c0'1", "x_s0c0"), Contains("sum_s0c1 is made of values of stage 0"));
  CHECK_THAT(defectOf("x_s0c0'1, 8'h1", "x_s0c0'1, sum_s0c1'1"), Contains("joins stage"));
}

TEST_CASE("An input that is not connected, or twice") {
  CHECK_THAT(defectOf(" release_i = 1'h0", ""), Contains("port release_i of u_out has 0 connections"));
  CHECK_THAT(defectOf("release_i = 1'h0", "release_i = 1'h0 release_i = 1'h1"), Contains("2 connections"));
}

TEST_CASE("A parameter that the component does not have") {
  CHECK_THAT(defectOf("Depth=32'h4", "Deep=32'h4"), Contains("no parameter Deep"));
}

TEST_CASE("A source location without a line") {
  CHECK_THAT(defectOf("at \"k.cl\":3:9", "at \"k.cl\":0:9"), Contains("a location in 'k.cl' without a line"));
}

TEST_CASE("Two nets of one name") {
  CHECK_THAT(defectOf("net credit 1", "net valid 2\n  net credit 1"), Contains("two nets are named valid"));
}

TEST_CASE("A combinational loop in a module") {
  CHECK_THAT(defectOf("  assign x_s0c0 = in_data_i in 0\n",
                      "  net a 8\n  net b 8\n  assign a = not:8(b)\n  assign b = add:8(a, 8'h1)\n"
                      "  assign x_s0c0 = in_data_i in 0\n"),
             Contains("combinational loop") && Contains("a <- ") && Contains("b"));
}

TEST_CASE("A combinational loop through components and two modules") {
  // `gate` passes its input on within the cycle, as a segment's control does: valid to the first stage.
  const std::string gates = R"(design ""
module gate ""
  input clk_i 1
  input rst_i 1
  input a 1
  output y 1
  instance u_ctrl segment_ctrl { Latency=32'h0 } { clk_i = clk_i rst_i = rst_i in_valid_i = a in_ready_o -> () credit_i = 1'h1 stage_valid_o -> (y) }
module top ""
  input clk_i 1
  input rst_i 1
  net p 1
  net q 1
  instance u_one gate { } { clk_i = clk_i rst_i = rst_i a = p y -> (q) }
  instance u_two gate { } { clk_i = clk_i rst_i = rst_i a = q y -> (p) }
)";
  const auto defects = verify(parsed(gates));
  REQUIRE(defects.size() == 1);
  CHECK_THAT(defects[0].message, Contains("module top: a combinational loop") && Contains("p") && Contains("q"));
  // A FIFO cuts the path.
  CHECK(verify(parsed(twoStages())).empty());
}

TEST_CASE("The builder refuses what does not fit") {
  Builder b("m");
  const NetId clk = b.input("clk_i"), a = b.input("a", 8), y = b.output("y", 8);
  CHECK(clk == 0);
  CHECK_THROWS_WITH(b.assign(y, b.slice(b.use(a), 0, 7)), Contains("net y of 8 bits is assigned 7 bits"));
  CHECK_THROWS_WITH(b.slice(b.use(a), 4, 5), Contains("slice"));
  CHECK_THROWS_WITH(b.operation(weft::graph::Opcode::FAdd, 8, {b.use(a), b.use(a)}), Contains("needs a module"));
  CHECK_THROWS_WITH(b.instance("no_such_module", "u"), Contains("no_such_module"));
  CHECK_THROWS_WITH(b.instance("credit_fifo", "u").set("Width", 7).in("data_i", b.use(a)),
                    Contains("data_i of u has 7 bits and is given 8"));
  CHECK_THROWS_WITH(b.instance("credit_fifo", "u").in("data", b.use(a)), Contains("no port data"));
}
