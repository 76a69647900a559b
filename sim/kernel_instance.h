// SPDX-License-Identifier: Apache-2.0
// A kernel's hardware in a region, whatever simulates it, with its current outputs.
#pragma once
#include <memory>
#include <string>

#include "sim/instant/program.h"
#include "sim/model_instance.h"

namespace weft::sim {

/// Registers without a reset need a few cycles of it until they hold what others reset.
constexpr unsigned kSettledResetCycles = 8;

class KernelInstance {
public:
  KernelInstance() = default;
  virtual ~KernelInstance() = default;
  KernelInstance(const KernelInstance &) = delete;
  KernelInstance &operator=(const KernelInstance &) = delete;

  virtual unsigned lineBits() const = 0;
  virtual unsigned addressBits() const = 0;
  virtual unsigned ports() const = 0;

  /// The two halves of a cycle (sim/model/model_api.h). Throws std::runtime_error with what the design had to say.
  virtual void take(const KernelIn &in, uint64_t time) = 0;
  virtual void clock() = 0;

  /// Whether a cycle with these inputs changes nothing, and may be left out.
  virtual bool rests(const KernelIn &in) const {
    (void)in;
    return false;
  }

  /// Waveforms, of what has them. attachTrace throws std::runtime_error.
  virtual void attachTrace(const std::string &path);
  virtual void traceHigh(uint64_t picoseconds) {}
  virtual void traceLow(uint64_t picoseconds) {}

  KernelOut out;  // of the current cycle
};

/// A model that Verilator made.
class VerilatedKernel final : public KernelInstance {
public:
  VerilatedKernel(const std::shared_ptr<ModelLibrary> &library, const std::string &name)
      : model_(library, library->kernel(), name, out) {}
  unsigned lineBits() const override { return model_.api().lineBits; }
  unsigned addressBits() const override { return model_.api().addressBits; }
  unsigned ports() const override { return model_.api().ports; }
  void take(const KernelIn &in, uint64_t time) override { model_.take(in, time); }
  void clock() override { model_.clock(); }
  void attachTrace(const std::string &path) override { model_.attachTrace(path); }
  const void *net(const std::string &scope, const std::string &name, uint32_t &bits) const {
    return model_.net(scope, name, bits);
  }
  void traceHigh(uint64_t picoseconds) override { model_.traceHigh(picoseconds); }
  void traceLow(uint64_t picoseconds) override { model_.traceLow(picoseconds); }

private:
  ModelInstance<KernelIn, KernelOut> model_;
};

/// The netlist, in this process.
class InstantKernel final : public KernelInstance {
public:
  explicit InstantKernel(const std::shared_ptr<const instant::Program> &program);
  unsigned lineBits() const override { return program_->lineBits(); }
  unsigned addressBits() const override { return program_->addressBits(); }
  unsigned ports() const override { return program_->ports(); }
  void take(const KernelIn &in, uint64_t) override { kernel_.take(in); }
  void clock() override { kernel_.clock(out); }
  bool rests(const KernelIn &in) const override { return kernel_.rests(in); }
  const uint64_t *look(const instant::Probe &probe) const { return kernel_.look(probe); }

private:
  std::shared_ptr<const instant::Program> program_;
  instant::Kernel kernel_;
};

}  // namespace weft::sim
