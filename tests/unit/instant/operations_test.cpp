// SPDX-License-Identifier: Apache-2.0
// Machine code of operations and operators against the graph's evaluation of them, on random widths and operands.
#include <catch2/catch.hpp>

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <bit>

#include "sim/instant/code.h"
#include "sim/instant/components/model.h"
#include "sim/instant/emit.h"
#include "sim/instant/operations.h"
#include "sim/instant/signals.h"
#include "tests/unit/graph/random_operations.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::graph::test;
using namespace weft::instant;

namespace {

struct Row {
  Opcode opcode;
  unsigned minWidth, maxWidth;
  const char *module;
};
constexpr Row kRows[] = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, ...) {Opcode::opcode, minWidth, maxWidth, module},
#include "hls/operators.def"
};

/// A module that computes the operation on some family, where one does.
const char *moduleOf(Opcode opcode) {
  for (const Row &row : kRows)
    if (row.opcode == opcode && *row.module)
      return row.module;
  return nullptr;
}

/// A case of which hardware is made.
Case randomModuleCase(Opcode opcode, Random &random) {
  for (;;) {
    Case c = randomCase(opcode, random);
    // Of a conversion to an integer, the result's as well.
    const unsigned width = std::max(c.width, *std::max_element(c.operands.begin(), c.operands.end()));
    if (std::any_of(std::begin(kRows), std::end(kRows), [&](const Row &row) {
          return row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth;
        }))
      return c;
  }
}

/// The netlist's shifts take amounts modulo the width; the graph leaves that open where it is no power of two.
bool isOpen(const Case &c, const std::vector<Bits> &in) {
  switch (c.op.opcode) {
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return !std::has_single_bit(c.width) && !isBelow(in[1], c.width);
  case Opcode::DynSlice:
  case Opcode::DynInsert:
    return isUnspecified(c, in);
  default:
    return false;
  }
}

/// Many cases side by side in one piece of machine code.
class Batch {
public:
  void add(const Case &c, bool asModule) {
    std::vector<SignalId> operands;
    Entry entry{c, {}, instant::kNone};
    for (unsigned width : c.operands) {
      entry.operands.push_back(newStorage(width));
      operands.push_back(signals_.storage(entry.operands.back()));
    }
    entry.result = newStorage(c.width);
    SignalId value = instant::kNone;
    if (asModule) {
      value = signals_.oper(instanceOf(c), portOf(c), c.width, operands);
    } else {
      netlist::Expr expr;
      expr.kind = netlist::Expr::Kind::Operation;
      expr.opcode = c.op.opcode;
      expr.predicate = c.op.predicate;
      expr.lo = c.op.lo;
      expr.width = c.width;
      value = signals_.operation(expr, operands);
    }
    plan_.steps.push_back({Step::Kind::Assignment, uint32_t(circuit_.assignments.size()), 0});
    circuit_.assignments.push_back({entry.result, value});
    entries_.push_back(std::move(entry));
  }

  void check(Random &random, unsigned trials) const {
    for (CodeQuality quality : {CodeQuality::MadeFast, CodeQuality::RunsFast})
      check(random, trials, quality);
  }

private:
  struct Entry {
    Case c;
    std::vector<StorageId> operands;
    StorageId result;
  };

  void check(Random &random, unsigned trials, CodeQuality quality) const {
    Layout layout = makeLayout(circuit_);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = emitModule(*context, circuit_, plan_, layout);
    const Code code(std::move(context), std::move(module), quality);
    const auto run = code.function(codeRanges(plan_).at(0).function);
    std::vector<Word> memory(layout.words);
    for (unsigned trial = 0; trial < trials; ++trial) {
      std::vector<std::vector<Bits>> inputs;
      for (const Entry &entry : entries_) {
        inputs.emplace_back();
        for (size_t i = 0; i < entry.operands.size(); ++i) {
          inputs.back().push_back(random.bits(entry.c.operands[i]));
          for (unsigned w = 0; w < wordsOf(entry.c.operands[i]); ++w)
            memory[layout.storages[entry.operands[i]] + w] = inputs.back().back().word(w);
        }
      }
      run(memory.data());
      for (size_t e = 0; e < entries_.size(); ++e)
        compare(entries_[e], inputs[e], memory.data() + layout.storages[entries_[e].result]);
    }
  }

  StorageId newStorage(unsigned width) {
    circuit_.storages.push_back({"", width, false});
    return StorageId(circuit_.storages.size() - 1);
  }

  const netlist::Instance *instanceOf(const Case &c) {
    instances_.push_back(std::make_unique<netlist::Instance>());
    netlist::Instance &instance = *instances_.back();
    instance.component = components::find(moduleOf(c.op.opcode));
    for (const Setting &setting : operationOf(c.op.opcode).settings(c.op, c.width, c.operands[0]))
      instance.settings.push_back({setting.name, Bits(32, setting.value)});
    instance.settings.push_back({"Latency", Bits(32, 1)});
    return &instance;
  }
  static uint32_t portOf(const Case &c) {
    return components::find(moduleOf(c.op.opcode))->portIndex(operationOf(c.op.opcode).output);
  }

  static void compare(const Entry &entry, const std::vector<Bits> &in, const Word *result) {
    const std::optional<Bits> expected = evaluate(entry.c.op, in, entry.c.width);
    if (!expected || isOpen(entry.c, in))
      return;
    Bits got(entry.c.width);
    for (unsigned w = 0; w < wordsOf(entry.c.width); ++w)
      got.insert(64 * w, Bits(std::min(64u, entry.c.width - 64 * w), result[w]));
    INFO(mnemonic(entry.c.op.opcode) << " " << nameOf(entry.c.op.predicate) << " of " << entry.c.operands[0]
                                     << " bits to " << entry.c.width << ": " << in[0].hex() << ", " << in.back().hex());
    CHECK(got.hex() == expected->hex());
    if (entry.c.width % 64)
      CHECK(result[wordsOf(entry.c.width) - 1] >> entry.c.width % 64 == 0);
  }

  Circuit circuit_;
  Signals signals_{circuit_};
  Plan plan_;
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<netlist::Instance>> instances_;
};

}  // namespace

TEST_CASE("machine code of expressions computes what the graph's operations do") {
  Random random(11);
  for (Opcode opcode : opcodes(true)) {
    if (!operationOf(opcode).expression)
      continue;
    Batch batch;
    for (unsigned i = 0; i < 30; ++i)
      batch.add(randomCase(opcode, random), false);
    batch.check(random, 100);
  }
}

TEST_CASE("machine code of modules computes what the graph's operations do") {
  Random random(12);
  for (Opcode opcode : opcodes(true)) {
    if (!moduleOf(opcode) || !operationOf(opcode).settings)
      continue;
    INFO(mnemonic(opcode));
    Batch batch;
    for (unsigned i = 0; i < 20; ++i)
      batch.add(randomModuleCase(opcode, random), true);
    batch.check(random, 100);
  }
}
