// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lanes_in_turn.sv
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

/// A lane's word of at most 64 bits at a time.
void copyBits(Word *to, uint64_t low, const Word *from, uint64_t fromLow, unsigned bits) {
  for (unsigned at = 0; at < bits; at += 64) {
    const unsigned n = std::min(64u, bits - at);
    const Word value = from ? bitsAt(from, fromLow + at, n) : 0;
    const uint64_t word = (low + at) / 64;
    const auto shift = unsigned((low + at) % 64);
    to[word] = (to[word] & ~(maskOf(n) << shift)) | value << shift;
    if (shift + n > 64)
      to[word + 1] = (to[word + 1] & ~(maskOf(n) >> (64 - shift))) | value >> (64 - shift);
  }
}

class LanesInTurn final : public Model {
public:
  explicit LanesInTurn(Wiring &wiring)
      : lanes_(unsigned(wiring.parameter("Lanes"))), requestBits_(unsigned(wiring.parameter("RequestW"))),
        answerBits_(unsigned(wiring.parameter("AnswerW"))), rst_(wiring.input("rst_i")),
        reqValid_(wiring.input("req_valid_i")), reqMask_(wiring.input("req_mask_i")),
        reqData_(wiring.input("req_data_i")), rspReady_(wiring.input("rsp_ready_i")),
        laneReqReady_(wiring.input("lane_req_ready_i")), laneRspValid_(wiring.input("lane_rsp_valid_i")),
        laneRspData_(wiring.input("lane_rsp_data_i")), reqReady_(wiring.output("req_ready_o")),
        rspValid_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
        laneReqValid_(wiring.output("lane_req_valid_o")), laneReqData_(wiring.output("lane_req_data_o")),
        laneRspReady_(wiring.output("lane_rsp_ready_o")), requests_(wordsOf(lanes_ * requestBits_)),
        skid_(wordsOf(requestBits_)), room_(entries(wiring)), packets_(unsigned(wiring.parameter("Depth"))) {
    busy_ = wiring.busy({"req_valid_i"});
  }

  /// Whether a lane's answer is taken.
  void evaluate(unsigned) override { *laneRspReady_ = packets_.valid() && left() != 0 && mayTake(); }

  void tick() override {
    const bool accept = *reqValid_ && *reqReady_;
    const bool take = packets_.valid() && (left() == 0 || *laneRspValid_) && mayTake();
    const bool last = (left() & (left() - 1)) == 0;
    if (take)
      answer();
    *rspValid_ = (take && last) || (*rspValid_ && !*rspReady_);
    room_.tick(unsigned(take && last), accept);
    packets_.tick(accept, *reqMask_, take && last);
    send();
    if (accept) {
      waits_ = *reqMask_;
      copyWords(requests_.data(), reqData_, unsigned(requests_.size()));
    }
    if (*rst_) [[unlikely]]
      reset();
    show();
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(requests_);
    list.addAll(skid_);
  }

private:
  /// A deep FIFO has room for one more.
  static unsigned entries(const Wiring &wiring) {
    const auto depth = unsigned(wiring.parameter("Depth"));
    return depth > 16 ? depth + 1 : depth;
  }

  /// Lanes of the oldest packet that have no answer yet.
  Word left() const { return first_ ? packets_.front() : left_; }
  bool mayTake() const { return !*rspValid_ || *rspReady_; }

  void answer() {
    if (first_)
      std::fill_n(rspData_, wordsOf(lanes_ * answerBits_), Word(0));
    const Word lanes = left();
    if (lanes != 0)
      copyBits(rspData_, uint64_t(std::countr_zero(lanes)) * answerBits_, laneRspData_, 0, answerBits_);
    left_ = lanes & (lanes - 1);
    first_ = left_ == 0;
  }

  /// The lowest lane that waits moves on to the registers behind.
  void send() {
    const bool comes = waits_ != 0 && laneRoom_;
    const uint64_t low = comes ? uint64_t(std::countr_zero(waits_)) * requestBits_ : 0;
    if (!*laneReqValid_ || *laneReqReady_) {
      if (!laneRoom_)
        copyWords(laneReqData_, skid_.data(), unsigned(skid_.size()));
      else if (comes)
        copyBits(laneReqData_, 0, requests_.data(), low, requestBits_);
      *laneReqValid_ = comes || !laneRoom_;
      laneRoom_ = true;
    } else if (comes) {
      copyBits(skid_.data(), 0, requests_.data(), low, requestBits_);
      laneRoom_ = false;
    }
    if (comes)
      waits_ &= waits_ - 1;
  }

  void reset() {
    waits_ = 0;
    *laneReqValid_ = 0;
    laneRoom_ = true;
    first_ = true;
    *rspValid_ = 0;
    room_.reset();
    packets_.reset();
  }

  void show() {
    *reqReady_ = room_.any() && (waits_ == 0 || (laneRoom_ && (waits_ & (waits_ - 1)) == 0));
    *busy_ = !(room_.full() && *laneReqValid_ == 0 && *rspValid_ == 0);
  }

  unsigned lanes_, requestBits_, answerBits_;
  const Word *rst_, *reqValid_, *reqMask_, *reqData_, *rspReady_, *laneReqReady_, *laneRspValid_, *laneRspData_;
  Word *reqReady_, *rspValid_, *rspData_, *laneReqValid_, *laneReqData_, *laneRspReady_, *busy_;
  std::vector<Word> requests_, skid_;
  Word waits_ = 0;  // lanes that are still to be sent
  bool laneRoom_ = false;
  CreditCounter room_;
  Queue<Word> packets_;  // their masks
  bool first_ = true;    // no lane of the oldest packet has an answer
  Word left_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeLanesInTurn(Wiring &wiring) { return std::make_unique<LanesInTurn>(wiring); }

}  // namespace weft::instant
