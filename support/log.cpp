// SPDX-License-Identifier: Apache-2.0
#include "support/log.h"

#include <atomic>
#include <exception>
#include <string>
#include <unistd.h>

namespace weft::support {
namespace {

// Characters of the status line that stands on the terminal. Without a lock: a process may fork at any time.
std::atomic<size_t> shown{0};
std::atomic<bool> ended{false};
std::atomic<pid_t> owner{0};  // the process that wrote it

void write(const std::string &text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

std::string clearance() {
  const size_t length = shown.exchange(0);
  return length == 0 ? "" : "\r" + std::string(length, ' ') + "\r";
}

__attribute__((destructor)) void clearAtExit() {
  ended = true;
  if (owner == ::getpid())
    if (const std::string text = clearance(); !text.empty())
      write(text);
}

}  // namespace

bool logEnabled(LogLevel level) {
  try {
    return level <= options().LOG;
  } catch (const std::exception &) {
    return level <= LogLevel::Warning;  // A bad WEFT_LOG is reported by whoever opens the device.
  }
}

void logLine(LogLevel level, std::string_view text) {
  static constexpr const char *kPrefix[] = {"", "error: ", "warning: ", "", ""};
  write(fmt::format("{}weft: {}{}\n", clearance(), kPrefix[static_cast<int>(level)], text));
}

void showStatus(std::string_view text) {
  if (ended)
    return;
  const size_t before = shown.exchange(text.size());
  if (text.empty() && before == 0)
    return;
  owner = ::getpid();
  const std::string rest(before > text.size() ? before - text.size() : 0, ' ');
  write(fmt::format("\r{}{}{}", text, rest, text.empty() ? "\r" : ""));
}

}  // namespace weft::support
