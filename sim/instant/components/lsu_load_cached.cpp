// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_cached.sv.
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/lanes_front.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kWaiting = 4;    // packets accepted whose look-up has not begun
constexpr unsigned kRequests = 16;  // rounds whose line requests are not decided or not sent
constexpr unsigned kGathers = 8;    // rounds that are read, or were and are not part of an answer

/// All rounds of a packet are known as it is accepted: what the cache holds for it depends on the packets before it
/// alone. The lines are there, and are read, in the order of the rounds, so each round reads as it begins to.
class LsuLoadCached final : public Model {
public:
  explicit LsuLoadCached(Wiring &wiring);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool accepted = ready_ && front_.offered();
    const bool begins = held_ && roundRoom_.any() && requestRoom_.any();
    const bool decided = (beginnings_ & kDecided) != 0;
    const bool reads = shown_ != read_ && gatherReady() && (!round(read_).asks || arrived_ != 0);
    const bool line = reads && round(read_).asks;
    tickAnswers(reads);
    if (reads)
      readRound();
    if (*lineRspValid_ != 0)
      copyWords(arrivedLine(linesArrived_++), lineRspData_, lineSize_);
    arrived_ = linesArrived_ - linesRead_;
    tickRequests(begins, decided, line);
    roundRoom_.tick(unsigned(reads), begins);
    tickLookup(begins, accepted);
    begun_ += unsigned(begins);
    decided_ += unsigned(decided);
    shown_ += unsigned((beginnings_ & shownStage_) != 0);
    beginnings_ = (beginnings_ << 1 | unsigned(begins)) & kBeginnings;
    waitingShown_ += unsigned(front_.tick(accepted));
    if (accepted)
      accept();
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Round {
    Word lanes = 0;
    uint32_t index = 0;     // of the line
    uint16_t cycles = 1;    // that the banks take
    bool asks = false;      // its line is asked for
    bool ofAsking = false;  // one of the packet's is
    bool last = false;      // of the packet's
  };
  struct Place {
    uint32_t byte;  // of the cache
    uint32_t word;  // where the banks have it
  };

  static constexpr Word kNoLine = ~Word(0);
  // Stages of a round that began: bits, by how many cycles ago.
  static constexpr unsigned kDecided = 1, kShown = 1, kShownDeep = 4, kBeginnings = 7;
  static constexpr unsigned kDone = 8;         // the same of a round whose reads ended
  static constexpr unsigned kAnswerRows = 16;  // more than kGathers

  Round &round(unsigned number) { return ring_[number & roundMask_]; }
  Place *places(unsigned packet) { return &places_[size_t(packet & packetMask_) * lanes_]; }
  Word *answer(unsigned packet) { return &answers_[size_t(packet % kAnswerRows) * answerSize_]; }
  Word *arrivedLine(unsigned number) { return &lines_[size_t(number & lineRowMask_) * lineSize_]; }
  bool gatherReady() const { return answerRoom_.room() && gathering_ <= 1; }

  /// From the front to the rounds: the two stages of the look-up move together.
  void tickLookup(bool begins, bool accepted) {
    const bool ends = begins && round(begun_).last, roundsReady = !held_ || ends;
    const bool moves = roundsReady && !asking_;
    const bool enters = moves && waitingShown_ != waitingLeft_;
    held_ = (moves && found_) || (held_ && !ends);
    asking_ = moves ? found_ && round(begun_ + unsigned(begins)).ofAsking : asking_ && !roundsReady;
    if (moves) {
      found_ = looked_;
      looked_ = enters;
    }
    waitingLeft_ += unsigned(enters);
    waitingRoom_.tick(unsigned(enters), accepted);
  }

  void accept() {
    const Word *address = front_.addresses();
    Place *place = places(accepted_++);
    Word held = 0;
    for (Word left = front_.ok(); left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      const auto byte = uint32_t(address[lane] & cacheMask_);
      place[lane] = {uint32_t(byte / lineBytes_ * lineSize_ * sizeof(Word) + byte % lineBytes_),
                     placed(byte / wordBytes_)};
      words_[lane] = place[lane].word;
      held |= Word(lineHeld(address[lane]) == (address[lane] & lineMask_)) << lane;
    }
    Word waiting = front_.ok() & ~held;
    const bool asking = waiting != 0;
    if (held != 0 || !asking)
      addRound({.lanes = held, .ofAsking = asking});
    while (waiting != 0) {
      const Word line = address[std::countr_zero(waiting)] & lineMask_;
      Round it = {.index = uint32_t((line & cacheMask_) / lineBytes_), .asks = true, .ofAsking = true};
      for (Word left = waiting; left != 0; left &= left - 1)
        if (const auto lane = std::countr_zero(left); (address[lane] & lineMask_) == line)
          it.lanes |= Word(1) << lane;
      waiting &= ~it.lanes;
      lineHeld(line) = line;
      requests_[requestsWritten_++ & roundMask_] = line;
      addRound(it);
    }
    round(written_ - 1).last = true;
  }

  void addRound(Round it) {
    banks_.set(it.lanes, words_, true);
    it.cycles = uint16_t(banks_.count());
    round(written_++) = it;
  }

  /// row_hash.sv
  uint32_t placed(uint32_t word) const {
    uint32_t hash = 0;
    for (uint32_t row = word / lanes_; row != 0; row /= lanes_)
      hash ^= row % lanes_;
    return word ^ hash;
  }

  Word &lineHeld(Word address) { return heldLines_[(address & cacheMask_) / lineBytes_]; }

  /// Line requests, and room for their lines.
  void tickRequests(bool begins, bool decided, bool lineRead) {
    const bool sent = lineReq_ && *lineReqReady_ != 0;
    const bool asks = decided && round(decided_).asks;
    requestsLeft_ += unsigned(sent);
    requestsShown_ += unsigned(asks);
    requestRoom_.tick(unsigned(sent) + unsigned(decided && !asks), begins);
    lineRoom_.tick(unsigned(lineRead), sent);
  }

  void readRound() {
    const Round &it = round(read_++);
    auto *cache = reinterpret_cast<uint8_t *>(cache_.data());
    if (it.asks)
      copyWords(&cache_[size_t(it.index) * lineSize_], arrivedLine(linesRead_++), lineSize_);
    if (firstRead_)
      std::fill_n(answer(packetsRead_), answerSize_, 0);
    auto *to = reinterpret_cast<uint8_t *>(answer(packetsRead_));
    const Place *place = places(packetsRead_);
    for (Word left = it.lanes; left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      copyElement(to + size_t(lane) * bytes_, cache + place[lane].byte, bytes_);
    }
    packetsRead_ += unsigned(it.last);
    firstRead_ = it.last;
  }

  /// The banks' reads, and what they leave.
  void tickAnswers(bool reads) {
    const bool done = (ended_ & kDone) != 0;
    ended_ <<= 1;
    ended_ |= unsigned(gathering_ == 1);
    gathering_ -= unsigned(gathering_ != 0);
    if (reads)
      gathering_ = round(read_).cycles;
    const bool last = round(gathered_).last, ready = !last || *rspReady_ != 0;
    if (answerRoom_.ackValid() && ready) {
      ++gathered_;
      answered_ += unsigned(last);
    }
    answerRoom_.tick(reads, done, ready);
  }

  /// Sets the other outputs of the next cycle, which are functions of registers.
  void drive() {
    ready_ = waitingRoom_.any();
    *readyOut_ = ready_;
    *rspValidOut_ = answerRoom_.ackValid() && round(gathered_).last;
    if (*rspValidOut_ != 0)
      copyWords(rspData_, answer(answered_), answerSize_);
    lineReq_ = requestsShown_ != requestsLeft_ && lineRoom_.any();
    *lineReqValid_ = lineReq_;
    *lineReqAddress_ = requests_[requestsLeft_ & roundMask_];
    const bool empty = accepted_ == answered_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && roundRoom_.any() && requestRoom_.any() && lineRoom_.any() && answerRoom_.room());
  }

  void reset() {
    for (CreditCounter *room : {&waitingRoom_, &roundRoom_, &requestRoom_, &lineRoom_})
      room->reset();
    answerRoom_.reset();
    front_.reset();
    accepted_ = waitingShown_ = waitingLeft_ = packetsRead_ = answered_ = 0;
    written_ = begun_ = decided_ = shown_ = read_ = gathered_ = 0;
    requestsWritten_ = requestsShown_ = requestsLeft_ = 0;
    linesArrived_ = linesRead_ = arrived_ = 0;
    beginnings_ = gathering_ = ended_ = 0;
    looked_ = found_ = held_ = asking_ = false;
    firstRead_ = true;
    std::fill(heldLines_.begin(), heldLines_.end(), kNoLine);
    drive();
  }

  LanesFront front_;
  unsigned bytes_, lanes_, lineBytes_;
  unsigned wordBytes_;              // of a bank
  unsigned lineSize_, answerSize_;  // words
  unsigned rounds_;                 // in flight
  unsigned roundMask_, packetMask_, lineRowMask_;
  unsigned shownStage_;
  Word lineMask_, cacheMask_;
  const Word *rst_, *rspReady_, *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *readyOut_, *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_, *busy_;

  CreditCounter waitingRoom_{kWaiting}, roundRoom_, requestRoom_{kRequests}, lineRoom_;
  AckCounter answerRoom_{kGathers};
  Rounds banks_;
  // Numbers of packets, of rounds, of line requests and of lines, from the reset on.
  unsigned accepted_ = 0, waitingShown_ = 0, waitingLeft_ = 0, packetsRead_ = 0, answered_ = 0;
  unsigned written_ = 0, begun_ = 0, decided_ = 0, shown_ = 0, read_ = 0, gathered_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsLeft_ = 0;
  unsigned linesArrived_ = 0, linesRead_ = 0;
  unsigned arrived_ = 0;                 // lines not read yet
  unsigned beginnings_ = 0, ended_ = 0;  // of the last cycles, the latest lowest
  unsigned gathering_ = 0;               // cycles that the banks take yet
  bool looked_ = false, found_ = false;  // a packet is in the first, in the second stage of the look-up
  bool held_ = false, asking_ = false;   // one is going through its rounds; it asks for lines
  bool firstRead_ = true;                // the next round read is its packet's first
  bool ready_ = false, lineReq_ = false;
  uint64_t words_[kMostBanks] = {};  // of the packet accepted last
  std::vector<Round> ring_;          // rings, as are the next three
  std::vector<Word> requests_, lines_, answers_;
  std::vector<Place> places_;            // for each lane of each packet
  std::vector<Word> heldLines_, cache_;  // by index
};

LsuLoadCached::LsuLoadCached(Wiring &wiring)
    : front_(wiring, unsigned(wiring.parameter("Bytes"))), bytes_(unsigned(wiring.parameter("Bytes"))),
      lanes_(unsigned(wiring.parameter("Lanes"))), lineBytes_(unsigned(wiring.parameter("LineBits") / 8)),
      wordBytes_(std::max(lineBytes_ / lanes_, bytes_)), lineSize_(wordsOf(8 * lineBytes_)),
      answerSize_(wordsOf(lanes_ * bytes_ * 8)), rounds_(std::max(2 * unsigned(wiring.parameter("Depth")), 16u)),
      lineMask_(~Word(lineBytes_ - 1)), cacheMask_(wiring.parameter("Lines") * lineBytes_ - 1),
      rst_(wiring.input("rst_i")), rspReady_(wiring.input("rsp_ready_i")),
      lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
      lineRspData_(wiring.input("line_rsp_data_i")), readyOut_(wiring.output("req_ready_o")),
      rspValidOut_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
      lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
      idle_(wiring.output("idle_o")), busy_(wiring.busy({"req_valid_i"})),
      roundRoom_(rounds_ > 16 ? rounds_ + 1 : rounds_), lineRoom_(unsigned(wiring.parameter("Depth"))), banks_(lanes_) {
  constexpr unsigned kBefore = kWaiting + 3;  // packets that have no round yet
  packetMask_ = std::bit_ceil(kBefore + rounds_ + 3) - 1;
  places_.resize(size_t(packetMask_ + 1) * lanes_);
  roundMask_ = std::bit_ceil((kBefore + 1) * lanes_ + rounds_ + kGathers + 2) - 1;
  ring_.resize(roundMask_ + 1);
  requests_.resize(roundMask_ + 1);
  lineRowMask_ = std::bit_ceil(unsigned(wiring.parameter("Depth")) + 1) - 1;
  lines_.resize(size_t(lineRowMask_ + 1) * lineSize_);
  answers_.resize(size_t(kAnswerRows) * answerSize_);
  heldLines_.resize(wiring.parameter("Lines"), kNoLine);
  cache_.resize(size_t(wiring.parameter("Lines")) * lineSize_);
  // An entry of a FIFO of over 16 shows two cycles later.
  shownStage_ = rounds_ > 16 ? kShownDeep : kShown;
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadCached(Wiring &wiring) { return std::make_unique<LsuLoadCached>(wiring); }

}  // namespace weft::instant
