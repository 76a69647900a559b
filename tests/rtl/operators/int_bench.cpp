// SPDX-License-Identifier: Apache-2.0
// A set of integer operators, one vector a cycle: RTL and fast bodies against 128-bit arithmetic of their definitions
// (docs/rtl-interfaces.md), and every latency measured. usage: operators_… [vectors [seed]]; a seed of `fresh` takes
// the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>

#include "int_sets.h"
#include "stimulus.h"

// WEFT_RTL_MODEL, WEFT_FAST_MODEL: the Verilated classes; WEFT_SET: what they hold.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x)
#include WEFT_STRING(WEFT_RTL_MODEL.h)
#include WEFT_STRING(WEFT_FAST_MODEL.h)

namespace {

constexpr unsigned kRing = 128;  // cycles; more than every latency

/// An operation of a width is evaluated once for all latencies.
struct Value {
  const IntOperation *operation;
  unsigned width;
};
std::vector<Value> values;

/// A result of the model.
struct Slot {
  IntInstance instance;
  unsigned result;  // of the operation's
  size_t value;     // in an evaluation; an operation's results stand together
};
std::vector<Slot> slots;

void makeSlots() {
  std::map<std::pair<const IntOperation *, unsigned>, size_t> known;
  for (const IntInstance &instance : intInstances(WEFT_STRING(WEFT_SET))) {
    auto [found, isNew] = known.try_emplace({instance.operation, instance.width}, values.size());
    for (unsigned r = 0; r < instance.operation->results.size(); r++) {
      if (isNew)
        values.push_back({instance.operation, instance.width});
      slots.push_back({instance, r, found->second + r});
    }
  }
}

struct Operands {
  uint64_t a, b, c;
};
using Results = std::vector<uint64_t>;

void evaluate(const Operands &v, Results &results) {
  results.resize(values.size());
  for (size_t i = 0; i < values.size();) {
    const auto &[operation, width] = values[i];
    const uint64_t mask = ~0ull >> (64 - width);
    const unsigned bits = operation->resultWidths * width;
    uint64_t out[2];
    operation->evaluate(v.a & mask, v.b & mask, v.c & mask, width, out);
    for (unsigned r = 0; r < operation->results.size(); r++)
      results[i++] = out[r] & (~0ull >> (64 - bits));
  }
}

template <typename Model> void present(Model &model, const Operands &v) {
  model.a_i = v.a;
  model.b_i = v.b;
  model.c_i = v.c;
  model.clk_i = 0;
  model.eval();
}
template <typename Model> void clock(Model &model) {
  model.clk_i = 1;
  model.eval();
}

Operands randomOperands(Random &random, uint64_t index) {
  if (index < 65536)
    return {index & 255, index >> 8, randomInteger(random)};  // all of 8 bits
  static const uint64_t specials[] = {0, 1, 2, 3, 5, 7, 10, ~0ull, ~1ull, ~2ull};
  uint64_t a = randomInteger(random), b = randomInteger(random);
  const unsigned width = values[random.below(values.size())].width;
  switch (random.below(10)) {
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
  case 4:  // multiples and their neighbours
    b >>= random.below(64);
    a = b * (random.next() >> random.below(64)) + random.below(3) - 1;
    break;
  case 5:  // shifts about the width
    b = random.next() % 3 ? random.below(width) : width + random.below(5) - 2;
    break;
  case 6:  // sums about the limits
    b = (random.next() % 2 ? 0 : 1ull << (width - 1)) + random.below(3) - 1 - (random.next() % 2 ? a : 0 - a);
    break;
  default:
    break;
  }
  return {a, b, randomInteger(random)};
}

std::string nameOf(const Slot &slot) {
  std::string name =
      std::string(slot.instance.operation->name) + " of " + std::to_string(slot.instance.width) + " bits";
  return slot.instance.operation->results.size() > 1 ? name + ", " + slot.instance.operation->results[slot.result]
                                                     : name;
}

/// One odd vector among equal ones: its result must appear in one cycle, `latency` cycles later, and nowhere else.
/// Where the two results are equal another odd vector is tried.
template <typename Model> unsigned measureLatencies(Model &model, const char *name) {
  unsigned wrong = 0;
  std::vector<bool> measured(slots.size());
  Random random(5);
  for (unsigned attempt = 0; attempt < 200; attempt++) {
    const Operands same = randomOperands(random, ~0ull), odd = randomOperands(random, ~0ull);
    Results resultSame, resultOdd;
    evaluate(same, resultSame);
    evaluate(odd, resultOdd);
    bool useful = false;
    for (size_t s = 0; s < slots.size(); s++)
      useful |= !measured[s] && resultSame[slots[s].value] != resultOdd[slots[s].value];
    if (!useful)
      continue;
    for (unsigned t = 0; t < kRing; t++) {
      present(model, same);
      clock(model);
    }
    std::vector<unsigned> seen(slots.size()), cycle(slots.size());
    for (unsigned t = 0; t < kRing; t++) {
      present(model, t == 0 ? odd : same);
      for (size_t s = 0; s < slots.size(); s++) {
        if (model.results_o[s] == resultSame[slots[s].value])
          continue;
        seen[s]++;
        cycle[s] = t;
      }
      clock(model);
    }
    for (size_t s = 0; s < slots.size(); s++) {
      if (measured[s] || resultSame[slots[s].value] == resultOdd[slots[s].value])
        continue;
      measured[s] = true;
      if (seen[s] == 1 && cycle[s] == slots[s].instance.latency)
        continue;
      wrong++;
      std::printf("%s %s: latency %u asked for, result changed in %u cycles, last %u\n", name, nameOf(slots[s]).c_str(),
                  slots[s].instance.latency, seen[s], cycle[s]);
    }
  }
  for (size_t s = 0; s < slots.size(); s++) {
    // The high half of a product of single bits is always zero.
    const bool constant = slots[s].instance.width == 1 && std::strstr(slots[s].instance.operation->name, "MulHi");
    if (measured[s] || constant)
      continue;
    wrong++;
    std::printf("%s %s: latency not measured\n", name, nameOf(slots[s]).c_str());
  }
  return wrong;
}

Results expected[kRing];
Operands operands[kRing];

template <typename Model> void check(Model &model, uint64_t t, const char *name, std::vector<uint64_t> &mismatches) {
  for (size_t s = 0; s < slots.size(); s++) {
    const unsigned latency = slots[s].instance.latency;
    if (t < latency)
      continue;
    const unsigned at = (t - latency) % kRing;
    const uint64_t right = expected[at][slots[s].value];
    if (model.results_o[s] == right || mismatches[s]++ >= 3)
      continue;
    std::printf("%s %s, latency %u: a %" PRIx64 " b %" PRIx64 " c %" PRIx64 " gives %" PRIx64 ", expected %" PRIx64
                "\n",
                name, nameOf(slots[s]).c_str(), latency, operands[at].a, operands[at].b, operands[at].c,
                static_cast<uint64_t>(model.results_o[s]), right);
  }
}

int run(uint64_t count, uint64_t seed) {
  makeSlots();
  for (const Slot &slot : slots)
    if (slot.instance.latency >= kRing)
      throw std::runtime_error("latency of " + nameOf(slot) + " is too long for this bench");
  auto rtl = std::make_unique<WEFT_RTL_MODEL>();
  auto fast = std::make_unique<WEFT_FAST_MODEL>();
  const unsigned wrongLatencies = measureLatencies(*rtl, "rtl") + measureLatencies(*fast, "fast");
  Random random(seed);
  std::vector<uint64_t> rtlMismatches(slots.size()), fastMismatches(slots.size());
  for (uint64_t t = 0; t < count + kRing; t++) {
    const Operands v = operands[t % kRing] = randomOperands(random, t);
    evaluate(v, expected[t % kRing]);
    present(*rtl, v);
    check(*rtl, t, "rtl", rtlMismatches);
    clock(*rtl);
    present(*fast, v);
    check(*fast, t, "fast", fastMismatches);
    clock(*fast);
  }
  uint64_t rtlTotal = 0, fastTotal = 0;
  for (size_t s = 0; s < slots.size(); s++) {
    if (rtlMismatches[s] || fastMismatches[s])
      std::printf("%s, latency %u: mismatches rtl %" PRIu64 " fast %" PRIu64 "\n", nameOf(slots[s]).c_str(),
                  slots[s].instance.latency, rtlMismatches[s], fastMismatches[s]);
    rtlTotal += rtlMismatches[s];
    fastTotal += fastMismatches[s];
  }
  std::printf("%zu results of integer operators, %" PRIu64 " vectors each, seed %" PRIu64 ": %" PRIu64
              " RTL and %" PRIu64 " fast mismatches, %u wrong latencies\n",
              slots.size(), count, seed, rtlTotal, fastTotal, wrongLatencies);
  return rtlTotal || fastTotal || wrongLatencies;
}

}  // namespace

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 100000, seed = 1;
  if (argc > 2)
    seed = std::strcmp(argv[2], "fresh") ? std::strtoull(argv[2], nullptr, 0)
                                         : std::chrono::system_clock::now().time_since_epoch().count();
  try {
    return run(count, seed);
  } catch (const std::exception &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
