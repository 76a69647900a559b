// SPDX-License-Identifier: Apache-2.0
// What a run shows of itself.
#pragma once
#include <string>
#include <vector>

#include "board/description.h"
#include "cli/run/arguments.h"
#include "cli/run/device.h"

namespace weft::cli {

struct RunResult {
  const kernel::Interface *kernel;
  const board::Description *board;
  NDRange range;
  std::vector<LaunchTime> times;  // at least one
  std::vector<ArgumentValue> arguments;
  unsigned portBytes;
};

/// Lines for people.
std::string describeRun(const RunResult &result);
/// One JSON object.
std::string runAsJson(const RunResult &result);
/// The numbers of an array, as NumPy would show them; those in the middle of a long one are left out.
std::string textOfArray(const NpyArray &array);

}  // namespace weft::cli
