// SPDX-License-Identifier: Apache-2.0
// kernel_config, hang_detector (2 barriers, 8-bit counts), fault_collector (3 sites, 16-bit addresses), and arbiter_rr
// (3 requests).
#include <cstdint>

#include "Varbiter.h"
#include "Vconfig.h"
#include "Vfaults.h"
#include "Vhang.h"
#include "tests/rtl/common/bench.h"
#include "weft_abi.h"

using namespace bench;

namespace {

template <class Model> void reset(Clocked<Model> &clock) {
  clock.top.rst_i = 1;
  clock.edge();
  clock.top.rst_i = 0;
  clock.edge();
}

void config() {  // 5 words
  Clocked<Vconfig> clock;
  reset(clock);
  Random random(1);
  uint64_t expected[5] = {};
  for (unsigned i = 0; i < 2000; ++i) {
    const unsigned address = i < 5 ? i : random.chance(50) ? random.below(5) : random.below(1024);
    const uint64_t value = random.next();
    clock.top.cfg_valid_i = i < 5 || random.chance(70);
    clock.top.cfg_addr_i = address, clock.top.cfg_data_i = value;
    if (clock.top.cfg_valid_i && address < 5)
      expected[address] = value;
    clock.edge();
    if (i >= 5)
      BENCH_CHECK(!std::memcmp(&clock.top.words_o, expected, sizeof expected), "words");
  }
}

/// Holds a state for `cycles`; returns after how many of them hang_o was up (0: never).
unsigned hold(Clocked<Vhang> &clock, unsigned inFlight, bool admitting, unsigned waiting0, unsigned waiting1,
              unsigned cycles) {
  clock.top.in_flight_i = inFlight, clock.top.admitting_i = admitting;
  clock.top.waiting_i = waiting0 | waiting1 << 8;
  for (unsigned i = 1; i <= cycles; ++i) {
    clock.edge();
    if (clock.top.hang_o)
      return i;
  }
  return 0;
}

void hang() {
  Clocked<Vhang> clock;
  reset(clock);
  BENCH_CHECK(!hold(clock, 0, false, 0, 0, 3000), "nothing in flight");
  BENCH_CHECK(!hold(clock, 10, true, 7, 3, 3000), "more can be admitted");
  BENCH_CHECK(!hold(clock, 10, false, 7, 2, 3000), "one is on its way");
  BENCH_CHECK(!hold(clock, 10, false, 7, 3, 1023), "too early");
  BENCH_CHECK(!hold(clock, 10, false, 6, 3, 1), "one moved");
  const unsigned after = hold(clock, 10, false, 4, 6, 3000);
  BENCH_CHECK(after >= 1024 && after <= 1027, "hang after %u cycles", after);
  BENCH_CHECK(hold(clock, 10, false, 4, 6, 5) == 1, "stays");
}

void faults() {
  Clocked<Vfaults> clock;
  reset(clock);
  Vfaults &m = clock.top;
  using weft::abi::Fault;
  auto cycle = [&](unsigned sites, unsigned writes, bool hang = false, bool start = false) {
    m.site_fault_i = sites, m.site_write_i = writes, m.hang_i = hang, m.start_i = start;
    m.site_addr_i = 0x333322221111ull;
    clock.edge();
    m.site_fault_i = 0, m.hang_i = 0, m.start_i = 0;
  };
  // A site's fault is looked at in the cycle after it came, with what else there is then.
  auto fault = [&](unsigned sites, unsigned writes, bool hang = false) {
    cycle(sites, writes);
    cycle(0, writes, hang);
  };
  auto is = [&](Fault code, unsigned site, uint64_t address) {
    return m.fault_valid_o && m.fault_code_o == unsigned(code) && m.fault_site_o == site && m.fault_addr_o == address;
  };
  cycle(0, 7);
  BENCH_CHECK(!m.fault_valid_o);
  fault(6, 4);  // sites 1 (read) and 2 (write) at once: the lowest
  BENCH_CHECK(is(Fault::OUT_OF_BOUNDS_READ, 1, 0x2222));
  fault(1, 1);
  cycle(0, 0, true);
  BENCH_CHECK(is(Fault::OUT_OF_BOUNDS_READ, 1, 0x2222), "the first stays");
  cycle(1, 1, false, true);
  BENCH_CHECK(!m.fault_valid_o, "start clears");
  cycle(0, 0);
  BENCH_CHECK(!m.fault_valid_o, "a fault before the start is none of this launch");
  fault(4, 4, true);
  BENCH_CHECK(is(Fault::OUT_OF_BOUNDS_WRITE, 2, 0x3333), "a site goes before the hang");
  cycle(0, 0, false, true);
  m.in_flight_i = 12, m.stall_point_i = 6;
  cycle(0, 0, true);
  BENCH_CHECK(is(Fault::DIVERGENT_BARRIER, 12, 6), "where those wait that hang");
  // Where work-items are while a launch is watched; a fault before that stays.
  m.watch_i = 1, m.in_flight_i = 300;
  cycle(0, 0);
  BENCH_CHECK(is(Fault::DIVERGENT_BARRIER, 12, 6));
  m.watch_i = 0;
  m.stall_point_i = 7;
  cycle(0, 0, false, true);
  m.watch_i = 1, m.stall_point_i = 0;
  cycle(0, 0);
  BENCH_CHECK(is(Fault::CIRCULATING, 300, 0), "stall points are collected from the watch on");
  m.in_flight_i = 1;
  for (unsigned points : {1u, 0u, 4u})
    m.stall_point_i = points, cycle(1, 1);
  BENCH_CHECK(is(Fault::CIRCULATING, 300, 5));
  m.watch_i = 0, m.stall_point_i = 2;
  cycle(0, 0);
  BENCH_CHECK(is(Fault::CIRCULATING, 300, 5));
}

/// One cycle with the requests, the granted one taken if `take`; returns the grant.
unsigned arbitrate(Clocked<Varbiter> &clock, unsigned requests, bool take = true) {
  clock.top.request_i = requests;
  clock.top.eval();
  const unsigned grant = clock.top.grant_o;
  BENCH_CHECK((grant & (grant - 1)) == 0 && (grant & requests) == grant && (grant != 0) == (requests != 0),
              "grant %#x of %#x", grant, requests);
  clock.top.served_i = take ? grant : 0;
  clock.edge();
  return grant;
}

void turns() {
  Clocked<Varbiter> clock;
  reset(clock);
  Random random(1);
  for (unsigned i = 0; i < 1000; ++i) {
    // Nobody is passed over twice by another while it asks.
    const unsigned waiting = 1u << random.below(3);
    for (unsigned others = 0, grant = 0; grant != waiting; others += grant != waiting) {
      BENCH_CHECK(others < 3, "requester %#x starves", waiting);
      grant = arbitrate(clock, waiting | unsigned(random.below(8)));
    }
    arbitrate(clock, 0);
    // From rest the same requests are served in the same order, whatever was served before.
    for (unsigned turn : {1u, 2u, 4u, 1u})
      BENCH_CHECK(arbitrate(clock, 7) == turn, "turn after history %u", i);
    for (unsigned n = random.below(4); n-- > 0;)
      arbitrate(clock, unsigned(random.below(8)), random.chance(50));
  }
}

}  // namespace

int main() {
  turns();
  config();
  hang();
  faults();
  std::puts("ok");
}
