// SPDX-License-Identifier: Apache-2.0
// lanes_in_turn of 4 lanes, RTL and netlist: random packets before a unit that answers in order after some cycles, with
// stalls on all sides and resets in mid-run. Rows often meet, where there are rows.
#include "tests/rtl/netlist/pair.h"

using namespace bench;

namespace {

constexpr unsigned kLanes = 4, kRequestBits = 40, kAddressBits = 8;

#define OUTPUT(port) #port, [](auto &m) -> auto & { return m.port; }

void compareOutputs(Pair &pair) {
  pair.compare(OUTPUT(req_ready_o));
  pair.compare(OUTPUT(rsp_valid_o));
  pair.compare(OUTPUT(lane_req_valid_o));
  pair.compare(OUTPUT(lane_rsp_ready_o));
  if (pair.rtl().rsp_valid_o)
    pair.compare(OUTPUT(rsp_data_o));
  if (pair.rtl().lane_req_valid_o)
    pair.compare(OUTPUT(lane_req_data_o));
}

void run(uint64_t seed) {
  Pair pair;
  Random random(seed);
  Stall offers(random.next()), takes(random.next()), unitTakes(random.next()), unitAnswers(random.next());
  bool offered = false, answering = false;
  unsigned mask = 0, due = 0, answers = 0;
  uint64_t packet = 0, answer = 0;
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    const bool reset = cycle % 1000 < 3;
    if (reset)
      offered = answering = false, due = 0;
    if (!reset && !offered && offers.active())
      offered = true, mask = random.below(16), packet = random.next();
    if (!answering && due != 0 && unitAnswers.active())
      answering = true, answer = random.next();
    const bool taken = takes.active(), unitTaken = unitTakes.active();
    pair.drive([&](auto &m) {
      m.rst_i = reset, m.req_valid_i = offered, m.req_mask_i = mask;
      fill(m.req_data_i, packet);
      for (unsigned lane = 0; lane < kLanes && packet % 4 != 0; ++lane)
        setField(m.req_data_i, lane * kRequestBits, kAddressBits, packet >> 8 * lane & 7);
      m.rsp_ready_i = taken, m.lane_req_ready_i = unitTaken, m.lane_rsp_valid_i = answering;
      fill(m.lane_rsp_data_i, answer);
    });
    if (cycle >= 3)
      compareOutputs(pair);
    const auto &rtl = pair.rtl();
    if (!reset) {
      answers += unsigned(rtl.rsp_valid_o && taken);
      due += unsigned(rtl.lane_req_valid_o && unitTaken);
      due -= unsigned(answering && rtl.lane_rsp_ready_o);
      offered &= !rtl.req_ready_o;
      answering &= !rtl.lane_rsp_ready_o;
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
