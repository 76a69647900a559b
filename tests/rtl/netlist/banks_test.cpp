// SPDX-License-Identifier: Apache-2.0
// local_banks of 32 elements of a byte in 4 banks, RTL and netlist: random rows, gathers and scatters, whose lanes
// often meet, with stalls on all sides and resets in mid-run.
#include "tests/rtl/netlist/pair.h"

using namespace bench;

namespace {

constexpr unsigned kRows = 8, kLanes = 4, kAddressBits = 5;

/// What is offered at a port until it is taken.
struct Offer {
  bool valid = false;
  uint32_t addresses = 0, lanes = 0, data = 0;

  void next(Random &random, bool active) {
    if (valid || !active)
      return;
    valid = true;
    addresses = uint32_t(random.next());
    if (random.chance(50))  // rows 0 and 1 only
      addresses &= 0x000e739c >> random.below(3u);
    lanes = random.chance(40) ? 15 : random.below(16);
    data = uint32_t(random.next());
  }
};

#define OUTPUT(port) #port, [](auto &m) -> auto & { return m.port; }

void compareOutputs(Pair &pair, bool known) {
  auto &rtl = pair.rtl();
  if (rtl.in_valid_i)
    pair.compare(OUTPUT(in_ready_o));
  if (rtl.scatter_valid_i)
    pair.compare(OUTPUT(scatter_ready_o));
  pair.compare(OUTPUT(gather_ready_o));
  pair.compare(OUTPUT(ack_valid_o));
  pair.compare(OUTPUT(done_valid_o));
  pair.compare(OUTPUT(data_valid_o));
  if (rtl.data_valid_o)
    pair.compare(OUTPUT(data_data_o));
  if (known)
    pair.compare(OUTPUT(rd_data_o));
}

void run(uint64_t seed) {
  Pair pair;
  Random random(seed);
  Offer row, gather, scatter;
  Stall rows(random.next()), gathers(random.next()), scatters(random.next()), takes(random.next());
  unsigned written = 0, answers = 0;  // rows, one after the other at the start; answers to gathers
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    const bool reset = cycle < 4 || (written == kRows && cycle % 1000 < 3), filling = written < kRows;
    if (reset) {
      row.valid = gather.valid = scatter.valid = false;
    } else if (filling) {
      row = {true, written, 15, row.valid ? row.data : uint32_t(random.next())};
    } else {
      row.next(random, rows.active());
      gather.next(random, cycle > 100 && gathers.active());
      scatter.next(random, scatters.active());
    }
    const unsigned address = random.below(kRows);
    const bool ready = takes.active() || filling;
    pair.drive([&](auto &m) {
      m.rst_i = reset, m.rd_addr_i = address;
      m.in_valid_i = row.valid, m.in_addr_i = row.addresses % kRows, m.in_strb_i = row.lanes, m.in_data_i = row.data;
      m.gather_valid_i = gather.valid, m.gather_mask_i = gather.lanes;
      m.scatter_valid_i = scatter.valid, m.scatter_strb_i = scatter.lanes, m.scatter_data_i = scatter.data;
      setField(m.gather_addr_i, 0, kLanes * kAddressBits, gather.addresses);
      setField(m.scatter_addr_i, 0, kLanes * kAddressBits, scatter.addresses);
      m.ack_ready_i = m.data_ready_i = m.done_ready_i = ready;
    });
    if (cycle >= 4)
      compareOutputs(pair, cycle > 100);
    const auto &rtl = pair.rtl();
    written += unsigned(!reset && filling && rtl.in_ready_o);
    answers += unsigned(!reset && rtl.data_valid_o && ready);
    if (rtl.in_ready_o)
      row.valid = false;
    if (rtl.gather_ready_o)
      gather.valid = false;
    if (rtl.scatter_ready_o)
      scatter.valid = false;
    pair.edge();
  }
  BENCH_CHECK(answers > 100, "only %u answers", answers);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 12; ++seed)
    run(seed);
}
