// SPDX-License-Identifier: Apache-2.0
// Executes the commands of one board: one at a time on each of its lanes, which are the transfer engine and the kernel
// regions.
#pragma once
#include <condition_variable>
#include <mutex>
#include <vector>

#include "host/core/execution/backlog.h"
#include "host/core/execution/job.h"

namespace weft::core {

class Worker {
public:
  /// Threads start with the commands that need them and are never joined: devices live until the process ends.
  explicit Worker(unsigned regions);
  /// Makes sure that there is a thread. Others are started when there is work for them; if one cannot be started, those
  /// that exist do the work. Throws std::system_error.
  void prepare();
  /// Takes a command that waits for no other any more.
  void submit(Job &job) noexcept;
  /// The commands that are for this board, here or still waiting for others.
  Backlog &backlog() { return backlog_; }
  /// Runs the command whose event is `awaited` here if no thread has begun it: then the waiting thread needs no other
  /// to wake up.
  void help(const RefCounted &awaited) noexcept;

private:
  struct Lane {
    bool busy = false;
    std::shared_ptr<board::PreparedKernel> kernel;  // that ran last in the region
  };
  static constexpr size_t kTransfers = 0;  // the lane; 1 + r is that of kernel region r

  /// A free lane for the command; none: lanes_.size().
  size_t freeLane(const Job &job) const;
  /// `job`: a list of one.
  void occupy(size_t lane, JobList job);
  /// Gives the lane to the next command that may use it, or frees it.
  void handOver(size_t lane);
  /// Sees to it that a thread comes for each job but `own` ones. Unlocks.
  void callThreads(std::unique_lock<std::mutex> &lock, size_t own);
  void serve();
  /// Runs a command that has a lane.
  void run(Job &job);
  /// The last of a command.
  static void retire(JobList job);

  Backlog backlog_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Lane> lanes_;
  JobList transfers_, launches_;  // have no lane yet
  JobList jobs_;                  // have a lane and no thread yet
  size_t idle_ = 0;               // threads that wait for a job
  std::once_flag prepared_;
};

}  // namespace weft::core
