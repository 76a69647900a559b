// SPDX-License-Identifier: Apache-2.0
// Generated RTL in Verilator against the graph interpreter.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <map>

#include "hls/graph/transforms/pipeline.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/verify.h"
#include "session.h"
#include "tests/common/random.h"
#include "tests/common/random_kernel.h"

using namespace weft;

namespace {

constexpr MemoryTiming kIdeal{1, 2, 2, 0};

/// Memory with pseudo-random bytes.
std::vector<uint8_t> filled(size_t bytes, unsigned seed) {
  test::Random random(seed);
  std::vector<uint8_t> memory(bytes);
  for (uint8_t &b : memory)
    b = uint8_t(random());
  return memory;
}

/// Buffers of `bytes` each, one after the other from 4096 on, as argument words.
std::vector<uint64_t> buffers(unsigned count, uint64_t bytes) {
  std::vector<uint64_t> words;
  for (unsigned i = 0; i < count; ++i) {
    words.push_back(4096 + i * bytes);
    words.push_back(4096 + (i + 1) * bytes);
  }
  return words;
}

graph::Launch range(uint64_t global, uint64_t local, std::vector<uint64_t> words) {
  graph::Launch launch;
  launch.globalSize[0] = global;
  launch.localSize[0] = local;
  launch.argumentWords = std::move(words);
  return launch;
}

/// The launch's first fault is any of those that the interpreter saw: work-items overtake each other.
bool isExpected(const RunResult &run, const graph::Kernel &kernel, const std::vector<graph::InterpretFault> &faults) {
  if (run.fault == faults.empty())
    return false;
  const bool onChip = run.faultSite >= kernel.sites.size();
  return !run.fault || std::any_of(faults.begin(), faults.end(), [&](const graph::InterpretFault &fault) {
    return fault.site == run.faultSite && (!onChip || fault.address == run.faultAddress);
  });
}

/// Runs under several timings; memory must end as the interpreter says. What a launch does in each cycle must not
/// depend on the launches before it.
void compare(const KernelModel &model, const graph::Launch &launch, const std::vector<uint8_t> &memory,
             uint64_t maxCycles = 200'000, bool faults = false) {
  std::vector<uint8_t> expected = memory;
  const auto reference = graph::interpret(model.kernel(), launch, expected);
  REQUIRE(reference);
  REQUIRE(reference->faults.empty() != faults);
  REQUIRE(expected != memory);
  KernelSession session(model);
  std::map<unsigned, uint64_t> traces;  // by the timing's seed
  for (MemoryTiming timing : {kIdeal, MemoryTiming{2, 20, 60, 0}, MemoryTiming{3, 1, 30, 50}, kIdeal,
                              MemoryTiming{4, 2, 200, 80}, MemoryTiming{3, 1, 30, 50}}) {
    std::vector<uint8_t> actual = memory;
    RunResult run = session.run(launch, actual, timing, maxCycles);
    INFO("timing " << timing.seed << ", cycles " << run.cycles);
    REQUIRE(run.error == "");
    CHECK(isExpected(run, model.kernel(), reference->faults));
    CHECK(traces.try_emplace(timing.seed, run.trace).first->second == run.trace);
    for (size_t i = 0; i < actual.size(); ++i)
      if (actual[i] != expected[i]) {
        FAIL("byte " << i << " is " << int(actual[i]) << ", not " << int(expected[i]));
      }
  }
}

}  // namespace

TEST_CASE("straight line") {
  KernelModel model(readCase("vecadd"), testBoard(), "vecadd");
  std::vector<uint8_t> memory = filled(4096 + 3 * 4096 + 4096, 1);
  // Numbers without NaN: sign, exponent and high fraction from a small range.
  for (size_t i = 0; i + 4 <= memory.size(); i += 4) {
    float f = float(int(memory[i]) - 128) * 0.5f;
    std::memcpy(&memory[i], &f, 4);
  }
  compare(model, range(1024, 64, buffers(3, 4096)), memory);
  compare(model, range(7, 7, buffers(3, 4096)), memory);
  compare(model, range(30, 1, buffers(3, 4096)), memory);

  std::vector<uint8_t> scratch = memory;
  RunResult run = runKernel(model, range(1024, 64, buffers(3, 4096)), scratch, kIdeal);
  // One work-item a cycle, filling and draining included.
  CHECK(run.cycles < 1024 + 120);
  CHECK(run.reads == 2 * 1024 / 16);
  CHECK(run.writes == 1024 / 16);
}

TEST_CASE("predicated loads and stores") {
  KernelModel model(readCase("predicated"), testBoard(), "predicated");
  compare(model, range(512, 64, buffers(2, 2048)), filled(16384, 2));
}

TEST_CASE("a loop over memory") {
  KernelModel model(readCase("loop"), testBoard(), "loop");
  auto words = buffers(2, 4096);
  words.push_back(77);
  compare(model, range(1024, 32, words), filled(16384, 3));
}

TEST_CASE("an inner loop takes one work-item a cycle") {
  KernelModel model(readCase("count"), testBoard(), "count");
  auto words = buffers(1, 4096);
  words.push_back(20);
  std::vector<uint8_t> memory = filled(16384, 4);
  compare(model, range(1024, 64, words), memory);
  RunResult run = runKernel(model, range(1024, 64, words), memory, kIdeal);
  // All that have slots leave the loop together in the end, and then store.
  CHECK(run.cycles < 1024 * 20 + 240);
}

TEST_CASE("nested loops") {
  KernelModel model(readCase("nested"), testBoard(), "nested");
  auto words = buffers(1, 4096);
  words.push_back(5);
  compare(model, range(300, 50, words), filled(16384, 5));
}

TEST_CASE("barriers in a loop, local memory") {
  KernelModel model(readCase("barriers"), testBoard(), "barriers");
  auto words = buffers(2, 4096);
  words.push_back(4);
  std::vector<uint8_t> memory = filled(16384, 6);
  compare(model, range(1024, 64, words), memory);
  // 1,024 work-items pass each node of the loop four times: several groups overlap at full rate.
  RunResult run = runKernel(model, range(1024, 64, words), memory, kIdeal);
  CHECK(run.cycles < 4 * 1024 + 600);
}

TEST_CASE("private arrays with several writers") {
  KernelModel model(readCase("private"), testBoard(), "private");
  compare(model, range(256, 32, buffers(1, 4096)), filled(16384, 7));
}

TEST_CASE("stores that later accesses wait for") {
  KernelModel model(readCase("ordered"), testBoard(), "ordered");
  compare(model, range(256, 64, buffers(2, 4096)), filled(16384, 8));
}

TEST_CASE("atomics in local and global memory") {
  KernelModel model(readCase("atomics"), testBoard(128), "atomics");
  compare(model, range(512, 64, buffers(2, 4096)), filled(16384, 9));
}

TEST_CASE("compare and exchange in a loop") {
  KernelModel model(readCase("cas"), testBoard(), "cas");
  compare(model, range(64, 16, buffers(2, 4096)), filled(16384, 10));
}

TEST_CASE("local arguments, tables and accesses narrower than a word") {
  KernelModel model(readCase("pool"), testBoard(128), "pool");
  auto words = buffers(1, 4096);
  words.insert(words.end(), {0, 64, 64, 256});
  graph::Launch launch = range(512, 64, words);
  launch.poolBytes = 512;
  compare(model, launch, filled(16384, 11));
}

TEST_CASE("a kernel that does nothing") {
  KernelModel model(readCase("empty"), testBoard(), "empty");
  std::vector<uint8_t> memory = filled(8192, 15);
  for (uint64_t items : {1, 100}) {
    RunResult run = runKernel(model, range(items, 1, {}), memory, kIdeal);
    CHECK(run.error == "");
    CHECK(!run.fault);
  }
}

TEST_CASE("one work-item at a time, addresses wider than the board's") {
  KernelModel model(readCase("single"), testBoard(), "single");
  auto words = buffers(1, 4096);
  words.push_back(0);
  std::vector<uint8_t> memory = filled(16384, 16);
  compare(model, range(50, 1, words), memory);
  words.back() = 1;  // 4 GiB beyond the buffer
  std::vector<uint8_t> after = memory;
  RunResult run = runKernel(model, range(50, 1, words), after, kIdeal);
  CHECK(run.error == "");
  CHECK(run.faultCode == 2);
  CHECK(after == memory);
}

TEST_CASE("operators") {
  KernelModel model(readCase("operators"), testBoard(), "operators");
  auto words = buffers(2, 8192);
  words.push_back(0x123456789abcdull);
  std::vector<uint8_t> memory = filled(32768, 12);
  std::memset(&memory[4096 + 4], 0, 4);  // division by zero
  compare(model, range(256, 64, words), memory);
}

TEST_CASE("accesses outside their buffer") {
  KernelModel model(readCase("vecadd"), testBoard(), "faults");
  auto words = buffers(3, 4096);
  words[3] -= 64;  // the second buffer ends 16 elements early
  std::vector<uint8_t> memory = filled(32768, 13), before = memory;
  RunResult run = runKernel(model, range(1024, 64, words), memory, MemoryTiming{5, 5, 40, 30});
  CHECK(run.error == "");
  CHECK(run.fault);
  CHECK(run.faultCode == 1);
  CHECK(run.faultSite == 1);
  CHECK(run.faultAddress == words[3]);
  words = buffers(3, 4096);
  words[5] -= 8;
  run = runKernel(model, range(1024, 64, words), before, MemoryTiming{6, 5, 40, 30});
  CHECK(run.fault);
  CHECK(run.faultCode == 2);
  CHECK(run.faultSite == 2);
  CHECK(run.faultAddress == words[5]);
}

TEST_CASE("accesses outside their variable, or at addresses that would wrap") {
  KernelModel model(readCase("checks"), testBoard(), "checks");
  std::vector<uint8_t> memory = filled(16384, 17);
  for (uint64_t last : {511, 300, 20, 0}) {
    auto words = buffers(1, 4096);
    words.push_back(last);
    INFO("last " << last);
    compare(model, range(512, 64, words), memory, 200'000, last != 511);
  }
}

TEST_CASE("a barrier that a group can never complete") {
  KernelModel model(readCase("divergent"), testBoard(), "divergent");
  auto words = buffers(1, 4096);
  words.push_back(~0u);
  std::vector<uint8_t> memory = filled(16384, 14);
  compare(model, range(256, 64, words), memory);
  words.back() = 70;
  RunResult run = runKernel(model, range(256, 64, words), memory, kIdeal);
  CHECK(run.error == "");
  CHECK(run.fault);
  CHECK(run.faultCode == 3);
}

namespace {

void compareRandom(unsigned seed) {
  INFO("seed " << seed);
  graph::Kernel kernel = graph::test::randomKernel(seed);
  // Half of them as they are, with all that the transforms would take away.
  graph::TransformOptions options;
  options.lanes.wanted = 1;
  if (seed % 4 < 2) {
    REQUIRE(graph::runTransforms(kernel, options).empty());
  } else {
    graph::orderSites(kernel);
    graph::orderMemory(kernel);
  }
  // Any unit may store, and load what nobody writes.
  test::Random random(seed);
  for (graph::Site &site : kernel.sites)
    if (site.kind == graph::Site::Kind::Store || site.arguments == std::vector<uint32_t>{0}) {
      site.unit = random.oneIn(2) ? graph::Site::Unit::Stream : graph::Site::Unit::Scatter;
      site.reason = {};  // none but the draw
    }
  REQUIRE(hls::buildLog(graph::verify(kernel)) == "");
  KernelModel model(kernel, testBoard(seed % 2 ? 512 : 128), "random" + std::to_string(seed));
  const auto [launch, memory] = graph::test::randomLaunch(24);
  compare(model, launch, memory);
}

}  // namespace

TEST_CASE("random kernels") {
  for (unsigned seed : {1u, 2u, 3u, 4u})
    compareRandom(seed);
}

TEST_CASE("many random kernels", "[.][slow]") {
  for (unsigned seed = 100; seed < 200; ++seed)
    compareRandom(seed);
}
