// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_scatter.sv.
#include <algorithm>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/lsu_front.h"
#include "sim/instant/components/lsu_order.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

/// Requests accepted, not yet sent to memory.
constexpr unsigned requestsOf(unsigned depth) { return std::min(depth, 8u); }

class LsuStoreScatter final : public Model {
public:
  LsuStoreScatter(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
      : shape_(bytes), offsetMask_(lineBytes - 1), rst_(wiring.input("rst_i")), data_(wiring.input("req_data_i")),
        ackReady_(wiring.input("ack_ready_i")), lineReqReady_(wiring.input("line_req_ready_i")),
        lineAckValid_(wiring.input("line_ack_valid_i")), ackValidOut_(wiring.output("ack_valid_o")),
        lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
        lineReqData_(wiring.output("line_req_data_o")), lineReqStrobes_(wiring.output("line_req_strb_o")),
        idle_(wiring.output("idle_o")), front_(wiring, bytes, depth, requestsOf(depth)), requests_(requestsOf(depth)),
        order_(depth), busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const auto &checked = front_.checked();
    const bool request = checked.valid && checked.ok;
    const bool sent = requests_.valid() && *lineReqReady_ != 0;
    const bool next = sent || !requests_.valid();
    const bool done = ackValid_ && *ackReady_ != 0;
    lineAcks_.tick(unsigned(*lineAckValid_ != 0), done && !order_.fault());
    requests_.tick(request, checked, sent);
    order_.tick(checked.valid, checked.ok, done);
    Data *payload = front_.tick({.entryDone = done, .unsent = checked.valid && !checked.ok, .sent = sent});
    if (payload != nullptr)
      copyWords(payload->data, data_, shape_.words());
    drive();
    if (requests_.valid() && next)  // saves time: the request is not the one before
      ask(requests_.front());
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Data {
    Word data[8] = {};
  };

  /// Sets the outputs of the next cycle, which are functions of registers, but for the line request's payload.
  void drive() {
    *lineReqValid_ = requests_.valid();
    ackValid_ = order_.rspValid(lineAcks_.any());
    *ackValidOut_ = ackValid_;
    *idle_ = front_.empty();
    *busy_ = !front_.quiet();
  }

  /// The module puts the data on every lane; what counts is the one under the strobes.
  void ask(const LsuFront<Data>::Request &request) {
    const auto offset = static_cast<unsigned>(request.address & offsetMask_);
    *lineReqAddress_ = request.address - offset;
    *lineReqStrobes_ = shape_.strobes(offset);
    shape_.insert(lineReqData_, offset, request.payload.data);
  }

  void reset() {
    front_.reset();
    requests_.reset();
    lineAcks_.reset();
    order_.reset();
    drive();
  }

  ElementShape shape_;
  Word offsetMask_;
  const Word *rst_, *data_, *ackReady_, *lineReqReady_, *lineAckValid_;
  Word *ackValidOut_, *lineReqValid_, *lineReqAddress_, *lineReqData_, *lineReqStrobes_, *idle_;

  LsuFront<Data> front_;
  Queue<LsuFront<Data>::Request> requests_;
  CreditCounter lineAcks_;  // not yet used
  LsuOrder order_;
  bool ackValid_ = false;
  Word *busy_;  // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuStoreScatter(Wiring &wiring) {
  return std::make_unique<LsuStoreScatter>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                           static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                           static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
