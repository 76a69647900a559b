// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel_source.h"

#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <stdexcept>

#include "sim/compared_kernel.h"
#include "support/log.h"
#include "support/stage.h"

namespace weft::sim {
namespace {

class VerilatedSource final : public KernelSource {
public:
  explicit VerilatedSource(std::shared_ptr<Build> build) : build_(std::move(build)) {}
  void wait() override { build_->wait(); }
  bool ready() const override { return build_->ready(); }
  std::unique_ptr<KernelInstance> instantiate(const std::string &name) override {
    return std::make_unique<VerilatedKernel>(build_->wait(), name);
  }

private:
  std::shared_ptr<Build> build_;
};

/// The kernel for the instant engine, made when somebody needs it: many kernels of a program are never launched.
class LazyProgram {
public:
  explicit LazyProgram(const kernel::Image &image) : image_(image) {}

  bool ready() const { return ready_.load(std::memory_order_acquire); }
  /// Throws instant::Unsupported.
  const std::shared_ptr<const instant::Program> &get() {
    std::lock_guard lock(mutex_);
    if (!ready()) {
      const support::Stage stage("instant simulation", "kernel " + image_.interface.name);
      program_ = std::make_shared<instant::Program>(image_.netlist);
      ready_.store(true, std::memory_order_release);
    }
    return program_;
  }

private:
  const kernel::Image image_;
  std::mutex mutex_;
  std::atomic<bool> ready_{false};
  std::shared_ptr<const instant::Program> program_;
};

/// Verilator simulates what the engine cannot. A defect of the engine is an error, not a reason to let Verilator cover
/// it.
class InstantSource final : public KernelSource {
public:
  InstantSource(const kernel::Image &image, const ModelOptions &options, std::shared_ptr<BuildPool> pool)
      : image_(image), options_(options), pool_(std::move(pool)), program_(image) {}

  void wait() override {
    prepare();
    if (instead_)
      instead_->wait();
  }
  bool ready() const override { return prepared_.load(std::memory_order_acquire) && (!instead_ || instead_->ready()); }
  std::unique_ptr<KernelInstance> instantiate(const std::string &name) override {
    prepare();
    if (instead_)
      return instead_->instantiate(name);
    return std::make_unique<InstantKernel>(program_.get());
  }

private:
  void prepare() {
    std::lock_guard lock(mutex_);
    if (prepared_.load(std::memory_order_acquire))
      return;
    try {
      program_.get();
    } catch (const instant::Unsupported &error) {
      support::log(support::LogLevel::Info, "kernel {} is simulated by Verilator: {}", image_.interface.name,
                   error.what());
      instead_ = std::make_unique<VerilatedSource>(pool_->request(kernelSpec(image_, options_)));
    }
    prepared_.store(true, std::memory_order_release);
  }

  const kernel::Image image_;
  const ModelOptions options_;
  std::shared_ptr<BuildPool> pool_;
  LazyProgram program_;
  std::mutex mutex_;
  std::atomic<bool> prepared_{false};
  std::unique_ptr<VerilatedSource> instead_;  // where the engine cannot run the kernel
};

/// A kernel that one of the engines cannot run is an error: nothing would be compared.
class ComparedSource final : public KernelSource {
public:
  ComparedSource(const kernel::Image &image, const ModelOptions &options, const std::shared_ptr<BuildPool> &pool)
      : image_(std::make_shared<kernel::Image>(image)), options_(options), pool_(pool),
        verilated_(pool->request(kernelSpec(image, options))), program_(image) {}
  void wait() override {
    program();
    verilated_.wait();
  }
  bool ready() const override { return program_.ready() && verilated_.ready(); }
  std::unique_ptr<KernelInstance> instantiate(const std::string &name) override {
    return std::make_unique<ComparedKernel>(name, verilated_.instantiate(name), program(),
                                            [image = image_, options = options_, pool = pool_, name] {
                                              ModelOptions named = options;
                                              named.names = true;
                                              const auto build = pool->request(kernelSpec(*image, named));
                                              return std::make_unique<VerilatedKernel>(build->wait(), name);
                                            });
  }

private:
  const std::shared_ptr<const instant::Program> &program() {
    try {
      return program_.get();
    } catch (const instant::Unsupported &error) {
      throw std::runtime_error(fmt::format("kernel {}: WEFT_SIM=both has nothing to compare with Verilator's model, "
                                           "since the instant engine cannot run it: {}; use WEFT_SIM=verilator",
                                           image_->interface.name, error.what()));
    }
  }

  const std::shared_ptr<const kernel::Image> image_;
  const ModelOptions options_;
  std::shared_ptr<BuildPool> pool_;
  VerilatedSource verilated_;
  LazyProgram program_;
};

}  // namespace

std::unique_ptr<KernelSource> kernelSource(const kernel::Image &image, support::SimEngine engine,
                                           const ModelOptions &options, const std::shared_ptr<BuildPool> &pool) {
  switch (engine) {
  case support::SimEngine::Instant:
    return std::make_unique<InstantSource>(image, options, pool);
  case support::SimEngine::Both:
    return std::make_unique<ComparedSource>(image, options, pool);
  case support::SimEngine::Verilator:
    break;
  }
  return std::make_unique<VerilatedSource>(pool->request(kernelSpec(image, options)));
}

}  // namespace weft::sim
