// SPDX-License-Identifier: Apache-2.0
// A board whose device memory is the host's: both reach the same bytes, the device with its timing.
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "board/driver.h"
#include "fixture.h"
#include "sim/sim_board.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;
using board::Completion;
using board::Region;

namespace {

constexpr uint64_t kLine = 16;

std::unique_ptr<board::Board> openSoc(const SimSettings &settings = {}) {
  return makeSimBoard(board::loadDescription("sim-soc"), settings, BuildPool::standard());
}

/// copy_kernel.sv for the narrower port.
kernel::Image narrowCopyKernel() { return forBoard(copyKernel(), board::loadDescription("sim-soc")); }

std::vector<uint64_t> copyWords(uint64_t from, uint64_t bytes, uint64_t to, uint64_t add) {
  std::vector<uint64_t> words(38);
  words[32] = from;
  words[33] = from + bytes;
  words[34] = to;
  words[36] = add;
  return words;
}

}  // namespace

TEST_CASE("only a board that says so shares its memory") {
  REQUIRE(openSoc()->sharedMemory() != nullptr);
  REQUIRE(makeSimBoard(board::loadDescription("sim-card"), {}, BuildPool::standard())->sharedMemory() == nullptr);
}

TEST_CASE("a kernel reads what the host wrote in place, and the host what the kernel wrote") {
  auto board = openSoc();
  board::Driver driver(*board);
  uint8_t *memory = board->sharedMemory();
  const uint64_t bytes = 40 * kLine, from = 0x123450, to = 0xFFF0000;
  REQUIRE(to + bytes <= board->description().memoryBytes);
  for (uint64_t i = 0; i < bytes; ++i)
    memory[from + i] = uint8_t(i * 11);
  const Completion done = driver.launch(0, board->prepare(narrowCopyKernel()), copyWords(from, bytes, to, 3));
  REQUIRE(done.status == abi::Status::OK);
  for (uint64_t i = 0; i < bytes; i += kLine) {
    uint32_t expected;
    std::memcpy(&expected, memory + from + i, 4);
    expected += 3;
    REQUIRE(std::memcmp(memory + to + i, &expected, 4) == 0);
    REQUIRE(std::memcmp(memory + to + i + 4, memory + from + i + 4, kLine - 4) == 0);
  }
  // The memory answers with its timing: each line is a read and a write, one after the other.
  const board::MemoryTiming timing = board->description().timing.value();
  REQUIRE(done.runCycles >= bytes / kLine * (timing.readLatency + timing.writeLatency));
  // The next launch finds what the host changed meanwhile.
  memory[from] = uint8_t(memory[from] + 100);
  driver.launch(0, board->prepare(narrowCopyKernel()), copyWords(from, kLine, to, 0));
  REQUIRE(std::memcmp(memory + to, memory + from, kLine) == 0);
}

TEST_CASE("the shell's commands reach the same bytes") {
  auto board = openSoc();
  board::Driver driver(*board);
  uint8_t *memory = board->sharedMemory();
  std::vector<uint8_t> data(1000), back(1000);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = uint8_t(i * 13 + 1);
  for (const uint64_t at : {0x10000, 0x20003, 0x3000F}) {
    REQUIRE(driver.copyToDevice(data.data(), at, Region::linear(data.size())).status == abi::Status::OK);
    REQUIRE(std::memcmp(memory + at, data.data(), data.size()) == 0);
    REQUIRE(memory[at - 1] == 0);
    REQUIRE(memory[at + data.size()] == 0);
    memory[at + 500] ^= 0xFF;
    REQUIRE(driver.copyToHost(at, back.data(), Region::linear(back.size())).status == abi::Status::OK);
    REQUIRE(std::memcmp(memory + at, back.data(), back.size()) == 0);
  }
  // The largest pattern is eight lines of this board.
  std::vector<uint8_t> pattern(128);
  for (size_t i = 0; i < pattern.size(); ++i)
    pattern[i] = uint8_t(200 - i);
  REQUIRE(driver.fill(0x40080, 5 * 128, pattern).status == abi::Status::OK);
  for (size_t i = 0; i < 5 * 128; ++i)
    REQUIRE(memory[0x40080 + i] == pattern[i % 128]);
  REQUIRE(memory[0x4007F] == 0);
  REQUIRE(memory[0x40080 + 5 * 128] == 0);
  // Outside the memory there is nothing.
  REQUIRE(driver.copyToDevice(data.data(), board->description().memoryBytes, Region::linear(16)).status ==
          abi::Status::DEVICE_BUS_ERROR);
}
