// SPDX-License-Identifier: Apache-2.0
// Every floating-point operator of one format, one vector a cycle: RTL against MPFR, and the fast bodies against MPFR.
// usage: operators_fp<width> [vectors [seed]]; a seed of `fresh` takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "fp_oracle.h"
#include "fp_stimulus.h"
#include "operator_table.h"
#include "rtl/fp/fp_fast.h"

// WEFT_RTL_MODEL, WEFT_FAST_MODEL: the Verilated classes; WEFT_EXP_W, WEFT_SIG_W: the format.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x.h)
#include WEFT_STRING(WEFT_RTL_MODEL)
#include WEFT_STRING(WEFT_FAST_MODEL)

namespace {

constexpr FpFormat kFormat{WEFT_EXP_W, WEFT_SIG_W};
constexpr unsigned kRing = 128;  // cycles; more than every latency

/// The places of fp_bench.sv's results.
struct Place {
  FpOperation operation;
  const char *opcode;  // of operators.def, and the width its row goes by
  unsigned width;
};
std::vector<Place> placesOf(FpFormat format) {
  const unsigned width = format.width();
  std::vector<Place> places;
  auto add = [&](FpOperation operation, const char *opcode, unsigned keyWidth) {
    operation.format = format;
    places.push_back({operation, opcode, keyWidth});
  };
  add({FpCode::Add, {}}, "FAdd", width);
  add({FpCode::Sub, {}}, "FSub", width);
  add({FpCode::Mul, {}}, "FMul", width);
  add({FpCode::Fma, {}}, "FFma", width);
  add({FpCode::Div, {}}, "FDiv", width);
  add({FpCode::Sqrt, {}}, "FSqrt", width);
  add({FpCode::Min, {}}, "FMin", width);
  add({FpCode::Max, {}}, "FMax", width);
  for (unsigned rounding = 0; rounding < 5; rounding++)
    add({.code = FpCode::Round, .format = {}, .rounding = rounding}, "FRound", width);
  for (unsigned predicate = 0; predicate < 14; predicate++)
    add({.code = FpCode::Compare, .format = {}, .choice = predicate}, "FCmp", width);
  for (unsigned i = 0; i < 8; i++)
    add({.code = FpCode::ToInt, .format = {}, .rounding = 2, .intW = 8u << i / 2, .isSigned = i % 2 == 1},
        i % 2 ? "FToSI" : "FToUI", width);
  for (unsigned i = 0; i < 8; i++)
    add({.code = FpCode::FromInt, .format = {}, .intW = 8u << i / 2, .isSigned = i % 2 == 1}, i % 2 ? "SIToF" : "UIToF",
        8u << i / 2);
  for (const FpFormat &to : {kHalf, kFloat, kDouble})
    add({.code = FpCode::Convert, .format = {}, .to = to}, "FConvert", width);
  return places;
}
const std::vector<Place> kPlaces = placesOf(kFormat);
constexpr unsigned Count = 46;

void evaluate(FpOracle &oracle, const FpVector &v, uint64_t *results) {
  for (unsigned op = 0; op < Count; op++)
    results[op] = oracle.evaluate(kPlaces[op].operation, v.a, v.b, v.c, v.integer);
}

struct Counters {
  uint64_t mismatches[Count] = {};
  uint64_t total = 0;
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

unsigned latencies[Count];

void loadLatencies() {
  for (unsigned op = 0; op < Count; op++) {
    const Place &place = kPlaces[op];
    auto row = findOperator(place.opcode, place.width);
    if (!row || row->module.empty() || row->latency >= kRing) {
      std::printf("no usable row of %s for %u bits\n", place.opcode, place.width);
      std::exit(1);
    }
    latencies[op] = row->latency;
  }
}

/// One odd vector among equal ones: its result must appear in one cycle, `latency` cycles later, and nowhere else. For
/// operations whose two results are equal another odd vector is tried.
template <typename Model> unsigned measureLatencies(Model &model, const char *name) {
  FpOracle oracle;
  FpStimulus stimulus(kFormat, 7, FpStimulus::Specials::Pairs);
  bool measured[Count] = {};
  unsigned wrong = 0, left = Count;
  for (unsigned attempt = 0; attempt < 400 && left; attempt++) {
    FpVector same = stimulus.random(), odd = stimulus.random();
    uint64_t resultSame[Count], resultOdd[Count];
    evaluate(oracle, same, resultSame);
    evaluate(oracle, odd, resultOdd);
    for (unsigned i = 0; i < kRing; i++) {
      present(model, same);
      clock(model);
    }
    uint64_t seen[Count] = {};
    unsigned cycle[Count] = {};
    for (unsigned t = 0; t < kRing; t++) {
      present(model, t ? same : odd);
      for (unsigned op = 0; op < Count; op++) {
        if (model.results_o[op] == resultSame[op])
          continue;
        seen[op]++;
        cycle[op] = t;
      }
      clock(model);
    }
    for (unsigned op = 0; op < Count; op++) {
      if (measured[op] || resultSame[op] == resultOdd[op])
        continue;
      measured[op] = true;
      left--;
      if (seen[op] == 1 && cycle[op] == latencies[op])
        continue;
      wrong++;
      std::printf("%s %s: latency %u by operators.def, result changed in %" PRIu64 " cycles, last %u\n", name,
                  nameOf(kPlaces[op].operation).c_str(), latencies[op], seen[op], cycle[op]);
    }
  }
  for (unsigned op = 0; op < Count; op++)
    if (!measured[op]) {
      wrong++;
      std::printf("%s %s: latency not measured\n", name, nameOf(kPlaces[op].operation).c_str());
    }
  return wrong;
}

FpVector vectors[kRing];
uint64_t expected[kRing][Count];

template <typename Model> void check(Model &model, uint64_t t, const char *name, Counters &counters) {
  for (unsigned op = 0; op < Count; op++) {
    if (t < latencies[op])
      continue;
    unsigned at = (t - latencies[op]) % kRing;
    if (model.results_o[op] == expected[at][op])
      continue;
    counters.total++;
    if (counters.mismatches[op]++ >= 3)
      continue;
    const FpVector &v = vectors[at];
    std::printf("%s %s: a %" PRIx64 " b %" PRIx64 " c %" PRIx64 " int %" PRIx64 " gives %" PRIx64 ", expected %" PRIx64
                "\n",
                name, nameOf(kPlaces[op].operation).c_str(), v.a, v.b, v.c, v.integer,
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
  loadLatencies();
  auto rtl = std::make_unique<WEFT_RTL_MODEL>();
  auto fast = std::make_unique<WEFT_FAST_MODEL>();
  unsigned wrongLatencies = measureLatencies(*rtl, "rtl") + measureLatencies(*fast, "fast");

  FpOracle oracle;
  FpStimulus stimulus(kFormat, seed, count >= 1000000 ? FpStimulus::Specials::Triples : FpStimulus::Specials::Pairs);
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
  for (unsigned op = 0; op < Count; op++)
    std::printf("%-14s latency %2u  mismatches rtl %" PRIu64 " fast %" PRIu64 "\n",
                nameOf(kPlaces[op].operation).c_str(), latencies[op], rtlCounters.mismatches[op],
                fastCounters.mismatches[op]);
  std::printf("%s, %u operators, %" PRIu64 " vectors each: %" PRIu64 " of special values, %" PRIu64
              " constructed; seed %" PRIu64 ": %" PRIu64 " RTL and %" PRIu64 " fast mismatches, %u wrong latencies\n",
              nameOf(kFormat).c_str(), Count, count, stimulus.specialVectors(), stimulus.constructedVectors(), seed,
              rtlCounters.total, fastCounters.total, wrongLatencies);
  return rtlCounters.total || fastCounters.total || wrongLatencies;
}
