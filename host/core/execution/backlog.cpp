// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/backlog.h"

#include "host/core/execution/exit_guard.h"

namespace weft::core {

void Backlog::admit() {
  // A callback of the application may be what a device's thread is in: it must return.
  if (commands_ < kMost || Activity::here() || exiting())
    return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return admits(); });
}

void Backlog::end() noexcept {
  if (--moving_ == 0 && commands_ > kMost / 2)
    wake();
}

void Backlog::wake() noexcept {
  std::lock_guard lock(mutex_);
  changed_.notify_all();
}

void Backlog::Entry::leave() noexcept {
  if (!backlog_)
    return;
  if (backlog_->commands_-- == kMost / 2 + 1)
    backlog_->wake();
  backlog_ = nullptr;
}

}  // namespace weft::core
