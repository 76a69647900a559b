// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_stream.sv.
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/lsu_front.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRequests = 8;  // line requests decided or reserved, not yet sent

constexpr unsigned elementsOf(unsigned depth) { return depth > 4 ? 4 * depth : 16; }

class LsuLoadStream final : public Model {
public:
  LsuLoadStream(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
      : shape_(bytes), lineMask_(~Word(lineBytes - 1)), lineWords_(lineBytes / 8), depth_(depth),
        rst_(wiring.input("rst_i")), flush_(wiring.input("flush_i")), rspReady_(wiring.input("rsp_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
        lineRspData_(wiring.input("line_rsp_data_i")), rspValidOut_(wiring.output("rsp_valid_o")),
        rspData_(wiring.output("rsp_data_o")), lineReqValid_(wiring.output("line_req_valid_o")),
        lineReqAddress_(wiring.output("line_req_addr_o")), idle_(wiring.output("idle_o")),
        front_(wiring, bytes, elementsOf(depth), kRequests), requests_(kRequests), room_(depth),
        elements_(elementsOf(depth)), lines_(size_t(depth) * lineWords_),
        busy_(wiring.busy({"req_valid_i", "flush_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool accept = front_.accept();
    const bool flushed = flushPending_ || *flush_ != 0;
    flushPending_ = !accept && flushed;
    const auto &checked = front_.checked();
    const Word line = checked.address & lineMask_;
    const bool lineNew = checked.valid && checked.ok && !(lineKnown_ && !checked.payload.flush && line == line_);
    const bool sent = requests_.valid() && room_.any() && *lineReqReady_ != 0;
    const Word element = elements_.front();
    const bool startsLine = (element & kStartsLine) != 0;
    const bool go = elements_.valid() && (!rspValid_ || *rspReady_ != 0) && (!startsLine || arrived_ != 0);
    const bool enter = go && startsLine;
    const bool unsent = checked.valid && !lineNew;
    if (go)
      answer(element);
    else if (*rspReady_ != 0)
      rspValid_ = false;
    if (enter || *lineRspValid_ != 0)
      takeLine(enter);
    const Word entry = (checked.address - line) | (lineNew ? kStartsLine : 0) | (checked.ok ? 0 : kFault);
    elements_.tick(checked.valid, entry, go);
    if (checked.valid)
      lineKnown_ = checked.ok || (lineKnown_ && !checked.payload.flush);
    if (lineNew || enter || !requests_.empty() || !room_.any())
      tickRequests(lineNew, line, sent, enter);
    if (Payload *payload = front_.tick({.entryDone = go, .unsent = unsent, .sent = sent}))
      payload->flush = flushed;
    drive();
  }

private:
  struct Payload {
    bool flush = false;
  };
  // An entry for an element: its place within the line, and
  static constexpr Word kStartsLine = 0x100, kFault = 0x200;

  unsigned next(unsigned row) const { return row == depth_ - 1 ? 0 : row + 1; }

  /// The element's line is the one that its row points to in the next cycle: see the module on why it may be read now.
  void answer(Word element) {
    if (element & kStartsLine) {
      row_ = next(row_);
      answered_ = &lines_[size_t(row_) * lineWords_];
    }
    if (element & kFault)
      shape_.clear(rspData_);
    else
      shape_.extract(rspData_, answered_, element & 0xff);
    rspValid_ = true;
  }

  void takeLine(bool enter) {
    const bool valid = *lineRspValid_ != 0;
    if (valid) {
      copyLine(&lines_[size_t(fillRow_) * lineWords_], lineRspData_, lineWords_);
      fillRow_ = next(fillRow_);
    }
    arrived_ += unsigned(valid) - unsigned(enter);
  }

  /// Line requests, and room for their lines; called where one of them may change.
  [[gnu::noinline]] void tickRequests(bool lineNew, Word line, bool sent, bool enter) {
    requests_.tick(lineNew, line, sent);
    if (lineNew)
      line_ = line;
    room_.tick(unsigned(enter && lineHeld_), sent);
    lineHeld_ |= enter;
    driveRequest();
  }

  void driveRequest() {
    const bool request = requests_.valid() && room_.any();
    *lineReqValid_ = request;
    if (request)
      *lineReqAddress_ = requests_.front();
  }

  /// Sets the other outputs of the next cycle, which are functions of registers.
  void drive() {
    *rspValidOut_ = rspValid_;
    *idle_ = front_.empty() && !rspValid_;
    *busy_ = !(front_.quiet() && !rspValid_ && room_.any());
  }

  void reset() {
    front_.reset();
    requests_.reset();
    room_.reset();
    elements_.reset();
    fillRow_ = arrived_ = 0;
    row_ = depth_ - 1;
    flushPending_ = lineKnown_ = lineHeld_ = rspValid_ = false;
    driveRequest();
    drive();
  }

  ElementShape shape_;
  Word lineMask_;
  unsigned lineWords_, depth_;
  const Word *rst_, *flush_, *rspReady_, *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_;

  LsuFront<Payload> front_;
  bool flushPending_ = false;       // for the next request accepted
  bool lineKnown_ = false;          // line_ is the line of the request before
  Word line_ = 0;                   // an address
  Queue<Word> requests_;            // addresses of lines
  CreditCounter room_;              // for lines
  Queue<Word> elements_;            // waiting for their line
  std::vector<Word> lines_;         // a ring of `depth_` lines
  unsigned fillRow_ = 0, row_ = 0;  // the row of the line that comes next, and of the element read last
  const Word *answered_ = nullptr;  // the line in row_, once an element has been read
  unsigned arrived_ = 0;            // lines that no element has been read from
  bool lineHeld_ = false;           // an element has been read: row_ is known
  bool rspValid_ = false;
  Word *busy_;  // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuLoadStream(Wiring &wiring) {
  return std::make_unique<LsuLoadStream>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                         static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                         static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
