// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "designs.h"
#include "hls/netlist/build.h"
#include "hls/netlist/print.h"
#include "hls/netlist/share_fields.h"
#include "hls/netlist/verify.h"

using namespace weft::netlist;
using Catch::Contains;

namespace {

struct Value {
  const char *name;
  unsigned width;
  const char *when;  // bits of the select in hexadecimal
};

/// A FIFO for tokens of `kinds` kinds that carry a select and the values, each read by an output of the module.
Design fifo(unsigned kinds, const std::vector<Value> &values) {
  std::string ports, nets, fields, parts = "select_in", uses;
  unsigned width = kinds;
  for (const auto &[name, bits, when] : values) {
    ports += fmt::format("  input {0}_in {1}\n  output {0}_used {1}\n", name, bits);
    nets += fmt::format("  net {}_out {}\n", name, bits);
    fields += fmt::format(" {0}={0}_out?{1}'h{2}", name, kinds, when);
    parts += fmt::format(", {}_in", name);
    uses += fmt::format("  assign {0}_used = {0}_out\n", name);
    width += bits;
  }
  return parsed(fmt::format(R"(design ""
module m ""
  input clk_i 1
  input rst_i 1
  input push 1
  input select_in {0}
{1}  net credit 1
  net valid 1
  net ready 1
  net select_out {0}
{2}  stream token valid valid ready ready select select select=select_out{3}
  end token consumer
  assign ready = 1'h1
  instance u_fifo credit_fifo {{ Width=32'h{5:x} Depth=32'h4 }} {{ clk_i = clk_i rst_i = rst_i credit_o -> (credit) reserve_i = push push_i = push data_i = concat:{5}({4}) release_i = 1'h0 "" => <token> }}
{6})",
                            kinds, ports, nets, fields, parts, width, uses));
}

std::string shared(unsigned kinds, const std::vector<Value> &values) {
  Design design = fifo(kinds, values);
  REQUIRE(verify(design).empty());
  shareFields(design.modules[0]);
  REQUIRE(verify(design).empty());
  return print(design);
}

}  // namespace

TEST_CASE("Fields of one width share bits if no token needs both") {
  const std::string text = shared(2, {{"a", 32, "1"}, {"b", 32, "2"}, {"c", 16, "2"}});
  CHECK_THAT(text, Contains("select=select_out a=a_out?2'h3 c=c_out?2'h2") && Contains("Width=32'h32"));
  CHECK_THAT(text, Contains("data_i = concat:50(select_in, select:32(slice[0]:1(select_in), a_in, b_in), c_in)"));
  CHECK_THAT(text, Contains("assign a_used = a_out") && Contains("assign b_used = a_out"));
}

TEST_CASE("Fields that meet in a token have bits of their own") {
  const std::string text = shared(2, {{"a", 8, "3"}, {"b", 8, "2"}});
  CHECK(text == print(fifo(2, {{"a", 8, "3"}, {"b", 8, "2"}})));
}

TEST_CASE("A field that most tokens need is placed first, the others fit round each other") {
  const std::string text = shared(3, {{"a", 8, "1"}, {"b", 8, "7"}, {"c", 8, "4"}});
  CHECK_THAT(text, Contains("b=b_out?3'h7 a=a_out?3'h5") && Contains("Width=32'h13"));
}

TEST_CASE("Of several fields that share bits each is written under its own selects") {
  const std::string text = shared(4, {{"a", 8, "3"}, {"b", 8, "4"}, {"c", 8, "8"}});
  CHECK_THAT(text, Contains("select:8(or:1(slice[0]:1(select_in), slice[1]:1(select_in)), a_in, "
                            "select:8(slice[2]:1(select_in), b_in, c_in))"));
}

TEST_CASE("A FIFO without a select, or that is written as a whole, stays as it is") {
  for (const auto &[from, to] :
       {std::pair("ready ready select select", "ready ready"), {"concat:18(select_in, a_in, b_in)", "whole"}}) {
    std::string text = print(fifo(2, {{"a", 8, "1"}, {"b", 8, "2"}}));
    text = changed(text, from, to);
    if (std::string(to) == "ready ready")
      text = changed(changed(text, "?2'h1", ""), "?2'h2", "");
    else
      text = changed(text, "  input push 1\n", "  input push 1\n  input whole 18\n");
    Design design = parsed(text);
    CHECK(verify(design).empty());
    shareFields(design.modules[0]);
    CHECK(print(design) == print(parsed(text)));
  }
}

TEST_CASE("Conditions that do not fit the select are found") {
  const std::string text = print(fifo(2, {{"a", 8, "1"}, {"b", 8, "2"}}));
  const auto defect = [&](const std::string &from, const std::string &to) {
    return weft::hls::buildLog(verify(parsed(changed(text, from, to))));
  };
  CHECK_THAT(defect("?2'h1", "?3'h1"),
             Contains("field a of stream token has a condition of 3 bits, and the select has 2"));
  CHECK_THAT(defect("?2'h1", "?2'h0"), Contains("field a of stream token counts in no token"));
  CHECK_THAT(defect("ready ready select select", "ready ready"), Contains("and the select has 0"));
  CHECK_THAT(defect("select=select_out", "select=select_out?2'h3"), Contains("does not always count"));
  CHECK_THROWS_WITH(parsed(changed(text, "ready ready select select", "ready ready select selected")),
                    Contains("has no field 'selected'"));
  Builder b("m");
  const StreamId s =
      b.stream("s", b.wire("v"), b.wire("r"), {{"k", b.wire("k", 2)}, {"x", b.wire("x"), {weft::graph::Bits(3, 1)}}});
  CHECK_THROWS_WITH(b.setSelect(s, "kind"), Contains("no field kind"));
  CHECK_THROWS_WITH(b.setSelect(s, "k"), Contains("condition of 3 bits"));
}
