// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_stream.sv.
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/instant/components/bounds_check.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRequests = 8;  // line requests decided or reserved, not yet sent
constexpr unsigned kAnswers = 4;   // elements that were read, or are about to be

constexpr unsigned elementsOf(unsigned depth) { return std::max(4 * depth, 16u); }

/// What happens to a request two cycles after it was accepted is decided as it is accepted: its line depends on those
/// before it alone. What is put into the queues then shows as much later.
class LsuLoadStream final : public Model {
public:
  LsuLoadStream(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const unsigned checked = history_ >> kStage & kFlags;
    const bool sent = requestValid_ && room_.any() && *lineReqReady_ != 0;
    const unsigned element = elements_[read_ & elementMask_];
    const bool go = shown_ != read_ && answerRoom_.any() && (!(element & kStartsLine) || arrived_ != 0);
    const bool enter = go && (element & kStartsLine) != 0;
    tickAnswer(go);
    if (go)
      pick(element);
    readValid_ = go;
    read_ += unsigned(go);
    shown_ += history_ >> shownStage_ & 1;
    if (enter || *lineRspValid_ != 0)
      takeLine(enter);
    if ((checked & kStartsLine) != 0 || enter || requestsShown_ != requestsRead_ || !room_.any())  // saves time
      tickRequests((checked & kStartsLine) != 0, sent, enter);
    *faultOut_ = (checked & kFault) != 0;
    if (checked & kFault)
      *faultAddress_ = faultAddresses_[faultsShown_++ % kFaults];
    const bool unsent = (checked & (kAccepted | kStartsLine)) == kAccepted;
    waiting_ -= leftWaiting_;
    inside_ -= leftInside_;
    leftWaiting_ = unsigned(unsent) + unsigned(sent);
    leftInside_ = unsigned(go);
    history_ = history_ << kStage | acceptRequest();
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  // Of a request, a stage of `history_` for each of the last cycles; an element has its place within the line as well.
  static constexpr unsigned kStage = 16;
  static constexpr unsigned kAccepted = 0x400, kStartsLine = 0x100, kFault = 0x200, kFlags = 0xffff;
  static constexpr unsigned kElementWords = 16;  // of the largest, of 128 bytes
  static constexpr unsigned kFaults = 4;         // more than are between acceptance and report

  unsigned next(unsigned row) const { return row == depth_ - 1 ? 0 : row + 1; }

  /// What is accepted in this cycle.
  Word acceptRequest() {
    const bool flushed = flushPending_ || *flush_ != 0;
    if (!ready_ || *reqValid_ == 0) {
      flushPending_ = flushed;
      return 0;
    }
    flushPending_ = false;
    const Word address = *reqAddress_ & alignment_, line = address & lineMask_;
    const bool ok = bounds_.admits(address);
    const bool lineNew = ok && !(lineKnown_ && !flushed && line == line_);
    lineKnown_ = ok;
    const unsigned flags = kAccepted | (lineNew ? kStartsLine : 0) | (ok ? 0 : kFault);
    if (lineNew)
      requests_[requestsWritten_++ % kRequestRows] = line_ = line;
    if (!ok) [[unlikely]]
      faultAddresses_[faultsWritten_++ % kFaults] = address;
    elements_[written_++ & elementMask_] = uint16_t(flags | unsigned(address - line));
    ++inside_;
    ++waiting_;
    return flags;
  }

  /// The element's line is the one that its row points to in the next cycle: see the module on why it may be read then.
  void pick(unsigned element) {
    if (element & kStartsLine) {
      row_ = next(row_);
      answered_ = &lines_[size_t(row_) * lineWords_];
    }
    picked_ = element;
  }

  /// The FIFO behind the element that is read, whose first entry is in the output.
  void tickAnswer(bool go) {
    const bool pop = rspValid_ && *rspReady_ != 0;
    answersRead_ += unsigned(pop);
    const bool isNext = answersRead_ == answersWritten_;  // the element is the FIFO's first
    if (pop && !isNext)
      copyWords(rspData_, answerRow(answersRead_), shape_.words());
    if (readValid_)
      answer(isNext ? rspData_ : answerRow(answersWritten_));
    answersWritten_ += unsigned(readValid_);
    rspValid_ = answersRead_ != answersWritten_;
    answerRoom_.tick(unsigned(pop), go);
  }

  Word *answerRow(unsigned number) { return answers_ + size_t(number % kAnswers) * kElementWords; }

  void answer(Word *element) const {
    if (picked_ & kFault)
      shape_.clear(element);
    else
      shape_.extract(element, answered_, picked_ & 0xff);
  }

  void takeLine(bool enter) {
    const bool valid = *lineRspValid_ != 0;
    if (valid) {
      copyWords(&lines_[size_t(fillRow_) * lineWords_], lineRspData_, lineWords_);
      fillRow_ = next(fillRow_);
    }
    arrived_ += unsigned(valid) - unsigned(enter);
  }

  /// Line requests, and room for their lines; called where one of them may change.
  [[gnu::noinline]] void tickRequests(bool lineNew, bool sent, bool enter) {
    requestsShown_ += unsigned(lineNew);
    requestsRead_ += unsigned(sent);
    requestValid_ = requestsShown_ != requestsRead_;
    room_.tick(unsigned(enter && lineHeld_), sent);
    lineHeld_ |= enter;
    driveRequest();
  }

  void driveRequest() {
    const bool request = requestValid_ && room_.any();
    *lineReqValid_ = request;
    if (request)
      *lineReqAddress_ = requests_[requestsRead_ % kRequestRows];
  }

  /// Sets the other outputs of the next cycle, which are functions of registers.
  void drive() {
    ready_ = inside_ != insideMax_ && waiting_ != kRequests;
    *readyOut_ = ready_;
    *rspValidOut_ = rspValid_;
    const bool empty = inside_ == 0 && !readValid_ && !rspValid_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && room_.any() && answerRoom_.settled());
  }

  void reset() {
    room_.reset();
    answerRoom_.reset();
    history_ = 0;
    answersWritten_ = answersRead_ = 0;
    written_ = shown_ = read_ = requestsWritten_ = requestsShown_ = requestsRead_ = faultsWritten_ = faultsShown_ = 0;
    inside_ = waiting_ = leftInside_ = leftWaiting_ = fillRow_ = arrived_ = 0;
    row_ = depth_ - 1;
    flushPending_ = lineKnown_ = lineHeld_ = readValid_ = rspValid_ = requestValid_ = false;
    driveRequest();
    drive();
    ready_ = false;
    *readyOut_ = *faultOut_ = 0;
    *busy_ = 1;
  }

  static constexpr unsigned kRequestRows = 2 * kRequests;

  ElementShape shape_;
  BoundsCheck bounds_;
  Word lineMask_, alignment_;
  unsigned lineWords_, depth_, insideMax_, elementMask_;
  unsigned shownStage_;  // of history_: what enters the queue of elements shows now
  const Word *rst_, *flush_, *reqValid_, *reqAddress_, *rspReady_, *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *readyOut_, *faultOut_, *faultAddress_, *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_,
      *busy_;

  Word history_ = 0;
  unsigned inside_ = 0;                        // requests not yet answered
  unsigned waiting_ = 0;                       // those that may need a line request which is not sent yet
  unsigned leftInside_ = 0, leftWaiting_ = 0;  // of these, those that count no longer from the next cycle on
  // Numbers of elements, of line requests and of faults, from the reset on.
  unsigned written_ = 0, shown_ = 0, read_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsRead_ = 0;
  unsigned faultsWritten_ = 0, faultsShown_ = 0;
  bool ready_ = false, readValid_ = false, rspValid_ = false, requestValid_ = false;
  CreditCounter answerRoom_{kAnswers};
  unsigned answersWritten_ = 0, answersRead_ = 0;  // as the numbers above
  Word answers_[kAnswers * kElementWords] = {};    // those that wait behind the one that is given
  unsigned picked_ = 0;                            // the element that is read from its line, while readValid_
  bool flushPending_ = false;                      // for the next request accepted
  bool lineKnown_ = false;                         // the request before was within bounds, in line_
  bool lineHeld_ = false;                          // an element has been read: row_ is known
  Word line_ = 0;                                  // an address
  Word faultAddresses_[kFaults] = {}, requests_[kRequestRows] = {};
  CreditCounter room_;              // for lines
  std::vector<uint16_t> elements_;  // rings; lines_ of `depth_` lines
  std::vector<Word> lines_;
  unsigned fillRow_ = 0, row_ = 0;  // the row of the line that comes next, and of the element read last
  const Word *answered_ = nullptr;  // the line in row_, once an element has been read
  unsigned arrived_ = 0;            // lines that no element has been read from
};

LsuLoadStream::LsuLoadStream(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
    : shape_(bytes), bounds_(wiring, bytes), lineMask_(~Word(lineBytes - 1)), alignment_(~(Word(bytes) - 1)),
      lineWords_(lineBytes / 8), depth_(depth), insideMax_(elementsOf(depth)),
      elementMask_(std::bit_ceil(insideMax_ + 1) - 1), rst_(wiring.input("rst_i")), flush_(wiring.input("flush_i")),
      reqValid_(wiring.input("req_valid_i")), reqAddress_(wiring.input("req_addr_i")),
      rspReady_(wiring.input("rsp_ready_i")), lineReqReady_(wiring.input("line_req_ready_i")),
      lineRspValid_(wiring.input("line_rsp_valid_i")), lineRspData_(wiring.input("line_rsp_data_i")),
      readyOut_(wiring.output("req_ready_o")), faultOut_(wiring.output("fault_o")),
      faultAddress_(wiring.output("fault_addr_o")), rspValidOut_(wiring.output("rsp_valid_o")),
      rspData_(wiring.output("rsp_data_o")), lineReqValid_(wiring.output("line_req_valid_o")),
      lineReqAddress_(wiring.output("line_req_addr_o")), idle_(wiring.output("idle_o")),
      busy_(wiring.busy({"req_valid_i", "flush_i"})), room_(depth), elements_(elementMask_ + 1),
      lines_(size_t(depth) * lineWords_) {
  // An entry of a FIFO of over 16 shows two cycles later.
  shownStage_ = (insideMax_ > 16 ? 3 : 1) * kStage + unsigned(std::countr_zero(kAccepted));
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadStream(Wiring &wiring) {
  return std::make_unique<LsuLoadStream>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                         static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                         static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
