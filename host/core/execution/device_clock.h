// SPDX-License-Identifier: Apache-2.0
// The time of a device in nanoseconds, the base of all its profiling stamps.
#pragma once
#include <cstdint>
#include <mutex>

#include "board/board.h"

namespace weft::core {

/// Device time is the board's cycle counter. A simulated board counts only while it is moved, so an idle device would
/// stand still for the application: what the counter lags behind the host while no command runs is added to it. While
/// commands run nothing is added: times within a command are exact.
class DeviceClock {
public:
  explicit DeviceClock(const board::Board &board);

  /// A command runs on the device. Stamps of its cycles are asked for before it ends.
  class Running {
  public:
    explicit Running(DeviceClock &clock) : clock_(clock) { clock_.begin(); }
    ~Running() { clock_.end(); }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;

  private:
    DeviceClock &clock_;
  };

  struct Sample {
    uint64_t device, host;  // nanoseconds, each in its own base
  };
  /// Both clocks at one moment.
  Sample sample() const;
  /// Device time of a cycle that belongs to a running command.
  uint64_t stamp(uint64_t cycles) const;

  /// The host's clock: nanoseconds since a fixed moment, never going back.
  static uint64_t hostNow();
  /// Its resolution in nanoseconds.
  static uint64_t hostResolution();

private:
  void begin();
  void end();
  uint64_t toNanoseconds(uint64_t cycles) const;
  uint64_t counted() const;  // of the board's counter, in nanoseconds
  /// With mutex_ held: what device time is ahead of the counter, which shows `counted`, when the host's shows `host`.
  uint64_t ahead(uint64_t counted, uint64_t host) const;

  const board::Board &board_;
  const uint64_t kilohertz_;
  const uint64_t period_;  // in nanoseconds, if it is a whole number of them; otherwise 0
  mutable std::mutex mutex_;
  unsigned running_ = 0;
  uint64_t added_ = 0;  // changes while no command runs, and so is read without the lock by those that do
  Sample idleSince_{0, hostNow()};
};

}  // namespace weft::core
