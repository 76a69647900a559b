// SPDX-License-Identifier: Apache-2.0
#include "support/log.h"

#include <exception>
#include <unistd.h>

namespace weft::support {

bool logEnabled(LogLevel level) {
  try {
    return level <= options().LOG;
  } catch (const std::exception &) {
    return level <= LogLevel::Warning;  // A bad WEFT_LOG is reported by whoever opens the device.
  }
}

void logLine(LogLevel level, std::string_view text) {
  static constexpr const char *kPrefix[] = {"", "error: ", "warning: ", "", ""};
  const std::string line = fmt::format("weft: {}{}\n", kPrefix[static_cast<int>(level)], text);
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace weft::support
