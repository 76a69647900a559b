// SPDX-License-Identifier: Apache-2.0
// Program binaries through the OpenCL API.
#pragma once
#include <string>
#include <vector>

#include "tests/fuzz/common/trial.h"

namespace weft::fuzz {

/// Executables, objects and libraries of a few kernels, for the device that WEFT_DEVICE names.
std::vector<std::string> makeBinaries();

/// Loads a binary, builds or links it, asks its kernels everything and runs them. Each error code that the API gives is
/// right; a failure is one without a log.
Verdict useBinary(const std::string &bytes);

}  // namespace weft::fuzz
