// SPDX-License-Identifier: Apache-2.0
// Runs a case's launches on a device.
#pragma once
#include "cases/case.h"
#include "opencl.h"

namespace weft::bench {

struct Outcome {
  uint64_t cycles = 0;         // of all launches, each from its start to its last store
  uint64_t commandCycles = 0;  // what a simulator stepped for them
  double wallSeconds = 0;      // of the same
  std::string wrong;           // what is wrong with the results; empty: nothing
};

/// `placement` 0: the buffers lie where the device puts them. Others: with buffers of random sizes between them, the
/// same for the same number.
Outcome runCase(const example::Device &device, const Case &test, unsigned placement);

}  // namespace weft::bench
