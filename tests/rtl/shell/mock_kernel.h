// SPDX-License-Identifier: Apache-2.0
// What stands in for the kernel of one region of several.
#pragma once
#include <algorithm>
#include <map>
#include <type_traits>
#include <vector>

#include "tests/rtl/shell/shell_bench.h"
#include "weft_abi.h"

namespace bench {

/// An ID of the upper half, which old values of atomics return with as they are.
constexpr unsigned kAtomicId = 1u << (weft::abi::AXI_ID_BITS - 1) | 5;

/// Adds `add` to each byte of `lines` lines at `source` and stores them at `target`, several in flight; then waits.
/// With `counts`, adds 1 to the word at `counter` so many times, with AtomicLoad. What it is to do is in its launch
/// words.
class MockKernel {
public:
  /// Launch words, and what a launch did.
  enum Word : unsigned { Source, Target, Lines, Add, Extra, Faulty, Counter, Counts, NumWords };
  struct Run {
    std::vector<uint64_t> words;
    uint64_t startedAt = 0, doneAt = 0;
  };

  MockKernel(unsigned region, unsigned addressBits, uint64_t seed)
      : region_(region), addressBits_(addressBits), random_(seed) {}

  std::vector<Run> runs;
  std::vector<uint64_t> counted;  // old values that atomics returned
  unsigned ended = 0;             // launches that the shell ended
  static constexpr uint64_t kInFlightReported = 77, kStallPointsReported = 0x80000005;

  /// Before the edge.
  void drive(MODEL &m) {
    if (!arOffered_ && running_ && asked_ < word(Lines) && asked_ - done_ < kInFlight && random_.chance(offer_))
      arOffered_ = true;
    bit(m.k_axi_arvalid_i, arOffered_);
    setField(m.k_axi_arid_i, region_ * weft::abi::AXI_ID_BITS, weft::abi::AXI_ID_BITS, 3);
    setField(m.k_axi_araddr_i, region_ * addressBits_, addressBits_, word(Source) + asked_ * kLineBytes);
    bit(m.k_axi_rready_i, true);  // room is reserved
    bit(m.k_axi_bready_i, true);
    if (!awOffered_ && !wOffered_ && awSent_ == wSent_ && random_.chance(offer_)) {
      if (stored_ < loaded_.size())
        atomic_ = false, awOffered_ = wOffered_ = true;
      else if (running_ && countsAsked_ < word(Counts) && countsAsked_ - countsBack_ / 2 < kInFlight)
        atomic_ = true, awOffered_ = wOffered_ = true;
    }
    bit(m.k_axi_awvalid_i, awOffered_);
    bit(m.k_axi_wvalid_i, wOffered_);
    bit(m.k_axi_wlast_i, true);
    const uint64_t address = atomic_ ? word(Counter) : word(Target) + stored_ * kLineBytes;
    setField(m.k_axi_awid_i, region_ * weft::abi::AXI_ID_BITS, weft::abi::AXI_ID_BITS, atomic_ ? kAtomicId : 5);
    setField(m.k_axi_awaddr_i, region_ * addressBits_, addressBits_, address);
    setField(m.k_axi_awatop_i, region_ * 6, 6, atomic_ ? 0x20 : 0);
    uint8_t line[kLineBytes] = {};
    uint64_t strobes = kLineBytes == 64 ? ~0ull : (1ull << kLineBytes) - 1;
    if (atomic_) {
      line[address % kLineBytes] = 1;
      strobes = 0xfull << address % kLineBytes;
    } else if (stored_ < loaded_.size())
      std::copy(loaded_[stored_].begin(), loaded_[stored_].end(), line);
    std::memcpy(reinterpret_cast<uint8_t *>(&m.k_axi_wdata_i) + region_ * kLineBytes, line, kLineBytes);
    setField(m.k_axi_wstrb_i, region_ * kLineBytes, kLineBytes, strobes);
    done_i_ = running_ && now > runs.back().startedAt && done_ == word(Lines) && countsBack_ == 2 * word(Counts) &&
              extra_++ >= word(Extra);
    bit(m.k_done_i, done_i_);
    if (done_i_)
      runs.back().doneAt = now, faultHeld_ = word(Faulty);
    bit(m.k_fault_valid_i, (faultHeld_ || watched_) && !done_i_);  // a register: from the cycle after done
    const auto code = faultHeld_ ? weft::abi::Fault::OUT_OF_BOUNDS_WRITE : weft::abi::Fault::CIRCULATING;
    setField(m.k_fault_code_i, region_ * 8, 8, uint64_t(code));
    setField(m.k_fault_site_i, region_ * 16, 16, faultHeld_ ? 17 + region_ : kInFlightReported);
    setField(m.k_fault_addr_i, region_ * 64, 64, faultHeld_ ? 0x123456789ull + region_ : kStallPointsReported);

    arFires_ = arOffered_ && is(m.k_axi_arready_o);
    awFires_ = awOffered_ && is(m.k_axi_awready_o);
    wFires_ = wOffered_ && is(m.k_axi_wready_o);
    if (is(m.k_axi_rvalid_o))
      takeRead(m);
    if (is(m.k_axi_bvalid_o)) {
      BENCH_CHECK(running_ && (m.k_axi_bid_o == 5 || m.k_axi_bid_o == kAtomicId), "answer of write %#x", m.k_axi_bid_o);
      ++(m.k_axi_bid_o == 5 ? done_ : countsBack_);
    }
  }

  /// After the edge.
  void settle(MODEL &m) {
    if (done_i_)
      running_ = false;
    if (arFires_)
      arOffered_ = false, ++asked_;
    if (awFires_)
      awOffered_ = false, ++awSent_;
    if (wFires_)
      wOffered_ = false, ++wSent_;
    if ((awFires_ || wFires_) && awSent_ == wSent_)
      ++(atomic_ ? countsAsked_ : stored_);
    watched_ |= is(m.k_watch_o);
    if (is(m.kernel_rst_o)) {
      if (running_)
        endOfLaunch();
      words_.clear();
      ++resetCycles_;
    } else if (resetCycles_) {
      BENCH_CHECK(resetCycles_ >= 4);
      resetCycles_ = 0;
    }
    if (is(m.k_cfg_valid_o)) {
      const unsigned index = unsigned(field(m.k_cfg_addr_o, region_ * 10, 10));
      BENCH_CHECK(!running_ && !is(m.kernel_rst_o) && index == words_.size(), "word %u", index);
      words_.push_back(field(m.k_cfg_data_o, region_ * 64, 64));
    }
    if (is(m.k_start_o)) {
      BENCH_CHECK(!running_ && !is(m.k_cfg_valid_o) && words_.size() >= NumWords);
      running_ = true, faultHeld_ = watched_ = false;
      asked_ = stored_ = done_ = extra_ = awSent_ = wSent_ = countsAsked_ = countsBack_ = 0;
      loaded_.clear();
      offer_ = unsigned(random_.range(20, 100));
      runs.push_back({words_, now, 0});
    }
  }

private:
  static constexpr unsigned kInFlight = 16;

  uint64_t word(Word w) const { return w < words_.size() ? words_[w] : 0; }
  template <class Port> bool is(const Port &port) const { return port >> region_ & 1; }
  template <class Port> void bit(Port &port, bool value) const { setField(port, region_, 1, value); }

  /// The shell may end a launch after it watched it, once all that went to memory was answered: all but what the
  /// registers of the port hold, two of a channel. Answers that come later are found by running_.
  void endOfLaunch() {
    constexpr uint64_t held = 2;
    const auto ahead = std::minmax(awSent_, wSent_);
    BENCH_CHECK(watched_, "reset while it runs");
    BENCH_CHECK(ahead.second - ahead.first <= held, "%llu halves of writes are left",
                (unsigned long long)(ahead.second - ahead.first));
    BENCH_CHECK(asked_ <= loaded_.size() + held && stored_ + 2 * countsAsked_ <= done_ + countsBack_ + 2 * held,
                "answers are on their way");
    running_ = arOffered_ = awOffered_ = wOffered_ = false;
    loaded_.clear();
    ++ended;
  }

  void takeRead(MODEL &m) {
    BENCH_CHECK(running_ && m.k_axi_rresp_o <= 3);
    if (m.k_axi_rid_o == kAtomicId) {
      uint32_t old;
      uint8_t line[kLineBytes];
      getBytes(m.k_axi_rdata_o, line, kLineBytes);
      std::memcpy(&old, line + word(Counter) % kLineBytes, 4);
      counted.push_back(old);
      ++countsBack_;
      return;
    }
    BENCH_CHECK(m.k_axi_rid_o == 3 && loaded_.size() < asked_, "read data nobody asked for");
    std::vector<uint8_t> line(kLineBytes);
    getBytes(m.k_axi_rdata_o, line.data(), kLineBytes);
    for (uint8_t &byte : line)
      byte = uint8_t(byte + word(Add));
    loaded_.push_back(std::move(line));
  }

  const unsigned region_, addressBits_;
  Random random_;
  std::vector<uint64_t> words_;
  std::vector<std::vector<uint8_t>> loaded_;
  unsigned resetCycles_ = 0, offer_ = 100;
  uint64_t asked_ = 0, stored_ = 0, done_ = 0, extra_ = 0, countsAsked_ = 0, countsBack_ = 0, awSent_ = 0, wSent_ = 0;
  bool running_ = false, atomic_ = false, arOffered_ = false, awOffered_ = false, wOffered_ = false, arFires_ = false,
       awFires_ = false, wFires_ = false, done_i_ = false, faultHeld_ = false, watched_ = false;
};

/// The kernels of all regions.
class MockKernels : public KernelMock {
public:
  MockKernels(unsigned count, unsigned addressBits, uint64_t seed) {
    for (unsigned r = 0; r < count; ++r)
      kernels.emplace_back(r, addressBits, seed + r);
  }
  std::vector<MockKernel> kernels;
  void drive(MODEL &m) override {
    for (MockKernel &kernel : kernels)
      kernel.drive(m);
  }
  void settle(MODEL &m) override {
    for (MockKernel &kernel : kernels)
      kernel.settle(m);
  }
};

}  // namespace bench
