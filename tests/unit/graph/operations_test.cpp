// SPDX-License-Identifier: Apache-2.0
// The table of operations: every pure operation has what its users look up, and what an entry says of folds, known and
// demanded bits and narrowing agrees with the operation's meaning on random and special operands.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "hls/graph/operations/origins.h"
#include "tests/unit/graph/random_operations.h"

using namespace weft::graph;
using namespace weft::graph::test;

namespace {

constexpr unsigned kTrials = 3000;  // of each operation

/// A node whose parameters are given: its values.
class Run {
public:
  Run(const Kernel &kernel, const Node &node, const std::vector<Bits> &parameters) {
    for (size_t i = 0; i < parameters.size(); ++i)
      values_[node.parameters[i]] = parameters[i];
    for (const Op &op : node.ops) {
      const unsigned width = kernel.values[op.result].width;
      if (op.opcode == Opcode::Const) {
        values_[op.result] = Bits::fromHex(width, op.constant);
        continue;
      }
      std::vector<Bits> in;
      for (ValueId v : op.operands)
        in.push_back(values_.at(v));
      if (const std::optional<Bits> result = evaluate(op, in, width))
        values_[op.result] = *result;
      else
        return;
    }
    complete_ = true;
  }
  bool complete() const { return complete_; }  // all ops can be evaluated
  const Bits &of(ValueId v) const { return values_.at(v); }

private:
  std::map<ValueId, Bits> values_;
  bool complete_ = false;
};

/// A case with operands of which only so many bits are set, as the analysis of widths sees them.
struct Analysed {
  Case c;
  Kernel kernel;
  Op op;
  std::vector<unsigned> active;
  std::vector<Bits> in;

  Analysed(Opcode opcode, Random &random) : c(randomCase(opcode, random)), op(c.op) {
    for (unsigned width : c.operands) {
      const unsigned bits = random.oneIn(2) ? width : random.below(width + 1);
      op.operands.push_back(ValueId(kernel.values.size()));
      kernel.values.push_back({width, ""});
      active.push_back(bits);
      in.push_back(bits ? random.bits(width).slice(0, bits).zext(width) : Bits(width));
    }
    op.result = ValueId(kernel.values.size());
    kernel.values.push_back({c.width, ""});
  }
  ActiveBits bits() const { return {kernel, op, active}; }
  unsigned activeResult() const {
    const auto rule = operationOf(op.opcode).active;
    return rule ? std::min(c.width, rule(bits())) : c.width;
  }
  unsigned demanded(unsigned ofResult, size_t i) const {
    const auto rule = operationOf(op.opcode).demanded;
    return rule ? std::min(c.operands[i], rule(bits(), ofResult, i)) : c.operands[i];
  }
};

class TestedNarrowing final : public Narrowing {
public:
  TestedNarrowing(Builder &build, const Analysed &a, unsigned demanded)
      : Narrowing(build, a.op, a.c.width, std::max(1u, std::min(demanded, a.activeResult()))), a_(a),
        demanded_(demanded) {
    for (size_t i = 0; i < a.in.size(); ++i)
      parameters_.push_back(build.parameter(kept(i)));
  }
  ValueId operand(size_t i, unsigned width) override { return build.zextOrTrunc(parameters_[i], width); }
  unsigned width(size_t i) const override { return a_.c.operands[i]; }
  unsigned active(size_t i) const override { return a_.active[i]; }
  unsigned kept(size_t i) const override { return std::max(1u, std::min(active(i), a_.demanded(demanded_, i))); }
  std::vector<Bits> parameters() const {
    std::vector<Bits> result;
    for (size_t i = 0; i < a_.in.size(); ++i)
      result.push_back(a_.in[i].slice(0, kept(i)));
    return result;
  }

private:
  const Analysed &a_;
  const unsigned demanded_;
  std::vector<ValueId> parameters_;
};

/// An operand for a fold: a parameter, a constant, or what folds look through.
ValueId foldedOperand(Builder &build, unsigned width, const std::vector<ValueId> &others, Random &random) {
  for (ValueId other : others)
    if (build.width(other) == width && random.oneIn(3))
      return random.oneIn(3) ? build.bitNot(other) : other;
  const ValueId value = build.parameter(width);
  const unsigned part = 1 + random.below(width);
  switch (random.below(8)) {
  case 0:
  case 1:
    return build.constant(random.bits(width));
  case 2:
    return build.zextOrTrunc(build.parameter(part), width);
  case 3:
    return build.sextOrTrunc(build.parameter(part), width);
  case 4:
    return build.concat({build.constant(random.bits(part)), build.parameter(width)});
  case 5:
    return build.binary(random.oneIn(2) ? Opcode::Add : Opcode::And, value, build.constant(random.bits(width)));
  case 6:
    return build.select(build.parameter(1), build.constant(random.bits(width)), value);
  default:
    return value;
  }
}

}  // namespace

TEST_CASE("every pure operation has an entry with each property") {
  std::set<std::string> origins;
  for (Opcode opcode : opcodes(true)) {
    INFO(mnemonic(opcode));
    const Operation &operation = operationOf(opcode);
    CHECK(operation.opcode == opcode);
    CHECK(operation.checkWidths);
    CHECK(operation.evaluate);
    CHECK((operation.expression || operation.settings || opcode == Opcode::Any || opcode == Opcode::Pick ||
           opcode == Opcode::Spread));  // those are no modules
    CHECK((!operation.infix || (operation.expression && operandCount(opcode) == 2)));
    CHECK((!operation.commutative || operandCount(opcode) == 2));
    for (const Origin &origin : operation.origins) {
      if (!origin.name)
        continue;
      CHECK(origins.insert(origin.name).second);
      const auto lowered = loweredTo(origin.name);
      REQUIRE(lowered);
      CHECK(lowered->opcode == opcode);
      CHECK(lowered->predicate == origin.predicate);
      CHECK(origin.predicate >= operation.predicates.first);
      CHECK(origin.predicate <= operation.predicates.last);
    }
  }
  for (Opcode opcode : opcodes(false))
    CHECK(!operationOf(opcode).evaluate);
  CHECK(!loweredTo("frem"));
}

TEST_CASE("commutative and bitwise operations are so") {
  Random random(1);
  for (Opcode opcode : opcodes(true)) {
    const Operation &operation = operationOf(opcode);
    for (unsigned trial = 0; trial < kTrials && (operation.commutative || operation.bitwise); ++trial) {
      const Case c = randomCase(opcode, random);
      std::vector<Bits> in;
      for (unsigned width : c.operands)
        in.push_back(random.bits(width));
      const std::optional<Bits> result = evaluate(c.op, in, c.width);
      INFO(mnemonic(opcode) << " of " << c.width << " bits: " << in[0].hex() << ", " << in.back().hex());
      if (operation.commutative)
        CHECK(evaluate(c.op, {in[1], in[0]}, c.width) == result);
      const unsigned lo = random.below(c.width), bits = 1 + random.below(c.width - lo);
      for (Bits &operand : in)
        operand = operand.slice(lo, std::min(bits, operand.width()));
      if (operation.bitwise)
        CHECK(evaluate(c.op, in, bits) == result->slice(lo, bits));
    }
  }
}

TEST_CASE("bits that an operation says are zero, or says are not looked at, are so") {
  Random random(2);
  for (Opcode opcode : opcodes(true))
    for (unsigned trial = 0; trial < kTrials; ++trial) {
      const Analysed a(opcode, random);
      const std::optional<Bits> result = evaluate(a.op, a.in, a.c.width);
      if (!result || isUnspecified(a.c, a.in))
        continue;
      INFO(mnemonic(opcode) << " of " << a.c.width << " bits: " << a.in[0].hex() << ", " << a.in.back().hex()
                            << ", active " << a.active[0] << ", " << a.active.back());
      CHECK(result->slice(a.activeResult(), a.c.width).isZero());
      const unsigned demanded = 1 + random.below(a.c.width);
      std::vector<Bits> changed = a.in;
      for (size_t i = 0; i < changed.size(); ++i)
        if (const unsigned low = a.demanded(demanded, i); low < a.active[i])
          changed[i].insert(low, random.anyBits(a.active[i] - low));
      if (!isUnspecified(a.c, changed))
        CHECK(evaluate(a.op, changed, a.c.width)->slice(0, demanded) == result->slice(0, demanded));
    }
}

TEST_CASE("narrowed operations give the bits that are looked at") {
  Random random(3);
  for (Opcode opcode : opcodes(true))
    for (unsigned trial = 0; trial < kTrials && operationOf(opcode).narrow; ++trial) {
      const Analysed a(opcode, random);
      const std::optional<Bits> result = evaluate(a.op, a.in, a.c.width);
      if (!result || isUnspecified(a.c, a.in) || a.activeResult() == 0)
        continue;
      Kernel kernel;
      Node node;
      Builder build(kernel, node);
      const unsigned demanded = 1 + random.below(a.c.width);
      TestedNarrowing narrowing(build, a, demanded);
      const ValueId made = operationOf(opcode).narrow(narrowing);
      INFO(mnemonic(opcode) << " of " << a.c.width << " bits: " << a.in[0].hex() << ", " << a.in.back().hex()
                            << ", active " << a.active[0] << ", " << a.active.back() << ", demanded " << demanded);
      CHECK(build.width(made) == narrowing.bits);
      CHECK(Run(kernel, node, narrowing.parameters()).of(made) == result->slice(0, narrowing.bits));
    }
}

TEST_CASE("folded operations give the same") {
  Random random(4);
  for (Opcode opcode : opcodes(true)) {
    unsigned folded = 0;
    for (unsigned trial = 0; trial < kTrials && operationOf(opcode).fold; ++trial) {
      const Case c = randomCase(opcode, random);
      Kernel kernel;
      Node node;
      Builder build(kernel, node);
      std::vector<ValueId> operands;
      for (unsigned width : c.operands) {
        const ValueId operand = foldedOperand(build, width, operands, random);
        operands.push_back(build.zextOrTrunc(operand, width));
      }
      const size_t before = node.ops.size();
      const ValueId made = build.pure(opcode, c.width, operands, c.op.predicate, c.op.lo);
      folded += node.ops.size() == before || node.ops.back().opcode != opcode;
      std::vector<Bits> parameters;
      for (ValueId parameter : node.parameters)
        parameters.push_back(random.bits(build.width(parameter)));
      std::vector<Bits> in;
      const Run run(kernel, node, parameters);
      if (!run.complete())
        continue;
      for (ValueId operand : operands)
        in.push_back(run.of(operand));
      const std::optional<Bits> expected = evaluate(c.op, in, c.width);
      INFO(mnemonic(opcode) << " of " << c.width << " bits: " << in[0].hex() << ", " << in.back().hex());
      if (expected)
        CHECK(run.of(made) == *expected);
    }
    INFO(mnemonic(opcode));
    CHECK((!operationOf(opcode).fold || folded > 20));
  }
}
