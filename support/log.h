// SPDX-License-Identifier: Apache-2.0
// Messages to the user of a host program, on stderr, as WEFT_LOG asks.
#pragma once
#include <fmt/format.h>
#include <string_view>

#include "support/options.h"

namespace weft::support {

bool logEnabled(LogLevel level);
/// Writes one line, "weft: …", in one piece.
void logLine(LogLevel level, std::string_view text);
/// Writes a line, without an end, in place of the one that it wrote last: for terminals. Empty: clears that one. Lines
/// that are logged, and the end of the process, clear it too.
void showStatus(std::string_view text);

template <class... Args> void log(LogLevel level, fmt::format_string<Args...> format, Args &&...args) {
  if (logEnabled(level))
    logLine(level, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace weft::support
