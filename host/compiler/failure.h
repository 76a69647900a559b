// SPDX-License-Identifier: Apache-2.0
// What the user learns of a compilation that came to no result.
#pragma once
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hls/diagnostic.h"

namespace weft::compiler {

/// How the process ended.
struct End {
  std::optional<int> status;  // as waitpid gives it; none: it vanished, with the server that knows
  std::string output;         // what it wrote to stderr, or the beginning of it
  std::string invalid;        // why its result cannot be taken, if there is one
};

/// No process can be made for a request.
struct Unavailable : std::runtime_error {
  explicit Unavailable(const std::string &why);
};

End parseEnd(const std::string &packed);

enum class FailedInput { Source, Ir };

/// An error, with the source location if the output tells one, and then what the process wrote if it crashed.
/// `stage`: in which it was; may be empty.
std::vector<hls::Diagnostic> describeFailure(const End &end, FailedInput input, const std::string &stage);

}  // namespace weft::compiler
