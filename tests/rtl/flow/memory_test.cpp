// SPDX-License-Identifier: Apache-2.0
// rtl/mem's units for global memory behind the kernel's memory port: random requests and stalls against a memory model,
// then exact rates. Units 0 to 6 are loads (even: stream), 7 to 11 stores (7, 9, 11: stream), 12 to 14 atomics, the
// last on 8 bytes.
#include "Vmemory_bench.h"
#include <memory>
#include <vector>

#include "tests/rtl/common/axi_memory.h"

using namespace bench;

namespace {

constexpr unsigned kLoads = 7, kStores = 5, kAtomics = 3, kUnits = kLoads + kStores + kAtomics;
const unsigned kBytes[kUnits] = {4, 4, 1, 16, 64, 8, 8, 4, 4, 1, 16, 64, 4, 4, 8};
constexpr unsigned kLine = 64;
using Bench = Clocked<Vmemory_bench>;
using Line = std::array<uint8_t, kLine>;
BENCH_AXI_PORT(Port, m_axi_);

/// Bytes by address; what was never written is a function of the address.
class SparseBytes {
public:
  std::map<uint32_t, Line> lines;
  uint8_t *line(uint64_t address, unsigned) {
    const auto base = uint32_t(address) & ~63u;
    auto [it, fresh] = lines.try_emplace(base);
    if (fresh)
      for (uint32_t i = 0; i < kLine; ++i)
        it->second[i] = static_cast<uint8_t>(((base + i) * 0x9e3779b1u) >> 23);
    return it->second.data();
  }
  uint8_t &byte(uint32_t address) { return line(address, kLine)[address & 63]; }
  uint64_t number(uint32_t address, unsigned bytes) {
    uint64_t value = 0;
    std::memcpy(&value, &byte(address), bytes);
    return value;
  }
  void setNumber(uint32_t address, unsigned bytes, uint64_t value) { std::memcpy(&byte(address), &value, bytes); }
};

bool isLoad(unsigned unit) { return unit < kLoads; }
bool isStore(unsigned unit) { return unit >= kLoads && unit < kLoads + kStores; }
bool isStream(unsigned unit) { return isLoad(unit) ? unit % 2 == 0 : isStore(unit) && (unit - kLoads) % 2 == 0; }

struct Region {
  uint32_t base, limit;
};

struct Request {
  uint32_t address = 0;
  Line data{};
  Atop op = Atop::NONE;
  uint64_t compare = 0;
  bool fault = false;
  Line answer{};
};

struct Unit {
  Region regions[2];
  std::deque<Request> outstanding;
  std::deque<uint32_t> faults;  // addresses to be reported
  uint64_t accepted = 0, answered = 0, performed = 0, faulty = 0;
  Request next;
  bool offered = false;
  uint32_t cursor = 0;
  unsigned run = 0;
  uint32_t line = ~0u;  // stream loads: the line known
  bool flush = false;
  bool wasEmpty = true;  // nothing was outstanding in the cycle before
};

class Harness {
public:
  Bench bench;
  AxiMemory<SparseBytes> axi;
  SparseBytes model;  // what memory must hold once everything accepted is performed
  Unit units[kUnits];
  std::deque<uint32_t> expectedReads[kLoads];  // lines that each unit must ask for, in order
  std::map<uint32_t, uint64_t> lastStore;      // byte address → number of the last accepted store of its unit

  Harness(uint64_t seed, unsigned latency, bool stalls) : axi(SparseBytes(), kLine, seed), random(seed * 77 + 1) {
    axi.timing = AxiTiming::ideal(latency);
    if (stalls) {
      axi.timing = AxiTiming::random(random);
      axi.timing.latency = axi.timing.spread = latency;
      axi.timing.reorder = true;
    }
    axi.timing.earlyPercent = 0;  // so that an acknowledgement that comes too early is seen
    axi.maxBeats = 1;
    axi.onRead = [this](unsigned load, uint64_t line) {
      BENCH_CHECK(load < kLoads && !expectedReads[load].empty() && expectedReads[load].front() == line,
                  "load %u asks for line %#llx", load, (unsigned long long)line);
      expectedReads[load].pop_front();
    };
    for (unsigned u = 0; u < kUnits; ++u) {
      auto &r = units[u].regions;
      // Odd sizes and starts: an access at either end is in or out by a byte. Atomics meet each other in few words.
      uint32_t base = 0x100000 * (u + 1);
      r[0] = {base + random.below(80), base + 4096 - random.below(80)};
      r[1] = {base + 8192, base + 8192 + (u >= kLoads + kStores ? 32 : 1000 + random.below(300))};
      if (u == 1)
        r[1] = {0xffffff00u, 0xffffffffu};  // the top of the address space
      if (u == 3)
        r[1] = {0, 0};  // NULL
      if (u == 5)
        r[0] = {0, 100};
      for (unsigned i = 0; i < 2; ++i) {
        bench.top.base_i[2 * u + i] = r[i].base;
        bench.top.limit_i[2 * u + i] = r[i].limit;
      }
      inStall.emplace_back(random.next(), !stalls);
      outStall.emplace_back(random.next(), !stalls);
    }
    bench.reset();
    cycle();
    cycle();
  }

  bool inBounds(unsigned u, uint32_t address) const {
    for (const Region &r : units[u].regions)
      if (address >= r.base && uint64_t(address) + kBytes[u] <= r.limit)
        return true;
    return false;
  }

  /// The random mix: runs of consecutive addresses, repeats, jumps, and addresses just in or out of bounds.
  void randomRequest(unsigned u) {
    Unit &unit = units[u];
    uint32_t bytes = kBytes[u];
    if (unit.run == 0) {
      const Region &r = unit.regions[random.below(2)];
      unit.run = 1 + random.below(!isStream(u) ? 8 : random.chance(10) ? 300 : 30);
      switch (random.below(8)) {
      case 0:
        unit.cursor = r.limit - bytes * random.below(3);
        break;
      case 1:
        unit.cursor = r.base - bytes * random.below(3);
        break;
      case 2:
        unit.cursor = random.chance(50) ? 0u - bytes * random.below(4) : bytes * random.below(4);
        break;
      default:
        unit.cursor = r.base + random.below(std::max(1u, r.limit - r.base));
        break;
      }
    } else if (!random.chance(10)) {
      unit.cursor += bytes;
    }
    --unit.run;
    // Now and then an address that is not a multiple of the size: its low bits do not count.
    offer(u, random.chance(2) ? unit.cursor : unit.cursor & ~(bytes - 1));
  }

  void offer(unsigned u, uint32_t address) {
    Request &request = units[u].next;
    request = Request();
    request.address = address;
    for (unsigned i = 0; i < kBytes[u]; ++i)
      request.data[i] = static_cast<uint8_t>(random.next());
    request.op = random.of(kAtops);
    request.compare =
        u < kLoads + kStores || random.chance(30) ? random.next() : model.number(address & ~(kBytes[u] - 1), kBytes[u]);
    units[u].offered = true;
  }

  /// Runs one cycle: offered requests stand until taken.
  void cycle() {
    auto &top = bench.top;
    BENCH_CHECK(top.m_axi_rready_o && top.m_axi_bready_o, "responses must always be taken");
    BENCH_CHECK(!top.m_axi_wvalid_o || top.m_axi_wstrb_o != 0, "a write of nothing");
    answerPort(top, axi.step(requestsOfPort(top, kLine)), kLine);
    for (unsigned u = 0; u < kUnits; ++u) {
      Unit &unit = units[u];
      setBit(top.req_valid_i, u, unit.offered);
      top.req_addr_i[u] = unit.next.address;
      std::memcpy(&top.req_data_i[u * 16], unit.next.data.data(), 64);
      if (u >= kLoads + kStores) {
        unsigned a = u - kLoads - kStores;
        top.req_op_i = (top.req_op_i & ~(63u << (6 * a))) | unsigned(unit.next.op) << (6 * a);
        std::memcpy(&top.req_cmp_i[2 * a], &unit.next.compare, sizeof unit.next.compare);
      }
      setBit(top.rsp_ready_i, u, outStall[u].active());
      if (isLoad(u))
        setBit(top.flush_i, u, unit.flush);
    }
    bench.settle();
    for (unsigned u = 0; u < kUnits; ++u) {
      Unit &unit = units[u];
      bool idle = bit(top.idle_o, u);
      // It may tell a cycle late that it is idle, never early.
      BENCH_CHECK(idle ? unit.outstanding.empty() : !unit.outstanding.empty() || !unit.wasEmpty,
                  "unit %u: idle %d with %zu outstanding", u, idle, unit.outstanding.size());
      unit.wasEmpty = unit.outstanding.empty();
      bool valid = bit(top.rsp_valid_o, u), ready = bit(top.rsp_ready_i, u);
      hold[u].look("response of unit", u, valid, ready, valid ? top.rsp_data_o[u * 16] : 0);
      if (valid && ready)
        answer(u);
      if (bit(top.fault_o, u)) {
        BENCH_CHECK(!unit.faults.empty() && unit.faults.front() == top.fault_addr_o[u], "unit %u: fault at %#x", u,
                    top.fault_addr_o[u]);
        unit.faults.pop_front();
      }
      if (unit.flush && isStream(u))
        unit.line = ~0u;
      if (unit.offered && bit(top.req_ready_o, u))
        accept(u);
      unit.flush = false;
    }
    bench.edge();
  }

  void randomCycles(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) {
      for (unsigned u = 0; u < kUnits; ++u) {
        if (!units[u].offered && inStall[u].active())
          randomRequest(u);
        units[u].flush = isLoad(u) && random.chance(1);
      }
      cycle();
    }
  }

  void drain() {
    auto busy = [&] {
      for (const Unit &unit : units)
        if (unit.offered || !unit.outstanding.empty())
          return true;
      return false;
    };
    for (unsigned i = 0; busy(); ++i) {
      BENCH_CHECK(i < 100000, "units do not finish");
      cycle();
    }
    for (unsigned i = 0; i < 40; ++i)
      cycle();
    for (unsigned u = 0; u < kUnits; ++u)
      BENCH_CHECK(units[u].faults.empty(), "unit %u: fault not reported", u);
    for (unsigned u = 0; u < kLoads; ++u)
      BENCH_CHECK(expectedReads[u].empty(), "load %u: lines not asked for", u);
    for (const auto *lines : {&model.lines, &axi.lines})
      for (const auto &entry : *lines)
        BENCH_CHECK(!std::memcmp(model.line(entry.first, kLine), axi.line(entry.first, kLine), kLine),
                    "memory differs in line %#x", entry.first);
  }

  Random random;

private:
  void accept(unsigned u) {
    Unit &unit = units[u];
    Request request = unit.next;
    unit.offered = false;
    request.address &= ~(kBytes[u] - 1);
    request.fault = !inBounds(u, request.address);
    if (request.fault) {
      unit.faults.push_back(request.address);
      unit.line = ~0u;  // what comes behind a fault asks for its line again
      ++unit.faulty;
    } else if (isLoad(u)) {
      for (unsigned i = 0; i < kBytes[u]; ++i)
        request.answer[i] = model.byte(request.address + i);
      if (!isStream(u) || (request.address & ~63u) != unit.line)
        expectedReads[u].push_back(request.address & ~63u);
      unit.line = request.address & ~63u;
    } else if (isStore(u)) {
      for (unsigned i = 0; i < kBytes[u]; ++i) {
        model.byte(request.address + i) = request.data[i];
        lastStore[request.address + i] = unit.accepted;
      }
    } else {
      const uint64_t old = model.number(request.address, kBytes[u]);
      uint64_t data;
      std::memcpy(&data, request.data.data(), sizeof data);
      std::memcpy(request.answer.data(), &old, sizeof old);
      model.setNumber(request.address, kBytes[u],
                      kBytes[u] == 8
                          ? atomicResult(request.op, old, data, request.compare)
                          : atomicResult(request.op, uint32_t(old), uint32_t(data), uint32_t(request.compare)));
    }
    unit.outstanding.push_back(request);
    ++unit.accepted;
  }

  void answer(unsigned u) {
    Unit &unit = units[u];
    BENCH_CHECK(!unit.outstanding.empty(), "unit %u: answer to nothing", u);
    const Request &request = unit.outstanding.front();
    if (isStore(u)) {
      // Memory holds the data, unless a later store to the same bytes may have been performed already.
      for (unsigned i = 0; i < kBytes[u] && !request.fault; ++i)
        if (lastStore[request.address + i] == unit.answered)
          BENCH_CHECK(axi.byte(request.address + i) == request.data[i], "unit %u: store %llu acknowledged too early", u,
                      (unsigned long long)unit.answered);
    } else {
      BENCH_CHECK(std::memcmp(&bench.top.rsp_data_o[u * 16], request.answer.data(), 64) == 0,
                  "unit %u: answer %llu, address %#x: %08x, not %08x", u, (unsigned long long)unit.answered,
                  request.address, bench.top.rsp_data_o[u * 16],
                  *reinterpret_cast<const uint32_t *>(request.answer.data()));
    }
    if (!request.fault)
      ++unit.performed;
    if (u >= kLoads + kStores)
      BENCH_CHECK(axi.acksOf[u - kLoads] >= unit.performed, "unit %u: answered before the write was acknowledged", u);
    unit.outstanding.pop_front();
    ++unit.answered;
  }

  HoldCheck hold[kUnits];
  std::vector<Stall> inStall, outStall;
};

void randomTraffic(uint64_t seed) {
  auto harness = std::make_unique<Harness>(seed, 1 + seed % 4 * 20, true);
  harness->randomCycles(20000);
  harness->drain();
  for (unsigned u = 0; u < kUnits; ++u)
    BENCH_CHECK(harness->units[u].performed > 100 && harness->units[u].faulty > 5,
                "unit %u: only %llu requests, %llu faults", u, (unsigned long long)harness->units[u].performed,
                (unsigned long long)harness->units[u].faulty);
}

// n requests `stride` bytes apart to an idle unit, no stalls, memory latency as given: cycles from the first request to
// the last answer, and lines used.
void rate(const char *what, unsigned u, unsigned n, uint32_t stride, unsigned latency, uint64_t expectedCycles,
          uint64_t expectedLines) {
  auto harness = std::make_unique<Harness>(1, latency, false);
  auto &h = *harness;
  Region &r = h.units[u].regions[0];
  r = {0x4000000, 0x5000000};
  h.bench.top.base_i[2 * u] = r.base;
  h.bench.top.limit_i[2 * u] = r.limit;
  h.cycle();
  h.cycle();
  uint64_t start = now;
  for (unsigned sent = 0; h.units[u].answered < n; h.cycle()) {
    if (sent < n && !h.units[u].offered)
      h.offer(u, r.base + stride * sent++);
    BENCH_CHECK(now < start + 10 * n + 1000, "%s: hangs", what);
  }
  uint64_t cycles = now - start, lines = h.axi.reads + h.axi.writes + h.axi.atomics;
  BENCH_CHECK(cycles == expectedCycles, "%s: %llu cycles, not %llu", what, (unsigned long long)cycles,
              (unsigned long long)expectedCycles);
  BENCH_CHECK(lines == expectedLines, "%s: %llu lines, not %llu", what, (unsigned long long)lines,
              (unsigned long long)expectedLines);
  h.drain();
}

// Loads of new lines at all load units: one line a cycle in total, everyone served.
void sharedReadPort() {
  auto harness = std::make_unique<Harness>(1, 30, false);
  auto &h = *harness;
  uint64_t readsAtStart = 0;
  for (unsigned i = 0; i < 2200; ++i) {
    if (i == 200)
      readsAtStart = h.axi.reads;
    for (unsigned u = 0; u < kLoads; ++u)
      if (!h.units[u].offered)
        h.offer(u, 0x100000 * (u + 1) + 8192 + 64 * (i % 15));
    h.cycle();
  }
  BENCH_CHECK(h.axi.reads - readsAtStart == 2000, "shared port: %llu lines in 2000 cycles",
              (unsigned long long)(h.axi.reads - readsAtStart));
}

// A new line at every store unit, atomics too: one beat a cycle.
void sharedWritePort() {
  auto harness = std::make_unique<Harness>(1, 10, false);
  auto &h = *harness;
  uint64_t atStart = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    if (i == 200)
      atStart = h.axi.writes + h.axi.atomics;
    for (unsigned u = kLoads; u < kUnits; ++u)
      if (!h.units[u].offered)
        h.offer(u, 0x100000 * (u + 1) + 8192 + (isStore(u) ? 64 * (i % 15) : 4 * (i % 8)));
    h.cycle();
  }
  BENCH_CHECK(h.axi.writes + h.axi.atomics - atStart == 1000, "shared port: %llu lines in 1000 cycles",
              (unsigned long long)(h.axi.writes + h.axi.atomics - atStart));
  for (unsigned id = 0; id < kStores + kAtomics; ++id)
    BENCH_CHECK(h.axi.writesOf[id] > 30, "writer %u starves: %llu", id, (unsigned long long)h.axi.writesOf[id]);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 6; ++seed)
    randomTraffic(seed);
  rate("stream load, consecutive words", 0, 1024, 4, 30, 1063, 64);
  rate("stream load, new line each", 0, 1024, 64, 30, 1063, 1024);
  rate("stream load, whole lines", 4, 1024, 64, 30, 1063, 1024);
  rate("scatter load", 1, 1024, 128, 30, 1064, 1024);
  rate("stream store, consecutive words", 7, 1024, 4, 30, 1079, 64);
  rate("stream store, new line each", 7, 1024, 64, 30, 1079, 1024);
  rate("scatter store", 8, 1024, 68, 30, 1061, 1024);
  rate("atomic", 13, 1024, 4, 15, 1049, 1024);
  rate("atomic on 8 bytes", 14, 1024, 8, 15, 1049, 1024);
  sharedReadPort();
  sharedWritePort();
  return 0;
}
