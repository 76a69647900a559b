// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_lanes.sv of several shapes: random addresses, masks and stalls against a plain array, byte for
// byte, and the number of line requests; then how many cycles packets of so many lines take.
#include "Vstore_lanes_bench.h"
#include <array>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kUnits = 8, kMaxLanes = 64, kMaxPacket = 128, kMaxLine = 64;
using Bench = Clocked<Vstore_lanes_bench>;

struct Shape {
  unsigned bytes, lanes, addressBits, lineBytes, depth;
  unsigned packetBytes() const { return bytes * lanes; }
  uint64_t top() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t allLanes() const { return lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << lanes) - 1; }
};
constexpr Shape kShapes[kUnits] = {{4, 4, 32, 16, 32}, {4, 16, 32, 64, 32}, {1, 2, 64, 8, 2},   {8, 16, 32, 64, 32},
                                   {4, 4, 32, 4, 5},   {4, 2, 40, 64, 1},   {4, 8, 32, 16, 21}, {1, 64, 32, 64, 32}};

struct Region {
  uint64_t base, limit;
};

using Addresses = std::array<uint64_t, kMaxLanes>;

struct Packet {
  Addresses addresses{};
  uint64_t mask = 0, number = 0;
  std::array<uint8_t, kMaxPacket> data{};
  uint64_t written = 0;  // lanes
};

struct LineRequest {
  uint64_t address = 0, strobes = 0;
  std::array<uint8_t, kMaxLine> data{};
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
  uint64_t accepted = 0, answered = 0, faulty = 0, lines = 0, expectedLines = 0;
  bool offered = false;

  bool busy() const { return offered || !outstanding_.empty(); }
  bool mayOffer() { return !offered && in_.active(); }

  void setRegions() {
    for (unsigned i = 0; i < 2; ++i) {
      setField(bench_.top.base_i, index_ * 128 + i * 64, 64, regions[i].base);
      setField(bench_.top.limit_i, index_ * 128 + i * 64, 64, regions[i].limit);
    }
  }

  void offer(const Addresses &addresses, uint64_t mask) {
    next_ = {.addresses = addresses, .mask = mask};
    for (uint64_t &address : next_.addresses)
      address &= shape.top();
    for (uint8_t &byte : next_.data)
      byte = uint8_t(random.next());
    offered = true;
  }

  /// Lanes that follow each other, meet in few places, lie in a few lines, or anywhere; some at the ends of regions and
  /// of the address space.
  void offerRandom() {
    Addresses addresses{};
    const unsigned kind = random.below(5u), span = 1 + random.below(4 * shape.lanes);
    const uint64_t from = randomAddress();
    for (unsigned l = 0; l < shape.lanes; ++l)
      switch (kind) {
      case 0:
        addresses[l] = from + uint64_t(l) * shape.bytes;
        break;
      case 1:
        addresses[l] = from;
        break;
      case 2:
        addresses[l] = from + uint64_t(random.below(span)) * shape.bytes;
        break;
      case 3:
        addresses[l] = random.chance(90) ? from + uint64_t(random.below(3u)) * shape.lineBytes : randomAddress();
        break;
      default:
        addresses[l] = randomAddress();
      }
    if (random.chance(3))  // low bits do not count
      addresses[0] += random.below(shape.bytes);
    offer(addresses, randomMask());
  }

  void drive() {
    auto &top = bench_.top;
    setBit(top.req_valid_i, index_, offered);
    if (offered) {
      std::memcpy(reinterpret_cast<uint8_t *>(&top.req_addr_i) + size_t(index_) * 512, next_.addresses.data(), 512);
      setField(top.req_mask_i, index_ * 64, 64, next_.mask);
      std::memcpy(reinterpret_cast<uint8_t *>(&top.req_data_i) + size_t(index_) * kMaxPacket, next_.data.data(),
                  kMaxPacket);
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
    BENCH_CHECK(lines == expectedLines, "unit %u: %llu line requests instead of %llu", index_,
                (unsigned long long)lines, (unsigned long long)expectedLines);
    for (const SparseBytes *some : {&model_, &memory_})
      for (const auto &[address, value] : some->all())
        BENCH_CHECK(model_[address] == memory_[address], "unit %u: memory differs at %#llx", index_,
                    (unsigned long long)address);
  }

private:
  uint64_t randomAddress() {
    const Region &region = regions[random.below(2u)];
    const unsigned step = shape.packetBytes();
    uint64_t address = 0;
    switch (random.below(16u)) {
    case 0:
      address = region.limit - random.below(2 * step);
      break;
    case 1:
      address = region.base - random.below(step);
      break;
    case 2:
      address = 0 - uint64_t(random.below(step));
      break;
    default:
      address = region.base + random.below(unsigned(std::max<uint64_t>(1, region.limit - region.base)));
    }
    return address & ~uint64_t(shape.bytes - 1);
  }

  uint64_t randomMask() {
    const uint64_t all = shape.allLanes();
    if (random.chance(50))
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
    bool faulty = false;
    std::set<uint64_t> packetLines;
    for (unsigned l = 0; l < shape.lanes; ++l) {
      uint64_t &address = packet.addresses[l];
      address &= ~uint64_t(shape.bytes - 1);
      if (!bit(packet.mask, l))
        continue;
      if (inBounds(address)) {
        write(packet, l);
        packetLines.insert(address / shape.lineBytes);
      } else if (!faulty) {
        faults_.push_back(address);
        faulty = true;
      }
    }
    this->faulty += faulty;
    expectedLines += packetLines.size();
    outstanding_.push_back(packet);
  }

  /// Lane by lane, so that the highest of one address stays.
  void write(Packet &packet, unsigned lane) {
    packet.written |= uint64_t(1) << lane;
    for (unsigned b = 0; b < shape.bytes; ++b) {
      model_[packet.addresses[lane] + b] = packet.data[lane * shape.bytes + b];
      last_[packet.addresses[lane] + b] = {packet.number, lane};
    }
  }

  /// Memory holds the packet, but for what a higher lane or a later packet may have overwritten already.
  void acknowledge() {
    BENCH_CHECK(!outstanding_.empty(), "unit %u: acknowledgement of nothing", index_);
    const Packet &packet = outstanding_.front();
    for (unsigned l = 0; l < shape.lanes; ++l)
      for (unsigned b = 0; bit(packet.written, l) && b < shape.bytes; ++b) {
        const uint64_t address = packet.addresses[l] + b;
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

// From the last round's place to the acknowledgement, with 10 cycles of memory; of packets that write nothing.
constexpr unsigned kRest = 19, kEmpty = 9;

/// `n` packets, each of `lines` lines if it has as many lanes, or that write nothing: a cycle for each of their lines,
/// one at least.
void stream(unsigned u, unsigned n, unsigned lines) {
  auto harness = std::make_unique<Harness>(1, false);
  Unit &unit = harness->units[u];
  const Shape &shape = unit.shape;
  unit.regions[0] = {0x100000, 0x400000};
  unit.setRegions();
  harness->cycle();
  harness->cycle();
  lines = std::min(lines, shape.lanes);
  const uint64_t start = now;
  for (unsigned sent = 0; unit.answered < n; harness->cycle()) {
    BENCH_CHECK(now < start + 100ull * n + 1000, "unit %u: hangs", u);
    if (unit.offered || sent == n)
      continue;
    Addresses addresses{};
    for (unsigned l = 0; l < shape.lanes; ++l)
      addresses[l] = 0x200000 + uint64_t(sent * 7 + l % std::max(lines, 1u)) * shape.lineBytes;
    unit.offer(addresses, lines == 0 ? 0 : shape.allLanes());
    ++sent;
  }
  const uint64_t cycles = now - start, expected = uint64_t(n) * std::max(lines, 1u) + (lines == 0 ? kEmpty : kRest);
  BENCH_CHECK(cycles == expected, "unit %u: %llu cycles for %u packets of %u lines instead of %llu", u,
              (unsigned long long)cycles, n, lines, (unsigned long long)expected);
  harness->drain();
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 8; ++seed)
    randomTraffic(seed);
  // Unit 6 has the least Depth for full rate.
  for (const unsigned u : {0u, 1u, 3u, 6u, 7u})
    for (const unsigned lines : {0u, 1u, 2u, 3u, 16u, 64u})
      stream(u, 300, lines);
  return 0;
}
