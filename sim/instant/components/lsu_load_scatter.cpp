// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_scatter.sv.
#include "sim/instant/components/credits.h"
#include "sim/instant/components/lsu_elements.h"
#include "sim/instant/components/lsu_front.h"
#include "sim/instant/components/lsu_order.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRequests = 8;  // accepted, not yet sent to memory

class LsuLoadScatter final : public Model {
public:
  LsuLoadScatter(Wiring &wiring, unsigned bytes, unsigned lineBytes, unsigned depth)
      : offsetMask_(lineBytes - 1), rst_(wiring.input("rst_i")), rspReady_(wiring.input("rsp_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), rspValidOut_(wiring.output("rsp_valid_o")),
        rspData_(wiring.output("rsp_data_o")), lineReqValid_(wiring.output("line_req_valid_o")),
        lineReqAddress_(wiring.output("line_req_addr_o")), idle_(wiring.output("idle_o")),
        front_(wiring, bytes, depth + kRequests, kRequests), requests_(kRequests), room_(depth),
        elements_(wiring, bytes, depth), order_(depth + kRequests), busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const auto &checked = front_.checked();
    const bool request = checked.valid && checked.ok;
    const bool sent = requests_.valid() && room_.any() && *lineReqReady_ != 0;
    const bool done = rspValid_ && *rspReady_ != 0;
    const bool take = done && !order_.fault();
    elements_.tick(sent, static_cast<unsigned>(requests_.front() & offsetMask_), take);
    room_.tick(unsigned(take), sent);
    requests_.tick(request, checked.address, sent);
    order_.tick(checked.valid, checked.ok, done);
    front_.tick({.entryDone = done, .unsent = checked.valid && !checked.ok, .sent = sent});
    const bool next = done || !rspValid_;
    drive();
    if (rspValid_ && next)  // saves time: an answer stands until it is taken
      answer();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Payload {};

  /// Sets the outputs of the next cycle, which are functions of registers, but for the answer.
  void drive() {
    const bool request = requests_.valid() && room_.any();
    *lineReqValid_ = request;
    if (request)
      *lineReqAddress_ = requests_.front() & ~offsetMask_;
    rspValid_ = order_.rspValid(elements_.valid());
    *rspValidOut_ = rspValid_;
    *idle_ = front_.empty();
    *busy_ = !(front_.quiet() && room_.any());
  }

  void answer() {
    if (order_.fault())
      elements_.shape().clear(rspData_);
    else
      copyWords(rspData_, elements_.front(), elements_.shape().words());
  }

  void reset() {
    front_.reset();
    requests_.reset();
    room_.reset();
    elements_.reset();
    order_.reset();
    drive();
  }

  Word offsetMask_;
  const Word *rst_, *rspReady_, *lineReqReady_;
  Word *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_;

  LsuFront<Payload> front_;
  Queue<Word> requests_;  // addresses of elements
  CreditCounter room_;    // for elements
  LsuElements elements_;
  LsuOrder order_;
  bool rspValid_ = false;
  Word *busy_;  // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuLoadScatter(Wiring &wiring) {
  return std::make_unique<LsuLoadScatter>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")),
                                          static_cast<unsigned>(wiring.parameter("LineBits") / 8),
                                          static_cast<unsigned>(wiring.parameter("Depth")));
}

}  // namespace weft::instant
