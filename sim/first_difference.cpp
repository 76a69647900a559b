// SPDX-License-Identifier: Apache-2.0
#include "sim/first_difference.h"

#include <algorithm>
#include <fmt/format.h>

namespace weft::sim {
namespace {

constexpr size_t kMostNamed = 4;  // differences of one cycle

/// Bits from a net on, which starts in the lowest bit of its first byte.
std::string hexOf(const void *net, unsigned lo, unsigned width) {
  const auto *bytes = static_cast<const uint8_t *>(net);
  std::string digits;
  for (unsigned at = 0; at < width; at += 4) {
    unsigned digit = 0;
    for (unsigned bit = at; bit < std::min(at + 4, width); ++bit)
      digit |= unsigned(bytes[(lo + bit) / 8] >> (lo + bit) % 8 & 1) << (bit - at);
    digits += "0123456789abcdef"[digit];
  }
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  std::reverse(digits.begin(), digits.end());
  return "0x" + digits;
}

bool isEqual(const void *a, unsigned lo, const void *b, unsigned width) {
  const auto bit = [](const void *net, unsigned at) { return static_cast<const uint8_t *>(net)[at / 8] >> at % 8 & 1; };
  for (unsigned i = 0; i < width; ++i)
    if (bit(a, lo + i) != bit(b, i))
      return false;
  return true;
}

/// A net in both.
struct Pair {
  const instant::Probe &probe;
  const void *verilated;  // null: the model has no such net
  const uint64_t *instant;
};

class Search {
public:
  Search(const std::vector<instant::Probe> &probes, VerilatedKernel &named, InstantKernel &instant) {
    for (const instant::Probe &probe : probes) {
      uint32_t bits = 0;
      const void *net = named.net(probe.instance, probe.port, bits);
      pairs_.push_back({probe, probe.lo + probe.width <= bits ? net : nullptr, instant.look(probe)});
      known_ += pairs_.back().verilated != nullptr;
    }
  }

  /// Nets of the engine that have no counterpart of their name.
  size_t missing() const { return pairs_.size() - known_; }

  /// Notes what differs in this cycle. False: no more is to be found.
  bool look(uint64_t cycle) {
    std::string single, payload;
    size_t count = 0;
    for (const Pair &pair : pairs_) {
      std::string &text = pair.probe.guard == ~0u ? single : payload;
      if (!pair.verilated || !counts(pair) || isEqual(pair.verilated, pair.probe.lo, pair.instant, pair.probe.width) ||
          ++count > kMostNamed)
        continue;
      text += fmt::format("\n  cycle {}: {}.{} is {} in the instant engine, {} in Verilator's model ({})", cycle,
                          pair.probe.instance, pair.probe.port, hexOf(pair.instant, 0, pair.probe.width),
                          hexOf(pair.verilated, pair.probe.lo, pair.probe.width), pair.probe.origin);
    }
    if (payloads_.empty())
      payloads_ = payload;
    singles_ = single;
    return singles_.empty();
  }

  std::string text() const { return payloads_ + singles_; }

private:
  bool counts(const Pair &pair) const { return pair.probe.guard == ~0u || *pairs_[pair.probe.guard].instant != 0; }

  std::vector<Pair> pairs_;
  size_t known_ = 0;
  std::string payloads_, singles_;
};

}  // namespace

std::string firstDifference(const InputRecord &record, const std::vector<instant::Probe> &probes,
                            VerilatedKernel &named, InstantKernel &instant) {
  Search search(probes, named, instant);
  unsigned resetCycles = 0;
  bool isReset = false;
  record.play([&](const KernelIn &in, uint64_t time) {
    resetCycles = in.rst ? resetCycles + 1 : 0;
    isReset = isReset || resetCycles >= kSettledResetCycles;
    named.take(in, time);
    instant.take(in, time);
    named.clock();
    instant.clock();
    return !isReset || search.look(time);
  });
  std::string text = search.text();
  if (text.empty())
    text = "\n  none of the components' registered outputs";
  if (search.missing())
    text +=
        fmt::format("\n  {} of {} such outputs were not found in Verilator's model", search.missing(), probes.size());
  return text;
}

}  // namespace weft::sim
