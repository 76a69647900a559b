// SPDX-License-Identifier: Apache-2.0
// A command as the worker of a board sees it.
#pragma once
#include <cstddef>
#include <list>
#include <memory>
#include <vector>

#include "board/board.h"
#include "host/util/ref.h"

namespace weft::core {

class Job;

/// Jobs in some order. Each moves from list to list with the one node it was made with, so that nothing can fail once a
/// command is enqueued.
using JobList = std::list<Ref<Job>>;

class Job : public RefCounted {
public:
  Job() : node_(1) {}

  /// The job as a list, once.
  JobList list() {
    node_.front() = this;
    return std::move(node_);
  }

  /// True: it needs a kernel region; false: the transfer engine.
  virtual bool isLaunch() const = 0;
  /// Launches: the kernel, and the regions that it may run in.
  virtual const std::shared_ptr<board::PreparedKernel> &kernel() const = 0;
  virtual const std::vector<unsigned> &regions() const = 0;
  /// The object whose waiters wait for this job.
  virtual const RefCounted &awaited() const = 0;
  /// Does the work. `region`: the kernel region of a launch.
  virtual void run(unsigned region) noexcept = 0;
  /// Releases what is left after `run`. No other thread waits for that.
  virtual void retire() noexcept = 0;

  /// The worker's own: where the job runs.
  size_t lane = 0;

private:
  JobList node_;
};

}  // namespace weft::core
