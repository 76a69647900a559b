// SPDX-License-Identifier: Apache-2.0
#include "sim/dram_timing.h"

#include <algorithm>
#include <bit>

namespace weft::sim {

DramTiming::DramTiming(const board::MemoryTiming &parameters)
    : parameters_(parameters), rowShift_(unsigned(std::countr_zero(parameters.rowBytes))),
      bankShift_(unsigned(std::countr_zero(parameters.banks))) {
  reset(0);
}

board::MemoryTiming DramTiming::ideal() {
  board::MemoryTiming timing;
  timing.readLatency = timing.writeLatency = 1;
  timing.rowMiss = 0;
  timing.refreshInterval = timing.refreshCycles = 0;
  return timing;
}

void DramTiming::reset(uint64_t now) {
  banks_.assign(parameters_.banks, {});
  free_ = now;
  epoch_ = 0;
  nextRefresh_ = now + parameters_.refreshInterval;
}

/// The first cycle from `cycle` on in which no refresh is under way. Cycles asked for never decrease.
uint64_t DramTiming::afterRefresh(uint64_t cycle) {
  if (!parameters_.refreshInterval)
    return cycle;
  if (cycle >= nextRefresh_) {
    const uint64_t begun = (cycle - nextRefresh_) / parameters_.refreshInterval + 1;
    epoch_ += begun;
    nextRefresh_ += begun * parameters_.refreshInterval;
  }
  if (!epoch_)
    return cycle;
  return std::max(cycle, nextRefresh_ - parameters_.refreshInterval + parameters_.refreshCycles);
}

unsigned DramTiming::bankOf(uint64_t row) const {
  uint64_t bank = 0;
  if (bankShift_)
    for (; row; row >>= bankShift_)
      bank ^= row;
  return unsigned(bank & (parameters_.banks - 1));
}

uint64_t DramTiming::serve(uint64_t address, uint64_t now) {
  const uint64_t row = address >> rowShift_;
  Bank &bank = banks_[bankOf(row)];
  uint64_t cycle = afterRefresh(std::max(now, free_));
  while (bank.row != row || bank.epoch != epoch_) {
    // Rows are opened after the refresh that closed them.
    uint64_t start = std::max(now, bank.lastUse + (bank.row == ~uint64_t(0) ? 0 : 1));
    if (epoch_)
      start = std::max(start, nextRefresh_ - parameters_.refreshInterval + parameters_.refreshCycles);
    bank.row = row;
    bank.epoch = epoch_;
    // A refresh that begins meanwhile closes it again: then once more.
    cycle = afterRefresh(std::max(cycle, start + parameters_.rowMiss));
  }
  bank.lastUse = cycle;
  free_ = cycle + 1;
  return cycle;
}

PortTiming::PortTiming(const board::Description &board, const board::MemoryTiming &parameters)
    : timing_(parameters), portShift_(unsigned(std::countr_zero(board.ports))) {
  if (board.ports > 1)
    stripeShift_ = unsigned(std::countr_zero(board.interleaveBytes));
  stripeMask_ = (uint64_t(1) << stripeShift_) - 1;
}

}  // namespace weft::sim
