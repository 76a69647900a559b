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

#include "tests/rtl/flow/load_harness.h"

using namespace bench;

namespace {

struct Shape {
  unsigned bytes, lanes, addressBits, lineBytes;
  unsigned cacheLines = 0;  // lsu_load_cached's

  unsigned size() const { return bytes * lanes; }
  unsigned portBytes() const { return lineBytes; }
  unsigned answerBytes() const { return size(); }
  uint64_t addresses() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t lanesMask() const { return (uint64_t(1) << lanes) - 1; }
  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(lineBytes - 1); }
};

// As in load_lanes_bench.sv.
constexpr Shape kShapes[] = {{4, 4, 32, 16},    {4, 16, 32, 64},     {1, 2, 64, 8},       {8, 16, 32, 64},
                             {2, 4, 20, 16},    {4, 8, 40, 64},      {64, 2, 32, 64},     {1, 16, 32, 16},
                             {4, 4, 32, 16, 8}, {4, 16, 32, 64, 16}, {8, 16, 32, 64, 64}, {1, 2, 64, 8, 4},
                             {64, 2, 32, 64, 4}};
constexpr unsigned kUnits = std::size(kShapes), kMostLanes = 16, kMostBytes = 128, kMostCacheLines = 64;
using Packet = std::array<uint8_t, kMostBytes>;

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
      if (inBounds(regions_, at, shape_.bytes)) {
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

struct LoadLanes {
  using Model = Vload_lanes_bench;
  using Shape = ::Shape;
  using Request = ::Request;
  using Traffic = ::Traffic;
  using Reference = ::Reference;
  using Packet = ::Packet;
  static constexpr auto &kShapes = ::kShapes;
  static constexpr unsigned kLineBits = 8 * 64, kAnswerBits = 8 * kMostBytes;

  static void offer(Model &top, unsigned u, const std::optional<Request> &request, Random &random) {
    for (unsigned l = 0; l < kMostLanes; ++l)
      setField(top.req_addr_i, 64 * (kMostLanes * u + l), 64, request ? request->addresses[l] : random.next());
    setField(top.req_mask_i, kMostLanes * u, kMostLanes,
             (request ? request->mask : random.next()) & ((1u << kMostLanes) - 1));
  }
};
using Harness = LoadHarness<LoadLanes>;
using Unit = LoadUnit<LoadLanes>;

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
