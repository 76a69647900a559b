// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_stream.sv.
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/lsu_front.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRows = 8;         // lines being merged or waiting to leave
constexpr unsigned kIdleCycles = 16;  // without a store, until a line leaves

class LsuStoreStream final : public Model {
public:
  LsuStoreStream(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
      : shape_(bytes), lineMask_(~Word(lineBytes - 1)), allStrobes_(maskOf(lineBytes)), lineWords_(lineBytes / 8),
        depth_(depth), stores_(depth * std::max(lineBytes / bytes, 4u)), maxMerge_(std::min(stores_, 255u)),
        rst_(wiring.input("rst_i")), data_(wiring.input("req_data_i")), ackReady_(wiring.input("ack_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), lineAckValid_(wiring.input("line_ack_valid_i")),
        ackValid_(wiring.output("ack_valid_o")), lineReqValid_(wiring.output("line_req_valid_o")),
        lineReqAddress_(wiring.output("line_req_addr_o")), lineReqData_(wiring.output("line_req_data_o")),
        lineReqStrobes_(wiring.output("line_req_strb_o")), idle_(wiring.output("idle_o")),
        front_(wiring, bytes, stores_, kRows), rowData_(size_t(kRows) * lineWords_), groups_(depth),
        busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const auto &checked = front_.checked();
    const Word line = checked.address & lineMask_;
    const bool same = beforeOk_ && line == merge_.line;
    const bool join = checked.valid && open_ && !full_ && (!checked.ok || !merge_.hasLine || same);
    const bool close = open_ && (full_ || (checked.valid ? !join : idleCycles_ == kIdleCycles - 1));
    const bool needsRow = checked.valid && checked.ok && !(join && merge_.hasLine);
    const bool rowSent = closedRows_ != 0 && (!outValid_ || *lineReqReady_ != 0);
    const bool accept = front_.accept();
    const bool groupDone = groups_.valid() && ((groups_.front() & kHasLine) == 0 || lineAcks_.any());
    const bool acknowledged = acks_.any() && *ackReady_ != 0;
    openGroups_ += unsigned(accept) - leftGroups_;
    leftGroups_ = unsigned(join) + unsigned(groupDone);

    if (lineAcks_.any() || *lineAckValid_ != 0 || groupDone || acknowledged)
      finish(groupDone, acknowledged);
    if (rowSent || outValid_)
      send(rowSent);
    if (close || !groups_.empty())
      groups_.tick(close, merge_.merged | (merge_.hasLine ? kHasLine : 0), groupDone);
    if (close && merge_.hasLine)
      closeRow();
    idleCycles_ += unsigned(open_);
    if (checked.valid)
      merge(checked, line, join);
    else if (close)
      open_ = false;
    Data *payload = front_.tick({.room = openGroups_ != depth_,
                                 .entryDone = acknowledged,
                                 .unsent = checked.valid && !needsRow,
                                 .sent = rowSent});
    if (payload != nullptr)
      copyWords(payload->data, data_, shape_.words());
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Data {
    Word data[8] = {};
  };
  // An entry for a group: the number of its stores, and
  static constexpr Word kHasLine = 0x100;
  /// A group: stores that leave together, which are at most one line, and the faulty stores among them.
  struct Merge {
    bool hasLine = false;
    unsigned merged = 0;
    Word line = 0;  // an address
    Word strobes = 0;
  };
  struct Row {
    Word line = 0, strobes = 0;
  };

  Word *rowData(unsigned row) { return &rowData_[size_t(row) * lineWords_]; }

  void merge(const LsuFront<Data>::Request &store, Word line, bool join) {
    if (!join)
      merge_ = {.line = merge_.line};
    if (store.ok) {
      const auto offset = static_cast<unsigned>(store.address - line);
      shape_.insert(rowData(row_), offset, store.payload.data);
      merge_.strobes |= shape_.strobes(offset);
      merge_.hasLine = true;
      merge_.line = line;
    }
    ++merge_.merged;
    beforeOk_ = store.ok;
    open_ = true;
    full_ = merge_.strobes == allStrobes_ || merge_.merged == maxMerge_;
    idleCycles_ = 0;
  }

  void closeRow() {
    rows_[row_] = {merge_.line, merge_.strobes};
    row_ = (row_ + 1) % kRows;
    ++closedRows_;
  }

  /// Moves a closed row to the output register.
  void send(bool rowSent) {
    if (rowSent) {
      *lineReqAddress_ = rows_[sendRow_].line;
      *lineReqStrobes_ = rows_[sendRow_].strobes;
      copyWords(lineReqData_, rowData(sendRow_), lineWords_);
      sendRow_ = (sendRow_ + 1) % kRows;
      --closedRows_;
      outValid_ = true;
    } else if (*lineReqReady_ != 0) {
      outValid_ = false;
    }
  }

  /// Acknowledges stores of the groups that memory acknowledged.
  void finish(bool groupDone, bool acknowledged) {
    const Word group = groups_.front();
    lineAcks_.tick(unsigned(*lineAckValid_ != 0), groupDone && (group & kHasLine) != 0);
    acks_.tick(groupDone ? group & 0xff : 0, acknowledged);
  }

  /// Sets the outputs of the next cycle that hold no data.
  void drive() {
    *lineReqValid_ = outValid_;
    *ackValid_ = acks_.any();
    *idle_ = front_.empty();
    *busy_ = !front_.quiet();
  }

  void reset() {
    front_.reset();
    groups_.reset();
    lineAcks_.reset();
    acks_.reset();
    openGroups_ = leftGroups_ = closedRows_ = row_ = sendRow_ = 0;
    open_ = outValid_ = false;
    drive();
  }

  ElementShape shape_;
  Word lineMask_, allStrobes_;
  unsigned lineWords_, depth_;
  unsigned stores_;    // accepted, not yet acknowledged, at most
  unsigned maxMerge_;  // stores in one line request
  const Word *rst_, *data_, *ackReady_, *lineReqReady_, *lineAckValid_;
  Word *ackValid_, *lineReqValid_, *lineReqAddress_, *lineReqData_, *lineReqStrobes_, *idle_;

  LsuFront<Data> front_;
  unsigned openGroups_ = 0;  // accepted stores that may start one, and groups not yet acknowledged
  unsigned leftGroups_ = 0;  // of openGroups_ those that count no longer from the next cycle on
  bool beforeOk_ = false;    // the store before was within bounds
  bool open_ = false;        // merge_ is a group
  bool full_ = false;
  Merge merge_;
  unsigned idleCycles_ = 0;
  std::vector<Word> rowData_;  // a ring of lines
  Row rows_[kRows];
  unsigned row_ = 0, sendRow_ = 0;  // the row being written, and the one that leaves next
  unsigned closedRows_ = 0;
  bool outValid_ = false;
  Queue<Word> groups_;
  CreditCounter lineAcks_, acks_;  // of memory, not yet used; of stores, not yet given
  Word *busy_;                     // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuStoreStream(Wiring &wiring) {
  return std::make_unique<LsuStoreStream>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                          static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                          static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
