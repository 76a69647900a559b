// SPDX-License-Identifier: Apache-2.0
// rtl/mem/elements_in_turn.sv
#include <bit>

#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class ElementsInTurn final : public Model {
public:
  explicit ElementsInTurn(Wiring &wiring)
      : elements_(unsigned(wiring.parameter("Elements"))), words_(wordsOf(8 * unsigned(wiring.parameter("Bytes")))),
        addressMask_(maskOf(unsigned(wiring.parameter("AddrBits")))), reset_(wiring.input("rst_i")),
        reqValid_(wiring.input("req_valid_i")), reqMask_(wiring.input("req_mask_i")),
        reqSet_(wiring.input("req_set_i")), rspReady_(wiring.input("rsp_ready_i")),
        unitReqReady_(wiring.input("unit_req_ready_i")), unitRspValid_(wiring.input("unit_rsp_valid_i")),
        reqReady_(wiring.output("req_ready_o")), rspValid_(wiring.output("rsp_valid_o")),
        unitReqValid_(wiring.output("unit_req_valid_o")), unitReqMask_(wiring.output("unit_req_mask_o")),
        unitReqSet_(wiring.output("unit_req_set_o")), unitRspReady_(wiring.output("unit_rsp_ready_o")) {
    const auto lanes = unsigned(wiring.parameter("Lanes"));
    for (unsigned l = 0; l < lanes; ++l) {
      Lane lane{wiring.input("req_addr_i", l, lanes),
                wiring.input("unit_rsp_data_i", l, lanes),
                wiring.output("unit_req_addr_o", l, lanes),
                {}};
      for (unsigned e = 0; e < elements_; ++e)
        lane.elements.push_back(wiring.output("rsp_data_o", l * elements_ + e, lanes * elements_));
      lanes_.push_back(std::move(lane));
    }
    const uint64_t taps = wiring.parameter("Taps"), bytes = wiring.parameter("Bytes");
    for (uint64_t rest = taps & (taps - 1), from = 0; rest != 0; rest &= rest - 1) {
      const auto element = uint64_t(std::countr_zero(rest));
      distances_.push_back((element - from) * bytes);
      from = element;
    }
    distances_.push_back(distances_.front());
    busy_ = wiring.busy({"req_valid_i", "unit_rsp_valid_i"});
  }

  void evaluate(unsigned path) override {
    if (path == 0)
      *reqReady_ = mayAccept();
    else
      *unitRspReady_ = mayTake();
  }

  void tick() override {
    answer();
    if (*reqValid_ && mayAccept())
      accept();
    else if (*unitReqValid_ && *unitReqReady_)
      step();
    if (*reset_) [[unlikely]] {
      *unitReqValid_ = *rspValid_ = 0;
      came_ = 0;
    }
    *busy_ = *unitReqValid_ || *rspValid_ || !*reqReady_ || !*unitRspReady_;
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Lane {
    const Word *address, *answer;
    Word *unitAddress;
    std::vector<Word *> elements;
  };

  bool lastSent() const { return sent_ == elements_ - 1; }
  bool mayAccept() const { return !*unitReqValid_ || (*unitReqReady_ && lastSent()); }
  bool mayTake() const { return !*rspValid_ || *rspReady_; }

  void accept() {
    for (const Lane &lane : lanes_)
      *lane.unitAddress = *lane.address;
    *unitReqMask_ = *reqMask_;
    *unitReqSet_ = *reqSet_;
    *unitReqValid_ = 1;
    sent_ = 0;
  }

  /// The next element, if there is one.
  void step() {
    for (const Lane &lane : lanes_)
      *lane.unitAddress = (*lane.unitAddress + distances_[sent_]) & addressMask_;
    *unitReqValid_ = !lastSent();
    ++sent_;
  }

  void answer() {
    if (!*unitRspValid_ || !mayTake()) {
      *rspValid_ = *rspValid_ && !*rspReady_;
      return;
    }
    for (const Lane &lane : lanes_) {
      for (unsigned e = 1; e < elements_; ++e)
        copyWords(lane.elements[e - 1], lane.elements[e], words_);
      copyWords(lane.elements.back(), lane.answer, words_);
    }
    *rspValid_ = came_ == elements_ - 1;
    came_ = *rspValid_ ? 0 : came_ + 1;
  }

  const unsigned elements_, words_;
  const Word addressMask_;
  const Word *reset_, *reqValid_, *reqMask_, *reqSet_, *rspReady_, *unitReqReady_, *unitRspValid_;
  Word *reqReady_, *rspValid_, *unitReqValid_, *unitReqMask_, *unitReqSet_, *unitRspReady_, *busy_;
  std::vector<Lane> lanes_;
  std::vector<Word> distances_;  // of an element's address from the next one's; the last element's do not matter
  unsigned sent_ = 0;            // elements of the packet before the one that is asked for
  unsigned came_ = 0;            // elements of the oldest packet
};

}  // namespace

std::unique_ptr<Model> makeElementsInTurn(Wiring &wiring) { return std::make_unique<ElementsInTurn>(wiring); }

}  // namespace weft::instant
