// SPDX-License-Identifier: Apache-2.0
// What the tests of store units for packets share: units of several shapes with random stalls on every interface, each
// beside a memory and a plain array that says, byte for byte, what must be in it.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "tests/rtl/common/bench.h"
#include "tests/rtl/flow/regions.h"

namespace bench {

constexpr unsigned kMostLineBytes = 64;

struct StoreShape {
  unsigned bytes, lanes, addressBits, lineBytes, depth;
  unsigned packetBytes() const { return bytes * lanes; }
  uint64_t top() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t allLanes() const { return lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << lanes) - 1; }
  /// Of an element: the low bits of what is asked for do not count.
  uint64_t elementAt(uint64_t address) const { return address & top() & ~uint64_t(bytes - 1); }
};

struct LineRequest {
  uint64_t address = 0, strobes = 0;
  std::array<uint8_t, kMostLineBytes> data{};
  uint64_t due = 0;
};

/// Bytes by address; what was never written is a function of the address.
class SparseBytes {
public:
  uint8_t &operator[](uint64_t address) {
    return bytes_.try_emplace(address, uint8_t((address * 0x9e3779b1u) >> 23)).first->second;
  }
  const std::map<uint64_t, uint8_t> &all() const { return bytes_; }

private:
  std::map<uint64_t, uint8_t> bytes_;
};

/// All lanes, some at one end, any, or none.
inline uint64_t someLanes(const StoreShape &shape, Random &random) {
  const uint64_t all = shape.allLanes();
  switch (random.below(5u)) {
  case 0:
    return 0;
  case 1:
    return all >> random.below(shape.lanes);
  case 2:
    return all << random.below(shape.lanes) & all;
  case 3:
    return all;
  default:
    return random.next() & all;
  }
}

/// A unit, its memory, and what they must do. `Test` has
/// * Model; Shape, a StoreShape; kShapes;
/// * Request, with the mask of its lanes and the address of each in a shape;
/// * Traffic, whose next() makes them at random;
/// * offer(), which drives the address ports of a unit's request;
/// * kDataBytes: a packet's data on the port;
/// * kMerges: whether a line request may serve several packets.
template <class Test> class StoreUnit {
public:
  using Shape = typename Test::Shape;
  using Request = typename Test::Request;
  using Bench = Clocked<typename Test::Model>;

  StoreUnit(Bench &bench, unsigned index, uint64_t seed, bool stalls)
      : shape(Test::kShapes[index]), bench_(bench), index_(index), random_(seed * 97 + index),
        in_(random_.next(), !stalls), out_(random_.next(), !stalls), ready_(random_.next(), !stalls),
        latency_(stalls ? random_.below(60u) : 8), spread_(stalls ? random_.below(60u) : 0) {
    const uint64_t size = shape.lineBytes * 40, base = random_.next() & shape.top() >> 2;
    regions_[0] = {base, base + size + random_.below(80u)};  // ends in the middle of a packet
    regions_[1] = random_.chance(50)   ? Region{shape.top() - random_.below(300u), shape.top()}
                  : random_.chance(50) ? Region{0, random_.below(200u)}
                                       : Region{base + size + 100, base + size + 100 + random_.below(300u)};
    driveRegions();
  }

  const Shape &shape;
  uint64_t accepted = 0, answered = 0, faulty = 0;
  uint64_t lines = 0, fullLines = 0;  // requests to memory; of whole lines
  uint64_t packetLines = 0;           // lines of each packet accepted
  bool offered = false;

  bool busy() const { return offered || !outstanding_.empty(); }
  bool mayOffer() { return !offered && in_.active(); }

  void setRegion(const Region &region) {
    regions_[0] = region;
    driveRegions();
  }

  void offer(const Request &request) {
    next_ = {.request = request};
    for (uint8_t &byte : next_.data)
      byte = uint8_t(random_.next());
    offered = true;
  }

  void offerRandom() { offer(traffic_.next(shape, regions_, random_)); }

  void drive() {
    auto &top = bench_.top;
    setBit(top.req_valid_i, index_, offered);
    if (offered) {
      Test::offer(top, index_, next_.request);
      setField(top.req_mask_i, index_ * 64, 64, next_.request.mask);
      std::memcpy(reinterpret_cast<uint8_t *>(&top.req_data_i) + size_t(index_) * Test::kDataBytes, next_.data.data(),
                  Test::kDataBytes);
    }
    setBit(top.ack_ready_i, index_, out_.active());
    setBit(top.line_req_ready_i, index_, ready_.active());
    const bool comes = !requests_.empty() && requests_.front().due <= now;
    setBit(top.line_ack_valid_i, index_, comes);
    if (comes)
      perform();
  }

  void observe() {
    auto &top = bench_.top;
    checkIdle(bit(top.idle_o, index_));
    if (bit(top.fault_o, index_)) {
      BENCH_CHECK(!faults_.empty() && faults_.front() == field(top.fault_addr_o, index_ * 64, 64),
                  "unit %u: fault at %#llx", index_, (unsigned long long)field(top.fault_addr_o, index_ * 64, 64));
      faults_.pop_front();
    }
    const bool valid = bit(top.ack_valid_o, index_), taken = bit(top.ack_ready_i, index_);
    hold_.look("acknowledgement", index_, valid, taken, 0u);
    if (valid && taken)
      acknowledge();
    takeLine();
    if (offered && bit(top.req_ready_o, index_))
      accept();
  }

  void checkAtEnd() {
    BENCH_CHECK(faults_.empty() && requests_.empty(), "unit %u: faults or lines are left", index_);
    BENCH_CHECK(Test::kMerges ? lines <= packetLines : lines == packetLines,
                "unit %u: %llu line requests for %llu lines of packets", index_, (unsigned long long)lines,
                (unsigned long long)packetLines);
    for (const SparseBytes *some : {&model_, &memory_})
      for (const auto &[address, value] : some->all())
        BENCH_CHECK(model_[address] == memory_[address], "unit %u: memory differs at %#llx", index_,
                    (unsigned long long)address);
  }

private:
  struct Packet {
    Request request;
    std::array<uint8_t, Test::kDataBytes> data{};
    uint64_t number = 0, written = 0;  // lanes
  };

  void driveRegions() {
    for (unsigned i = 0; i < 2; ++i) {
      setField(bench_.top.base_i, index_ * 128 + i * 64, 64, regions_[i].base);
      setField(bench_.top.limit_i, index_ * 128 + i * 64, 64, regions_[i].limit);
    }
  }

  void accept() {
    Packet packet = next_;
    offered = false;
    packet.number = accepted++;
    bool isFaulty = false;
    std::set<uint64_t> written;
    for (unsigned l = 0; l < shape.lanes; ++l) {
      const uint64_t address = packet.request.address(shape, l);
      if (!bit(packet.request.mask, l))
        continue;
      if (inBounds(regions_, address, shape.bytes)) {
        write(packet, l);
        written.insert(address / shape.lineBytes);
      } else if (!isFaulty) {
        faults_.push_back(address);
        isFaulty = true;
      }
    }
    faulty += isFaulty;
    packetLines += written.size();
    outstanding_.push_back(packet);
  }

  /// Lane by lane, so that the highest of one address stays.
  void write(Packet &packet, unsigned lane) {
    const uint64_t address = packet.request.address(shape, lane);
    packet.written |= uint64_t(1) << lane;
    for (unsigned b = 0; b < shape.bytes; ++b) {
      model_[address + b] = packet.data[lane * shape.bytes + b];
      last_[address + b] = {packet.number, lane};
    }
  }

  /// Memory holds the packet, but for what a higher lane or a later packet may have overwritten already.
  void acknowledge() {
    BENCH_CHECK(!outstanding_.empty(), "unit %u: acknowledgement of nothing", index_);
    const Packet &packet = outstanding_.front();
    for (unsigned l = 0; l < shape.lanes; ++l)
      for (unsigned b = 0; bit(packet.written, l) && b < shape.bytes; ++b) {
        const uint64_t address = packet.request.address(shape, l) + b;
        if (last_[address] == Writer{packet.number, l})
          BENCH_CHECK(memory_[address] == packet.data[l * shape.bytes + b], "unit %u: packet %llu acknowledged early",
                      index_, (unsigned long long)packet.number);
      }
    outstanding_.pop_front();
    ++answered;
  }

  void takeLine() {
    auto &top = bench_.top;
    LineRequest line;
    line.address = field(top.line_req_addr_o, index_ * 64, 64);
    line.strobes = field(top.line_req_strb_o, index_ * 64, 64);
    std::memcpy(line.data.data(), reinterpret_cast<uint8_t *>(&top.line_req_data_o) + size_t(index_) * kMostLineBytes,
                kMostLineBytes);
    const bool valid = bit(top.line_req_valid_o, index_), ready = bit(top.line_req_ready_i, index_);
    uint64_t hash = line.address ^ line.strobes * 3;
    for (unsigned i = 0; i < shape.lineBytes; ++i)
      hash = hash * 0x100000001b3u + (bit(line.strobes, i) ? line.data[i] : 0);
    lineHold_.look("line request", index_, valid, ready, valid ? hash : 0);
    if (!valid || !ready)
      return;
    BENCH_CHECK(line.address % shape.lineBytes == 0 && line.strobes != 0, "unit %u: a request of nothing", index_);
    line.due = std::max(now + 2 + latency_ + random_.below(spread_ + 1), requests_.empty() ? 0 : requests_.back().due);
    requests_.push_back(line);
    ++lines;
    fullLines += unsigned(std::popcount(line.strobes)) == shape.lineBytes;
    BENCH_CHECK(requests_.size() <= shape.depth, "unit %u: %zu lines not yet acknowledged", index_, requests_.size());
  }

  void perform() {
    const LineRequest &line = requests_.front();
    for (unsigned i = 0; i < shape.lineBytes; ++i)
      if (bit(line.strobes, i))
        memory_[line.address + i] = line.data[i];
    requests_.pop_front();
  }

  /// It may tell a cycle late that it is idle, never early.
  void checkIdle(bool idle) {
    BENCH_CHECK(idle ? outstanding_.empty() : !outstanding_.empty() || !wasEmpty_, "unit %u: idle %d with %zu", index_,
                idle, outstanding_.size());
    wasEmpty_ = outstanding_.empty();
  }

  Bench &bench_;
  unsigned index_;
  Random random_;
  Region regions_[2];
  typename Test::Traffic traffic_;
  Stall in_, out_, ready_;
  unsigned latency_, spread_;
  SparseBytes model_, memory_;                   // once all that was accepted is performed; now
  using Writer = std::pair<uint64_t, unsigned>;  // number of a packet, and a lane
  std::map<uint64_t, Writer> last_;              // byte → who wrote it last
  std::deque<Packet> outstanding_;
  std::deque<LineRequest> requests_;
  std::deque<uint64_t> faults_;
  Packet next_;
  bool wasEmpty_ = true;
  HoldCheck hold_, lineHold_;
};

/// All units of a bench.
template <class Test> class StoreHarness {
public:
  using Unit = StoreUnit<Test>;
  static constexpr unsigned kUnits = std::size(Test::kShapes);

  Clocked<typename Test::Model> bench;
  std::deque<Unit> units;

  StoreHarness(uint64_t seed, bool stalls) {
    for (unsigned u = 0; u < kUnits; ++u)
      units.emplace_back(bench, u, seed, stalls);
    bench.reset();
    cycle();
    cycle();
  }

  void cycle() {
    for (Unit &unit : units)
      unit.drive();
    bench.settle();
    for (Unit &unit : units)
      unit.observe();
    bench.edge();
  }

  void drain() {
    const auto busy = [&] { return std::any_of(units.begin(), units.end(), [](Unit &unit) { return unit.busy(); }); };
    for (unsigned i = 0; busy(); ++i) {
      BENCH_CHECK(i < 100'000, "units do not finish");
      cycle();
    }
    for (unsigned i = 0; i < 40; ++i)
      cycle();
    for (Unit &unit : units)
      unit.checkAtEnd();
  }

  static void randomTraffic(uint64_t seed) {
    auto harness = std::make_unique<StoreHarness>(seed, true);
    for (unsigned i = 0; i < 15'000; ++i) {
      for (Unit &unit : harness->units)
        if (unit.mayOffer())
          unit.offerRandom();
      harness->cycle();
    }
    harness->drain();
    for (unsigned u = 0; u < kUnits; ++u)
      BENCH_CHECK(harness->units[u].answered > 100 && harness->units[u].faulty > 5,
                  "unit %u: only %llu packets, %llu faults", u, (unsigned long long)harness->units[u].answered,
                  (unsigned long long)harness->units[u].faulty);
  }
};

}  // namespace bench
