// SPDX-License-Identifier: Apache-2.0
// What went wrong in a launch, as the application is told.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "board/command_ring.h"
#include "kernel/interface.h"
#include "kernel/variables.h"

namespace weft::core {

struct FailedLaunch {
  const kernel::Interface &interface;
  const kernel::Variables &variables;  // of the program
  const board::Completion &completion;
  std::span<const uint64_t> words;  // the configuration
  uint64_t cycleLimit = 0;          // of WEFT_CYCLE_LIMIT
};

/// An access outside of its buffer or variable: kernel, buffer, offset and source line. Or the barriers that some
/// work-items of a group never reach.
std::string describeFault(const FailedLaunch &launch);

/// A launch that was ended at its limit of cycles: with the loops and barriers where work-items were.
std::string describeEnd(const FailedLaunch &launch);

}  // namespace weft::core
