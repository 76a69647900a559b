// SPDX-License-Identifier: Apache-2.0
// Every integer operator, one vector a cycle: RTL and fast bodies against 128-bit integer arithmetic of the definitions
// in hls/graph/opcodes.def. usage: operators_int [vectors [seed]]; a seed of `fresh` takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "Vint_fast.h"
#include "Vint_rtl.h"
#include "operator_table.h"
#include "stimulus.h"

namespace {

constexpr unsigned kWidths[] = {1, 5, 8, 16, 19, 32, 37, 55, 64};
constexpr const char *kOpcodes[] = {"Mul", "UDiv", "URem", "SDiv", "SRem", "Ctlz", "Cttz", "Ctpop"};
constexpr unsigned kOps = 8, kCount = kOps * 9, kRing = 128;

unsigned latencies[kCount];

void reference(uint64_t a, uint64_t b, unsigned width, uint64_t *out) {
  uint64_t mask = ~0ull >> (64 - width);
  a &= mask;
  b &= mask;
  auto extend = [&](uint64_t x) -> __int128 { return static_cast<int64_t>(x << (64 - width)) >> (64 - width); };
  __int128 sa = extend(a), sb = extend(b);
  out[0] = static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b) & mask;
  out[1] = b ? a / b : mask;
  out[2] = b ? a % b : a;
  // In 128 bits the one overflow gives the positive quotient, which wraps to the dividend.
  out[3] = static_cast<uint64_t>(sb ? sa / sb : -1) & mask;
  out[4] = static_cast<uint64_t>(sb ? sa % sb : sa) & mask;
  out[5] = out[6] = out[7] = 0;
  while (out[5] < width && !(a >> (width - 1 - out[5]) & 1))
    out[5]++;
  while (out[6] < width && !(a >> out[6] & 1))
    out[6]++;
  for (unsigned i = 0; i < width; i++)
    out[7] += a >> i & 1;
  // A one-bit result cannot hold more: counts are taken modulo 2^width.
  for (unsigned i = 5; i < 8; i++)
    out[i] &= mask;
}

void evaluate(uint64_t a, uint64_t b, uint64_t *out) {
  for (unsigned i = 0; i < 9; i++)
    reference(a, b, kWidths[i], out + kOps * i);
}

template <typename Model> void present(Model &model, uint64_t a, uint64_t b) {
  model.a_i = a;
  model.b_i = b;
  model.clk_i = 0;
  model.eval();
}
template <typename Model> void clock(Model &model) {
  model.clk_i = 1;
  model.eval();
}

struct Operands {
  uint64_t a, b;
};

Operands randomOperands(Random &random, uint64_t index) {
  if (index < 65536)
    return {index & 255, index >> 8};  // all of 8 bits
  static const uint64_t specials[] = {0, 1, 2, 3, 5, 7, 10, ~0ull, ~1ull, ~2ull};
  uint64_t a = randomInteger(random), b = randomInteger(random);
  unsigned width = kWidths[random.below(9)];
  switch (random.below(8)) {
  case 0:
    b = specials[random.below(10)];
    break;
  case 1:
    a = specials[random.below(10)];
    break;
  case 2:
    b = a + random.below(3) - 1;
    break;
  case 3:  // the least number of a width by -1, 0, 1 and so on
    a = (1ull << (width - 1)) + random.below(3) - 1;
    b = specials[random.below(10)];
    break;
  case 4: {  // multiples and their neighbours
    b >>= random.below(64);
    a = b * (random.next() >> random.below(64)) + random.below(3) - 1;
    break;
  }
  default:
    break;
  }
  return {a, b};
}

uint64_t expected[kRing][kCount];
Operands operands[kRing];

template <typename Model> void check(Model &model, uint64_t t, const char *name, uint64_t *mismatches) {
  for (unsigned op = 0; op < kCount; op++) {
    if (t < latencies[op])
      continue;
    unsigned at = (t - latencies[op]) % kRing;
    if (model.results_o[op] == expected[at][op])
      continue;
    if (mismatches[op]++ >= 3)
      continue;
    std::printf("%s %s %u bits: a %" PRIx64 " b %" PRIx64 " gives %" PRIx64 ", expected %" PRIx64 "\n", name,
                kOpcodes[op % kOps], kWidths[op / kOps], operands[at].a, operands[at].b,
                static_cast<uint64_t>(model.results_o[op]), expected[at][op]);
  }
}

/// One odd vector among equal ones: its result must appear in one cycle, `latency` cycles later.
template <typename Model> unsigned measureLatencies(Model &model, const char *name) {
  unsigned wrong = 0, left = kCount;
  bool measured[kCount] = {};
  Random random(5);
  for (unsigned attempt = 0; attempt < 400 && left; attempt++) {
    Operands same = randomOperands(random, ~0ull), odd = randomOperands(random, ~0ull);
    uint64_t resultSame[kCount], resultOdd[kCount];
    evaluate(same.a, same.b, resultSame);
    evaluate(odd.a, odd.b, resultOdd);
    for (unsigned t = 0; t < kRing; t++) {
      present(model, same.a, same.b);
      clock(model);
    }
    unsigned seen[kCount] = {}, cycle[kCount] = {};
    for (unsigned t = 0; t < kRing; t++) {
      if (t == 0)
        present(model, odd.a, odd.b);
      else
        present(model, same.a, same.b);
      for (unsigned op = 0; op < kCount; op++) {
        if (model.results_o[op] == resultSame[op])
          continue;
        seen[op]++;
        cycle[op] = t;
      }
      clock(model);
    }
    for (unsigned op = 0; op < kCount; op++) {
      if (measured[op] || resultSame[op] == resultOdd[op])
        continue;
      measured[op] = true;
      left--;
      if (seen[op] == 1 && cycle[op] == latencies[op])
        continue;
      wrong++;
      std::printf("%s %s %u bits: latency %u by operators.def, result changed in %u cycles, last %u\n", name,
                  kOpcodes[op % kOps], kWidths[op / kOps], latencies[op], seen[op], cycle[op]);
    }
  }
  if (left)
    std::printf("%s: %u latencies not measured\n", name, left);
  return wrong + left;
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 100000, seed = 1;
  if (argc > 2)
    seed = std::strcmp(argv[2], "fresh") ? std::strtoull(argv[2], nullptr, 0)
                                         : std::chrono::system_clock::now().time_since_epoch().count();
  for (unsigned op = 0; op < kCount; op++) {
    auto row = findOperator(kOpcodes[op % kOps], kWidths[op / kOps]);
    if (!row || row->module.empty() || row->latency >= kRing) {
      std::printf("no usable row of %s for %u bits\n", kOpcodes[op % kOps], kWidths[op / kOps]);
      return 1;
    }
    latencies[op] = row->latency;
  }
  auto rtl = std::make_unique<Vint_rtl>();
  auto fast = std::make_unique<Vint_fast>();
  unsigned wrongLatencies = measureLatencies(*rtl, "rtl") + measureLatencies(*fast, "fast");
  Random random(seed);
  uint64_t rtlMismatches[kCount] = {}, fastMismatches[kCount] = {};
  for (uint64_t t = 0; t < count + kRing; t++) {
    Operands v = operands[t % kRing] = randomOperands(random, t);
    evaluate(v.a, v.b, expected[t % kRing]);
    present(*rtl, v.a, v.b);
    check(*rtl, t, "rtl", rtlMismatches);
    clock(*rtl);
    present(*fast, v.a, v.b);
    check(*fast, t, "fast", fastMismatches);
    clock(*fast);
  }
  uint64_t rtlTotal = 0, fastTotal = 0;
  for (unsigned op = 0; op < kCount; op++) {
    std::printf("%-5s %2u bits  latency %2u  mismatches rtl %" PRIu64 " fast %" PRIu64 "\n", kOpcodes[op % kOps],
                kWidths[op / kOps], latencies[op], rtlMismatches[op], fastMismatches[op]);
    rtlTotal += rtlMismatches[op];
    fastTotal += fastMismatches[op];
  }
  std::printf("%u integer operators, %" PRIu64 " vectors each, seed %" PRIu64 ": %" PRIu64 " RTL and %" PRIu64
              " fast mismatches, %u wrong latencies\n",
              kCount, count, seed, rtlTotal, fastTotal, wrongLatencies);
  return rtlTotal || fastTotal || wrongLatencies;
}
