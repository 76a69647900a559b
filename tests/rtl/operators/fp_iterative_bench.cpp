// SPDX-License-Identifier: Apache-2.0
// The iterative floating-point operators against MPFR under random stalls on both sides: results in order, none lost or
// doubled, held until taken; and the cycles and the interval that each module states.
// usage: operators_iterative<width> [operations [seed]]; a seed of `fresh` takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "fp_oracle.h"
#include "fp_stimulus.h"

// WEFT_MODEL: the Verilated class; WEFT_EXP_W, WEFT_SIG_W: the format.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x)
#include WEFT_STRING(WEFT_MODEL.h)

namespace {

constexpr FpFormat kFormat{WEFT_EXP_W, WEFT_SIG_W};
constexpr unsigned kUnits = 12;  // of fp_iterative_bench.sv

FpOperation operationOf(unsigned unit) {
  static constexpr FpCode codes[] = {FpCode::Mul, FpCode::Div, FpCode::Sqrt};
  const unsigned mode = unit % 4;
  return {codes[unit / 4], kFormat, mode == 0 ? 0 : mode + 1, mode % 2 == 0};
}

/// What one unit does in one cycle: inputs before the clock edge, checks of its outputs.
class Unit {
public:
  Unit(unsigned number, uint64_t seed)
      : number(number), operation(operationOf(number)), source(seed + number),
        stimulus(kFormat, seed + number, FpStimulus::Specials::Pairs) {}

  /// Special values first; then stalls by turns of 4096 cycles: none, of the input, of the output, of both.
  void drive(WEFT_MODEL &model, uint64_t cycle) {
    const unsigned pattern = cycle / 4096 % 4;
    const bool valid = pattern % 2 == 0 || source.below(64) == 0, ready = pattern / 2 == 0 || source.below(8) == 0;
    if (!offered && valid)
      offered = stimulus.next();
    set(model.in_valid_i, offered.has_value());
    // Operands that are not valid are anything.
    model.a_i[number] = offered ? offered->a : source.next();
    model.b_i[number] = offered ? offered->b : source.next();
    set(model.out_ready_i, ready);
    unstalled = unstalled && ready;
  }

  void check(WEFT_MODEL &model, FpOracle &oracle, uint64_t cycle) {
    const bool inReady = get(model.in_ready_o), outValid = get(model.out_valid_o), outReady = get(model.out_ready_i);
    const uint64_t result = model.result_o[number];
    if (outValid && !expected)
      report("a result without operands", cycle);
    if (expected) {
      const uint64_t due = accepted + model.cycles_o[number];
      if (outValid != (cycle >= due))
        report(outValid ? "early result" : "late or withdrawn result", cycle);
      if (outValid && result != *expected && wrongResults++ < 5)
        std::printf("%s iterative: a %" PRIx64 " b %" PRIx64 " gives %" PRIx64 ", expected %" PRIx64 "\n",
                    nameOf(operation).c_str(), last.a, last.b, result, *expected);
      if (outValid && outReady) {
        expected.reset();
        done++;
      }
    }
    if (offered && unstalled && accepted != kNever && cycle >= accepted + model.interval_o[number] && !inReady)
      report("no acceptance after the stated interval", cycle);
    if (offered && inReady) {
      if (expected)
        report("operands accepted over others", cycle);
      if (accepted != kNever && cycle < accepted + model.interval_o[number])
        report("acceptance before the stated interval", cycle);
      last = *offered;
      expected = oracle.evaluate(operation, last.a, last.b, 0, 0);
      offered.reset();
      accepted = cycle;
      unstalled = true;
    }
  }

  uint64_t wrong() const { return wrongResults + protocol; }
  uint64_t results() const { return done; }
  uint64_t constructed() const { return stimulus.constructedVectors(); }
  const FpOperation &what() const { return operation; }

private:
  static constexpr uint64_t kNever = ~0ull;
  template <typename Signal> void set(Signal &signal, bool value) {
    signal = static_cast<Signal>((signal & ~(1u << number)) | unsigned(value) << number);
  }
  template <typename Signal> bool get(const Signal &signal) const { return signal >> number & 1; }
  void report(const char *what, uint64_t cycle) {
    if (protocol++ < 5)
      std::printf("%s iterative: %s in cycle %" PRIu64 ", operands accepted in %" PRIu64 "\n",
                  nameOf(operation).c_str(), what, cycle, accepted);
  }

  const unsigned number;
  const FpOperation operation;
  Random source;
  FpStimulus stimulus;
  std::optional<FpVector> offered;
  std::optional<uint64_t> expected;
  FpVector last;
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
  for (unsigned i = 0; i < kUnits; i++)
    units.push_back(std::make_unique<Unit>(i, seed));
  uint64_t cycle = 0, least = 0;
  for (; least < count; cycle++) {
    for (auto &unit : units)
      unit->drive(*model, cycle);
    model->eval();
    least = ~0ull;
    for (auto &unit : units) {
      unit->check(*model, oracle, cycle);
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
    std::printf("%-16s iterative: %" PRIu64 " results (%" PRIu64 " constructed), %u cycles, interval %u: %" PRIu64
                " wrong\n",
                nameOf(units[i]->what()).c_str(), units[i]->results(), units[i]->constructed(), model->cycles_o[i],
                model->interval_o[i], units[i]->wrong());
  }
  std::printf("%s iterative, %" PRIu64 " cycles, seed %" PRIu64 ": %" PRIu64 " wrong\n", nameOf(kFormat).c_str(), cycle,
              seed, wrong);
  return wrong != 0;
}
