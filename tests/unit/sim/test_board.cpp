// SPDX-License-Identifier: Apache-2.0
// The whole simulated board: driver, shell, hand-written kernel, memory.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <random>
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

board::Description simCard() { return board::loadDescription("sim-card"); }

std::unique_ptr<board::Board> openBoard(const SimSettings &settings = {}) {
  return makeSimBoard(simCard(), settings, BuildPool::standard());
}

std::vector<uint8_t> randomBytes(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(count);
  for (uint8_t &byte : bytes)
    byte = uint8_t(random());
  return bytes;
}

/// Launch words of copy_kernel.sv.
std::vector<uint64_t> copyWords(uint64_t from, uint64_t bytes, uint64_t to, uint64_t add, bool fault = false) {
  std::vector<uint64_t> words(38);
  words[32] = from;
  words[33] = from + bytes;
  words[34] = to;
  words[36] = add;
  words[37] = fault;
  return words;
}

}  // namespace

TEST_CASE("bytes go to the device and come back") {
  auto board = openBoard();
  board::Driver driver(*board);
  const size_t sizes[] = {1, 63, 64, 65, 4096, 5000, 100000};
  for (size_t size : sizes)
    for (size_t offset : {0, 3, 60}) {
      const auto source = randomBytes(size, unsigned(size + offset));
      std::vector<uint8_t> target(size + 16, 0xEE);
      REQUIRE(driver.copyToDevice(source.data(), 0x10000 + offset, Region::linear(size)).status == abi::Status::OK);
      REQUIRE(driver.copyToHost(0x10000 + offset, target.data() + 8, Region::linear(size)).status == abi::Status::OK);
      REQUIRE(std::equal(source.begin(), source.end(), target.begin() + 8));
      // Nothing round it was touched.
      REQUIRE(std::all_of(target.begin(), target.begin() + 8, [](uint8_t b) { return b == 0xEE; }));
      REQUIRE(std::all_of(target.end() - 8, target.end(), [](uint8_t b) { return b == 0xEE; }));
    }
}

TEST_CASE("a kernel runs end to end") {
  auto board = openBoard();
  board::Driver driver(*board);
  auto kernel = board->prepare(copyKernel());
  const size_t bytes = 64 * 100;
  std::vector<uint32_t> source(bytes / 4), result(bytes / 4);
  std::iota(source.begin(), source.end(), 1000);
  REQUIRE(driver.copyToDevice(source.data(), 0x1000, Region::linear(bytes)).status == abi::Status::OK);
  const Completion done = driver.launch(0, kernel, copyWords(0x1000, bytes, 0x400000, 7));
  REQUIRE(done.status == abi::Status::OK);
  REQUIRE(done.runCycles > 100 * (30 + 12));
  REQUIRE(done.end >= done.start + done.runCycles);
  REQUIRE(board->deviceCycles() >= done.end);
  REQUIRE(driver.copyToHost(0x400000, result.data(), Region::linear(bytes)).status == abi::Status::OK);
  for (size_t i = 0; i < source.size(); ++i)
    REQUIRE(result[i] == source[i] + (i % 16 == 0 ? 7 : 0));
}

TEST_CASE("a kernel's fault reaches the completion record") {
  auto board = openBoard();
  board::Driver driver(*board);
  const Completion done = driver.launch(0, board->prepare(copyKernel()), copyWords(0x40, 64, 0x80, 0, true));
  REQUIRE(done.status == abi::Status::KERNEL_FAULT);
  REQUIRE(done.fault == abi::Fault::OUT_OF_BOUNDS_READ);
  REQUIRE(done.faultSite == 5);
  REQUIRE(done.faultAddress == 0x80);
}

TEST_CASE("run cycles depend on the launch alone") {
  auto board = openBoard();
  board::Driver driver(*board);
  auto kernel = board->prepare(copyKernel());
  const auto words = copyWords(0, 64 * 200, 0x100000, 1);
  const uint64_t first = driver.launch(0, kernel, words).runCycles;
  std::vector<uint8_t> bytes(5000);
  driver.copyToDevice(bytes.data(), 0x300000, Region::linear(bytes.size()));
  driver.launch(0, kernel, copyWords(0, 64, 0x100000, 1));
  REQUIRE(driver.launch(0, kernel, words).runCycles == first);
  // Also on another board, and with a kernel that was active in between.
  auto other = openBoard();
  board::Driver otherDriver(*other);
  auto otherKernel = other->prepare(copyKernel());
  otherDriver.launch(0, other->prepare(copyKernel("another")), copyWords(0, 64, 0x4000, 1));
  REQUIRE(otherDriver.launch(0, otherKernel, words).runCycles == first);
}

TEST_CASE("ideal memory is faster and gives the same result") {
  SimSettings settings;
  settings.memory = support::SimMemory::Ideal;
  auto ideal = openBoard(settings), real = openBoard();
  const auto source = randomBytes(64 * 64, 5);
  uint64_t cycles[2];
  for (auto *board : {ideal.get(), real.get()}) {
    board::Driver driver(*board);
    driver.copyToDevice(source.data(), 0, Region::linear(source.size()));
    cycles[board == real.get()] =
        driver.launch(0, board->prepare(copyKernel()), copyWords(0, source.size(), 0x100000, 0)).runCycles;
    std::vector<uint8_t> result(source.size());
    driver.copyToHost(0x100000, result.data(), Region::linear(result.size()));
    REQUIRE(result == source);
  }
  REQUIRE(cycles[0] * 2 < cycles[1]);
}

TEST_CASE("host memory that is not mapped is refused") {
  auto board = openBoard();
  // The driver maps what it passes on, so this talks to the shell itself.
  struct alignas(128) Shared {
    abi::Descriptor ring[1];
    abi::Completion completion;
  } shared{};
  std::vector<uint8_t> secret(256, 0x55);
  const uint64_t bus = board->mapHostMemory(&shared, sizeof shared);
  const uint64_t gone = board->mapHostMemory(secret.data(), secret.size());
  board->unmapHostMemory(gone, secret.size());
  REQUIRE_THROWS_WITH(board->unmapHostMemory(gone, secret.size()), Catch::Contains("not mapped"));

  abi::Descriptor &command = shared.ring[0];
  const bool toHost = GENERATE(true, false);
  command.opcode = uint8_t(toHost ? abi::Opcode::COPY_D2H : abi::Opcode::COPY_H2D);
  command.flags = abi::FLAG_IRQ;
  command.completion = bus + offsetof(Shared, completion);
  (toHost ? command.dst : command.src) = gone;
  command.width = secret.size();
  command.rows = command.slices = 1;
  board->writeRegister(abi::reg::RING_BASE_LO, uint32_t(bus));
  board->writeRegister(abi::reg::RING_BASE_HI, uint32_t(bus >> 32));
  board->writeRegister(abi::reg::RING_LOG2, 0);
  board->writeRegister(abi::reg::IRQ_ENABLE, abi::reg::IRQ_ENABLE_COMPLETION);
  board->writeRegister(abi::reg::CONTROL, abi::reg::CONTROL_ENABLE);
  board->writeRegister(abi::reg::RING_HEAD, 1);
  REQUIRE(board->waitInterrupt(std::chrono::seconds(10)));
  REQUIRE(shared.completion.valid == 1);
  REQUIRE(shared.completion.status == uint32_t(abi::Status::HOST_BUS_ERROR));
  REQUIRE(secret == std::vector<uint8_t>(256, 0x55));
  board->writeRegister(abi::reg::CONTROL, 0);
  board->unmapHostMemory(bus, sizeof shared);
}

TEST_CASE("waiting without work returns at once") {
  auto board = openBoard();
  board::Driver driver(*board);
  const auto start = std::chrono::steady_clock::now();
  REQUIRE_FALSE(board->waitInterrupt(std::chrono::seconds(20)));
  REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("a launch without a kernel is an error, not a hang") {
  auto board = openBoard();
  board::Driver driver(*board);
  REQUIRE_THROWS(driver.launch(0, nullptr, copyWords(0, 64, 64, 0)));
}

TEST_CASE("a board whose description has no memory timing cannot be simulated") {
  board::Description description = simCard();
  description.timing.reset();
  REQUIRE_THROWS_WITH(makeSimBoard(description), Catch::Contains("sim-card") && Catch::Contains("memory.timing"));
}
