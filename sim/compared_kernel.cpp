// SPDX-License-Identifier: Apache-2.0
#include "sim/compared_kernel.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "sim/compare_ports.h"
#include "sim/first_difference.h"
#include "support/log.h"

namespace weft::sim {

ComparedKernel::ComparedKernel(std::string name, std::unique_ptr<KernelInstance> verilated,
                               std::shared_ptr<const instant::Program> program,
                               std::function<std::unique_ptr<VerilatedKernel>()> makeNamed)
    : name_(std::move(name)), verilated_(std::move(verilated)), program_(std::move(program)), instant_(program_),
      makeNamed_(std::move(makeNamed)), record_(program_->lineBits() / 8, program_->ports()) {
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

void ComparedKernel::checkEqual(std::string_view signal, uint64_t expected, uint64_t got) const {
  if (expected != got)
    throw std::runtime_error(
        fmt::format("kernel {}, cycle {}: {} is {:#x} in the instant engine, {:#x} in Verilator's model{}", name_,
                    cycle_, signal, got, expected, innerDifference()));
}

void ComparedKernel::compare() const {
  const KernelOut &a = verilated_->out, &b = instant_.out;
  checkEqual("done_o", a.done, b.done);
  checkEqual("fault_valid_o", a.faultValid, b.faultValid);
  if (a.faultValid) {
    checkEqual("fault_code_o", a.faultCode, b.faultCode);
    checkEqual("fault_site_o", a.faultSite, b.faultSite);
    checkEqual("fault_addr_o", a.faultAddr, b.faultAddr);
  }
  for (unsigned p = 0; p < ports(); ++p)
    compareMasters(a.axi[p], b.axi[p], lineBits() / 8, [this, p](const char *signal, uint64_t expected, uint64_t got) {
      if (expected != got)
        checkEqual(fmt::format("m_axi_{}_o{}", signal, ports() > 1 ? fmt::format(" of port {}", p) : ""), expected,
                   got);
    });
}

}  // namespace weft::sim
