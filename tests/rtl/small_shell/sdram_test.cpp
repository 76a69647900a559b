// SPDX-License-Identifier: Apache-2.0
// Device memory of board ulx3s-85f: axi_memory and LiteDRAM's controller under random accesses of host and kernel, with
// stalls and resets of the kernel, against a model of what memory holds and one of the chip that checks its protocol.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "Vsdram.h"
#include "sim/model/sdram_chip.h"
#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kLineBytes = 16;
constexpr double kClockMhz = 50;

/// What memory holds, byte by byte; nothing where that is not known.
class Contents {
public:
  using Line = std::array<std::optional<uint8_t>, kLineBytes>;
  void write(unsigned line, const uint8_t *data, unsigned strobes) {
    for (unsigned i = 0; i < kLineBytes; ++i)
      if (bit(strobes, i))
        lines_[line][i] = data[i];
  }
  /// A write that may have been carried out.
  void spoil(unsigned line, unsigned strobes) {
    for (unsigned i = 0; i < kLineBytes; ++i)
      if (bit(strobes, i))
        lines_[line][i].reset();
  }
  void check(unsigned line, const uint8_t *data, unsigned first, unsigned count) const {
    const auto known = lines_.find(line);
    for (unsigned i = 0; known != lines_.end() && i < count; ++i)
      if (known->second[first + i])
        BENCH_CHECK(data[i] == *known->second[first + i], "byte %u of line %#x is %02x, not %02x", first + i, line,
                    data[i], *known->second[first + i]);
  }

private:
  std::map<unsigned, Line> lines_;
};

class Memory {
public:
  explicit Memory(uint64_t seed) : random_(seed), stallB_(seed + 1), stallR_(seed + 2) {
    auto &top = clock_.top;
    top.host_valid_i = top.k_axi_awvalid_i = top.k_axi_wvalid_i = top.k_axi_arvalid_i = top.kernel_rst_i = 0;
    top.k_axi_bready_i = top.k_axi_rready_i = top.chip_drives_i = top.chip_dq_i = 0;
    top.rst_i = 1;
    for (int i = 0; i < 4; ++i)
      cycle();
    top.rst_i = 0;
    for (unsigned waited = 0; !top.ready_o; ++waited) {
      BENCH_CHECK(waited < 20000, "the chip is not initialised");
      cycle();
    }
    BENCH_CHECK(chip_.initialised());
    for (int i = 0; i < 4; ++i)  // the reset behind it
      cycle();
    // Few lines, so that they are met again: neighbours, other banks, other rows of the same bank, the last ones.
    for (unsigned i = 0; i < 48; ++i)
      lines_.push_back((random_.chance(50) ? random_.below(64u) : random_.below(1u << 21)) * kLineBytes);
    lines_.push_back((1u << 25) - kLineBytes);
  }

  /// Traffic of the kernel in `busy` percent of the cycles.
  void run(unsigned cycles, unsigned busy, bool resets) {
    for (unsigned i = 0; i < cycles; ++i) {
      if (resets && random_.oneIn(700))
        resetKernel();
      kernelRequests(busy);
      hostRequest();
      step();
    }
    for (unsigned waited = 0; !writes_.empty() || !reads_.empty() || clock_.top.host_valid_i; ++waited) {
      BENCH_CHECK(waited < 3000, "%zu writes and %zu reads are not answered", writes_.size(), reads_.size());
      step();
    }
  }

  /// Cycles for each of many lines in a row.
  double stream(bool write) {
    const uint64_t begin = now;
    constexpr unsigned kLines = 1000;
    auto &top = clock_.top;
    for (unsigned asked = 0; asked < kLines || !writes_.empty() || !reads_.empty();) {
      auto &valid = write ? top.k_axi_awvalid_i : top.k_axi_arvalid_i;
      if (asked < kLines && !valid) {
        const unsigned line = 0x100000 + asked++ * kLineBytes;
        if (write)
          askWrite(line, 0xffff);
        else
          askRead(line);
      }
      step();
    }
    return double(now - begin) / kLines;
  }

  uint64_t refreshes() const { return chip_.refreshes(); }
  unsigned written = 0, read = 0, hosts = 0, resets = 0;

private:
  struct Write {
    unsigned id, line, strobes;
    std::array<uint8_t, kLineBytes> data;
  };
  struct Read {
    unsigned id, line;
  };

  void cycle() {
    auto &top = clock_.top;
    clock_.settle();
    clock_.edge();
    const weft::sim::SdramAnswer answer = chip_.clock({.cke = bool(top.sdram_cke_o),
                                                       .csN = bool(top.sdram_cs_n_o),
                                                       .rasN = bool(top.sdram_ras_n_o),
                                                       .casN = bool(top.sdram_cas_n_o),
                                                       .weN = bool(top.sdram_we_n_o),
                                                       .bank = uint8_t(top.sdram_ba_o),
                                                       .mask = uint8_t(top.sdram_dm_o),
                                                       .address = uint16_t(top.sdram_a_o),
                                                       .data = uint16_t(top.sdram_dq_o)});
    top.chip_drives_i = answer.drives;
    top.chip_dq_i = answer.data;
  }

  /// Nobody asks for a line while somebody writes it, nor writes one that is read.
  bool free(unsigned line, bool forRead) const {
    const auto at = [line](const auto &request) { return request.line == line; };
    if (hostLine_ == line || std::any_of(writes_.begin(), writes_.end(), at))
      return false;
    return forRead || std::none_of(reads_.begin(), reads_.end(), at);
  }

  void askWrite(unsigned line, unsigned strobes) {
    auto &top = clock_.top;
    Write write{random_.below(2048u), line, strobes, {}};
    for (uint8_t &byte : write.data)
      byte = uint8_t(random_.next());
    top.k_axi_awvalid_i = top.k_axi_wvalid_i = 1;
    top.k_axi_awid_i = write.id, top.k_axi_awaddr_i = line, top.k_axi_wstrb_i = strobes;
    setBytes(top.k_axi_wdata_i, write.data.data(), kLineBytes);
    writes_.push_back(write);
  }
  void askRead(unsigned line) {
    auto &top = clock_.top;
    top.k_axi_arvalid_i = 1, top.k_axi_arid_i = random_.below(2048u), top.k_axi_araddr_i = line;
    reads_.push_back({top.k_axi_arid_i, line});
  }

  void kernelRequests(unsigned busy) {
    auto &top = clock_.top;
    if (!top.k_axi_awvalid_i && random_.chance(busy))
      if (const unsigned line = random_.of(lines_); free(line, false))
        askWrite(line, random_.chance(50) ? 0xffff : unsigned(random_.next()) & 0xffff);
    if (!top.k_axi_arvalid_i && random_.chance(busy))
      if (const unsigned line = random_.of(lines_); free(line, true))
        askRead(line);
  }

  void hostRequest() {
    auto &top = clock_.top;
    if (top.host_valid_i || !random_.chance(10))
      return;
    const unsigned line = random_.of(lines_);
    top.host_write_i = random_.chance(50);
    if (!free(line, !top.host_write_i))
      return;
    top.host_valid_i = 1, top.host_addr_i = line + 4 * random_.below(4u);
    top.host_wdata_i = uint32_t(random_.next()), top.host_wstrb_i = random_.below(16u);
    hostLine_ = line;
  }

  void step() {
    auto &top = clock_.top;
    top.k_axi_bready_i = stallB_.active(), top.k_axi_rready_i = stallR_.active();
    clock_.settle();
    BENCH_CHECK((top.k_axi_awvalid_i && top.k_axi_awready_o) == (top.k_axi_wvalid_i && top.k_axi_wready_o));
    const bool wrote = top.k_axi_awvalid_i && top.k_axi_awready_o, asked = top.k_axi_arvalid_i && top.k_axi_arready_o;
    answers();
    const bool host = top.host_valid_i && top.host_ready_o;
    if (host)
      hostAnswer();
    cycle();
    if (wrote)
      top.k_axi_awvalid_i = top.k_axi_wvalid_i = 0;
    if (asked)
      top.k_axi_arvalid_i = 0;
    if (host)
      top.host_valid_i = 0;
  }

  void answers() {
    auto &top = clock_.top;
    if (top.kernel_rst_i)  // nobody looks
      return;
    if (top.k_axi_bvalid_o && top.k_axi_bready_i) {
      BENCH_CHECK(!writes_.empty() && writes_.front().id == top.k_axi_bid_o,
                  "an acknowledgement that nobody waits for");
      const Write &write = writes_.front();
      contents_.write(write.line, write.data.data(), write.strobes);
      writes_.pop_front();
      ++written;
    }
    if (top.k_axi_rvalid_o && top.k_axi_rready_i) {
      BENCH_CHECK(!reads_.empty() && reads_.front().id == top.k_axi_rid_o, "an answer that nobody waits for");
      uint8_t data[kLineBytes];
      getBytes(top.k_axi_rdata_o, data, kLineBytes);
      contents_.check(reads_.front().line, data, 0, kLineBytes);
      reads_.pop_front();
      ++read;
    }
  }

  void hostAnswer() {
    auto &top = clock_.top;
    const unsigned first = top.host_addr_i % kLineBytes;
    uint8_t bytes[kLineBytes] = {};
    if (top.host_write_i) {
      setBytes(*reinterpret_cast<uint32_t *>(bytes + first), &top.host_wdata_i, 4);
      contents_.write(*hostLine_, bytes, unsigned(top.host_wstrb_i) << first);
    } else {
      getBytes(top.host_rdata_o, bytes, 4);
      contents_.check(*hostLine_, bytes, first, 4);
    }
    hostLine_.reset();
    ++hosts;
  }

  /// A kernel that is reset forgets its requests; what it wrote may be there or not.
  void resetKernel() {
    auto &top = clock_.top;
    for (const Write &write : writes_)
      contents_.spoil(write.line, write.strobes);
    writes_.clear();
    reads_.clear();
    top.k_axi_awvalid_i = top.k_axi_wvalid_i = top.k_axi_arvalid_i = 0;
    top.kernel_rst_i = 1;
    for (int i = 0; i < 4; ++i)
      step();
    top.kernel_rst_i = 0;
    ++resets;
    // What is still under way is not the next kernel's affair: its accesses wait, but not the host's. The host looks at
    // memory later.
    for (int i = 0; i < 400; ++i)
      step();
  }

  Clocked<Vsdram> clock_;
  weft::sim::SdramChip chip_{kClockMhz};
  Random random_;
  Stall stallB_, stallR_;
  std::vector<unsigned> lines_;
  Contents contents_;
  std::deque<Write> writes_;
  std::deque<Read> reads_;
  std::optional<unsigned> hostLine_;
};

void traffic(uint64_t seed) {
  Memory memory(seed);
  memory.run(20000, seed % 2 ? 60 : 5, false);
  memory.run(20000, 30, true);
  BENCH_CHECK(memory.written > 400 && memory.read > 400 && memory.hosts > 100 && memory.resets > 5,
              "%u writes, %u reads, %u of the host, %u resets", memory.written, memory.read, memory.hosts,
              memory.resets);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 6; ++seed)
    traffic(seed);
  Memory memory(0);
  const double write = memory.stream(true), read = memory.stream(false);
  std::printf("SDRAM: %.2f cycles a line written, %.2f read; %llu cycles\n", write, read,
              static_cast<unsigned long long>(bench::now));
  BENCH_CHECK(write < 13 && read < 13, "a line of 8 words takes too long");
}
