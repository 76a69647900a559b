// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_cached.sv.
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/cache_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/lanes_front.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/row_hash.h"

namespace weft::instant {
namespace {

constexpr unsigned kWaiting = 4;            // packets accepted whose look-up has not begun
constexpr unsigned kBefore = kWaiting + 4;  // packets that have no round yet
constexpr unsigned kGathers = 8;            // rounds that are read, or were and are not part of an answer

struct Round : CacheRound {
  uint16_t cycles = 1;  // that the banks take
};

class LsuLoadCached final : public Model {
public:
  explicit LsuLoadCached(Wiring &wiring);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool accepted = ready_ && front_.offered();
    const bool enters = rounds_.moves() && waitingShown_ != waitingLeft_;
    const bool reads = rounds_.requests().readable() && gatherReady();
    tickAnswers(reads);
    if (reads)
      readRound();
    rounds_.tick(enters, reads);
    waitingLeft_ += unsigned(enters);
    waitingRoom_.tick(unsigned(enters), accepted);
    waitingShown_ += unsigned(front_.tick(accepted));
    if (accepted)
      accept();
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Place {
    uint32_t row;   // of the cache
    uint32_t byte;  // of the cache
    uint32_t word;  // where the banks have it
  };

  static constexpr unsigned kDone = 8;         // of rounds whose reads ended, a bit by how many cycles ago
  static constexpr unsigned kAnswerRows = 16;  // more than kGathers

  unsigned linesOfRow(Wiring &wiring) const {
    constexpr unsigned kBlockRows = 512;
    const auto lines = unsigned(wiring.parameter("Lines"));
    const unsigned fewestRows = lines * (lineBytes_ / wordBytes_) / lanes_;
    return own_ ? 1 : lines / std::min(lines, std::max(fewestRows, kBlockRows));
  }
  Place *places(unsigned packet) { return &places_[size_t(packet & packetMask_) * lanes_]; }
  Word *answer(unsigned packet) { return &answers_[size_t(packet % kAnswerRows) * answerSize_]; }
  bool gatherReady() const { return answerRoom_.room() && gathering_ <= 1; }

  void accept() {
    const Word *address = front_.addresses();
    Place *place = places(accepted_++);
    rounds_.beginPacket();
    const Word held = own_ ? lookUpInSet(place) : lookUp(place);
    Word waiting = front_.ok() & ~held;
    if (held != 0 || waiting == 0)
      setCycles(rounds_.add({{{.lanes = held}}}));
    while (waiting != 0) {
      const auto first = unsigned(std::countr_zero(waiting));
      const Round it = {{{.lanes = withLane(first, waiting), .asks = true}, place[first].row}};
      waiting &= ~it.lanes;
      setCycles(rounds_.ask(address[first] & lineMask_, it));
    }
    rounds_.endPacket();
  }

  /// Gives the lanes whose lines the cache holds.
  Word lookUp(Place *place) {
    const Word *address = front_.addresses();
    Word held = 0;
    for (Word left = front_.ok(); left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      setPlace(place, lane, rounds_.rowOf(address[lane]));
      held |= Word(rounds_.holds(address[lane] & lineMask_, place[lane].row)) << lane;
    }
    return held;
  }

  Word lookUpInSet(Place *place) {
    const Word *address = front_.addresses();
    Word held = 0;
    for (Word left = front_.ok(), lanes = 0; left != 0; left &= ~lanes) {
      const auto leader = unsigned(std::countr_zero(left));
      const Word line = address[leader] & lineMask_;
      const uint32_t row = rounds_.placeInSet(line, uint32_t(*reqSet_), leader);
      lanes = withLane(leader, left);
      for (Word rest = lanes; rest != 0; rest &= rest - 1)
        setPlace(place, unsigned(std::countr_zero(rest)), row);
      if (rounds_.holdsInSet(line, row))
        held |= lanes;
    }
    return held;
  }

  /// Of these lanes, whose lowest that one is, those that lie in its line.
  Word withLane(unsigned first, Word lanes) const {
    const Word *address = front_.addresses();
    const Word line = address[first] & lineMask_;
    Word found = 0;
    for (Word left = lanes; left != 0; left &= left - 1)
      if (const auto lane = std::countr_zero(left); (address[lane] & lineMask_) == line)
        found |= Word(1) << lane;
    return found;
  }

  void setPlace(Place *place, unsigned lane, uint32_t row) {
    const Word address = front_.addresses()[lane];
    const auto within = uint32_t(address & ~lineMask_);
    place[lane] = {row, uint32_t(row * lineSize_ * sizeof(Word) + within), wordOf(address, row)};
    words_[lane] = place[lane].word;
  }

  void setCycles(Round &it) {
    banks_.set(it.lanes, words_, true);
    it.cycles = uint16_t(banks_.count());
  }

  /// cache_bank.sv, and the row of the banks.
  uint32_t wordOf(Word address, uint32_t index) const {
    constexpr unsigned kLanesOfSums = 16;
    const Word word = address / wordBytes_;
    if (lanes_ >= kLanesOfSums && linesOfRow_ == 1)
      return index * lanes_ + rowSum(word, lanes_);
    if (own_)
      return index * lanes_ + (bankOfWay(index % lanes_) ^ unsigned(word & (lineBytes_ / wordBytes_ - 1)));
    const unsigned own = rowHash(word, lanes_) & ~sharedMask_;
    const unsigned shared = rowHash(Word(index) * (lineBytes_ / wordBytes_), lanes_) & sharedMask_;
    return index / linesOfRow_ * lanes_ + (own | shared);
  }

  /// way_bank.sv
  unsigned bankOfWay(unsigned way) const { return lanes_ == 2 ? way : way << 1 ^ (way >= lanes_ / 2 ? lanes_ | 3 : 0); }

  void readRound() {
    const Round &it = rounds_.requests().front();
    auto *cache = reinterpret_cast<uint8_t *>(cache_.data());
    if (it.asks)
      copyWords(&cache_[size_t(it.index) * lineSize_], rounds_.requests().lineOf(rounds_.requests().linesRead()),
                lineSize_);
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
      gathering_ = rounds_.requests().front().cycles;
    const bool last = rounds_.requests().round(gathered_).last, ready = !last || *rspReady_ != 0;
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
    *rspValidOut_ = answerRoom_.ackValid() && rounds_.requests().round(gathered_).last;
    if (*rspValidOut_ != 0)
      copyWords(rspData_, answer(answered_), answerSize_);
    const bool empty = accepted_ == answered_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && !rounds_.clears() && rounds_.requests().settled() && answerRoom_.room());
  }

  void reset() {
    waitingRoom_.reset();
    answerRoom_.reset();
    front_.reset();
    rounds_.reset();
    accepted_ = waitingShown_ = waitingLeft_ = packetsRead_ = answered_ = gathered_ = 0;
    gathering_ = ended_ = 0;
    firstRead_ = true;
    drive();
  }

  LanesFront front_;
  bool own_;  // as the module's parameter
  unsigned bytes_, lanes_, lineBytes_;
  unsigned wordBytes_;              // of a bank
  unsigned linesOfRow_;             // of the banks
  unsigned sharedMask_;             // bits of a bank that tell these apart
  unsigned lineSize_, answerSize_;  // words
  unsigned packetMask_;
  Word lineMask_;
  const Word *rst_, *reqSet_, *rspReady_;
  Word *readyOut_, *rspValidOut_, *rspData_, *idle_, *busy_;

  CreditCounter waitingRoom_{kWaiting};
  CacheRounds<Round> rounds_;
  AckCounter answerRoom_{kGathers};
  Rounds banks_;
  // Numbers of packets, and of rounds that are part of answers, from the reset on.
  unsigned accepted_ = 0, waitingShown_ = 0, waitingLeft_ = 0, packetsRead_ = 0, answered_ = 0;
  unsigned gathered_ = 0;
  unsigned ended_ = 0;      // of the last cycles, the latest lowest
  unsigned gathering_ = 0;  // cycles that the banks take yet
  bool firstRead_ = true;   // the next round read is its packet's first
  bool ready_ = false;
  uint64_t words_[kMostBanks] = {};  // of the packet accepted last
  std::vector<Word> answers_;        // a ring, as is the next
  std::vector<Place> places_;        // for each lane of each packet
  std::vector<Word> cache_;          // by index
};

LsuLoadCached::LsuLoadCached(Wiring &wiring)
    : front_(wiring, unsigned(wiring.parameter("Bytes"))), own_(wiring.parameter("Own") != 0),
      bytes_(unsigned(wiring.parameter("Bytes"))), lanes_(unsigned(wiring.parameter("Lanes"))),
      lineBytes_(unsigned(wiring.parameter("LineBits") / 8)), wordBytes_(std::max(lineBytes_ / lanes_, bytes_)),
      linesOfRow_(linesOfRow(wiring)), sharedMask_((linesOfRow_ - 1) * (lineBytes_ / wordBytes_)),
      lineSize_(wordsOf(8 * lineBytes_)), answerSize_(wordsOf(lanes_ * bytes_ * 8)), lineMask_(~Word(lineBytes_ - 1)),
      rst_(wiring.input("rst_i")), reqSet_(wiring.input("req_set_i")), rspReady_(wiring.input("rsp_ready_i")),
      readyOut_(wiring.output("req_ready_o")), rspValidOut_(wiring.output("rsp_valid_o")),
      rspData_(wiring.output("rsp_data_o")), idle_(wiring.output("idle_o")), busy_(nullptr),
      rounds_(wiring, (kBefore + 1) * lanes_ + kGathers, 0, 1, own_ ? lanes_ : 0),
      banks_(lanes_, unsigned(wiring.parameter("Reads"))) {
  busy_ = wiring.busy({"req_valid_i"});  // after all nets
  const unsigned rounds = std::max(2 * unsigned(wiring.parameter("Depth")), 16u);
  packetMask_ = std::bit_ceil(kBefore + rounds + 3) - 1;
  places_.resize(size_t(packetMask_ + 1) * lanes_);
  answers_.resize(size_t(kAnswerRows) * answerSize_);
  cache_.resize(size_t(wiring.parameter("Lines")) * lineSize_);
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadCached(Wiring &wiring) { return std::make_unique<LsuLoadCached>(wiring); }

}  // namespace weft::instant
