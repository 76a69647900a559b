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

void Worker::prepare() {
  std::call_once(prepared_, [this] { std::thread([this] { serve(); }).detach(); });
}

void Worker::submit(Command &command) noexcept {
  backlog_.begin();
  std::unique_lock lock(mutex_);
  const size_t lane = freeLane(command);
  if (lane == lanes_.size()) {
    CommandList &waiting = command.kind() == CommandKind::Launch ? launches_ : transfers_;
    return waiting.splice(waiting.end(), command.list());
  }
  occupy(lane, command.list());
  if (serving != this)
    callThreads(lock, 0);
}

void Worker::help(const Event &event) noexcept {
  std::unique_lock lock(mutex_);
  const auto found =
      std::find_if(jobs_.begin(), jobs_.end(), [&](const Ref<Command> &job) { return &job->event() == &event; });
  if (found == jobs_.end())
    return;
  CommandList job;
  job.splice(job.end(), jobs_, found);
  lock.unlock();
  run(*job.front());
  lock.lock();
  handOver(job.front()->lane);
  callThreads(lock, 0);
  retire(std::move(job));
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

void Worker::occupy(size_t lane, CommandList command) {
  lanes_[lane].busy = true;
  if (lane != kTransfers && lanes_[lane].kernel != command.front()->kernel())
    lanes_[lane].kernel = command.front()->kernel();
  command.front()->lane = lane;
  jobs_.splice(jobs_.end(), command);
}

void Worker::handOver(size_t lane) {
  lanes_[lane].busy = false;
  CommandList &waiting = lane == kTransfers ? transfers_ : launches_;
  const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Ref<Command> &command) {
    const std::vector<unsigned> &regions = command->regions();
    return lane == kTransfers || std::find(regions.begin(), regions.end(), lane - 1) != regions.end();
  });
  if (next == waiting.end())
    return;
  CommandList command;
  command.splice(command.end(), waiting, next);
  occupy(lane, std::move(command));
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
  } catch (const std::exception &) {  // those that there are come for the jobs, one after the other
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
    CommandList job;
    job.splice(job.end(), jobs_, jobs_.begin());
    lock.unlock();
    DeferredNotifications callbacks;
    serving = this;
    run(*job.front());
    serving = nullptr;
    lock.lock();
    handOver(job.front()->lane);
    callThreads(lock, callbacks.due() ? 0 : 1);
    // Callbacks first. They have the event anyhow.
    callbacks.run();
    retire(std::move(job));
    lock.lock();
  }
}

void Worker::run(Command &job) {
  Activity activity;
  job.run(device_, job.lane == kTransfers ? 0 : unsigned(job.lane - 1));
  backlog_.end();
}

void Worker::retire(CommandList job) {
  Activity activity;
  job.front()->retire();
  job.clear();
}

}  // namespace weft::core
