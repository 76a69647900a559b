// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_packet.sv.
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/lanes_check.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kRows = 16;        // lines being merged or waiting to leave
constexpr unsigned kIdleCycles = 16;  // without a store, until a line leaves
constexpr unsigned kLatency = 4;      // from a packet to its first part

/// A packet, as it was accepted.
struct Packet {
  Word address = 0;
  Word lanes = 0;  // those that are written
  Word bad = 0;    // those out of bounds
  Word data[16] = {};
};

/// What a packet writes of a line. There is a second one if it writes something of two.
struct Part {
  bool valid = false;
  bool last = true;      // of its packet
  bool spare = false;    // the packet might have had two, and has one
  bool mayJoin = false;  // the line of the part before
  const Packet *packet = nullptr;
  Word line = 0, lanes = 0;
};

class LsuStorePacket final : public Model {
public:
  LsuStorePacket(Wiring &wiring, unsigned bytes, unsigned lanes, unsigned lineBytes, unsigned depth, bool aligned)
      : bytes_(bytes), lanes_(lanes), lineBytes_(lineBytes), depth_(depth), maxParts_(aligned ? 1 : 2),
        stores_(depth * std::max(lineBytes / (bytes * lanes), 4u)), maxMerge_(std::min(stores_, 255u)),
        addresses_(maskOf(static_cast<unsigned>(wiring.parameter("AddrBits")))),
        alignment_(~(Word(aligned ? bytes * lanes : bytes) - 1)), check_(wiring, bytes, lanes),
        rst_(wiring.input("rst_i")), reqValid_(wiring.input("req_valid_i")), address_(wiring.input("req_addr_i")),
        mask_(wiring.input("req_mask_i")), data_(wiring.input("req_data_i")), ackReady_(wiring.input("ack_ready_i")),
        lineReqReady_(wiring.input("line_req_ready_i")), lineAckValid_(wiring.input("line_ack_valid_i")),
        reqReady_(wiring.output("req_ready_o")), ackValid_(wiring.output("ack_valid_o")),
        lineReqValid_(wiring.output("line_req_valid_o")), lineReqAddress_(wiring.output("line_req_addr_o")),
        lineReqData_(wiring.output("line_req_data_o")), lineReqStrobes_(wiring.output("line_req_strb_o")),
        fault_(wiring.output("fault_o")), faultAddress_(wiring.output("fault_addr_o")), idle_(wiring.output("idle_o")),
        rowData_(size_t(kRows) * lineBytes / 8), groups_(depth), busy_(wiring.busy({"req_valid_i"})) {}

  void tick() override {
    if (*rst_ != 0)
      return reset();
    const Part part = currentPart();
    const bool any = part.lanes != 0;
    const bool join =
        part.valid && open_ && !full_ && (!any || !merge_.hasLine || (part.mayJoin && part.line == lastLine_));
    const bool close = open_ && (full_ || (part.valid ? !join : idleCycles_ == kIdleCycles - 1));
    const bool needsRow = any && !(join && merge_.hasLine);
    const bool rowSent = closedRows_ != 0 && (!outValid_ || *lineReqReady_ != 0);
    const bool groupDone = groups_.valid() && ((groups_.front() & kHasLine) == 0 || lineAcks_.any());
    const bool acknowledged = acks_.any() && *ackReady_ != 0;

    if (lineAcks_.any() || *lineAckValid_ != 0 || groupDone || acknowledged)
      finish(groupDone, acknowledged);
    if (rowSent || outValid_)
      send(rowSent);
    if (close || !groups_.empty())
      groups_.tick(close, merge_.merged | (merge_.hasLine ? kHasLine : 0), groupDone);
    if (close && merge_.hasLine)
      closeRow();
    idleCycles_ += unsigned(open_);
    if (part.valid)
      merge(part, join);
    else if (close)
      open_ = false;
    reportFault();
    admit({.stores = unsigned(acknowledged),
           .rows = unsigned(rowSent) + unsigned(part.valid && !needsRow) + unsigned(part.spare),
           .groups = unsigned(groupDone) + unsigned(join) + unsigned(part.spare)});
    drive();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  // An entry for a group: the number of its stores, and
  static constexpr Word kHasLine = 0x100;
  /// A group: stores that leave together, which are at most one line, and the stores among them that write nothing.
  struct Merge {
    bool hasLine = false;
    unsigned merged = 0;
    Word strobes = 0;
  };
  struct Row {
    Word line = 0, strobes = 0;
  };
  /// What accepted stores hold, or give back.
  struct Counts {
    unsigned stores = 0, rows = 0, groups = 0;
  };

  uint8_t *rowBytes(unsigned row) { return reinterpret_cast<uint8_t *>(rowData_.data()) + size_t(row) * lineBytes_; }
  const Packet &packet(unsigned age) const { return packets_[(next_ - age) % kSlots]; }
  bool isThere(unsigned age) const { return (present_ >> age & 1) != 0; }
  bool crosses(Word address) const { return (address & (lineBytes_ - 1)) + bytes_ * lanes_ > lineBytes_; }

  /// Of a packet, the lanes in its first line.
  Word lowLanes(const Packet &packet) const {
    return crosses(packet.address) ? maskOf(unsigned(lineBytes_ - packet.address % lineBytes_) / bytes_)
                                   : maskOf(lanes_);
  }

  Part currentPart() const {
    if (again_)
      return second(packet(kLatency + 1));
    if (!isThere(kLatency))
      return {};
    const Packet &it = packet(kLatency);
    const Word low = it.lanes & lowLanes(it);
    if (low == 0 && it.lanes != 0)
      return second(it);
    const bool last = low == it.lanes;
    return {.valid = true,
            .last = last,
            .spare = last && crosses(it.address),
            .mayJoin = true,
            .packet = &it,
            .line = it.address & ~Word(lineBytes_ - 1),
            .lanes = low};
  }
  /// What a packet writes of its second line.
  Part second(const Packet &it) const {
    const Word line = ((it.address & ~Word(lineBytes_ - 1)) + lineBytes_) & addresses_;
    return {.valid = true, .spare = !again_, .packet = &it, .line = line, .lanes = it.lanes & ~lowLanes(it)};
  }

  void merge(const Part &part, bool join) {
    if (!join)
      merge_ = {};
    again_ = !part.last;
    merge_.merged += unsigned(part.last);
    if (part.lanes != 0) {
      merge_.hasLine = true;
      lastLine_ = part.line;
      write(part);
    }
    open_ = true;
    full_ = merge_.strobes == maskOf(lineBytes_) || merge_.merged == maxMerge_;
    idleCycles_ = 0;
  }

  /// Neighbouring lanes at once.
  void write(const Part &part) {
    const auto place = static_cast<unsigned>(part.packet->address);
    const auto *data = reinterpret_cast<const uint8_t *>(part.packet->data);
    for (Word left = part.lanes; left != 0;) {
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      const auto count = static_cast<unsigned>(std::countr_one(left >> first));
      const unsigned to = (place + first * bytes_) % lineBytes_;
      std::memcpy(rowBytes(row_) + to, data + size_t(first) * bytes_, size_t(count) * bytes_);
      merge_.strobes |= maskOf(count * bytes_) << to;
      left &= ~(maskOf(count) << first);
    }
  }

  void closeRow() {
    rows_[row_] = {lastLine_, merge_.strobes};
    row_ = (row_ + 1) % kRows;
    ++closedRows_;
  }

  /// Moves a closed row to the output register.
  void send(bool rowSent) {
    if (rowSent) {
      *lineReqAddress_ = rows_[sendRow_].line;
      *lineReqStrobes_ = rows_[sendRow_].strobes;
      copyWords(lineReqData_, &rowData_[size_t(sendRow_) * lineBytes_ / 8], lineBytes_ / 8);
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

  void reportFault() {
    *fault_ = isThere(kLatency) && packet(kLatency).bad != 0;
    if (*fault_ != 0) {
      const Packet &it = packet(kLatency);
      *faultAddress_ = (it.address + Word(std::countr_zero(it.bad)) * bytes_) & addresses_;
    }
  }

  void admit(const Counts &left) {
    const bool accept = ready_ && *reqValid_ != 0;
    const Word address = *address_ & alignment_;
    const bool two = accept && crosses(address);
    ready_ = !two && held_.stores + unsigned(accept) < stores_ && held_.rows + unsigned(accept) <= kRows - maxParts_ &&
             held_.groups + unsigned(accept) <= depth_ - maxParts_;
    const unsigned parts = unsigned(accept) + unsigned(two);
    held_.stores += unsigned(accept) - left_.stores;
    held_.rows += parts - left_.rows;
    held_.groups += parts - left_.groups;
    left_ = left;
    if (accept)
      take(packets_[next_ % kSlots], address);
    if (!accept && present_ == 0)
      return;
    ++next_;
    present_ = (present_ | unsigned(accept)) << 1 & maskOf(kLatency + 1);
  }

  void take(Packet &packet, Word address) {
    packet.address = address;
    packet.lanes = check_.inside(address, *mask_);
    packet.bad = *mask_ & ~packet.lanes;
    copyWords(packet.data, data_, wordsOf(8 * bytes_ * lanes_));
  }

  /// Sets the outputs of the next cycle that hold no data.
  void drive() {
    *reqReady_ = ready_;
    *lineReqValid_ = outValid_;
    *ackValid_ = acks_.any();
    *idle_ = held_.stores == 0;
    *busy_ = held_.stores != 0 || !ready_;
  }

  void reset() {
    groups_.reset();
    lineAcks_.reset();
    acks_.reset();
    held_ = left_ = {};
    closedRows_ = row_ = sendRow_ = present_ = 0;
    ready_ = again_ = open_ = outValid_ = false;
    *fault_ = 0;
    drive();
  }

  unsigned bytes_, lanes_, lineBytes_, depth_, maxParts_;
  unsigned stores_;    // accepted, not yet acknowledged, at most
  unsigned maxMerge_;  // stores in one line request
  Word addresses_, alignment_;
  LanesCheck check_;
  const Word *rst_, *reqValid_, *address_, *mask_, *data_, *ackReady_, *lineReqReady_, *lineAckValid_;
  Word *reqReady_, *ackValid_, *lineReqValid_, *lineReqAddress_, *lineReqData_, *lineReqStrobes_, *fault_,
      *faultAddress_, *idle_;

  static constexpr unsigned kSlots = 8;
  Packet packets_[kSlots];  // a ring
  unsigned next_ = 0;       // the slot for a packet that is accepted now
  unsigned present_ = 0;    // a bit for each packet on its way, by how many cycles ago it was accepted
  bool ready_ = false;
  Counts held_;
  Counts left_;         // of held_ what counts no longer from the next cycle on
  bool again_ = false;  // the second part comes
  bool open_ = false;   // merge_ is a group
  bool full_ = false;
  Merge merge_;
  Word lastLine_ = 0;  // of the last part that wrote something
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

std::unique_ptr<Model> makeLsuStorePacket(Wiring &wiring) {
  const auto number = [&](const char *name) { return static_cast<unsigned>(wiring.parameter(name)); };
  return std::make_unique<LsuStorePacket>(wiring, number("Bytes"), number("Lanes"), number("LineBits") / 8,
                                          number("Depth"), number("Aligned") != 0);
}

}  // namespace weft::instant
