// SPDX-License-Identifier: Apache-2.0
// Linear values that are needed in all lanes are kept once, and made in all lanes where they are needed (ADR 76).
#include <catch2/catch.hpp>

#include <algorithm>

#include "graphs.h"
#include "hls/graph/affine.h"
#include "hls/graph/alias.h"
#include "hls/graph/group_values.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "hls/graph/walking_loads.h"

using namespace weft::graph;
using test::checkFinds;
using test::find;
using test::parseOne;
using test::replaced;
using test::withLanes;

namespace {

constexpr Lanes kLinear = {Lanes::Shape::Linear, 1}, kVarying = {Lanes::Shape::Varying};

// `i` goes round a loop and over a barrier: all lanes compare and store it. `kept` waits in a variable.
const std::string kCounter = R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 34
  entry [global_id_x]
  site 0 store scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [0]
  memory 0 private "kept" bytes 4 word 4
  node @entry pipeline (%x:32) {
    %zero:32 = const 0x0
    %z:2 = const 0x0
    %n:32 = arg word 34 lo 0
    %begin:32 = add (%x, %n)
    memwrite memory 0 (%z, %begin)
    goto @loop(%begin, %x, %zero)
  }
  node @loop pipeline (%i:32, %x.1:32, %sum:32) loop {
    %n.1:32 = arg word 34 lo 0
    %m:32 = arg word 34 lo 32
    %three:32 = const 0x3
    %inside:1 = icmp.ult (%i, %m)
    %some:32 = select (%inside, %i, %three)
    %sum.1:32 = add (%sum, %some)
    %next:32 = add (%i, %three)
    %more:1 = icmp.ult (%n.1, %m)
    goto %more ? @loop(%next, %x.1, %sum.1)
    goto @wait(%next, %x.1, %sum.1)
  }
  node @wait barrier (%i.2:32, %x.2:32, %sum.2:32) {
    goto @end(%i.2, %x.2, %sum.2)
  }
  node @end pipeline (%i.3:32, %x.3:32, %sum.3:32) {
    %out:32 = arg word 32 lo 0
    %z.1:2 = const 0x0
    %kept:32 = memread memory 0 (%z.1)
    %low:30 = trunc (%x.3)
    %bytes:32 = concat (%z.1, %low)
    %to:32 = add (%out, %bytes)
    %all:32 = xor (%sum.3, %kept)
    store site 0 (%to, %all)
    %cut:8 = slice (%i.3) lo 4
    %wide:32 = zext (%cut)
    store site 1 (%to, %wide)
    goto @exit()
  }
  node @exit exit
})";

unsigned count(const Node &node, Opcode opcode) {
  return unsigned(std::count_if(node.ops.begin(), node.ops.end(), [=](const Op &op) { return op.opcode == opcode; }));
}

std::vector<Lanes> parameterLanes(const Kernel &kernel, const Node &node) {
  std::vector<Lanes> lanes;
  for (const ValueId v : node.parameters)
    lanes.push_back(kernel.values[v].lanes);
  return lanes;
}

const Node &named(const Kernel &kernel, const std::string &name) {
  return *std::find_if(kernel.nodes.begin(), kernel.nodes.end(), [&](const Node &node) { return node.name == name; });
}

}  // namespace

TEST_CASE("tokens keep linear values once") {
  const Kernel kernel = withLanes(parseOne(kCounter), 4);
  INFO(print(kernel));
  REQUIRE(kernel.lanes == 4);
  for (const char *name : {"loop", "wait", "end"}) {
    const std::vector<Lanes> lanes = parameterLanes(kernel, named(kernel, name));
    CHECK(std::count(lanes.begin(), lanes.end(), kLinear) == 2);
  }
  CHECK(kernel.memories[0].lanes == 1);
  CHECK(count(named(kernel, "entry"), Opcode::Spread) == 0);
  CHECK(count(named(kernel, "loop"), Opcode::Spread) == 1);  // for the comparison and the selection
  CHECK(count(named(kernel, "end"), Opcode::Spread) == 2);   // of what is read, and below the slice
}

TEST_CASE("an argument is spread where the parameter's lanes differ otherwise") {
  // Sums come to the end of the loop by another edge, where their lanes follow no step.
  const std::string text = replaced(kCounter, "goto @loop(%begin, %x, %zero)", "goto @loop(%begin, %x, %begin)");
  // Local ids of packets begin at multiples: wires make their lanes, and so a sum in each those of `begin`.
  const bool wires = GENERATE(false, true);
  const Kernel kernel = withLanes(parseOne(wires ? replaced(text, "global_id_x", "local_id_x") : text), 4);
  INFO(print(kernel));
  REQUIRE(kernel.lanes == 4);
  const Node &entry = named(kernel, "entry");
  CHECK(count(entry, Opcode::Spread) == (wires ? 0 : 1));
  CHECK(count(entry, Opcode::Add) == (wires ? 2 : 1));
  CHECK(kernel.values[entry.edges[0].arguments[0]].lanes == kLinear);
  CHECK(kernel.values[entry.edges[0].arguments[2]].lanes == kVarying);
}

TEST_CASE("what leaves a barrier is spread before it") {
  const std::string once = replaced(kCounter, "%sum:32) loop {", "%sum:32) {");
  const Kernel kernel = withLanes(
      parseOne(replaced(once, "goto %more ? @loop(%next, %x.1, %sum.1)", "goto %more ? @end(%sum.1, %x.1, %sum.1)")),
      4);
  INFO(print(kernel));
  REQUIRE(kernel.lanes == 4);
  CHECK(parameterLanes(kernel, named(kernel, "wait"))[0] == kVarying);
  CHECK(parameterLanes(kernel, named(kernel, "loop"))[0] == kLinear);
  CHECK(count(named(kernel, "loop"), Opcode::Spread) == 2);
}

TEST_CASE("the verifier finds what is spread and should not be") {
  const Kernel kernel = withLanes(parseOne(kCounter), 4);
  const char *const message = "what is spread is not linear, or not made in all lanes";
  const auto claim = [](ValueId v, Lanes lanes) { return [=](Kernel &k) { k.values[v].lanes = lanes; }; };
  Kernel at = kernel;
  const Op &spread = find(at, Opcode::Spread);
  checkFinds(kernel, {message, claim(spread.result, kLinear)});
  checkFinds(kernel, {message, claim(spread.operands[0], kVarying)});
  checkFinds(kernel, {message, claim(spread.operands[0], {Lanes::Shape::First})});
}

TEST_CASE("analyses look through spread values") {
  const std::string loop = R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 34
  entry [local_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [0]
  site 3 store scatter bytes 4 args [0]
  node @entry pipeline (%x:32) {
    goto @loop(%x)
  }
  node @loop pipeline (%from:32) loop {
    %four:32 = const 0x4
    %n:32 = arg word 34 lo 0
    %id:32 = spread (%from)
    %v:32 = load site 0 (%id)
    %next:32 = add (%from, %four)
    %all:32 = spread (%next)
    store site 1 (%all, %v)
    %more:1 = icmp.ult (%all, %n)
    %again:1 = icmp.ult (%next, %n)
    %less:1 = not (%again)
    store site 2 (%id, %v) if %more
    store site 3 (%id, %v) if %less
    goto %more ? @loop(%next)
    goto @exit()
  }
  node @exit exit
})";
  const Kernel kernel = parseOne(loop);
  const Node &node = named(kernel, "loop");
  const auto value = [&](const std::string &name) {
    return ValueId(
        std::find_if(kernel.values.begin(), kernel.values.end(), [&](const Value &v) { return v.name == name; }) -
        kernel.values.begin());
  };
  CHECK(AffineForms(kernel, node).difference(value("all"), value("from")) == Bits(32, 4));
  const NodeAliases aliases(kernel, node);
  const auto [first, second] = aliases.distinctTerms(value("all"), value("id"));
  CHECK((first.empty() && second.empty()));
  CHECK(walkingLoads(kernel, 64)[0]);
  std::vector<const Op *> stores;
  for (const Op &op : node.ops)
    if (op.opcode == Opcode::Store)
      stores.push_back(&op);
  CHECK(aliases.exclusive(*stores[1], *stores[2]));
  CHECK_FALSE(aliases.conflictOf(*stores[0], node.ops[3]));
  CHECK(localIds(parseOne(replaced(loop, "goto %more ? @loop(%next)", "goto %more ? @loop(%from)")))[value("id")]);
}
