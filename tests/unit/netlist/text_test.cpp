// SPDX-License-Identifier: Apache-2.0
// The text form of netlists, and SystemVerilog.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "board/description.h"
#include "designs.h"
#include "hls/graph/parse.h"
#include "hls/netlist/parse.h"
#include "hls/netlist/passes.h"
#include "hls/netlist/print.h"
#include "hls/netlist/systemverilog.h"
#include "hls/netlist/verify.h"
#include "hls/rtlgen/emit.h"

using namespace weft;
using namespace weft::netlist;
using Catch::Contains;

TEST_CASE("What is printed is parsed again") {
  const Design design = parsed(twoStages());
  CHECK(print(design) == twoStages());
  CHECK(print(parsed(print(design))) == print(design));
}

TEST_CASE("Netlists of kernels survive printing and parsing, and are sound before and after the passes") {
  const auto board = board::loadDescription("sim-card");
  unsigned kernels = 0;
  for (const auto &entry : std::filesystem::directory_iterator(WEFT_TEST_GRAPHS)) {
    if (entry.path().extension() != ".graph")
      continue;
    INFO(entry.path());
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const auto cases = graph::parse(text.str());
    REQUIRE(cases);
    REQUIRE(cases->size() == 1);
    auto made = rtlgen::makeNetlist(cases->front(), board);
    REQUIRE(made);
    const std::string printed = print(made->design);
    Design again = parsed(printed);
    CHECK(print(again) == printed);
    CHECK(verify(again).empty());
    for (Design *design : {&made->design, &again})
      runPasses(*design);
    CHECK(verify(made->design).empty());
    // Lines, for a readable difference.
    std::stringstream first(systemVerilog(made->design)), second(systemVerilog(again));
    for (std::string a, b; std::getline(first, a) && std::getline(second, b);)
      REQUIRE(a == b);
    ++kernels;
  }
  CHECK(kernels >= 10);
}

TEST_CASE("A malformed text is refused at its line") {
  const auto refused = [&](const std::string &from, const std::string &to) {
    const auto design = parse(changed(twoStages(), from, to));
    return design ? "" : hls::format(design.error());
  };
  CHECK_THAT(refused("credit_i = credit", "credit_i = debit"), Contains("netlist:24: error: ") && Contains("'debit'"));
  CHECK_THAT(refused("u_ctrl segment_ctrl", "u_ctrl segment_control"), Contains("segment_control"));
  CHECK_THAT(refused("8'h1)", "8'hx)"), Contains("no constant"));
  CHECK_THAT(refused("\"adds 1\"", "\"adds 1"), Contains("without an end"));
  CHECK_THAT(refused("Latency=32'h1", "Latency=x"), Contains("no number"));
  CHECK_THAT(refused("=> <mid> \"out\"", "=> <middle> \"out\""), Contains("'middle'"));
}

TEST_CASE("Expressions keep their meaning in SystemVerilog") {
  const auto text = [](const std::string &expression) {
    const Design design = parsed(R"(design ""
module m ""
  input a 8
  input b 8
  input c 1
  output y 8
  assign y = )" + expression + "\n");
    REQUIRE(verify(design).empty());
    return expressionText(design.modules[0], std::get<Assign>(design.modules[0].items[0].what).value);
  };
  CHECK(text("add:8(sub:8(a, b), a)") == "(a - b) + a");
  CHECK(text("and:8(and:8(a, b), a)") == "a & b & a");
  CHECK(text("and:8(a, and:8(a, b))") == "a & (a & b)");
  CHECK(text("select:8(c, a, not:8(b))") == "c ? a : ~b");
  CHECK(text("concat:8(slice[0]:4(a), slice[4]:4(b))") == "{b[7:4], a[3:0]}");
  CHECK(text("concat:8(slice[0]:4(a), slice[0]:4(a))") == "{2{a[3:0]}}");
  CHECK(text("zext:8(c)") == "{7'b0, c}");
  CHECK(text("sext:8(c)") == "{{7{c}}, c}");
  CHECK(text("shl:8(a, 8'h9)") == "a << 1");
  CHECK(text("ashr:8(a, b)") == "$unsigned($signed(a) >>> b[2:0])");
  CHECK(text("zext:8(icmp.slt:1(a, b))") == "{7'b0, (a ^ 8'h80) < (b ^ 8'h80)}");
  CHECK(text("zext:8(icmp.uge:1(a, b))") == "{7'b0, a >= b}");
  // These two cost an equality as well (docs/style.md), but where only the upper bits count.
  CHECK(text("zext:8(icmp.ugt:1(a, b))") == "{7'b0, b < a}");
  CHECK(text("zext:8(icmp.ule:1(a, b))") == "{7'b0, b >= a}");
  CHECK(text("zext:8(icmp.sgt:1(a, b))") == "{7'b0, (b ^ 8'h80) < (a ^ 8'h80)}");
  CHECK(text("zext:8(icmp.sle:1(a, 8'h5))") == "{7'b0, (8'h5 ^ 8'h80) >= (a ^ 8'h80)}");
  CHECK(text("zext:8(icmp.ugt:1(a, 8'h5))") == "{7'b0, 8'h5 < a}");
  CHECK(text("zext:8(icmp.ugt:1(a, 8'h7))") == "{7'b0, a > 8'h7}");
  CHECK(text("zext:8(icmp.ule:1(a, 8'h0))") == "{7'b0, a <= 8'h0}");
  CHECK(text("zext:8(icmp.sgt:1(a, 8'h0))") == "{7'b0, (a ^ 8'h80) > (8'h0 ^ 8'h80)}");
  CHECK(text("smin:8(a, b)") == "((a ^ 8'h80) < (b ^ 8'h80)) ? a : b");
}

TEST_CASE("Comments in SystemVerilog say what an item is made of") {
  CHECK_THAT(systemVerilog(parsed(twoStages())), Contains("  // add, k.cl:3\n"));
  CHECK_THAT(systemVerilog(parsed(changed(twoStages(), "\"add\" at", "at"))), Contains("  // at k.cl:3\n"));
}

TEST_CASE("A line that is too long for Verilator is broken between tokens, a comment is not") {
  std::string sum = "a";
  for (unsigned i = 0; i < 2000; ++i)
    sum = "and:8(" + sum + ", b)";
  const Design design =
      parsed("design \"\"\nmodule m \"\"\n  input a 8\n  input b 8\n  output y 8\n  assign y = " + sum + " \"" +
             std::string(1500, 'x') + " y\"\n");
  std::stringstream text(systemVerilog(design));
  size_t longest = 0, comments = 0;
  for (std::string line; std::getline(text, line);)
    if (line.find("//") != std::string::npos)
      comments += line.size() > 1500;
    else
      longest = std::max(longest, line.size());
  CHECK(longest < 130);
  CHECK(comments == 1);
}
