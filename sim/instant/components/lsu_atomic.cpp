// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_atomic.sv.
#include <algorithm>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/lsu_elements.h"
#include "sim/instant/components/lsu_front.h"
#include "sim/instant/components/lsu_order.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

/// Requests accepted, not yet sent to memory.
constexpr unsigned requestsOf(unsigned depth) { return std::min(depth, 8u); }

class LsuAtomic final : public Model {
public:
  LsuAtomic(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
      : bytes_(bytes), offsetMask_(lineBytes - 1), rst_(wiring.input("rst_i")), op_(wiring.input("req_op_i")),
        data_(wiring.input("req_data_i")), compare_(wiring.input("req_cmp_i")), rspReady_(wiring.input("rsp_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), lineAckValid_(wiring.input("line_ack_valid_i")),
        rspValidOut_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
        lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
        lineReqOp_(wiring.output("line_req_atop_o")), lineReqData_(wiring.output("line_req_data_o")),
        lineReqStrobes_(wiring.output("line_req_strb_o")), idle_(wiring.output("idle_o")),
        front_(wiring, bytes, depth, requestsOf(depth)), requests_(requestsOf(depth)), old_(wiring, bytes, depth),
        order_(depth), busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const auto &checked = front_.checked();
    const bool request = checked.valid && checked.ok;
    const bool sent = requests_.valid() && *lineReqReady_ != 0;
    const bool next = sent || !requests_.valid();
    const bool done = rspValid_ && *rspReady_ != 0;
    const bool take = done && !order_.fault();
    old_.tick(sent, static_cast<unsigned>(requests_.front().address & offsetMask_), take);
    lineAcks_.tick(unsigned(*lineAckValid_ != 0), take);
    requests_.tick(request, checked, sent);
    order_.tick(checked.valid, checked.ok, done);
    if (Operation *payload = front_.tick({.entryDone = done, .unsent = checked.valid && !checked.ok, .sent = sent}))
      *payload = {*op_, *compare_, *data_};
    drive();
    if (requests_.valid() && next)  // saves time: the request is not the one before
      ask(requests_.front());
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Operation {
    Word op = 0, compare = 0, data = 0;
  };

  /// Sets the outputs of the next cycle, which are functions of registers, but for the line request's payload.
  void drive() {
    *lineReqValid_ = requests_.valid();
    rspValid_ = order_.rspValid(old_.valid() && lineAcks_.any());
    *rspValidOut_ = rspValid_;
    if (rspValid_)
      *rspData_ = order_.fault() ? 0 : *old_.front();
    *idle_ = front_.empty();
    *busy_ = !front_.quiet();
  }

  /// The module puts the data on every pair of lanes; what counts is the one under the strobes.
  void ask(const LsuFront<Operation>::Request &request) {
    const Word address = request.address, op = request.payload.op;
    const auto offset = static_cast<unsigned>(address & offsetMask_);
    const bool high = (address & bytes_) != 0, isCompare = (op & 0x11) == 0x11;
    const Word own = isCompare ? request.payload.compare : request.payload.data, beside = request.payload.data;
    const Word strobes = maskOf(isCompare ? 2 * bytes_ : bytes_);
    *lineReqStrobes_ = strobes << (isCompare ? offset & ~(2 * bytes_ - 1) : offset);
    Word *pair = lineReqData_ + offset / (2 * bytes_) * (bytes_ / 4);
    if (bytes_ == 4) {
      *pair = high ? own << 32 | beside : beside << 32 | own;
    } else {
      pair[high] = own;
      pair[!high] = beside;
    }
    *lineReqAddress_ = address;
    *lineReqOp_ = op;
  }

  void reset() {
    front_.reset();
    requests_.reset();
    old_.reset();
    lineAcks_.reset();
    order_.reset();
    drive();
  }

  unsigned bytes_;  // of an operand
  Word offsetMask_;
  const Word *rst_, *op_, *data_, *compare_, *rspReady_, *lineReqReady_, *lineAckValid_;
  Word *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *lineReqOp_, *lineReqData_, *lineReqStrobes_, *idle_;

  LsuFront<Operation> front_;
  Queue<LsuFront<Operation>::Request> requests_;
  LsuElements old_;
  CreditCounter lineAcks_;  // not yet used
  LsuOrder order_;
  bool rspValid_ = false;
  Word *busy_;  // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuAtomic(Wiring &wiring) {
  return std::make_unique<LsuAtomic>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                     static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                     static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
