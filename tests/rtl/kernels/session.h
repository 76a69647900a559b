// SPDX-License-Identifier: Apache-2.0
// Runs launches on a kernel model and compares memory with the graph interpreter.
#pragma once
#include <string>
#include <vector>

#include "hls/graph/interpret.h"
#include "model.h"

/// Of device memory: answers in any order.
struct MemoryTiming {
  unsigned seed = 1;
  unsigned minLatency = 2, maxLatency = 2;  // cycles from request to answer
  unsigned stallPercent = 0;                // of cycles in which a channel is not ready or not valid
};

struct RunResult {
  std::string error;    // empty: the kernel ended and the bus was used properly
  uint64_t cycles = 0;  // from start to done
  bool fault = false;
  unsigned faultCode = 0, faultSite = 0;
  uint64_t faultAddress = 0;
  uint64_t reads = 0, writes = 0;  // requests on the bus
  uint64_t trace = 0;              // hash of what the bus showed from the start on: equal if every cycle was
};

/// One instance of a model, for launches one after the other; each is reset before, as the shell does.
class KernelSession {
public:
  explicit KernelSession(const KernelModel &model) : model_(model), top_(model.create()) {}
  ~KernelSession() { model_.destroy(top_); }
  KernelSession(const KernelSession &) = delete;
  KernelSession &operator=(const KernelSession &) = delete;

  RunResult run(const weft::graph::Launch &launch, std::vector<uint8_t> &memory, MemoryTiming timing,
                uint64_t maxCycles = 200'000);

private:
  const KernelModel &model_;
  void *const top_;
  KernelOutputs out_{};
};

/// A launch in a session of its own.
RunResult runKernel(const KernelModel &model, const weft::graph::Launch &launch, std::vector<uint8_t> &memory,
                    MemoryTiming timing, uint64_t maxCycles = 200'000);

/// A case file's kernel, parsed and verified. Throws std::runtime_error.
weft::graph::Kernel readCase(const std::string &name);

/// A board with the given memory port width.
weft::board::Description testBoard(unsigned portBits = 512);
