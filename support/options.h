// SPDX-License-Identifier: Apache-2.0
// The WEFT_* environment variables, parsed once. The list with comments is options.def.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weft::support {

enum class LogLevel { Off, Error, Warning, Info, Debug };
enum class SimMemory { Ddr, Ideal };
enum class SimFp { Fast, Rtl };
enum class SimEngine { Verilator, Instant, Both };
enum class SimModel { Optimised, Quick };
enum class Online { Off, Build };

using String = std::string;
using Bool = bool;
using Count = uint64_t;
using Bytes = uint64_t;

struct Options {
#define OPTION(type, name, default) type name = default;
#include "support/options.def"
#undef OPTION

  /// Parses the values that `lookup` returns for "WEFT_…" names; nullptr and "" mean the default.
  /// Throws std::runtime_error that names the variable, its value and what is allowed.
  static Options parse(const std::function<const char *(const char *)> &lookup);
};

/// What to tell of the entries (NAME=value) of an environment, ended by nullptr, whose names begin with "WEFT_" and are
/// no option's: a line each, with the option that was probably meant.
std::vector<std::string> unknownOptions(const char *const *environment);

/// The options of this process, read from its environment at the first call, which warns of unknown ones. Throws as
/// Options::parse does, again at every call until the environment is corrected.
const Options &options();

}  // namespace weft::support
