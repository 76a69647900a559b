// SPDX-License-Identifier: Apache-2.0
// Word i of a packet's memory lies in bank i mod W. Steps of a reduction tree or of a Fourier transform access words at
// distances of powers of two: all of a packet's in a few banks, one after the other.
#include "hls/graph/transforms/hash_banks.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "hls/graph/build.h"
#include "hls/graph/shapes.h"

namespace weft::graph {
namespace {

/// Values that depend on what memories hold. Banks of such words are as good as random, whichever they are.
std::vector<bool> readFromMemory(const Kernel &kernel) {
  std::vector<bool> read(kernel.values.size());
  const auto mark = [&](ValueId value, bool isRead) {
    const bool changes = isRead && !read[value];
    if (changes)
      read[value] = true;
    return changes;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Node &node : kernel.nodes) {
      for (const Op &op : node.ops)
        if (op.result != kNone)
          changed |= mark(op.result, kindOf(op.opcode) == OpKind::Memory ||
                                         std::any_of(op.operands.begin(), op.operands.end(),
                                                     [&](ValueId operand) { return read[operand]; }));
      for (const Edge &edge : node.edges)
        for (size_t a = 0; a < edge.arguments.size(); ++a)
          changed |= mark(kernel.nodes[edge.target].parameters[a], read[edge.arguments[a]]);
    }
  }
  return read;
}

/// Cycles that lanes at a distance of `step` bytes take on average, where the first lies anywhere and where packets
/// follow each other from the begin of a memory.
double cyclesOf(int64_t step, unsigned lanes, unsigned wordBytes, bool hashed) {
  constexpr int64_t kStarts = 512, kMiddle = int64_t(1) << 40;
  const auto bankBits = unsigned(std::countr_zero(lanes));
  const auto cyclesFrom = [&](int64_t start) {
    std::set<uint64_t> words;
    for (unsigned lane = 0; lane < lanes; ++lane)
      words.insert(uint64_t(kMiddle + start + step * lane) / wordBytes);
    std::vector<unsigned> inBank(lanes);
    for (const uint64_t word : words)
      ++inBank[hashed ? bankOf(word, bankBits) : word % lanes];
    return *std::max_element(inBank.begin(), inBank.end());
  };
  unsigned cycles = 0;
  for (int64_t i = 0; i < kStarts; ++i)
    cycles += cyclesFrom(i * wordBytes) + cyclesFrom(i * step * lanes);
  return cycles / (2.0 * kStarts);
}

class BankHash {
public:
  explicit BankHash(Kernel &kernel)
      : kernel_(kernel), bankBits_(unsigned(std::countr_zero(kernel.lanes))), gain_(kernel.memories.size()) {}

  void run() {
    weigh();
    for (size_t m = 0; m < kernel_.memories.size(); ++m)
      if (gain_[m] > 0)
        fill(kernel_.memories[m]);
    for (Node &node : kernel_.nodes)
      if (std::any_of(node.ops.begin(), node.ops.end(), [&](const Op &op) { return isHashed(op); }))
        change(node);
  }

private:
  static bool hasBanks(const Memory &memory) { return ofGroup(memory) && memory.updates == Memory::Updates::None; }

  bool isHashed(const Op &op) const { return isOnChip(op) && gain_[op.index] > 0; }

  void weigh() {
    const std::vector<LaneShape> shapes = shapesOf(kernel_, kernel_.lanes);
    const std::vector<bool> read = readFromMemory(kernel_);
    for (const Node &node : kernel_.nodes)
      for (const Op &op : node.ops)
        if (isOnChip(op) && hasBanks(kernel_.memories[op.index]) && !read[op.operands[0]])
          gain_[op.index] += gainOf(shapes[op.operands[0]].lanes, kernel_.memories[op.index].wordBytes);
  }

  /// Cycles that an access takes less. Where the addresses' distance is not known, as in a loop that doubles it, it is
  /// taken for an even one.
  double gainOf(Lanes address, unsigned wordBytes) const {
    if (address.shape == Lanes::Shape::Varying)
      return double(kernel_.lanes) / 2;
    const int64_t step = address.shape == Lanes::Shape::Linear ? address.step : 0;
    return cyclesOf(step, kernel_.lanes, wordBytes, false) - cyclesOf(step, kernel_.lanes, wordBytes, true);
  }

  /// Words change places within blocks of one of each bank, of which the last is to be a whole one.
  void fill(Memory &memory) const {
    const uint64_t row = uint64_t(memory.wordBytes) * kernel_.lanes;
    memory.bytes = (memory.bytes + row - 1) / row * row;
  }

  /// One builder goes through the node: it knows what stands before an access, without a look at all of it again.
  void change(Node &node) {
    std::vector<Op> ops = std::exchange(node.ops, {});
    Builder build(kernel_, node);
    for (Op &op : ops) {
      if (isHashed(op)) {
        build.setLocation(op.location);
        op.operands[0] = hashed(build, op.operands[0], kernel_.memories[op.index]);
      }
      build.keep(std::move(op));
    }
  }

  /// The address with bankOf in place of the lowest bits of the word's number.
  ValueId hashed(Builder &build, ValueId address, const Memory &memory) const {
    const auto low = unsigned(std::countr_zero(memory.wordBytes));
    const unsigned bits = build.width(address), rest = low + bankBits_;
    const unsigned end = std::min(bits, unsigned(std::bit_width(memory.bytes - 1)));
    if (end <= rest)
      return address;
    ValueId sum = kNone;
    for (unsigned at = low; at < end; at += bankBits_ + 1) {
      const ValueId part =
          build.zextOrTrunc(build.slice(address, at, std::min(bankBits_ + 1, end - at)), bankBits_ + 1);
      sum = sum == kNone ? part : build.bitXor(sum, part);
    }
    const ValueId all = build.sextOrTrunc(build.slice(sum, bankBits_, 1), bankBits_);
    std::vector<ValueId> parts = {build.bitXor(build.slice(sum, 0, bankBits_), all),
                                  build.slice(address, rest, bits - rest)};
    if (low)
      parts.insert(parts.begin(), build.slice(address, 0, low));
    return build.concat(parts);
  }

  Kernel &kernel_;
  const unsigned bankBits_;
  std::vector<double> gain_;  // by memory
};

}  // namespace

unsigned bankOf(uint64_t word, unsigned bankBits) {
  uint64_t sum = 0;
  for (; word; word >>= bankBits + 1)
    sum ^= word;
  const uint64_t mask = (uint64_t(1) << bankBits) - 1;
  return unsigned((sum >> bankBits & 1 ? ~sum : sum) & mask);
}

void hashBanks(Kernel &kernel) { BankHash(kernel).run(); }

}  // namespace weft::graph
