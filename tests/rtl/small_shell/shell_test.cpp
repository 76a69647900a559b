// SPDX-License-Identifier: Apache-2.0
// small_shell: registers, launches and faults of a mock kernel; memory under the accesses of host and kernel at once.
#include <cstdio>
#include <deque>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"
#include "weft_abi.h"

using namespace bench;
namespace small_reg = weft::abi::small_reg;

namespace {

constexpr unsigned kLineBytes = LINE_BITS / 8;

class Shell {
public:
  Shell() {
    auto &top = clock.top;
    top.bus_valid_i = top.k_done_i = top.k_fault_valid_i = 0;
    top.k_axi_awvalid_i = top.k_axi_wvalid_i = top.k_axi_arvalid_i = top.k_axi_awatop_i = 0;
    top.k_axi_bready_i = top.k_axi_rready_i = 1;
    clock.reset();
  }

  Clocked<MODEL> clock;
  uint64_t cycle = 0;  // since the reset, as the shell counts

  void edge() {
    clock.edge();
    ++cycle;
  }
  /// One access; `step` moves the clock by a cycle.
  template <class Step>
  uint32_t access(bool write, bool memory, uint32_t address, uint32_t data, unsigned strobes, Step step) {
    auto &top = clock.top;
    top.bus_valid_i = 1, top.bus_write_i = write, top.bus_memory_i = memory;
    top.bus_addr_i = address, top.bus_wdata_i = data, top.bus_wstrb_i = strobes;
    for (unsigned waited = 0;; ++waited) {
      BENCH_CHECK(waited < 100, "the bus does not answer");
      clock.settle();
      const bool ready = top.bus_ready_o;
      const uint32_t result = top.bus_rdata_o;
      if (ready) {
        step();
        top.bus_valid_i = 0;
        return result;
      }
      step();
    }
  }
  uint32_t read(uint32_t offset) {
    return access(false, false, offset, 0, 0, [&] { edge(); });
  }
  void write(uint32_t offset, uint32_t data) {
    access(true, false, offset, data, 15, [&] { edge(); });
  }
  uint64_t time(uint32_t low, unsigned shift) {
    return read(low) | uint64_t(read(small_reg::TIME_HIGH) >> shift & 0xffff) << 32;
  }
};

void constants() {
  Shell shell;
  BENCH_CHECK(shell.read(small_reg::ID) == weft::abi::SMALL_ID_VALUE);
  BENCH_CHECK(shell.read(small_reg::CONTROL) == CLOCK_KHZ);
  BENCH_CHECK(shell.clock.top.select_o == 0);
  shell.write(small_reg::KERNEL, KERNEL_ID);
  BENCH_CHECK(shell.clock.top.select_o == KERNEL_ID);
  shell.clock.top.selected_i = 0x87654321;
  BENCH_CHECK(shell.read(small_reg::KERNEL) == 0x87654321, "what the kernels say, not what was asked for");
  BENCH_CHECK(shell.read(small_reg::STATUS) == 0);
  BENCH_CHECK(shell.clock.top.kernel_rst_o, "the kernel is held in reset until it is wanted");
}

/// Configuration words reach the kernel whole, in order.
void configuration() {
  Shell shell;
  auto &top = shell.clock.top;
  shell.write(small_reg::CONTROL, 0);
  shell.edge();
  BENCH_CHECK(!top.kernel_rst_o);
  Random random(1);
  for (unsigned index : {0u, 1u, 35u, 1023u}) {
    const uint64_t word = random.next();
    const uint32_t offset = weft::abi::SMALL_CONFIG + 8 * index;
    shell.write(offset, uint32_t(word));
    BENCH_CHECK(!top.k_cfg_valid_o, "half a word");
    shell.write(offset + 4, uint32_t(word >> 32));
    BENCH_CHECK(top.k_cfg_valid_o && top.k_cfg_addr_o == index && top.k_cfg_data_o == word, "word %u", index);
    shell.edge();
    BENCH_CHECK(!top.k_cfg_valid_o, "twice");
  }
}

/// Start, a second start that is ignored, done with and without a fault; the times.
void launches() {
  Shell shell;
  auto &top = shell.clock.top;
  shell.write(small_reg::CONTROL, 0);
  Random random(2);
  for (unsigned launch = 0; launch < 50; ++launch) {
    const bool faults = random.chance(50);
    top.k_fault_valid_i = 0;
    shell.write(small_reg::CONTROL, small_reg::CONTROL_START);
    BENCH_CHECK(top.k_start_o);
    const uint64_t start = shell.cycle;
    shell.edge();
    BENCH_CHECK(!top.k_start_o);
    BENCH_CHECK((shell.read(small_reg::STATUS) & 7) == small_reg::STATUS_RUNNING);
    shell.write(small_reg::CONTROL, small_reg::CONTROL_START);
    BENCH_CHECK(!top.k_start_o, "started while it runs");
    const uint64_t stamped = shell.cycle;
    shell.write(small_reg::CONTROL, small_reg::CONTROL_STAMP);
    BENCH_CHECK(shell.time(small_reg::STAMP, 16) == stamped, "a stamp while it runs");
    for (unsigned cycles = random.below(100u); cycles; --cycles)
      shell.edge();
    top.k_done_i = 1;
    const uint64_t end = shell.cycle;
    shell.edge();
    top.k_done_i = 0;
    if (faults)
      top.k_fault_valid_i = 1, top.k_fault_code_i = 2, top.k_fault_site_i = launch,
      top.k_fault_addr_i = 0x1234567800 + launch;
    const uint32_t status = shell.read(small_reg::STATUS);
    BENCH_CHECK((status & 7) == (small_reg::STATUS_DONE | (faults ? small_reg::STATUS_FAULT : 0)));
    if (faults) {
      BENCH_CHECK((status & small_reg::STATUS_CODE) >> 8 == 2 && (status & small_reg::STATUS_SITE) >> 16 == launch);
      BENCH_CHECK(shell.read(small_reg::FAULT_ADDR) == 0x34567800 + launch);
    }
    shell.write(small_reg::CONTROL, small_reg::CONTROL_STAMP);
    BENCH_CHECK(shell.time(small_reg::START, 0) == start && shell.time(small_reg::STAMP, 16) == end, "times");
  }
}

/// A launch that is watched and ended; the next one is as any.
void ended() {
  Shell shell;
  auto &top = shell.clock.top;
  shell.write(small_reg::CONTROL, 0);
  shell.write(small_reg::CONTROL, small_reg::CONTROL_START);
  shell.write(small_reg::CONTROL, small_reg::CONTROL_WATCH);
  BENCH_CHECK(top.k_watch_o);
  shell.write(small_reg::CONTROL, small_reg::CONTROL_RESET);
  for (int i = 0; i < 5; ++i) {
    shell.edge();
    BENCH_CHECK(top.kernel_rst_o && !top.k_watch_o);
  }
  BENCH_CHECK((shell.read(small_reg::STATUS) & 7) == 0);
  shell.write(small_reg::CONTROL, 0);
  shell.write(small_reg::CONTROL, small_reg::CONTROL_START);
  BENCH_CHECK(top.k_start_o);
}

/// Host and kernel use the even and the odd bytes of all lines at once, the kernel with random stalls.
class SharedMemory {
public:
  void run() {
    Random random(3);
    shell_.write(small_reg::CONTROL, 0);
    for (uint32_t address = 0; address < MEMORY_BYTES; address += 4) {
      for (unsigned i = 0; i < 4; ++i)
        bytes_[address + i] = uint8_t(random.next());
      uint32_t word;
      std::memcpy(&word, bytes_ + address, 4);
      shell_.access(true, true, address, word, 15, [&] { step(); });
    }
    active_ = true;
    for (unsigned i = 0; i < 20000; ++i) {
      for (unsigned idle = random.below(6u); idle; --idle)
        step();
      const uint32_t address = random.below(MEMORY_BYTES / 4) * 4;
      const bool write = random.chance(50);
      const uint32_t data = uint32_t(random.next());
      const unsigned strobes = 5 & unsigned(random.next());
      const uint32_t word = shell_.access(write, true, address, data, strobes, [&] { step(); });
      for (unsigned b = 0; b < 4; b += 2) {
        if (write && bit(strobes, b))
          bytes_[address + b] = uint8_t(data >> 8 * b);
        BENCH_CHECK(write || uint8_t(word >> 8 * b) == bytes_[address + b], "host, byte %u", address + b);
      }
    }
    BENCH_CHECK(written_ > 5000 && read_ > 5000, "%u lines written, %u read", written_, read_);
  }

private:
  struct Read {
    unsigned id;
    uint8_t line[kLineBytes];
  };
  static constexpr unsigned kLines = MEMORY_BYTES / kLineBytes;

  void step() {
    auto &top = shell_.clock.top;
    if (active_ && !top.k_axi_awvalid_i && random_.chance(60)) {
      top.k_axi_awvalid_i = 1, top.k_axi_awid_i = random_.below(2048u);
      top.k_axi_awaddr_i = line_ = random_.below(kLines) * kLineBytes;
    }
    if (active_ && !top.k_axi_wvalid_i && random_.chance(60)) {
      top.k_axi_wvalid_i = 1;
      uint8_t data[kLineBytes];
      for (uint8_t &byte : data)
        byte = uint8_t(random_.next());
      setBytes(top.k_axi_wdata_i, data, kLineBytes);
      top.k_axi_wstrb_i = uint32_t(random_.next()) & 0xaaaaaaaa & ((uint64_t(1) << kLineBytes) - 1);
    }
    // Nobody reads a line whose write is not acknowledged.
    if (active_ && !top.k_axi_arvalid_i && random_.chance(60)) {
      const unsigned line = random_.below(kLines) * kLineBytes;
      if (line != pending_ && !(top.k_axi_awvalid_i && line == line_)) {
        top.k_axi_arvalid_i = 1, top.k_axi_arid_i = random_.below(2048u), top.k_axi_araddr_i = line;
      }
    }
    if (top.k_axi_arvalid_i && top.k_axi_awvalid_i && top.k_axi_araddr_i == top.k_axi_awaddr_i && !asked_)
      top.k_axi_awaddr_i = line_ = (line_ + kLineBytes) % MEMORY_BYTES;
    asked_ = top.k_axi_awvalid_i;
    top.k_axi_bready_i = random_.chance(70), top.k_axi_rready_i = random_.chance(70);
    shell_.clock.settle();
    answers();
    const bool wrote = top.k_axi_awvalid_i && top.k_axi_awready_o, asked = top.k_axi_arvalid_i && top.k_axi_arready_o;
    BENCH_CHECK(wrote == (top.k_axi_wvalid_i && top.k_axi_wready_o), "address and data are taken together");
    if (asked) {
      Read read{top.k_axi_arid_i, {}};
      std::memcpy(read.line, bytes_ + top.k_axi_araddr_i, kLineBytes);
      reads_.push_back(read);
    }
    if (wrote)
      write();
    shell_.edge();
    if (wrote)
      top.k_axi_awvalid_i = top.k_axi_wvalid_i = 0;
    if (asked)
      top.k_axi_arvalid_i = 0;
  }

  void write() {
    auto &top = shell_.clock.top;
    uint8_t data[kLineBytes];
    getBytes(top.k_axi_wdata_i, data, kLineBytes);
    for (unsigned i = 0; i < kLineBytes; ++i)
      if (bit(top.k_axi_wstrb_i, i))
        bytes_[top.k_axi_awaddr_i + i] = data[i];
    writes_.push_back(top.k_axi_awid_i);
    pending_ = top.k_axi_awaddr_i;
    ++written_;
  }

  void answers() {
    auto &top = shell_.clock.top;
    if (top.k_axi_bvalid_o && top.k_axi_bready_i) {
      BENCH_CHECK(!writes_.empty() && writes_.front() == top.k_axi_bid_o && top.k_axi_bresp_o == 0, "acknowledgement");
      writes_.pop_front();
      pending_ = kNone;
    }
    if (top.k_axi_rvalid_o && top.k_axi_rready_i) {
      BENCH_CHECK(!reads_.empty() && reads_.front().id == top.k_axi_rid_o && top.k_axi_rresp_o == 0 &&
                  top.k_axi_rlast_o);
      uint8_t line[kLineBytes];
      getBytes(top.k_axi_rdata_o, line, kLineBytes);
      for (unsigned i = 1; i < kLineBytes; i += 2)
        BENCH_CHECK(line[i] == reads_.front().line[i], "kernel, byte %u of a line", i);
      reads_.pop_front();
      ++read_;
    }
  }

  static constexpr unsigned kNone = ~0u;
  Shell shell_;
  Random random_{4};
  uint8_t bytes_[MEMORY_BYTES];
  bool active_ = false, asked_ = false;
  unsigned line_ = 0, pending_ = kNone, written_ = 0, read_ = 0;
  std::deque<unsigned> writes_;
  std::deque<Read> reads_;
};

}  // namespace

int main() {
  constants();
  configuration();
  launches();
  ended();
  SharedMemory().run();
  std::printf("small_shell, lines of %d bits: %llu cycles\n", LINE_BITS, static_cast<unsigned long long>(bench::now));
}
