// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_lanes.sv.
#include "sim/instant/components/bounds_check.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

/// What one round does. The last of its packet acknowledges that.
struct Round {
  bool valid = false, last = false, faulty = false;
  unsigned slot = 0;  // its line's
  Word address = 0;   // of the lane that decides the line, or is out of bounds
  Word strobes = 0;   // none: no line
};

/// A packet, but for its addresses and its data.
struct Packet {
  Word ok = 0, bad = 0;  // lanes: those that are written, those out of bounds
};

class LsuStoreLanes final : public Model {
public:
  LsuStoreLanes(Wiring &wiring, unsigned bytes, unsigned lanes, unsigned lineBytes, unsigned depth)
      : shape_(bytes), bytes_(bytes), lanes_(lanes), addressBits_(unsigned(wiring.parameter("AddrBits"))),
        lineWords_(wordsOf(8 * lineBytes)), dataWords_(wordsOf(8 * bytes * lanes)), depth_(depth),
        packetsMax_(std::min(depth, 16u)), packetMask_(std::bit_ceil(packetsMax_) - 1), alignment_(~(Word(bytes) - 1)),
        offsetMask_(lineBytes - 1), bounds_(wiring, bytes), rst_(wiring.input("rst_i")),
        reqValid_(wiring.input("req_valid_i")), reqAddress_(wiring.input("req_addr_i")),
        mask_(wiring.input("req_mask_i")), reqData_(wiring.input("req_data_i")), ackReady_(wiring.input("ack_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), lineAckValid_(wiring.input("line_ack_valid_i")),
        reqReady_(wiring.output("req_ready_o")), ackValid_(wiring.output("ack_valid_o")),
        lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
        lineReqData_(wiring.output("line_req_data_o")), lineReqStrobes_(wiring.output("line_req_strb_o")),
        fault_(wiring.output("fault_o")), faultAddress_(wiring.output("fault_addr_o")), idle_(wiring.output("idle_o")),
        packets_(packetMask_ + 1), addresses_(size_t(packetMask_ + 1) * lanes),
        data_(size_t(packetMask_ + 1) * dataWords_), lineData_(size_t(kLines) * lineWords_), checks_(packetsMax_),
        room_(depth), groups_(depth), busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const bool acknowledged = acks_.any() && *ackReady_ != 0;
    const bool advance = !outValid_ || *lineReqReady_ != 0;
    const bool begins = holds_ && room_.any() && advance;
    const bool left = advance && round_.valid && round_.last;
    finish(advance, begins, acknowledged);
    *fault_ = advance && round_.valid && round_.faulty;
    if (*fault_ != 0)
      *faultAddress_ = round_.address;
    if (advance) {
      send();
      line_ = round_;
      round_ = begins ? nextRound() : Round{};
    }
    hold();
    admit(acknowledged, left);
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  static constexpr unsigned kLines = 2;  // on their way to the output
  // An entry for a round:
  static constexpr Word kHasLine = 1, kLast = 2;

  Word *lineOf(unsigned slot) { return &lineData_[size_t(slot) * lineWords_]; }

  /// Takes memory's acknowledgements, and gives those of packets.
  void finish(bool advance, bool begins, bool acknowledged) {
    const Word group = groups_.front();
    const bool hasLine = (group & kHasLine) != 0;
    const bool done = groups_.valid() && (!hasLine || lineAcks_.any());
    lineAcks_.tick(unsigned(*lineAckValid_ != 0), done &&hasLine);
    acks_.tick(unsigned(done && (group & kLast) != 0), acknowledged);
    room_.tick(unsigned(done), begins);
    groups_.tick(advance && round_.valid, (round_.strobes != 0 ? kHasLine : 0) | (round_.last ? kLast : 0), done);
  }

  /// Moves what is ahead of the output to it.
  void send() {
    outValid_ = line_.valid && line_.strobes != 0;
    if (!outValid_)
      return;
    *lineReqAddress_ = line_.address & ~offsetMask_;
    *lineReqStrobes_ = line_.strobes;
    copyWords(lineReqData_, lineOf(line_.slot), lineWords_);
  }

  /// Of the packet that has rounds left.
  Round nextRound() {
    const unsigned packet = held_ & packetMask_;
    const Word *addresses = &addresses_[size_t(packet) * lanes_];
    Round round{.valid = true, .faulty = bad_ != 0, .slot = slot_};
    if (round.faulty)
      round.address = addresses[std::countr_zero(bad_)];
    else if (left_ != 0)
      fill(round, addresses, &data_[size_t(packet) * dataWords_]);
    bad_ = 0;
    round.last = left_ == 0;
    if (round.last) {
      holds_ = false;
      ++held_;
    }
    return round;
  }

  /// The line that the lowest lane decides, and all lanes that go to it.
  void fill(Round &round, const Word *addresses, const Word *data) {
    round.address = addresses[std::countr_zero(left_)];
    for (Word lanes = left_; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      if (((addresses[lane] ^ round.address) & ~offsetMask_) != 0)
        continue;
      left_ &= ~(Word(1) << lane);
      const auto offset = static_cast<unsigned>(addresses[lane] & offsetMask_);
      Word element[8];
      shape_.extract(element, data, lane * bytes_);
      shape_.insert(lineOf(slot_), offset, element);
      round.strobes |= shape_.strobes(offset);
    }
    slot_ ^= 1;
  }

  /// Takes the next packet once the one before has no round left.
  void hold() {
    const bool take = checks_.valid() && !holds_;
    checks_.tick((checking_ & 2) != 0, take);
    if (!take)
      return;
    holds_ = true;
    left_ = packets_[held_ & packetMask_].ok;
    bad_ = packets_[held_ & packetMask_].bad;
  }

  void admit(bool acknowledged, bool left) {
    const bool accept = ready_ && *reqValid_ != 0;
    entries_ += unsigned(accept) - unsigned(acknowledgedBefore_);
    requests_ += unsigned(accept) - unsigned(leftBefore_);
    acknowledgedBefore_ = acknowledged;
    leftBefore_ = left;
    ready_ = entries_ != depth_ && requests_ != packetsMax_;
    checking_ = (checking_ << 1 | unsigned(accept)) & 3;
    if (accept)
      take(accepted_++ & packetMask_);
  }

  void take(unsigned slot) {
    Packet &packet = packets_[slot];
    packet = {};
    for (Word lanes = *mask_; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      const Word address = bitsAt(reqAddress_, uint64_t(lane) * addressBits_, addressBits_) & alignment_;
      addresses_[size_t(slot) * lanes_ + lane] = address;
      (bounds_.admits(address) ? packet.ok : packet.bad) |= Word(1) << lane;
    }
    copyWords(&data_[size_t(slot) * dataWords_], reqData_, dataWords_);
  }

  /// Sets the outputs of the next cycle that hold no data.
  void drive() {
    *reqReady_ = ready_;
    *lineReqValid_ = outValid_;
    *ackValid_ = acks_.any();
    *idle_ = entries_ == 0;
    *busy_ = entries_ != 0 || !ready_;
  }

  void reset() {
    checks_.reset();
    room_.reset();
    groups_.reset();
    lineAcks_.reset();
    acks_.reset();
    entries_ = requests_ = checking_ = accepted_ = held_ = 0;
    ready_ = acknowledgedBefore_ = leftBefore_ = holds_ = outValid_ = false;
    round_ = line_ = {};
    *fault_ = 0;
    drive();
  }

  ElementShape shape_;
  unsigned bytes_, lanes_, addressBits_, lineWords_, dataWords_, depth_;
  unsigned packetsMax_, packetMask_;  // packets accepted that did not begin their last round, at most
  Word alignment_, offsetMask_;
  BoundsCheck bounds_;
  const Word *rst_, *reqValid_, *reqAddress_, *mask_, *reqData_, *ackReady_, *lineReqReady_, *lineAckValid_;
  Word *reqReady_, *ackValid_, *lineReqValid_, *lineReqAddress_, *lineReqData_, *lineReqStrobes_, *fault_,
      *faultAddress_, *idle_;

  // Rings: of packets, with their addresses and data, and of lines.
  std::vector<Packet> packets_;
  std::vector<Word> addresses_, data_, lineData_;
  unsigned accepted_ = 0, held_ = 0;  // numbers of packets: the next to be accepted, the one that has rounds next
  unsigned entries_ = 0, requests_ = 0;
  bool ready_ = false;
  bool acknowledgedBefore_ = false, leftBefore_ = false;  // in the last cycle: they count a cycle later
  unsigned checking_ = 0;    // packets accepted in the last two cycles, the latest in bit 0
  QueueControl checks_;      // packets that were checked
  bool holds_ = false;       // a packet has rounds left: for
  Word left_ = 0, bad_ = 0;  // lanes to be written, and those to be told
  unsigned slot_ = 0;        // for the next line
  Round round_, line_;       // in the stages behind
  bool outValid_ = false;
  CreditCounter room_;             // for rounds
  Queue<Word> groups_;             // rounds that are not acknowledged
  CreditCounter lineAcks_, acks_;  // of memory, not yet used; of packets, not yet given
  Word *busy_;                     // zero: a cycle without a request changes nothing
};

}  // namespace

std::unique_ptr<Model> makeLsuStoreLanes(Wiring &wiring) {
  const auto number = [&](const char *name) { return static_cast<unsigned>(wiring.parameter(name)); };
  return std::make_unique<LsuStoreLanes>(wiring, number("Bytes"), number("Lanes"), number("LineBits") / 8,
                                         number("Depth"));
}

}  // namespace weft::instant
