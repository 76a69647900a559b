// SPDX-License-Identifier: Apache-2.0
// weft_shell between a host memory, a device memory and a mock of the kernel region.
#pragma once
#include <algorithm>
#include <span>

#include MODEL_HEADER
#ifdef ROOT_HEADER
#include ROOT_HEADER
#endif
#include "tests/rtl/common/axi_memory.h"
#include "weft_abi.h"

namespace bench {

BENCH_AXI_PORT(HostPort, m_host_);
BENCH_AXI_PORT(MemPort, m_mem_);

constexpr unsigned kLineBytes = LINE_BITS / 8;
constexpr uint64_t kHostBase = 0x7f1234560000, kHostSize = 1 << 20;
constexpr uint64_t kMemBase = 0, kMemSize = 1 << 20;

/// What stands in for a kernel region; `drive` sets its outputs before the edge, `settle` looks at its inputs after it.
class KernelMock {
public:
  virtual ~KernelMock() = default;
  virtual void drive(MODEL &) {}
  virtual void settle(MODEL &) {}
};

class ShellBench {
public:
  explicit ShellBench(uint64_t seed)
      : host(FlatBytes(kHostBase, std::vector<uint8_t>(kHostSize)), kLineBytes, seed + 1),
        memory(FlatBytes(kMemBase, std::vector<uint8_t>(kMemSize)), kLineBytes, seed + 2), random(seed) {
    host.dataFollowsAddress = memory.dataFollowsAddress = true;
    model().rst_i = 1;
    model().eval();
    for (int i = 0; i < 5; ++i)
      step();
    model().rst_i = 0;
    step();
  }

  MODEL &model() { return clock_.top; }

  void step() {
    MODEL &m = model();
    m.time_i = now;
    answerHostPort(m, host.step(requestsOfHostPort(m, kLineBytes)), kLineBytes);
    answerMemPort(m, memory.step(requestsOfMemPort(m, kLineBytes)), kLineBytes);
    if (kernel)
      kernel->drive(m);
    checkRegisteredOutputs();
    const bool controlRests = !m.rst_i && m.control_quiet_o && !controlInputsMove();
    const bool atomicsRest = !m.rst_i && m.atomics_quiet_o;
#ifdef ROOT_HEADER
    if (controlRests && m.quiet_o && !memoryInputsMove())
      checkQuiet();
    else if ((controlRests || atomicsRest) && random.chance(25))
      checkRest(controlRests, atomicsRest);
#endif
    // What rests sees the edge or does not.
    edge(!controlRests || random.chance(50), !atomicsRest || random.chance(50));
    if (kernel)
      kernel->settle(m);
  }

  void writeRegister(uint32_t offset, uint32_t value) {
    MODEL &m = model();
    bool aw = false, w = false;
    const bool dataFirst = random.chance(50);
    m.s_axil_bready_i = 0;
    for (unsigned i = 0; !(aw && w); ++i) {
      BENCH_CHECK(i < 100, "register write is not taken");
      m.s_axil_awvalid_i = !aw && (!dataFirst || w || i > 2);
      m.s_axil_wvalid_i = !w && (dataFirst || aw || i > 2);
      m.s_axil_awaddr_i = offset, m.s_axil_wdata_i = value, m.s_axil_wstrb_i = 15;
      const bool awTaken = m.s_axil_awvalid_i && m.s_axil_awready_o, wTaken = m.s_axil_wvalid_i && m.s_axil_wready_o;
      step();
      aw |= awTaken, w |= wTaken;
    }
    m.s_axil_awvalid_i = m.s_axil_wvalid_i = 0;
    for (unsigned i = 0; !m.s_axil_bvalid_o || random.chance(50); ++i) {
      BENCH_CHECK(i < 100, "register write is not answered");
      step();
    }
    lastResponse = m.s_axil_bresp_o;
    m.s_axil_bready_i = 1;
    step();
    m.s_axil_bready_i = 0;
  }

  uint32_t readRegister(uint32_t offset) {
    MODEL &m = model();
    m.s_axil_araddr_i = offset;
    m.s_axil_arvalid_i = 1;
    for (unsigned i = 0; !m.s_axil_arready_o; ++i) {
      BENCH_CHECK(i < 100);
      step();
    }
    step();
    m.s_axil_arvalid_i = 0;
    for (unsigned i = 0; !m.s_axil_rvalid_o; ++i) {
      BENCH_CHECK(i < 100, "register read is not answered");
      step();
    }
    const uint32_t value = m.s_axil_rdata_o;
    lastResponse = m.s_axil_rresp_o;
    m.s_axil_rready_i = 1;
    step();
    m.s_axil_rready_i = 0;
    return value;
  }

  /// Sets up a ring of 2^log2 entries at a host address.
  void openRing(uint64_t address, unsigned log2) {
    ring_ = address, ringLog2_ = log2;
    writeRegister(weft::abi::reg::RING_BASE_LO, uint32_t(address));
    writeRegister(weft::abi::reg::RING_BASE_HI, uint32_t(address >> 32));
    writeRegister(weft::abi::reg::RING_LOG2, log2);
    writeRegister(weft::abi::reg::CONTROL, weft::abi::reg::CONTROL_ENABLE);
  }

  /// With `words` in the entries behind it, if they fit there before the ring's end and the test has left room for
  /// them.
  void publish(weft::abi::Descriptor descriptor, std::span<const uint64_t> words = {}) {
    const uint32_t entries = 1u << ringLog2_, index = head_ & (entries - 1);
    uint8_t *entry = host.at(ring_ + index * sizeof descriptor);
    const auto behind = uint32_t((words.size_bytes() + sizeof descriptor - 1) / sizeof descriptor);
    head_ += 1;
    if (behind != 0 && behind <= weft::abi::INLINE_ENTRIES && index + behind < entries) {
      descriptor.flags |= weft::abi::FLAG_INLINE;
      std::memcpy(entry + sizeof descriptor, words.data(), words.size_bytes());
      head_ += behind;
      ++inlined;
    }
    std::memcpy(entry, &descriptor, sizeof descriptor);
  }
  void doorbell() { writeRegister(weft::abi::reg::RING_HEAD, head_); }

  weft::abi::Completion record(uint64_t address) {
    weft::abi::Completion c;
    std::memcpy(&c, host.at(address), sizeof c);
    return c;
  }

  /// Publishes a command with a completion record at `completion`, waits for it and returns the record.
  weft::abi::Completion run(weft::abi::Descriptor descriptor, uint64_t completion, uint64_t limit = 1000000,
                            std::span<const uint64_t> words = {}) {
    std::memset(host.at(completion), 0, sizeof(weft::abi::Completion));
    descriptor.completion = completion;
    descriptor.tag = uint32_t(random.next());
    publish(descriptor, words);
    doorbell();
    for (uint64_t i = 0; !record(completion).valid; ++i) {
      BENCH_CHECK(i < limit, "command does not complete");
      step();
    }
    while (!host.idle())
      step();
    const weft::abi::Completion c = record(completion);
    BENCH_CHECK(c.tag == descriptor.tag && c.valid == 1, "record: tag %#x", c.tag);
    BENCH_CHECK(c.start <= c.end && c.end <= now, "record: times");
    return c;
  }

private:
  void edge(bool control, bool atomics) {
    CData none;
    MODEL &m = model();
    clock_.edge(control ? m.control_clk_i : none, atomics ? m.atomics_clk_i : none);
  }
  bool controlInputsMove() {
    MODEL &m = model();
    return m.s_axil_awvalid_i || m.s_axil_wvalid_i || m.s_axil_arvalid_i || m.m_host_bvalid_i || m.m_host_rvalid_i ||
           m.k_done_i || deadlineReached();
  }
  bool memoryInputsMove() {
    MODEL &m = model();
    return m.m_mem_bvalid_i || m.m_mem_rvalid_i || m.k_axi_awvalid_i || m.k_axi_wvalid_i || m.k_axi_arvalid_i;
  }
  bool deadlineReached() {
    uint64_t deadlines[sizeof model().k_deadline_o / 8];
    std::memcpy(deadlines, &model().k_deadline_o, sizeof deadlines);
    return std::any_of(std::begin(deadlines), std::end(deadlines), [](uint64_t deadline) { return now >= deadline; });
  }

#ifdef ROOT_HEADER
  // The skip hints promise that an edge changes nothing: compare the model, all of it.
  using State = std::vector<uint8_t>;
  State state() {
    const auto *root = reinterpret_cast<const uint8_t *>(model().rootp);
    return State(root, root + sizeof *model().rootp);
  }
  void restore(const State &state) { std::memcpy(static_cast<void *>(model().rootp), state.data(), state.size()); }
  static void checkEqual(const State &a, const State &b, const char *what) {
    for (size_t i = 0; i < a.size(); ++i)
      BENCH_CHECK(a[i] == b[i], "%s, at byte %zu of the model", what, i);
  }

  /// A quiet cycle changes no state.
  void checkQuiet() {
    const State before = state();
    edge(true, true);
    --now;
    checkEqual(before, state(), "state changed in a quiet cycle");
    ++quietCycles;
  }
  /// Leaving out the edge of a part at rest changes nothing.
  void checkRest(bool controlRests, bool atomicsRest) {
    const State before = state();
    edge(true, true);
    const State after = state();
    restore(before);
    edge(!controlRests, !atomicsRest);
    now -= 2;
    checkEqual(after, state(), "state differs when a part at rest is not clocked");
    restore(before);
    ++restCycles;
  }

public:
  uint64_t quietCycles = 0, restCycles = 0;  // checked

private:
#endif
  bench::Clocked<MODEL> clock_;
  uint64_t ring_ = 0;
  unsigned ringLog2_ = 0;
  uint32_t head_ = 0;

  // Inputs were just set: no output may follow them before the edge.
  uint64_t outputs() {
    MODEL &m = model();
    return uint64_t(m.m_host_arvalid_o) | m.m_host_awvalid_o << 1 | m.m_host_wvalid_o << 2 | m.m_host_rready_o << 3 |
           m.m_host_bready_o << 4 | m.m_mem_arvalid_o << 5 | m.m_mem_awvalid_o << 6 | m.m_mem_wvalid_o << 7 |
           m.m_mem_rready_o << 8 | m.m_mem_bready_o << 9 | m.k_axi_awready_o << 10 | m.k_axi_wready_o << 11 |
           m.k_axi_arready_o << 12 | m.k_axi_rvalid_o << 13 | m.k_axi_bvalid_o << 14 | m.s_axil_awready_o << 15 |
           m.s_axil_wready_o << 16 | m.s_axil_arready_o << 17 | m.s_axil_bvalid_o << 18 | m.s_axil_rvalid_o << 19 |
           m.irq_o << 20 | m.quiet_o << 21 | m.k_start_o << 22 | m.k_cfg_valid_o << 23 | m.kernel_rst_o << 24;
  }
  void checkRegisteredOutputs() {
    const uint64_t before = outputs();
    model().eval();
    BENCH_CHECK(outputs() == before, "an output depends combinationally on an input: %#llx",
                (unsigned long long)(outputs() ^ before));
  }

public:
  AxiMemory<FlatBytes> host, memory;
  KernelMock *kernel = nullptr;
  Random random;
  unsigned lastResponse = 0, inlined = 0;  // inlined: launches whose words were in the ring
};

}  // namespace bench
