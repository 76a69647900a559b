// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_packet.sv of several shapes: random packets, masks and stalls against what a packet means, byte for
// byte; then how many line requests and cycles a run of consecutive packets takes.
#include "Vstore_packet_bench.h"
#include <algorithm>
#include <memory>

#include "tests/rtl/flow/store_harness.h"

using namespace bench;

namespace {

struct Shape : StoreShape {
  bool aligned;
};
// As in store_packet_bench.sv.
constexpr Shape kShapes[] = {{{4, 4, 32, 16, 32}, false}, {{4, 16, 32, 64, 32}, false}, {{1, 2, 64, 8, 2}, false},
                             {{8, 8, 32, 64, 32}, true},  {{2, 4, 32, 16, 5}, false},   {{4, 8, 40, 64, 32}, false},
                             {{4, 4, 32, 64, 1}, true},   {{1, 64, 32, 64, 32}, false}};

struct Request {
  uint64_t first = 0, mask = 0;
  uint64_t address(const Shape &shape, unsigned lane) const {
    return shape.elementAt(first + uint64_t(lane) * shape.bytes);
  }
};

/// Runs of consecutive packets, whole ones and others, and places at the ends of regions and of the address space.
class Traffic {
public:
  Request next(const Shape &shape, const Region (&regions)[2], Random &random) {
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
    const bool whole = kind_ < 2 && !random.chance(5);
    return {cursor_ & ~(unit - 1), whole ? shape.allLanes() : someLanes(shape, random)};
  }

private:
  uint64_t cursor_ = 0;
  unsigned run_ = 0, kind_ = 0;
};

struct StorePacket {
  using Model = Vstore_packet_bench;
  using Shape = ::Shape;
  using Request = ::Request;
  using Traffic = ::Traffic;
  static constexpr const auto &kShapes = ::kShapes;
  static constexpr unsigned kDataBytes = 64;
  static constexpr bool kMerges = true;

  static void offer(Model &top, unsigned u, const Request &request) {
    setField(top.req_addr_i, u * 64, 64, request.first);
  }
};
using Harness = StoreHarness<StorePacket>;

/// `n` consecutive whole packets from `offset` bytes in a line on, one after the other with `gap` cycles between two,
/// in which one comes that writes nothing: each line is written once. Without gaps they take a cycle each, and one more
/// where they reach into the next line.
void stream(unsigned u, unsigned n, unsigned offset, unsigned gap, uint64_t rest) {
  auto harness = std::make_unique<Harness>(1, false);
  Harness::Unit &unit = harness->units[u];
  const Shape &shape = unit.shape;
  unit.setRegion({0x100000, 0x400000});
  harness->cycle();
  harness->cycle();
  const uint64_t start = now, first = 0x200000 + offset;
  unsigned sent = 0, wait = 0, empty = 0;
  for (; unit.answered < n + empty; harness->cycle()) {
    BENCH_CHECK(now < start + 20ull * n + 1000, "unit %u: hangs", u);
    if (unit.offered || sent == n)
      continue;
    if (wait == 5)
      unit.offer({first, 0}), ++empty;
    if (wait != 0)
      --wait;
    else
      unit.offer({first + uint64_t(shape.packetBytes()) * sent++, shape.allLanes()}), wait = gap;
  }
  const uint64_t cycles = now - start, bytes = uint64_t(n) * shape.packetBytes();
  const uint64_t end = first + bytes;
  const uint64_t expected = (end - 1) / shape.lineBytes - first / shape.lineBytes + 1;
  const uint64_t full = end / shape.lineBytes - (first + shape.lineBytes - 1) / shape.lineBytes;
  BENCH_CHECK(unit.lines == expected && unit.fullLines == full, "unit %u, offset %u, gap %u: %llu lines, %llu full", u,
              offset, gap, (unsigned long long)unit.lines, (unsigned long long)unit.fullLines);
  if (gap == 0)
    BENCH_CHECK(cycles == unit.packetLines + rest, "unit %u, offset %u: %llu cycles for %u packets of %llu lines", u,
                offset, (unsigned long long)cycles, n, (unsigned long long)unit.packetLines);
  harness->drain();
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 8; ++seed)
    Harness::randomTraffic(seed);
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
