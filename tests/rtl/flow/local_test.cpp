// SPDX-License-Identifier: Apache-2.0
// On-chip memories of rtl/mem against models that know the cycle in which a write becomes visible.
#include "Vlocal_bench.h"
#include <memory>
#include <vector>

#include "tests/rtl/common/atomics.h"
#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

using Bench = Clocked<Vlocal_bench>;

/// What reads must return: the word as it was when the address was presented, two cycles later.
template <typename Word> struct ReadModel {
  std::vector<Word> words;
  std::vector<bool> known;
  std::deque<std::pair<bool, Word>> pipeline;
  explicit ReadModel(unsigned count) : words(count), known(count) {}
  void check(const char *what, unsigned address, const Word &seen) {
    pipeline.emplace_back(address < words.size() && known[address], address < words.size() ? words[address] : Word());
    if (pipeline.size() < 3)
      return;
    if (pipeline.front().first)
      BENCH_CHECK(pipeline.front().second == seen, "%s: wrong data", what);
    pipeline.pop_front();
  }
};

using Wide = std::array<uint8_t, 16>;

void memories(uint64_t seed) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  std::vector<ReadModel<uint32_t>> narrow(3, ReadModel<uint32_t>(16));
  ReadModel<Wide> wide(40);
  const uint16_t contents[5] = {0xc0de, 0x0001, 0xa5a5, 0x1234, 0xbeef};
  std::vector<ReadModel<uint32_t>> rom(2, ReadModel<uint32_t>(5));
  for (auto &port : rom)
    for (unsigned i = 0; i < 5; ++i)
      port.words[i] = contents[i], port.known[i] = true;
  for (unsigned cycle = 0; cycle < 4000; ++cycle) {
    top.narrow_rd_addr_i = random.below(1 << 12);
    top.narrow_wr_valid_i = random.chance(70);
    top.narrow_wr_addr_i = random.below(16);
    top.narrow_wr_data_i = static_cast<uint32_t>(random.next());
    top.narrow_wr_strb_i = cycle < 400 || random.chance(30) ? 15 : random.below(16);
    top.wide_rd_addr_i = random.below(40);
    top.wide_wr_valid_i = random.chance(70);
    top.wide_wr_addr_i = random.below(40);
    for (unsigned i = 0; i < 4; ++i)
      top.wide_wr_data_i[i] = static_cast<uint32_t>(random.next());
    top.wide_wr_strb_i = cycle < 400 ? 0xffff : random.below(0x10000);
    top.rom_rd_addr_i = random.below(5) | random.below(5) << 3;
    bench->settle();
    for (unsigned p = 0; p < 3; ++p)
      narrow[p].check("local_mem", top.narrow_rd_addr_i >> (4 * p) & 15, top.narrow_rd_data_o[p]);
    Wide seen;
    std::memcpy(seen.data(), top.wide_rd_data_o.data(), 16);
    wide.check("wide local_mem", top.wide_rd_addr_i, seen);
    for (unsigned p = 0; p < 2; ++p)
      rom[p].check("rom", top.rom_rd_addr_i >> (3 * p) & 7, top.rom_rd_data_o >> (16 * p) & 0xffff);
    if (top.narrow_wr_valid_i)
      for (auto &port : narrow) {
        auto &word = port.words[top.narrow_wr_addr_i];
        for (unsigned i = 0; i < 4; ++i)
          if (bit(top.narrow_wr_strb_i, i))
            word = (word & ~(0xffu << 8 * i)) | (top.narrow_wr_data_i & 0xffu << 8 * i);
        if (top.narrow_wr_strb_i == 15)
          port.known[top.narrow_wr_addr_i] = true;
      }
    if (top.wide_wr_valid_i) {
      for (unsigned i = 0; i < 16; ++i)
        if (bit(top.wide_wr_strb_i, i))
          wide.words[top.wide_wr_addr_i][i] = static_cast<uint8_t>(top.wide_wr_data_i[i / 4] >> (8 * (i % 4)));
      if (top.wide_wr_strb_i == 0xffff)
        wide.known[top.wide_wr_addr_i] = true;
    }
    bench->edge();
  }
}

// A write taken in cycle t is acknowledged, and seen by reads, in cycle t+2; one write a cycle over all ports.
void writers(uint64_t seed, bool saturated) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  struct Write {
    uint64_t visible;
    uint32_t address, data, strobes;
  };
  std::deque<Write> landing;
  ReadModel<uint32_t> reads(16);
  std::vector<Stall> in, out;
  for (unsigned p = 0; p < 3; ++p) {
    in.emplace_back(random.next(), saturated);
    out.emplace_back(random.next(), saturated);
  }
  bool waiting[3] = {};
  std::deque<uint64_t> acks[3];
  unsigned taken = 0;
  const unsigned cycles = 4000;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    while (!landing.empty() && landing.front().visible == cycle) {
      const Write &w = landing.front();
      uint32_t &word = reads.words[w.address];
      for (unsigned i = 0; i < 4; ++i)
        if (bit(w.strobes, i))
          word = (word & ~(0xffu << 8 * i)) | (w.data & 0xffu << 8 * i);
      if (w.strobes == 15)
        reads.known[w.address] = true;
      landing.pop_front();
    }
    for (unsigned p = 0; p < 3; ++p) {
      setBit(top.arb_ack_ready_i, p, out[p].active());
      if (waiting[p])
        continue;
      setBit(top.arb_in_valid_i, p, in[p].active());
      setField(top.arb_in_addr_i, p * 4, 4, random.below(16));
      setField(top.arb_in_strb_i, p * 4, 4, cycle < 400 ? 15 : random.below(16));
      top.arb_in_data_i[p] = static_cast<uint32_t>(random.next());
    }
    top.arb_rd_addr_i = random.below(16);
    bench->settle();
    reads.check("arbitrated memory", top.arb_rd_addr_i, top.arb_rd_data_o);
    unsigned now = 0;
    for (unsigned p = 0; p < 3; ++p) {
      bool due = !acks[p].empty() && acks[p].front() <= cycle;
      BENCH_CHECK(bit(top.arb_ack_valid_o, p) == due, "writer %u: acknowledgement in cycle %u", p, cycle);
      if (due && bit(top.arb_ack_ready_i, p))
        acks[p].pop_front();
      bool valid = bit(top.arb_in_valid_i, p), ready = bit(top.arb_in_ready_o, p);
      waiting[p] = valid && !ready;
      if (!valid || !ready)
        continue;
      ++now;
      acks[p].push_back(cycle + 2);
      landing.push_back(
          {cycle + 2, top.arb_in_addr_i >> (4 * p) & 15u, top.arb_in_data_i[p], top.arb_in_strb_i >> (4 * p) & 15u});
    }
    BENCH_CHECK(now <= 1, "two writes in a cycle");
    taken += now;
    bench->edge();
  }
  BENCH_CHECK(saturated ? taken >= cycles - 1 : taken > 300, "arbiter: %u writes", taken);
}

// An operation taken in cycle t is answered, and seen by reads, in cycle t+5. Ports 0 and 1 store, 2 to 4 are atomic.
void atomics(uint64_t seed, unsigned activePorts, bool saturated) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  struct Result {
    uint64_t visible;
    uint32_t address, data;
  };
  std::deque<Result> landing;
  std::vector<ReadModel<uint32_t>> reads(2, ReadModel<uint32_t>(8));
  std::vector<uint32_t> words(8);
  std::vector<Stall> in, out;
  for (unsigned p = 0; p < 5; ++p) {
    in.emplace_back(random.next(), saturated);
    out.emplace_back(random.next(), saturated);
  }
  bool waiting[5] = {};
  std::deque<std::pair<uint64_t, uint32_t>> answers[5];
  unsigned taken = 0, takenBy[5] = {};
  const unsigned cycles = 6000;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    while (!landing.empty() && landing.front().visible == cycle) {
      for (auto &port : reads) {
        port.words[landing.front().address] = landing.front().data;
        port.known[landing.front().address] = true;
      }
      landing.pop_front();
    }
    for (unsigned p = 0; p < 5; ++p) {
      bool ready = out[p].active();
      if (p < 2)
        setBit(top.la_ack_ready_i, p, ready);
      else
        setBit(top.la_rsp_ready_i, p - 2, ready);
      if (waiting[p])
        continue;
      bool valid = bit(activePorts, p) && in[p].active();
      uint32_t data = static_cast<uint32_t>(random.next()) >> (random.chance(50) ? 28 : 0);
      uint32_t address = random.below(random.chance(50) ? 2 : 8);
      if (cycle < 40) {  // first fill the memory
        valid = p == 0;
        address = cycle / 4 % 8;
      }
      if (p < 2) {
        setBit(top.la_in_valid_i, p, valid);
        setField(top.la_in_addr_i, p * 3, 3, address);
        setField(top.la_in_strb_i, p * 4, 4, cycle < 40 ? 15 : random.below(16));
        top.la_in_data_i = (top.la_in_data_i & ~(0xffffffffull << 32 * p)) | uint64_t(data) << 32 * p;
      } else {
        unsigned a = p - 2;
        setBit(top.la_at_valid_i, a, valid);
        setField(top.la_at_addr_i, a * 3, 3, address);
        setField(top.la_at_op_i, a * 6, 6, unsigned(random.of(kAtops)));
        top.la_at_data_i[a] = data;
        top.la_at_cmp_i[a] = words[address];
      }
    }
    top.la_rd_addr_i = random.below(64);
    bench->settle();
    for (unsigned p = 0; p < 2; ++p)
      reads[p].check("local_atomic", top.la_rd_addr_i >> (3 * p) & 7,
                     static_cast<uint32_t>(top.la_rd_data_o >> (32 * p)));
    unsigned now = 0;
    for (unsigned p = 0; p < 5; ++p) {
      unsigned a = p - 2;
      bool due = !answers[p].empty() && answers[p].front().first <= cycle;
      bool given = p < 2 ? bit(top.la_ack_valid_o, p) : bit(top.la_rsp_valid_o, a);
      BENCH_CHECK(given == due, "local_atomic port %u: answer in cycle %u", p, cycle);
      if (due && p >= 2)
        BENCH_CHECK(top.la_rsp_data_o[a] == answers[p].front().second, "port %u: old value %08x, not %08x", p,
                    top.la_rsp_data_o[a], answers[p].front().second);
      if (due && (p < 2 ? bit(top.la_ack_ready_i, p) : bit(top.la_rsp_ready_i, a)))
        answers[p].pop_front();
      bool valid = p < 2 ? bit(top.la_in_valid_i, p) : bit(top.la_at_valid_i, a);
      bool ready = p < 2 ? bit(top.la_in_ready_o, p) : bit(top.la_at_ready_o, a);
      waiting[p] = valid && !ready;
      if (!valid || !ready)
        continue;
      ++now;
      ++takenBy[p];
      uint32_t address = (p < 2 ? top.la_in_addr_i >> (3 * p) : top.la_at_addr_i >> (3 * a)) & 7;
      uint32_t &word = words[address];
      answers[p].emplace_back(cycle + 5, word);
      if (p < 2) {
        uint32_t data = static_cast<uint32_t>(top.la_in_data_i >> (32 * p));
        for (unsigned i = 0; i < 4; ++i)
          if (bit(top.la_in_strb_i, 4 * p + i))
            word = (word & ~(0xffu << 8 * i)) | (data & 0xffu << 8 * i);
      } else {
        word = atomicResult(Atop(top.la_at_op_i >> (6 * a) & 63), word, top.la_at_data_i[a], top.la_at_cmp_i[a]);
      }
      landing.push_back({cycle + 5, address, word});
    }
    BENCH_CHECK(now <= 1, "two operations in a cycle");
    if (cycle >= 100)
      taken += now;
    bench->edge();
  }
  if (saturated)
    BENCH_CHECK(taken == cycles - 100, "local_atomic: %u operations in %u cycles", taken, cycles - 100);
  for (unsigned p = 0; p < 5; ++p)
    if (bit(activePorts, p))
      BENCH_CHECK(takenBy[p] > 100, "local_atomic port %u: %u operations", p, takenBy[p]);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 3; ++seed)
    memories(seed);
  writers(1, true);
  for (uint64_t seed = 1; seed <= 8; ++seed)
    writers(seed, false);
  atomics(1, 31, true);
  atomics(2, 4, true);  // one port alone at full rate
  atomics(3, 1, true);
  for (uint64_t seed = 1; seed <= 12; ++seed)
    atomics(seed, 31, false);
  return 0;
}
