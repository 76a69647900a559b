// SPDX-License-Identifier: Apache-2.0
// State of rtl/axi/kernel_read_return.sv and rtl/axi/kernel_write_return.sv.
#pragma once
#include <cstdint>

#include "weft_abi.h"

namespace weft::instant {

struct KernelAnswer {
  uint16_t id = 0;  // {region, the kernel's own}
  uint8_t response = 0;
};

class KernelReturn {
public:
  // Registered outputs.
  bool memoryReady() const { return memoryReady_; }
  unsigned valids() const { return valids_; }  // a bit for each region
  unsigned id() const { return out().id & ((1u << abi::AXI_ID_BITS) - 1); }
  uint8_t response() const { return out().response; }
  /// Which of two places holds the data that goes with the answer, and which will be that of an answer that is taken.
  unsigned place() const { return out_; }
  unsigned freePlace() const { return out_ ^ unsigned(valids_ != 0); }

  /// The inputs of a cycle: an answer from memory, one of an atomic, a bit for each region that is ready.
  void take(bool memory, const KernelAnswer &answer, bool atomic, const KernelAnswer &oldValue, unsigned ready) {
    load_ = (valids_ & ~ready) == 0;
    fromMemory_ = memory && memoryReady_;
    fromAtomic_ = atomic && atomicReady();
    waits_ = atomic && !fromAtomic_;
    taken_ = valids_ & ready;
    if (fromMemory_ || fromAtomic_)
      answers_[freePlace()] = fromMemory_ ? answer : oldValue;
  }
  // Behind take().
  bool fromMemory() const { return fromMemory_; }
  bool fromAtomic() const { return fromAtomic_; }
  bool atomicReady() const { return !held_ && !fromMemory_; }
  unsigned taken() const { return taken_; }  // by the regions

  /// A cycle without an answer changes nothing, if no atomic's waits: take() and tick() may be left out.
  bool atRest() const { return valids_ == 0 && memoryReady_; }
  /// Such a cycle.
  void leaveOut() { taken_ = 0; }

  void tick() {
    const bool comes = fromMemory_ || fromAtomic_;
    memoryReady_ = (load_ || !(held_ || comes)) && !(waited_ == kLongest && !fromAtomic_);
    waited_ = !waits_ ? 0 : waited_ == kLongest ? kLongest : waited_ + 1;
    if (!load_) {
      held_ = held_ || comes;
      return;
    }
    const bool any = held_ || comes;
    out_ ^= unsigned(valids_ != 0 && any);
    valids_ = any ? 1u << (out().id >> abi::AXI_ID_BITS) : 0;
    held_ = false;
  }
  void reset() {
    valids_ = 0;
    held_ = false;
    waited_ = 0;
    memoryReady_ = true;
  }

private:
  static constexpr unsigned kLongest = 7;  // cycles that an atomic's answer waits before memory does
  const KernelAnswer &out() const { return answers_[out_]; }

  KernelAnswer answers_[2];
  unsigned out_ = 0, valids_ = 0, waited_ = 0;
  bool held_ = false;  // an answer waits in the place beside
  bool memoryReady_ = false;
  // Of the cycle.
  bool load_ = false, fromMemory_ = false, fromAtomic_ = false, waits_ = false;
  unsigned taken_ = 0;
};

}  // namespace weft::instant
