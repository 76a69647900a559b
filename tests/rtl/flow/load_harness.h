// SPDX-License-Identifier: Apache-2.0
// What the tests of load units for packets share: a memory that is a function of the address, two regions, and units of
// several shapes with random stalls on every interface, each beside a reference that is told what it accepts.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

#include "tests/rtl/common/bench.h"
#include "tests/rtl/flow/regions.h"

namespace bench {

inline uint8_t byteAt(uint64_t address) {
  return static_cast<uint8_t>((address ^ address >> 17 ^ address >> 40) * 0x9e3779b97f4a7c15u >> 43);
}

/// One unit: what it is driven with and what it does.
template <class Test> struct LoadUnit {
  using Shape = typename Test::Shape;

  LoadUnit(const Shape &shape, const Region (&regions)[2], Random &random, bool stalls)
      : shape(shape), reference(shape, regions), traffic(shape, regions, random), requests(random.next(), !stalls),
        takes(random.next(), !stalls), ready(random.next(), !stalls), latency(stalls ? random.below(50u) : 20),
        spread(stalls ? random.below(20u) : 0) {}

  Shape shape;
  typename Test::Reference reference;
  typename Test::Traffic traffic;
  std::optional<typename Test::Request> offered;
  bool flush = false, flushed = true;               // flushed: since the last packet accepted
  std::deque<std::pair<uint64_t, uint64_t>> asked;  // lines that memory owes: the cycle, the address
  uint64_t accepted = 0, answered = 0, lines = 0;
  bool wasEmpty = true;
  Stall requests, takes, ready;
  unsigned latency, spread;
  HoldCheck responseHold, requestHold;
};

/// All units of a bench. `Test` has
/// * Model; Shape, with addresses(), size(), and the bytes of a line on the port and of an answer; kShapes;
/// * Request; Traffic, which makes them; Reference, with the answers, lines and faults of what it accepts;
/// * offer(), which drives the ports of a unit's request, with anything if there is none;
/// * kLineBits and kAnswerBits: how far from each other the units' data are on their ports.
template <class Test> class LoadHarness {
public:
  using Shape = typename Test::Shape;
  using Unit = LoadUnit<Test>;
  static constexpr unsigned kUnits = std::size(Test::kShapes);

  LoadHarness(uint64_t seed, bool stalls) : random_(seed) {
    for (unsigned u = 0; u < kUnits; ++u) {
      Region regions[2];
      for (unsigned i = 0; i < 2; ++i) {
        regions[i] = stalls ? randomRegion(Test::kShapes[u]) : Region{0, Test::kShapes[u].addresses()};
        setField(bench_.top.base_i, 128 * u + 64 * i, 64, regions[i].base);
        setField(bench_.top.limit_i, 128 * u + 64 * i, 64, regions[i].limit);
      }
      units_.emplace_back(Test::kShapes[u], regions, random_, stalls);
    }
    bench_.reset();
    cycle();
    cycle();
  }

  Unit &unit(unsigned u) { return units_[u]; }

  void randomCycles(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) {
      for (Unit &unit : units_) {
        if (!unit.offered && unit.requests.active())
          unit.offered = unit.traffic.next();
        unit.flush = random_.chance(1);
      }
      cycle();
    }
  }

  void drain() {
    for (unsigned quiet = 0, i = 0; quiet < 100; ++i) {
      BENCH_CHECK(i < 100'000, "units do not finish");
      cycle();
      bool busy = false;
      for (const Unit &unit : units_)
        busy |= unit.offered || !unit.reference.answers.empty();
      quiet = busy ? 0 : quiet + 1;
    }
    for (unsigned u = 0; u < kUnits; ++u) {
      BENCH_CHECK(units_[u].reference.faults.empty(), "unit %u: fault not reported", u);
      BENCH_CHECK(units_[u].reference.lines.empty(), "unit %u: line not asked for", u);
    }
  }

  /// Offered packets stand until taken.
  void cycle() {
    for (unsigned u = 0; u < kUnits; ++u)
      drive(u);
    bench_.settle();
    for (unsigned u = 0; u < kUnits; ++u) {
      observeAnswer(u);
      observeFault(u);
      observeLines(u);
      observeRequest(u);
    }
    bench_.edge();
  }

private:
  Region randomRegion(const Shape &shape) {
    const uint64_t all = shape.addresses(), base = random_.next() & all;
    switch (random_.below(8u)) {
    case 0:
      return {0, 0};  // NULL
    case 1:
      return {all - random_.below(500u), all};
    case 2:
      return {0, random_.below(2 * shape.size())};
    case 3:
      return {base, std::min(all, base + std::min<uint64_t>(random_.below(2 * shape.size()), all - base))};
    default:
      return {base, base + std::min<uint64_t>(random_.range(200, 20'000), all - base)};
    }
  }

  void drive(unsigned u) {
    auto &top = bench_.top;
    Unit &unit = units_[u];
    setBit(top.req_valid_i, u, unit.offered.has_value());
    Test::offer(top, u, unit.offered, random_);
    setBit(top.flush_i, u, unit.flush);
    setBit(top.rsp_ready_i, u, unit.takes.active());
    setBit(top.line_req_ready_i, u, unit.ready.active());
    const bool comes = !unit.asked.empty() && unit.asked.front().first <= now;
    setBit(top.line_rsp_valid_i, u, comes);
    for (unsigned i = 0; comes && i < unit.shape.portBytes(); ++i)
      setField(top.line_rsp_data_i, Test::kLineBits * u + 8 * i, 8, byteAt(unit.asked.front().second + i));
    if (comes)
      unit.asked.pop_front();
  }

  void observeAnswer(unsigned u) {
    Unit &unit = units_[u];
    const bool valid = bit(bench_.top.rsp_valid_o, u), ready = bit(bench_.top.rsp_ready_i, u);
    const bool idle = bit(bench_.top.idle_o, u), empty = unit.reference.answers.empty();
    // It may tell late that it is idle, never early.
    BENCH_CHECK(idle ? empty : !empty || !unit.wasEmpty, "unit %u: idle %d", u, idle);
    unit.wasEmpty = empty;
    typename Test::Packet data{};
    for (unsigned i = 0; i < unit.shape.answerBytes(); ++i)
      data[i] = static_cast<uint8_t>(field(bench_.top.rsp_data_o, Test::kAnswerBits * u + 8 * i, 8));
    unit.responseHold.look("response of unit", u, valid, ready, valid ? data[0] : 0);
    if (!valid || !ready)
      return;
    BENCH_CHECK(!empty, "unit %u: answer to nothing", u);
    for (unsigned i = 0; i < unit.shape.answerBytes(); ++i)
      BENCH_CHECK(data[i] == unit.reference.answers.front()[i], "unit %u: answer %llu, byte %u: %02x, not %02x", u,
                  (unsigned long long)unit.answered, i, data[i], unit.reference.answers.front()[i]);
    unit.reference.answers.pop_front();
    ++unit.answered;
  }

  void observeFault(unsigned u) {
    std::deque<uint64_t> &faults = units_[u].reference.faults;
    if (!bit(bench_.top.fault_o, u))
      return;
    const uint64_t address = field(bench_.top.fault_addr_o, 64 * u, 64);
    BENCH_CHECK(!faults.empty() && faults.front() == address, "unit %u: fault at %#llx", u,
                (unsigned long long)address);
    faults.pop_front();
  }

  void observeLines(unsigned u) {
    Unit &unit = units_[u];
    const bool valid = bit(bench_.top.line_req_valid_o, u), ready = bit(bench_.top.line_req_ready_i, u);
    const uint64_t line = field(bench_.top.line_req_addr_o, 64 * u, 64);
    unit.requestHold.look("line request of unit", u, valid, ready, valid ? line : 0);
    if (!valid || !ready)
      return;
    std::deque<uint64_t> &lines = unit.reference.lines;
    BENCH_CHECK(!lines.empty() && lines.front() == line, "unit %u asks for line %#llx", u, (unsigned long long)line);
    lines.pop_front();
    ++unit.lines;
    const uint64_t earliest = unit.asked.empty() ? 0 : unit.asked.back().first;
    unit.asked.emplace_back(std::max(earliest, now + 2 + unit.latency + (unit.spread ? random_.below(unit.spread) : 0)),
                            line);
  }

  void observeRequest(unsigned u) {
    Unit &unit = units_[u];
    unit.flushed |= unit.flush;
    unit.flush = false;
    if (!unit.offered || !bit(bench_.top.req_ready_o, u))
      return;
    unit.reference.accept(*unit.offered, unit.flushed);
    unit.flushed = false;
    unit.offered.reset();
    ++unit.accepted;
  }

  Clocked<typename Test::Model> bench_;
  Random random_;
  std::deque<Unit> units_;
};

}  // namespace bench
