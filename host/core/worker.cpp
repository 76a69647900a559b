// SPDX-License-Identifier: Apache-2.0
#include "host/core/worker.h"

#include <algorithm>
#include <thread>

#include "host/core/device.h"
#include "host/core/exit_guard.h"
#include "host/core/notifier.h"

namespace weft::core {
namespace {

/// The worker whose thread this is, while it runs a command: it looks for jobs by itself afterwards.
thread_local const Worker *serving = nullptr;

}  // namespace

Worker::Worker(Device &device) : device_(device), lanes_(1 + device.description().regions) {}

void Worker::submit(Ref<Command> command) {
  std::unique_lock lock(mutex_);
  const size_t lane = freeLane(*command);
  if (lane == lanes_.size()) {
    (command->kind() == CommandKind::Launch ? launches_ : transfers_).push_back(std::move(command));
    return;
  }
  occupy(lane, std::move(command));
  if (serving != this)
    callThreads(lock, 0);
}

void Worker::help(const Event &event) {
  std::unique_lock lock(mutex_);
  const auto found =
      std::find_if(jobs_.begin(), jobs_.end(), [&](const Job &job) { return &job.command->event() == &event; });
  if (found == jobs_.end())
    return;
  Job job = std::move(*found);
  jobs_.erase(found);
  lock.unlock();
  run(job);
  job.command = nullptr;
  lock.lock();
  handOver(job.lane);
  callThreads(lock, 0);
}

size_t Worker::freeLane(const Command &command) const {
  if (command.kind() != CommandKind::Launch)
    return lanes_[kTransfers].busy ? lanes_.size() : kTransfers;
  size_t found = lanes_.size();
  for (const unsigned region : command.regions()) {
    const Lane &lane = lanes_[1 + region];
    if (lane.busy)
      continue;
    if (lane.kernel == command.kernel())
      return 1 + region;  // it need not be activated again
    if (found == lanes_.size())
      found = 1 + region;
  }
  return found;
}

void Worker::occupy(size_t lane, Ref<Command> command) {
  lanes_[lane].busy = true;
  if (lane != kTransfers)
    lanes_[lane].kernel = command->kernel();
  jobs_.push_back({std::move(command), lane});
}

void Worker::handOver(size_t lane) {
  lanes_[lane].busy = false;
  std::deque<Ref<Command>> &waiting = lane == kTransfers ? transfers_ : launches_;
  const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Ref<Command> &command) {
    const std::vector<unsigned> &regions = command->regions();
    return lane == kTransfers || std::find(regions.begin(), regions.end(), lane - 1) != regions.end();
  });
  if (next == waiting.end())
    return;
  Ref<Command> command = std::move(*next);
  waiting.erase(next);
  occupy(lane, std::move(command));
}

void Worker::callThreads(std::unique_lock<std::mutex> &lock, size_t own) {
  const size_t wanted = jobs_.size() > own ? jobs_.size() - own : 0;
  const size_t wake = std::min(wanted, idle_);
  lock.unlock();  // a thread that wakes up takes it at once
  for (size_t i = 0; i < wake; ++i)
    changed_.notify_one();
  for (size_t i = wake; i < wanted; ++i)
    std::thread([this] { serve(); }).detach();
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
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    DeferredNotifications callbacks;
    serving = this;
    run(job);
    serving = nullptr;
    job.command = nullptr;
    lock.lock();
    handOver(job.lane);
    callThreads(lock, callbacks.due() ? 0 : 1);
    callbacks.run();
    lock.lock();
  }
}

void Worker::run(const Job &job) {
  Activity activity;
  job.command->run(device_, job.lane == kTransfers ? 0 : unsigned(job.lane - 1));
}

}  // namespace weft::core
