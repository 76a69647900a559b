// SPDX-License-Identifier: Apache-2.0
// Machine code of circuits that are too large for one function each: thousands of values made of each other, of the
// present cycle and of tokens.
#include <catch2/catch.hpp>

#include <llvm/IR/LLVMContext.h>

#include "sim/instant/code.h"
#include "sim/instant/components/model.h"
#include "sim/instant/emit.h"
#include "sim/instant/signals.h"
#include "tests/unit/graph/random_operations.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::instant;
using graph::test::Random;

namespace {

constexpr unsigned kWidth = 100;

/// A signal and what it must be.
struct Expected {
  SignalId signal;
  Bits value;
};

class LongCode {
public:
  explicit LongCode(unsigned seed) : random_(seed) {}

  Random &random() { return random_; }
  Circuit &circuit() { return circuit_; }
  Signals &signals() { return signals_; }

  StorageId newStorage(unsigned width) {
    circuit_.storages.push_back({"", width, false});
    return StorageId(circuit_.storages.size() - 1);
  }
  /// A storage that holds a value from the start.
  StorageId input(const Bits &value) {
    inputs_.push_back({newStorage(value.width()), value});
    return inputs_.back().first;
  }
  /// `count` values, each made of two of those before it.
  void grow(std::vector<Expected> &values, unsigned count) {
    static constexpr Opcode kOpcodes[] = {Opcode::Add, Opcode::Sub, Opcode::Xor};
    while (count-- > 0) {
      const Expected a = values[random_.below(unsigned(values.size()))], b = values.back();
      netlist::Expr expr;
      expr.kind = netlist::Expr::Kind::Operation;
      expr.opcode = kOpcodes[random_.below(3)];
      expr.width = kWidth;
      Op op;
      op.opcode = expr.opcode;
      values.push_back({signals_.operation(expr, {a.signal, b.signal}), *evaluate(op, {a.value, b.value}, kWidth)});
    }
  }
  Assignment result(const Expected &expected) {
    results_.push_back({newStorage(kWidth), expected.value});
    return {results_.back().first, expected.signal, false};
  }
  void addStep(Step step) { plan_.steps.push_back(step); }
  void assign(const Expected &expected) {
    addStep({Step::Kind::Assignment, uint32_t(circuit_.assignments.size()), 0});
    circuit_.assignments.push_back(result(expected));
  }

  /// All results must be there after `cycles`.
  void check(unsigned cycles) const {
    for (CodeQuality quality : {CodeQuality::MadeFast, CodeQuality::RunsFast})
      check(cycles, quality);
  }

private:
  void check(unsigned cycles, CodeQuality quality) const {
    Layout layout = makeLayout(circuit_);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = emitModule(*context, circuit_, plan_, layout);
    for (const llvm::Function &function : *module)
      CHECK(function.getInstructionCount() < 5000);
    const Code code(std::move(context), std::move(module), quality);
    std::vector<Word> memory(layout.words);
    for (const auto &[storage, value] : inputs_)
      for (unsigned w = 0; w < wordsOf(value.width()); ++w)
        memory[layout.storages[storage] + w] = value.word(w);
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      for (const CodeRange &range : codeRanges(plan_))
        code.function(range.function)(memory.data());
      code.function(kCommitFunction)(memory.data());
    }
    for (const auto &[storage, value] : results_)
      for (unsigned w = 0; w < wordsOf(value.width()); ++w)
        REQUIRE(memory[layout.storages[storage] + w] == value.word(w));
  }

  Random random_;
  Circuit circuit_;
  Signals signals_{circuit_};
  Plan plan_;
  std::vector<std::pair<StorageId, Bits>> inputs_, results_;
};

}  // namespace

TEST_CASE("values of a cycle are shared by the parts of a long function") {
  LongCode code(21);
  std::vector<Expected> values;
  for (unsigned i = 0; i < 4; ++i) {
    const Bits value = code.random().anyBits(kWidth);
    values.push_back({code.signals().storage(code.input(value)), value});
  }
  // Two assignments look at values that were made for earlier ones.
  for (unsigned i = 0; i < 8; ++i) {
    code.grow(values, 500);
    code.assign(values.back());
    code.assign(values[code.random().below(unsigned(values.size()))]);
  }
  code.check(1);
}

TEST_CASE("values of a token are shared by the parts of a long event, and with later events") {
  constexpr unsigned kLater = 3;
  LongCode code(22);
  Circuit &circuit = code.circuit();
  circuit.segments.push_back({"segment", kLater, code.signals().storage(code.input(Bits(1, 1))), {}});
  const auto captured = [&](unsigned stage) {
    const Bits value = code.random().anyBits(kWidth);
    return Expected{code.signals().capture(code.signals().storage(code.input(value)), 0, stage), value};
  };
  std::vector<Expected> values = {captured(0), captured(0), captured(0)};
  for (unsigned stage : {0u, kLater}) {
    if (stage)
      values.push_back(captured(stage));
    code.grow(values, 2500);
    Event event{stage, {}};
    for (unsigned i = 0; i < 10; ++i)
      event.assignments.push_back(code.result(values[values.size() - 1 - 200 * i]));
    code.addStep({Step::Kind::Event, 0, uint32_t(circuit.segments[0].events.size())});
    circuit.segments[0].events.push_back(event);
  }
  code.check(kLater + 1);
}
