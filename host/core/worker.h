// SPDX-License-Identifier: Apache-2.0
// The thread that executes the commands of one device in turn.
#pragma once
#include <condition_variable>
#include <deque>
#include <mutex>

#include "host/core/command.h"

namespace weft::core {

class Worker {
public:
  /// The thread starts with the first command and is never joined: devices live until the process ends.
  explicit Worker(Device &device) : device_(device) {}
  /// Takes a command whose dependencies are all done.
  void submit(Ref<Command> command);

private:
  void run();

  Device &device_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Ref<Command>> ready_;
  bool started_ = false;
};

}  // namespace weft::core
