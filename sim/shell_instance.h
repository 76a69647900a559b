// SPDX-License-Identifier: Apache-2.0
// A board's shell, whatever simulates it, with its current outputs.
#pragma once
#include <memory>
#include <string>

#include "sim/build_pool.h"
#include "sim/model_instance.h"
#include "sim/model_spec.h"
#include "support/options.h"

namespace weft::sim {

class ShellInstance {
public:
  ShellInstance() = default;
  virtual ~ShellInstance() = default;
  ShellInstance(const ShellInstance &) = delete;
  ShellInstance &operator=(const ShellInstance &) = delete;

  virtual unsigned lineBits() const = 0;
  virtual unsigned addressBits() const = 0;
  virtual unsigned regions() const = 0;
  virtual unsigned ports() const = 0;

  /// The two halves of a cycle (sim/model/model_api.h). Throws std::runtime_error with what the design had to say.
  virtual void take(const ShellIn &in, uint64_t time) = 0;
  virtual void clock() = 0;

  /// Waveforms, of what has them. attachTrace throws std::runtime_error.
  virtual void attachTrace(const std::string &path);
  virtual void traceHigh(uint64_t picoseconds) {}
  virtual void traceLow(uint64_t picoseconds) {}

  ShellOut out;  // of the current cycle
};

/// The shell as `engine` simulates it: all of it by Verilator, its way to memory in C++ (sim/instant/shell), or both,
/// of which the first cycle that differs is an error. Waits for a model that is not there yet. Throws
/// std::runtime_error.
std::unique_ptr<ShellInstance> makeShell(const board::Description &board, support::SimEngine engine,
                                         const ModelOptions &options, const std::shared_ptr<BuildPool> &pool);

}  // namespace weft::sim
