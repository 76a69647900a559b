// SPDX-License-Identifier: Apache-2.0
// What weft doctor looks at.
#pragma once
#include <string>
#include <vector>

namespace weft::cli {

struct Finding {
  enum class Level { Ok, Warning, Error } level = Level::Ok;
  std::string subject;
  std::string text;    // what was found
  std::string advice;  // what to do; empty if all is well
};
using Findings = std::vector<Finding>;

const char *nameOf(Finding::Level level);

/// Each looks at one thing and throws nothing that the machine could cause.
Findings checkResources();
Findings checkEnvironment();
Findings checkRegistration();
Findings checkBoards();
/// Opens a device of WEFT_DEVICE, compiles a kernel for it and runs it.
Findings checkKernel();
Findings checkCache();
Findings checkModelTools();
/// The tools that make and load bitstreams.
Findings checkFlowTools();

}  // namespace weft::cli
