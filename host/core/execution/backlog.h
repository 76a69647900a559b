// SPDX-License-Identifier: Apache-2.0
// The commands of one board that are enqueued and not done. An application can enqueue faster than a board works
// without ever waiting; then its enqueues block, so that memory does not grow without bound.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace weft::core {

class Backlog {
public:
  /// At most this many commands; once reached, half of them must be done before the next is admitted.
  static constexpr size_t kMost = 8192;

  /// A place in the backlog, for as long as it is held.
  class Entry {
  public:
    explicit Entry(Backlog &backlog) : backlog_(&backlog) { ++backlog_->commands_; }
    ~Entry() { leave(); }
    Entry(const Entry &) = delete;
    Entry &operator=(const Entry &) = delete;
    void leave() noexcept;

  private:
    Backlog *backlog_;
  };

  /// A command that will be done without the application's help: the device has it, or its kernel is being prepared.
  class Moving {
  public:
    explicit Moving(Backlog &backlog) : backlog_(backlog) { backlog_.begin(); }
    ~Moving() { backlog_.end(); }
    Moving(const Moving &) = delete;
    Moving &operator=(const Moving &) = delete;

  private:
    Backlog &backlog_;
  };

  /// Blocks while there are many commands, unless all that is left waits for what the application has yet to do, such
  /// as a user event. Never blocks in a callback, nor while the process exits.
  void admit();

  /// The same as Moving, where it begins and ends in different places.
  void begin() noexcept { ++moving_; }
  void end() noexcept;

private:
  bool admits() const { return commands_ <= kMost / 2 || moving_ == 0; }
  void wake() noexcept;

  alignas(64) std::atomic<size_t> commands_{0};
  std::atomic<size_t> moving_{0};
  std::mutex mutex_;  // for waits alone
  std::condition_variable changed_;
};

}  // namespace weft::core
