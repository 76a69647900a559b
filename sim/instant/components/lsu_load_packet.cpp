// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_load_packet.sv.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/lanes_check.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRequests = 16;  // packets with line requests decided or reserved, not yet sent
constexpr unsigned kAnswers = 4;    // packets that were read, or are about to be

/// All that happens to a packet four cycles after it was accepted is decided as it is accepted: its lines depend on the
/// packets before it alone. What is put into the queues then shows as much later. Lines stay where they arrived until
/// no answer needs them, so that a packet is put together once, as it is shown. A packet has at most 64 elements: those
/// of its lanes, or what they tap.
class LsuLoadPacket final : public Model {
public:
  LsuLoadPacket(Wiring &wiring, unsigned bytes, unsigned elements, bool aligned);

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const unsigned checked = history_ >> kCheckedStage & kFlags;
    Packet &packet = packets_[read_ & packetMask_];
    const bool step = shown_ != read_ && answerRoom_.any() && (packet.newLines == 0 || arrived_ != 0);
    const bool enter = step && packet.newLines != 0;
    const bool done = step && (half_ || packet.newLines < 2);
    tickAnswer(done);
    linesRead_ += unsigned(enter);
    if (step)
      half_ = !done;
    if (done)
      packet.current = linesRead_;
    read_ += unsigned(done);
    shown_ += history_ >> shownStage_ & 1;
    if (enter || *lineRspValid_ != 0)
      takeLine(enter);
    bool sent = false;  // the last line request of a packet
    if ((checked & kNewLine) || enter || sendValid_ || requestsShown_ != requestsRead_ || !room_.any())  // saves time
      sent = tickRequests((checked & kNewLine) != 0, enter);
    *faultOut_ = (checked & kFault) != 0;
    if (checked & kFault)
      *faultAddress_ = faultAddresses_[faultsShown_++ % kFaults];
    const bool unsent = (checked & (kAccepted | kNewLine)) == kAccepted;
    waiting_ -= leftWaiting_;
    inside_ -= leftInside_;
    leftWaiting_ = unsigned(unsent) + unsigned(sent);
    leftInside_ = unsigned(done);
    history_ = history_ << kStage | acceptRequest();
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Packet {
    Word ok = 0;           // elements
    uint64_t current = 0;  // the number of the line read last for it or before it
    uint16_t place = 0;    // of lane 0, in bytes of its line
    uint8_t newLines = 0;
    bool split = false;  // what lies in the line of lane 0 comes out of the line before the current one
  };
  struct Request {
    Word line = 0;
    bool both = false;  // the next line, too
  };

  // Of a packet, a stage of `history_` for each of the last cycles.
  static constexpr unsigned kStage = 8, kCheckedStage = 3 * kStage;
  static constexpr unsigned kAccepted = 1, kNewLine = 2, kFault = 4, kFlags = 7;
  static constexpr unsigned kFaults = 8;  // more than are between acceptance and report
  static constexpr Word kNoLine = ~Word(0);

  /// What is accepted in this cycle.
  Word acceptRequest() {
    const bool flushed = flushPending_ || *flush_ != 0;
    if (!ready_ || *reqValid_ == 0) {
      flushPending_ = flushed;
      return 0;
    }
    flushPending_ = false;
    const Word address = *reqAddress_ & alignment_, line = address & lineMask_;
    Packet &packet = packets_[written_++ & packetMask_];
    const Word wanted = tapped(*reqMask_);
    packet.ok = check_.inside(address, wanted);
    packet.place = uint16_t(address - line);
    if (flushed || (line != begun_ && line != following(begun_)))
      last_ = beforeLast_ = kNoLine;
    begun_ = line;
    askFor(packet, line);
    ++inside_;
    ++waiting_;
    return kAccepted | (packet.newLines != 0 ? kNewLine : 0) | noteFault(address, wanted & ~packet.ok);
  }

  /// The elements that lanes tap.
  Word tapped(Word lanes) const {
    Word result = lanes;
    for (Word left = taps_ & ~Word(1); left != 0; left &= left - 1)
      result |= lanes << std::countr_zero(left);
    return result;
  }

  /// Which lines are new.
  void askFor(Packet &packet, Word line) {
    const unsigned head = (lineBytes_ - packet.place) >> byteShift_;  // lanes in this line, if there are as many
    const Word inLine = maskOf(head), next = following(line);
    const bool low = (packet.ok & inLine) != 0, high = (packet.ok & ~inLine) != 0;
    const bool atNext = last_ == next;
    const bool fromEnd = atNext && beforeLast_ == line && head < elements_;
    const bool lowNew = low && last_ != line && !fromEnd;
    const bool highNew = high && (lowNew || !atNext);
    packet.newLines = uint8_t(lowNew) + uint8_t(highNew);
    packet.split = low && (high || fromEnd);
    if (packet.newLines == 0)
      return;
    requests_[requestsWritten_++ % kRequestRows] = {lowNew ? line : next, lowNew && highNew};
    beforeLast_ = lowNew && highNew ? line : last_;
    last_ = highNew ? next : line;
  }

  Word noteFault(Word address, Word bad) {
    if (bad == 0) [[likely]]
      return 0;
    faultAddresses_[faultsWritten_++ % kFaults] = (address + (Word(std::countr_zero(bad)) << byteShift_)) & addresses_;
    return kFault;
  }

  Word following(Word line) const { return (line + lineBytes_) & addresses_; }

  /// The FIFO behind the packet that is read, whose first entry is in the output.
  void tickAnswer(bool done) {
    const bool pop = rspValid_ && *rspReady_ != 0, wasValid = rspValid_;
    answered_ += unsigned(pop);
    answersShown_ += leaving_ >> leavingBit_ & 1;
    leaving_ = leaving_ << 1 | unsigned(done);
    rspValid_ = answered_ != answersShown_;
    if (rspValid_ && (pop || !wasValid))  // saves time
      answer(packets_[answered_ & packetMask_]);
    answerRoom_.tick(unsigned(pop), done);
  }

  const unsigned char *lineOf(uint64_t number) const {
    return reinterpret_cast<const unsigned char *>(&lines_[(number & lineRowMask_) * lineWords_]);
  }

  void answer(const Packet &packet) {
    auto *to = reinterpret_cast<unsigned char *>(rspData_);
    const unsigned char *current = lineOf(packet.current), *first = packet.split ? lineOf(packet.current - 1) : current;
    const unsigned head = std::min(size_, lineBytes_ - packet.place);
    std::memcpy(to, first + packet.place, head);
    if (head != size_)  // saves time
      std::memcpy(to + head, current, size_ - head);
    if (packet.ok == allElements_) [[likely]]  // saves time
      return;
    for (unsigned l = 0; l < elements_; ++l)
      if (!(packet.ok >> l & 1))
        std::memset(to + (size_t(l) << byteShift_), 0, size_t(1) << byteShift_);
  }

  /// The line with number 0 was read before the first.
  void takeLine(bool enter) {
    bool whole = *lineRspValid_ != 0;
    if (whole && halved_)
      whole = takeHalf();
    else if (whole)
      copyWords(&lines_[(++linesArrived_ & lineRowMask_) * lineWords_], lineRspData_, lineWords_);
    arrived_ += unsigned(whole) - unsigned(enter);
  }

  /// Whether it is a line's upper half, which comes last.
  bool takeHalf() {
    const unsigned half = lineBytes_ / 2;
    auto *row = reinterpret_cast<unsigned char *>(&lines_[((linesArrived_ + 1) & lineRowMask_) * lineWords_]);
    std::memcpy(row + (upperComes_ ? half : 0), lineRspData_, half);
    linesArrived_ += unsigned(upperComes_);
    upperComes_ = !upperComes_;
    return !upperComes_;
  }

  /// Line requests, and room for their lines; called where one of them may change. Returns whether the last request of
  /// a packet is on its way.
  [[gnu::noinline]] bool tickRequests(bool newLine, bool enter) {
    const bool taken = sendValid_ && room_.any() && *lineReqReady_ != 0;
    const bool sent = taken && (upper_ || !halved_);
    upper_ = halved_ && upper_ != taken;
    bool last = false;
    if (!sendValid_ || sent) {
      sendValid_ = requestsShown_ != requestsRead_;
      if (sendValid_)
        last = loadRequest(requests_[requestsRead_ % kRequestRows]);
    }
    requestsRead_ += unsigned(last);
    requestsShown_ += unsigned(newLine);
    room_.tick(unsigned(enter && linesRead_ > 1), sent);  // the line before the one that is read leaves
    driveRequest();
    return last;
  }

  bool loadRequest(const Request &request) {
    sendLine_ = second_ ? following(request.line) : request.line;
    second_ = request.both && !second_;
    return !second_;
  }

  void driveRequest() {
    *lineReqValid_ = sendValid_ && room_.any();
    *lineReqAddress_ = sendLine_ + (upper_ ? lineBytes_ / 2 : 0);
  }

  /// Sets the other outputs of the next cycle, which are functions of registers.
  void drive() {
    ready_ = inside_ != insideMax_ && waiting_ != kRequests;
    *readyOut_ = ready_;
    *rspValidOut_ = rspValid_;
    const bool empty = inside_ == 0 && answered_ == read_;
    *idle_ = empty;
    *busy_ = !(empty && ready_ && room_.any() && answerRoom_.settled());
  }

  void reset() {
    room_.reset();
    answerRoom_.reset();
    history_ = 0;
    written_ = shown_ = read_ = answersShown_ = answered_ = 0;
    requestsWritten_ = requestsShown_ = requestsRead_ = faultsWritten_ = faultsShown_ = 0;
    inside_ = waiting_ = leftInside_ = leftWaiting_ = leaving_ = arrived_ = 0;
    linesArrived_ = linesRead_ = 0;
    last_ = beforeLast_ = kNoLine;
    flushPending_ = half_ = rspValid_ = sendValid_ = second_ = upper_ = upperComes_ = false;
    driveRequest();
    drive();
    ready_ = false;
    *readyOut_ = *faultOut_ = 0;
    *busy_ = 1;
  }

  static constexpr unsigned kRequestRows = 2 * kRequests;

  LanesCheck check_;
  unsigned elements_;
  Word taps_;
  unsigned byteShift_, size_;  // byteShift_: of an element; size_: bytes of a packet
  unsigned lineBytes_, lineWords_, insideMax_, packetMask_, lineRowMask_;
  unsigned shownStage_;  // of history_: what enters the queue of packets shows now
  unsigned leavingBit_;  // of leaving_: what was read shows next
  Word alignment_, lineMask_, addresses_, allElements_;
  bool halved_;
  const Word *rst_, *flush_, *reqValid_, *reqAddress_, *reqMask_, *rspReady_, *lineReqReady_, *lineRspValid_,
      *lineRspData_;
  Word *readyOut_, *faultOut_, *faultAddress_, *rspValidOut_, *rspData_, *lineReqValid_, *lineReqAddress_, *idle_,
      *busy_;

  Word history_ = 0;
  unsigned inside_ = 0;                        // packets not yet read
  unsigned waiting_ = 0;                       // those that may need a line request which is not sent yet
  unsigned leftInside_ = 0, leftWaiting_ = 0;  // of these, those that count no longer from the next cycle on
  // Numbers of packets, of those with line requests and of faults, from the reset on.
  unsigned written_ = 0, shown_ = 0, read_ = 0, answersShown_ = 0, answered_ = 0;
  unsigned requestsWritten_ = 0, requestsShown_ = 0, requestsRead_ = 0;
  unsigned faultsWritten_ = 0, faultsShown_ = 0;
  unsigned leaving_ = 0;  // packets read in the last cycles, the latest in bit 0
  bool ready_ = false, rspValid_ = false;
  bool half_ = false;                        // the first of two new lines has been read
  bool flushPending_ = false;                // for the next packet accepted
  bool sendValid_ = false, second_ = false;  // second_: of the first request that waits, the first line was loaded
  bool upper_ = false, upperComes_ = false;  // Halved: the half that is asked for, and that comes, next
  Word sendLine_ = 0;
  Word begun_ = 0;                              // the line that the packet before begins in
  Word last_ = kNoLine, beforeLast_ = kNoLine;  // lines asked for, unless forgotten
  CreditCounter room_, answerRoom_{kAnswers};   // room_: for lines
  unsigned arrived_ = 0;                        // lines not read yet
  uint64_t linesArrived_ = 0, linesRead_ = 0;   // numbers, from the reset on
  Word faultAddresses_[kFaults] = {};
  Request requests_[kRequestRows];
  std::vector<Packet> packets_;  // rings
  std::vector<Word> lines_;
};

unsigned packetsInside(unsigned lanes, unsigned lineLanes, unsigned depth) {
  return std::max((lineLanes > lanes ? 4 : 2) * depth, 16u);
}

LsuLoadPacket::LsuLoadPacket(Wiring &wiring, unsigned bytes, unsigned elements, bool aligned)
    : check_(wiring, bytes, elements), elements_(elements), taps_(wiring.parameter("Taps")),
      byteShift_(unsigned(std::countr_zero(bytes))), size_(bytes * elements),
      lineBytes_(static_cast<unsigned>(wiring.parameter("LineBits") / 8)), lineWords_(lineBytes_ / 8),
      leavingBit_(aligned ? 0 : 1), alignment_(~(Word(aligned ? size_ : bytes) - 1)), lineMask_(~Word(lineBytes_ - 1)),
      addresses_(maskOf(static_cast<unsigned>(wiring.parameter("AddrBits")))), allElements_(maskOf(elements)),
      halved_(wiring.parameter("Halved") != 0), rst_(wiring.input("rst_i")), flush_(wiring.input("flush_i")),
      reqValid_(wiring.input("req_valid_i")), reqAddress_(wiring.input("req_addr_i")),
      reqMask_(wiring.input("req_mask_i")), rspReady_(wiring.input("rsp_ready_i")),
      lineReqReady_(wiring.input("line_req_ready_i")), lineRspValid_(wiring.input("line_rsp_valid_i")),
      lineRspData_(wiring.input("line_rsp_data_i")), readyOut_(wiring.output("req_ready_o")),
      faultOut_(wiring.output("fault_o")), faultAddress_(wiring.output("fault_addr_o")),
      rspValidOut_(wiring.output("rsp_valid_o")), rspData_(wiring.output("rsp_data_o")),
      lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
      idle_(wiring.output("idle_o")), busy_(wiring.busy({"req_valid_i", "flush_i"})),
      room_(static_cast<unsigned>(wiring.parameter("Depth"))) {
  const auto depth = static_cast<unsigned>(wiring.parameter("Depth"));
  insideMax_ = packetsInside(static_cast<unsigned>(wiring.parameter("Lanes")), lineBytes_ / bytes, depth);
  packetMask_ = std::bit_ceil(insideMax_ + kAnswers + 1) - 1;
  packets_.resize(packetMask_ + 1);
  // Those of the packet that is answered, of each that was read behind it two, and those that wait.
  lineRowMask_ = std::bit_ceil(depth + 2 * kAnswers + 2) - 1;
  lines_.resize(size_t(lineRowMask_ + 1) * lineWords_);
  // An entry of a FIFO of over 16 shows two cycles later.
  shownStage_ = (insideMax_ > 16 ? 5 : 3) * kStage;
}

}  // namespace

std::unique_ptr<Model> makeLsuLoadPacket(Wiring &wiring) {
  const auto lanes = static_cast<unsigned>(wiring.parameter("Lanes"));
  const auto beside = static_cast<unsigned>(std::bit_width(wiring.parameter("Taps")) - 1);
  return std::make_unique<LsuLoadPacket>(wiring, static_cast<unsigned>(wiring.parameter("Bytes")), lanes + beside,
                                         wiring.parameter("Aligned") != 0);
}

}  // namespace weft::instant
