// SPDX-License-Identifier: Apache-2.0
// rtl/system/spram_memory.sv under random reads and writes with stalls, against a model of what memory holds. MODEL has
// lines of LINE_BITS and MEMORY_BYTES; its memory cells are those of rtl/tech/simulation or Yosys's.
#include <cstdio>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kLineBytes = LINE_BITS / 8, kStrobes = (1u << kLineBytes) - 1;
constexpr unsigned kIds = 1u << 12;

class Memory {
public:
  explicit Memory(uint64_t seed, bool stalls) : random_(seed), stallB_(seed + 1, !stalls), stallR_(seed + 2, !stalls) {
    auto &top = clock_.top;
    top.s_axi_awvalid_i = top.s_axi_wvalid_i = top.s_axi_arvalid_i = top.s_axi_bready_i = top.s_axi_rready_i = 0;
    clock_.reset();
    // Few lines, so that they are met again: neighbours, each of the memories, the last one.
    for (unsigned i = 0; i < 40; ++i)
      lines_.push_back((random_.chance(50) ? random_.below(32u) : random_.below(MEMORY_BYTES / kLineBytes)) *
                       kLineBytes);
    for (unsigned line = 0; line < MEMORY_BYTES; line += 8192)
      lines_.push_back(line);
    lines_.push_back(MEMORY_BYTES - kLineBytes);
  }

  void run(unsigned cycles, unsigned writing, unsigned reading) {
    for (unsigned i = 0; i < cycles; ++i) {
      request(writing, reading);
      step();
    }
    for (unsigned waited = 0; waiting(); ++waited) {
      BENCH_CHECK(waited < 500, "%zu writes and %zu reads are not answered", writes_.size(), reads_.size());
      step();
    }
  }
  unsigned written = 0, read = 0;

private:
  struct Expected {
    unsigned id;
    std::vector<int> bytes;  // -1: not known
  };

  bool waiting() const {
    return clock_.top.s_axi_awvalid_i || clock_.top.s_axi_arvalid_i || !writes_.empty() || !reads_.empty();
  }

  void request(unsigned writing, unsigned reading) {
    auto &top = clock_.top;
    if (!top.s_axi_awvalid_i && random_.chance(writing)) {
      top.s_axi_awvalid_i = top.s_axi_wvalid_i = 1;
      top.s_axi_awid_i = random_.below(kIds), top.s_axi_awaddr_i = random_.of(lines_);
      top.s_axi_wdata_i = random_.next();
      top.s_axi_wstrb_i = random_.chance(50) ? kStrobes : unsigned(random_.next()) & kStrobes;
    }
    if (!top.s_axi_arvalid_i && random_.chance(reading)) {
      top.s_axi_arvalid_i = 1;
      top.s_axi_arid_i = random_.below(kIds), top.s_axi_araddr_i = random_.of(lines_);
    }
  }

  void step() {
    auto &top = clock_.top;
    top.s_axi_bready_i = stallB_.active(), top.s_axi_rready_i = stallR_.active();
    clock_.settle();
    answers();
    const bool write = top.s_axi_awvalid_i && top.s_axi_awready_o, read = top.s_axi_arvalid_i && top.s_axi_arready_o;
    BENCH_CHECK(write == (top.s_axi_wvalid_i && top.s_axi_wready_o) && !(write && read));
    // Neither of the two waits for the other for more than one access.
    if (write && top.s_axi_arvalid_i)
      BENCH_CHECK(!std::exchange(passed_, true), "a second write goes before a read");
    if (read)
      passed_ = false;
    if (write)
      acceptWrite();
    if (read)
      acceptRead();
    clock_.edge();
    if (write)
      top.s_axi_awvalid_i = top.s_axi_wvalid_i = 0;
    if (read)
      top.s_axi_arvalid_i = 0;
  }

  void acceptWrite() {
    auto &top = clock_.top;
    for (unsigned i = 0; i < kLineBytes; ++i)
      if (bit(top.s_axi_wstrb_i, i))
        contents_[top.s_axi_awaddr_i + i] = uint8_t(top.s_axi_wdata_i >> 8 * i);
    writes_.push_back(top.s_axi_awid_i);
  }
  void acceptRead() {
    auto &top = clock_.top;
    Expected expected{top.s_axi_arid_i, {}};
    for (unsigned i = 0; i < kLineBytes; ++i) {
      const auto known = contents_.find(top.s_axi_araddr_i + i);
      expected.bytes.push_back(known == contents_.end() ? -1 : known->second);
    }
    reads_.push_back(expected);
  }

  void answers() {
    auto &top = clock_.top;
    if (top.s_axi_bvalid_o && top.s_axi_bready_i) {
      BENCH_CHECK(!writes_.empty() && writes_.front() == top.s_axi_bid_o, "an acknowledgement that nobody waits for");
      writes_.pop_front();
      ++written;
    }
    if (!top.s_axi_rvalid_o || !top.s_axi_rready_i)
      return;
    BENCH_CHECK(!reads_.empty() && reads_.front().id == top.s_axi_rid_o, "an answer that nobody waits for");
    for (unsigned i = 0; i < kLineBytes; ++i) {
      const int expected = reads_.front().bytes[i], found = uint8_t(top.s_axi_rdata_o >> 8 * i);
      BENCH_CHECK(expected < 0 || expected == found, "byte %u is %02x, not %02x", i, unsigned(found),
                  unsigned(expected));
    }
    reads_.pop_front();
    ++read;
  }

  Clocked<MODEL> clock_;
  Random random_;
  Stall stallB_, stallR_;
  std::vector<unsigned> lines_;
  std::map<unsigned, uint8_t> contents_;
  std::deque<unsigned> writes_;
  std::deque<Expected> reads_;
  bool passed_ = false;  // a write went before the read that is asked for
};

/// One access a cycle, in turn if both are asked for.
void rates() {
  constexpr unsigned kCycles = 1000;
  Memory reading(1, false), writing(2, false), both(3, false);
  reading.run(kCycles, 0, 100);
  writing.run(kCycles, 100, 0);
  both.run(kCycles, 100, 100);
  BENCH_CHECK(reading.read == kCycles && writing.written == kCycles, "%u reads, %u writes", reading.read,
              writing.written);
  BENCH_CHECK(both.read >= kCycles / 2 && both.written >= kCycles / 2, "%u reads beside %u writes", both.read,
              both.written);
}

}  // namespace

int main() {
  unsigned accesses = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Memory memory(10 * seed, true);
    memory.run(5000, 20, 60);
    memory.run(5000, 70, 70);
    BENCH_CHECK(memory.written > 200 && memory.read > 200, "%u writes, %u reads", memory.written, memory.read);
    accesses += memory.written + memory.read;
  }
  rates();
  std::printf("%u accesses\n", accesses);
}
