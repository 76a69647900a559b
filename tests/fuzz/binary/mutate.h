// SPDX-License-Identifier: Apache-2.0
// Program binaries with wrong contents and right hashes.
#pragma once
#include <string>

#include "tests/fuzz/common/trial.h"

namespace weft::fuzz {

/// A program binary of which the LLVM IR, the manifest, the RTL or the set of members was changed, sealed again.
struct Mutant {
  std::string bytes;
  std::string what;  // was changed
};
Mutant mutateBinary(const std::string &good, Random &random);

}  // namespace weft::fuzz
