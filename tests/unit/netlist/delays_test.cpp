// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "designs.h"
#include "hls/netlist/delays.h"
#include "hls/netlist/print.h"
#include "hls/netlist/verify.h"

using namespace weft::netlist;
using Catch::Contains;

namespace {

/// A value of `width` bits that enters at stage 0 and is used at the given stages.
Design withUses(unsigned width, const std::vector<unsigned> &stages) {
  const std::string w = std::to_string(width);
  const std::string latency = std::to_string(*std::max_element(stages.begin(), stages.end()));
  std::string text = "design \"\"\nmodule m \"\"\n  input clk_i 1\n  input rst_i 1\n  input in " + w +
                     "\n  input valid " + std::to_string(std::stoul(latency) + 1) + "\n  net x " + w + " @0.0\n";
  for (unsigned stage : stages)
    text += "  output y" + std::to_string(stage) + " " + w + " @0." + std::to_string(stage) + "\n";
  text += "  segment 0 latency " + latency + " valid valid\n  assign x_s0c0 = in in 0\n";
  for (unsigned stage : stages)
    text += "  assign y" + std::to_string(stage) + " = x_s0c0'" + std::to_string(stage) + " in 0\n";
  return parsed(text);
}

size_t count(const Design &design, bool registers) {
  size_t result = 0;
  for (const Item &item : design.modules[0].items)
    result += registers ? std::holds_alternative<Register>(item.what) : std::holds_alternative<Instance>(item.what);
  return result;
}

}  // namespace

TEST_CASE("A value has a register for each stage up to its last use, shared by all uses") {
  Design design = withUses(8, {2, 5});
  insertDelays(design.modules[0]);
  CHECK(verify(design).empty());
  CHECK(count(design, true) == 5);
  CHECK_THAT(print(design), Contains("assign y2 = x_s0c2") && Contains("register x_s0c5 = x_s0c4"));
}

TEST_CASE("A long and wide delay is a memory, a long and narrow one is not") {
  Design wide = withUses(32, {40}), narrow = withUses(1, {40});
  insertDelays(wide.modules[0]);
  insertDelays(narrow.modules[0]);
  CHECK(verify(wide).empty());
  CHECK(verify(narrow).empty());
  CHECK(count(wide, true) == 0);
  CHECK_THAT(print(wide), Contains("delay_memory { Width=32'h20 Latency=32'h28 }"));
  CHECK(count(narrow, true) == 40);
  CHECK(count(narrow, false) == 0);
}

TEST_CASE("A delay after a use begins there") {
  Design design = withUses(32, {1, 41});
  insertDelays(design.modules[0]);
  CHECK(verify(design).empty());
  CHECK(count(design, true) == 1);
  CHECK_THAT(print(design), Contains("u_delay_s0c1c41_0"));
}
