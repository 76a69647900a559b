// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/device_clock.h"

#include <catch2/catch.hpp>
#include <thread>

using namespace weft;
using namespace weft::core;

namespace {

/// Counts as the test says.
class CountingBoard : public board::Board {
public:
  explicit CountingBoard(double megahertz) { description_.clockMhz = megahertz; }
  uint64_t cycles = 0;

  const board::Description &description() const override { return description_; }
  uint32_t readRegister(uint32_t) override { return 0; }
  void writeRegister(uint32_t, uint32_t) override {}
  uint64_t mapHostMemory(void *, size_t) override { return 0; }
  void unmapHostMemory(uint64_t, size_t) override {}
  bool waitInterrupt(std::chrono::milliseconds) override { return false; }
  uint64_t deviceCycles() const override { return cycles; }
  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &) override { return nullptr; }
  void activate(unsigned, const std::shared_ptr<board::PreparedKernel> &) override {}

private:
  board::Description description_;
};

void pass(unsigned milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace

TEST_CASE("device clock: cycles to nanoseconds, whole numbers of them or not, for years") {
  struct Rate {
    double megahertz;
    uint64_t cycles, nanoseconds;
  };
  const uint64_t year = uint64_t(365) * 24 * 3600;
  const Rate rates[] = {{200, 7, 35},
                        {100, 7, 70},
                        {300, 7, 23},
                        {66.5, 133, 2000},
                        {1000, 12345, 12345},
                        {2000, 3, 1},
                        {200, year * 200'000'000, year * 1'000'000'000},
                        {300, year * 300'000'000 + 7, year * 1'000'000'000 + 23}};
  for (const Rate &rate : rates) {
    CountingBoard board(rate.megahertz);
    DeviceClock clock(board);
    const DeviceClock::Running running(clock);
    CHECK(clock.stamp(rate.cycles) - clock.stamp(0) == rate.nanoseconds);
  }
}

TEST_CASE("device clock: goes with the host while the device is idle, and with the device while a command runs") {
  CountingBoard board(200);
  DeviceClock clock(board);
  const DeviceClock::Sample first = clock.sample();
  pass(5);
  const DeviceClock::Sample idle = clock.sample();
  CHECK(idle.device - first.device == idle.host - first.host);
  {
    const DeviceClock::Running running(clock);
    const uint64_t start = clock.stamp(board.cycles);
    CHECK(start >= idle.device);
    pass(5);
    CHECK(clock.sample().device == start);
    board.cycles += 1000;
    CHECK(clock.stamp(board.cycles) == start + 5000);
    CHECK(clock.sample().device == start + 5000);
  }
  const DeviceClock::Sample after = clock.sample();
  pass(5);
  const DeviceClock::Sample last = clock.sample();
  CHECK(last.device - after.device == last.host - after.host);
}

TEST_CASE("device clock: the first command to run finds the time that it is, those beside it change nothing") {
  CountingBoard board(200);
  DeviceClock clock(board);
  const uint64_t before = clock.sample().device;
  pass(5);
  DeviceClock::Running first(clock);
  const uint64_t start = clock.stamp(board.cycles);
  CHECK(start >= before + 5'000'000);
  pass(5);
  {
    DeviceClock::Running second(clock);
    CHECK(clock.stamp(board.cycles) == start);
  }
  CHECK(clock.sample().device == start);
}

TEST_CASE("device clock: a counter that is ahead of the host is followed, never backwards") {
  CountingBoard board(200);
  DeviceClock clock(board);
  uint64_t last = clock.sample().device;
  for (int round = 0; round < 100; ++round) {
    board.cycles += 200'000;  // a millisecond, between commands too
    if (round % 2) {
      const DeviceClock::Running running(clock);
      board.cycles += 200;
      CHECK(clock.stamp(board.cycles) >= last);
    }
    const uint64_t now = clock.sample().device;
    CHECK(now >= last);
    last = now;
  }
  CHECK(last >= 100'000'000);
}
