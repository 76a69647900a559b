// SPDX-License-Identifier: Apache-2.0
// Results of steps on disk, by what they were made of: <cache>/steps/<key>.step, and <cache>/steps/durations.json.
//
// Any number of processes may use one directory. A file appears whole; one that is damaged is taken for absent, which
// is said, and replaced. As with models, a directory that others may write to is not used.
#pragma once
#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "support/archive.h"
#include "support/file_lock.h"
#include "support/hash.h"

namespace weft::flow {

class StepCache {
public:
  /// Of one that makes a step, while others that need the same wait.
  class Turn {
  public:
    Turn() = default;
    /// Waits for it. It is none where there are no locks, or once `cancel` is set.
    Turn(std::filesystem::path path, const std::string &subject, const std::atomic<bool> &cancel);
    ~Turn();
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;
    /// For another one, which may have kept what it made.
    bool waited() const { return waited_; }

  private:
    std::filesystem::path path_;
    support::FileLock lock_;
    bool waited_ = false;
  };

  /// `limit`: most bytes of the whole cache; 0 keeps nothing.
  StepCache(std::filesystem::path directory, uint64_t limit);

  /// As the environment asks: WEFT_CACHE_DIR, WEFT_CACHE_SIZE.
  static StepCache &standard();

  /// The files that the step left.
  std::optional<support::Archive> find(const support::Hash128 &key) const;
  Turn turn(const support::Hash128 &key, const std::string &subject, const std::atomic<bool> &cancel) const;
  /// Never throws: what cannot be kept is made again.
  void keep(const support::Hash128 &key, const support::Archive &files);

  /// Seconds that a step of this kind is likely to take for a design of this size: as long as the last one, in
  /// proportion. 0: not known.
  double expected(const std::string &kind, double size) const;
  void note(const std::string &kind, double size, double seconds);

  /// Where a step may work: a folder for folders that vanish. Removes those that killed builds left.
  std::filesystem::path workFolder();

private:
  bool keeps() const { return !directory_.empty() && limit_ != 0; }
  std::filesystem::path pathOf(const support::Hash128 &key) const;
  std::filesystem::path durations() const { return directory_ / "steps" / "durations.json"; }

  std::filesystem::path directory_;
  uint64_t limit_;
  std::once_flag swept_;
};

}  // namespace weft::flow
