// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/worker.h"

#include <algorithm>
#include <thread>

#include "host/core/execution/exit_guard.h"
#include "host/core/execution/notifier.h"

namespace weft::core {
namespace {

/// The worker whose thread this is, while it runs a command: it looks for jobs by itself afterwards.
thread_local const Worker *serving = nullptr;

}  // namespace

Worker::Worker(unsigned regions) : lanes_(1 + regions) {}

void Worker::prepare() {
  std::call_once(prepared_, [this] { std::thread([this] { serve(); }).detach(); });
}

void Worker::submit(Job &job) noexcept {
  backlog_.begin();
  std::unique_lock lock(mutex_);
  const size_t lane = freeLane(job);
  if (lane == lanes_.size()) {
    JobList &waiting = job.isLaunch() ? launches_ : transfers_;
    return waiting.splice(waiting.end(), job.list());
  }
  occupy(lane, job.list());
  if (serving != this)
    callThreads(lock, 0);
}

void Worker::help(const RefCounted &awaited) noexcept {
  std::unique_lock lock(mutex_);
  const auto found =
      std::find_if(jobs_.begin(), jobs_.end(), [&](const Ref<Job> &job) { return &job->awaited() == &awaited; });
  if (found == jobs_.end())
    return;
  JobList job;
  job.splice(job.end(), jobs_, found);
  lock.unlock();
  run(*job.front());
  lock.lock();
  handOver(job.front()->lane);
  callThreads(lock, 0);
  retire(std::move(job));
}

size_t Worker::freeLane(const Job &job) const {
  if (!job.isLaunch())
    return lanes_[kTransfers].busy ? lanes_.size() : kTransfers;
  size_t found = lanes_.size();
  for (const unsigned region : job.regions()) {
    const Lane &lane = lanes_[1 + region];
    if (lane.busy)
      continue;
    if (lane.kernel == job.kernel())
      return 1 + region;  // it need not be activated again
    if (found == lanes_.size())
      found = 1 + region;
  }
  return found;
}

void Worker::occupy(size_t lane, JobList job) {
  lanes_[lane].busy = true;
  if (lane != kTransfers && lanes_[lane].kernel != job.front()->kernel())
    lanes_[lane].kernel = job.front()->kernel();
  job.front()->lane = lane;
  jobs_.splice(jobs_.end(), job);
}

void Worker::handOver(size_t lane) {
  lanes_[lane].busy = false;
  JobList &waiting = lane == kTransfers ? transfers_ : launches_;
  const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Ref<Job> &job) {
    const std::vector<unsigned> &regions = job->regions();
    return lane == kTransfers || std::find(regions.begin(), regions.end(), lane - 1) != regions.end();
  });
  if (next == waiting.end())
    return;
  JobList job;
  job.splice(job.end(), waiting, next);
  occupy(lane, std::move(job));
}

void Worker::callThreads(std::unique_lock<std::mutex> &lock, size_t own) {
  const size_t wanted = jobs_.size() > own ? jobs_.size() - own : 0;
  const size_t wake = std::min(wanted, idle_);
  lock.unlock();  // a thread that wakes up takes it at once
  for (size_t i = 0; i < wake; ++i)
    changed_.notify_one();
  try {
    for (size_t i = wake; i < wanted; ++i)
      std::thread([this] { serve(); }).detach();
  } catch (const std::exception &) {  // the existing threads take the jobs, one after the other
  }
}

void Worker::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (jobs_.empty()) {
      if (idle_ == lanes_.size())
        return;  // threads that ran callbacks meanwhile have been replaced
      ++idle_;
      changed_.wait(lock);
      --idle_;
    }
    JobList job;
    job.splice(job.end(), jobs_, jobs_.begin());
    lock.unlock();
    DeferredNotifications callbacks;
    serving = this;
    run(*job.front());
    serving = nullptr;
    lock.lock();
    handOver(job.front()->lane);
    callThreads(lock, callbacks.due() ? 0 : 1);
    // Callbacks first: they hold the event in any case.
    callbacks.run();
    retire(std::move(job));
    lock.lock();
  }
}

void Worker::run(Job &job) {
  Activity activity;
  job.run(job.lane == kTransfers ? 0 : unsigned(job.lane - 1));
  backlog_.end();
}

void Worker::retire(JobList job) {
  Activity activity;
  job.front()->retire();
  job.clear();
}

}  // namespace weft::core
