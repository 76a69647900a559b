// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel_instance.h"

#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "support/log.h"

namespace weft::sim {

void KernelInstance::attachTrace(const std::string &) {
  throw std::runtime_error("only Verilator's models write waveforms");
}

InstantKernel::InstantKernel(const std::shared_ptr<const instant::Program> &program)
    : program_(program), kernel_(program) {
  kernel_.connect(out);
}

ComparedKernel::ComparedKernel(std::string name, std::unique_ptr<KernelInstance> verilated,
                               std::unique_ptr<KernelInstance> instant)
    : name_(std::move(name)), verilated_(std::move(verilated)), instant_(std::move(instant)) {
  out = verilated_->out;
}

void ComparedKernel::take(const KernelIn &in, uint64_t time) {
  // Registers without a reset need a few cycles of it until they hold what others reset.
  resetCycles_ = in.rst ? resetCycles_ + 1 : 0;
  started_ = started_ || resetCycles_ >= 8;
  cycle_ = time;
  verilated_->take(in, time);
  instant_->take(in, time);
}

void ComparedKernel::clock() {
  verilated_->clock();
  instant_->clock();
  out = verilated_->out;
  if (!started_)
    return;
  compare();
  ++compared_;
  if (out.done)
    support::log(support::LogLevel::Info, "kernel {}: both engines agree in {} cycles", name_,
                 std::exchange(compared_, 0));
}

/// Fields count while their valid is set, a byte of data while its strobe is.
void ComparedKernel::compare() const {
  const KernelOut &a = verilated_->out, &b = instant_->out;
  const auto equal = [&](const char *signal, uint64_t expected, uint64_t got) {
    if (expected != got)
      throw std::runtime_error(
          fmt::format("kernel {}, cycle {}: {} is {:#x} in the instant engine, {:#x} in Verilator's model", name_,
                      cycle_, signal, got, expected));
  };
  equal("done_o", a.done, b.done);
  equal("fault_valid_o", a.faultValid, b.faultValid);
  if (a.faultValid) {
    equal("fault_code_o", a.faultCode, b.faultCode);
    equal("fault_site_o", a.faultSite, b.faultSite);
    equal("fault_addr_o", a.faultAddr, b.faultAddr);
  }
  equal("m_axi_bready_o", a.axi.bReady, b.axi.bReady);
  equal("m_axi_rready_o", a.axi.rReady, b.axi.rReady);
  equal("m_axi_awvalid_o", a.axi.awValid, b.axi.awValid);
  equal("m_axi_wvalid_o", a.axi.wValid, b.axi.wValid);
  equal("m_axi_arvalid_o", a.axi.arValid, b.axi.arValid);
  if (a.axi.awValid) {
    equal("m_axi_awid_o", a.axi.awId, b.axi.awId);
    equal("m_axi_awaddr_o", a.axi.awAddr, b.axi.awAddr);
    equal("m_axi_awlen_o", a.axi.awLen, b.axi.awLen);
    equal("m_axi_awatop_o", a.axi.awAtop, b.axi.awAtop);
  }
  if (a.axi.arValid) {
    equal("m_axi_arid_o", a.axi.arId, b.axi.arId);
    equal("m_axi_araddr_o", a.axi.arAddr, b.axi.arAddr);
    equal("m_axi_arlen_o", a.axi.arLen, b.axi.arLen);
  }
  if (!a.axi.wValid)
    return;
  equal("m_axi_wlast_o", a.axi.wLast, b.axi.wLast);
  const auto bytes = [](const void *data) { return static_cast<const uint8_t *>(data); };
  for (unsigned i = 0; i < lineBits() / 8; ++i) {
    const unsigned strobe = bytes(a.axi.wStrb)[i / 8] >> i % 8 & 1;
    equal("m_axi_wstrb_o", strobe, bytes(b.axi.wStrb)[i / 8] >> i % 8 & 1);
    if (strobe)
      equal("m_axi_wdata_o", bytes(a.axi.wData)[i], bytes(b.axi.wData)[i]);
  }
}

}  // namespace weft::sim
