// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_lanes.sv.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/lanes_front.h"
#include "sim/instant/components/line_requests.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kWaiting = 4;  // packets accepted whose rounds have not begun
constexpr unsigned kAnswers = 4;  // packets that were read, or are about to be

/// All rounds of a packet are known as it is accepted: they depend on the packets before it alone. What is put into the
/// queues then shows as much later. A packet has at most 64 lanes.
class LsuLoadLanes final : public Model {
public:
  LsuLoadLanes(Wiring &wiring, unsigned bytes, unsigned lanes);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool begins = held_ && rounds_.room();
    const bool ends = begins && rounds_.next().last;
    const bool enters = (!held_ || ends) && waitingShown_ != waitingLeft_;
    const bool accepted = ready_ && front_.offered();
    const bool reads = rounds_.readable() && answerRoom_.any();
    tickAnswers(reads && rounds_.front().last);
    if (reads)
      readRound();
    rounds_.tick(begins, reads);
    waitingRoom_.tick(unsigned(enters), accepted);
    held_ = enters || (held_ && !ends);
    waitingLeft_ += unsigned(enters);
    tickFront(accepted);
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Round : LineRound {
    bool first = false, last = false;  // of the packet's
  };

  static constexpr Word kNoLine = ~Word(0);

  uint16_t *places(unsigned packet) { return &places_[size_t(packet & packetMask_) * lanes_]; }
  uint8_t *answer(unsigned packet) { return reinterpret_cast<uint8_t *>(answerWords(packet)); }
  Word *answerWords(unsigned packet) { return &answers_[size_t(packet % kAnswerRows) * answerSize_]; }

  void tickFront(bool accepted) {
    waitingShown_ += unsigned(front_.tick(accepted));
    flushed_ = flushed_ || *flush_ != 0;
    if (accepted)
      accept();
  }

  void accept() {
    if (flushed_)
      last_ = kNoLine;
    flushed_ = false;
    uint16_t *place = places(accepted_++);
    const Word *addresses = front_.addresses();
    for (Word left = front_.ok(); left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      place[lane] = uint16_t(addresses[lane] & ~lineMask_);
    }
    makeRounds(addresses, front_.ok());
  }

  void makeRounds(const Word *addresses, Word waiting) {
    bool first = true;
    do {
      Round it;
      it.first = first;
      Word line = last_;
      if (waiting != 0)
        line = addresses[std::countr_zero(waiting)] & lineMask_;
      for (Word left = waiting; left != 0; left &= left - 1)
        if (const auto lane = std::countr_zero(left); (addresses[lane] & lineMask_) == line)
          it.lanes |= Word(1) << lane;
      waiting &= ~it.lanes;
      it.last = waiting == 0;
      it.asks = line != last_;
      if (it.asks)
        rounds_.ask(line, it);
      else
        rounds_.add(it);
      last_ = line;
      first = false;
    } while (waiting != 0);
  }

  void readRound() {
    const Round &it = rounds_.front();
    const auto *line = reinterpret_cast<const uint8_t *>(rounds_.lineOf(rounds_.linesRead() - unsigned(!it.asks)));
    if (it.first)
      std::fill_n(answerWords(packetsRead_), answerSize_, 0);
    uint8_t *to = answer(packetsRead_);
    const uint16_t *place = places(packetsRead_);
    for (Word left = it.lanes; left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      copyElement(to + size_t(lane) * bytes_, line + place[lane], bytes_);
    }
    packetsRead_ += unsigned(it.last);
  }

  /// The FIFO behind the packet that is put together.
  void tickAnswers(bool done) {
    const bool pop = rspValid_ && *rspReady_ != 0, wasValid = rspValid_;
    answered_ += unsigned(pop);
    answersShown_ += leaving_ >> 1 & 1;
    leaving_ = (leaving_ << 1 | unsigned(done)) & 3;
    rspValid_ = answered_ != answersShown_;
    if (rspValid_ && (pop || !wasValid))  // saves time
      copyWords(rspData_, answerWords(answered_), answerSize_);
    answerRoom_.tick(unsigned(pop), done);
  }

  /// Sets the other outputs of the next cycle, which are functions of registers.
  void drive() {
    ready_ = waitingRoom_.any();
    *readyOut_ = ready_;
    *rspValidOut_ = rspValid_;
    const bool empty = accepted_ == answered_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && rounds_.settled() && answerRoom_.any());
  }

  void reset() {
    waitingRoom_.reset();
    answerRoom_.reset();
    rounds_.reset();
    accepted_ = waitingShown_ = waitingLeft_ = packetsRead_ = answersShown_ = answered_ = 0;
    leaving_ = 0;
    held_ = flushed_ = rspValid_ = false;
    last_ = kNoLine;
    front_.reset();
    drive();
  }

  static constexpr unsigned kAnswerRows = 8;

  LanesFront front_;
  unsigned bytes_, lanes_;
  unsigned answerSize_;  // words
  unsigned packetMask_;
  Word lineMask_;
  const Word *rst_, *flush_, *rspReady_;
  Word *readyOut_, *rspValidOut_, *rspData_, *idle_, *busy_;

  CreditCounter waitingRoom_{kWaiting}, answerRoom_{kAnswers};
  LineRequests<Round> rounds_;
  // Numbers of packets, from the reset on.
  unsigned accepted_ = 0, waitingShown_ = 0, waitingLeft_ = 0, packetsRead_ = 0, answersShown_ = 0, answered_ = 0;
  unsigned leaving_ = 0;  // packets that were read in the last cycles, the latest lowest
  bool held_ = false;     // a packet is going through its rounds
  bool ready_ = false, rspValid_ = false;
  bool flushed_ = false;          // since the packet before was accepted
  Word last_ = kNoLine;           // the line asked for last, unless a flush came since
  std::vector<uint16_t> places_;  // a ring, as is the next: in bytes of the line, for each lane of each packet
  std::vector<Word> answers_;
};

unsigned roundsInFlight(const Wiring &wiring, unsigned bytes, unsigned lanes) {
  const auto depth = unsigned(wiring.parameter("Depth")),
             lineLanes = unsigned(wiring.parameter("LineBits")) / (8 * bytes);
  return std::max((lineLanes > lanes ? 4 : 2) * depth, 16u);
}

LsuLoadLanes::LsuLoadLanes(Wiring &wiring, unsigned bytes, unsigned lanes)
    : front_(wiring, bytes), bytes_(bytes), lanes_(lanes), answerSize_(wordsOf(lanes * bytes * 8)),
      lineMask_(~Word(wiring.parameter("LineBits") / 8 - 1)), rst_(wiring.input("rst_i")),
      flush_(wiring.input("flush_i")), rspReady_(wiring.input("rsp_ready_i")), readyOut_(wiring.output("req_ready_o")),
      rspValidOut_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")), idle_(wiring.output("idle_o")),
      busy_(nullptr), rounds_(wiring, {roundsInFlight(wiring, bytes, lanes), (kWaiting + 1) * lanes, 0, 2, true}) {
  busy_ = wiring.busy({"req_valid_i", "flush_i"});  // after all nets
  packetMask_ = std::bit_ceil(kWaiting + roundsInFlight(wiring, bytes, lanes) + 3) - 1;
  places_.resize(size_t(packetMask_ + 1) * lanes);
  answers_.resize(size_t(kAnswerRows) * answerSize_);
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadLanes(Wiring &wiring) {
  return std::make_unique<LsuLoadLanes>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                        static_cast<unsigned>(wiring.parameter("Lanes")));
}

}  // namespace weft::instant
