// SPDX-License-Identifier: Apache-2.0
// local_accumulator of 8 words in 4 lanes, or of rows of them, RTL and netlist: random updates, stores and reads that
// often meet, with stalls on all sides and resets in mid-run.
#include "tests/rtl/netlist/pair.h"

using namespace bench;

namespace {

constexpr unsigned kWords = 8, kLanes = 4, kAddressBits = 3;
constexpr unsigned kRowWords = sizeof(WEFT_RTL_MODEL::data_data_o) / 4, kRows = kWords / kRowWords;

#define OUTPUT(port) #port, [](auto &m) -> auto & { return m.port; }

/// What is offered at a port until it is taken.
struct Offer {
  bool valid = false;
  uint32_t addresses = 0, mask = 0;
  uint64_t data = 0;

  void next(Random &random, bool active) {
    if (valid || !active)
      return;
    *this = {true, uint32_t(random.next()), random.below(16), random.next()};
    if (random.chance(50))  // words 0 and 1 only
      addresses &= 01111;
  }
};

void compareOutputs(Pair &pair) {
  auto &rtl = pair.rtl();
  if (rtl.in_valid_i)
    pair.compare(OUTPUT(in_ready_o));
  if (rtl.rd_valid_i)
    pair.compare(OUTPUT(rd_ready_o));
  if (rtl.at_valid_i)
    pair.compare(OUTPUT(at_ready_o));
  pair.compare(OUTPUT(ack_valid_o));
  pair.compare(OUTPUT(done_valid_o));
  pair.compare(OUTPUT(data_valid_o));
  if (rtl.data_valid_o)
    pair.compare(OUTPUT(data_data_o));
}

void run(uint64_t seed) {
  Pair pair;
  Random random(seed);
  Offer store, read, update;
  Stall stores(random.next()), reads(random.next()), updates(random.next()), takes(random.next());
  unsigned written = 0, answers = 0;  // rows, one after the other at the start
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    const bool filling = written < kRows, reset = cycle < 4 || (!filling && cycle % 1000 < 3);
    if (reset) {
      store.valid = read.valid = update.valid = false;
    } else if (filling) {
      store = {true, written, 15, store.valid ? store.data : random.next()};
    } else {
      store.next(random, stores.active());
      read.next(random, reads.active());
      update.next(random, updates.active());
    }
    const bool ready = takes.active() || filling;
    pair.drive([&](auto &m) {
      m.rst_i = reset;
      m.in_valid_i = store.valid, m.in_addr_i = store.addresses % kRows;
      m.in_mask_i = store.mask % (1u << kRowWords);
      fill(m.in_data_i, store.data);
      m.rd_valid_i = read.valid, m.rd_addr_i = read.addresses % kRows;
      m.at_valid_i = update.valid, m.at_mask_i = update.mask;
      setField(m.at_addr_i, 0, kLanes * kAddressBits, update.addresses);
      fill(m.at_data_i, update.data);
      m.ack_ready_i = m.data_ready_i = m.done_ready_i = ready;
    });
    if (cycle >= 4)
      compareOutputs(pair);
    const auto &rtl = pair.rtl();
    if (!reset) {
      written += unsigned(filling && rtl.in_ready_o);
      answers += unsigned(rtl.data_valid_o && ready);
      store.valid &= !rtl.in_ready_o;
      read.valid &= !rtl.rd_ready_o;
      update.valid &= !rtl.at_ready_o;
    }
    pair.edge();
  }
  BENCH_CHECK(answers > 100, "only %u answers", answers);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 12; ++seed)
    run(seed);
}
