// SPDX-License-Identifier: Apache-2.0
#include "sim/compared_shell.h"

#include <fmt/format.h>
#include <stdexcept>

#include "sim/compare_ports.h"

namespace weft::sim {

ComparedShell::ComparedShell(std::unique_ptr<ShellInstance> verilated, std::unique_ptr<ShellInstance> instant)
    : verilated_(std::move(verilated)), instant_(std::move(instant)) {
  out = verilated_->out;
}

void ComparedShell::take(const ShellIn &in, uint64_t time) {
  settled_ = settled_ || !in.rst;  // a board begins with a long reset
  cycle_ = time;
  verilated_->take(in, time);
  instant_->take(in, time);
}

void ComparedShell::clock() {
  verilated_->clock();
  instant_->clock();
  out = verilated_->out;
  if (settled_)
    compare();
}

void ComparedShell::checkEqual(std::string_view signal, uint64_t expected, uint64_t got) const {
  if (expected != got)
    throw std::runtime_error(fmt::format("the shell, cycle {}: {} is {:#x} in the instant engine, {:#x} in Verilator's "
                                         "model",
                                         cycle_, signal, got, expected));
}

/// Which of several memory ports, in messages.
std::string ComparedShell::ofPort(unsigned port) const { return ports() > 1 ? fmt::format(", port {}", port) : ""; }

void ComparedShell::compare() const {
  const ShellOut &a = verilated_->out, &b = instant_->out;
  checkEqual("irq_o", a.irq, b.irq);
  checkEqual("quiet_o", a.quiet, b.quiet);
  checkEqual("control_quiet_o", a.controlQuiet, b.controlQuiet);
  checkEqual("atomics_quiet_o", a.atomicsQuiet, b.atomicsQuiet);
  checkEqual("k_deadline_o", a.deadline, b.deadline);
  compareRegisters(a.lite, b.lite);
  const auto port = [this](const char *prefix, const std::string &which) {
    return [this, prefix, which](const char *signal, uint64_t expected, uint64_t got) {
      if (expected != got)
        checkEqual(fmt::format("{}_{}_o{}", prefix, signal, which), expected, got);
    };
  };
  compareMasters(a.host, b.host, lineBits() / 8, port("m_host", ""));
  for (unsigned p = 0; p < ports(); ++p)
    compareMasters(a.memory[p], b.memory[p], lineBits() / 8, port("m_mem", ofPort(p)));
  for (unsigned r = 0; r < regions(); ++r)
    compareRegion(r, a.kernels[r], b.kernels[r]);
}

void ComparedShell::compareRegisters(const LiteSlave &expected, const LiteSlave &got) const {
  checkEqual("s_axil_awready_o", expected.awReady, got.awReady);
  checkEqual("s_axil_wready_o", expected.wReady, got.wReady);
  checkEqual("s_axil_arready_o", expected.arReady, got.arReady);
  checkEqual("s_axil_bvalid_o", expected.bValid, got.bValid);
  checkEqual("s_axil_rvalid_o", expected.rValid, got.rValid);
  if (expected.bValid)
    checkEqual("s_axil_bresp_o", expected.bResp, got.bResp);
  if (expected.rValid) {
    checkEqual("s_axil_rresp_o", expected.rResp, got.rResp);
    checkEqual("s_axil_rdata_o", expected.rData, got.rData);
  }
}

void ComparedShell::compareRegion(unsigned region, const KernelIn &expected, const KernelIn &got) const {
  const auto check = [&](const char *signal, uint64_t one, uint64_t other, const std::string &which = "") {
    if (one != other)
      checkEqual(fmt::format("{}_o of region {}{}", signal, region, which), one, other);
  };
  check("kernel_rst", expected.rst, got.rst);
  check("k_start", expected.start, got.start);
  check("k_watch", expected.watch, got.watch);
  check("k_cfg_valid", expected.cfgValid, got.cfgValid);
  if (expected.cfgValid) {
    check("k_cfg_addr", expected.cfgAddr, got.cfgAddr);
    check("k_cfg_data", expected.cfgData, got.cfgData);
  }
  for (unsigned p = 0; p < ports(); ++p)
    compareSlaves(expected.axi[p], got.axi[p], lineBits() / 8, [&](const char *signal, uint64_t one, uint64_t other) {
      if (one != other)
        check(fmt::format("k_axi_{}", signal).c_str(), one, other, ofPort(p));
    });
}

}  // namespace weft::sim
