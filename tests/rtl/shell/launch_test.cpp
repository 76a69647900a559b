// SPDX-License-Identifier: Apache-2.0
// Launches of a mock kernel region: reset, configuration words, start, memory traffic, run time, faults, bus errors,
// skip hint.
#include <cstddef>
#include <map>
#include <vector>

#include "tests/rtl/shell/shell_bench.h"

using namespace bench;
using weft::abi::Completion;
using weft::abi::Descriptor;
using weft::abi::Fault;
using weft::abi::Opcode;
using weft::abi::Status;

namespace {

constexpr uint64_t kRing = kHostBase, kRecord = kHostBase + 0x4000, kWords = kHostBase + 0x8000;

/// Adds 1 to each byte of `lines` lines at `source` and stores them at `target`: one load in flight, then its store.
class LineKernel : public KernelMock {
public:
  unsigned resetCycles = 0, lastReset = 0, starts = 0, extraCycles = 0;
  uint64_t startedAt = 0, doneAt = 0;
  std::map<unsigned, uint64_t> words;
  uint64_t source = 0, target = 0;
  unsigned lines = 0;
  bool faulty = false;

  void drive(MODEL &m) override {
    m.k_axi_arvalid_i = phase_ == Phase::Load;
    m.k_axi_arid_i = 3, m.k_axi_araddr_i = source + done_ * kLineBytes, m.k_axi_arlen_i = 0;
    m.k_axi_rready_i = 1, m.k_axi_bready_i = 1;
    m.k_axi_awvalid_i = phase_ == Phase::Store && !awTaken_;
    m.k_axi_awid_i = 5, m.k_axi_awaddr_i = target + done_ * kLineBytes, m.k_axi_awlen_i = 0, m.k_axi_awatop_i = 0;
    m.k_axi_wvalid_i = phase_ == Phase::Store && !wTaken_;
    m.k_axi_wlast_i = 1;
    m.k_axi_wstrb_i = kLineBytes == 64 ? ~0ull : (1ull << kLineBytes) - 1;
    setBytes(m.k_axi_wdata_i, line_, kLineBytes);
    m.k_done_i = phase_ == Phase::Done;
    if (phase_ == Phase::Done)
      doneAt = now;
    arFires_ = m.k_axi_arvalid_i && m.k_axi_arready_o;
    awFires_ = m.k_axi_awvalid_i && m.k_axi_awready_o;
    wFires_ = m.k_axi_wvalid_i && m.k_axi_wready_o;
    if (m.k_axi_rvalid_o) {
      BENCH_CHECK(phase_ == Phase::LoadWait && m.k_axi_rid_o == 3 && m.k_axi_rlast_o);
      getBytes(m.k_axi_rdata_o, line_, kLineBytes);
      for (uint8_t &byte : line_)
        ++byte;
      gotLine_ = true;
    }
    gotAck_ = m.k_axi_bvalid_o;
    if (gotAck_)
      BENCH_CHECK(phase_ == Phase::StoreWait && m.k_axi_bid_o == 5);
    // The region's fault registers: held until the next start.
    m.k_fault_valid_i = faultHeld_;
    m.k_fault_code_i = uint8_t(Fault::OUT_OF_BOUNDS_WRITE);
    m.k_fault_site_i = 17;
    m.k_fault_addr_i = 0x123456789ull;
  }

  void settle(MODEL &m) override {
    if (phase_ == Phase::Done)
      phase_ = Phase::Rest;
    if (arFires_)
      phase_ = Phase::LoadWait;
    if (gotLine_)
      phase_ = Phase::Store, awTaken_ = wTaken_ = gotLine_ = false;
    awTaken_ |= awFires_, wTaken_ |= wFires_;
    if (phase_ == Phase::Store && awTaken_ && wTaken_)
      phase_ = Phase::StoreWait;
    if (gotAck_) {
      ++done_;
      phase_ = done_ == lines ? Phase::Extra : Phase::Load;
    }
    if (phase_ == Phase::Extra && extra_++ >= extraCycles) {
      phase_ = Phase::Done;
      faultHeld_ = faulty;
    }
    // Now the shell's outputs of the new cycle.
    if (m.kernel_rst_o) {
      if (!resetCycles)
        words.clear();
      lastReset = ++resetCycles;
      phase_ = Phase::Rest;
    } else
      resetCycles = 0;
    if (m.k_cfg_valid_o) {
      BENCH_CHECK(!m.kernel_rst_o && lastReset >= 4, "configured after %u cycles of reset", lastReset);
      BENCH_CHECK(!words.count(m.k_cfg_addr_o), "word %u twice", m.k_cfg_addr_o);
      words[m.k_cfg_addr_o] = m.k_cfg_data_o;
    }
    if (m.k_start_o) {
      BENCH_CHECK(phase_ == Phase::Rest && !m.k_cfg_valid_o);
      ++starts;
      startedAt = now;
      faultHeld_ = false;
      done_ = extra_ = 0;
      phase_ = lines ? Phase::Load : Phase::Extra;
    }
  }

private:
  enum class Phase { Rest, Load, LoadWait, Store, StoreWait, Extra, Done } phase_ = Phase::Rest;
  unsigned done_ = 0, extra_ = 0;
  bool arFires_ = false, awFires_ = false, wFires_ = false, awTaken_ = false, wTaken_ = false, gotLine_ = false,
       gotAck_ = false;
  bool faultHeld_ = false;
  uint8_t line_[kLineBytes] = {};
};

}  // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 300;
  ShellBench shell(seed);
  LineKernel kernel;
  shell.kernel = &kernel;
  Random random(seed + 3);
  for (uint8_t &byte : shell.host.bytes)
    byte = uint8_t(random.next());
  for (uint8_t &byte : shell.memory.bytes)
    byte = uint8_t(random.next());
  shell.openRing(kRing, 3);

  Descriptor launch;
  launch.opcode = uint8_t(Opcode::LAUNCH);
  for (unsigned i = 0; i < count; ++i) {
    shell.host.timing = AxiTiming::random(random);
    shell.memory.timing = AxiTiming::random(random);
    const unsigned words = random.chance(10) ? 1024 : random.range(1, 80);
    launch.src = kWords + random.below(4096);
    launch.width = words * 8;
    kernel.lines = random.below(20);
    kernel.source = random.below(1000) * kLineBytes;
    kernel.target = (2000 + random.below(1000)) * kLineBytes;
    kernel.extraCycles = random.below(50);
    kernel.faulty = random.chance(30);
    std::vector<uint8_t> expected = shell.memory.bytes;
    for (unsigned b = 0; b < kernel.lines * kLineBytes; ++b)
      expected[kernel.target + b] = uint8_t(expected[kernel.source + b] + 1);
    const unsigned starts = kernel.starts;
    std::vector<uint64_t> inlined(random.chance(50) ? words : 0);
    std::memcpy(inlined.data(), shell.host.at(launch.src), inlined.size() * 8);
    const Completion c = shell.run(launch, kRecord, 1000000, inlined);
    BENCH_CHECK(kernel.starts == starts + 1, "%u starts", kernel.starts - starts);
    BENCH_CHECK(kernel.words.size() == words, "%zu of %u words", kernel.words.size(), words);
    for (unsigned w = 0; w < words; ++w)
      BENCH_CHECK(!std::memcmp(&kernel.words[w], shell.host.at(launch.src + w * 8), 8), "word %u", w);
    BENCH_CHECK(expected == shell.memory.bytes, "memory");
    BENCH_CHECK(c.run_cycles == kernel.doneAt - kernel.startedAt, "%llu run cycles, expected %llu",
                (unsigned long long)c.run_cycles, (unsigned long long)(kernel.doneAt - kernel.startedAt));
    BENCH_CHECK(c.start < kernel.startedAt && c.end > kernel.doneAt && c.end < kernel.doneAt + 10);
    if (kernel.faulty)
      BENCH_CHECK(c.status == uint32_t(Status::KERNEL_FAULT) && c.fault == uint32_t(Fault::OUT_OF_BOUNDS_WRITE) &&
                  c.fault_site == 17 && c.fault_addr == 0x123456789ull);
    else
      BENCH_CHECK(c.status == uint32_t(Status::OK) && c.fault == 0 && c.fault_site == 0 && c.fault_addr == 0);
  }

  // Set-up of a launch with ideal memories: reset, latency of host memory, a word a cycle.
  shell.host.timing = AxiTiming::ideal(60);
  shell.memory.timing = AxiTiming::ideal(30);
  kernel.faulty = false, kernel.lines = 0, kernel.extraCycles = 5;
  launch.src = kWords, launch.width = 48 * 8;
  Completion c = shell.run(launch, kRecord);
  BENCH_CHECK(kernel.startedAt - c.start <= 60 + 48 + 20, "%llu cycles of set-up",
              (unsigned long long)(kernel.startedAt - c.start));

  BENCH_CHECK(shell.inlined > count / 8, "%u launches had their words in the ring", shell.inlined);

  // With the words in the ring there is no second latency. Of eight entries, those from which they reach beyond the end
  // are passed.
  const std::vector<uint64_t> words(48, 5);
  for (const unsigned inlined = shell.inlined; shell.inlined == inlined;)
    c = shell.run(launch, kRecord, 1000000, words);
  BENCH_CHECK(kernel.startedAt - c.start <= 48 + 16, "%llu cycles of set-up with words in the ring",
              (unsigned long long)(kernel.startedAt - c.start));

  // The skip hint: high while a kernel computes; nothing moves then, so time may jump.
  kernel.extraCycles = 5000;
  launch.completion = kRecord;
  std::memset(shell.host.at(kRecord), 0, sizeof c);
  shell.publish(launch);
  shell.doorbell();
  unsigned quiet = 0;
  for (unsigned i = 0; !shell.record(kRecord).valid; ++i) {
    BENCH_CHECK(i < 10000);
    quiet += shell.model().quiet_o;
    shell.step();
  }
  BENCH_CHECK(quiet > 4900 && quiet < 5100, "%u quiet cycles", quiet);
  for (unsigned i = 0; i < 100; ++i)
    shell.step();
  BENCH_CHECK(shell.model().quiet_o, "quiet at rest");
  BENCH_CHECK(shell.quietCycles > 5000, "%llu quiet cycles checked", (unsigned long long)shell.quietCycles);
  BENCH_CHECK(shell.restCycles > 1000, "%llu cycles of parts at rest checked", (unsigned long long)shell.restCycles);

  // Refusals.
  auto outcome = [&](Descriptor d) { return Status(shell.run(d, kRecord).status); };
  kernel.extraCycles = 5;
  Descriptor bad = launch;
  const unsigned starts = kernel.starts;
  bad.width = 0;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR);
  bad.width = 12;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR);
  bad.width = 8 * 1025;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR);
  bad = launch, bad.flags = weft::abi::FLAG_INLINE;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR, "words that are not in the ring");
  bad.width = 8 * 49;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR, "more words than the ring may hold");
  // What there is of them is passed over with the descriptor.
  for (const unsigned inlined = shell.inlined; shell.inlined == inlined;) {
    Descriptor elsewhere = bad;
    elsewhere.region = 1, elsewhere.width = 48 * 8;
    BENCH_CHECK(Status(shell.run(elsewhere, kRecord, 1000000, words).status) == Status::BAD_DESCRIPTOR);
  }
  BENCH_CHECK(shell.readRegister(weft::abi::reg::RING_TAIL) == shell.readRegister(weft::abi::reg::RING_HEAD));
  bad = launch, bad.kernel = 1;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR);
  bad = launch, bad.region = 1;
  BENCH_CHECK(outcome(bad) == Status::BAD_DESCRIPTOR);
  bad = launch, bad.src = 0x1000;
  BENCH_CHECK(outcome(bad) == Status::HOST_BUS_ERROR);
  BENCH_CHECK(kernel.starts == starts, "a kernel was started without its words");
  BENCH_CHECK(outcome(launch) == Status::OK && kernel.starts == starts + 1);
  // Words in a ring that memory refuses: nothing is started, and the executor stops as at a descriptor that it cannot
  // read.
  {
    namespace reg = weft::abi::reg;
    while (shell.readRegister(reg::RING_HEAD) % 8 != 0)
      shell.run({}, kRecord);
    Descriptor beyond = launch;
    beyond.flags = weft::abi::FLAG_INLINE;
    std::memcpy(shell.host.at(kHostBase + kHostSize - sizeof beyond), &beyond, sizeof beyond);
    shell.writeRegister(reg::CONTROL, 0);
    shell.openRing(kHostBase + kHostSize - sizeof beyond, 3);
    const uint32_t tail = shell.readRegister(reg::RING_TAIL);
    shell.writeRegister(reg::RING_HEAD, tail + 4);
    for (unsigned i = 0; !(shell.readRegister(reg::STATUS) & reg::STATUS_RING_ERROR); ++i)
      BENCH_CHECK(i < 1000, "no ring error");
    for (unsigned i = 0; i < 200; ++i)
      shell.step();
    BENCH_CHECK(shell.readRegister(reg::RING_TAIL) == tail && kernel.starts == starts + 1);
    shell.writeRegister(reg::RING_HEAD, tail);
    shell.writeRegister(reg::CONTROL, 0);
    shell.openRing(kRing, 3);
    BENCH_CHECK(outcome(launch) == Status::OK && kernel.starts == starts + 2);
  }
  // A kernel access that memory refuses.
  kernel.lines = 1, kernel.source = kMemSize, kernel.target = 0;
  BENCH_CHECK(outcome(launch) == Status::DEVICE_BUS_ERROR);
  kernel.source = 0, kernel.target = kMemSize;
  BENCH_CHECK(outcome(launch) == Status::DEVICE_BUS_ERROR);
  kernel.target = 0;
  BENCH_CHECK(outcome(launch) == Status::OK);
  std::puts("ok");
}
