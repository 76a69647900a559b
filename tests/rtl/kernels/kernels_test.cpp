// SPDX-License-Identifier: Apache-2.0
// Generated RTL in Verilator against the graph interpreter.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <cstring>

#include "bench.h"

using namespace weft;

namespace {

constexpr MemoryTiming kIdeal{1, 2, 2, 0};

/// Memory with pseudo-random bytes.
std::vector<uint8_t> filled(size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
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

/// Runs under several timings; memory must end as the interpreter says.
void compare(const KernelModel &model, const graph::Launch &launch, const std::vector<uint8_t> &memory,
             uint64_t maxCycles = 200'000) {
  std::vector<uint8_t> expected = memory;
  graph::InterpretResult reference = graph::interpret(model.image().info, launch, expected);
  REQUIRE(reference.error == "");
  REQUIRE(reference.faults.empty());
  REQUIRE(expected != memory);
  for (MemoryTiming timing :
       {kIdeal, MemoryTiming{2, 20, 60, 0}, MemoryTiming{3, 1, 30, 50}, MemoryTiming{4, 2, 200, 80}}) {
    std::vector<uint8_t> actual = memory;
    RunResult run = runKernel(model, launch, actual, timing, maxCycles);
    INFO("timing " << timing.seed << ", cycles " << run.cycles);
    REQUIRE(run.error == "");
    CHECK(!run.fault);
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
