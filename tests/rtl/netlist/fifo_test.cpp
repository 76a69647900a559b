// SPDX-License-Identifier: Apache-2.0
// stream_fifo, RTL and netlist: random entries in, taken at random, full and empty, with resets in between.
#include "tests/rtl/netlist/pair.h"

using namespace bench;

int main() {
  Pair pair;
  Random random(1);
  unsigned in = 50, out = 50;
  uint64_t taken = 0;
  for (unsigned cycle = 0; cycle < 60'000; ++cycle) {
    if (random.chance(1))
      in = random.below(101), out = random.below(101);
    const bool reset = cycle < 2 || cycle % 20'000 == 0, pushes = random.chance(in), takes = random.chance(out);
    const uint64_t data = random.next();
    pair.drive([&](auto &m) {
      m.rst_i = reset, m.in_valid_i = pushes, m.out_ready_i = takes;
      fill(m.in_data_i, data);
    });
    if (cycle >= 2) {
      pair.compare("in_ready_o", [](auto &m) -> auto & { return m.in_ready_o; });
      pair.compare("out_valid_o", [](auto &m) -> auto & { return m.out_valid_o; });
      if (pair.rtl().out_valid_o) {
        pair.compare("out_data_o", [](auto &m) -> auto & { return m.out_data_o; });
        taken += takes;
      }
    }
    pair.edge();
  }
  BENCH_CHECK(taken > 5'000);
}
