// SPDX-License-Identifier: Apache-2.0
// The programs that make bitstreams: where they are, and which version.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace weft::flow {

struct Tool {
  const char *name;  // as people call it
  const char *task;
  std::span<const char *const> programs;  // names that it has, the preferred first
  const char *versionOption;              // null: it tells no version, and its file stands for it
  const char *advice;                     // how to get it
};

extern const Tool kYosys, kNextpnrIce40, kIcepack, kIcepll, kNextpnrEcp5, kEcppack, kEcppll, kOpenFpgaLoader;

/// Where the tool is: by any of its names in the folders of WEFT_TOOLS; else by the first of its names that is in a
/// folder of PATH or in the virtual environment of scripts/setup. Nothing if it is nowhere.
std::optional<std::filesystem::path> find(const Tool &tool);

/// The same; throws Error if it is nowhere.
std::filesystem::path require(const Tool &tool);

/// What the program says of its version; runs it once in the life of this process. Throws Error if it does not work.
std::string versionOf(const Tool &tool, const std::filesystem::path &program);

}  // namespace weft::flow
