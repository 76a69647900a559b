// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lanes_in_turn.sv
#include <array>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

/// At most 64 bits at a time.
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
        answerBits_(unsigned(wiring.parameter("AnswerW"))), rowWords_(unsigned(wiring.parameter("RowWords"))),
        columnBits_(unsigned(std::countr_zero(rowWords_))), addressBits_(unsigned(wiring.parameter("AddrW"))),
        unitBits_(unsigned(wiring.parameter("UnitW"))), rst_(wiring.input("rst_i")),
        reqValid_(wiring.input("req_valid_i")), reqMask_(wiring.input("req_mask_i")),
        reqData_(wiring.input("req_data_i")), rspReady_(wiring.input("rsp_ready_i")),
        laneReqReady_(wiring.input("lane_req_ready_i")), laneRspValid_(wiring.input("lane_rsp_valid_i")),
        laneRspData_(wiring.input("lane_rsp_data_i")), reqReady_(wiring.output("req_ready_o")),
        rspValid_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
        laneReqValid_(wiring.output("lane_req_valid_o")), laneReqData_(wiring.output("lane_req_data_o")),
        laneRspReady_(wiring.output("lane_rsp_ready_o")), requests_(wordsOf(lanes_ * requestBits_)),
        skid_(wordsOf(unitBits_)), room_(entries(wiring)), packets_(unsigned(wiring.parameter("Depth"))) {
    busy_ = wiring.busy({"req_valid_i"});
  }

  /// Whether an answer of the unit is taken.
  void evaluate(unsigned) override { *laneRspReady_ = packets_.valid() && due() != 0 && mayTake(); }

  void tick() override {
    const bool accept = *reqValid_ && *reqReady_;
    const bool take = packets_.valid() && (due() == 0 || *laneRspValid_) && mayTake();
    const bool last = (due() & (due() - 1)) == 0;
    if (take)
      answer();
    *rspValid_ = (take && last) || (*rspValid_ && !*rspReady_);
    room_.tick(unsigned(take && last), accept);
    send();
    if (accept) {
      packet_ = asked();
      leads_ = packet_.leads;
      copyWords(requests_.data(), reqData_, unsigned(requests_.size()));
    }
    packets_.tick(accept, packet_, take && last);
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
  static constexpr unsigned kMostLanes = 64;

  struct Packet {
    Word mask = 0, leads = 0;  // those that lead go with the ones behind them, without rows alone
    std::array<uint8_t, kMostLanes> columns = {};
  };

  /// A deep FIFO has room for one more.
  static unsigned entries(const Wiring &wiring) {
    const auto depth = unsigned(wiring.parameter("Depth"));
    return depth > 16 ? depth + 1 : depth;
  }

  /// Who leads the lanes of the oldest packet that have no answer yet.
  Word due() const { return first_ ? packets_.front().leads : due_; }
  bool mayTake() const { return !*rspValid_ || *rspReady_; }

  /// The lanes that go with the first one that leads.
  static Word together(const Packet &packet, Word leads) {
    const Word first = leads & -leads, next = leads & (leads - 1);
    return first == 0 ? 0 : packet.mask & ~(first - 1) & (next - 1) & ~next;
  }

  /// The packet that comes.
  Packet asked() const {
    Packet packet{*reqMask_, *reqMask_};
    const bool stores = requestBits_ > addressBits_;
    for (unsigned lane = 0; lane < lanes_ && rowWords_ > 1; ++lane) {
      const uint64_t low = uint64_t(lane) * requestBits_;
      packet.columns[lane] = uint8_t(bitsAt(reqData_, low, columnBits_));
      if (lane == 0 || (packet.mask >> (lane - 1) & 3) != 3)
        continue;
      const Word row = bitsAt(reqData_, low + columnBits_, addressBits_ - columnBits_);
      if (row == bitsAt(reqData_, low - requestBits_ + columnBits_, addressBits_ - columnBits_) &&
          (!stores || packet.columns[lane] > packet.columns[lane - 1]))
        packet.leads &= ~(Word(1) << lane);
    }
    return packet;
  }

  void answer() {
    if (first_)
      std::fill_n(rspData_, wordsOf(lanes_ * answerBits_), Word(0));
    const Word leads = due();
    const Packet &packet = packets_.front();
    for (Word lanes = together(packet, leads); lanes != 0; lanes &= lanes - 1) {
      const auto lane = unsigned(std::countr_zero(lanes));
      copyBits(rspData_, uint64_t(lane) * answerBits_, laneRspData_, uint64_t(packet.columns[lane]) * answerBits_,
               answerBits_);
    }
    due_ = leads & (leads - 1);
    first_ = due_ == 0;
  }

  /// What the first lane that leads, and those with it, ask the unit for.
  void request(Word *to) const {
    const uint64_t low = uint64_t(std::countr_zero(leads_)) * requestBits_;
    if (rowWords_ == 1)
      return copyBits(to, 0, requests_.data(), low, requestBits_);
    const unsigned rowBits = addressBits_ - columnBits_, stored = requestBits_ - addressBits_;
    std::fill_n(to, wordsOf(unitBits_), Word(0));
    copyBits(to, 0, requests_.data(), low + columnBits_, rowBits);
    if (stored == 0)  // a load takes the whole row
      for (unsigned word = 0; word < rowWords_; ++word)
        to[(rowBits + word) / 64] |= Word(1) << (rowBits + word) % 64;
    for (Word lanes = together(packet_, leads_); lanes != 0; lanes &= lanes - 1) {
      const auto lane = unsigned(std::countr_zero(lanes));
      const unsigned column = packet_.columns[lane];
      to[(rowBits + column) / 64] |= Word(1) << (rowBits + column) % 64;
      copyBits(to, rowBits + rowWords_ + uint64_t(column) * stored, requests_.data(),
               uint64_t(lane) * requestBits_ + addressBits_, stored);
    }
  }

  /// One request moves on to the registers behind.
  void send() {
    const bool comes = leads_ != 0 && laneRoom_;
    if (!*laneReqValid_ || *laneReqReady_) {
      if (!laneRoom_)
        copyWords(laneReqData_, skid_.data(), unsigned(skid_.size()));
      else if (comes)
        request(laneReqData_);
      *laneReqValid_ = comes || !laneRoom_;
      laneRoom_ = true;
    } else if (comes) {
      request(skid_.data());
      laneRoom_ = false;
    }
    if (comes)
      leads_ &= leads_ - 1;
  }

  void reset() {
    leads_ = 0;
    *laneReqValid_ = 0;
    laneRoom_ = true;
    first_ = true;
    *rspValid_ = 0;
    room_.reset();
    packets_.reset();
  }

  void show() {
    *reqReady_ = room_.any() && (leads_ == 0 || (laneRoom_ && (leads_ & (leads_ - 1)) == 0));
    *busy_ = !(room_.full() && *laneReqValid_ == 0 && *rspValid_ == 0);
  }

  unsigned lanes_, requestBits_, answerBits_, rowWords_, columnBits_, addressBits_, unitBits_;
  const Word *rst_, *reqValid_, *reqMask_, *reqData_, *rspReady_, *laneReqReady_, *laneRspValid_, *laneRspData_;
  Word *reqReady_, *rspValid_, *rspData_, *laneReqValid_, *laneReqData_, *laneRspReady_, *busy_;
  std::vector<Word> requests_, skid_;
  Packet packet_;   // the last one that came
  Word leads_ = 0;  // of it, those still to be sent
  bool laneRoom_ = false;
  CreditCounter room_;
  Queue<Packet> packets_;
  bool first_ = true;  // no lane of the oldest packet has an answer
  Word due_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeLanesInTurn(Wiring &wiring) { return std::make_unique<LanesInTurn>(wiring); }

}  // namespace weft::instant
