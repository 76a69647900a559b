// SPDX-License-Identifier: Apache-2.0
// When the simulated device memory answers.
#pragma once
#include <cstdint>
#include <vector>

#include "board/description.h"

namespace weft::sim {

/// DDR-like timing. Lines are served in the order in which they arrive, reads and writes alike, at most one a cycle:
///   * A line is served in the first cycle, from the one it is accepted in, in which no earlier line is served and its
///   row
///     is open. The bank is the exclusive or of the row number's groups of log2(banks) bits, so consecutive rows lie in
///     different banks, and so do, mostly, rows at a power-of-two distance, which buffers often have.
///   * Opening a row takes `rowMiss` cycles, counted from the line's acceptance or the last use of the bank, whichever
///   is
///     later; so rows of different banks open while earlier lines are served. All rows are closed at first.
///   * Every `refreshInterval` cycles nothing is served for `refreshCycles`, and all rows are closed.
///   * Read data appears `readLatency` cycles after service, a write's response `writeLatency` cycles after it.
class DramTiming {
public:
  explicit DramTiming(const board::MemoryTiming &parameters);
  /// What WEFT_SIM_MEMORY=ideal means: one cycle of latency, one line a cycle, nothing else.
  static board::MemoryTiming ideal();

  uint64_t read(uint64_t address, uint64_t now) { return serve(address, now) + parameters_.readLatency; }
  uint64_t write(uint64_t address, uint64_t now) { return serve(address, now) + parameters_.writeLatency; }
  unsigned depth() const { return parameters_.queueDepth; }
  void reset(uint64_t now);

private:
  struct Bank {
    uint64_t row = ~uint64_t(0);  // number: address / rowBytes
    uint64_t epoch = 0;           // refreshes before the row was opened
    uint64_t lastUse = 0;
  };

  unsigned bankOf(uint64_t row) const;
  uint64_t serve(uint64_t address, uint64_t now);
  uint64_t afterRefresh(uint64_t cycle);

  board::MemoryTiming parameters_;
  unsigned rowShift_, bankShift_;
  std::vector<Bank> banks_;
  uint64_t free_ = 0;         // first cycle without a line
  uint64_t epoch_ = 0;        // refreshes begun
  uint64_t nextRefresh_ = 0;  // cycle in which the next one begins
};

/// The same of one of a board's memory ports, of which each has the stripes that board::Description::portOf says: what
/// these hold in succession is the memory behind it.
class PortTiming {
public:
  PortTiming(const board::Description &board, const board::MemoryTiming &parameters);

  uint64_t read(uint64_t address, uint64_t now) { return timing_.read(within(address), now); }
  uint64_t write(uint64_t address, uint64_t now) { return timing_.write(within(address), now); }
  unsigned depth() const { return timing_.depth(); }
  void reset(uint64_t now) { timing_.reset(now); }

private:
  /// Where a byte lies in the port's memory: the digit of the stripe's number that its port follows from is left out.
  uint64_t within(uint64_t address) const {
    return (address >> (stripeShift_ + portShift_) << stripeShift_) | (address & stripeMask_);
  }

  DramTiming timing_;
  unsigned portShift_, stripeShift_ = 0;
  uint64_t stripeMask_ = 0;
};

}  // namespace weft::sim
