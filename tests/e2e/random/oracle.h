// SPDX-License-Identifier: Apache-2.0
// PoCL's results of random kernels, from a process of its own: where PoCL dies of a kernel, only that result is lost.
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "compare/compare.h"

namespace weft::random_kernels {

/// How PoCL makes a work-group of the kernel. About one random kernel in a thousand gets two different results from it,
/// of which one is wrong.
enum class GroupMethod { Loops, Copies };

/// The oracle's results of `count` kernels of the seeds from `first` on, one after the other.
class Oracle {
public:
  Oracle(uint64_t first, unsigned count, GroupMethod method);

  /// The next kernel's result; nullopt: the process died of it or took longer than kSecondsPerKernel. Throws
  /// std::runtime_error with PoCL's message where it refuses the kernel.
  std::optional<compare::Result> next();

private:
  struct Close {
    void operator()(std::FILE *pipe) const { ::pclose(pipe); }
  };
  void start();

  uint64_t next_, end_;
  GroupMethod method_;
  std::unique_ptr<std::FILE, Close> pipe_;
};

/// The other end: writes the results to the file descriptor kOracleOutput. Gives the process's exit code.
int serveOracle(uint64_t first, unsigned count);

constexpr int kOracleOutput = 3;  // PoCL and Clang print to the others
constexpr unsigned kSecondsPerKernel = 120;

}  // namespace weft::random_kernels
