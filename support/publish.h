// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, and directories that vanish with their owner.
#pragma once
#include <filesystem>
#include <string_view>

#include "support/file_lock.h"

namespace weft::support {

/// Writes `content` to `path` through a temporary file beside it and a rename; readers see the old file or the new one.
/// Throws std::system_error; then nothing is left behind.
void publishFile(const std::filesystem::path &path, std::string_view content);

/// Moves a finished directory to `path`. False if another process published there first (`from` is untouched).
/// Throws std::system_error.
bool publishDirectory(const std::filesystem::path &from, const std::filesystem::path &path);

/// A working directory, removed with its content by the destructor. A directory whose owner died without that is
/// removed by removeAbandoned(): ownership is a lock on a file beside it, so it ends with the process.
class WorkDirectory {
public:
  /// Creates one inside `parent` (created if need be). Throws std::system_error.
  explicit WorkDirectory(const std::filesystem::path &parent);
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory &) = delete;
  WorkDirectory &operator=(const WorkDirectory &) = delete;
  const std::filesystem::path &path() const { return path_; }

  /// Removes the directories inside `parent` whose owners are gone; returns how many. Never throws.
  static unsigned removeAbandoned(const std::filesystem::path &parent) noexcept;

private:
  std::filesystem::path path_;
  FileLock lock_;
};

}  // namespace weft::support
