// SPDX-License-Identifier: Apache-2.0
// A set of floating-point operators of one format, one vector a cycle: RTL against MPFR, and the fast bodies against
// MPFR; and every latency measured. usage: operators_… [vectors besides the special ones [seed]]; a seed of `fresh`
// takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "fp_oracle.h"
#include "fp_sets.h"
#include "fp_stimulus.h"
#include "rtl/fp/fp_fast.h"

// WEFT_RTL_MODEL, WEFT_FAST_MODEL: the Verilated classes; WEFT_SET, WEFT_EXP_W, WEFT_SIG_W: what they hold.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x)
#include WEFT_STRING(WEFT_RTL_MODEL.h)
#include WEFT_STRING(WEFT_FAST_MODEL.h)

namespace {

constexpr FpFormat kFormat{WEFT_EXP_W, WEFT_SIG_W};
constexpr unsigned kRing = 128;           // cycles; more than every latency
constexpr uint64_t kForTriples = 200000;  // vectors from which all triples of special values are worth their time

std::vector<FpInstance> instances;

void evaluate(FpOracle &oracle, const FpVector &v, std::vector<uint64_t> &results) {
  for (size_t i = 0; i < instances.size(); i++)
    if (!v.triple || instances[i].operation.code == FpCode::Fma)
      results[i] = oracle.evaluate(instances[i].operation, v.a, v.b, v.c, v.integer);
}

struct Counters {
  std::vector<uint64_t> mismatches = std::vector<uint64_t>(instances.size());
  uint64_t total = 0, compared = 0;
};

template <typename Model> void present(Model &model, const FpVector &v) {
  model.a_i = v.a;
  model.b_i = v.b;
  model.c_i = v.c;
  model.int_i = v.integer;
  model.clk_i = 0;
  model.eval();
}
template <typename Model> void clock(Model &model) {
  model.clk_i = 1;
  model.eval();
}

/// One odd vector among equal ones: its result must appear in one cycle, `latency` cycles later, and nowhere else. For
/// operations whose two results are equal another odd vector is tried.
template <typename Model> unsigned measureLatencies(Model &model, const char *name) {
  FpOracle oracle;
  FpStimulus stimulus(kFormat, 7, FpStimulus::Specials::Pairs);
  const size_t count = instances.size();
  std::vector<bool> measured(count);
  unsigned wrong = 0;
  size_t left = count;
  for (unsigned attempt = 0; attempt < 400 && left; attempt++) {
    FpVector same = stimulus.random(), odd = stimulus.random();
    std::vector<uint64_t> resultSame(count), resultOdd(count);
    evaluate(oracle, same, resultSame);
    evaluate(oracle, odd, resultOdd);
    for (unsigned i = 0; i < kRing; i++) {
      present(model, same);
      clock(model);
    }
    std::vector<uint64_t> seen(count);
    std::vector<unsigned> cycle(count);
    for (unsigned t = 0; t < kRing; t++) {
      present(model, t ? same : odd);
      for (size_t op = 0; op < instances.size(); op++) {
        if (model.results_o[op] == resultSame[op])
          continue;
        seen[op]++;
        cycle[op] = t;
      }
      clock(model);
    }
    for (size_t op = 0; op < instances.size(); op++) {
      if (measured[op] || resultSame[op] == resultOdd[op])
        continue;
      measured[op] = true;
      left--;
      if (seen[op] == 1 && cycle[op] == instances[op].latency)
        continue;
      wrong++;
      std::printf("%s %s: latency should be %u, result changed in %" PRIu64 " cycles, last %u\n", name,
                  nameOf(instances[op].operation).c_str(), instances[op].latency, seen[op], cycle[op]);
    }
  }
  for (size_t op = 0; op < instances.size(); op++)
    if (!measured[op]) {
      wrong++;
      std::printf("%s %s: latency not measured\n", name, nameOf(instances[op].operation).c_str());
    }
  return wrong;
}

FpVector vectors[kRing];
std::vector<uint64_t> expected[kRing];

template <typename Model> void check(Model &model, uint64_t t, const char *name, Counters &counters) {
  for (size_t op = 0; op < instances.size(); op++) {
    if (t < instances[op].latency)
      continue;
    unsigned at = (t - instances[op].latency) % kRing;
    if (vectors[at].triple && instances[op].operation.code != FpCode::Fma)
      continue;
    counters.compared++;
    if (model.results_o[op] == expected[at][op])
      continue;
    counters.total++;
    if (counters.mismatches[op]++ >= 3)
      continue;
    const FpVector &v = vectors[at];
    std::printf("%s %s: a %" PRIx64 " b %" PRIx64 " c %" PRIx64 " int %" PRIx64 " gives %" PRIx64 ", expected %" PRIx64
                "\n",
                name, nameOf(instances[op].operation).c_str(), v.a, v.b, v.c, v.integer,
                static_cast<uint64_t>(model.results_o[op]), expected[at][op]);
  }
}

/// The host's floating-point mode set as badly as a program can: the guard must make the fast bodies right.
class HostileMode {
public:
#if defined(__x86_64__)
  HostileMode() : saved(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(0x1f80 | 0x8040 | 0x4000); }  // FTZ, DAZ, up
  ~HostileMode() { __builtin_ia32_ldmxcsr(saved); }

private:
  unsigned saved;
#else
  HostileMode() {}
#endif
};

template <typename Model> __attribute__((noinline)) void clockGuarded(Model &model) {
  WeftFpGuard guard;
  clock(model);
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 10000, seed = 1;
  if (argc > 2)
    seed = std::strcmp(argv[2], "fresh") ? std::strtoull(argv[2], nullptr, 0)
                                         : std::chrono::system_clock::now().time_since_epoch().count();
  try {
    instances = fpInstances(WEFT_STRING(WEFT_SET), kFormat);
  } catch (const std::runtime_error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  for (auto &row : expected)
    row.resize(instances.size());
  auto rtl = std::make_unique<WEFT_RTL_MODEL>();
  auto fast = std::make_unique<WEFT_FAST_MODEL>();
  unsigned wrongLatencies = measureLatencies(*rtl, "rtl") + measureLatencies(*fast, "fast");

  FpOracle oracle;
  FpStimulus stimulus(kFormat, seed,
                      count >= kForTriples ? FpStimulus::Specials::Triples : FpStimulus::Specials::Pairs);
  count += stimulus.specialVectors() + stimulus.exhaustiveVectors();
  Counters rtlCounters, fastCounters;
  for (uint64_t t = 0; t < count + kRing; t++) {
    FpVector &v = vectors[t % kRing];
    v = stimulus.next();
    evaluate(oracle, v, expected[t % kRing]);
    present(*rtl, v);
    check(*rtl, t, "rtl", rtlCounters);
    clock(*rtl);
    present(*fast, v);
    check(*fast, t, "fast", fastCounters);
    if (t % 16 == 0) {
      HostileMode hostile;
      clockGuarded(*fast);
    } else {
      clock(*fast);
    }
  }
  for (size_t op = 0; op < instances.size(); op++)
    if (rtlCounters.mismatches[op] || fastCounters.mismatches[op])
      std::printf("%-20s latency %2u: mismatches rtl %" PRIu64 " fast %" PRIu64 "\n",
                  nameOf(instances[op].operation).c_str(), instances[op].latency, rtlCounters.mismatches[op],
                  fastCounters.mismatches[op]);
  std::printf("%s %s, %zu operators, %" PRIu64 " vectors: %" PRIu64 " of special values, %" PRIu64 " every a, %" PRIu64
              " constructed; seed %" PRIu64 ": of %" PRIu64 " RTL results %" PRIu64 " wrong, of %" PRIu64
              " fast ones %" PRIu64 ", %u wrong latencies\n",
              nameOf(kFormat).c_str(), WEFT_STRING(WEFT_SET), instances.size(), count, stimulus.specialVectors(),
              stimulus.exhaustiveVectors(), stimulus.constructedVectors(), seed, rtlCounters.compared,
              rtlCounters.total, fastCounters.compared, fastCounters.total, wrongLatencies);
  return rtlCounters.total || fastCounters.total || wrongLatencies;
}
