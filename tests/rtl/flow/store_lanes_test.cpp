// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_store_lanes.sv of several shapes: random addresses, masks and stalls against a plain array, byte for
// byte, and the number of line requests; then how many cycles packets of so many lines take.
#include "Vstore_lanes_bench.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "tests/rtl/flow/store_harness.h"

using namespace bench;

namespace {

constexpr unsigned kMostLanes = 64;

using Shape = StoreShape;
// As in store_lanes_bench.sv.
constexpr Shape kShapes[] = {{4, 4, 32, 16, 32}, {4, 16, 32, 64, 32}, {1, 2, 64, 8, 2},   {8, 16, 32, 64, 32},
                             {4, 4, 32, 4, 5},   {4, 2, 40, 64, 1},   {4, 8, 32, 16, 21}, {1, 64, 32, 64, 32}};

struct Request {
  std::array<uint64_t, kMostLanes> addresses{};
  uint64_t mask = 0;
  uint64_t address(const Shape &shape, unsigned lane) const { return shape.elementAt(addresses[lane]); }
};

/// Lanes that follow each other, meet in few places, lie in a few lines, or anywhere; some at the ends of regions and
/// of the address space.
struct Traffic {
  static Request next(const Shape &shape, const Region (&regions)[2], Random &random) {
    Request request;
    std::array<uint64_t, kMostLanes> &addresses = request.addresses;
    const unsigned kind = random.below(5u), span = 1 + random.below(4 * shape.lanes);
    const uint64_t from = randomAddress(shape, regions, random);
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
        addresses[l] = random.chance(90) ? from + uint64_t(random.below(3u)) * shape.lineBytes
                                         : randomAddress(shape, regions, random);
        break;
      default:
        addresses[l] = randomAddress(shape, regions, random);
      }
    if (random.chance(3))  // low bits do not count
      addresses[0] += random.below(shape.bytes);
    request.mask = random.chance(50) ? shape.allLanes() : someLanes(shape, random);
    return request;
  }

private:
  static uint64_t randomAddress(const Shape &shape, const Region (&regions)[2], Random &random) {
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
};

struct StoreLanes {
  using Model = Vstore_lanes_bench;
  using Shape = ::Shape;
  using Request = ::Request;
  using Traffic = ::Traffic;
  static constexpr const auto &kShapes = ::kShapes;
  static constexpr unsigned kDataBytes = 128;
  static constexpr bool kMerges = false;

  static void offer(Model &top, unsigned u, const Request &request) {
    const size_t bytes = sizeof(request.addresses);
    std::memcpy(reinterpret_cast<uint8_t *>(&top.req_addr_i) + u * bytes, request.addresses.data(), bytes);
  }
};
using Harness = StoreHarness<StoreLanes>;

// From the last round's place to the acknowledgement, with 10 cycles of memory; of packets that write nothing.
constexpr unsigned kRest = 19, kEmpty = 9;

/// `n` packets, each of `lines` lines if it has as many lanes, or that write nothing: a cycle for each of their lines,
/// one at least.
void stream(unsigned u, unsigned n, unsigned lines) {
  auto harness = std::make_unique<Harness>(1, false);
  Harness::Unit &unit = harness->units[u];
  const Shape &shape = unit.shape;
  unit.setRegion({0x100000, 0x400000});
  harness->cycle();
  harness->cycle();
  lines = std::min(lines, shape.lanes);
  const uint64_t start = now;
  for (unsigned sent = 0; unit.answered < n; harness->cycle()) {
    BENCH_CHECK(now < start + 100ull * n + 1000, "unit %u: hangs", u);
    if (unit.offered || sent == n)
      continue;
    Request request;
    for (unsigned l = 0; l < shape.lanes; ++l)
      request.addresses[l] = 0x200000 + uint64_t(sent * 7 + l % std::max(lines, 1u)) * shape.lineBytes;
    request.mask = lines == 0 ? 0 : shape.allLanes();
    unit.offer(request);
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
    Harness::randomTraffic(seed);
  // Unit 6 has the least Depth for full rate.
  for (const unsigned u : {0u, 1u, 3u, 6u, 7u})
    for (const unsigned lines : {0u, 1u, 2u, 3u, 16u, 64u})
      stream(u, 300, lines);
  return 0;
}
