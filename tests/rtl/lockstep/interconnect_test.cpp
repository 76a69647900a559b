// SPDX-License-Identifier: Apache-2.0
// The shell's way to memory in C++ beside the verilated module, cycle for cycle: all outputs are the same in every
// cycle, under random traffic and resets.
#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/rtl/lockstep/bits.h"
#include "tests/rtl/lockstep/interconnect_traffic.h"
#include "tests/rtl/lockstep/rtl_unit.h"

namespace weft::lockstep {
namespace {

constexpr unsigned kCycles = 200'000;
constexpr unsigned kMeanRun = 3'000, kMeanRegionRun = 400;  // cycles from a reset to the next, of all and of regions

/// The verilated module's ports, of which those of the regions and those to memory lie side by side.
class Module {
public:
  explicit Module(const Unit &unit) : rtl_(unit.makeRtl()) {
    for (const RtlPort &port : rtl_->ports)
      ports_[port.name] = &port;
  }
  void set(const std::string &name, Word value, unsigned index = 0, unsigned count = 1) {
    const RtlPort &port = *ports_.at(name);
    std::array<Word, 1> share{value};
    setShare(port, share.data(), index, port.width / count);
  }
  void setLine(const std::string &name, const void *bytes, unsigned index = 0, unsigned count = 1) {
    const RtlPort &port = *ports_.at(name);
    const unsigned bits = port.width / count;
    std::vector<Word> share(wordsOf(bits));
    std::memcpy(share.data(), bytes, bits / 8);
    setShare(port, share.data(), index, bits);
  }
  Word get(const std::string &name, unsigned index = 0, unsigned count = 1) const {
    const RtlPort &port = *ports_.at(name);
    return bitsAt(words(port).data(), index * (port.width / count), port.width / count);
  }
  std::vector<Word> line(const std::string &name) const { return words(*ports_.at(name)); }
  void settle() {
    set("clk_i", 0);
    set("atomics_clk_i", 0);
    rtl_->eval();
  }
  void tick(bool atomics) {
    set("clk_i", 1);
    set("atomics_clk_i", atomics);
    rtl_->eval();
  }

private:
  static std::vector<Word> words(const RtlPort &port) {
    std::vector<Word> all(wordsOf(port.width));
    std::memcpy(all.data(), port.storage, (port.width + 7) / 8);
    return all;
  }
  static void setShare(const RtlPort &port, const Word *share, unsigned index, unsigned bits) {
    std::vector<Word> all = words(port);
    insert(all.data(), share, index * bits, bits);
    std::memcpy(port.storage, all.data(), (port.width + 7) / 8);
  }

  std::unique_ptr<RtlUnit> rtl_;
  std::map<std::string, const RtlPort *> ports_;
};

unsigned parameter(const Unit &unit, const std::string &name, unsigned otherwise) {
  for (const auto &[parameter, value] : unit.parameters)
    if (parameter == name)
      return unsigned(std::stoul(value));
  return otherwise;
}

class Interconnects {
public:
  Interconnects(const Unit &unit, uint64_t seed)
      : lineBytes_(parameter(unit, "LineBits", 512) / 8), addressBits_(parameter(unit, "AddrBits", 32)),
        regions_(parameter(unit, "NumRegions", 1)), ports_(parameter(unit, "NumPorts", 1)), random_(seed),
        module_(unit), model_({.port = {.lineBytes = lineBytes_,
                                        .regions = regions_,
                                        .atomicSlots = parameter(unit, "AtomicSlots", 32),
                                        .atomicBytes = parameter(unit, "AtomicBits", 32) / 8,
                                        .backlog = parameter(unit, "Backlog", 0)},
                               .ports = ports_,
                               .stripeLines = parameter(unit, "StripeLines", 8)}),
        dma_(random_, lineBytes_, addressBits_), percents_(regions_ + 2) {
    for (unsigned i = 0; i < ports_ * regions_; ++i)
      traffic_.emplace_back(random_, lineBytes_, addressBits_);
    for (unsigned p = 0; p < ports_; ++p)
      memories_.emplace_back(random_, lineBytes_);
  }

  void run(unsigned cycles) {
    unsigned resetLeft = 4;
    for (cycle_ = 0; cycle_ < cycles; ++cycle_) {
      if (resetLeft == 0 && random_.oneIn(kMeanRun))
        resetLeft = unsigned(random_.range(1, 4));
      in_.rst = resetLeft != 0;
      drive();
      settle();
      if (cycle_ >= 4)
        compare();
      tick();
      if (resetLeft != 0) {
        --resetLeft;
        reset();
      }
    }
  }
  uint64_t quietCycles() const { return quietCycles_; }

private:
  /// Densities change; at times nothing new comes.
  void changePhase() {
    static constexpr unsigned kPercents[] = {0, 2, 15, 50, 85, 100};
    phaseLeft_ = unsigned(random_.range(20, 300));
    const bool together = random_.chance(30);
    const unsigned all = random_.of(kPercents);
    for (unsigned &percent : percents_)
      percent = together ? all : random_.of(kPercents);
    if (random_.chance(20)) {  // few requests, which memory answers at once
      std::fill(percents_.begin(), percents_.end(), 3);
      percents_[regions_] = 100;
    }
    in_.isolate = random_.chance(80) ? 0 : random_.below(1u << regions_);
  }

  void drive() {
    if (phaseLeft_-- == 0)
      changePhase();
    in_.kernelReset = random_.oneIn(kMeanRegionRun) ? 1 + random_.below((1u << regions_) - 1) : 0;
    for (unsigned p = 0; p < ports_; ++p) {
      for (unsigned r = 0; r < regions_; ++r) {
        KernelTraffic &traffic = traffic_[p * regions_ + r];
        traffic.drive(percents_[r]);
        kernels_[r].axi[p] = traffic.port();
        kernelPorts_[r] = &kernels_[r];
        driveKernel(p * regions_ + r, traffic.port());
      }
      memories_[p].drive(percents_[regions_]);
      memoryPorts_[p] = &memories_[p].port();
      driveMemory(p, memories_[p].port());
    }
    dma_.drive(percents_[regions_ + 1]);
    in_.kernels = kernelPorts_.data();
    in_.memory = memoryPorts_.data();
    in_.dma = &dma_.port();
    in_.clockAtomics = !model_.atomicsQuiet() || random_.oneIn(10) || in_.rst;
    module_.set("rst_i", in_.rst);
    module_.set("isolate_i", in_.isolate);
    module_.set("k_rst_i", in_.kernelReset);
    driveDma(dma_.port());
  }
  void driveKernel(unsigned i, const sim::AxiMaster &port) {
    const unsigned count = ports_ * regions_;
    module_.set("k_awvalid_i", port.awValid, i, count);
    module_.set("k_awid_i", port.awId, i, count);
    module_.set("k_awaddr_i", port.awAddr, i, count);
    module_.set("k_awatop_i", port.awAtop, i, count);
    module_.set("k_wvalid_i", port.wValid, i, count);
    module_.setLine("k_wdata_i", port.wData, i, count);
    module_.setLine("k_wstrb_i", port.wStrb, i, count);
    module_.set("k_arvalid_i", port.arValid, i, count);
    module_.set("k_arid_i", port.arId, i, count);
    module_.set("k_arline_i", port.arAddr / lineBytes_, i, count);
    module_.set("k_rready_i", port.rReady, i, count);
    module_.set("k_bready_i", port.bReady, i, count);
  }
  void driveMemory(unsigned p, const sim::AxiSlave &port) {
    module_.set("m_awready_i", port.awReady, p, ports_);
    module_.set("m_wready_i", port.wReady, p, ports_);
    module_.set("m_arready_i", port.arReady, p, ports_);
    module_.set("m_bvalid_i", port.bValid, p, ports_);
    module_.set("m_bid_i", port.bId, p, ports_);
    module_.set("m_bresp_i", port.bResp, p, ports_);
    module_.set("m_rvalid_i", port.rValid, p, ports_);
    module_.set("m_rid_i", port.rId, p, ports_);
    module_.set("m_rresp_i", port.rResp, p, ports_);
    module_.setLine("m_rdata_i", port.rData, p, ports_);
  }
  void driveDma(const sim::DmaRequests &port) {
    module_.set("dma_ar_valid_i", port.arValid);
    module_.set("dma_ar_line_i", port.arLine);
    module_.set("dma_ar_beats_i", port.arBeats);
    module_.set("dma_w_valid_i", port.wValid);
    module_.set("dma_w_line_i", port.wLine);
    module_.set("dma_w_beats_i", port.wBeats);
    module_.set("dma_w_last_i", port.wLast);
    module_.setLine("dma_w_data_i", port.wData);
    module_.setLine("dma_w_strb_i", port.wStrb);
  }

  void settle() {
    module_.settle();
    if (std::exchange(moved_, false))
      model_.give(given_.data(), regionPorts_.data());
    errors_ = model_.kernelErrors();
    quietCycles_ += !model_.busy();
    model_.take(in_);
  }

  void equal(const char *name, Word got, unsigned index = 0, unsigned count = 1) const {
    const Word expected = module_.get(name, index, count);
    if (expected != got)
      FAIL("cycle " << cycle_ << ": " << name << " " << index << " is " << expected << " in the module, " << got
                    << " in the model");
  }
  /// Bytes that count, of the `index`th line.
  void equalLine(const char *name, const void *got, unsigned index, const void *strobes = nullptr) const {
    const std::vector<Word> lines = module_.line(name);
    const auto *expected = reinterpret_cast<const uint8_t *>(lines.data()) + size_t(index) * lineBytes_;
    for (unsigned i = 0; i < lineBytes_; ++i)
      if (!strobes || static_cast<const uint8_t *>(strobes)[i / 8] >> i % 8 & 1)
        if (expected[i] != static_cast<const uint8_t *>(got)[i])
          FAIL("cycle " << cycle_ << ": byte " << i << " of " << name << " differs");
  }
  void compare() const {
    equal("busy_o", busy());
    equal("atomics_quiet_o", model_.atomicsQuiet());
    equal("kernel_error_o", errors_);
    equal("axi_idle_o", model_.axiIdle());
    compareDma(model_.dma());
    for (unsigned p = 0; p < ports_; ++p) {
      compareMemory(p, given_[p]);
      for (unsigned r = 0; r < regions_; ++r)
        compareRegion(p, p * regions_ + r, regionPorts_[r].axi[p]);
    }
  }
  bool busy() const { return model_.busy(); }
  void compareMemory(unsigned p, const sim::AxiMaster &got) const {
    equal("m_awvalid_o", got.awValid, p, ports_);
    equal("m_wvalid_o", got.wValid, p, ports_);
    equal("m_arvalid_o", got.arValid, p, ports_);
    equal("m_rready_o", got.rReady, p, ports_);
    equal("m_bready_o", got.bReady, p, ports_);
    if (got.awValid) {
      equal("m_awid_o", got.awId, p, ports_);
      equal("m_awaddr_o", got.awAddr, p, ports_);
      equal("m_awlen_o", got.awLen, p, ports_);
    }
    if (got.arValid) {
      equal("m_arid_o", got.arId, p, ports_);
      equal("m_araddr_o", got.arAddr, p, ports_);
      equal("m_arlen_o", got.arLen, p, ports_);
    }
    if (!got.wValid)
      return;
    equal("m_wlast_o", got.wLast, p, ports_);
    const std::vector<Word> strobes = module_.line("m_wstrb_o");
    const auto *bytes = reinterpret_cast<const uint8_t *>(strobes.data()) + size_t(p) * lineBytes_ / 8;
    REQUIRE(std::memcmp(bytes, got.wStrb, lineBytes_ / 8) == 0);
    equalLine("m_wdata_o", got.wData, p, got.wStrb);
  }
  void compareDma(const sim::DmaAnswers &got) const {
    equal("dma_ar_ready_o", got.arReady);
    equal("dma_w_ready_o", got.wReady);
    equal("dma_r_valid_o", got.rValid);
    if (ports_ == 1 || got.rValid)
      equal("dma_r_error_o", got.rError);
    equal("dma_b_valid_o", got.bValid);
    if (ports_ == 1 || got.bValid)
      equal("dma_b_error_o", got.bError);
    if (got.rValid)
      equalLine("dma_r_data_o", got.rData, 0);
  }
  /// Element `i` of the regions' ports, whose answers share the payload of port `p`.
  void compareRegion(unsigned p, unsigned i, const sim::AxiSlave &got) const {
    const unsigned count = ports_ * regions_;
    equal("k_awready_o", got.awReady, i, count);
    equal("k_wready_o", got.wReady, i, count);
    equal("k_arready_o", got.arReady, i, count);
    equal("k_rvalid_o", got.rValid, i, count);
    equal("k_bvalid_o", got.bValid, i, count);
    if (got.bValid) {
      equal("k_bid_o", got.bId, p, ports_);
      equal("k_bresp_o", got.bResp, p, ports_);
    }
    if (!got.rValid)
      return;
    equal("k_rid_o", got.rId, p, ports_);
    equal("k_rresp_o", got.rResp, p, ports_);
    REQUIRE(got.rLast == 1);
    equalLine("k_rdata_o", got.rData, p);
  }

  void tick() {
    for (unsigned p = 0; p < ports_; ++p) {
      for (unsigned r = 0; r < regions_; ++r) {
        KernelTraffic &traffic = traffic_[p * regions_ + r];
        traffic.observe(regionPorts_[r].axi[p]);
        if (in_.kernelReset >> r & 1)
          traffic.reset();
      }
      memories_[p].observe(given_[p]);
    }
    dma_.observe(model_.dma());
    module_.tick(in_.clockAtomics);
    moved_ = model_.clock();
  }
  void reset() {
    for (KernelTraffic &traffic : traffic_)
      traffic.reset();
    for (MemoryTraffic &memory : memories_)
      memory.reset();
    dma_.reset();
  }

  unsigned lineBytes_, addressBits_, regions_, ports_;
  test::Random random_;
  Module module_;
  instant::MemorySystem model_;
  instant::MemorySystem::In in_;
  std::deque<KernelTraffic> traffic_;  // of all regions' first ports, then of their second ones
  std::array<sim::KernelOut, abi::MAX_REGIONS> kernels_;
  std::array<const sim::KernelOut *, abi::MAX_REGIONS> kernelPorts_{};
  std::deque<MemoryTraffic> memories_;
  std::array<const sim::AxiSlave *, abi::MAX_PORTS> memoryPorts_{};
  DmaTraffic dma_;
  std::vector<unsigned> percents_;  // of the regions, memory, DMA
  unsigned phaseLeft_ = 0, cycle_ = 0, errors_ = 0;
  uint64_t quietCycles_ = 0;
  bool moved_ = true;  // the model's outputs may be others
  // What the model shows.
  std::array<sim::AxiMaster, abi::MAX_PORTS> given_;
  std::array<sim::KernelIn, abi::MAX_REGIONS> regionPorts_;
};

void runAll(unsigned cycles, const std::function<uint64_t()> &seedOf) {
  for (const Unit &unit : units())
    if (unit.component == "memory_system")
      DYNAMIC_SECTION(unit.name()) {
        const uint64_t seed = seedOf();
        INFO("seed " << seed);
        const unsigned cyclesOfUnit = cycles / parameter(unit, "NumPorts", 1);
        Interconnects pair(unit, seed);
        pair.run(cyclesOfUnit);
        CHECK(pair.quietCycles() > cyclesOfUnit / 2000);
      }
}

TEST_CASE("The model of the way to memory does what the module does") {
  runAll(kCycles, [] { return 1; });
}

TEST_CASE("The model of the way to memory does what the module does, with fresh seeds", "[.][slow]") {
  std::random_device device;
  runAll(5 * kCycles, [&] { return device(); });
}

}  // namespace
}  // namespace weft::lockstep
