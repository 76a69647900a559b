// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/line_requests.sv. Which rounds there are, and which of them ask for a line, is known before they
// begin; lines are there, and rounds are read, in their order.
#pragma once
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/model.h"
#include "sim/instant/components/words.h"

namespace weft::instant {

/// What `Round`s are made from.
struct LineRound {
  Word lanes = 0;     // that are served
  bool asks = false;  // its line is asked for
};

struct LineRequestsSize {
  unsigned rounds;     // of the module
  unsigned ahead;      // rounds that are written and did not begin, and those that are read and still looked at
  unsigned linesKept;  // lines read already that still are looked at
  unsigned delay;      // cycles from the beginning of a round, which reserves it, until it comes: 1 or 2
  bool kept;           // of the module
};

template <class Round> class LineRequests {
public:
  LineRequests(Wiring &wiring, const LineRequestsSize &size);

  Round &round(unsigned number) { return ring_[number & roundMask_]; }
  const Round &round(unsigned number) const { return ring_[number & roundMask_]; }
  Round &add(const Round &it) { return round(written_++) = it; }
  Round &ask(Word line, const Round &it) {
    requests_[requestsWritten_++ & roundMask_] = line;
    return add(it);
  }
  unsigned written() const { return written_; }

  /// For a round that begins: the next that did not.
  bool room() const { return roundRoom_.any() && requestRoom_.any(); }
  const Round &next(unsigned behind = 0) const { return round(begun_ + behind); }
  /// Whether a round may be read: the first that was not.
  bool readable() const { return shown_ != read_ && (!front().asks || arrived_ != 0); }
  const Round &front() const { return round(read_); }
  unsigned linesRead() const { return linesRead_; }
  const Word *lineOf(unsigned number) const { return &lines_[size_t(number & lineRowMask_) * lineSize_]; }

  void tick(bool begins, bool reads);
  /// A cycle in which no round begins changes nothing, if none is inside.
  bool settled() const { return room() && lineRoom_.any(); }
  void reset();

private:
  static constexpr unsigned kRequests = 16;    // rounds whose line requests are not decided or not sent
  static constexpr unsigned kBeginnings = 15;  // those that are looked at

  void tickRequests(bool begins, bool comes, bool lineRead);
  void drive();

  unsigned lineSize_;  // words
  unsigned roundMask_, lineRowMask_;
  unsigned comeStage_, shownStage_;  // bits of beginnings_
  bool kept_;
  const Word *lineReqReady_, *lineRspValid_, *lineRspData_;
  Word *lineReqValid_, *lineReqAddress_;
  CreditCounter roundRoom_, requestRoom_{kRequests}, lineRoom_;
  // Numbers of rounds, of line requests and of lines, from the reset on.
  unsigned written_ = 0, begun_ = 0, come_ = 0, shown_ = 0, read_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsLeft_ = 0;
  unsigned linesArrived_ = 0, linesRead_ = 0, arrived_ = 0;  // arrived: not read yet
  unsigned beginnings_ = 0;                                  // of the last cycles, the latest lowest
  bool lineReq_ = false;
  std::vector<Round> ring_;  // rings, as are the next two
  std::vector<Word> requests_, lines_;
};

template <class Round>
LineRequests<Round>::LineRequests(Wiring &wiring, const LineRequestsSize &size)
    : lineSize_(wordsOf(unsigned(wiring.parameter("LineBits")))), kept_(size.kept),
      lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
      lineRspData_(wiring.input("line_rsp_data_i")), lineReqValid_(wiring.output("line_req_valid_o")),
      lineReqAddress_(wiring.output("line_req_addr_o")), lineRoom_(unsigned(wiring.parameter("Depth"))) {
  // An entry of a FIFO of over 16 shows two cycles later, and there is one more.
  const bool deep = size.rounds > 16;
  roundRoom_ = CreditCounter(deep ? size.rounds + 1 : size.rounds);
  comeStage_ = 1u << (size.delay - 1);
  shownStage_ = deep ? comeStage_ << 2 : comeStage_;
  roundMask_ = std::bit_ceil(size.ahead + size.rounds + 2) - 1;
  ring_.resize(roundMask_ + 1);
  requests_.resize(roundMask_ + 1);
  lineRowMask_ = std::bit_ceil(unsigned(wiring.parameter("Depth")) + 1 + size.linesKept) - 1;
  lines_.resize(size_t(lineRowMask_ + 1) * lineSize_);
}

template <class Round> void LineRequests<Round>::tick(bool begins, bool reads) {
  const bool comes = (beginnings_ & comeStage_) != 0, line = reads && front().asks;
  if (*lineRspValid_ != 0)
    copyWords(&lines_[size_t(linesArrived_++ & lineRowMask_) * lineSize_], lineRspData_, lineSize_);
  linesRead_ += unsigned(line);
  arrived_ = linesArrived_ - linesRead_;
  read_ += unsigned(reads);
  tickRequests(begins, comes, line);
  roundRoom_.tick(unsigned(reads), begins);
  begun_ += unsigned(begins);
  come_ += unsigned(comes);
  shown_ += unsigned((beginnings_ & shownStage_) != 0);
  beginnings_ = (beginnings_ << 1 | unsigned(begins)) & kBeginnings;
  drive();
}

/// Line requests, and room for their lines.
template <class Round> void LineRequests<Round>::tickRequests(bool begins, bool comes, bool lineRead) {
  const bool sent = lineReq_ && *lineReqReady_ != 0;
  const bool asks = comes && round(come_).asks;
  requestsLeft_ += unsigned(sent);
  requestsShown_ += unsigned(asks);
  requestRoom_.tick(unsigned(sent) + unsigned(comes && !asks), begins);
  lineRoom_.tick(unsigned(lineRead && (!kept_ || linesRead_ > 1)), sent);
}

template <class Round> void LineRequests<Round>::drive() {
  lineReq_ = requestsShown_ != requestsLeft_ && lineRoom_.any();
  *lineReqValid_ = lineReq_;
  *lineReqAddress_ = requests_[requestsLeft_ & roundMask_];
}

template <class Round> void LineRequests<Round>::reset() {
  for (CreditCounter *room : {&roundRoom_, &requestRoom_, &lineRoom_})
    room->reset();
  written_ = begun_ = come_ = shown_ = read_ = 0;
  requestsWritten_ = requestsShown_ = requestsLeft_ = 0;
  linesArrived_ = linesRead_ = arrived_ = 0;
  beginnings_ = 0;
  drive();
}

}  // namespace weft::instant
