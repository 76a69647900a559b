// SPDX-License-Identifier: Apache-2.0
// Threads that make models in the background. One pool a process; it ends with its last user.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sim/model_cache.h"

namespace weft::sim {

/// A model being made. Requests for the same key share one.
class Build {
public:
  /// Blocks until the model is there. Throws std::runtime_error if it could not be made.
  std::shared_ptr<ModelLibrary> wait();
  bool ready() const { return done_.load(std::memory_order_acquire); }

private:
  friend class BuildPool;
  ModelSpec spec_;
  support::Hash128 key_;
  std::atomic<bool> done_{false};
  std::shared_ptr<ModelLibrary> library_;
  std::string error_;
  std::weak_ptr<class BuildPool> pool_;
};

class BuildPool : public std::enable_shared_from_this<BuildPool> {
public:
  static constexpr unsigned kWorkers = 2;

  explicit BuildPool(std::shared_ptr<ModelCache> cache) : cache_(std::move(cache)) {}
  /// Cancels what is queued or running.
  ~BuildPool();
  BuildPool(const BuildPool &) = delete;
  BuildPool &operator=(const BuildPool &) = delete;

  /// The pool of the process's standard cache.
  static std::shared_ptr<BuildPool> standard();

  /// A model: at once if the cache has it, else its build is queued. A build that nobody holds any more when its turn
  /// comes is left out. Throws std::runtime_error when resources are missing.
  std::shared_ptr<Build> request(ModelSpec spec);

private:
  friend class Build;
  void work();
  void perform(Build &build);
  void urge(const Build *build);

  std::shared_ptr<ModelCache> cache_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Build>> queue_;
  std::map<std::string, std::weak_ptr<Build>> known_;
  std::vector<std::thread> threads_;
  std::atomic<bool> stop_{false};
};

}  // namespace weft::sim
