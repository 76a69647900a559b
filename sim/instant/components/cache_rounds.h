// SPDX-License-Identifier: Apache-2.0
// State of what rtl/mem/lsu_load_cached.sv and line_cache.sv have in common: look-up, rounds and line requests. What
// the cache holds for a packet depends on the packets before it alone, so its rounds are known as it comes.
#pragma once
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "sim/instant/components/line_requests.h"

namespace weft::instant {

/// What `Round`s are made from.
struct CacheRound : LineRound {
  uint32_t index = 0;  // of the line
  bool last = false;   // of the packet's
  bool loses = false;  // of the packet's first: the last line of the one before replaced one that it would have found
};

template <class Round> class CacheRounds {
public:
  /// `ahead`: rounds that packets may have that no room is reserved for yet, and of rounds that are read already those
  /// that are still looked at. `linesKept`: lines read already that still are.
  /// `ways`: of a set that comes with each packet; 0: of its address alone a line knows its place.
  CacheRounds(Wiring &wiring, unsigned ahead, unsigned linesKept, Word turns, unsigned ways = 0)
      : ways_(ways), turns_(turns),
        requests_(wiring, {std::max(2 * unsigned(wiring.parameter("Depth")), 16u), ahead, linesKept, 1, false}),
        keep_(wiring.input("keep_i")), lineBytes_(unsigned(wiring.parameter("LineBits") / 8)),
        indexBits_(unsigned(std::countr_zero(wiring.parameter("Lines")))), heldLines_(wiring.parameter("Lines")) {}

  const LineRequests<Round> &requests() const { return requests_; }

  /// cache_row.sv, of a line's first byte.
  uint32_t rowOf(Word line) const {
    constexpr unsigned kAbove = 3;
    const Word number = line / lineBytes_;
    Word counted = number + turns_ * (number >> indexBits_);
    for (unsigned i = 2; i <= kAbove; ++i)
      counted += number >> i * indexBits_;
    return uint32_t(counted & maskOf(indexBits_));
  }

  // A packet that comes.
  void beginPacket() { first_ = requests_.written(); }
  /// Whether the cache holds a lane's line, for which it has that row.
  bool holds(Word line, uint32_t index) {
    loses_ |= line == replaced_;
    return heldLines_[index] == line;
  }
  /// Where the set has the line, or is to have it, whose lowest lane that is.
  uint32_t placeInSet(Word line, uint32_t set, uint32_t leader) const {
    const Word *ways = &heldLines_[size_t(set) * ways_];
    if (ways[leader] != line)  // saves time
      for (uint32_t w = 0; w < ways_; ++w)
        if (ways[w] == line)
          return set * ways_ + w;
    return set * ways_ + leader;
  }
  bool holdsInSet(Word line, uint32_t index) {
    loses_ |= line == replaced_ && index / ways_ == replacedAt_ / ways_;
    return heldLines_[index] == line;
  }
  Round &add(const Round &it) { return requests_.add(it); }
  Round &ask(Word line, const Round &it) {
    if (*keep_ != 0) {
      replaced_ = std::exchange(heldLines_[it.index], line);
      replacedAt_ = it.index;
    }
    return requests_.ask(line, it);
  }
  void endPacket() {
    requests_.round(first_).loses = std::exchange(loses_, false);
    requests_.round(requests_.written() - 1).last = true;
  }

  /// Whether packets go from one stage of the look-up to the next, and one may enter it.
  bool moves() const { return toClear_ == 0 && (!held_ || ends()); }
  /// The rows of the tags are being cleared, behind a reset.
  bool clears() const { return toClear_ != 0; }

  void tick(bool packetEnters, bool reads) {
    const bool begins = this->begins();
    tickLookup(packetEnters);
    requests_.tick(begins, reads);
    toClear_ -= unsigned(clears());
  }
  void reset();

private:
  static constexpr Word kNoLine = ~Word(0);

  bool begins() const { return held_ && !revises_ && requests_.room(); }
  bool ends() const { return begins() && requests_.next().last; }
  void tickLookup(bool packetEnters);

  unsigned ways_;
  Word turns_;  // cache_row.sv
  LineRequests<Round> requests_;
  const Word *keep_;  // what is found, for later packets
  unsigned lineBytes_, indexBits_;
  unsigned first_ = 0;                   // round of the packet that comes
  bool looked_ = false, found_ = false;  // a packet is in the first, in the last stage of the look-up
  bool read_ = false;                    // in the one between, of set_tags.sv
  bool held_ = false, revises_ = false;  // one is going through its rounds; it waits, as lines of it are gone
  bool loses_ = false;
  Word replaced_ = kNoLine;      // by the line that was asked for last,
  uint32_t replacedAt_ = 0;      // and its place
  unsigned toClear_ = 0;         // cycles until the tags are cleared
  std::vector<Word> heldLines_;  // by index
};

/// Both stages of the look-up move together.
template <class Round> void CacheRounds<Round>::tickLookup(bool packetEnters) {
  const bool ends = this->ends(), moves = this->moves();
  revises_ = ends && found_ && requests_.next().asks && requests_.next(1).loses;
  held_ = (moves && found_) || (held_ && !ends);
  if (moves) {
    found_ = ways_ != 0 ? read_ : looked_;
    read_ = looked_;
    looked_ = packetEnters;
  }
}

template <class Round> void CacheRounds<Round>::reset() {
  constexpr size_t kTagRows = 16;  // at most, which say what is there: cache_tags.sv; set_tags.sv needs none
  requests_.reset();
  first_ = 0;
  looked_ = read_ = found_ = held_ = revises_ = loses_ = false;
  replaced_ = kNoLine;
  replacedAt_ = 0;
  toClear_ = ways_ != 0 ? 0 : unsigned(std::min(kTagRows, heldLines_.size())) + 1;
  std::fill(heldLines_.begin(), heldLines_.end(), kNoLine);
}

}  // namespace weft::instant
