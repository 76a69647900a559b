// SPDX-License-Identifier: Apache-2.0
// local_mem, RTL and netlist: random reads and writes of some bytes, also of the word that is being read.
#include "tests/rtl/netlist/pair.h"

using namespace bench;

int main() {
  Pair pair;
  Random random(1);
  const unsigned words = sizeof pair.rtl().rd_data_o == 4 ? 16 : 64, addressBits = words == 16 ? 4 : 6;
  for (unsigned cycle = 0; cycle < 50'000; ++cycle) {
    const bool first = cycle < words;  // every word is written before any is read
    const uint64_t data = random.next();
    const unsigned address = first ? cycle : random.below(words);
    const bool writes = first || random.chance(60);
    const unsigned strobes = first || random.chance(30) ? 15 : random.below(16);
    const unsigned reads = random.chance(20) ? address | address << addressBits : random.below(words * words);
    pair.drive([&](auto &m) {
      m.wr_valid_i = writes, m.wr_addr_i = address, m.wr_strb_i = strobes;
      fill(m.wr_data_i, data);
      setField(m.rd_addr_i, 0, words == 16 ? addressBits : 2 * addressBits, reads);
    });
    if (cycle > words + 2)
      pair.compare("rd_data_o", [](auto &m) -> auto & { return m.rd_data_o; });
    pair.edge();
  }
  BENCH_CHECK(pair.compared > 49'000);
}
