// SPDX-License-Identifier: Apache-2.0
// Each planted defect must be found, and by the message that is about it.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/verify.h"
#include "tests/common/random_kernel.h"

using namespace weft::graph;
using test::find;

namespace {

const char *const kSound = R"(
kernel @k {
  address_bits 32
  max_work_group_size 4
  slots 16
  group_slots 4
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 4 word 34
  entry [local_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [0]
  site 2 atomic scatter bytes 4 args [0]
  memory 0 local "m" bytes 64 word 4
  memory 1 rom "r" bytes 4 word 4 contents 01020304
  node @entry pipeline (%lid:32) {
    %zero:32 = const 0x0
    goto @loop(%zero, %lid)
  }
  node @loop pipeline (%i:32, %l:32) loop {
    %one:32 = const 0x1
    %next:32 = add (%i, %one)
    %base:32 = arg word 32 lo 0
    %v:32 = load site 0 (%base)
    %n:32 = arg word 34 lo 0
    %more:1 = icmp.ult (%next, %n)
    store site 1 (%base, %v) if %more after [#0]
    %old:32 = atomic.add site 2 (%base, %v) after [#1]
    %low:6 = trunc (%l)
    %s:6 = slot
    memwrite memory 0 (%low, %v) ack
    %m:32 = memread memory 0 (%low) after [#3]
    %wide:64 = concat (%m, %v)
    %part:32 = slice (%wide) lo 16
    %chosen:32 = select (%more, %part, %l)
    %f:32 = fadd (%part, %chosen)
    goto %more ? @loop(%next, %f)
    goto @wait(%l)
  }
  node @wait barrier (%w:32) {
    goto @exit()
  }
  node @exit exit
})";

// As above, but the barrier's parameter needs a target that takes it.
Kernel soundKernel() {
  const std::string text =
      test::replaced(kSound, "goto @exit()\n  }\n  node @exit exit",
                     "goto @last(%w)\n  }\n  node @last pipeline (%x:32) {\n    goto @exit()\n  }\n  node @exit exit");
  return test::parseOne(test::replaced(text, "%s:6 = slot", "%s:4 = slot"));
}

}  // namespace

TEST_CASE("the verifier finds each defect") {
  auto op = [](Opcode opcode, auto change) { return [opcode, change](Kernel &k) { change(find(k, opcode), k); }; };
  const std::vector<test::Defect> defects = {
      {"slots is no power of two", [](Kernel &k) { k.slots = 12; }},
      {"slots is less than the largest work-group", [](Kernel &k) { k.maxWorkGroupSize = 32; }},
      {"group_slots exceeds slots", [](Kernel &k) { k.groupSlots = 32; }},
      {"compute_units is 0", [](Kernel &k) { k.computeUnits = 0; }},
      {"compute_units is 17", [](Kernel &k) { k.computeUnits = 17; }},
      {"has no width", [](Kernel &k) { k.values[3].width = 0; }},
      {"site 0: bytes is no power of two", [](Kernel &k) { k.sites[0].bytes = 3; }},
      {"site 0: argument 1 is no buffer", [](Kernel &k) { k.sites[0].arguments = {1}; }},
      {"site 0: may reach no argument", [](Kernel &k) { k.sites[0].arguments.clear(); }},
      {"atomics are not streams", [](Kernel &k) { k.sites[2].unit = Site::Unit::Stream; }},
      {"a reason for the unit of an atomic", [](Kernel &k) { k.sites[2].reason.kind = UnitReason::Kind::Volatile; }},
      {"its unit is not the one that there is a reason for",
       [](Kernel &k) { k.sites[0].reason.kind = UnitReason::Kind::Neighbours; }},
      {"an order of an atomic", [](Kernel &k) { k.sites[2].order.kind = SiteOrder::Kind::Always; }},
      {"pairs of arguments decide an order, or there are none",
       [](Kernel &k) { k.sites[0].order.kind = SiteOrder::Kind::IfOverlap; }},
      {"pairs of arguments decide an order, or there are none", [](Kernel &k) { k.sites[0].order.pairs = {{0, 1}}; }},
      {"arguments 0 and 1 decide no order of the site",  // 1 is no buffer
       [](Kernel &k) { k.sites[0].order = {SiteOrder::Kind::IfOverlap, {{0, 1}}, {}}; }},
      {"arguments 0 and 9 decide no order of the site",
       [](Kernel &k) { k.sites[0].order = {SiteOrder::Kind::IfOverlap, {{0, 9}}, {}}; }},
      {"only a load that is no stream is volatile", [](Kernel &k) { k.sites[2].isVolatile = true; }},
      {"memory 0: word is no power of two", [](Kernel &k) { k.memories[0].wordBytes = 6; }},
      {"memory 1: contents do not fit", [](Kernel &k) { k.memories[1].contents.pop_back(); }},
      {"argument 1: its words overlap", [](Kernel &k) { k.arguments[1].word = 33; }},
      {"argument 0: an implicit argument is not behind the others",
       [](Kernel &k) { k.arguments[0].implicit = Argument::Implicit::PrintBuffer; }},
      {"argument 1: an implicit argument is no buffer",
       [](Kernel &k) { k.arguments[1].implicit = Argument::Implicit::PrintBuffer; }},
      {"operand 0 has 8 bits, the result 32", [](Kernel &k) { k.values[k.nodes[1].parameters[0]].width = 8; }},
      {"parameters do not match the entry values", [](Kernel &k) { k.entryValues.clear(); }},
      {"the entry is no pipeline", [](Kernel &k) { k.nodes[0].kind = NodeKind::Barrier; }},
      {"operand 1 is not defined yet", [](Kernel &k) { std::swap(k.nodes[1].ops[0], k.nodes[1].ops[1]); }},
      {"operand 0 belongs to another node",
       op(Opcode::Add, [](Op &o, Kernel &k) { o.operands[0] = k.nodes[0].parameters[0]; })},
      {"operand 1 is no value", op(Opcode::Add, [](Op &o, Kernel &) { o.operands[1] = 12345; })},
      {"the result is defined a second time", op(Opcode::Add, [](Op &o, Kernel &k) { o.result = k.nodes[1].parameters[0]; })},
      {"has 1 operands instead of 2", op(Opcode::Add, [](Op &o, Kernel &) { o.operands.pop_back(); })},
      {"has a result", op(Opcode::Store, [](Op &o, Kernel &k) {
         o.result = ValueId(k.values.size());
         k.values.push_back({32, ""});
       })},
      {"is no memory op", op(Opcode::Add, [](Op &o, Kernel &) { o.ackBeforeExit = true; })},
      {"only stores have ack", op(Opcode::Load, [](Op &o, Kernel &) { o.ackBeforeExit = true; })},
      {"`after` names no earlier memory op", op(Opcode::Store, [](Op &o, Kernel &) { o.after = {0}; })},
      {"`after` names no earlier memory op", op(Opcode::Store, [](Op &o, Kernel &) { o.after = {7}; })},
      {"the predicate is not 1 bit wide", op(Opcode::Store, [](Op &o, Kernel &k) { o.operands.back() = k.nodes[1].parameters[0]; })},
      {"has the wrong kind of predicate", op(Opcode::ICmp, [](Op &o, Kernel &) { o.predicate = Predicate::Oeq; })},
      {"has the wrong kind of predicate", op(Opcode::Add, [](Op &o, Kernel &) { o.predicate = Predicate::Eq; })},
      {"lacks its atomic operation", op(Opcode::Atomic, [](Op &o, Kernel &) { o.atomic = AtomicOp::None; })},
      {"instead of 3", op(Opcode::Atomic, [](Op &o, Kernel &) { o.atomic = AtomicOp::CmpXchg; })},
      {"names no site", op(Opcode::Load, [](Op &o, Kernel &) { o.index = 9; })},
      {"its site is of another kind", op(Opcode::Load, [](Op &o, Kernel &) { o.index = 1; })},
      {"data has 32 bits, its site 8 bytes", [](Kernel &k) { k.sites[0].bytes = 8; }},
      {"its site has another user", [](Kernel &k) {
         Op copy = find(k, Opcode::Load);
         copy.result = ValueId(k.values.size());
         k.values.push_back({32, ""});
         k.nodes[1].ops.push_back(copy);
       }},
      {"the address is not address_bits wide", [](Kernel &k) { k.addressBits = 40; }},
      {"names no memory", op(Opcode::MemRead, [](Op &o, Kernel &) { o.index = 2; })},
      {"writes to a rom", op(Opcode::MemWrite, [](Op &o, Kernel &) { o.index = 1; })},
      {"wider than a word", [](Kernel &k) { k.memories[0].wordBytes = 2; }},
      {"is no constant of 32 bits", op(Opcode::Const, [](Op &o, Kernel &) { o.constant = "100000000"; })},
      {"is no constant of 32 bits", op(Opcode::Const, [](Op &o, Kernel &) { o.constant = "xyz"; })},
      {"whether buffers are apart is 1 bit", op(Opcode::Arg, [](Op &o, Kernel &) { o.opcode = Opcode::Apart; })},
      {"names no two buffers, the lower first", op(Opcode::Arg, [](Op &o, Kernel &k) {
         o.opcode = Opcode::Apart;
         o.index = o.lo = 0;
         k.values[o.result].width = 1;
       })},
      {"a slot id has log2(slots) bits", [](Kernel &k) { k.slots = 32; }},
      {"reaches past the operand", op(Opcode::Slice, [](Op &o, Kernel &) { o.lo = 33; })},
      {"operands have 64 bits, the result 32", op(Opcode::Concat, [](Op &o, Kernel &k) { k.values[o.result].width = 32; })},
      {"does not narrow", op(Opcode::Trunc, [](Op &o, Kernel &k) { k.values[o.result].width = 32; })},
      {"the condition is not 1 bit wide", op(Opcode::Select, [](Op &o, Kernel &k) { o.operands[0] = k.nodes[1].parameters[0]; })},
      {"are no floating-point width", op(Opcode::FAdd, [](Op &o, Kernel &k) { k.values[o.result].width = 33; })},
      {"edge 0: the condition is not 1 bit wide", [](Kernel &k) { k.nodes[1].edges[0].condition = k.nodes[1].parameters[0]; }},
      {"the last edge has a condition", [](Kernel &k) { k.nodes[1].edges[1].condition = k.nodes[1].edges[0].condition; }},
      {"edge 0 has no condition, but others follow", [](Kernel &k) { k.nodes[1].edges[0].condition = kNone; }},
      {"edge 0 leads nowhere", [](Kernel &k) { k.nodes[0].edges[0].target = 77; }},
      {"edge 0 has 1 arguments, its target 2", [](Kernel &k) { k.nodes[0].edges[0].arguments.pop_back(); }},
      {"argument 0 and its parameter differ in width", [](Kernel &k) { k.nodes[1].edges[1].arguments[0] = k.nodes[1].ops[5].result; }},
      {"has no edge", [](Kernel &k) { k.nodes[3].edges.clear(); }},
      {"the exit has edges", [](Kernel &k) { k.nodes.back().edges.push_back({kNone, 4, {}}); }},
      {"a barrier hands its parameters to one edge", [](Kernel &k) { k.nodes[2].edges[0].arguments.clear(); }},
      {"only pipeline nodes hold ops", [](Kernel &k) { k.nodes[2].ops.push_back(k.nodes[0].ops[0]); }},
      {"has 2 exits", [](Kernel &k) { k.nodes.push_back(k.nodes.back()); }},
      {"has 0 exits", [](Kernel &k) { k.nodes.back().kind = NodeKind::Pipeline; }},
      {"is not reachable", [](Kernel &k) { k.nodes[3].edges[0].target = 3; k.nodes[3].loopHeader = true; k.nodes.push_back(k.nodes[3]); }},
      {"the entry has an incoming edge", [](Kernel &k) { k.nodes[3].edges[0].target = 0; }},
      {"is a loop header without a back edge", [](Kernel &k) { k.nodes[3].loopHeader = true; }},
      {"a back edge ends here", [](Kernel &k) { k.nodes[1].loopHeader = false; }},
  };
  for (const test::Defect &defect : defects)
    checkFinds(soundKernel(), defect);
}

TEST_CASE("a defect names the kernel, the place of what is wrong, and what made it") {
  Kernel kernel = soundKernel();
  kernel.nodes[0].location = {"a.cl", 1, 5};
  kernel.nodes[1].location = {"a.cl", 2, 3};
  Op &op = find(kernel, Opcode::Add);
  op.location = {"a.cl", 3, 7};
  op.index = 1;
  CHECK(weft::hls::buildLog(verify(kernel, "narrow")) ==
        "a.cl:3:7: internal error: in '" + kernel.name +
            "': graph after narrow: node @loop op 1 (add): has an index\n1 error generated.\n");
  op.location = {};
  CHECK(verify(kernel).at(0).location == kernel.nodes[1].location);
  kernel.slots = 12;
  CHECK(verify(kernel).at(0).location == kernel.nodes[0].location);
}

TEST_CASE("the verifier survives graphs that are anything") {
  Kernel kernel;
  CHECK(!verify(kernel).empty());
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    kernel = test::randomKernel(seed);
    REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
    // Point one thing somewhere else.
    Node &node = kernel.nodes[seed % kernel.nodes.size()];
    if (!node.ops.empty()) {
      Op &op = node.ops[seed * 7 % node.ops.size()];
      op.opcode = Opcode(seed * 13 % unsigned(Opcode::Fence));
      op.index = uint32_t(seed);
      if (!op.operands.empty())
        op.operands[0] = ValueId(seed * 31);
    }
    verify(kernel);
  }
}
