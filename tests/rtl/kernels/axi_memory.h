// SPDX-License-Identifier: Apache-2.0
// Device memory behind the kernel's AXI port: random latencies and stalls, answers of different IDs in random order,
// of one ID in order; AXI5 atomics on 32 bits.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "model_io.h"

struct MemoryTiming {
  unsigned seed = 1;
  unsigned minLatency = 2, maxLatency = 2;  // cycles from request to answer
  unsigned stallPercent = 0;                // of cycles in which a channel is not ready or not valid
};

class AxiMemory {
public:
  AxiMemory(std::vector<uint8_t> &bytes, unsigned lineBytes, MemoryTiming timing)
      : bytes_(bytes), line_(lineBytes), timing_(timing), random_(timing.seed) {}

  /// Drives the inputs for the coming clock edge, given what the kernel shows before it.
  void drive(const KernelOutputs &kernel, KernelInputs &inputs);
  /// What the kernel did wrong on the bus; empty: nothing.
  const std::string &error() const { return error_; }
  uint64_t reads = 0, writes = 0;  // requests so far

private:
  struct Answer {
    uint64_t ready = 0;
    std::vector<uint8_t> data;
  };
  using Queues = std::map<uint16_t, std::deque<Answer>>;

  bool stalls() { return std::uniform_int_distribution<unsigned>(0, 99)(random_) < timing_.stallPercent; }
  uint64_t due() {
    return now_ + std::uniform_int_distribution<unsigned>(timing_.minLatency, timing_.maxLatency)(random_);
  }
  /// An ID whose oldest answer is due; -1 if none.
  int choose(const Queues &queues);
  void perform(const KernelOutputs &address, const KernelOutputs &data);
  void atomic(uint64_t address, uint16_t id, uint8_t op, const KernelOutputs &data);
  void fail(const std::string &what) {
    if (error_.empty())
      error_ = what;
  }
  bool inside(uint64_t address) { return address + line_ <= bytes_.size(); }

  std::vector<uint8_t> &bytes_;
  unsigned line_;
  MemoryTiming timing_;
  std::mt19937 random_;
  uint64_t now_ = 0;
  std::deque<KernelOutputs> addresses_, data_;  // of writes; accepted, not yet paired
  Queues readAnswers_, writeAnswers_;
  bool rHeld_ = false, bHeld_ = false;
  KernelInputs held_{};
  std::string error_;
};
