// SPDX-License-Identifier: Apache-2.0
// A kernel's inputs, cycle by cycle, to give them to it again.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/model/ports.h"

namespace weft::sim {

class InputRecord {
public:
  InputRecord(unsigned lineBytes, unsigned ports) : lineBytes_(lineBytes), ports_(ports) {}

  void clear();
  void add(const KernelIn &in, uint64_t time);
  /// Inputs that came after a launch had become too long are not there.
  bool complete() const { return complete_; }
  /// Until `use` returns false.
  void play(const std::function<bool(const KernelIn &in, uint64_t time)> &use) const;

private:
  /// Equal inputs of cycles in succession.
  struct Entry {
    KernelIn in;  // rData is not set
    uint64_t time;
    uint64_t cycles;
  };

  unsigned lineBytes_, ports_;
  bool complete_ = true;
  std::vector<Entry> entries_;
  std::vector<uint8_t> lines_;  // of the entries with rValid
};

}  // namespace weft::sim
