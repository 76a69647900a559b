// SPDX-License-Identifier: Apache-2.0
#include "hls/diagnostic.h"

namespace weft::hls {

std::string format(const Diagnostic &diagnostic) {
  const kernel::SourceLocation &at = diagnostic.location;
  std::string text;
  if (at.line != 0) {
    text = at.file + ":" + std::to_string(at.line) + ":";
    if (at.column != 0)
      text += std::to_string(at.column) + ":";
    text += " ";
  }
  text += diagnostic.kind == Diagnostic::Kind::Internal ? "internal error: " : "error: ";
  if (!diagnostic.function.empty())
    text += "in '" + diagnostic.function + "': ";
  return text + diagnostic.message;
}

}  // namespace weft::hls
