// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel_source.h"

#include <atomic>
#include <mutex>

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

/// Makes the program when somebody needs it: many kernels of a program are never launched. A defect of the engine is an
/// error, not a reason to let Verilator cover it.
class InstantSource final : public KernelSource {
public:
  InstantSource(const kernel::Image &image, const ModelOptions &options, std::shared_ptr<BuildPool> pool)
      : image_(image), options_(options), pool_(std::move(pool)) {}

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
    return std::make_unique<InstantKernel>(program_);
  }
  /// Null where Verilator replaces it.
  std::shared_ptr<const instant::Program> program() {
    prepare();
    return program_;
  }

private:
  void prepare() {
    std::lock_guard lock(mutex_);
    if (prepared_.load(std::memory_order_acquire))
      return;
    try {
      const support::Stage stage("instant simulation", "kernel " + image_.interface.name);
      program_ = std::make_shared<instant::Program>(image_.netlist);
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
  std::mutex mutex_;
  std::atomic<bool> prepared_{false};
  std::shared_ptr<const instant::Program> program_;
  std::unique_ptr<VerilatedSource> instead_;  // where the engine cannot run the kernel
};

class ComparedSource final : public KernelSource {
public:
  ComparedSource(const kernel::Image &image, const ModelOptions &options, const std::shared_ptr<BuildPool> &pool)
      : image_(std::make_shared<kernel::Image>(image)), options_(options), pool_(pool),
        verilated_(pool->request(kernelSpec(image, options))), instant_(image, options, pool) {}
  void wait() override {
    instant_.wait();
    verilated_.wait();
  }
  bool ready() const override { return instant_.ready() && verilated_.ready(); }
  std::unique_ptr<KernelInstance> instantiate(const std::string &name) override {
    std::unique_ptr<KernelInstance> verilated = verilated_.instantiate(name);
    if (!instant_.program())
      return verilated;
    return std::make_unique<ComparedKernel>(name, std::move(verilated), instant_.program(),
                                            [image = image_, options = options_, pool = pool_, name] {
                                              ModelOptions named = options;
                                              named.names = true;
                                              const auto build = pool->request(kernelSpec(*image, named));
                                              return std::make_unique<VerilatedKernel>(build->wait(), name);
                                            });
  }

private:
  const std::shared_ptr<const kernel::Image> image_;
  const ModelOptions options_;
  std::shared_ptr<BuildPool> pool_;
  VerilatedSource verilated_;
  InstantSource instant_;
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
