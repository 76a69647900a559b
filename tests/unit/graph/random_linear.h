// SPDX-License-Identifier: Apache-2.0
// Random graphs about values that are linear in the work-item's id.
#pragma once
#include <random>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph::test {

/// A loop of operations in which linear values stay linear at times, after some that the loop begins with.
class RandomLinear {
public:
  /// `accesses`: with a load, a store and a variable, each as packets have them, some of them under conditions.
  /// `inGroups`: work-items look at their group, of at most 16.
  explicit RandomLinear(uint64_t seed, bool accesses = false, bool inGroups = false)
      : random_(seed), accesses_(accesses), inGroups_(inGroups) {}

  Kernel run() {
    describe();
    Node entry, loop, exit;
    entry.name = "entry";
    loop.name = "loop";
    loop.loopHeader = true;
    exit.name = "exit";
    exit.kind = NodeKind::Exit;
    begin(entry);
    fill(entry);
    Edge enter, back, leave;
    const ValueId count = constant(entry, 32, 0);
    enter.target = back.target = 1;
    leave.target = 2;
    enter.arguments = {count, entry.parameters[0]};
    for (unsigned i = 0; i < 6; ++i)
      enter.arguments.push_back(any());
    for (ValueId v : enter.arguments)
      loop.parameters.push_back(value(width(v)));
    entry.edges = {enter};
    pool_ = loop.parameters;
    argument(loop, 2, 1, 7);
    if (accesses_)
      access(loop);
    const ValueId next = op(loop, Opcode::Add, 32, {loop.parameters[0], constant(loop, 32, 1)});
    back.condition = op(loop, Opcode::ICmp, 1, {next, constant(loop, 32, 3)});
    loop.ops.back().predicate = Predicate::Ult;
    fill(loop);
    back.arguments = {next, loop.parameters[1]};
    for (size_t i = 2; i < enter.arguments.size(); ++i)
      back.arguments.push_back(ofWidth(width(enter.arguments[i])));
    loop.edges = {back, leave};
    kernel_.nodes = {entry, loop, exit};
    return std::move(kernel_);
  }

private:
  unsigned below(unsigned n) { return unsigned(random_() % n); }
  unsigned width(ValueId v) const { return kernel_.values[v].width; }
  ValueId value(unsigned bits) {
    kernel_.values.push_back({bits, ""});
    return ValueId(kernel_.values.size() - 1);
  }
  ValueId any() { return pool_[below(unsigned(pool_.size()))]; }
  ValueId ofWidth(unsigned bits) {
    std::vector<ValueId> fitting;
    for (ValueId v : pool_)
      if (width(v) == bits)
        fitting.push_back(v);
    return fitting[below(unsigned(fitting.size()))];
  }
  ValueId op(Node &node, Opcode opcode, unsigned bits, std::vector<ValueId> operands, uint32_t lo = 0) {
    Op made;
    made.opcode = opcode;
    made.operands = std::move(operands);
    made.lo = lo;
    made.result = value(bits);
    node.ops.push_back(made);
    pool_.push_back(made.result);
    return made.result;
  }
  ValueId constant(Node &node, unsigned bits, uint64_t is) {
    const ValueId result = op(node, Opcode::Const, bits, {});
    node.ops.back().constant = Bits(bits, is).hex();
    return result;
  }
  /// Small, of few digits, or a mask.
  uint64_t number() {
    const uint64_t small = below(20);
    return below(3) == 0 ? small : below(2) ? small << below(33) : ~uint64_t(0) << below(6);
  }

  void describe() {
    kernel_.name = "random_linear";
    kernel_.addressBits = 32;
    kernel_.maxWorkGroupSize = kernel_.slots = 16;
    kernel_.groupSlots = 4;
    kernel_.entryValues = {EntryValue::GlobalIdX, EntryValue::GlobalIdY};
    if (inGroups_)
      kernel_.entryValues = {EntryValue::GlobalIdX, EntryValue::LocalIdX, EntryValue::LocalIdY, EntryValue::GroupIdX,
                             EntryValue::LinearLocalId};
    for (uint32_t i = 0; i < 3; ++i) {
      Argument argument;
      argument.kind = i < 2 ? Argument::Kind::Buffer : Argument::Kind::Value;
      argument.name = i == 0 ? "in" : i == 1 ? "out" : "n";
      argument.bytes = 8;
      argument.word = kWord + 2 * i;
      argument.noAlias = i == 1;
      kernel_.arguments.push_back(argument);
    }
    if (!accesses_)
      return;
    Site site;
    site.bytes = 4;
    site.arguments = {0};
    kernel_.sites = {site, site};
    kernel_.sites[1].kind = Site::Kind::Store;
    kernel_.sites[1].arguments = {1};
    Memory variable;
    variable.kind = Memory::Kind::Private;
    variable.name = "variable";
    variable.bytes = variable.wordBytes = 4;
    kernel_.memories = {variable};
  }
  void begin(Node &entry) {
    for (size_t i = 0; i < kernel_.entryValues.size(); ++i)
      entry.parameters.push_back(value(32));
    pool_ = entry.parameters;
    for (uint32_t lo : {0, 32})
      pool_.push_back(argument(entry, 2, 32, lo));
    argument(entry, 2, 1, 5);
    op(entry, Opcode::Zext, 64, {entry.parameters[0]});
    if (accesses_)
      memory(entry, Opcode::MemWrite, {constant(entry, 2, 0), ofWidth(32)}, false);
  }
  ValueId argument(Node &node, uint32_t index, unsigned bits, uint32_t lo = 0) {
    const ValueId result = op(node, Opcode::Arg, bits, {}, lo);
    node.ops.back().index = kWord + 2 * index;
    return result;
  }

  void access(Node &loop) {
    const ValueId zeros = constant(loop, 2, 0);
    const ValueId element = op(loop, Opcode::Sub, 32, {loop.parameters[1], argument(loop, 2, 32)});
    const ValueId bytes = op(loop, Opcode::Concat, 32, {zeros, op(loop, Opcode::Trunc, 30, {element})});
    fill(loop);
    memory(loop, Opcode::Load, {op(loop, Opcode::Add, 32, {argument(loop, 0, 32), bytes})}, below(2));
    memory(loop, Opcode::MemRead, {zeros}, false);
    fill(loop);
    memory(loop, Opcode::MemWrite, {zeros, ofWidth(32)}, below(2));
    memory(loop, Opcode::MemRead, {zeros}, false);
    memory(loop, Opcode::Store, {op(loop, Opcode::Add, 32, {argument(loop, 1, 32), bytes}), ofWidth(32)}, below(2));
  }
  void memory(Node &node, Opcode opcode, std::vector<ValueId> operands, bool predicated) {
    Op made;
    made.opcode = opcode;
    made.index = opcode == Opcode::Store;
    made.operands = std::move(operands);
    made.predicated = predicated;
    if (predicated)
      made.operands.push_back(ofWidth(1));
    const bool reads = opcode == Opcode::Load || opcode == Opcode::MemRead;
    if (reads)
      made.result = value(32);
    node.ops.push_back(made);
    if (!reads)
      return;
    // Where nothing is loaded nobody looks at it.
    if (predicated)
      op(node, Opcode::Select, 32, {made.operands.back(), made.result, constant(node, 32, 5)});
    else
      pool_.push_back(made.result);
  }

  void fill(Node &node) {
    for (unsigned i = 0; i < 40; ++i)
      add(node);
  }
  void add(Node &node) {
    const ValueId a = any();
    const unsigned bits = width(a);
    const Opcode binary[] = {Opcode::Add, Opcode::Sub, Opcode::And, Opcode::Or, Opcode::Xor, Opcode::Mul};
    const unsigned kind = below(10);
    if (kind < 4) {
      const Opcode opcode = binary[below(bits > 64 ? 5 : 6)];
      const ValueId b = below(2) ? ofWidth(bits) : constant(node, bits, number());
      op(node, opcode, bits, below(2) ? std::vector{a, b} : std::vector{b, a});
    } else if (kind < 6) {
      const unsigned lo = below(std::min(bits, 8u));
      op(node, Opcode::Slice, 1 + below(bits - lo), {a}, lo);
    } else if (kind < 7)
      op(node, below(2) ? Opcode::Zext : Opcode::Sext, bits + 1 + below(9), {a});
    else if (kind < 9) {
      const ValueId b = below(2) ? any() : constant(node, 1 + below(5), 0);
      if (bits + width(b) <= 100)
        op(node, Opcode::Concat, bits + width(b), below(2) ? std::vector{a, b} : std::vector{b, a});
    } else
      op(node, Opcode::Select, bits, {ofWidth(1), a, ofWidth(bits)});
  }

  static constexpr uint32_t kWord = 32;  // where arguments begin
  std::mt19937_64 random_;
  const bool accesses_, inGroups_;
  Kernel kernel_;
  std::vector<ValueId> pool_;
};

}  // namespace weft::graph::test
