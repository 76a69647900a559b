// SPDX-License-Identifier: Apache-2.0
// A load/store unit, RTL and netlist, between random requests and a memory of random latency, with stalls on all sides
// and resets in mid-run. What the unit does is compared in every cycle, data while it is valid; whether it is right is
// for tests/rtl/flow.
#include <deque>

#include "tests/rtl/common/atomics.h"
#include "tests/rtl/netlist/pair.h"

using namespace bench;

namespace {

constexpr uint32_t kRegion = 0x400;  // bytes
constexpr uint32_t kAllLanes = 15;   // of a packet

/// Ports that some of the units have.
template <class Unit> constexpr bool kHasFlush = requires(Unit &m) { m.flush_i; };
template <class Unit> constexpr bool kHasMask = requires(Unit &m) { m.req_mask_i; };
template <class Unit> constexpr bool kHasAddresses = requires(Unit &m) { m.req_addr_i[0]; };  // one a lane
template <class Unit> constexpr bool kHasResponse = requires(Unit &m) { m.rsp_valid_o; };
template <class Unit> constexpr bool kHasData = requires(Unit &m) { m.req_data_i; };
template <class Unit> constexpr bool kIsAtomic = requires(Unit &m) { m.req_op_i; };
using Rtl = WEFT_RTL_MODEL;

/// What the unit sees in a cycle.
struct Inputs {
  bool reset = false, flush = false, requests = false, takes = false, lineReady = false, lineComes = false,
       isAcknowledged = false;
  uint32_t base = 0, limit = kRegion, address = 0, mask = 0, compare = 0;
  uint32_t steps = 0;  // of each lane, a byte of elements from the address on
  Atop operation = Atop::ADD;
  uint64_t data = 0, line = 0;  // seeds

  template <class Unit> void set(Unit &m) const {
    m.rst_i = reset, m.base_i = base, m.limit_i = limit;
    m.req_valid_i = requests, m.line_req_ready_i = lineReady;
    if constexpr (kHasAddresses<Unit>)
      for (unsigned l = 0; l < 4; ++l)
        m.req_addr_i[l] = address + (steps >> (8 * l) & 0xff) * 4;
    else
      m.req_addr_i = address;
    if constexpr (kHasFlush<Unit>)
      m.flush_i = flush;
    if constexpr (kHasMask<Unit>)
      m.req_mask_i = mask;
    if constexpr (kHasData<Unit>)
      fill(m.req_data_i, data);
    if constexpr (kIsAtomic<Unit>)
      m.req_op_i = unsigned(operation), m.req_cmp_i = compare;
    if constexpr (kHasResponse<Unit>) {
      m.rsp_ready_i = takes, m.line_rsp_valid_i = lineComes;
      fill(m.line_rsp_data_i, line);
    } else {
      m.ack_ready_i = takes;
    }
    if constexpr (kHasData<Unit>)
      m.line_ack_valid_i = isAcknowledged;
  }
};

#define OUTPUT(port) #port, [](auto &m) -> auto & { return m.port; }

template <class Unit> void compareOutputs(Pair &pair, Unit &rtl) {
  pair.compare(OUTPUT(req_ready_o));
  pair.compare(OUTPUT(line_req_valid_o));
  pair.compare(OUTPUT(fault_o));
  pair.compare(OUTPUT(idle_o));
  if (rtl.fault_o)
    pair.compare(OUTPUT(fault_addr_o));
  if (rtl.line_req_valid_o)
    pair.compare(OUTPUT(line_req_addr_o));
  if constexpr (kHasResponse<Unit>) {
    pair.compare(OUTPUT(rsp_valid_o));
    if (rtl.rsp_valid_o)
      pair.compare(OUTPUT(rsp_data_o));
  } else {
    pair.compare(OUTPUT(ack_valid_o));
  }
  if constexpr (kHasData<Unit>)
    if (rtl.line_req_valid_o) {
      pair.compare(OUTPUT(line_req_data_o));
      pair.compare(OUTPUT(line_req_strb_o));
    }
  if constexpr (kIsAtomic<Unit>)
    if (rtl.line_req_valid_o)
      pair.compare(OUTPUT(line_req_atop_o));
}

/// Answers that memory owes: in order, each a while after its request.
class Answers {
public:
  void ask(Random &random) { due_.push_back(now + 4 + (random.chance(50) ? 0 : random.below(60u))); }
  bool take(bool active) {
    if (!active || due_.empty() || due_.front() > now)
      return false;
    due_.pop_front();
    return true;
  }
  void clear() { due_.clear(); }

private:
  std::deque<uint64_t> due_;
};

/// Runs of consecutive addresses, of elements or of packets of four, some of them outside the bounds.
uint32_t nextAddress(Random &random, uint32_t base, uint32_t address) {
  if (random.chance(90))
    return address + (kHasMask<Rtl> ? 16 : 4);
  return random.chance(5) ? uint32_t(random.next()) : base - 16 + random.below(kRegion + 32);
}

void run(uint64_t seed) {
  Pair pair;
  Random random(seed);
  Inputs in;
  Answers lines, acks;
  Stall requests(random.next()), takes(random.next()), ready(random.next()), answers(random.next());
  uint64_t asked = 0;
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    in.reset = cycle < 4 || (cycle > 1000 && cycle % 1000 < 3);
    if (in.reset) {
      in.base = random.below(~kRegion), in.limit = in.base + kRegion;
      if (random.chance(20))  // a region with no room, or hardly any
        in.base = 0, in.limit = random.below(8u);
      in.requests = false;
      lines.clear();
      acks.clear();
    } else if (!in.requests && requests.active()) {
      in.requests = true;
      in.address = nextAddress(random, in.base, in.address);
      in.mask = random.chance(80) ? kAllLanes : random.below(kAllLanes + 1);
      in.steps = random.chance(50) ? 0x03020100 : uint32_t(random.next()) & 0x1f1f1f1f;
      in.data = random.next(), in.operation = random.of(kAtops), in.compare = uint32_t(random.next());
    }
    in.flush = random.chance(2), in.takes = takes.active(), in.lineReady = ready.active();
    in.lineComes = lines.take(answers.active()), in.line = random.next();
    in.isAcknowledged = acks.take(answers.active());
    pair.drive([&](auto &m) { in.set(m); });
    if (cycle >= 4)
      compareOutputs(pair, pair.rtl());
    if (pair.rtl().req_ready_o)
      in.requests = false;
    if (pair.rtl().line_req_valid_o && in.lineReady && !in.reset) {
      ++asked;
      if constexpr (kHasResponse<Rtl>)
        lines.ask(random);
      if constexpr (kHasData<Rtl>)
        acks.ask(random);
    }
    pair.edge();
  }
  BENCH_CHECK(asked > 30, "only %llu lines were asked for", (unsigned long long)asked);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 12; ++seed)
    run(seed);
}
