// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/bank_rounds.sv and of the modules round it: packets' lanes at the banks of a memory.
#pragma once
#include <array>

#include "sim/instant/components/words.h"

namespace weft::instant {

constexpr unsigned kMostBanks = 64;

/// Which lanes of a packet each of its rounds serves.
class Rounds {
public:
  /// `reads`: of a bank in a round.
  explicit Rounds(unsigned banks, unsigned reads = 1) : bankMask_(banks - 1), reads_(reads) {}

  unsigned count() const { return count_; }
  Word lanes(unsigned round) const { return lanes_[round]; }

  /// `addresses`: of the lanes' elements. `together`: lanes with the same address share a round.
  void set(Word lanes, const uint64_t *addresses, bool together) {
    std::array<unsigned, kMostBanks> used = {};  // of each bank's reads
    count_ = 1;
    lanes_[0] = 0;
    for (Word left = lanes; left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      unsigned &ofBank = used[addresses[lane] & bankMask_];
      const unsigned begun = (ofBank + reads_ - 1) / reads_;
      unsigned round = together ? roundOf(addresses, lane, begun) : begun;
      if (round == begun)
        round = ofBank++ / reads_;
      if (round == count_)
        lanes_[count_++] = 0;
      lanes_[round] |= Word(1) << lane;
    }
  }

private:
  /// Of the `used` rounds the one in which the lane's element is read already, or the next.
  unsigned roundOf(const uint64_t *addresses, unsigned lane, unsigned used) const {
    for (unsigned round = 0; round < used; ++round)
      for (Word left = lanes_[round]; left != 0; left &= left - 1)
        if (addresses[std::countr_zero(left)] == addresses[lane])
          return round;
    return used;
  }

  uint64_t bankMask_;
  unsigned reads_;
  unsigned count_ = 1;
  std::array<Word, kMostBanks> lanes_ = {};
};

/// A place among the rounds of packets that follow each other.
struct RoundCursor {
  /// Whether the packet's rounds end with that.
  bool next(const Rounds &rounds) {
    const bool last = ++round == rounds.count();
    if (last)
      *this = {packet + 1, 0};
    return last;
  }

  uint64_t packet = 0;  // its number
  unsigned round = 0;
};

/// Elements of some bytes.
inline void copyElement(uint8_t *to, const uint8_t *from, unsigned bytes) {
  switch (bytes) {  // saves time: a fixed size is copied without a call
  case 4:
    std::memcpy(to, from, 4);
    break;
  case 8:
    std::memcpy(to, from, 8);
    break;
  default:
    std::memcpy(to, from, bytes);
  }
}

}  // namespace weft::instant
