// SPDX-License-Identifier: Apache-2.0
#include "sim/shell_instance.h"

#include <fmt/format.h>
#include <stdexcept>

#include "sim/compare_ports.h"
#include "sim/instant/shell/mem_interconnect.h"

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
  void take(const ShellIn &in, uint64_t time) override { model_.take(in, time); }
  void clock() override { model_.clock(); }
  void attachTrace(const std::string &path) override { model_.attachTrace(path); }
  void traceHigh(uint64_t picoseconds) override { model_.traceHigh(picoseconds); }
  void traceLow(uint64_t picoseconds) override { model_.traceLow(picoseconds); }

private:
  ModelInstance<ShellIn, ShellOut> model_;
};

/// shell_control as Verilator's model, which rests most of the time, and mem_interconnect in C++.
class InstantShell final : public ShellInstance {
public:
  explicit InstantShell(const std::shared_ptr<ModelLibrary> &library)
      : control_(library, library->shellControl(), "shell", controlOut_),
        interconnect_({.lineBytes = lineBits() / 8, .regions = regions()}) {
    give();
  }
  unsigned lineBits() const override { return control_.api().lineBits; }
  unsigned addressBits() const override { return control_.api().addressBits; }
  unsigned regions() const override { return control_.api().regions; }

  void take(const ShellIn &in, uint64_t time) override {
    instant::MemInterconnect::In memory;
    memory.rst = in.rst;
    memory.clockAtomics = in.clockAtomics;
    memory.isolate = controlOut_.isolate;
    memory.kernels = in.kernels;
    memory.memory = in.memory;
    memory.dma = &controlOut_.dma;
    interconnect_.take(memory);
    clockControl_ = in.clockControl;
    if (clockControl_)
      control_.take({&in, interconnect_.dma(), uint8_t(interconnect_.axiIdle()), uint8_t(interconnect_.kernelErrors())},
                    time);
  }
  void clock() override {
    const bool moved = interconnect_.clock();
    if (clockControl_)
      control_.clock();
    if (moved || clockControl_)
      give();
  }

private:
  void give() {
    interconnect_.give(out.memory, out.kernels, controlOut_.isolate);
    out.atomicsQuiet = interconnect_.atomicsQuiet();
    out.controlQuiet = controlOut_.resting && interconnect_.kernelErrors() == 0;
    out.quiet = out.controlQuiet && out.atomicsQuiet && !interconnect_.busy();
  }

  ControlOut controlOut_{&out, {}, 0, 0};
  ModelInstance<ControlIn, ControlOut> control_;
  instant::MemInterconnect interconnect_;
  bool clockControl_ = true;
};

/// Has the outputs of Verilator's model.
class ComparedShell final : public ShellInstance {
public:
  ComparedShell(std::unique_ptr<ShellInstance> verilated, std::unique_ptr<ShellInstance> instant)
      : verilated_(std::move(verilated)), instant_(std::move(instant)) {
    out = verilated_->out;
  }
  unsigned lineBits() const override { return verilated_->lineBits(); }
  unsigned addressBits() const override { return verilated_->addressBits(); }
  unsigned regions() const override { return verilated_->regions(); }

  void take(const ShellIn &in, uint64_t time) override {
    settled_ = settled_ || !in.rst;  // a board begins with a long reset
    cycle_ = time;
    verilated_->take(in, time);
    instant_->take(in, time);
  }
  void clock() override {
    verilated_->clock();
    instant_->clock();
    out = verilated_->out;
    if (settled_)
      compare();
  }

private:
  void checkEqual(std::string_view signal, uint64_t expected, uint64_t got) const {
    if (expected != got)
      throw std::runtime_error(fmt::format("the shell, cycle {}: {} is {:#x} in the instant engine, {:#x} in "
                                           "Verilator's model",
                                           cycle_, signal, got, expected));
  }
  /// For the signals of a port.
  auto check(const char *prefix) const {
    return [this, prefix](const char *signal, uint64_t expected, uint64_t got) {
      if (expected != got)
        checkEqual(fmt::format("{}_{}", prefix, signal), expected, got);
    };
  }

  void compare() const {
    const ShellOut &a = verilated_->out, &b = instant_->out;
    checkEqual("irq_o", a.irq, b.irq);
    checkEqual("quiet_o", a.quiet, b.quiet);
    checkEqual("control_quiet_o", a.controlQuiet, b.controlQuiet);
    checkEqual("atomics_quiet_o", a.atomicsQuiet, b.atomicsQuiet);
    checkEqual("k_deadline_o", a.deadline, b.deadline);
    compareRegisters(a.lite, b.lite);
    compareMasters(a.host, b.host, lineBits() / 8, check("m_host"));
    compareMasters(a.memory, b.memory, lineBits() / 8, check("m_mem"));
    for (unsigned r = 0; r < regions(); ++r)
      compareRegion(r, a.kernels[r], b.kernels[r]);
  }
  void compareRegisters(const LiteSlave &a, const LiteSlave &b) const {
    checkEqual("s_axil_awready_o", a.awReady, b.awReady);
    checkEqual("s_axil_wready_o", a.wReady, b.wReady);
    checkEqual("s_axil_arready_o", a.arReady, b.arReady);
    checkEqual("s_axil_bvalid_o", a.bValid, b.bValid);
    checkEqual("s_axil_rvalid_o", a.rValid, b.rValid);
    if (a.bValid)
      checkEqual("s_axil_bresp_o", a.bResp, b.bResp);
    if (a.rValid) {
      checkEqual("s_axil_rresp_o", a.rResp, b.rResp);
      checkEqual("s_axil_rdata_o", a.rData, b.rData);
    }
  }
  void compareRegion(unsigned region, const KernelIn &a, const KernelIn &b) const {
    checkEqual("kernel_rst_o", a.rst, b.rst);
    checkEqual("k_start_o", a.start, b.start);
    checkEqual("k_watch_o", a.watch, b.watch);
    checkEqual("k_cfg_valid_o", a.cfgValid, b.cfgValid);
    if (a.cfgValid) {
      checkEqual("k_cfg_addr_o", a.cfgAddr, b.cfgAddr);
      checkEqual("k_cfg_data_o", a.cfgData, b.cfgData);
    }
    compareSlaves(a.axi, b.axi, lineBits() / 8, check(region == 0 ? "k_axi" : "k_axi of another region"));
  }

  std::unique_ptr<ShellInstance> verilated_, instant_;
  uint64_t cycle_ = 0;
  bool settled_ = false;
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
  const auto instant = [&] { return std::make_unique<InstantShell>(pool->request(shellControlSpec(board))->wait()); };
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
