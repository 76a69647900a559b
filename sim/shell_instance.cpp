// SPDX-License-Identifier: Apache-2.0
#include "sim/shell_instance.h"

#include <stdexcept>

#include "sim/compared_shell.h"
#include "sim/instant/shell/memory_system.h"

namespace weft::sim {
namespace {

/// A model that Verilator made.
class VerilatedShell final : public ShellInstance {
public:
  explicit VerilatedShell(const std::shared_ptr<ModelLibrary> &library)
      : model_(library, library->shell(), "shell", out) {}
  unsigned lineBits() const override { return model_.api().lineBits; }
  unsigned addressBits() const override { return model_.api().addressBits; }
  unsigned regions() const override { return model_.api().regions; }
  unsigned ports() const override { return model_.api().ports; }
  void take(const ShellIn &in, uint64_t time) override { model_.take(in, time); }
  void clock() override { model_.clock(); }
  void attachTrace(const std::string &path) override { model_.attachTrace(path); }
  void traceHigh(uint64_t picoseconds) override { model_.traceHigh(picoseconds); }
  void traceLow(uint64_t picoseconds) override { model_.traceLow(picoseconds); }

private:
  ModelInstance<ShellIn, ShellOut> model_;
};

/// shell_control as Verilator's model, which rests most of the time, and memory_system in C++.
class InstantShell final : public ShellInstance {
public:
  InstantShell(const std::shared_ptr<ModelLibrary> &library, const board::Description &board)
      : control_(library, library->shellControl(), "shell", controlOut_), ports_(board.ports),
        memory_({.port = {.lineBytes = lineBits() / 8,
                          .regions = regions(),
                          .atomicSlots = board.atomicSlots,
                          .atomicBytes = board.atomicBits / 8,
                          .backlog = board.backlog()},
                 .ports = board.ports,
                 .stripeLines = unsigned(board.interleaveBytes / board.lineBytes())}) {
    give();
  }
  unsigned lineBits() const override { return control_.api().lineBits; }
  unsigned addressBits() const override { return control_.api().addressBits; }
  unsigned regions() const override { return control_.api().regions; }
  unsigned ports() const override { return ports_; }

  void take(const ShellIn &in, uint64_t time) override {
    instant::MemorySystem::In memory;
    memory.rst = in.rst;
    memory.clockAtomics = in.clockAtomics;
    memory.isolate = controlOut_.isolate;
    for (unsigned r = 0; r < regions(); ++r)
      memory.kernelReset |= unsigned(out.kernels[r].rst) << r;
    memory.kernels = in.kernels;
    memory.memory = in.memory;
    memory.dma = &controlOut_.dma;
    memory_.take(memory);
    clockControl_ = in.clockControl;
    if (clockControl_)
      control_.take({&in, memory_.dma(), uint8_t(memory_.axiIdle()), uint8_t(memory_.kernelErrors())}, time);
  }
  void clock() override {
    const bool moved = memory_.clock();
    if (clockControl_)
      control_.clock();
    if (moved || clockControl_)
      give();
  }

private:
  void give() {
    memory_.give(out.memory, out.kernels);
    out.atomicsQuiet = memory_.atomicsQuiet();
    out.controlQuiet = controlOut_.resting && memory_.kernelErrors() == 0;
    out.quiet = out.controlQuiet && out.atomicsQuiet && !memory_.busy();
  }

  ControlOut controlOut_{&out, {}, 0, 0};
  ModelInstance<ControlIn, ControlOut> control_;
  const unsigned ports_;
  instant::MemorySystem memory_;
  bool clockControl_ = true;
};

}  // namespace

void ShellInstance::attachTrace(const std::string &) {
  throw std::runtime_error("only Verilator's models write waveforms");
}

std::unique_ptr<ShellInstance> makeShell(const board::Description &board, support::SimEngine engine,
                                         const ModelOptions &options, const std::shared_ptr<BuildPool> &pool) {
  const auto verilated = [&] {
    return std::make_unique<VerilatedShell>(pool->request(shellSpec(board, options))->wait());
  };
  const auto instant = [&] {
    return std::make_unique<InstantShell>(pool->request(shellControlSpec(board))->wait(), board);
  };
  switch (engine) {
  case support::SimEngine::Instant:
    return instant();
  case support::SimEngine::Both:
    return std::make_unique<ComparedShell>(verilated(), instant());
  case support::SimEngine::Verilator:
    break;
  }
  return verilated();
}

}  // namespace weft::sim
