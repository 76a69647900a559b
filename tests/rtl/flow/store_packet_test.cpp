// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_packet.sv of several shapes: random packets, masks and stalls against what a packet means, byte for
// byte; then how many line requests and cycles a run of consecutive packets takes.
#include "Vstore_packet_bench.h"
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <vector>

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kUnits = 8, kMaxBytes = 64;
using Bench = Clocked<Vstore_packet_bench>;
using Bytes = std::array<uint8_t, kMaxBytes>;

struct Shape {
  unsigned bytes, lanes, addressBits, lineBytes, depth;
  bool aligned;
  unsigned packetBytes() const { return bytes * lanes; }
  uint64_t top() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t allLanes() const { return lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << lanes) - 1; }
  bool crosses(uint64_t address) const { return (address & (lineBytes - 1)) + packetBytes() > lineBytes; }
};
constexpr Shape kShapes[kUnits] = {{4, 4, 32, 16, 32, false}, {4, 16, 32, 64, 32, false}, {1, 2, 64, 8, 2, false},
                                   {8, 8, 32, 64, 32, true},  {2, 4, 32, 16, 5, false},   {4, 8, 40, 64, 32, false},
                                   {4, 4, 32, 64, 1, true},   {1, 64, 32, 64, 32, false}};

struct Region {
  uint64_t base, limit;
};

struct Packet {
  uint64_t address = 0, mask = 0, number = 0;
  Bytes data{};
  uint64_t written = 0;  // lanes
};

struct LineRequest {
  uint64_t address = 0, strobes = 0;
  Bytes data{};
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

/// A unit, its memory, and what they must do.
class Unit {
public:
  Unit(Bench &bench, unsigned index, uint64_t seed, bool stalls)
      : shape(kShapes[index]), bench_(bench), index_(index), random(seed * 97 + index), in_(random.next(), !stalls),
        out_(random.next(), !stalls), ready_(random.next(), !stalls), latency_(stalls ? random.below(60u) : 8),
        spread_(stalls ? random.below(60u) : 0) {
    const uint64_t size = shape.lineBytes * 40, base = random.next() & shape.top() >> 2;
    regions[0] = {base, base + size + random.below(80u)};  // ends in the middle of a packet
    regions[1] = random.chance(50)   ? Region{shape.top() - random.below(300u), shape.top()}
                 : random.chance(50) ? Region{0, random.below(200u)}
                                     : Region{base + size + 100, base + size + 100 + random.below(300u)};
    setRegions();
  }

  const Shape &shape;
  Region regions[2];
  uint64_t accepted = 0, answered = 0, faulty = 0, lines = 0, fullLines = 0, bytesWritten = 0, crossed = 0;
  bool offered = false;

  bool busy() const { return offered || !outstanding_.empty(); }
  bool mayOffer() { return !offered && in_.active(); }

  void setRegions() {
    for (unsigned i = 0; i < 2; ++i) {
      setField(bench_.top.base_i, index_ * 128 + i * 64, 64, regions[i].base);
      setField(bench_.top.limit_i, index_ * 128 + i * 64, 64, regions[i].limit);
    }
  }

  void offer(uint64_t address, uint64_t mask) {
    next_ = {.address = address & shape.top(), .mask = mask};
    for (unsigned i = 0; i < shape.packetBytes(); ++i)
      next_.data[i] = uint8_t(random.next());
    offered = true;
  }

  /// Runs of consecutive packets, whole ones and others, and places at the ends of regions and of the address space.
  void offerRandom() {
    const unsigned step = shape.packetBytes();
    if (run_ == 0) {
      const Region &region = regions[random.below(2u)];
      run_ = 1 + random.below(random.chance(10) ? 200u : 20u);
      kind_ = random.below(4u);
      switch (random.below(8u)) {
      case 0:
        cursor_ = region.limit - random.below(3 * step);
        break;
      case 1:
        cursor_ = region.base - random.below(2 * step);
        break;
      case 2:
        cursor_ = 0 - uint64_t(random.below(3 * step));
        break;
      default:
        cursor_ = region.base + random.below(unsigned(std::max<uint64_t>(1, region.limit - region.base)));
      }
    } else if (!random.chance(10)) {
      cursor_ += step;
    }
    --run_;
    const uint64_t unit = shape.aligned ? step : random.chance(2) ? 1 : shape.bytes;  // low bits do not count
    offer(cursor_ & ~(unit - 1), randomMask());
  }

  void drive() {
    auto &top = bench_.top;
    setBit(top.req_valid_i, index_, offered);
    if (offered) {
      setField(top.req_addr_i, index_ * 64, 64, next_.address);
      setField(top.req_mask_i, index_ * 64, 64, next_.mask);
      std::memcpy(reinterpret_cast<uint8_t *>(&top.req_data_i) + size_t(index_) * 64, next_.data.data(), 64);
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
    for (const SparseBytes *some : {&model_, &memory_})
      for (const auto &[address, value] : some->all())
        BENCH_CHECK(model_[address] == memory_[address], "unit %u: memory differs at %#llx", index_,
                    (unsigned long long)address);
  }

private:
  uint64_t randomMask() {
    const uint64_t all = shape.allLanes();
    if (kind_ < 2 && !random.chance(5))
      return all;
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

  bool inBounds(uint64_t address) const {
    for (const Region &r : regions)
      if (address >= r.base && static_cast<unsigned __int128>(address) + shape.bytes <= r.limit)
        return true;
    return false;
  }

  void accept() {
    Packet packet = next_;
    offered = false;
    packet.number = accepted++;
    packet.address &= ~uint64_t(shape.bytes - 1);
    bool faulty = false;
    for (unsigned l = 0; l < shape.lanes; ++l) {
      const uint64_t address = (packet.address + l * shape.bytes) & shape.top();
      if (!bit(packet.mask, l))
        continue;
      if (inBounds(address)) {
        write(packet, l, address);
      } else if (!faulty) {
        faults_.push_back(address);
        faulty = true;
      }
    }
    this->faulty += faulty;
    crossed += shape.crosses(packet.address);
    outstanding_.push_back(packet);
  }

  void write(Packet &packet, unsigned lane, uint64_t address) {
    packet.written |= uint64_t(1) << lane;
    for (unsigned b = 0; b < shape.bytes; ++b) {
      model_[address + b] = packet.data[lane * shape.bytes + b];
      last_[address + b] = packet.number;
    }
    bytesWritten += shape.bytes;
  }

  /// Memory holds the packet, but for what a later one may have overwritten already.
  void acknowledge() {
    BENCH_CHECK(!outstanding_.empty(), "unit %u: acknowledgement of nothing", index_);
    const Packet &packet = outstanding_.front();
    for (unsigned l = 0; l < shape.lanes; ++l)
      for (unsigned b = 0; bit(packet.written, l) && b < shape.bytes; ++b) {
        const uint64_t address = ((packet.address + l * shape.bytes) & shape.top()) + b;
        if (last_[address] == packet.number)
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
    std::memcpy(line.data.data(), reinterpret_cast<uint8_t *>(&top.line_req_data_o) + size_t(index_) * 64, 64);
    const bool valid = bit(top.line_req_valid_o, index_), ready = bit(top.line_req_ready_i, index_);
    uint64_t hash = line.address ^ line.strobes * 3;
    for (unsigned i = 0; i < shape.lineBytes; ++i)
      hash = hash * 0x100000001b3u + (bit(line.strobes, i) ? line.data[i] : 0);
    lineHold_.look("line request", index_, valid, ready, valid ? hash : 0);
    if (!valid || !ready)
      return;
    BENCH_CHECK(line.address % shape.lineBytes == 0 && line.strobes != 0, "unit %u: a request of nothing", index_);
    line.due = std::max(now + 2 + latency_ + random.below(spread_ + 1), requests_.empty() ? 0 : requests_.back().due);
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
  Random random;
  Stall in_, out_, ready_;
  unsigned latency_, spread_;
  SparseBytes model_, memory_;         // once all that was accepted is performed; now
  std::map<uint64_t, uint64_t> last_;  // byte → number of the last packet that wrote it
  std::deque<Packet> outstanding_;
  std::deque<LineRequest> requests_;
  std::deque<uint64_t> faults_;
  Packet next_;
  uint64_t cursor_ = 0;
  unsigned run_ = 0, kind_ = 0;
  bool wasEmpty_ = true;
  HoldCheck hold_, lineHold_;
};

class Harness {
public:
  Bench bench;
  std::deque<Unit> units;

  Harness(uint64_t seed, bool stalls) {
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
    auto busy = [&] {
      for (const Unit &unit : units)
        if (unit.busy())
          return true;
      return false;
    };
    for (unsigned i = 0; busy(); ++i) {
      BENCH_CHECK(i < 100'000, "units do not finish");
      cycle();
    }
    for (unsigned i = 0; i < 40; ++i)
      cycle();
    for (Unit &unit : units)
      unit.checkAtEnd();
  }
};

void randomTraffic(uint64_t seed) {
  auto harness = std::make_unique<Harness>(seed, true);
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

/// `n` consecutive whole packets from `offset` bytes in a line on, one after the other with `gap` cycles between two,
/// in which one comes that writes nothing: each line is written once. Without gaps they take a cycle each, and one more
/// where they reach into the next line.
void stream(unsigned u, unsigned n, unsigned offset, unsigned gap, uint64_t rest) {
  auto harness = std::make_unique<Harness>(1, false);
  Unit &unit = harness->units[u];
  const Shape &shape = unit.shape;
  unit.regions[0] = {0x100000, 0x400000};
  unit.setRegions();
  harness->cycle();
  harness->cycle();
  const uint64_t start = now, first = 0x200000 + offset;
  unsigned sent = 0, wait = 0, empty = 0;
  for (; unit.answered < n + empty; harness->cycle()) {
    BENCH_CHECK(now < start + 20ull * n + 1000, "unit %u: hangs", u);
    if (unit.offered || sent == n)
      continue;
    if (wait == 5)
      unit.offer(first, 0), ++empty;
    if (wait != 0)
      --wait;
    else
      unit.offer(first + uint64_t(shape.packetBytes()) * sent++, shape.allLanes()), wait = gap;
  }
  const uint64_t cycles = now - start, bytes = uint64_t(n) * shape.packetBytes();
  const uint64_t end = first + bytes;
  const uint64_t expected = (end - 1) / shape.lineBytes - first / shape.lineBytes + 1;
  const uint64_t full = end / shape.lineBytes - (first + shape.lineBytes - 1) / shape.lineBytes;
  BENCH_CHECK(unit.lines == expected && unit.fullLines == full, "unit %u, offset %u, gap %u: %llu lines, %llu full", u,
              offset, gap, (unsigned long long)unit.lines, (unsigned long long)unit.fullLines);
  if (gap == 0)
    BENCH_CHECK(cycles == n + unit.crossed + rest, "unit %u, offset %u: %llu cycles for %u packets, %llu of two lines",
                u, offset, (unsigned long long)cycles, n, (unsigned long long)unit.crossed);
  harness->drain();
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 8; ++seed)
    randomTraffic(seed);
  // From the last packet to its acknowledgement; a line's packets are acknowledged one a cycle. What is not whole
  // waits.
  for (const unsigned u : {0u, 1u, 3u, 5u, 7u}) {
    stream(u, 1024, 0, 0, 18 + kShapes[u].lineBytes / kShapes[u].packetBytes());
    stream(u, 200, 0, 9, 0);
  }
  for (const unsigned u : {0u, 1u, 5u, 7u}) {
    stream(u, 1024, kShapes[u].bytes, 0, 34);
    stream(u, 200, kShapes[u].packetBytes() - kShapes[u].bytes, 9, 0);
  }
  return 0;
}
