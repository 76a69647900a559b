// SPDX-License-Identifier: Apache-2.0
// The shell's interconnect in C++ beside the verilated module, cycle for cycle: all outputs are the same in every
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

/// The verilated module's ports, of which those of the regions lie side by side.
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
        regions_(parameter(unit, "NumRegions", 1)), random_(seed), module_(unit),
        model_({lineBytes_, regions_, parameter(unit, "AtomicSlots", 32), parameter(unit, "AtomicQueue", 64),
                parameter(unit, "AtomicBits", 32) / 8}),
        memory_(random_, lineBytes_), dma_(random_, lineBytes_, addressBits_), percents_(regions_ + 2) {
    for (unsigned r = 0; r < regions_; ++r)
      kernels_.emplace_back(random_, lineBytes_, addressBits_);
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
    for (unsigned r = 0; r < regions_; ++r) {
      kernels_[r].drive(percents_[r]);
      kernelPorts_[r] = &kernels_[r].kernel();
      driveKernel(r, kernels_[r].port());
    }
    memory_.drive(percents_[regions_]);
    dma_.drive(percents_[regions_ + 1]);
    in_.kernels = kernelPorts_.data();
    in_.memory = &memory_.port();
    in_.dma = &dma_.port();
    in_.clockAtomics = !model_.atomicsQuiet() || random_.oneIn(10) || in_.rst;
    module_.set("rst_i", in_.rst);
    module_.set("isolate_i", in_.isolate);
    module_.set("k_rst_i", in_.kernelReset);
    driveMemory(memory_.port());
    driveDma(dma_.port());
  }
  void driveKernel(unsigned r, const sim::AxiMaster &port) {
    module_.set("k_awvalid_i", port.awValid, r, regions_);
    module_.set("k_awid_i", port.awId, r, regions_);
    module_.set("k_awaddr_i", port.awAddr, r, regions_);
    module_.set("k_awatop_i", port.awAtop, r, regions_);
    module_.set("k_wvalid_i", port.wValid, r, regions_);
    module_.setLine("k_wdata_i", port.wData, r, regions_);
    module_.setLine("k_wstrb_i", port.wStrb, r, regions_);
    module_.set("k_arvalid_i", port.arValid, r, regions_);
    module_.set("k_arid_i", port.arId, r, regions_);
    module_.set("k_arline_i", port.arAddr / lineBytes_, r, regions_);
    module_.set("k_rready_i", port.rReady, r, regions_);
    module_.set("k_bready_i", port.bReady, r, regions_);
  }
  void driveMemory(const sim::AxiSlave &port) {
    module_.set("m_awready_i", port.awReady);
    module_.set("m_wready_i", port.wReady);
    module_.set("m_arready_i", port.arReady);
    module_.set("m_bvalid_i", port.bValid);
    module_.set("m_bid_i", port.bId);
    module_.set("m_bresp_i", port.bResp);
    module_.set("m_rvalid_i", port.rValid);
    module_.set("m_rid_i", port.rId);
    module_.set("m_rresp_i", port.rResp);
    module_.setLine("m_rdata_i", port.rData);
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
      model_.give(memoryPort_, regionPorts_.data());
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
  /// Bytes that count.
  void equalLine(const char *name, const void *got, const void *strobes = nullptr) const {
    const std::vector<Word> line = module_.line(name);
    const auto *expected = reinterpret_cast<const uint8_t *>(line.data());
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
    compareMemory();
    compareDma(model_.dma());
    for (unsigned r = 0; r < regions_; ++r)
      compareRegion(r, regionPorts_[r].axi);
  }
  bool busy() const { return model_.busy(); }
  void compareMemory() const {
    equal("m_awvalid_o", memoryPort_.awValid);
    equal("m_wvalid_o", memoryPort_.wValid);
    equal("m_arvalid_o", memoryPort_.arValid);
    equal("m_rready_o", memoryPort_.rReady);
    equal("m_bready_o", memoryPort_.bReady);
    if (memoryPort_.awValid) {
      equal("m_awid_o", memoryPort_.awId);
      equal("m_awaddr_o", memoryPort_.awAddr);
      equal("m_awlen_o", memoryPort_.awLen);
    }
    if (memoryPort_.arValid) {
      equal("m_arid_o", memoryPort_.arId);
      equal("m_araddr_o", memoryPort_.arAddr);
      equal("m_arlen_o", memoryPort_.arLen);
    }
    if (!memoryPort_.wValid)
      return;
    equal("m_wlast_o", memoryPort_.wLast);
    const std::vector<Word> strobes = module_.line("m_wstrb_o");
    REQUIRE(std::memcmp(strobes.data(), memoryPort_.wStrb, lineBytes_ / 8) == 0);
    equalLine("m_wdata_o", memoryPort_.wData, memoryPort_.wStrb);
  }
  void compareDma(const sim::DmaAnswers &got) const {
    equal("dma_ar_ready_o", got.arReady);
    equal("dma_w_ready_o", got.wReady);
    equal("dma_r_valid_o", got.rValid);
    equal("dma_r_error_o", got.rError);
    equal("dma_b_valid_o", got.bValid);
    equal("dma_b_error_o", got.bError);
  }
  void compareRegion(unsigned r, const sim::AxiSlave &got) const {
    equal("k_awready_o", got.awReady, r, regions_);
    equal("k_wready_o", got.wReady, r, regions_);
    equal("k_arready_o", got.arReady, r, regions_);
    equal("k_rvalid_o", got.rValid, r, regions_);
    equal("k_bvalid_o", got.bValid, r, regions_);
    if (got.bValid) {
      equal("k_bid_o", got.bId);
      equal("k_bresp_o", got.bResp);
    }
    if (!got.rValid)
      return;
    equal("k_rid_o", got.rId);
    equal("k_rresp_o", got.rResp);
    REQUIRE(got.rLast == 1);
    equalLine("k_rdata_o", got.rData);
  }

  void tick() {
    for (unsigned r = 0; r < regions_; ++r) {
      kernels_[r].observe(regionPorts_[r].axi);
      if (in_.kernelReset >> r & 1)
        kernels_[r].reset();
    }
    dma_.observe(model_.dma());
    memory_.observe(memoryPort_);
    module_.tick(in_.clockAtomics);
    moved_ = model_.clock();
  }
  void reset() {
    for (KernelTraffic &kernel : kernels_)
      kernel.reset();
    memory_.reset();
    dma_.reset();
  }

  unsigned lineBytes_, addressBits_, regions_;
  test::Random random_;
  Module module_;
  instant::MemInterconnect model_;
  instant::MemInterconnect::In in_;
  std::deque<KernelTraffic> kernels_;
  std::array<const sim::KernelOut *, abi::MAX_REGIONS> kernelPorts_{};
  MemoryTraffic memory_;
  DmaTraffic dma_;
  std::vector<unsigned> percents_;  // of the regions, memory, DMA
  unsigned phaseLeft_ = 0, cycle_ = 0, errors_ = 0;
  uint64_t quietCycles_ = 0;
  bool moved_ = true;  // the model's outputs may be others
  // What the model shows.
  sim::AxiMaster memoryPort_;
  std::array<sim::KernelIn, abi::MAX_REGIONS> regionPorts_;
};

void runAll(unsigned cycles, const std::function<uint64_t()> &seedOf) {
  for (const Unit &unit : units())
    if (unit.component == "mem_interconnect")
      DYNAMIC_SECTION(unit.name()) {
        const uint64_t seed = seedOf();
        INFO("seed " << seed);
        Interconnects pair(unit, seed);
        pair.run(cycles);
        CHECK(pair.quietCycles() > cycles / 1000);
      }
}

TEST_CASE("The interconnect's model does what the module does") {
  runAll(kCycles, [] { return 1; });
}

TEST_CASE("The interconnect's model does what the module does, with fresh seeds", "[.][slow]") {
  std::random_device device;
  runAll(5 * kCycles, [&] { return device(); });
}

}  // namespace
}  // namespace weft::lockstep
