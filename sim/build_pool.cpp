// SPDX-License-Identifier: Apache-2.0
#include "sim/build_pool.h"

#include <algorithm>
#include <stdexcept>

#include "sim/model_compiler.h"
#include "support/stage.h"

namespace weft::sim {

std::shared_ptr<ModelLibrary> Build::wait() {
  if (!ready()) {
    auto pool = pool_.lock();
    if (!pool)
      throw std::runtime_error("the simulated board was closed before its kernel was compiled");
    pool->urge(this);
    std::unique_lock lock(pool->mutex_);
    pool->changed_.wait(lock, [&] { return ready(); });
  }
  if (!library_)
    throw std::runtime_error(error_);
  return library_;
}

BuildPool::~BuildPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
}

std::shared_ptr<BuildPool> BuildPool::standard() {
  static auto &mutex = *new std::mutex;
  static auto &current = *new std::weak_ptr<BuildPool>;
  std::lock_guard lock(mutex);
  auto pool = current.lock();
  if (!pool)
    current = pool = std::make_shared<BuildPool>(ModelCache::standard());
  return pool;
}

std::shared_ptr<Build> BuildPool::request(ModelSpec spec) {
  const support::Hash128 key = modelKey(spec);
  std::lock_guard lock(mutex_);
  std::weak_ptr<Build> &known = known_[key.hex()];
  // A failed build is tried again: the reason may have been a full disk.
  if (auto build = known.lock(); build && !(build->ready() && !build->library_))
    return build;
  auto build = std::make_shared<Build>();
  known = build;
  build->key_ = key;
  build->pool_ = weak_from_this();
  build->library_ = cache_->find(key, spec.kind);
  if (build->library_) {
    build->done_.store(true, std::memory_order_release);
    return build;
  }
  build->spec_ = std::move(spec);
  queue_.push_back(build);
  if (threads_.size() < kWorkers)
    threads_.emplace_back([this] { work(); });
  changed_.notify_all();
  return build;
}

/// Someone waits for it: it goes first.
void BuildPool::urge(const Build *build) {
  std::lock_guard lock(mutex_);
  auto it = std::find_if(queue_.begin(), queue_.end(), [&](const auto &queued) { return queued.get() == build; });
  if (it != queue_.end())
    std::rotate(queue_.begin(), it, it + 1);
}

void BuildPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
    if (stop_)
      break;
    const std::shared_ptr<Build> build = std::move(queue_.front());
    queue_.pop_front();
    if (build.use_count() == 1)
      continue;  // whoever asked for it has gone, and a new request makes a new build
    lock.unlock();
    perform(*build);
    lock.lock();
    build->done_.store(true, std::memory_order_release);
    changed_.notify_all();
  }
  // Whoever still waits is told.
  for (const auto &build : queue_) {
    build->error_ = "the simulated board was closed before its kernel was compiled";
    build->done_.store(true, std::memory_order_release);
  }
  queue_.clear();
  changed_.notify_all();
}

void BuildPool::perform(Build &build) {
  try {
    const support::Stage stage("simulation model", build.spec_.name);
    build.library_ = cache_->findOrCompile(
        build.key_, build.spec_.kind,
        [&](const std::filesystem::path &work) { return compileModel(build.spec_, work, &stop_); }, &stop_);
  } catch (const std::exception &error) {
    build.error_ = error.what();
  }
  build.spec_.sources.clear();
}

}  // namespace weft::sim
