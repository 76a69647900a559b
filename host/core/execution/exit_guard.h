// SPDX-License-Identifier: Apache-2.0
// Process exit and fork with work in flight: threads of the library are never joined or destroyed; instead they
// announce what must not overlap static destruction, and exit waits for it.
#pragma once
#include <functional>

namespace weft::core {

/// Work of a library thread (a command, a build, a callback). Once the process is exiting, construction blocks
/// forever.
class Activity {
public:
  Activity();
  ~Activity();
  Activity(const Activity &) = delete;
  Activity &operator=(const Activity &) = delete;

  /// Whether the calling thread is in one.
  static bool here();
};

/// Registers the exit handler; later calls do nothing.
void installExitGuard();

/// Has exit call `end` before it waits: it makes activities end that would not by themselves. It may throw
/// std::exception.
void endAtExit(std::function<void()> end);

/// Within an activity: ends it and blocks for ever if the process is exiting.
void parkIfExiting();

/// Called before the first thread of the library starts. A process forked later has none of them, and locks may be
/// held for ever in it: there the library refuses every call.
void claimProcess();

/// True in such a process.
bool orphaned();

/// True once the process is exiting: nothing that waits for a library thread can succeed any more.
bool exiting();

/// True in the thread that ends the process, once exit has come to the library: exit handlers of the program that run
/// later must not begin an activity, which would block for ever.
bool exitsHere();

}  // namespace weft::core
