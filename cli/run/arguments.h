// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments from the words of a command line.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/run/npy.h"
#include "kernel/interface.h"

namespace weft::cli {

struct ArgumentValue {
  const kernel::Argument *argument = nullptr;
  std::string value;        // Value: its bytes
  uint64_t localBytes = 0;  // Local
  bool isNull = false;      // Buffer without one
  NpyArray array;           // Buffer
  std::string saveTo;       // Buffer: a file for what it holds at the end; empty: none
  bool isPrinted = false;   // Buffer: shown at the end
};

struct ArgumentRequest {
  std::vector<std::string> words;   // NAME=VALUE, or VALUE in the order of the declaration; VALUE>FILE saves
  std::vector<std::string> saves;   // NAME=FILE
  std::vector<std::string> prints;  // NAME
  uint64_t workItems = 1;           // as many elements has a buffer of which only the file to save to is told
};

/// One value for each of the kernel's arguments, in their order. Throws Failure that names the argument, how it is
/// declared and what was given.
std::vector<ArgumentValue> matchArguments(const kernel::Interface &kernel, const ArgumentRequest &request);

}  // namespace weft::cli
