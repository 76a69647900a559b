// SPDX-License-Identifier: Apache-2.0
// lsu_load_lanes and lsu_load_cached of several shapes (load_lanes_bench.sv) against what docs/rtl-interfaces.md says
// of it: random packets and stalls, data, faults, and which lines are asked for; then exact rates.
#include "Vload_lanes_bench.h"
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

struct Shape {
  unsigned bytes, lanes, addressBits, lineBytes;
  unsigned cacheLines = 0;  // lsu_load_cached's

  unsigned size() const { return bytes * lanes; }
  uint64_t addresses() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t lanesMask() const { return (uint64_t(1) << lanes) - 1; }
  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(lineBytes - 1); }
};

// As in load_lanes_bench.sv.
constexpr Shape kShapes[] = {{4, 4, 32, 16},    {4, 16, 32, 64},     {1, 2, 64, 8},       {8, 16, 32, 64},
                             {2, 4, 20, 16},    {4, 8, 40, 64},      {64, 2, 32, 64},     {1, 16, 32, 16},
                             {4, 4, 32, 16, 8}, {4, 16, 32, 64, 16}, {8, 16, 32, 64, 64}, {1, 2, 64, 8, 4},
                             {64, 2, 32, 64, 4}};
constexpr unsigned kUnits = std::size(kShapes), kMostLanes = 16, kMostBytes = 128, kLineBytes = 64,
                   kMostCacheLines = 64;
using Packet = std::array<uint8_t, kMostBytes>;

/// Memory is a function of the address.
uint8_t byteAt(uint64_t address) {
  return static_cast<uint8_t>((address ^ address >> 17 ^ address >> 40) * 0x9e3779b97f4a7c15u >> 43);
}

struct Region {
  uint64_t base = 0, limit = 0;
};

struct Request {
  std::array<uint64_t, kMostLanes> addresses = {};
  uint64_t mask = 0;
};

/// What a unit must do, told packet by packet.
class Reference {
public:
  Reference(const Shape &shape, const Region (&regions)[2]) : shape_(shape), regions_{regions[0], regions[1]} {}

  std::deque<Packet> answers;
  std::deque<uint64_t> lines, faults;
  uint64_t faulty = 0, spread = 0, shared = 0, zero = 0;  // packets, but for `shared`: lines not asked for again

  void accept(const Request &request, bool flushed) {
    Packet answer{};
    std::vector<uint64_t> needed;  // lines, in the order of their lowest lanes
    bool reported = false;
    for (unsigned l = 0; l < shape_.lanes; ++l) {
      if (!(request.mask >> l & 1))
        continue;
      const uint64_t at = request.addresses[l] & ~uint64_t(shape_.bytes - 1);
      if (inBounds(at)) {
        for (unsigned i = 0; i < shape_.bytes; ++i)
          answer[l * shape_.bytes + i] = byteAt(at + i);
        if (std::find(needed.begin(), needed.end(), shape_.lineOf(at)) == needed.end())
          needed.push_back(shape_.lineOf(at));
      } else if (!reported) {
        reported = true;
        faults.push_back(at);
        ++faulty;
      }
    }
    answers.push_back(answer);
    askFor(needed, flushed);
  }

private:
  bool inBounds(uint64_t at) const {
    for (const Region &r : regions_)
      if (at >= r.base && r.limit >= shape_.bytes && at <= r.limit - shape_.bytes)
        return true;
    return false;
  }

  void askFor(const std::vector<uint64_t> &needed, bool flushed) {
    if (flushed)
      last_.reset();
    if (shape_.cacheLines != 0)
      return askForOthers(needed);
    zero += needed.empty();
    spread += needed.size() > 1;
    for (const uint64_t line : needed) {
      if (last_ == line)
        ++shared;
      else
        lines.push_back(line);
      last_ = line;
    }
  }

  /// What the cache holds as the packet comes needs no line, though others of the packet replace it.
  void askForOthers(const std::vector<uint64_t> &needed) {
    zero += needed.empty();
    spread += needed.size() > 1;
    std::vector<uint64_t> missing;
    for (const uint64_t line : needed)
      if (held(line) != line)
        missing.push_back(line);
    shared += needed.size() - missing.size();
    for (const uint64_t line : missing) {
      lines.push_back(line);
      held(line) = line;
    }
  }
  /// The row: the line's number, counted on by what is above its own bits, in pieces of their width.
  std::optional<uint64_t> &held(uint64_t line) {
    uint64_t row = line / shape_.lineBytes, sum = row;
    for (unsigned i = 0; i < 3; ++i)
      sum += row /= shape_.cacheLines;
    return cache_[sum % shape_.cacheLines];
  }

  Shape shape_;
  Region regions_[2];
  std::array<std::optional<uint64_t>, kMostCacheLines> cache_;
  std::optional<uint64_t> last_;  // asked for
};

/// Packets in runs of one kind each: lanes all at one place, neighbours, some elsewhere, or all anywhere; ends of
/// regions and of the address space.
class Traffic {
public:
  Traffic(const Shape &shape, const Region (&regions)[2], Random &random)
      : shape_(shape), regions_{regions[0], regions[1]}, random_(random) {}

  Request next() {
    if (run_ == 0)
      begin();
    --run_;
    Request request;
    for (unsigned l = 0; l < shape_.lanes; ++l)
      request.addresses[l] = address(l) & shape_.addresses();
    cursor_ += step_;
    request.mask = mask();
    return request;
  }

private:
  void begin() {
    cursor_ = place();
    run_ = 1 + random_.below(random_.chance(20) ? 300u : 20u);
    maskKind_ = random_.below(6u);
    stride_ = shape_.bytes * (random_.chance(20) ? random_.below(50u) : random_.below(3u));
    step_ = random_.chance(50) ? shape_.size() : shape_.bytes * random_.below(4u);
    strayPercent_ = random_.chance(50) ? 0 : random_.chance(50) ? 20 : 100;
    farPercent_ = random_.chance(50) ? 50 : 5;
  }

  uint64_t address(unsigned lane) {
    // Now and then one that is not a multiple of an element's size: its low bits do not count.
    const uint64_t offset = random_.chance(3) ? random_.below(shape_.bytes) : 0;
    if (!random_.chance(strayPercent_))
      return cursor_ + uint64_t(lane) * stride_ + offset;
    return random_.chance(farPercent_) ? place() : cursor_ + random_.below(4 * shape_.lineBytes);
  }

  uint64_t place() {
    const Region &r = regions_[random_.below(2u)];
    const uint64_t span = 4 * shape_.lineBytes, length = r.limit - r.base;
    uint64_t at = r.base + (length ? random_.next() % length : 0);
    switch (random_.below(8u)) {
    case 0:
      at = r.limit - random_.below(unsigned(span));
      break;
    case 1:
      at = r.base - random_.below(unsigned(span));
      break;
    case 2:
      at = 0 - uint64_t(random_.below(unsigned(span)));
      break;
    default:
      break;
    }
    return at & ~uint64_t(shape_.bytes - 1);
  }

  uint64_t mask() {
    const uint64_t all = shape_.lanesMask(), any = random_.next();
    switch (maskKind_) {
    case 0:
      return any & all;
    case 1:
      return any & random_.next() & random_.next() & random_.next() & all;
    case 2:
      return random_.chance(20) ? 0 : all;
    default:
      return all;
    }
  }

  Shape shape_;
  Region regions_[2];
  Random &random_;
  uint64_t cursor_ = 0;
  unsigned run_ = 0, maskKind_ = 0, stride_ = 0, step_ = 0, strayPercent_ = 0, farPercent_ = 0;
};

/// One unit: what it is driven with and what it does.
struct Unit {
  Unit(const Shape &shape, const Region (&regions)[2], Random &random, bool stalls)
      : shape(shape), reference(shape, regions), traffic(shape, regions, random), requests(random.next(), !stalls),
        takes(random.next(), !stalls), ready(random.next(), !stalls), latency(stalls ? random.below(50u) : 20),
        spread(stalls ? random.below(20u) : 0) {}

  Shape shape;
  Reference reference;
  Traffic traffic;
  std::optional<Request> offered;
  bool flush = false, flushed = true;               // flushed: since the last packet accepted
  std::deque<std::pair<uint64_t, uint64_t>> asked;  // lines that memory owes: the cycle, the address
  uint64_t accepted = 0, answered = 0, lines = 0;
  bool wasEmpty = true;
  Stall requests, takes, ready;
  unsigned latency, spread;
  HoldCheck responseHold, requestHold;
};

class Harness {
public:
  using Bench = Clocked<Vload_lanes_bench>;

  Harness(uint64_t seed, bool stalls) : random_(seed) {
    for (unsigned u = 0; u < kUnits; ++u) {
      Region regions[2];
      for (unsigned i = 0; i < 2; ++i) {
        regions[i] = stalls ? randomRegion(kShapes[u]) : Region{0, kShapes[u].addresses()};
        setField(bench_.top.base_i, 128 * u + 64 * i, 64, regions[i].base);
        setField(bench_.top.limit_i, 128 * u + 64 * i, 64, regions[i].limit);
      }
      units_.emplace_back(kShapes[u], regions, random_, stalls);
    }
    bench_.reset();
    cycle();
    cycle();
  }

  Unit &unit(unsigned u) { return units_[u]; }

  void randomCycles(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) {
      for (Unit &unit : units_) {
        if (!unit.offered && unit.requests.active())
          unit.offered = unit.traffic.next();
        unit.flush = random_.chance(1);
      }
      cycle();
    }
  }

  void drain() {
    for (unsigned quiet = 0, i = 0; quiet < 100; ++i) {
      BENCH_CHECK(i < 100'000, "units do not finish");
      cycle();
      bool busy = false;
      for (const Unit &unit : units_)
        busy |= unit.offered || !unit.reference.answers.empty();
      quiet = busy ? 0 : quiet + 1;
    }
    for (unsigned u = 0; u < kUnits; ++u) {
      BENCH_CHECK(units_[u].reference.faults.empty(), "unit %u: fault not reported", u);
      BENCH_CHECK(units_[u].reference.lines.empty(), "unit %u: line not asked for", u);
    }
  }

  /// Offered packets stand until taken.
  void cycle() {
    for (unsigned u = 0; u < kUnits; ++u)
      drive(u);
    bench_.settle();
    for (unsigned u = 0; u < kUnits; ++u) {
      observeAnswer(u);
      observeFault(u);
      observeLines(u);
      observeRequest(u);
    }
    bench_.edge();
  }

private:
  Region randomRegion(const Shape &shape) {
    const uint64_t all = shape.addresses(), base = random_.next() & all;
    switch (random_.below(8u)) {
    case 0:
      return {0, 0};  // NULL
    case 1:
      return {all - random_.below(500u), all};
    case 2:
      return {0, random_.below(2 * shape.size())};
    case 3:
      return {base, std::min(all, base + std::min<uint64_t>(random_.below(2 * shape.size()), all - base))};
    default:
      return {base, base + std::min<uint64_t>(random_.range(200, 20'000), all - base)};
    }
  }

  void drive(unsigned u) {
    auto &top = bench_.top;
    Unit &unit = units_[u];
    setBit(top.req_valid_i, u, unit.offered.has_value());
    for (unsigned l = 0; l < kMostLanes; ++l)
      setField(top.req_addr_i, 64 * (kMostLanes * u + l), 64,
               unit.offered ? unit.offered->addresses[l] : random_.next());
    setField(top.req_mask_i, kMostLanes * u, kMostLanes,
             (unit.offered ? unit.offered->mask : random_.next()) & ((1u << kMostLanes) - 1));
    setBit(top.flush_i, u, unit.flush);
    setBit(top.rsp_ready_i, u, unit.takes.active());
    setBit(top.line_req_ready_i, u, unit.ready.active());
    const bool comes = !unit.asked.empty() && unit.asked.front().first <= now;
    setBit(top.line_rsp_valid_i, u, comes);
    for (unsigned i = 0; comes && i < unit.shape.lineBytes; ++i)
      setField(top.line_rsp_data_i, 8 * (kLineBytes * u + i), 8, byteAt(unit.asked.front().second + i));
    if (comes)
      unit.asked.pop_front();
  }

  void observeAnswer(unsigned u) {
    Unit &unit = units_[u];
    const bool valid = bit(bench_.top.rsp_valid_o, u), ready = bit(bench_.top.rsp_ready_i, u);
    const bool idle = bit(bench_.top.idle_o, u), empty = unit.reference.answers.empty();
    // It may tell late that it is idle, never early.
    BENCH_CHECK(idle ? empty : !empty || !unit.wasEmpty, "unit %u: idle %d", u, idle);
    unit.wasEmpty = empty;
    Packet data{};
    for (unsigned i = 0; i < unit.shape.size(); ++i)
      data[i] = static_cast<uint8_t>(field(bench_.top.rsp_data_o, 8 * (kMostBytes * u + i), 8));
    unit.responseHold.look("response of unit", u, valid, ready, valid ? data[0] : 0);
    if (!valid || !ready)
      return;
    BENCH_CHECK(!empty, "unit %u: answer to nothing", u);
    for (unsigned i = 0; i < unit.shape.size(); ++i)
      BENCH_CHECK(data[i] == unit.reference.answers.front()[i], "unit %u: answer %llu, byte %u: %02x, not %02x", u,
                  (unsigned long long)unit.answered, i, data[i], unit.reference.answers.front()[i]);
    unit.reference.answers.pop_front();
    ++unit.answered;
  }

  void observeFault(unsigned u) {
    std::deque<uint64_t> &faults = units_[u].reference.faults;
    if (!bit(bench_.top.fault_o, u))
      return;
    const uint64_t address = field(bench_.top.fault_addr_o, 64 * u, 64);
    BENCH_CHECK(!faults.empty() && faults.front() == address, "unit %u: fault at %#llx", u,
                (unsigned long long)address);
    faults.pop_front();
  }

  void observeLines(unsigned u) {
    Unit &unit = units_[u];
    const bool valid = bit(bench_.top.line_req_valid_o, u), ready = bit(bench_.top.line_req_ready_i, u);
    const uint64_t line = field(bench_.top.line_req_addr_o, 64 * u, 64);
    unit.requestHold.look("line request of unit", u, valid, ready, valid ? line : 0);
    if (!valid || !ready)
      return;
    std::deque<uint64_t> &lines = unit.reference.lines;
    BENCH_CHECK(!lines.empty() && lines.front() == line, "unit %u asks for line %#llx", u, (unsigned long long)line);
    lines.pop_front();
    ++unit.lines;
    const uint64_t earliest = unit.asked.empty() ? 0 : unit.asked.back().first;
    unit.asked.emplace_back(std::max(earliest, now + 2 + unit.latency + (unit.spread ? random_.below(unit.spread) : 0)),
                            line);
  }

  void observeRequest(unsigned u) {
    Unit &unit = units_[u];
    unit.flushed |= unit.flush;
    unit.flush = false;
    if (!unit.offered || !bit(bench_.top.req_ready_o, u))
      return;
    unit.reference.accept(*unit.offered, unit.flushed);
    unit.flushed = false;
    unit.offered.reset();
    ++unit.accepted;
  }

  Bench bench_;
  Random random_;
  std::deque<Unit> units_;
};

/// What random traffic of all seeds has met, so that a test of nothing fails.
struct Coverage {
  uint64_t packets = 0, faulty = 0, spread = 0, shared = 0, zero = 0;
};

void randomTraffic(uint64_t seed, Coverage (&met)[kUnits]) {
  Harness harness(seed, true);
  harness.randomCycles(6000);
  harness.drain();
  for (unsigned u = 0; u < kUnits; ++u) {
    const Unit &unit = harness.unit(u);
    met[u].packets += unit.answered;
    met[u].faulty += unit.reference.faulty;
    met[u].spread += unit.reference.spread;
    met[u].shared += unit.reference.shared;
    met[u].zero += unit.reference.zero;
  }
}

using AddressOf = std::function<uint64_t(unsigned packet, unsigned lane)>;

/// Packets to an idle unit without stalls: cycles from the first request to the last answer beyond `interval` for each
/// packet, and lines asked for.
void rate(const char *what, unsigned u, const AddressOf &addressOf, unsigned interval, uint64_t expectedMore,
          uint64_t expectedLines) {
  constexpr unsigned kPackets = 1000;
  constexpr unsigned kClearing = 17;  // cycles behind the reset, until a cache takes packets
  Harness harness(1, false);
  Unit &unit = harness.unit(u);
  unit.latency = 2;
  for (unsigned i = 0; i < kClearing; ++i)
    harness.cycle();
  const uint64_t start = now;
  for (unsigned sent = 0; unit.answered < kPackets; harness.cycle()) {
    if (sent < kPackets && !unit.offered) {
      unit.offered = Request{{}, unit.shape.lanesMask()};
      for (unsigned l = 0; l < unit.shape.lanes; ++l)
        unit.offered->addresses[l] = addressOf(sent, l);
      ++sent;
    }
    BENCH_CHECK(now < start + 40'000, "%s: hangs", what);
  }
  const uint64_t more = now - start - uint64_t(interval) * kPackets;
  BENCH_CHECK(more == expectedMore, "%s: %llu packets and %llu cycles, not %llu", what, (unsigned long long)kPackets,
              (unsigned long long)more, (unsigned long long)expectedMore);
  BENCH_CHECK(unit.lines == expectedLines, "%s: %llu lines, not %llu", what, (unsigned long long)unit.lines,
              (unsigned long long)expectedLines);
  harness.drain();
}

}  // namespace

int main() {
  Coverage met[kUnits];
  for (uint64_t seed = 1; seed <= 40; ++seed)
    randomTraffic(seed, met);
  for (unsigned u = 0; u < kUnits; ++u)
    BENCH_CHECK(met[u].packets > 2000 && met[u].faulty > 100 && met[u].spread > 100 && met[u].shared > 100 &&
                    met[u].zero > 100,
                "unit %u: %llu packets, %llu faults, %llu of several lines, %llu lines shared, %llu need none", u,
                (unsigned long long)met[u].packets, (unsigned long long)met[u].faulty,
                (unsigned long long)met[u].spread, (unsigned long long)met[u].shared, (unsigned long long)met[u].zero);
  rate("neighbours, a line", 1, [](auto p, auto l) { return 64 * p + 4 * l; }, 1, 15, 1000);
  rate("neighbours in descending order", 1, [](auto p, auto l) { return 64 * p + 60 - 4 * l; }, 1, 15, 1000);
  rate("one place for all lanes", 5, [](auto p, auto) { return 4 * p; }, 1, 15, 63);
  rate("neighbours, half a line", 5, [](auto p, auto l) { return 32 * p + 4 * l; }, 1, 15, 500);
  rate("packets of two lines", 3, [](auto p, auto l) { return 128 * p + 8 * l; }, 2, 15, 2000);
  rate("two lines in turns", 1, [](auto p, auto l) { return 1024 * (l % 2) + 64 * (p / 1000) + 4 * l; }, 2, 15, 2000);
  rate(
      "two lines, the last one again", 1, [](auto p, auto l) { return 1024 * ((l + p) % 2) + 64 * (p / 1000) + 4 * l; },
      2, 15, 1001);
  rate("a line for each of eight lanes", 5, [](auto p, auto l) { return 4096 * l + 64 * p; }, 8, 15, 8000);
  rate("a line for each of sixteen lanes", 7, [](auto p, auto l) { return 65536 * l + 16 * p + l; }, 16, 15, 16000);
  rate("cached: neighbours, a line", 9, [](auto p, auto l) { return 64 * p + 4 * l; }, 1, 19, 1000);
  rate(
      "cached: a line for each of sixteen lanes", 9, [](auto p, auto l) { return 4096 * l + 64 * (p % 64); }, 16, 19,
      16000);
  rate(
      "cached: the last packet's last line, and another", 9, [](auto p, auto l) { return 64 * (p + l / 8) + 4 * l; }, 2,
      19, 1001);
  rate("cached: all at any distance", 9, [](auto p, auto l) { return (64 * p + 4 * (p % 3) * l) % 1024; }, 1, 24, 16);
  rate("cached: two packets' lines in turns", 9, [](auto p, auto l) { return 64 * (p % 2) + 4 * l; }, 1, 19, 2);
  rate("cached: rows of a table", 10, [](auto p, auto l) { return (256 * l + 8 * p) % 4096; }, 1, 79, 64);
  // No lanes meet in a bank: besides the lines, each of which has a round, packets take a cycle.
  for (unsigned shift = 0; shift < 8; ++shift) {
    const unsigned lines = std::min(64u, 512u >> shift), together = std::min(2u << shift, std::min(lines, 16u));
    const auto at = [&](auto p, auto l) { return 0x15000 + ((8 * (16 * p + l)) << shift) % 4096; };
    rate("cached: a table at a distance", 10, at, 1, 19 + lines - lines / together, lines);
  }
}
