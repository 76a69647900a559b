// SPDX-License-Identifier: Apache-2.0
// Runs a program without a shell and captures what it prints.
#pragma once
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::support {

struct ProcessResult {
  int exitCode = -1;       // -1: it was killed or could not be waited for
  int signal = 0;          // that ended it; 0: it exited
  bool timedOut = false;   // killed because its time was up
  bool cancelled = false;  // killed because `cancel` was set
  bool givenUp = false;    // killed because `goesOn` said no
  std::string output;      // stdout and stderr, interleaved

  bool ok() const { return exitCode == 0; }
  /// "exit code 1", "killed by signal 9 (Killed)", "stopped after its time limit", …
  std::string outcome() const;
};

struct ProcessOptions {
  std::filesystem::path directory;            // working directory; empty: the caller's
  std::chrono::milliseconds timeout{0};       // 0: none
  const std::atomic<bool> *cancel = nullptr;  // set to true from another thread: the process is killed
  std::vector<std::string> environment;       // NAME=value, added to the caller's environment
  /// Called with each whole line that it prints, without its end; false: the process is killed.
  std::function<bool(std::string_view line)> goesOn;
};

/// Runs `arguments[0]` (a path, or a name looked up in PATH) with stdin closed, in a process group of its own, and
/// waits for it. On timeout or cancellation the whole group is killed, and so it is when this process dies, in whatever
/// way; what the program left running goes with its end. Throws std::system_error when it cannot be started.
ProcessResult runProcess(const std::vector<std::string> &arguments, const ProcessOptions &options = {});

}  // namespace weft::support
