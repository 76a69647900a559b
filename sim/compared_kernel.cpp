// SPDX-License-Identifier: Apache-2.0
#include "sim/compared_kernel.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "sim/first_difference.h"
#include "support/log.h"

namespace weft::sim {

ComparedKernel::ComparedKernel(std::string name, std::unique_ptr<KernelInstance> verilated,
                               std::shared_ptr<const instant::Program> program,
                               std::function<std::unique_ptr<VerilatedKernel>()> makeNamed)
    : name_(std::move(name)), verilated_(std::move(verilated)), program_(std::move(program)), instant_(program_),
      makeNamed_(std::move(makeNamed)), record_(program_->lineBits() / 8) {
  out = verilated_->out;
}

void ComparedKernel::take(const KernelIn &in, uint64_t time) {
  if (in.rst && !resetCycles_)
    record_.clear();
  record_.add(in, time);
  resetCycles_ = in.rst ? resetCycles_ + 1 : 0;
  started_ = started_ || resetCycles_ >= kSettledResetCycles;
  cycle_ = time;
  verilated_->take(in, time);
  instant_.take(in, time);
}

void ComparedKernel::clock() {
  verilated_->clock();
  instant_.clock();
  out = verilated_->out;
  if (!started_)
    return;
  compare();
  ++compared_;
  if (out.done)
    support::log(support::LogLevel::Info, "kernel {}: both engines agree in {} cycles", name_,
                 std::exchange(compared_, 0));
}

/// What the user sees is where the engines begin to differ, or why that cannot be told.
std::string ComparedKernel::innerDifference() const {
  if (!record_.complete())
    return "\n  the launch is too long to be repeated for where they begin to differ";
  try {
    const std::unique_ptr<VerilatedKernel> named = makeNamed_();
    InstantKernel instant(program_);
    return ", which begins with" + firstDifference(record_, program_->probes(), *named, instant);
  } catch (const std::exception &error) {
    return fmt::format("\n  where they begin to differ cannot be told: {}", error.what());
  }
}

void ComparedKernel::checkEqual(const char *signal, uint64_t expected, uint64_t got) const {
  if (expected != got)
    throw std::runtime_error(
        fmt::format("kernel {}, cycle {}: {} is {:#x} in the instant engine, {:#x} in Verilator's model{}", name_,
                    cycle_, signal, got, expected, innerDifference()));
}

/// Fields count while their valid is set, a byte of data while its strobe is.
void ComparedKernel::compare() const {
  const KernelOut &a = verilated_->out, &b = instant_.out;
  checkEqual("done_o", a.done, b.done);
  checkEqual("fault_valid_o", a.faultValid, b.faultValid);
  if (a.faultValid) {
    checkEqual("fault_code_o", a.faultCode, b.faultCode);
    checkEqual("fault_site_o", a.faultSite, b.faultSite);
    checkEqual("fault_addr_o", a.faultAddr, b.faultAddr);
  }
  checkEqual("m_axi_bready_o", a.axi.bReady, b.axi.bReady);
  checkEqual("m_axi_rready_o", a.axi.rReady, b.axi.rReady);
  checkEqual("m_axi_awvalid_o", a.axi.awValid, b.axi.awValid);
  checkEqual("m_axi_wvalid_o", a.axi.wValid, b.axi.wValid);
  checkEqual("m_axi_arvalid_o", a.axi.arValid, b.axi.arValid);
  if (a.axi.awValid) {
    checkEqual("m_axi_awid_o", a.axi.awId, b.axi.awId);
    checkEqual("m_axi_awaddr_o", a.axi.awAddr, b.axi.awAddr);
    checkEqual("m_axi_awlen_o", a.axi.awLen, b.axi.awLen);
    checkEqual("m_axi_awatop_o", a.axi.awAtop, b.axi.awAtop);
  }
  if (a.axi.arValid) {
    checkEqual("m_axi_arid_o", a.axi.arId, b.axi.arId);
    checkEqual("m_axi_araddr_o", a.axi.arAddr, b.axi.arAddr);
    checkEqual("m_axi_arlen_o", a.axi.arLen, b.axi.arLen);
  }
  if (!a.axi.wValid)
    return;
  checkEqual("m_axi_wlast_o", a.axi.wLast, b.axi.wLast);
  const auto bytes = [](const void *data) { return static_cast<const uint8_t *>(data); };
  for (unsigned i = 0; i < lineBits() / 8; ++i) {
    const unsigned strobe = bytes(a.axi.wStrb)[i / 8] >> i % 8 & 1;
    checkEqual("m_axi_wstrb_o", strobe, bytes(b.axi.wStrb)[i / 8] >> i % 8 & 1);
    if (strobe)
      checkEqual("m_axi_wdata_o", bytes(a.axi.wData)[i], bytes(b.axi.wData)[i]);
  }
}

}  // namespace weft::sim
