// SPDX-License-Identifier: Apache-2.0
// State of what rtl/mem/lsu_load_cached.sv and line_cache.sv have in common: look-up, rounds, line requests and the
// lines that arrive. What the cache holds for a packet depends on the packets before it alone, so its rounds are known
// as it comes; lines are there, and are read, in the order of the rounds.
#pragma once
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/words.h"

namespace weft::instant {

/// What `Round`s are made from.
struct CacheRound {
  Word lanes = 0;      // that are served
  uint32_t index = 0;  // of the line
  bool asks = false;   // its line is asked for
  bool last = false;   // of the packet's
  bool meets = false;  // the packet needs a row of the cache that the last line of the one before takes
};

template <class Round> class CacheRounds {
public:
  /// `ahead`: rounds that packets may have that no room is reserved for yet, and of rounds that are read already those
  /// that are still looked at. `linesKept`: lines read already that still are.
  CacheRounds(Wiring &wiring, unsigned ahead, unsigned linesKept);

  Round &round(unsigned number) { return ring_[number & roundMask_]; }
  const Round &round(unsigned number) const { return ring_[number & roundMask_]; }

  // A packet that comes.
  void beginPacket() { first_ = written_; }
  /// Whether the cache holds a lane's line, for which it has that row.
  bool holds(Word line, uint32_t index) {
    meets_ |= *keep_ != 0 && index == round(first_ - 1).index;
    return heldLines_[index] == line;
  }
  Round &add(const Round &it) { return round(written_++) = it; }
  Round &ask(Word line, const Round &it) {
    if (*keep_ != 0)
      heldLines_[it.index] = line;
    requests_[requestsWritten_++ & roundMask_] = line;
    return add(it);
  }
  void endPacket() {
    round(first_).meets = std::exchange(meets_, false);
    round(written_ - 1).last = true;
  }

  /// Whether packets go from one stage of the look-up to the next.
  bool moves() const { return !held_ || ends(); }
  /// Whether a round may be read: the first that was not.
  bool readable() const { return shown_ != read_ && (!front().asks || arrived_ != 0); }
  const Round &front() const { return round(read_); }
  const Word *lineOf(unsigned number) const { return &lines_[size_t(number & lineRowMask_) * lineSize_]; }
  unsigned linesRead() const { return linesRead_; }

  void tick(bool packetEnters, bool reads);
  /// A cycle without a packet changes nothing, if no packet is inside.
  bool settled() const { return roundRoom_.any() && requestRoom_.any() && lineRoom_.any(); }
  void reset();

private:
  static constexpr unsigned kRequests = 16;  // rounds whose line requests are not decided or not sent
  // Stages of a round that began: bits, by how many cycles ago.
  static constexpr unsigned kDecided = 1, kShown = 1, kShownDeep = 4, kBeginnings = 7;

  bool begins() const { return held_ && !revises_ && roundRoom_.any() && requestRoom_.any(); }
  bool ends() const { return begins() && round(begun_).last; }
  void tickLookup(bool packetEnters);
  void tickRequests(bool begins, bool decided, bool lineRead);
  void drive();

  unsigned lineSize_;  // words
  unsigned roundMask_, lineRowMask_, shownStage_;
  const Word *keep_, *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *lineReqValid_, *lineReqAddress_;
  CreditCounter roundRoom_, requestRoom_{kRequests}, lineRoom_;
  // Numbers of rounds, of line requests and of lines, from the reset on.
  unsigned written_ = 0, first_ = 0, begun_ = 0, decided_ = 0, shown_ = 0, read_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsLeft_ = 0;
  unsigned linesArrived_ = 0, linesRead_ = 0, arrived_ = 0;  // arrived: not read yet
  unsigned beginnings_ = 0;                                  // of the last cycles, the latest lowest
  bool looked_ = false, found_ = false;  // a packet is in the first, in the second stage of the look-up
  bool held_ = false, revises_ = false;  // one is going through its rounds; it waits for the line of the one before
  bool lineReq_ = false, meets_ = false;
  std::vector<Round> ring_;  // rings, as are the next two
  std::vector<Word> requests_, lines_;
  std::vector<Word> heldLines_;  // by index
};

template <class Round>
CacheRounds<Round>::CacheRounds(Wiring &wiring, unsigned ahead, unsigned linesKept)
    : lineSize_(wordsOf(unsigned(wiring.parameter("LineBits")))), keep_(wiring.input("keep_i")),
      lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
      lineRspData_(wiring.input("line_rsp_data_i")), lineReqValid_(wiring.output("line_req_valid_o")),
      lineReqAddress_(wiring.output("line_req_addr_o")), lineRoom_(unsigned(wiring.parameter("Depth"))) {
  const auto depth = unsigned(wiring.parameter("Depth")), rounds = std::max(2 * depth, 16u);
  // An entry of a FIFO of over 16 shows two cycles later, and there is one more.
  const bool deep = rounds > 16;
  roundRoom_ = CreditCounter(deep ? rounds + 1 : rounds);
  shownStage_ = deep ? kShownDeep : kShown;
  roundMask_ = std::bit_ceil(ahead + rounds + 2) - 1;
  ring_.resize(roundMask_ + 1);
  requests_.resize(roundMask_ + 1);
  lineRowMask_ = std::bit_ceil(depth + 1 + linesKept) - 1;
  lines_.resize(size_t(lineRowMask_ + 1) * lineSize_);
  heldLines_.resize(wiring.parameter("Lines"));
}

template <class Round> void CacheRounds<Round>::tick(bool packetEnters, bool reads) {
  const bool begins = this->begins(), decided = (beginnings_ & kDecided) != 0, line = reads && front().asks;
  tickLookup(packetEnters);
  if (*lineRspValid_ != 0)
    copyWords(&lines_[size_t(linesArrived_++ & lineRowMask_) * lineSize_], lineRspData_, lineSize_);
  linesRead_ += unsigned(line);
  arrived_ = linesArrived_ - linesRead_;
  read_ += unsigned(reads);
  tickRequests(begins, decided, line);
  roundRoom_.tick(unsigned(reads), begins);
  begun_ += unsigned(begins);
  decided_ += unsigned(decided);
  shown_ += unsigned((beginnings_ & shownStage_) != 0);
  beginnings_ = (beginnings_ << 1 | unsigned(begins)) & kBeginnings;
  drive();
}

/// Both stages of the look-up move together.
template <class Round> void CacheRounds<Round>::tickLookup(bool packetEnters) {
  const bool ends = this->ends(), moves = this->moves();
  revises_ = ends && found_ && round(begun_).asks && round(begun_ + 1).meets;
  held_ = (moves && found_) || (held_ && !ends);
  if (moves) {
    found_ = looked_;
    looked_ = packetEnters;
  }
}

/// Line requests, and room for their lines.
template <class Round> void CacheRounds<Round>::tickRequests(bool begins, bool decided, bool lineRead) {
  const bool sent = lineReq_ && *lineReqReady_ != 0;
  const bool asks = decided && round(decided_).asks;
  requestsLeft_ += unsigned(sent);
  requestsShown_ += unsigned(asks);
  requestRoom_.tick(unsigned(sent) + unsigned(decided && !asks), begins);
  lineRoom_.tick(unsigned(lineRead), sent);
}

template <class Round> void CacheRounds<Round>::drive() {
  lineReq_ = requestsShown_ != requestsLeft_ && lineRoom_.any();
  *lineReqValid_ = lineReq_;
  *lineReqAddress_ = requests_[requestsLeft_ & roundMask_];
}

template <class Round> void CacheRounds<Round>::reset() {
  constexpr Word kNoLine = ~Word(0);
  for (CreditCounter *room : {&roundRoom_, &requestRoom_, &lineRoom_})
    room->reset();
  written_ = first_ = begun_ = decided_ = shown_ = read_ = 0;
  requestsWritten_ = requestsShown_ = requestsLeft_ = 0;
  linesArrived_ = linesRead_ = arrived_ = 0;
  beginnings_ = 0;
  looked_ = found_ = held_ = revises_ = meets_ = false;
  std::fill(heldLines_.begin(), heldLines_.end(), kNoLine);
  drive();
}

}  // namespace weft::instant
