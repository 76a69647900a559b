// SPDX-License-Identifier: Apache-2.0
// Memory with an AXI5 slave side for the benches: in order for each ID only, random latency, random stalls, atomics.
// Writes reach memory when B is sent, so that an acknowledgement that comes too early is seen.
#pragma once
#include "bench.h"
#include <array>
#include <cstring>
#include <deque>
#include <map>

#include "weft_abi.h"

namespace bench {

using Line = std::array<uint8_t, 64>;
constexpr unsigned kIds = 1u << weft::abi::AXI_ID_BITS;

/// Bytes by address; what was never written is a function of the address.
class SparseMemory {
public:
  std::map<uint32_t, Line> lines;
  Line &line(uint32_t address) {
    uint32_t base = address & ~63u;
    auto [it, fresh] = lines.try_emplace(base);
    if (fresh)
      for (uint32_t i = 0; i < 64; ++i)
        it->second[i] = static_cast<uint8_t>(((base + i) * 0x9e3779b1u) >> 23);
    return it->second;
  }
  uint8_t &byte(uint32_t address) { return line(address)[address & 63]; }
  uint32_t word(uint32_t address) {
    uint32_t value;
    std::memcpy(&value, &line(address)[address & 63], 4);
    return value;
  }
  void setWord(uint32_t address, uint32_t value) { std::memcpy(&line(address)[address & 63], &value, 4); }
};

/// What an atomic operation (AWATOP) leaves in memory.
inline uint32_t atomicResult(unsigned atop, uint32_t old, uint32_t data, uint32_t compare) {
  switch (atop) {
  case 0x20:
    return old + data;
  case 0x21:
    return old & ~data;
  case 0x22:
    return old ^ data;
  case 0x23:
    return old | data;
  case 0x24:
    return static_cast<int32_t>(old) > static_cast<int32_t>(data) ? old : data;
  case 0x25:
    return static_cast<int32_t>(old) < static_cast<int32_t>(data) ? old : data;
  case 0x26:
    return old > data ? old : data;
  case 0x27:
    return old < data ? old : data;
  case 0x30:
    return data;
  case 0x31:
    return old == compare ? data : old;
  default:
    BENCH_CHECK(false, "atop %#x", atop);
    return 0;
  }
}

template <typename Top> class AxiMemory {
public:
  SparseMemory memory;
  uint64_t reads = 0, writes = 0, atomics = 0;  // requests accepted
  uint64_t readsOf[kIds] = {}, writesOf[kIds] = {};
  uint64_t acksOf[kIds] = {};                     // B sent, by ID
  std::deque<uint32_t> *expectedReads = nullptr;  // by ID: addresses that must be asked for, in order

  /// latency: cycles from acceptance to the response where nothing stalls; stalls false: always ready, in order.
  AxiMemory(uint64_t seed, unsigned latency, bool stalls)
      : random(seed), latency(latency), stalls(stalls), ar(random.next(), !stalls), aw(random.next(), !stalls),
        w(random.next(), !stalls), r(random.next(), !stalls), b(random.next(), !stalls) {}

  /// Sets the model's inputs for this cycle.
  void drive(Top &top, uint64_t cycle) {
    top.m_axi_arready_i = ar.active();
    top.m_axi_awready_i = aw.active();
    top.m_axi_wready_i = w.active();
    top.m_axi_rvalid_i = 0;
    top.m_axi_bvalid_i = 0;
    if (auto *queue = r.active() ? pick(readQueues, cycle) : nullptr) {
      Pending p = queue->front();
      queue->pop_front();
      top.m_axi_rvalid_i = 1;
      top.m_axi_rid_i = static_cast<uint16_t>(p.id | (p.atop ? kIds / 2 : 0));
      Line line = memory.line(p.address);
      if (p.atop) {
        uint32_t lane = p.address & 63, data, compare;
        std::memcpy(&compare, &p.data[lane], 4);
        std::memcpy(&data, &p.data[p.atop == 0x31 ? lane ^ 4 : lane], 4);
        uint32_t old = memory.word(p.address);
        memory.setWord(p.address, atomicResult(p.atop, old, data, compare));
        line.fill(0xee);  // only the operand's own lane counts
        std::memcpy(&line[lane], &old, 4);
        p.due = cycle + (stalls ? random.below(30) : 0);
        ackQueues[p.id].push_back(p);
      }
      std::memcpy(top.m_axi_rdata_i.data(), line.data(), 64);
    }
    if (auto *queue = b.active() ? pick(ackQueues, cycle) : nullptr) {
      const Pending &p = queue->front();
      if (!p.atop)
        for (unsigned i = 0; i < 64; ++i)
          if (bit(p.strobes, i))
            memory.byte(p.address + i) = p.data[i];
      top.m_axi_bvalid_i = 1;
      top.m_axi_bid_i = p.id;
      ++acksOf[p.id];
      queue->pop_front();
    }
  }

  /// Looks at the model's outputs, after they settled.
  void look(Top &top, uint64_t cycle) {
    hold[0].look("AR", 0, top.m_axi_arvalid_o, top.m_axi_arready_i,
                 top.m_axi_arvalid_o ? uint64_t(top.m_axi_arid_o) << 32 | top.m_axi_araddr_o : 0);
    hold[1].look("AW", 0, top.m_axi_awvalid_o, top.m_axi_awready_i,
                 top.m_axi_awvalid_o
                     ? uint64_t(top.m_axi_awatop_o) << 48 | uint64_t(top.m_axi_awid_o) << 32 | top.m_axi_awaddr_o
                     : 0);
    uint64_t sum = 0;
    for (unsigned i = 0; i < 16; ++i)
      sum = sum * 31 + top.m_axi_wdata_o[i];
    hold[2].look("W", 0, top.m_axi_wvalid_o, top.m_axi_wready_i, top.m_axi_wvalid_o ? sum ^ top.m_axi_wstrb_o : 0);
    BENCH_CHECK(top.m_axi_rready_o && top.m_axi_bready_o, "responses must always be taken");
    if (top.m_axi_arvalid_o && top.m_axi_arready_i) {
      Pending p;
      p.id = top.m_axi_arid_o;
      p.address = top.m_axi_araddr_o;
      p.due = cycle + delay();
      BENCH_CHECK(p.address % 64 == 0 && top.m_axi_arlen_o == 0, "read of %#x", p.address);
      if (expectedReads) {
        auto &expected = expectedReads[p.id];
        BENCH_CHECK(!expected.empty() && expected.front() == p.address, "load %u asks for line %#x", p.id, p.address);
        expected.pop_front();
      }
      ++reads;
      ++readsOf[p.id];
      readQueues[p.id].push_back(p);
    }
    if (top.m_axi_awvalid_o && top.m_axi_awready_i) {
      Pending p;
      p.id = top.m_axi_awid_o;
      p.address = top.m_axi_awaddr_o;
      p.atop = top.m_axi_awatop_o;
      BENCH_CHECK(top.m_axi_awlen_o == 0 && (p.atop || p.address % 64 == 0), "write of %#x", p.address);
      addresses.push_back(p);
    }
    if (top.m_axi_wvalid_o && top.m_axi_wready_i) {
      Pending p;
      std::memcpy(p.data.data(), top.m_axi_wdata_o.data(), 64);
      p.strobes = top.m_axi_wstrb_o;
      BENCH_CHECK(top.m_axi_wlast_o && p.strobes != 0, "W beat");
      beats.push_back(p);
    }
    while (!addresses.empty() && !beats.empty()) {
      Pending p = addresses.front();
      p.data = beats.front().data;
      p.strobes = beats.front().strobes;
      p.due = cycle + delay();
      addresses.pop_front();
      beats.pop_front();
      ++writesOf[p.id];
      if (p.atop) {
        uint64_t lane = p.address & 63;
        uint64_t expected = p.atop == 0x31 ? uint64_t(0xff) << (lane & 56) : uint64_t(15) << lane;
        BENCH_CHECK(p.strobes == expected, "strobes of an atomic at %#x", p.address);
        ++atomics;
        readQueues[kIds / 2 + p.id].push_back(p);
      } else {
        ++writes;
        ackQueues[p.id].push_back(p);
      }
    }
  }

private:
  struct Pending {
    uint8_t id = 0, atop = 0;
    uint32_t address = 0;
    uint64_t due = 0, strobes = 0;
    Line data;
  };
  using Queues = std::map<unsigned, std::deque<Pending>>;

  unsigned delay() { return stalls ? latency + random.below(latency) : latency; }
  // One of the queues whose head is due: any of them, or without stalls the oldest.
  std::deque<Pending> *pick(Queues &queues, uint64_t cycle) {
    std::deque<Pending> *best = nullptr;
    unsigned count = 0;
    for (auto &[id, queue] : queues) {
      if (queue.empty() || queue.front().due > cycle)
        continue;
      ++count;
      if (!best || (stalls ? random.below(count) == 0 : queue.front().due < best->front().due))
        best = &queue;
    }
    return best;
  }

  Random random;
  unsigned latency;
  bool stalls;
  Stall ar, aw, w, r, b;
  Queues readQueues, ackQueues;
  std::deque<Pending> addresses, beats;
  HoldCheck hold[3];
};

}  // namespace bench
