// SPDX-License-Identifier: Apache-2.0
// A lock between processes, held on a file. The kernel drops it when the holder dies.
#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <utility>

namespace weft::support {

class FileLock {
public:
  FileLock() = default;
  ~FileLock() { release(); }
  FileLock(FileLock &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock &operator=(FileLock &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  /// Takes the lock on `path`, which is created if need be; false when another holds it.
  /// Throws std::system_error when the file cannot be opened or the file system has no locks.
  bool tryAcquire(const std::filesystem::path &path);
  /// Takes it as soon as no other holds it. While it waits, `stage` of `subject` is shown (support/stage.h). False when
  /// `cancel` is set before.
  bool acquire(const std::filesystem::path &path, const std::atomic<bool> *cancel, const char *stage,
               const std::string &subject = {});
  bool held() const { return descriptor_ >= 0; }
  /// Of the file: whoever has a copy of it holds the lock too. -1: not held.
  int descriptor() const { return descriptor_; }
  void release();

private:
  int descriptor_ = -1;
};

}  // namespace weft::support
