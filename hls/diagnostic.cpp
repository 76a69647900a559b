// SPDX-License-Identifier: Apache-2.0
#include "hls/diagnostic.h"

namespace weft::hls {
namespace {

const char *labelOf(Diagnostic::Severity severity) {
  switch (severity) {
  case Diagnostic::Severity::Note:
    return "note: ";
  case Diagnostic::Severity::Warning:
    return "warning: ";
  case Diagnostic::Severity::Error:
    return "error: ";
  case Diagnostic::Severity::InternalError:
    break;
  }
  return "internal error: ";
}

std::string counted(unsigned count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

std::string format(const Diagnostic &diagnostic) {
  const kernel::SourceLocation &at = diagnostic.location;
  std::string place;
  if (at.line != 0) {
    place = at.file + ":" + std::to_string(at.line) + ":";
    if (at.column != 0)
      place += std::to_string(at.column) + ":";
    place += " ";
  }
  std::string text = diagnostic.rendered;
  if (text.empty()) {
    text = place + labelOf(diagnostic.severity);
    if (!diagnostic.function.empty())
      text += "in '" + diagnostic.function + "': ";
    text += diagnostic.message;
  }
  if (!diagnostic.hint.empty())
    text += "\n" + place + labelOf(Diagnostic::Severity::Note) + diagnostic.hint;
  return text;
}

std::string buildLog(const std::vector<Diagnostic> &diagnostics) {
  std::string text;
  unsigned warnings = 0, errors = 0;
  for (const Diagnostic &diagnostic : diagnostics) {
    text += format(diagnostic) + "\n";
    warnings += diagnostic.severity == Diagnostic::Severity::Warning;
    errors += diagnostic.severity >= Diagnostic::Severity::Error;
  }
  if (!warnings && !errors)
    return text;
  text += warnings ? counted(warnings, "warning") : "";
  text += warnings && errors ? " and " : "";
  text += errors ? counted(errors, "error") : "";
  return text + " generated.\n";
}

}  // namespace weft::hls
