// SPDX-License-Identifier: Apache-2.0
// WEFT_SIM=both finds what differs between the two shells, and nothing else.
#include <array>
#include <catch2/catch.hpp>
#include <functional>

#include "sim/compared_shell.h"

namespace weft::sim {
namespace {

constexpr unsigned kRegions = 2, kLineBytes = 64;

/// Shows what it is told to.
class ScriptedShell final : public ShellInstance {
public:
  ScriptedShell() {
    next.host.wData = next.memory[0].wData = line.data();
    next.host.wStrb = next.memory[0].wStrb = strobes.data();
    for (KernelIn &kernel : next.kernels)
      kernel.axi[0].rData = line.data();
  }
  unsigned lineBits() const override { return 8 * kLineBytes; }
  unsigned addressBits() const override { return 32; }
  unsigned regions() const override { return kRegions; }
  unsigned ports() const override { return 1; }
  void take(const ShellIn &, uint64_t) override {}
  void clock() override { out = next; }

  ShellOut next;
  std::array<uint8_t, kLineBytes> line{};
  std::array<uint8_t, kLineBytes / 8> strobes{};
};

struct Pair {
  Pair() {
    ShellIn in;
    in.rst = 1;
    step(in);
  }
  void step(const ShellIn &in) {
    compared.take(in, time++);
    compared.clock();
  }
  /// All that has a payload is valid.
  void setValids() {
    for (ScriptedShell *shell : {verilated, instant}) {
      ShellOut &out = shell->next;
      for (AxiMaster *port : {&out.host, &out.memory[0]})
        port->awValid = port->wValid = port->arValid = 1;
      for (KernelIn &kernel : out.kernels)
        kernel.cfgValid = kernel.axi[0].rValid = kernel.axi[0].bValid = 1;
      out.lite.rValid = out.lite.bValid = 1;
      shell->strobes.fill(0x0f);
    }
  }

  ScriptedShell *verilated = new ScriptedShell, *instant = new ScriptedShell;
  ComparedShell compared{std::unique_ptr<ShellInstance>(verilated), std::unique_ptr<ShellInstance>(instant)};
  uint64_t time = 40;
};

using Change = std::function<void(ScriptedShell &)>;

const std::pair<const char *, Change> kCounts[] = {
    {"irq_o", [](ScriptedShell &s) { s.next.irq ^= 1; }},
    {"quiet_o", [](ScriptedShell &s) { s.next.quiet ^= 1; }},
    {"control_quiet_o", [](ScriptedShell &s) { s.next.controlQuiet ^= 1; }},
    {"atomics_quiet_o", [](ScriptedShell &s) { s.next.atomicsQuiet ^= 1; }},
    {"k_deadline_o", [](ScriptedShell &s) { s.next.deadline = 7; }},
    {"s_axil_awready_o", [](ScriptedShell &s) { s.next.lite.awReady ^= 1; }},
    {"s_axil_rdata_o", [](ScriptedShell &s) { s.next.lite.rData ^= 0x10000; }},
    {"s_axil_bresp_o", [](ScriptedShell &s) { s.next.lite.bResp ^= 2; }},
    {"m_host_arvalid_o", [](ScriptedShell &s) { s.next.host.arValid ^= 1; }},
    {"m_host_araddr_o", [](ScriptedShell &s) { s.next.host.arAddr ^= uint64_t(1) << 40; }},
    {"m_mem_awid_o", [](ScriptedShell &s) { s.next.memory[0].awId ^= 0x800; }},
    {"m_mem_wlast_o", [](ScriptedShell &s) { s.next.memory[0].wLast ^= 1; }},
    {"m_mem_rready_o", [](ScriptedShell &s) { s.next.memory[0].rReady ^= 1; }},
    {"m_host_wdata_o", [](ScriptedShell &s) { s.line[3] ^= 1; }},
    {"m_host_wstrb_o", [](ScriptedShell &s) { s.strobes[7] ^= 0x80; }},
    {"kernel_rst_o of region 1", [](ScriptedShell &s) { s.next.kernels[1].rst ^= 1; }},
    {"k_start_o of region 0", [](ScriptedShell &s) { s.next.kernels[0].start ^= 1; }},
    {"k_cfg_data_o of region 1", [](ScriptedShell &s) { s.next.kernels[1].cfgData ^= uint64_t(1) << 63; }},
    {"k_axi_arready_o of region 0", [](ScriptedShell &s) { s.next.kernels[0].axi[0].arReady ^= 1; }},
    {"k_axi_rid_o of region 1", [](ScriptedShell &s) { s.next.kernels[1].axi[0].rId ^= 1; }},
    {"k_axi_bresp_o of region 0", [](ScriptedShell &s) { s.next.kernels[0].axi[0].bResp ^= 1; }},
};

// Each without its valid or strobe.
const Change kCountNot[] = {
    [](ScriptedShell &s) { s.next.lite.rData = 5; },         [](ScriptedShell &s) { s.next.host.arAddr = 5; },
    [](ScriptedShell &s) { s.next.memory[0].awId = 5; },     [](ScriptedShell &s) { s.line.fill(5); },
    [](ScriptedShell &s) { s.next.kernels[0].cfgData = 5; }, [](ScriptedShell &s) { s.next.kernels[1].axi[0].bId = 5; },
};

TEST_CASE("shells that differ in a signal that counts are told from each other") {
  for (const auto &[signal, change] : kCounts) {
    Pair pair;
    pair.setValids();
    REQUIRE_NOTHROW(pair.step({}));
    change(*pair.instant);
    CHECK_THROWS_WITH(pair.step({}), Catch::Contains(std::string("the shell, cycle 42: ") + signal));
  }
}

TEST_CASE("what nobody looks at may differ between shells, and all of it during the board's reset") {
  for (const Change &change : kCountNot) {
    Pair pair;
    change(*pair.instant);
    CHECK_NOTHROW(pair.step({}));
  }
  for (const auto &[signal, change] : kCounts) {
    Pair pair;
    pair.setValids();
    change(*pair.instant);
    ShellIn in;
    in.rst = 1;
    CHECK_NOTHROW(pair.step(in));
  }
}

}  // namespace
}  // namespace weft::sim
