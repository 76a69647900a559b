// SPDX-License-Identifier: Apache-2.0
#include "host/core/worker.h"

#include <thread>

#include "host/core/exit_guard.h"

namespace weft::core {

void Worker::submit(Ref<Command> command) {
  std::lock_guard lock(mutex_);
  if (!started_)
    std::thread([this] { run(); }).detach();
  started_ = true;
  ready_.push_back(std::move(command));
  changed_.notify_one();
}

void Worker::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !ready_.empty(); });
    Ref<Command> command = std::move(ready_.front());
    ready_.pop_front();
    lock.unlock();
    Activity activity;
    command->run(device_);
    command = nullptr;
  }
}

}  // namespace weft::core
