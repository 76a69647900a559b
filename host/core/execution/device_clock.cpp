// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/device_clock.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace weft::core {
namespace {

uint64_t nanosecondsOf(const timespec &time) { return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec); }

}  // namespace

DeviceClock::DeviceClock(const board::Board &board)
    : board_(board), kilohertz_(static_cast<uint64_t>(std::llround(board.description().clockMhz * 1000))),
      period_(1'000'000 % kilohertz_ == 0 ? 1'000'000 / kilohertz_ : 0) {}

uint64_t DeviceClock::toNanoseconds(uint64_t cycles) const {
  if (period_)
    return cycles * period_;
  // cycles * 1'000'000 / kilohertz_, whose product may need more than 64 bits.
  return cycles / kilohertz_ * 1'000'000 + cycles % kilohertz_ * 1'000'000 / kilohertz_;
}

uint64_t DeviceClock::hostNow() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return nanosecondsOf(time);
}

uint64_t DeviceClock::hostResolution() {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return std::max<uint64_t>(nanosecondsOf(resolution), 1);
}

uint64_t DeviceClock::counted() const { return toNanoseconds(board_.deviceCycles()); }

uint64_t DeviceClock::ahead(uint64_t counted, uint64_t host) const {
  return running_ ? added_ : std::max(counted + added_, idleSince_.device + (host - idleSince_.host)) - counted;
}

DeviceClock::Sample DeviceClock::sample() const {
  std::lock_guard lock(mutex_);
  const uint64_t device = counted(), host = hostNow();
  return {device + ahead(device, host), host};
}

uint64_t DeviceClock::stamp(uint64_t cycles) const { return toNanoseconds(cycles) + added_; }

void DeviceClock::begin() {
  std::lock_guard lock(mutex_);
  if (running_ == 0)
    added_ = ahead(counted(), hostNow());
  ++running_;
}

void DeviceClock::end() {
  std::lock_guard lock(mutex_);
  if (--running_ == 0)
    idleSince_ = {counted() + added_, hostNow()};
}

}  // namespace weft::core
