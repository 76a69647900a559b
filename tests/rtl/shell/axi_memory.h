// SPDX-License-Identifier: Apache-2.0
// A memory behind an AXI4 port with random stalls, latency and reordering among IDs, which checks the protocol: bursts
// within 4 KiB, full-width INCR beats, write data never before its address, last flags, stability while waiting.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "tests/rtl/shell/bench.h"

namespace bench {

/// Accessors of an AXI4 master port of a model, all IDs and strobes as integers.
#define BENCH_AXI_PORT(Name, Model, prefix)                                                                            \
  struct Name {                                                                                                        \
    Model &m;                                                                                                          \
    bool awvalid() const { return m.prefix##awvalid_o; }                                                               \
    void awready(bool v) { m.prefix##awready_i = v; }                                                                  \
    unsigned awid() const { return m.prefix##awid_o; }                                                                 \
    uint64_t awaddr() const { return m.prefix##awaddr_o; }                                                             \
    unsigned awlen() const { return m.prefix##awlen_o; }                                                               \
    bool wvalid() const { return m.prefix##wvalid_o; }                                                                 \
    void wready(bool v) { m.prefix##wready_i = v; }                                                                    \
    void wdata(uint8_t *to, size_t n) const { getBytes(m.prefix##wdata_o, to, n); }                                    \
    uint64_t wstrb() const { return m.prefix##wstrb_o; }                                                               \
    bool wlast() const { return m.prefix##wlast_o; }                                                                   \
    void b(bool valid, unsigned id, unsigned resp) {                                                                   \
      m.prefix##bvalid_i = valid, m.prefix##bid_i = id, m.prefix##bresp_i = resp;                                      \
    }                                                                                                                  \
    bool bready() const { return m.prefix##bready_o; }                                                                 \
    bool arvalid() const { return m.prefix##arvalid_o; }                                                               \
    void arready(bool v) { m.prefix##arready_i = v; }                                                                  \
    unsigned arid() const { return m.prefix##arid_o; }                                                                 \
    uint64_t araddr() const { return m.prefix##araddr_o; }                                                             \
    unsigned arlen() const { return m.prefix##arlen_o; }                                                               \
    void r(bool valid, unsigned id, const uint8_t *data, size_t n, unsigned resp, bool last) {                         \
      m.prefix##rvalid_i = valid, m.prefix##rid_i = id, m.prefix##rresp_i = resp;                                      \
      BENCH_RLAST(prefix, last);                                                                                       \
      if (data)                                                                                                        \
        setBytes(m.prefix##rdata_i, data, n);                                                                          \
    }                                                                                                                  \
    bool rready() const { return m.prefix##rready_o; }                                                                 \
  }

struct Timing {
  unsigned readyPercent = 100;  // of AW, W and AR
  unsigned validPercent = 100;  // of R and B
  unsigned latency = 20, latencySpread = 0;
  bool reorder = false;  // among IDs

  static Timing ideal(unsigned latency) { return {100, 100, latency, 0, false}; }
  static Timing random(Random &r) {
    return {unsigned(r.percent(40) ? 100 : r.range(20, 100)), unsigned(r.percent(40) ? 100 : r.range(20, 100)),
            unsigned(r.range(1, 60)), unsigned(r.percent(50) ? 0 : r.range(1, 80)), r.percent(50)};
  }
};

template <class Port, unsigned kBytes> class AxiMemory {
public:
  static constexpr unsigned kMaxBeats = 64, kBlock = 4096;

  AxiMemory(Port port, uint64_t base, size_t size, uint64_t seed)
      : bytes(size), base_(base), port_(port), random_(seed) {
    port_.b(false, 0, 0);
    port_.r(false, 0, nullptr, kBytes, 0, false);
  }

  std::vector<uint8_t> bytes;
  Timing timing;
  std::function<bool(uint64_t line)> mayRead;  // unset: any
  uint64_t beatsRead = 0, beatsWritten = 0;

  bool inside(uint64_t address, size_t n) const { return address >= base_ && address - base_ + n <= bytes.size(); }
  uint8_t *at(uint64_t address) { return bytes.data() + (address - base_); }
  bool idle() const { return reads_.empty() && writes_.empty() && !wHeld_; }

  /// Before the edge: looks at the port's outputs and drives its inputs.
  void drive() {
    awready_ = random_.percent(timing.readyPercent);
    wready_ = random_.percent(timing.readyPercent);
    arready_ = random_.percent(timing.readyPercent);
    port_.awready(awready_), port_.wready(wready_), port_.arready(arready_);
    if (!bValid_ && random_.percent(timing.validPercent))
      chooseResponse();
    if (!rValid_ && random_.percent(timing.validPercent))
      chooseBeat();
    checkStability();
    sampleTaken();
  }

  /// After the edge.
  void settle() {
    if (bTaken_)
      bValid_ = false, port_.b(false, 0, 0);
    if (rTaken_)
      rValid_ = false, port_.r(false, 0, nullptr, kBytes, 0, false);
  }

private:
  struct Read {
    unsigned id, beats, done = 0;
    uint64_t address, due;
    std::vector<uint8_t> early;  // as it was when the request came; empty: looked at when served
  };
  struct Write {
    unsigned id, beats, got = 0;
    uint64_t address, due = 0;
    bool failed = false;
    std::vector<std::pair<uint64_t, std::vector<uint8_t>>> data;  // lines with strobes applied late
    std::vector<uint64_t> strobes;
  };

  void checkRequest(uint64_t address, unsigned beats) {
    CHECK(address % kBytes == 0, "address %#llx is not aligned", (unsigned long long)address);
    CHECK(beats <= kMaxBeats, "%u beats", beats);
    CHECK(address / kBlock == (address + uint64_t(beats) * kBytes - 1) / kBlock,
          "burst at %#llx of %u beats crosses 4 KiB", (unsigned long long)address, beats);
  }

  // A channel that waits must not change.
  void checkStability() {
    const uint64_t aw = port_.awvalid() ? 1 + (port_.awaddr() << 20 ^ uint64_t(port_.awid()) << 8 ^ port_.awlen()) : 0;
    const uint64_t ar = port_.arvalid() ? 1 + (port_.araddr() << 20 ^ uint64_t(port_.arid()) << 8 ^ port_.arlen()) : 0;
    CHECK(!awWaits_ || awWaits_ == aw, "AW changed");
    CHECK(!arWaits_ || arWaits_ == ar, "AR changed");
    awWaits_ = awready_ ? 0 : aw;
    arWaits_ = arready_ ? 0 : ar;
    if (port_.wvalid() && !wready_) {
      uint8_t line[kBytes];
      port_.wdata(line, kBytes);
      CHECK(!wHeld_ || !std::memcmp(line, held_, kBytes), "W changed");
      std::memcpy(held_, line, kBytes);
      wHeld_ = true;
    } else {
      CHECK(!wHeld_ || port_.wvalid(), "W withdrawn");
      wHeld_ = false;
    }
  }

  void sampleTaken() {
    if (port_.arvalid() && arready_) {
      Read read{port_.arid(),
                port_.arlen() + 1,
                0,
                port_.araddr(),
                now + timing.latency + random_.below(timing.latencySpread + 1),
                {}};
      checkRequest(read.address, read.beats);
      if (mayRead)
        for (unsigned i = 0; i < read.beats; ++i)
          CHECK(mayRead(read.address + i * kBytes), "line %#llx is read for nothing",
                (unsigned long long)read.address + i * kBytes);
      if (random_.percent(50) && inside(read.address, read.beats * kBytes))
        read.early.assign(at(read.address), at(read.address) + read.beats * kBytes);
      reads_.push_back(std::move(read));
    }
    if (port_.awvalid() && awready_) {
      Write write;
      write.id = port_.awid(), write.beats = port_.awlen() + 1, write.address = port_.awaddr();
      checkRequest(write.address, write.beats);
      writes_.push_back(std::move(write));
    }
    if (port_.wvalid()) {
      auto write = writes_.begin();
      while (write != writes_.end() && write->got == write->beats)
        ++write;
      // The address may be on the channel in this very cycle, still waiting.
      CHECK(write != writes_.end() || port_.awvalid(), "write data before its address");
      if (write != writes_.end() && wready_)
        takeBeat(*write);
      else if (wready_) {  // address not accepted yet: do not take the data either
        wready_ = false;
        port_.wready(false);
        port_.wdata(held_, kBytes);
        wHeld_ = true;
      }
    }
    bTaken_ = bValid_ && port_.bready();
    rTaken_ = rValid_ && port_.rready();
  }

  void takeBeat(Write &write) {
    const uint64_t address = write.address + uint64_t(write.got) * kBytes;
    std::vector<uint8_t> line(kBytes);
    port_.wdata(line.data(), kBytes);
    ++write.got;
    ++beatsWritten;
    CHECK(port_.wlast() == (write.got == write.beats), "last flag of beat %u of %u", write.got, write.beats);
    if (!inside(address, kBytes))
      write.failed = true;
    else {
      write.data.emplace_back(address, std::move(line));
      write.strobes.push_back(port_.wstrb());
      if (random_.percent(50))
        apply(write);
    }
    if (write.got == write.beats)
      write.due = now + timing.latency + random_.below(timing.latencySpread + 1);
  }

  void apply(Write &write) {
    for (size_t i = 0; i < write.data.size(); ++i)
      for (unsigned byte = 0; byte < kBytes; ++byte)
        if (write.strobes[i] >> byte & 1)
          *at(write.data[i].first + byte) = write.data[i].second[byte];
    write.data.clear();
    write.strobes.clear();
  }

  // The oldest of its ID, and due.
  template <class Queue, class Ready> int choose(Queue &queue, Ready ready) {
    std::vector<int> candidates;
    std::vector<unsigned> seen;
    for (size_t i = 0; i < queue.size(); ++i) {
      const bool first = std::find(seen.begin(), seen.end(), queue[i].id) == seen.end();
      if (first && ready(queue[i])) {
        if (!timing.reorder)
          return int(i);
        candidates.push_back(int(i));
      }
      if (first)
        seen.push_back(queue[i].id);
      if (!timing.reorder)
        break;
    }
    return candidates.empty() ? -1 : candidates[random_.below(candidates.size())];
  }

  void chooseResponse() {
    const int which = choose(writes_, [](const Write &w) { return w.got == w.beats && w.due <= now; });
    if (which < 0)
      return;
    Write &write = writes_[which];
    apply(write);
    port_.b(true, write.id, write.failed ? 3 : 0);
    bValid_ = true;
    writes_.erase(writes_.begin() + which);
  }

  void chooseBeat() {
    const int which = choose(reads_, [](const Read &r) { return r.due <= now; });
    if (which < 0)
      return;
    Read &read = reads_[which];
    const uint64_t address = read.address + uint64_t(read.done) * kBytes;
    const bool ok = inside(address, kBytes);
    uint8_t garbage[kBytes];
    std::memset(garbage, 0xEE, kBytes);
    const uint8_t *data = !ok ? garbage : read.early.empty() ? at(address) : read.early.data() + read.done * kBytes;
    ++read.done;
    ++beatsRead;
    port_.r(true, read.id, data, kBytes, ok ? 0 : 3, read.done == read.beats);
    rValid_ = true;
    if (read.done == read.beats)
      reads_.erase(reads_.begin() + which);
  }

  uint64_t base_;
  Port port_;
  Random random_;
  std::deque<Read> reads_;
  std::deque<Write> writes_;
  bool awready_ = false, wready_ = false, arready_ = false, bValid_ = false, rValid_ = false, bTaken_ = false,
       rTaken_ = false;
  uint64_t awWaits_ = 0, arWaits_ = 0;
  bool wHeld_ = false;
  uint8_t held_[kBytes] = {};
};

}  // namespace bench
