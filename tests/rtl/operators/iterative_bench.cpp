// SPDX-License-Identifier: Apache-2.0
// The iterative operators against MPFR and the definition of integer division, under random stalls on both sides and
// resets at any time: results in order, none lost or doubled, held until taken, none of what a reset interrupted; and
// the cycles and the interval that each module states.
// usage: operators_iterative<width> [operations [seed]]; a seed of `fresh` takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <set>

#include "fp_oracle.h"
#include "fp_stimulus.h"
#include "int_sets.h"

// WEFT_MODEL: the Verilated class; WEFT_EXP_W, WEFT_SIG_W: the format.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x)
#include WEFT_STRING(WEFT_MODEL.h)

namespace {

constexpr FpFormat kFormat{WEFT_EXP_W, WEFT_SIG_W};
constexpr unsigned kWidth = WEFT_EXP_W + WEFT_SIG_W;
constexpr unsigned kUnits = 14, kFpUnits = 12;  // of iterative_bench.sv

struct Vector {
  uint64_t a, b;
};
struct Result {
  uint64_t value, second;
  bool operator==(const Result &) const = default;
};

/// What a unit computes, and operands that try it.
class Operation {
public:
  virtual ~Operation() = default;
  virtual std::string name() const = 0;
  virtual Vector operands() = 0;
  virtual Result evaluate(const Vector &v) = 0;
};

/// Special values first.
class FpUnit final : public Operation {
public:
  FpUnit(unsigned unit, uint64_t seed, FpOracle &oracle)
      : operation(operationOf(unit)), stimulus(kFormat, seed, FpStimulus::Specials::Pairs), oracle(oracle) {}
  std::string name() const override { return nameOf(operation); }
  Vector operands() override {
    const FpVector v = stimulus.next();
    return {v.a, v.b};
  }
  Result evaluate(const Vector &v) override { return {oracle.evaluate(operation, v.a, v.b, 0, 0), 0}; }

private:
  static FpOperation operationOf(unsigned unit) {
    static constexpr FpCode codes[] = {FpCode::Mul, FpCode::Div, FpCode::Sqrt};
    const unsigned mode = unit % 4;
    return {codes[unit / 4], kFormat, mode == 0 ? 0 : mode + 1, mode % 2 == 0};
  }
  const FpOperation operation;
  FpStimulus stimulus;
  FpOracle &oracle;
};

class DivisionUnit final : public Operation {
public:
  DivisionUnit(const char *opcode, uint64_t seed) : random(seed) {
    for (const IntOperation &operation : intOperations())
      if (!std::strcmp(operation.name, opcode))
        division = &operation;
  }
  std::string name() const override { return division->name; }
  Vector operands() override {
    constexpr uint64_t mask = ~0ull >> (64 - kWidth);
    uint64_t a = randomInteger(random), b = randomInteger(random);
    if (random.below(4) == 0)  // the least number, and divisors with a rule of their own
      a = 1ull << (kWidth - 1);
    if (random.below(4) == 0)
      b = random.below(3) - 1;
    return {a & mask, b & mask};
  }
  Result evaluate(const Vector &v) override {
    uint64_t out[2];
    division->evaluate(v.a, v.b, 0, kWidth, out);
    constexpr uint64_t mask = ~0ull >> (64 - kWidth);
    return {out[0] & mask, out[1] & mask};
  }

private:
  const IntOperation *division = nullptr;
  Random random;
};

/// What one unit does in one cycle: inputs before the clock edge, checks of its outputs.
class Unit {
public:
  Unit(unsigned number, uint64_t seed, std::unique_ptr<Operation> operation)
      : number(number), operation(std::move(operation)), source(seed + number) {}

  /// Stalls by turns of 4096 cycles: none, of the input, of the output, of both.
  void drive(WEFT_MODEL &model, uint64_t cycle) {
    const unsigned pattern = cycle / 4096 % 4;
    const bool valid = pattern % 2 == 0 || source.below(64) == 0, ready = pattern / 2 == 0 || source.below(8) == 0;
    if (!offered && valid)
      offered = operation->operands();
    set(model.in_valid_i, offered.has_value());
    // Operands that are not valid are anything.
    model.a_i[number] = offered ? offered->a : source.next();
    model.b_i[number] = offered ? offered->b : source.next();
    set(model.out_ready_i, ready);
    unstalled = unstalled && ready;
  }

  /// What was inside is gone after the clock edge, and nothing is accepted at it.
  void reset(const WEFT_MODEL &model, uint64_t cycle) {
    if (expected && cycle <= accepted + model.cycles_o[number])
      interrupted.insert(cycle - accepted);
    expected.reset();
    accepted = kNever;
    unstalled = true;
  }

  void check(WEFT_MODEL &model, uint64_t cycle) {
    const bool inReady = get(model.in_ready_o), outValid = get(model.out_valid_o), outReady = get(model.out_ready_i);
    const Result result{model.result_o[number], model.second_o[number]};
    if (outValid && !expected)
      report("a result without operands", cycle);
    if (expected) {
      const uint64_t due = accepted + model.cycles_o[number];
      if (outValid != (cycle >= due))
        report(outValid ? "early result" : "late or withdrawn result", cycle);
      if (outValid && result != *expected && wrongResults++ < 5)
        std::printf("%s iterative: a %" PRIx64 " b %" PRIx64 " gives %" PRIx64 " %" PRIx64 ", expected %" PRIx64
                    " %" PRIx64 "\n",
                    operation->name().c_str(), last.a, last.b, result.value, result.second, expected->value,
                    expected->second);
      if (outValid && outReady) {
        expected.reset();
        done++;
      }
    }
    if (accepted == kNever && !inReady)
      report("nothing inside, and not ready", cycle);
    if (offered && unstalled && accepted != kNever && cycle >= accepted + model.interval_o[number] && !inReady)
      report("no acceptance after the stated interval", cycle);
    if (offered && inReady) {
      if (expected)
        report("operands accepted over others", cycle);
      if (accepted != kNever && cycle < accepted + model.interval_o[number])
        report("acceptance before the stated interval", cycle);
      last = *offered;
      expected = operation->evaluate(last);
      offered.reset();
      accepted = cycle;
      unstalled = true;
    }
  }

  uint64_t wrong() const { return wrongResults + protocol; }
  uint64_t results() const { return done; }
  std::string name() const { return operation->name(); }
  /// Cycles after the acceptance in which a reset came.
  size_t interruptions() const { return interrupted.size(); }

private:
  static constexpr uint64_t kNever = ~0ull;
  template <typename Signal> void set(Signal &signal, bool value) {
    signal = static_cast<Signal>((signal & ~(1u << number)) | unsigned(value) << number);
  }
  template <typename Signal> bool get(const Signal &signal) const { return signal >> number & 1; }
  void report(const char *what, uint64_t cycle) {
    if (protocol++ < 5)
      std::printf("%s iterative: %s in cycle %" PRIu64 ", operands accepted in %" PRIu64 "\n",
                  operation->name().c_str(), what, cycle, accepted);
  }

  const unsigned number;
  const std::unique_ptr<Operation> operation;
  Random source;
  std::optional<Vector> offered;
  std::optional<Result> expected;
  Vector last;
  std::set<uint64_t> interrupted;
  uint64_t accepted = kNever, done = 0, wrongResults = 0, protocol = 0;
  bool unstalled = true;  // the output was ready since the last acceptance
};

}  // namespace

int main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 5000;
  uint64_t seed = 1;
  if (argc > 2)
    seed = std::strcmp(argv[2], "fresh") ? std::strtoull(argv[2], nullptr, 0)
                                         : std::chrono::system_clock::now().time_since_epoch().count();
  auto model = std::make_unique<WEFT_MODEL>();
  auto clock = [&] {
    model->clk_i = 1;
    model->eval();
    model->clk_i = 0;
    model->eval();
  };
  model->clk_i = 0;
  model->rst_i = 1;
  model->in_valid_i = 0;
  model->out_ready_i = 0;
  for (unsigned i = 0; i < 4; i++)
    clock();
  model->rst_i = 0;

  FpOracle oracle;
  std::vector<std::unique_ptr<Unit>> units;
  for (unsigned i = 0; i < kFpUnits; i++)
    units.push_back(std::make_unique<Unit>(i, seed, std::make_unique<FpUnit>(i, seed + i, oracle)));
  for (const char *opcode : {"UDiv", "SDiv"})
    units.push_back(std::make_unique<Unit>(units.size(), seed, std::make_unique<DivisionUnit>(opcode, seed)));
  Random resets(seed);
  uint64_t cycle = 0, least = 0, resetCount = 0;
  for (; least < count; cycle++) {
    model->rst_i = resets.below(256) == 0;
    resetCount += model->rst_i;
    for (auto &unit : units)
      unit->drive(*model, cycle);
    model->eval();
    least = ~0ull;
    for (auto &unit : units) {
      if (model->rst_i)
        unit->reset(*model, cycle);
      else
        unit->check(*model, cycle);
      least = std::min(least, unit->results());
    }
    clock();
    if (cycle > 10000 && cycle / 1000 > count) {
      std::printf("a unit gives no results\n");
      return 1;
    }
  }
  uint64_t wrong = 0;
  for (unsigned i = 0; i < kUnits; i++) {
    wrong += units[i]->wrong();
    std::printf("%-16s iterative: %" PRIu64 " results, %u cycles, interval %u, reset in %zu cycles of an operation: "
                "%" PRIu64 " wrong\n",
                units[i]->name().c_str(), units[i]->results(), model->cycles_o[i], model->interval_o[i],
                units[i]->interruptions(), units[i]->wrong());
    // Long runs must have interrupted it everywhere, or the resets prove nothing.
    if (resetCount > 30 * model->cycles_o[i] && units[i]->interruptions() < model->cycles_o[i]) {
      std::printf("some cycles of %s saw no reset\n", units[i]->name().c_str());
      wrong++;
    }
  }
  std::printf("%s iterative, %" PRIu64 " cycles, %" PRIu64 " resets, seed %" PRIu64 ": %" PRIu64 " wrong\n",
              nameOf(kFormat).c_str(), cycle, resetCount, seed, wrong);
  return wrong != 0;
}
