// SPDX-License-Identifier: Apache-2.0
// The WEFT_* environment variables, parsed once. The list with comments is options.def.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace weft::support {

enum class LogLevel { Off, Error, Warning, Info, Debug };
enum class SimMemory { Ddr, Ideal };
enum class SimFp { Fast, Rtl };

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

/// The options of this process, read from its environment at the first call. Throws as Options::parse does, again at
/// every call until the environment is mended.
const Options &options();

}  // namespace weft::support
