// SPDX-License-Identifier: Apache-2.0
// Runs launches on a kernel model and compares memory with the graph interpreter.
#pragma once
#include <string>
#include <vector>

#include "axi_memory.h"
#include "hls/graph/interpret.h"
#include "model.h"

struct RunResult {
  std::string error;    // empty: the kernel ended and the bus was used properly
  uint64_t cycles = 0;  // from start to done
  bool fault = false;
  unsigned faultCode = 0, faultSite = 0;
  uint64_t faultAddress = 0;
  uint64_t reads = 0, writes = 0;  // requests on the bus
};

/// Launches on a model that has just been reset.
RunResult runKernel(const KernelModel &model, const weft::graph::Launch &launch, std::vector<uint8_t> &memory,
                    MemoryTiming timing, uint64_t maxCycles = 200'000);

/// A case file's kernel, parsed and verified. Throws std::runtime_error.
weft::graph::Kernel readCase(const std::string &name);

/// A board with the given memory port width.
weft::board::Description testBoard(unsigned portBits = 512);
