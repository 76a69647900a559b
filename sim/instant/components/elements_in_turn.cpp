// SPDX-License-Identifier: Apache-2.0
// rtl/mem/elements_in_turn.sv
#include <bit>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class ElementsInTurn final : public Model {
public:
  explicit ElementsInTurn(Wiring &wiring)
      : elements_(unsigned(wiring.parameter("Elements"))), masks_(wiring.parameter("Masks") != 0),
        words_(wordsOf(8 * unsigned(wiring.parameter("Bytes")))),
        addressMask_(maskOf(unsigned(wiring.parameter("AddrBits")))), reset_(wiring.input("rst_i")),
        reqValid_(wiring.input("req_valid_i")), reqMask_(wiring.input("req_mask_i")),
        reqSet_(wiring.input("req_set_i")), rspReady_(wiring.input("rsp_ready_i")),
        unitReqReady_(wiring.input("unit_req_ready_i")), unitRspValid_(wiring.input("unit_rsp_valid_i")),
        reqReady_(wiring.output("req_ready_o")), rspValid_(wiring.output("rsp_valid_o")),
        unitReqValid_(wiring.output("unit_req_valid_o")), unitReqMask_(wiring.output("unit_req_mask_o")),
        unitReqSet_(wiring.output("unit_req_set_o")), unitRspReady_(wiring.output("unit_rsp_ready_o")),
        wanted_(masks_ ? wordsOf(unsigned(wiring.parameter("Lanes")) * elements_) : 0),
        depth_(unsigned(wiring.parameter("Depth"))), room_(depth_), packets_(depth_, depth_) {
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
    for (uint64_t rest = taps; rest != 0; rest &= rest - 1)
      places_.push_back(uint64_t(std::countr_zero(rest)) * bytes);
    busy_ = wiring.busy({"req_valid_i", "unit_rsp_valid_i"});
  }

  void evaluate(unsigned path) override {
    if (path == 0)
      *reqReady_ = mayAccept();
    else
      *unitRspReady_ = mayTake();
  }

  void tick() override {
    const bool accepts = *reqValid_ && mayAccept(), takes = *unitRspValid_ && mayTake(), begins = takes && first_;
    const Word kept = packets_.front();
    answer(takes, kept);
    packets_.tick(fresh_, left_, begins && masks_);
    room_.tick(unsigned(begins && masks_), accepts && masks_);
    fresh_ = accepts && masks_;
    if (accepts)
      accept();
    else if (*unitReqValid_ && *unitReqReady_)
      step();
    if (*reset_) [[unlikely]]
      reset();
    const bool answers = masks_ ? *unitRspReady_ || fresh_ || !first_ || !room_.full() : !*unitRspReady_;
    *busy_ = *unitReqValid_ || *rspValid_ || !*reqReady_ || answers;
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(wanted_);
  }

private:
  struct Lane {
    const Word *address, *answer;
    Word *unitAddress;
    std::vector<Word *> elements;
  };

  bool mayAccept() const { return (!masks_ || room_.any()) && (!*unitReqValid_ || (*unitReqReady_ && left_ == 0)); }
  bool mayTake() const { return (!masks_ || !first_ || packets_.valid()) && (!*rspValid_ || *rspReady_); }

  void accept() {
    for (const Lane &lane : lanes_)
      *lane.unitAddress = *lane.address;
    *unitReqSet_ = *reqSet_;
    *unitReqValid_ = 1;
    sent_ = 0;
    left_ = maskOf(elements_ - 1) << 1;
    if (!masks_) {
      *unitReqMask_ = *reqMask_;
      return;
    }
    copyWords(wanted_.data(), reqMask_, unsigned(wanted_.size()));
    Word wanted = 0;
    for (unsigned l = 0; l < lanes_.size(); ++l)
      wanted |= bitsAt(wanted_.data(), uint64_t(l) * elements_, elements_);
    left_ &= wanted;
    showMask();
  }

  /// The mask of the element that is asked for.
  void showMask() {
    *unitReqMask_ = 0;
    for (unsigned l = 0; l < lanes_.size(); ++l)
      *unitReqMask_ |= bitsAt(wanted_.data(), uint64_t(l) * elements_ + sent_, 1) << l;
  }

  /// The next element, if there is one.
  void step() {
    *unitReqValid_ = left_ != 0;
    if (left_ == 0)
      return;
    const auto next = unsigned(std::countr_zero(left_));
    for (const Lane &lane : lanes_)
      *lane.unitAddress = (*lane.unitAddress + places_[next] - places_[sent_]) & addressMask_;
    sent_ = next;
    left_ &= left_ - 1;
    if (masks_)
      showMask();
  }

  /// An answer, the first one of a packet with these elements behind it or that of the next one that is due.
  void answer(bool takes, Word behind) {
    if (!takes) {
      *rspValid_ = *rspValid_ && !*rspReady_;
      return;
    }
    const auto element = first_ ? 0 : unsigned(std::countr_zero(due_));
    for (const Lane &lane : lanes_)
      for (unsigned e = element; e < (first_ ? elements_ : element + 1); ++e)
        copyWords(lane.elements[e], lane.answer, words_);
    const Word all = masks_ ? behind : maskOf(elements_ - 1) << 1;
    due_ = first_ ? all : due_ & (due_ - 1);
    first_ = due_ == 0;
    *rspValid_ = first_;
  }

  void reset() {
    *unitReqValid_ = *rspValid_ = 0;
    first_ = true;
    fresh_ = false;
    room_.reset();
    packets_.reset();
  }

  const unsigned elements_;
  const bool masks_;  // a lane has one for each element
  const unsigned words_;
  const Word addressMask_;
  const Word *reset_, *reqValid_, *reqMask_, *reqSet_, *rspReady_, *unitReqReady_, *unitRspValid_;
  Word *reqReady_, *rspValid_, *unitReqValid_, *unitReqMask_, *unitReqSet_, *unitRspReady_, *busy_;
  std::vector<Lane> lanes_;
  std::vector<Word> places_;  // of elements, in bytes behind the first one
  std::vector<Word> wanted_;  // the packet's masks
  unsigned sent_ = 0;         // the element that is asked for
  Word left_ = 0, due_ = 0;   // elements to be asked for, and to be answered
  bool first_ = true;         // the next answer is a packet's first
  bool fresh_ = false;        // a packet is not among those under way yet
  const unsigned depth_;      // of these, with masks
  CreditCounter room_;
  Queue<Word> packets_;  // of each the elements behind its first
};

}  // namespace

std::unique_ptr<Model> makeElementsInTurn(Wiring &wiring) { return std::make_unique<ElementsInTurn>(wiring); }

}  // namespace weft::instant
