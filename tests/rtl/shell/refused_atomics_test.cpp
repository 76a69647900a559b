// SPDX-License-Identifier: Apache-2.0
// mem_interconnect without slots for atomics: each is answered with SLVERR and changes nothing, and what is beside it
// goes on.
#include <map>

#include "tests/rtl/shell/interconnect_bench.h"
#include "weft_abi.h"

using namespace bench;

namespace {

constexpr unsigned kSlvErr = 2, kLoadId = 1, kStoreId = 2, kAtomicId = 40, kRounds = 400;
constexpr uint64_t kUntouched = 0x4000, kStored = 0x8000;

}  // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  InterconnectBench bench(seed);
  Random random(seed + 1);
  bench.memory.timing = AxiTiming::random(random);
  bench.offerPercent = 80, bench.readyPercent = 60;
  unsigned loads = 0, stores = 0, oldValues = 0, refusals = 0, expectedOldValues = 0;
  bench.onRead = [&](unsigned id, const uint8_t *, unsigned resp) {
    const bool atomic = id == kAtomicRead + kAtomicId;
    BENCH_CHECK(atomic || id == kLoadId, "beat for id %u", id);
    BENCH_CHECK(resp == (atomic ? kSlvErr : 0), "response %u to id %u", resp, id);
    ++(atomic ? oldValues : loads);
  };
  bench.onAck = [&](unsigned id, unsigned resp) {
    BENCH_CHECK(id == kAtomicId || id == kStoreId, "response for id %u", id);
    BENCH_CHECK(resp == (id == kAtomicId ? kSlvErr : 0), "response %u to id %u", resp, id);
    ++(id == kAtomicId ? refusals : stores);
  };
  for (unsigned i = 0; i < kRounds; ++i) {
    const Atop atop = random.oneIn(4) ? kStoreAdd : random.of(kAtops);
    expectedOldValues += atop != kStoreAdd;
    bench.writes.push_back(atomicRequest(kAtomicId, kUntouched + random.below(8) * 4, atop, random.next(), 0));
    const uint32_t value = i;
    bench.writes.push_back(storeRequest(kStoreId, kStored + i * 4, &value, sizeof value));
    bench.reads.push_back({kLoadId, kStored});
  }
  for (unsigned cycle = 0; loads < kRounds || stores < kRounds || refusals < kRounds || oldValues < expectedOldValues;
       ++cycle) {
    BENCH_CHECK(cycle < 200 * kRounds, "%u loads, %u stores, %u refusals, %u old values", loads, stores, refusals,
                oldValues);
    bench.step();
  }
  for (int i = 0; i < 100; ++i)
    bench.step();
  BENCH_CHECK(!bench.model().busy_o, "busy at rest");
  BENCH_CHECK(oldValues == expectedOldValues && refusals == kRounds, "answered more than once");
  for (unsigned i = 0; i < 8 * 4; ++i)
    BENCH_CHECK(*bench.memory.at(kUntouched + i) == 0, "byte %u changed", i);
  for (uint32_t i = 0; i < kRounds; ++i)
    BENCH_CHECK(std::memcmp(bench.memory.at(kStored + i * 4), &i, sizeof i) == 0, "store %u is lost", i);
  std::puts("ok");
}
