// SPDX-License-Identifier: Apache-2.0
#include "cli/build/source_lines.h"

#include <fmt/format.h>
#include <sstream>

namespace weft::cli {
namespace {

/// The line `number`, from 1 on; empty if there is none.
std::string lineOf(const std::string &source, unsigned number) {
  std::istringstream lines(source);
  std::string line;
  for (unsigned i = 0; i < number; ++i)
    if (!std::getline(lines, line))
      return "";
  return line;
}

/// Blanks as wide as the characters before `column`: tabs stay tabs.
std::string blanksBefore(const std::string &line, unsigned column) {
  std::string blanks = line.substr(0, column - 1);
  for (char &c : blanks)
    if (c != '\t')
      c = ' ';
  return blanks;
}

}  // namespace

void addSourceLines(std::vector<hls::Diagnostic> &diagnostics, const std::string &file, const std::string &source) {
  for (hls::Diagnostic &diagnostic : diagnostics) {
    const kernel::SourceLocation &at = diagnostic.location;
    if (!diagnostic.rendered.empty() || at.file != file || at.line == 0)
      continue;
    const std::string line = lineOf(source, at.line);
    if (line.empty())
      continue;
    hls::Diagnostic message = diagnostic;
    message.hint.clear();
    diagnostic.rendered = fmt::format("{}\n{:>5} | {}", hls::format(message), at.line, line);
    if (at.column > 0 && at.column <= line.size() + 1)
      diagnostic.rendered += fmt::format("\n      | {}^", blanksBefore(line, at.column));
  }
}

}  // namespace weft::cli
