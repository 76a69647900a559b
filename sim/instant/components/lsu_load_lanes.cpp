// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_lanes.sv.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/lanes_front.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kWaiting = 4;    // packets accepted whose rounds have not begun
constexpr unsigned kRequests = 16;  // rounds whose line requests are not decided or not sent
constexpr unsigned kAnswers = 4;    // packets that were read, or are about to be

/// All rounds of a packet are known as it is accepted: they depend on the packets before it alone. What is put into the
/// queues then shows as much later. A packet has at most 64 lanes.
class LsuLoadLanes final : public Model {
public:
  LsuLoadLanes(Wiring &wiring, unsigned bytes, unsigned lanes);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool begins = held_ && roundRoom_.any() && requestRoom_.any();
    const bool ends = begins && round(begun_).last;
    const bool enters = (!held_ || ends) && waitingShown_ != waitingLeft_;
    const bool accepted = ready_ && front_.offered();
    const bool decided = (beginnings_ & kDecided) != 0;
    const bool read = shown_ != read_ && answerRoom_.any() && (!round(read_).isNew || arrived_ != 0);
    tickAnswers(read && round(read_).last);
    const bool line = read && round(read_).isNew;
    if (read)
      readRound();
    if (line || *lineRspValid_ != 0)
      takeLine(line);
    const bool newLine = decided && round(decided_).isNew;
    tickRequests(begins, newLine, decided && !newLine, line);
    roundRoom_.tick(unsigned(read), begins);
    waitingRoom_.tick(unsigned(enters), accepted);
    held_ = enters || (held_ && !ends);
    waitingLeft_ += unsigned(enters);
    begun_ += unsigned(begins);
    decided_ += unsigned(decided);
    shown_ += unsigned((beginnings_ & shownStage_) != 0);
    beginnings_ = (beginnings_ << 1 | unsigned(begins)) & kStages;
    tickFront(accepted);
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Round {
    Word lanes = 0;
    bool first = false, last = false;  // of the packet's
    bool isNew = false;                // its line is asked for
  };

  static constexpr Word kNoLine = ~Word(0);
  // Stages of a round that began: bits, by how many cycles ago.
  static constexpr unsigned kDecided = 2, kShown = 2, kShownDeep = 8;

  Round &round(unsigned number) { return ring_[number & roundMask_]; }
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
      Round &it = round(written_++);
      it = {.first = first};
      if (waiting != 0) {
        const Word line = addresses[std::countr_zero(waiting)] & lineMask_;
        for (Word left = waiting; left != 0; left &= left - 1)
          if (const auto lane = std::countr_zero(left); (addresses[lane] & lineMask_) == line)
            it.lanes |= Word(1) << lane;
        it.isNew = line != last_;
        if (it.isNew)
          requests_[requestsWritten_++ & roundMask_] = line;
        last_ = line;
      }
      waiting &= ~it.lanes;
      it.last = waiting == 0;
      first = false;
    } while (waiting != 0);
  }

  /// Line requests, and room for their lines.
  void tickRequests(bool begins, bool newLine, bool unsent, bool lineRead) {
    const bool sent = lineReq_ && *lineReqReady_ != 0;
    requestsLeft_ += unsigned(sent);
    requestsShown_ += unsigned(newLine);
    requestRoom_.tick(unsigned(sent) + unsigned(unsent), begins);
    lineRoom_.tick(unsigned(lineRead && linesRead_ > 1), sent);  // the line before the one that is read leaves
  }

  void takeLine(bool read) {
    const bool valid = *lineRspValid_ != 0;
    if (valid)
      copyWords(lineWords(++linesArrived_), lineRspData_, lineSize_);
    arrived_ += unsigned(valid) - unsigned(read);
  }

  Word *lineWords(unsigned number) { return &lines_[size_t(number & lineRowMask_) * lineSize_]; }

  void readRound() {
    const Round &it = round(read_++);
    linesRead_ += unsigned(it.isNew);
    const auto *line = reinterpret_cast<const uint8_t *>(lineWords(linesRead_));
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
    lineReq_ = requestsShown_ != requestsLeft_ && lineRoom_.any();
    *lineReqValid_ = lineReq_;
    *lineReqAddress_ = requests_[requestsLeft_ & roundMask_];
    const bool empty = accepted_ == answered_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && roundRoom_.any() && requestRoom_.any() && lineRoom_.any() && answerRoom_.any());
  }

  void reset() {
    for (CreditCounter *room : {&waitingRoom_, &roundRoom_, &requestRoom_, &lineRoom_, &answerRoom_})
      room->reset();
    accepted_ = waitingShown_ = waitingLeft_ = packetsRead_ = answersShown_ = answered_ = 0;
    written_ = begun_ = decided_ = shown_ = read_ = 0;
    requestsWritten_ = requestsShown_ = requestsLeft_ = 0;
    linesArrived_ = linesRead_ = arrived_ = 0;
    beginnings_ = leaving_ = 0;
    held_ = flushed_ = rspValid_ = false;
    last_ = kNoLine;
    front_.reset();
    drive();
  }

  static constexpr unsigned kStages = 15;  // those that are looked at
  static constexpr unsigned kAnswerRows = 8;

  LanesFront front_;
  unsigned bytes_, lanes_;
  unsigned lineSize_, answerSize_;  // words
  unsigned rounds_;                 // in flight
  unsigned roundMask_, packetMask_, lineRowMask_;
  unsigned shownStage_;
  Word lineMask_;
  const Word *rst_, *flush_, *rspReady_, *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *readyOut_, *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_, *busy_;

  CreditCounter waitingRoom_{kWaiting}, roundRoom_, requestRoom_{kRequests}, lineRoom_, answerRoom_{kAnswers};
  // Numbers of packets, of rounds, of line requests, of lines and of faults, from the reset on.
  unsigned accepted_ = 0, waitingShown_ = 0, waitingLeft_ = 0, packetsRead_ = 0, answersShown_ = 0, answered_ = 0;
  unsigned written_ = 0, begun_ = 0, decided_ = 0, shown_ = 0, read_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsLeft_ = 0;
  unsigned linesArrived_ = 0, linesRead_ = 0;
  unsigned arrived_ = 0;     // lines not read yet
  unsigned beginnings_ = 0;  // of the last cycles, the latest lowest
  unsigned leaving_ = 0;     // the same of packets read
  bool held_ = false;        // a packet is going through its rounds
  bool ready_ = false, rspValid_ = false, lineReq_ = false;
  bool flushed_ = false;     // since the packet before was accepted
  Word last_ = kNoLine;      // the line asked for last, unless a flush came since
  std::vector<Round> ring_;  // rings, as all of these
  std::vector<Word> requests_;
  std::vector<uint16_t> places_;  // in bytes of the line, for each lane of each packet
  std::vector<Word> lines_, answers_;
};

unsigned roundsInFlight(unsigned lanes, unsigned lineLanes, unsigned depth) {
  return std::max((lineLanes > lanes ? 4 : 2) * depth, 16u);
}

LsuLoadLanes::LsuLoadLanes(Wiring &wiring, unsigned bytes, unsigned lanes)
    : front_(wiring, bytes), bytes_(bytes), lanes_(lanes), lineSize_(wordsOf(unsigned(wiring.parameter("LineBits")))),
      answerSize_(wordsOf(lanes * bytes * 8)),
      rounds_(roundsInFlight(lanes, unsigned(wiring.parameter("LineBits")) / (8 * bytes),
                             unsigned(wiring.parameter("Depth")))),
      lineMask_(~Word(wiring.parameter("LineBits") / 8 - 1)), rst_(wiring.input("rst_i")),
      flush_(wiring.input("flush_i")), rspReady_(wiring.input("rsp_ready_i")),
      lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
      lineRspData_(wiring.input("line_rsp_data_i")), readyOut_(wiring.output("req_ready_o")),
      rspValidOut_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
      lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
      idle_(wiring.output("idle_o")), busy_(wiring.busy({"req_valid_i", "flush_i"})),
      roundRoom_(rounds_ > 16 ? rounds_ + 1 : rounds_), lineRoom_(unsigned(wiring.parameter("Depth"))) {
  packetMask_ = std::bit_ceil(kWaiting + rounds_ + 3) - 1;
  places_.resize(size_t(packetMask_ + 1) * lanes);
  roundMask_ = std::bit_ceil((kWaiting + 1) * lanes + rounds_ + 2) - 1;
  ring_.resize(roundMask_ + 1);
  requests_.resize(roundMask_ + 1);
  lineRowMask_ = std::bit_ceil(unsigned(wiring.parameter("Depth")) + 1) - 1;
  lines_.resize(size_t(lineRowMask_ + 1) * lineSize_);
  answers_.resize(size_t(kAnswerRows) * answerSize_);
  // An entry of a FIFO of over 16 shows two cycles later.
  shownStage_ = rounds_ > 16 ? kShownDeep : kShown;
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadLanes(Wiring &wiring) {
  return std::make_unique<LsuLoadLanes>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                        static_cast<unsigned>(wiring.parameter("Lanes")));
}

}  // namespace weft::instant
