// SPDX-License-Identifier: Apache-2.0
// Several kernel regions of a simulated board: what threads do at the same time happens at the same time on the device.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <numeric>
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

/// Launch words of copy_kernel.sv.
std::vector<uint64_t> copyWords(uint64_t from, uint64_t bytes, uint64_t to, uint64_t add, bool fault = false) {
  std::vector<uint64_t> words(38);
  words[32] = from, words[33] = from + bytes, words[34] = to, words[36] = add, words[37] = fault;
  return words;
}

constexpr size_t kLong = 20000;  // lines: a kernel that is still at work when a busy host's other thread comes to run
constexpr uint64_t kFrom = 0x10000, kTo = 0x400000, kOther = 0x800000;

/// A kernel that copies `lines` lines runs in region 0, called by another thread; meanwhile the device is used again
/// and again.
struct LongRun {
  explicit LongRun(size_t lines) : source(lines * 16) {
    std::iota(source.begin(), source.end(), 5u);
    driver.copyToDevice(source.data(), kFrom, Region::linear(source.size() * 4));
  }

  template <class Body> Completion run(Body meanwhile) {
    std::atomic<bool> done{false};
    auto result = std::async(std::launch::async, [&] {
      const Completion completion = driver.launch(0, kernel, copyWords(kFrom, source.size() * 4, kTo, 9));
      done = true;
      return completion;
    });
    while (!done)
      meanwhile();
    return result.get();
  }

  void checkResult() {
    std::vector<uint32_t> result(source.size());
    driver.copyToHost(kTo, result.data(), Region::linear(result.size() * 4));
    for (size_t i = 0; i < result.size(); ++i)
      REQUIRE(result[i] == source[i] + (i % 16 == 0 ? 9 : 0));
  }

  std::unique_ptr<board::Board> board =
      makeSimBoard(board::loadDescription("sim-card"), SimSettings{}, BuildPool::standard());
  board::Driver driver{*board};
  std::shared_ptr<board::PreparedKernel> kernel = board->prepare(copyKernel());
  std::vector<uint32_t> source;
};

size_t within(const std::vector<Completion> &inner, const Completion &outer) {
  return size_t(std::count_if(inner.begin(), inner.end(),
                              [&](const Completion &c) { return outer.start < c.start && c.end < outer.end; }));
}

}  // namespace

TEST_CASE("transfers go on beside a kernel") {
  LongRun device(kLong);
  std::vector<Completion> copies;
  std::vector<uint8_t> bytes(20000), back(bytes.size());
  std::iota(bytes.begin(), bytes.end(), uint8_t(0));
  const Completion kernel = device.run([&] {
    copies.push_back(device.driver.copyToDevice(bytes.data(), kOther + 3, Region::linear(bytes.size())));
    copies.push_back(device.driver.copyOnDevice(kOther + 3, kOther + 0x10000, Region::linear(bytes.size())));
    std::fill(back.begin(), back.end(), uint8_t(0));
    copies.push_back(device.driver.copyToHost(kOther + 0x10000, back.data(), Region::linear(back.size())));
    REQUIRE(back == bytes);
  });
  REQUIRE(kernel.status == abi::Status::OK);
  CHECK(within(copies, kernel) >= 2);
  device.checkResult();
}

TEST_CASE("one program's kernel runs in two regions at once") {
  LongRun device(kLong);
  REQUIRE(device.board->description().regions >= 2);
  std::vector<Completion> others;
  bool faulty = false;
  const Completion kernel = device.run([&] {
    others.push_back(device.driver.launch(1, device.kernel, copyWords(kFrom, 64 * 50, kOther, 1, faulty)));
    REQUIRE(others.back().status == (faulty ? abi::Status::KERNEL_FAULT : abi::Status::OK));
    faulty = !faulty;
  });
  // A fault in the other region is none here.
  REQUIRE(kernel.status == abi::Status::OK);
  CHECK(within(others, kernel) >= 2);
  device.checkResult();
  std::vector<uint32_t> result(16 * 50);
  device.driver.copyToHost(kOther, result.data(), Region::linear(result.size() * 4));
  for (size_t i = 0; i < result.size(); ++i)
    REQUIRE(result[i] == device.source[i] + (i % 16 == 0 ? 1 : 0));
}

TEST_CASE("kernels start and end beside a long transfer") {
  LongRun device(20);
  const std::vector<uint8_t> bytes(8 << 20, 0x5A);
  std::atomic<bool> done{false};
  auto result = std::async(std::launch::async, [&] {
    const Completion completion = device.driver.copyToDevice(bytes.data(), 0x1000000, Region::linear(bytes.size()));
    done = true;
    return completion;
  });
  std::vector<Completion> launches;
  while (!done)
    launches.push_back(device.driver.launch(0, device.kernel, copyWords(kFrom, device.source.size() * 4, kTo, 9)));
  CHECK(within(launches, result.get()) >= 1);
  device.checkResult();
  std::vector<uint8_t> back(bytes.size());
  device.driver.copyToHost(0x1000000, back.data(), Region::linear(back.size()));
  CHECK(back == bytes);
}

TEST_CASE("a launch takes the same cycles in every region") {
  LongRun device(100);
  const auto words = copyWords(kFrom, 64 * 100, kTo, 9);
  const uint64_t cycles = device.driver.launch(0, device.kernel, words).runCycles;
  for (unsigned region = 1; region < device.board->description().regions; ++region)
    REQUIRE(device.driver.launch(region, device.kernel, words).runCycles == cycles);
  REQUIRE(device.driver.launch(0, device.kernel, words).runCycles == cycles);
}
