// SPDX-License-Identifier: Apache-2.0
// lsu_load_packet of several shapes (load_packet_bench.sv) against what docs/rtl-interfaces.md says of it: random
// packets and stalls, data, faults, and which lines are asked for; then exact rates.
#include "Vload_packet_bench.h"
#include <array>
#include <bit>
#include <deque>
#include <optional>

#include "tests/rtl/flow/load_harness.h"

using namespace bench;

namespace {

struct Shape {
  unsigned bytes, lanes, addressBits, lineBytes;
  bool aligned;
  unsigned taps = 1;
  bool halved = false;

  unsigned portBytes() const { return halved ? lineBytes / 2 : lineBytes; }
  unsigned size() const { return bytes * lanes; }
  unsigned elements() const { return lanes - 1 + unsigned(std::bit_width(taps)); }
  unsigned answerBytes() const { return elements() * bytes; }
  uint64_t addresses() const { return addressBits == 64 ? ~uint64_t(0) : (uint64_t(1) << addressBits) - 1; }
  uint64_t lanesMask() const { return lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << lanes) - 1; }
};

// As in load_packet_bench.sv.
constexpr Shape kShapes[] = {{4, 4, 32, 16, false},
                             {4, 16, 32, 64, false},
                             {1, 2, 64, 8, false},
                             {8, 8, 32, 64, true},
                             {2, 4, 20, 16, false},
                             {4, 8, 40, 64, false},
                             {4, 4, 32, 64, true},
                             {1, 16, 32, 16, false},
                             {4, 8, 32, 64, false, 7},
                             {1, 4, 40, 16, false, 37},
                             {4, 2, 32, 16, false, 5},
                             {4, 4, 32, 32, false, 7, true},
                             {2, 16, 40, 64, false, 5, true},
                             {1, 2, 32, 16, false, 577, true}};
constexpr unsigned kUnits = std::size(kShapes);
using Packet = std::array<uint8_t, 64>;

struct Request {
  uint64_t address = 0, mask = 0;
};

/// What a unit must do, told packet by packet.
class Reference {
public:
  Reference(const Shape &shape, const Region (&regions)[2]) : shape_(shape), regions_{regions[0], regions[1]} {}

  std::deque<Packet> answers;
  std::deque<uint64_t> lines, faults;  // lines as the port moves them
  uint64_t faulty = 0, straddling = 0, shared = 0, zero = 0;

  void accept(Request request, bool flushed) {
    const uint64_t first = request.address & ~uint64_t(shape_.aligned ? shape_.size() - 1 : shape_.bytes - 1);
    Packet answer{};
    bool needed[2] = {}, reported = false;
    for (unsigned e = 0; e < shape_.elements(); ++e) {
      if (!isTapped(e, request.mask))
        continue;
      const uint64_t at = (first + uint64_t(e) * shape_.bytes) & shape_.addresses();
      if (inBounds(regions_, at, shape_.bytes)) {
        for (unsigned i = 0; i < shape_.bytes; ++i)
          answer[e * shape_.bytes + i] = byteAt(at + i);
        needed[lineOf(at) != lineOf(first)] = true;
      } else if (!reported) {
        reported = true;
        faults.push_back(at);
        ++faulty;
      }
    }
    answers.push_back(answer);
    const uint64_t last = (first + uint64_t(shape_.elements() - 1) * shape_.bytes) & shape_.addresses();
    askFor(lineOf(first), needed, lineOf(last) != lineOf(first), flushed);
  }

private:
  bool isTapped(unsigned element, uint64_t mask) const {
    for (unsigned l = 0; l < shape_.lanes && l <= element; ++l)
      if ((mask >> l & 1) && element - l < 32 && (shape_.taps >> (element - l) & 1))
        return true;
    return false;
  }

  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(shape_.lineBytes - 1); }

  /// A line is asked for unless it is the one asked for last, or, for a packet that straddles two lines, the one before
  /// that. Both are forgotten by a flush, and by a packet that begins neither in the line that the one before began in
  /// nor in the next.
  void askFor(uint64_t line, const bool (&needed)[2], bool straddles, bool flushed) {
    const uint64_t next = (line + shape_.lineBytes) & shape_.addresses();
    if (flushed || (line != before_ && line != ((before_ + shape_.lineBytes) & shape_.addresses())))
      known_[0].reset(), known_[1].reset();
    before_ = line;
    straddling += needed[0] && needed[1];
    zero += !needed[0] && !needed[1];
    const bool both = straddles && known_[0] == line && known_[1] == next;
    for (unsigned i = 0; i < 2; ++i) {
      const uint64_t wanted = i == 0 ? line : next;
      if (!needed[i])
        continue;
      if (both || known_[1] == wanted) {
        ++shared;
        continue;
      }
      for (unsigned part = 0; part < shape_.lineBytes; part += shape_.portBytes())
        lines.push_back(wanted + part);
      known_[0] = known_[1];
      known_[1] = wanted;
    }
  }

  Shape shape_;
  Region regions_[2];
  std::optional<uint64_t> known_[2];  // the two asked for last, in order
  uint64_t before_ = 0;
};

/// Packets in runs: consecutive ones, some that overlap, jumps, ends of regions and of the address space.
class Traffic {
public:
  Traffic(const Shape &shape, const Region (&regions)[2], Random &random)
      : shape_(shape), regions_{regions[0], regions[1]}, random_(random) {}

  Request next() {
    if (run_ == 0)
      begin();
    else if (random_.chance(85))
      cursor_ += shape_.size();
    else if (!random_.chance(40))
      cursor_ += uint64_t(shape_.bytes) * random_.below(2 * shape_.lanes);
    else if (random_.chance(20))
      cursor_ -= shape_.bytes * random_.below(2 * shape_.lanes);
    --run_;
    cursor_ &= shape_.addresses();
    if (shape_.aligned)
      return {cursor_ & ~uint64_t(shape_.size() - 1), mask()};
    // Now and then an address that is not a multiple of an element's size: its low bits do not count.
    return {random_.chance(3) ? cursor_ : cursor_ & ~uint64_t(shape_.bytes - 1), mask()};
  }

private:
  void begin() {
    const Region &r = regions_[random_.below(2u)];
    run_ = 1 + random_.below(random_.chance(20) ? 300u : 20u);
    maskKind_ = random_.below(8u);
    const uint64_t span = 4 * shape_.lineBytes, length = r.limit - r.base;
    switch (random_.below(8u)) {
    case 0:
      cursor_ = r.limit - random_.below(span);
      break;
    case 1:
      cursor_ = r.base - random_.below(span);
      break;
    case 2:
      cursor_ = 0 - uint64_t(random_.below(span));
      break;
    default:
      cursor_ = r.base + (length ? random_.next() % length : 0);
    }
    cursor_ += random_.chance(50) ? 0 : shape_.bytes * random_.below(shape_.lanes);
  }

  uint64_t mask() {
    const uint64_t all = shape_.lanesMask(), any = random_.next();
    switch (maskKind_) {
    case 0:
      return any & all;
    case 1:
      return any & random_.next() & random_.next() & random_.next() & all;
    case 2:
      return random_.chance(50) ? all >> any % shape_.lanes : all << any % shape_.lanes & all;
    case 3:
      return random_.chance(20) ? 0 : all;
    default:
      return all;
    }
  }

  Shape shape_;
  Region regions_[2];
  Random &random_;
  uint64_t cursor_ = 0;
  unsigned run_ = 0, maskKind_ = 0;
};

struct LoadPackets {
  using Model = Vload_packet_bench;
  using Shape = ::Shape;
  using Request = ::Request;
  using Traffic = ::Traffic;
  using Reference = ::Reference;
  using Packet = ::Packet;
  static constexpr auto &kShapes = ::kShapes;
  static constexpr unsigned kLineBits = 8 * 64, kAnswerBits = 8 * 64;

  static void offer(Model &top, unsigned u, const std::optional<Request> &request, Random &random) {
    setField(top.req_addr_i, 64 * u, 64, request ? request->address : random.next());
    setField(top.req_mask_i, 64 * u, 64, request ? request->mask : random.next());
  }
};
using Harness = LoadHarness<LoadPackets>;
using Unit = LoadUnit<LoadPackets>;

/// What random traffic of all seeds has met, so that a test of nothing fails.
struct Coverage {
  uint64_t packets = 0, faulty = 0, straddling = 0, shared = 0, zero = 0;
};

void randomTraffic(uint64_t seed, Coverage (&met)[kUnits]) {
  Harness harness(seed, true);
  harness.randomCycles(6000);
  harness.drain();
  for (unsigned u = 0; u < kUnits; ++u) {
    const Unit &unit = harness.unit(u);
    met[u].packets += unit.answered;
    met[u].faulty += unit.reference.faulty;
    met[u].straddling += unit.reference.straddling;
    met[u].shared += unit.reference.shared;
    met[u].zero += unit.reference.zero;
  }
}

/// Packets `stride` bytes apart to an idle unit without stalls: cycles from the first request to the last answer beyond
/// one for each packet, and lines asked for.
void rate(const char *what, unsigned u, uint64_t first, unsigned stride, uint64_t expectedMore,
          uint64_t expectedLines) {
  constexpr unsigned kPackets = 1000;
  Harness harness(1, false);
  Unit &unit = harness.unit(u);
  unit.latency = 2;
  const uint64_t start = now;
  for (unsigned sent = 0; unit.answered < kPackets; harness.cycle()) {
    if (sent < kPackets && !unit.offered)
      unit.offered = Request{first + uint64_t(stride) * sent++, unit.shape.lanesMask()};
    BENCH_CHECK(now < start + 10'000, "%s: hangs", what);
  }
  const uint64_t more = now - start - kPackets;
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
    BENCH_CHECK(met[u].packets > 2000 && met[u].faulty > 100 && met[u].shared > 100 && met[u].zero > 100 &&
                    (kShapes[u].aligned || met[u].straddling > 100),
                "unit %u: %llu packets, %llu faults, %llu straddle, %llu lines shared, %llu need none", u,
                (unsigned long long)met[u].packets, (unsigned long long)met[u].faulty,
                (unsigned long long)met[u].straddling, (unsigned long long)met[u].shared,
                (unsigned long long)met[u].zero);
  rate("packets as large as lines", 1, 0x1000, 64, 14, 1000);
  rate("the same, each in two lines", 1, 0x1014, 64, 15, 1001);
  rate("packets of half a line", 5, 0x1000, 32, 14, 500);
  rate("the same, every other one in two lines", 5, 0x100c, 32, 14, 501);
  rate("packets that overlap", 5, 0x1004, 4, 14, 63);
  rate("packets whose lanes overlap", 8, 0x1000, 32, 14, 501);
  rate("the same, the first in two lines", 8, 0x1034, 32, 15, 501);
  rate("packets with a line of their own", 5, 0x1004, 64, 14, 1000);
  rate("packets with two lines of their own", 1, 0x1004, 128, 1014, 2000);
  rate("packets of bytes", 7, 0x1003, 16, 15, 1001);
  rate("packets whose lanes overlap, of lines in halves", 11, 0x1000, 16, 16, 1002);
  rate("aligned packets as large as lines", 3, 0x1000, 64, 13, 1000);
  rate("aligned packets of a quarter of a line", 6, 0x1000, 16, 13, 250);
}
