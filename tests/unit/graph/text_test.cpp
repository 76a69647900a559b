// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hls/graph/build.h"
#include "hls/graph/parse.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/pipeline.h"
#include "tests/common/random_kernel.h"

using namespace weft::graph;

namespace {

/// Every attribute there is, none at its default.
Kernel everything() {
  Kernel k;
  k.name = "all";
  k.addressBits = 24;
  k.maxWorkGroupSize = 12;
  k.slots = 64;
  k.groupSlots = 2;
  k.computeUnits = 3;
  k.unitsReason = {"4 are \"refused\"", {"x.cl", 2, 1}};
  k.lanesReason = {"more do not fit", {"x.cl", 1, 1}, true};
  k.requiredSize[0] = 12;
  k.requiredSize[2] = 1;
  k.sizeHint[1] = 7;
  k.vecTypeHint = "float4";
  k.attributes = {"reqd_work_group_size(12,1,1)", "with \"quotes\"\nand \\"};
  k.entryValues = {EntryValue::GroupIdZ, EntryValue::LinearLocalId};
  k.arguments.push_back(
      {Argument::Kind::Buffer, {}, "a", "real*", "float*", "none", "const restrict", "global", 8, 32, true});
  k.arguments.push_back({Argument::Kind::Local, {}, "b", "int*", "int*", "none", "", "local", 8, 34, false});
  k.arguments.push_back({Argument::Kind::Value, {}, "c", "struct s", "struct s", "none", "", "private", 20, 36, false});
  k.arguments.push_back(
      {Argument::Kind::Buffer, Argument::Implicit::PrintBuffer, "p", "", "", "none", "", "global", 8, 39, true});
  k.sites.push_back(
      {{Site::Kind::Store, 4, {0}, {"x.cl", 3, 4}}, Site::Unit::Stream, {UnitReason::Kind::Neighbours, -4, "", {}}});
  k.sites.push_back({{Site::Kind::Atomic, 4, {0}, {}}, Site::Unit::Scatter, {}});
  k.sites.push_back(
      {{Site::Kind::Load, 4, {0}, {}}, Site::Unit::Scatter, {UnitReason::Kind::Irregular, 0, "load", {"x.cl", 4, 5}}});
  k.sites.push_back(
      {{Site::Kind::Load, 4, {0}, {}}, Site::Unit::Scatter, {UnitReason::Kind::Store, 0, "", {"x.cl", 4, 5}}});
  k.sites.push_back({{Site::Kind::Load, 4, {0}, {}}, Site::Unit::Scatter, {UnitReason::Kind::Apart, 64, "", {}}});
  k.sites.push_back({{Site::Kind::Load, 4, {0}, {}}, Site::Unit::Cached, {}, false, false, 256});
  for (int i = 0; i < 2; ++i)
    k.sites.push_back({{Site::Kind::Load, 4, {0}, {}}, Site::Unit::Stream, {}, false, false, 64, 0});
  k.sites[0].order = {SiteOrder::Kind::IfOverlap, {{0, 3}, {1, 3}}, {}};
  k.sites[2].order = {SiteOrder::Kind::IfOverlap, {{0, 3}}, {"x.cl", 4, 5}};
  k.sites[3].order = {SiteOrder::Kind::Always, {}, {"x.cl", 4, 5}};
  k.sites[5].order = {SiteOrder::Kind::Fence, {}, {}};
  k.memories.push_back({Memory::Kind::Rom, "table", 4, 2, {1, 2, 0xfe, 0xff}, {"x.cl", 9, 1}});
  k.memories.push_back({Memory::Kind::Pool, "pool", 1024, 8, {}, {}});
  k.checks.push_back({Site::Kind::Atomic, 4, "ping or pong", 48, {}, {"x.cl", 9, 3}});
  k.checks.push_back({Site::Kind::Load, 16, "b", 0, {1}, {}});
  Node entry, barrier, exit;
  entry.name = "entry";
  entry.location = {"x.cl", 1, 0};
  k.nodes = {entry, barrier, exit};
  Node &n = k.nodes[0];
  Builder build(k, n);
  ValueId group = build.parameter(32, "group"), id = build.parameter(32);
  ValueId sum = build.add(group, id);
  build.setLocation({"x.cl", 2, 8});
  build.setName("less");
  ValueId less = build.icmp(Predicate::Sle, sum, id);
  ValueId bits = build.pure(Opcode::Slice, 5, {sum}, Predicate::None, 9);
  ValueId rounded = build.pure(Opcode::FRound, 32, {sum}, Predicate::NearestAway);
  ValueId ordered = build.pure(Opcode::FCmp, 1, {rounded, id}, Predicate::FUlt);
  ValueId address = build.arg(24, 33, 7);
  Op store;
  store.opcode = Opcode::Store;
  store.operands = {address, sum, less};
  store.predicated = true;
  store.ackBeforeExit = true;
  build.append(store, 0);
  Op atomic;
  atomic.opcode = Opcode::Atomic;
  atomic.index = 1;
  atomic.atomic = AtomicOp::CmpXchg;
  atomic.operands = {address, sum, rounded};
  atomic.after = {OpId(n.ops.size() - 1)};
  build.append(atomic, 32);
  Op read;
  read.opcode = Opcode::MemRead;
  read.operands = {bits};
  build.append(read, 16);
  build.slot();
  build.poison(3);
  k.nodes[0].edges = {{ordered, 2, {}}, {kNone, 1, {bits}}};
  k.nodes[1].kind = NodeKind::Barrier;
  k.nodes[1].name = "wait";
  k.values.push_back({5, "crosses"});
  k.nodes[1].parameters = {ValueId(k.values.size() - 1)};
  k.nodes[1].edges = {{kNone, 0, k.nodes[1].parameters}};
  k.nodes[0].loopHeader = true;
  k.nodes[2].kind = NodeKind::Exit;
  k.nodes[2].name = "exit";
  compactValues(k);
  return k;
}

std::string errorOf(const std::string &text) {
  const auto kernels = parse(text);
  return kernels ? "" : weft::hls::format(kernels.error());
}

}  // namespace

TEST_CASE("the text form keeps every attribute") {
  Kernel kernel = everything();
  std::string text = print(kernel);
  INFO(text);
  const auto kernels = parse(text);
  REQUIRE(kernels);
  REQUIRE(kernels->size() == 1);
  CHECK(kernels->front() == kernel);
  CHECK(print(kernels->front()) == text);
}

TEST_CASE("random kernels round-trip") {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Kernel kernel = test::randomKernel(seed);
    compactValues(kernel);
    for (bool transformed : {false, true}) {
      if (transformed)
        runTransforms(kernel);
      std::string text = print(kernel);
      INFO("seed " << seed << "\n" << text);
      auto kernels = parse(text);
      REQUIRE(kernels);
      REQUIRE(print(kernels->at(0)) == text);
      for (Value &value : kernel.values)  // names are made unique
        value.name.clear();
      for (Value &value : kernels->front().values)
        value.name.clear();
      REQUIRE(kernels->front() == kernel);
    }
  }
}

TEST_CASE("several kernels and comments are read") {
  Kernel kernel = everything();
  const auto kernels = parse("; first\n" + print(kernel) + "; second\n" + print(kernel));
  REQUIRE(kernels);
  CHECK(kernels->size() == 2);
}

TEST_CASE("equal and odd names are made unique") {
  Kernel kernel = everything();
  kernel.values[0].name = kernel.values[1].name = "a b";
  kernel.values[2].name = "7up";
  std::string text = print(kernel);
  CHECK(text.find("%a_b:32, %a_b.1:32") != std::string::npos);
  CHECK(text.find("%_7up:32") != std::string::npos);
  CHECK(print(parse(text)->at(0)) == text);
}

TEST_CASE("syntax errors name the line") {
  CHECK(errorOf("kernel @k {\n  colour 3\n}") == "graph:2: error: unknown item 'colour'");
  CHECK(errorOf("kernel @k {\n node @a pipeline {\n %x:8 = add (%y, %y)\n }\n}") ==
        "graph:3: error: value %y is not defined before its use");
  CHECK(errorOf("kernel @k {\n node @a pipeline {\n %x:8 = frob ()\n }\n}") ==
        "graph:3: error: unknown operation 'frob'");
  CHECK(errorOf("kernel @k {\n node @a pipeline {\n goto @b()\n }\n}") == "graph:5: error: no node @b");
  CHECK(errorOf("kernel @k {\n node @a exit\n node @a exit\n}") == "graph:3: error: node @a is defined twice");
  CHECK(errorOf("kernel @k {\n vec_type_hint \"fl\n}") == "graph:2: error: unterminated string");
  CHECK(errorOf("kernel @k {\n node @a pipeline {\n %x:8 = const 0x1\n %y:8 = icmp.oeq (%x, %x)\n }\n}") ==
        "graph:4: error: unknown predicate 'oeq'");
  CHECK(errorOf("kernel @k {").find("expected") != std::string::npos);
}
