// SPDX-License-Identifier: Apache-2.0
// local_banks against a log of what was written to each byte: in random traffic a read sees every write whose
// acknowledgement was there before, and of the others one at most; without stalls, cycles are exact.
#ifndef HALVES
#define HALVES 1
#endif
#if HALVES == 1
#include "Vbanks_bench.h"
using Model = Vbanks_bench;
#else
#include "Vhalves_bench.h"
using Model = Vhalves_bench;
#endif
#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kLanes = 8, kRows = 10, kWords = kLanes * kRows, kBytes = 2, kAddressBits = 7;
constexpr unsigned kRowBytes = kLanes * kBytes, kGathers = 2, kWriters = 3;  // writers: the rows', then the scatters
constexpr unsigned kHalves = HALVES;  // rows with write ports of their own: by the parity of their numbers
constexpr unsigned kReadLatency = 2, kGatherLatency = 6, kWriteLatency = 2 + 2 * kHalves;
constexpr uint64_t kNever = ~0ull;

using RowBytes = std::array<uint8_t, kRowBytes>;

unsigned halfOf(unsigned address) { return kHalves == 1 ? 0 : unsigned(std::popcount(address / kLanes)) % 2; }

/// An element for each lane; a row's write has those of the row.
struct Packet {
  std::array<unsigned, kLanes> address = {};
  unsigned mask = 0;     // lanes that read
  unsigned strobes = 0;  // bytes that are written
  RowBytes data = {};

  bool isActive(unsigned lane, bool writes) const {
    return (writes ? strobes >> lane * kBytes & 3u : mask >> lane & 1u) != 0;
  }
  /// Cycles at the bank that most lanes meet in.
  unsigned rounds(bool writes) const {
    std::map<unsigned, std::multiset<unsigned>> banks;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      auto &bank = banks[address[lane] % kLanes + (writes ? halfOf(address[lane]) * kLanes : 0)];
      if (isActive(lane, writes) && (writes || !bank.contains(address[lane])))
        bank.insert(address[lane]);
    }
    size_t most = 1;
    for (const auto &[number, bank] : banks)
      most = std::max(most, bank.size());
    return unsigned(most);
  }
};

enum class Lanes { Apart, OneBank, OneElement, Any, EvenOfTwoRows, OddOfTwoRows };

Packet randomPacket(Random &random, Lanes lanes) {
  Packet packet;
  const unsigned bank = random.below(kLanes), element = random.below(kWords), step = 1 + 2 * random.below(4u);
  const bool few = random.chance(40);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned row = random.below(kRows);
    if (lanes == Lanes::EvenOfTwoRows || lanes == Lanes::OddOfTwoRows)
      packet.address[lane] = (bank & ~1u) * kLanes + 2 * lane + unsigned(lanes == Lanes::OddOfTwoRows);
    else if (lanes == Lanes::Apart)
      packet.address[lane] = row * kLanes + (bank + step * lane) % kLanes;
    else if (lanes == Lanes::OneBank)
      packet.address[lane] = (row % 2 + lane) * kLanes + bank;
    else
      packet.address[lane] = lanes == Lanes::OneElement ? element : random.below(few ? kLanes + 4 : kWords);
  }
  const bool all = lanes != Lanes::Any || random.chance(60);
  packet.mask = all ? 0xff : random.below(0x100);
  packet.strobes = all ? 0xffff : random.below(0x10000);
  for (uint8_t &byte : packet.data)
    byte = uint8_t(random.next());
  return packet;
}

/// What was written to each byte, in order, and when each of the writes was acknowledged.
class Log {
public:
  /// Returns the write's number.
  size_t write(const Packet &packet, uint64_t cycle) {
    for (unsigned byte = 0; byte < kRowBytes; ++byte)
      if (bit(packet.strobes, byte))
        bytes_[place(packet, byte)].push_back({acknowledged_.size(), cycle, packet.data[byte]});
    acknowledged_.push_back(kNever);
    return acknowledged_.size() - 1;
  }
  void acknowledge(size_t number, uint64_t cycle) { acknowledged_[number] = cycle; }

  /// Whether a read of the byte that was presented and answered in these cycles may find the value.
  bool mayBe(unsigned place, uint8_t value, uint64_t presented, uint64_t answered) const {
    const std::vector<Write> &writes = bytes_[place];
    if (kHalves == 2)
      return mayBeInAnyOrder(writes, value, presented, answered);
    for (size_t i = writes.size(); i-- > 0;) {
      if (writes[i].accepted < answered && writes[i].value == value)
        return true;
      if (acknowledged_[writes[i].number] <= presented)
        return false;
    }
    return true;  // nothing is known of it
  }

  static unsigned place(const Packet &packet, unsigned byte) {
    return packet.address[byte / kBytes] * kBytes + byte % kBytes;
  }

private:
  struct Write {
    size_t number;
    uint64_t accepted;
    uint8_t value;
  };
  /// Of several ports' writes that are under way at once any may be the last.
  bool mayBeInAnyOrder(const std::vector<Write> &writes, uint8_t value, uint64_t presented, uint64_t answered) const {
    constexpr uint64_t kLongest = 2000;  // that one is under way
    uint64_t sure = 0;                   // what was acknowledged by then came before
    for (size_t i = writes.size(); i-- > 0;) {
      if (writes[i].accepted + kLongest <= sure)
        break;
      const uint64_t acknowledged = acknowledged_[writes[i].number];
      if (writes[i].accepted < answered && writes[i].value == value && acknowledged > sure)
        return true;
      if (acknowledged <= presented)
        sure = std::max(sure, writes[i].accepted);
    }
    return sure == 0;  // nothing is known of it
  }
  std::array<std::vector<Write>, kWords * kBytes> bytes_;
  std::vector<uint64_t> acknowledged_;  // cycles in which that was seen first
};

/// Drives the ports, and holds what comes back against the log.
class Traffic {
public:
  explicit Traffic(uint64_t seed) : random(seed) { bench_->reset(); }

  /// Of a port: what it is to do next, whether it has something, and what is under way.
  struct Port {
    Stall offers = Stall::never(), takes = Stall::never();
    Lanes lanes = Lanes::Any;
    bool enabled = false, waiting = false;
    Packet packet;
    struct Pending {
      Packet packet;
      uint64_t accepted, begun;
      size_t number;  // in the log
    };
    std::deque<Pending> pending;
    unsigned taken = 0, answered = 0;
  };
  std::array<Port, kGathers> gathers;
  std::array<Port, kWriters> writers;
  bool exact = false;  // no stalls, and one port: cycles are known

  void cycle() {
    for (unsigned i = 0; i < kGathers; ++i)
      offerGather(i);
    for (unsigned i = 0; i < kWriters; ++i)
      offerWrite(i);
    top().rd_addr_i = row_ = random.below(kRows);
    bench_->settle();
    for (unsigned i = 0; i < kWriters; ++i)
      lookAtWriter(i);
    for (unsigned i = 0; i < kGathers; ++i)
      lookAtGather(i);
    checkRow();
    bench_->edge();
    ++cycle_;
  }
  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i)
      cycle();
  }
  /// Until nothing is under way.
  void drain() {
    for (Port &port : gathers)
      port.enabled = false, port.takes = Stall::never();
    for (Port &port : writers)
      port.enabled = false, port.takes = Stall::never();
    run(300);
    for (const Port &port : gathers)
      BENCH_CHECK(port.pending.empty() && !port.waiting, "a gather was not answered");
    for (const Port &port : writers)
      BENCH_CHECK(port.pending.empty() && !port.waiting, "a write was not acknowledged");
    run(100);  // rows are read as they are
  }
  /// Gives every byte a value.
  void fill() {
    for (unsigned row = 0; row < kRows; ++row) {
      writers[0].packet = randomRow(row);
      writers[0].packet.strobes = 0xffff;
      writers[0].waiting = true;
      while (writers[0].waiting)
        cycle();
    }
    drain();
  }

  Random random;

private:
  Model &top() { return bench_->top; }

  Packet randomRow(unsigned row) {
    Packet packet = randomPacket(random, Lanes::Any);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      packet.address[lane] = row * kLanes + lane;
    return packet;
  }

  void offerGather(unsigned i) {
    Port &port = gathers[i];
    setBit(top().data_ready_i, i, port.takes.active());
    if (!port.waiting && port.enabled && port.offers.active()) {
      port.packet = randomPacket(random, port.lanes);
      port.waiting = true;
    }
    setBit(top().gather_valid_i, i, port.waiting);
    setField(top().gather_mask_i, i * kLanes, kLanes, port.packet.mask);
    setAddresses(top().gather_addr_i, i, port.packet);
  }
  void offerWrite(unsigned i) {
    Port &port = writers[i];
    if (!port.waiting && port.enabled && port.offers.active()) {
      port.packet = i == 0 ? randomRow(random.below(kRows)) : randomPacket(random, port.lanes);
      port.waiting = true;
    }
    if (i == 0) {
      top().ack_ready_i = port.takes.active();
      top().in_valid_i = port.waiting;
      top().in_addr_i = port.packet.address[0] / kLanes;
      top().in_strb_i = port.packet.strobes;
      setBytes(top().in_data_i, port.packet.data.data(), kRowBytes);
      return;
    }
    const unsigned s = i - 1;
    setBit(top().done_ready_i, s, port.takes.active());
    setBit(top().scatter_valid_i, s, port.waiting);
    setField(top().scatter_strb_i, s * kRowBytes, kRowBytes, port.packet.strobes);
    setAddresses(top().scatter_addr_i, s, port.packet);
    for (unsigned byte = 0; byte < kRowBytes; ++byte)
      setField(top().scatter_data_i, (s * kRowBytes + byte) * 8, 8, port.packet.data[byte]);
  }
  template <class Field> static void setAddresses(Field &field, unsigned i, const Packet &packet) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      setField(field, (i * kLanes + lane) * kAddressBits, kAddressBits, packet.address[lane]);
  }

  /// A request that was taken; with exact cycles also whether it had to be.
  bool accepted(Port &port, bool ready, bool writes) {
    if (exact && port.enabled)
      BENCH_CHECK(ready == (cycle_ >= free_), "taken: %u", ready);
    if (!port.waiting || !ready)
      return false;
    port.waiting = false;
    ++port.taken;
    // Into two registers first, where a memory has halves.
    const bool isRegistered = writes && kHalves == 2;
    free_ = std::max(cycle_ + 1, begun_);
    begun_ = isRegistered ? std::max(cycle_ + 2, next_) : cycle_;
    next_ = begun_ + port.packet.rounds(writes);
    if (!isRegistered)
      free_ = next_;
    return true;
  }
  /// Whether the answer's cycle is right.
  void checkCycle(const Port &port, bool valid, unsigned latency, bool writes) {
    if (!exact)
      return;
    const bool due = !port.pending.empty() &&
                     cycle_ >= port.pending.front().begun + latency + port.pending.front().packet.rounds(writes) - 1;
    BENCH_CHECK(valid == due, "answered: %u", valid);
  }

  void lookAtWriter(unsigned i) {
    Port &port = writers[i];
    const bool valid = i == 0 ? top().ack_valid_o : bit(top().done_valid_o, i - 1);
    const bool takes = i == 0 ? top().ack_ready_i : bit(top().done_ready_i, i - 1);
    BENCH_CHECK(!valid || !port.pending.empty(), "an acknowledgement of nothing");
    checkCycle(port, valid, kWriteLatency - 2 * (kHalves - 1), true);
    if (valid) {
      log_.acknowledge(port.pending.front().number, std::min(cycle_, firstSeen_[i]));
      firstSeen_[i] = std::min(cycle_, firstSeen_[i]);
    }
    if (valid && takes) {
      port.pending.pop_front();
      firstSeen_[i] = kNever;
      ++port.answered;
    }
    if (accepted(port, i == 0 ? top().in_ready_o : bit(top().scatter_ready_o, i - 1), true))
      port.pending.push_back({port.packet, cycle_, begun_, log_.write(port.packet, cycle_)});
  }

  void lookAtGather(unsigned i) {
    Port &port = gathers[i];
    const bool valid = bit(top().data_valid_o, i);
    BENCH_CHECK(!valid || !port.pending.empty(), "an answer to nothing");
    checkCycle(port, valid, kGatherLatency, false);
    if (valid) {
      RowBytes answer;
      for (unsigned byte = 0; byte < kRowBytes; ++byte)
        answer[byte] = uint8_t(field(top().data_data_o, (i * kRowBytes + byte) * 8, 8));
      checkAnswer(port.pending.front(), answer);
      if (bit(top().data_ready_i, i)) {
        port.pending.pop_front();
        ++port.answered;
      }
    }
    if (accepted(port, bit(top().gather_ready_o, i), false))
      port.pending.push_back({port.packet, cycle_, begun_, 0});
  }
  void checkAnswer(const Port::Pending &request, const RowBytes &answer) const {
    for (unsigned byte = 0; byte < kRowBytes; ++byte)
      if (!request.packet.isActive(byte / kBytes, false))
        BENCH_CHECK(answer[byte] == 0, "byte %u of a lane that does not read", byte);
      else
        BENCH_CHECK(log_.mayBe(Log::place(request.packet, byte), answer[byte], request.accepted, cycle_),
                    "gather: byte %u is %02x", byte, answer[byte]);
  }

  /// What was read of the row that was presented two cycles ago.
  void checkRow() {
    presented_.push_back(row_);
    if (presented_.size() <= kReadLatency)
      return;
    const unsigned row = presented_.front();
    presented_.pop_front();
    const uint64_t presented = cycle_ - kReadLatency;
    // A write that is not acknowledged yet is not seen, but for the first rounds of some.
    const uint64_t end = exact ? presented + 1 - kWriteLatency : cycle_;
    for (unsigned byte = 0; byte < kRowBytes; ++byte) {
      const auto value = uint8_t(field(top().rd_data_o, byte * 8, 8));
      BENCH_CHECK(log_.mayBe(row * kRowBytes + byte, value, presented, end), "row %u: byte %u is %02x", row, byte,
                  value);
    }
  }

  std::unique_ptr<Clocked<Model>> bench_ = std::make_unique<Clocked<Model>>();
  Log log_;
  uint64_t cycle_ = 0;
  uint64_t free_ = 0;   // exact: the cycle in which the next request is taken
  uint64_t next_ = 0;   // exact: in which the next one begins
  uint64_t begun_ = 0;  // in which the last one did
  std::array<uint64_t, kWriters> firstSeen_ = {kNever, kNever, kNever};  // of the acknowledgement that is there
  unsigned row_ = 0;
  std::deque<unsigned> presented_;
};

void randomTraffic(uint64_t seed) {
  Traffic traffic(seed);
  traffic.fill();
  for (unsigned phase = 0; phase < 6; ++phase) {
    const auto start = [&](Traffic::Port &port) {
      port.enabled = traffic.random.chance(80);
      port.lanes = Lanes(traffic.random.below(4u));
      port.offers = Stall(traffic.random.next());
      port.takes = Stall(traffic.random.next());
    };
    for (Traffic::Port &port : traffic.gathers)
      start(port);
    for (Traffic::Port &port : traffic.writers)
      start(port);
    traffic.run(1000);
  }
  traffic.drain();
  for (const Traffic::Port &port : traffic.gathers)
    BENCH_CHECK(port.answered == port.taken && port.taken > 30);
  for (const Traffic::Port &port : traffic.writers)
    BENCH_CHECK(port.answered == port.taken && port.taken > 30);
}

/// One port alone, without stalls.
void exactCycles(Traffic &traffic, Traffic::Port &port, Lanes lanes, unsigned least) {
  port.lanes = lanes;
  port.enabled = traffic.exact = true;
  const unsigned before = port.taken, cycles = 2000;
  traffic.run(cycles);
  BENCH_CHECK(port.taken - before >= least, "%u of %u", port.taken - before, least);
  traffic.exact = false;
  traffic.drain();
}

void cyclesWithoutStalls() {
  Traffic traffic(1);
  traffic.fill();
  for (Traffic::Port &port : traffic.gathers) {
    exactCycles(traffic, port, Lanes::Apart, 2000);
    exactCycles(traffic, port, Lanes::OneElement, 2000);
    exactCycles(traffic, port, Lanes::OneBank, 2000 / kLanes);
    exactCycles(traffic, port, Lanes::Any, 400);
  }
  exactCycles(traffic, traffic.writers[0], Lanes::Any, 2000);
  for (unsigned i = 1; i < kWriters; ++i) {
    exactCycles(traffic, traffic.writers[i], Lanes::Apart, 2000);
    exactCycles(traffic, traffic.writers[i], Lanes::OneElement, 2000 / kLanes);
    exactCycles(traffic, traffic.writers[i], Lanes::OneBank, 2000 / kLanes);
    exactCycles(traffic, traffic.writers[i], Lanes::Any, 400);
  }
}

/// All writers at once take turns, and none of the cycles is lost; with halves many are used twice.
void turns() {
  Traffic traffic(1);
  traffic.fill();
  std::array<unsigned, kWriters> before;
  for (unsigned i = 0; i < kWriters; ++i) {
    traffic.writers[i].enabled = true;
    traffic.writers[i].lanes = Lanes::Apart;
    before[i] = traffic.writers[i].taken;
  }
  traffic.run(3000);
  for (unsigned i = 0; i < kWriters; ++i) {
    const unsigned taken = traffic.writers[i].taken - before[i];
    BENCH_CHECK(kHalves == 1 ? taken == 1000 : taken >= 999, "writer %u: %u", i, taken);
  }
  traffic.drain();
}

/// Rows of both halves go at the same time.
void rowsBesideScatters() {
  Traffic traffic(1);
  traffic.fill();
  const unsigned rows = traffic.writers[0].taken, scatters = traffic.writers[1].taken;
  for (unsigned i = 0; i < 2; ++i) {
    traffic.writers[i].enabled = true;
    traffic.writers[i].lanes = Lanes::OneElement;
  }
  traffic.run(3000);
  const unsigned cycles = traffic.writers[0].taken - rows + kLanes * (traffic.writers[1].taken - scatters);
  BENCH_CHECK(kHalves == 1 ? cycles <= 3000 + kLanes : cycles > 3100, "%u cycles of work in 3000", cycles);
  traffic.drain();
}

/// The lower lanes of both scatters write to one half, the upper ones to the other: with halves they go at the same
/// time.
void partsBesideParts() {
  Traffic traffic(1);
  traffic.fill();
  for (unsigned i = 1; i < kWriters; ++i) {
    traffic.writers[i].enabled = true;
    traffic.writers[i].lanes = i == 1 ? Lanes::EvenOfTwoRows : Lanes::OddOfTwoRows;
  }
  const unsigned before = traffic.writers[1].taken + traffic.writers[2].taken;
  traffic.run(3000);
  const unsigned taken = traffic.writers[1].taken + traffic.writers[2].taken - before;
  const unsigned most = kHalves == 1 ? 1500 : 6000;
  BENCH_CHECK(taken + 2 >= most && taken <= most, "%u in 3000 cycles", taken);
  traffic.drain();
}

}  // namespace

int main() {
  cyclesWithoutStalls();
  turns();
  partsBesideParts();
  rowsBesideScatters();
  for (uint64_t seed = 1; seed <= 40; ++seed)
    randomTraffic(seed);
  return 0;
}
