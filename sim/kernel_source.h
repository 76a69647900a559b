// SPDX-License-Identifier: Apache-2.0
// What makes instances of a kernel: a model from the cache or the compiler, or the instant engine.
#pragma once
#include <memory>
#include <string>

#include "kernel/image.h"
#include "sim/build_pool.h"
#include "sim/kernel_instance.h"
#include "support/options.h"

namespace weft::sim {

class KernelSource {
public:
  virtual ~KernelSource() = default;
  /// Blocks until instantiate() does not. Throws std::runtime_error if the kernel cannot be simulated.
  virtual void wait() = 0;
  virtual bool ready() const = 0;
  /// `name`: its scope in waveforms, and in messages.
  virtual std::unique_ptr<KernelInstance> instantiate(const std::string &name) = 0;
};

/// A kernel that the instant engine cannot run goes to Verilator, which WEFT_LOG=info says. Begins what takes long, and
/// does not wait for it.
std::unique_ptr<KernelSource> kernelSource(const kernel::Image &image, support::SimEngine engine,
                                           const ModelOptions &options, const std::shared_ptr<BuildPool> &pool);

}  // namespace weft::sim
