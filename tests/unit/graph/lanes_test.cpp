// SPDX-License-Identifier: Apache-2.0
// Graphs whose tokens become packets: they compute what they did, all that they claim of their lanes holds, and a false
// claim is found.
#include <catch2/catch.hpp>

#include <functional>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "lane_kernels.h"
#include "random_linear.h"

using namespace weft::graph;
using test::checkFinds;
using test::find;
using test::LaneClaims;
using test::parseOne;
using test::patterned;
using test::Ran;
using test::replaced;
using test::run;
using test::withLanes;
using namespace test::lane_kernels;

namespace {

constexpr uint64_t kIn = 1024, kOut = 8192, kEnd = 12288;
constexpr unsigned kItems = 64;

Ran runAt(const Kernel &kernel, uint64_t offset, uint64_t adversary = 0, LaneClaims *claims = nullptr,
          uint64_t groupSize = 16) {
  Launch launch;
  launch.globalSize = {kItems, 1, 1};
  launch.localSize = {groupSize, 1, 1};
  launch.globalOffset = {offset, 3, 0};
  launch.argumentWords = {kIn, kOut, kOut, kEnd, uint32_t(offset) | uint64_t(kItems - 13) << 32};
  return run(kernel, launch, patterned(kEnd), claims, adversary);
}

}  // namespace

TEST_CASE("packets compute what work-items do, and are what they claim") {
  const std::string &text = GENERATE_REF(kGuard, kLoop, kMixed, kOwn);
  const Kernel before = parseOne(text);
  for (unsigned lanes : {2, 4, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    for (uint64_t offset : {0x0ull, 0x35ull, 0x7fffffe0ull, 0x7ffffff9ull, 0xffffffe0ull, 0xfffffff3ull}) {
      INFO("from id " << offset);
      LaneClaims claims(after);
      const Ran expected = runAt(before, offset), found = runAt(after, offset, 0, &claims);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      const LaneClaims::Counts counts = claims.check();
      CHECK(counts.uniform > kItems);
      CHECK(counts.linear > kItems);
      for (uint64_t adversary : {1, 2})
        CHECK(runAt(after, offset, adversary).memory == expected.memory);
    }
  }
}

TEST_CASE("lanes have copies of tables and arrays") {
  const Kernel kernel = withLanes(parseOne(kOwn), 4);
  std::map<LaneAccess, unsigned> reads, writes;
  for (const Op &op : kernel.nodes[0].ops) {
    reads[op.laneAccess] += op.opcode == Opcode::MemRead;
    writes[op.laneAccess] += op.opcode == Opcode::MemWrite;
  }
  CHECK(kernel.memories[0].lanes == 1);
  CHECK(kernel.memories[1].lanes == 4);
  CHECK(reads == std::map<LaneAccess, unsigned>{{LaneAccess::Together, 1}, {LaneAccess::Own, 3}});
  CHECK(writes == std::map<LaneAccess, unsigned>{{LaneAccess::Together, 1}, {LaneAccess::Own, 2}});
}

TEST_CASE("packets of a group share its memory") {
  const bool hashed = GENERATE(true, false);
  const Kernel before = parseOne(hashed ? kGroup : kRows);
  for (unsigned lanes : {2, 4, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    std::map<LaneAccess, unsigned> accesses;
    for (const Node &node : after.nodes)
      for (const Op &op : node.ops)
        accesses[op.laneAccess] += op.opcode == Opcode::MemRead;
    CHECK(accesses[LaneAccess::Together] == 1);
    const bool moved = hashed && lanes < 16;  // all 16 words are a row
    CHECK(accesses[LaneAccess::Row] == (moved ? 0 : 1));
    CHECK(accesses[LaneAccess::Each] == (moved ? 3 : 2));
    for (uint64_t offset : {0x0ull, 0x35ull, 0x7ffffff9ull}) {
      LaneClaims claims(after);
      const Ran expected = runAt(before, offset), found = runAt(after, offset, 0, &claims);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      CHECK(claims.check().linear > kItems);
      CHECK(runAt(after, offset, 1).memory == expected.memory);
    }
  }
}

TEST_CASE("random graphs compute with packets what they do without, and are what they claim") {
  const uint64_t seeds = test::seeds(100);
  const bool inGroups = GENERATE(false, true);
  size_t linear = 0, own = 0, shared = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const Kernel before = test::RandomLinear(seed, true, inGroups).run();
    INFO("seed " << seed << print(before));
    REQUIRE(weft::hls::buildLog(verify(before)) == "");
    for (unsigned lanes : {2, 16}) {
      const Kernel after = withLanes(before, lanes);
      REQUIRE(after.lanes == lanes);
      LaneClaims claims(after);
      // Ids of a launch do not wrap; those that no group has a part in begin at a multiple.
      const uint64_t offset = seed % 2 == 0 ? seed : inGroups ? 0x7ffffff3 : 0xfffffff3;
      const uint64_t groupSize = inGroups && seed % 3 ? 8 : 16;
      const Ran expected = runAt(before, offset, 0, nullptr, groupSize);
      const Ran found = runAt(after, offset, 0, &claims, groupSize);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      CHECK(runAt(after, offset, 1, nullptr, groupSize).memory == expected.memory);
      linear += claims.check().linear;
      for (const Memory &memory : after.memories)
        ++(memory.lanes > 1 ? own : shared);
    }
  }
  CHECK(linear > seeds * 100);
  CHECK(own > seeds / 10);
  CHECK(shared > seeds / 10);
}

TEST_CASE("what makes packets impossible is named, and its place") {
  const auto changed = [](const std::string &text, const std::string &what, const std::string &with) {
    return parseOne(replaced(text, what, with));
  };
  const auto refused = [](Kernel kernel) {
    orderSites(kernel);
    chooseUnits(kernel, 64);
    LaneLimits limits;
    limits.wanted = 4;
    CHECK_FALSE(chooseLanes(kernel, limits));
    CHECK(kernel.lanes == 1);
    CHECK(weft::hls::buildLog(verify(kernel)) == "");
    return kernel.lanesReason.what;
  };
  CHECK(refused(changed(kGuard, "store site 1 (%to, %r)", "fence ()\n    store site 1 (%to, %r)")) ==
        "a fence orders the accesses of one work-item");
}

namespace {

Value &named(Kernel &kernel, const std::string &name) {
  for (Value &value : kernel.values)
    if (value.name == name)
      return value;
  throw std::logic_error("no such value");
}

}  // namespace

TEST_CASE("the verifier finds each false claim about lanes") {
  constexpr Lanes kFirst = {Lanes::Shape::First}, kUniform = {}, kLinear8 = {Lanes::Shape::Linear, 8};
  struct Example {
    const std::string &text;
    const char *message;
    std::function<void(Kernel &)> plant;
  };
  const auto claim = [](const char *name, Lanes lanes) { return [=](Kernel &k) { named(k, name).lanes = lanes; }; };
  // The loop's parameters: k, sum, i.1, y.1, active.
  const auto parameter = [](const Kernel &k, size_t i) { return k.nodes[1].parameters[i]; };
  const Example examples[] = {
      {kGuard, "lanes is no power of two", [](Kernel &k) { k.lanes = 3; }},
      {kGuard, "is not as its lanes say", [](Kernel &k) { k.lanes = 1; }},
      {kGuard, "is not as its lanes say", claim("bytes", kLinear8)},
      {kGuard, "is not as its lanes say", claim("bytes", kUniform)},
      {kGuard, "is not as its lanes say", claim("v", kUniform)},
      {kMixed, "is not as its lanes say", claim("chosen", kUniform)},
      {kMixed, "is not as its lanes say", claim("whichever", kUniform)},
      {kMixed, "is not as its lanes say", claim("high", kLinear8)},
      {kGuard, "accesses of packets have a mask, and no others",
       [](Kernel &k) { k.sites[0].unit = Site::Unit::Stream; }},
      {kLoop, "accesses of packets have a mask, and no others",
       [](Kernel &k) { k.sites[0].unit = Site::Unit::Packet; }},
      {kGuard, "accesses of packets have a mask, and no others",
       [](Kernel &k) {
         Op &load = find(k, Opcode::Load);
         load.masked = false;
         load.operands.erase(load.operands.begin() + 1);
       }},
      {kGuard, "a packet is not aligned", [](Kernel &k) { k.sites[0].aligned = true; }},
      {kGuard, "an access is not made by whole packets",
       [](Kernel &k) { find(k, Opcode::Load).operands[2] = find(k, Opcode::Load).operands[1]; }},
      {kGuard, "the mask is not made in all lanes",
       [=](Kernel &k) { k.values[find(k, Opcode::Load).operands[1]].lanes = kFirst; }},
      {kGuard, "and has an operand that is not made in all lanes", claim("inside", kFirst)},
      {kGuard, "what a packet loads is not each lane's own", claim("v", kFirst)},
      {kGuard, "what is stored is not made in all lanes", claim("r", kFirst)},
      {kLoop, "an edge is not taken by whole packets",
       [=](Kernel &k) { k.nodes[1].edges[0].condition = parameter(k, 4); }},
      {kLoop, "argument 1 of an edge is not made in all lanes", claim("next", kFirst)},
      {kLoop, "add has an operand that is not made in all lanes", claim("product", kFirst)},
      {kLoop, "lanes access different addresses",
       [=](Kernel &k) { find(k, Opcode::Load).operands[0] = parameter(k, 2); }},
      {kLoop, "the elements of a packet's lanes do not follow each other",
       [=](Kernel &k) { find(k, Opcode::Load, 1).operands[0] = parameter(k, 2); }},
      {kLoop, "a memory of groups has no rows of words", [](Kernel &k) { k.memories[0].kind = Memory::Kind::Local; }},
      {kLoop, "work-items exchange values",
       [](Kernel &k) {
         k.memories[0].kind = Memory::Kind::Exchange;
         k.memories[0].bytes = 64;
       }},
      {kLoop, "a work-item's variable is accessed as a group's",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Row; }},
      {kRows, "says how lanes access a memory on chip",
       [](Kernel &k) { find(k, Opcode::Load).laneAccess = LaneAccess::Each; }},
      {kRows, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Together; }},
      {kRows, "the words of a packet's lanes are no row",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Row; }},
      {kRows, "what lanes access together is not each lane's own", claim("other", kFirst)},
      {kRows, "an address is not made in all lanes", claim("backwards", kFirst)},
      {kRows, "lanes access different addresses, or store different values",
       [](Kernel &k) { find(k, Opcode::Store, 1).operands[1] = find(k, Opcode::Pick, 1).operands[0]; }},
      {kLoop, "a memory has some lanes", [](Kernel &k) { k.memories[0].lanes = 2; }},
      {kLoop, "what is read is not what the memory has of each lane", [](Kernel &k) { k.memories[0].lanes = 4; }},
      {kLoop, "what is written is not what the memory has of each lane", [](Kernel &k) { k.memories[0].lanes = 4; }},
      {kOwn, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Together; }},
      {kOwn, "an address is not made in all lanes", claim("at", kFirst)},
      {kOwn, "lanes write different words of what all share", [](Kernel &k) { k.memories[1].lanes = 1; }},
      {kRows, "lanes have no copies of a group's memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Own; }},
      {kMixed, "some lanes write what all share", [](Kernel &k) { k.memories[0].lanes = 1; }},
      {kMixed, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemWrite).operands[0] = k.nodes[0].parameters[0]; }},
  };
  for (const auto &[text, message, plant] : examples) {
    const Kernel kernel = withLanes(parseOne(text), 4);
    REQUIRE(kernel.lanes == 4);
    INFO(print(kernel));
    checkFinds(kernel, {message, plant});
  }
}
