// SPDX-License-Identifier: Apache-2.0
// rtl/flow under random stalls against queues, and its exact rate and latency without stalls.
#include "Vflow_bench.h"
#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

using Bench = Clocked<Vflow_bench>;

constexpr unsigned kChannels = 12;
constexpr unsigned kDropChannel = 11;
const char *const kChannelNames[kChannels] = {"fifo 1",    "fifo 2",    "fifo 3",     "fifo 16",
                                              "fifo 17",   "fifo 64",   "fifo 100",   "slice",
                                              "segment 5", "segment 0", "segment 20", "segment with drops"};
const unsigned kLatency[kChannels] = {1, 1, 1, 1, 3, 3, 3, 1, 6, 1, 23, 6};
const unsigned kCapacity[kChannels] = {1, 2, 3, 16, 18, 65, 101, 2, 7, 2, 24, 4};

void channelsUnderStalls(uint64_t seed) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  std::vector<Stall> in, out;
  for (unsigned c = 0; c < kChannels; ++c) {
    in.emplace_back(random.next());
    out.emplace_back(random.next());
  }
  std::deque<uint32_t> expected[kChannels];
  HoldCheck hold[kChannels];
  unsigned received[kChannels] = {};
  bool waiting[kChannels] = {};
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    bool last = cycle >= 5500;  // let everything drain
    for (unsigned c = 0; c < kChannels; ++c) {
      if (!waiting[c]) {
        setBit(top.ch_in_valid_i, c, !last && in[c].active());
        top.ch_in_data_i[c] = static_cast<uint32_t>(random.next());
      }
      setBit(top.ch_out_ready_i, c, last || out[c].active());
    }
    bench->settle();
    for (unsigned c = 0; c < kChannels; ++c) {
      bool valid = bit(top.ch_out_valid_o, c), ready = bit(top.ch_out_ready_i, c);
      hold[c].look(kChannelNames[c], c, valid, ready, valid ? top.ch_out_data_o[c] : 0);
      if (valid && ready) {
        BENCH_CHECK(!expected[c].empty(), "%s: token out of nothing", kChannelNames[c]);
        BENCH_CHECK(expected[c].front() == top.ch_out_data_o[c], "%s: token %u is wrong", kChannelNames[c],
                    received[c]);
        expected[c].pop_front();
        ++received[c];
      }
      waiting[c] = bit(top.ch_in_valid_i, c) && !bit(top.ch_in_ready_o, c);
      if (bit(top.ch_in_valid_i, c) && !waiting[c] && !(c == kDropChannel && top.ch_in_data_i[c] % 3 == 0))
        expected[c].push_back(top.ch_in_data_i[c]);
      BENCH_CHECK(expected[c].size() <= kCapacity[c], "%s: holds %zu", kChannelNames[c], expected[c].size());
    }
    bench->edge();
  }
  for (unsigned c = 0; c < kChannels; ++c) {
    BENCH_CHECK(expected[c].empty(), "%s: %zu tokens lost", kChannelNames[c], expected[c].size());
    BENCH_CHECK(received[c] > 200, "%s: only %u tokens", kChannelNames[c], received[c]);
  }
}

// Without stalls n tokens take n cycles plus the latency (a FIFO of one entry: two cycles each); blocked, a channel
// takes exactly its capacity.
void channelRates() {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  bench->settle();
  bench->edge();  // credits and readies appear
  unsigned sent[kChannels] = {}, received[kChannels] = {};
  uint64_t start = now, last[kChannels] = {};
  const unsigned tokens = 300;
  while (now < start + 2 * tokens + 100) {
    for (unsigned c = 0; c < kChannels; ++c) {
      setBit(top.ch_in_valid_i, c, sent[c] < tokens);
      top.ch_in_data_i[c] = 3 * sent[c] + 1;
      setBit(top.ch_out_ready_i, c, true);
    }
    bench->settle();
    for (unsigned c = 0; c < kChannels; ++c) {
      if (bit(top.ch_out_valid_o, c)) {
        BENCH_CHECK(top.ch_out_data_o[c] == 3 * received[c] + 1, "%s: wrong order", kChannelNames[c]);
        ++received[c];
        last[c] = now;
      }
      if (bit(top.ch_in_valid_i, c) && bit(top.ch_in_ready_o, c))
        ++sent[c];
    }
    bench->edge();
  }
  for (unsigned c = 0; c < kChannels; ++c) {
    uint64_t interval = c == 0 ? 2 : 1;
    if (c == kDropChannel)
      continue;  // too shallow for full rate
    BENCH_CHECK(received[c] == tokens, "%s: %u tokens", kChannelNames[c], received[c]);
    uint64_t expected = start + interval * (tokens - 1) + kLatency[c];
    BENCH_CHECK(last[c] == expected, "%s: last token in cycle %llu, not %llu", kChannelNames[c],
                (unsigned long long)last[c], (unsigned long long)expected);
  }
  unsigned taken[kChannels] = {};
  for (unsigned i = 0; i < 300; ++i) {
    top.ch_in_valid_i = (1u << kChannels) - 1;
    top.ch_out_ready_i = 0;
    for (unsigned c = 0; c < kChannels; ++c)
      top.ch_in_data_i[c] = 1;
    bench->settle();
    for (unsigned c = 0; c < kChannels; ++c)
      taken[c] += bit(top.ch_in_ready_o, c);
    bench->edge();
  }
  for (unsigned c = 0; c < kChannels; ++c)
    BENCH_CHECK(taken[c] == kCapacity[c], "%s: took %u tokens when blocked", kChannelNames[c], taken[c]);
}

constexpr unsigned kRun = 16;
const unsigned kMergeInputs[4] = {2, 5, 3, 5}, kMergeRuns[4] = {16, 16, 1, 16};

void merges(uint64_t seed, bool saturated) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  std::vector<Stall> in, out;
  for (unsigned p = 0; p < 20; ++p)
    in.emplace_back(random.next(), saturated);
  for (unsigned m = 0; m < 4; ++m)
    out.emplace_back(random.next(), saturated);
  uint32_t next[20] = {}, taken[20] = {};
  bool waiting[20] = {};
  HoldCheck hold[4];
  bool fresh[4] = {true, true, true, true};
  unsigned run[2] =
      {};  // of the first two: tokens of the input, not the first, that gave the last cycle's; 0: it gave none
  unsigned runOf[2] = {};
  unsigned pause[2] = {};  // cycles in which others than the first have yet to offer until they count
  for (unsigned cycle = 0; cycle < 3000; ++cycle) {
    for (unsigned p = 0; p < 20; ++p) {
      if (waiting[p])
        continue;
      setBit(top.merge_in_valid_i, p, p % 5 < kMergeInputs[p / 5] && in[p].active());
      top.merge_in_data_i[p] = p << 24 | next[p];
    }
    for (unsigned m = 0; m < 4; ++m)
      setBit(top.merge_out_ready_i, m, out[m].active());
    bench->settle();
    for (unsigned m = 0; m < 4; ++m) {
      bool valid = bit(top.merge_out_valid_o, m), ready = bit(top.merge_out_ready_i, m);
      hold[m].look("merge", m, valid, ready, valid ? top.merge_out_data_o[m] : 0);
      uint32_t offered = top.merge_in_valid_i >> (5 * m) & 31;
      const bool others = offered > 1;
      if (m < 2 && pause[m] != 0)
        offered &= 1;
      BENCH_CHECK(valid == (offered != 0), "merge %u", m);
      if (valid) {
        unsigned port = top.merge_out_data_o[m] >> 24;
        BENCH_CHECK(port / 5 == m && bit(top.merge_in_valid_i, port), "merge %u: port %u", m, port);
        if (m < 2 && fresh[m]) {
          const bool goesOn = run[m] > 0 && run[m] < kRun && (offered >> runOf[m] & 1);
          const unsigned expected = goesOn ? runOf[m] : static_cast<unsigned>(__builtin_ctz(offered));
          BENCH_CHECK(port % 5 == expected, "merge %u: input %u, not %u", m, port % 5, expected);
          run[m] = port % 5 == 0 ? 0 : goesOn ? run[m] + ready : 1;
          runOf[m] = port % 5;
        } else if (m < 2 && run[m] > 0) {
          run[m] += ready;
        }
        if (ready) {
          BENCH_CHECK((top.merge_out_data_o[m] & 0xffffff) == taken[port], "merge %u: order of port %u", m, port);
          ++taken[port];
        }
        fresh[m] = ready;
      } else if (m < 2) {
        run[m] = 0;
      }
      if (m < 2 && valid && ready && !others)
        pause[m] = 3 * kRun;
      else if (m < 2 && others && pause[m] != 0)
        --pause[m];
    }
    for (unsigned p = 0; p < 20; ++p) {
      bool valid = bit(top.merge_in_valid_i, p), ready = bit(top.merge_in_ready_o, p);
      waiting[p] = valid && !ready;
      if (valid && ready)
        ++next[p];
      BENCH_CHECK(next[p] == taken[p], "merge port %u: %u sent, %u received", p, next[p], taken[p]);
    }
    bench->edge();
  }
  for (unsigned m = 2; saturated && m < 4; ++m)
    for (unsigned i = 0; i < kMergeInputs[m]; ++i) {
      const unsigned run = kMergeRuns[m], round = run * kMergeInputs[m], rest = 3000 % round;
      const unsigned expected = 3000 / round * run + std::min(rest - std::min(rest, i * run), run);
      BENCH_CHECK(taken[5 * m + i] == expected, "merge %u input %u: %u tokens, not %u", m, i, taken[5 * m + i],
                  expected);
    }
}

void branches(uint64_t seed) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  Stall in(random.next());
  std::vector<Stall> out;
  for (unsigned i = 0; i < 3; ++i)
    out.emplace_back(random.next());
  bool waiting = false;
  unsigned moved = 0;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    if (!waiting) {
      top.branch_in_valid_i = in.active();
      top.branch_in_data_i = static_cast<uint32_t>(random.next());
      top.branch_in_select_i = 1u << random.below(3);
    }
    for (unsigned i = 0; i < 3; ++i)
      setBit(top.branch_out_ready_i, i, out[i].active());
    bench->settle();
    BENCH_CHECK(top.branch_out_valid_o == (top.branch_in_valid_i ? top.branch_in_select_i : 0), "branch valid");
    BENCH_CHECK(top.branch_out_data_o == top.branch_in_data_i, "branch data");
    BENCH_CHECK(top.branch_in_ready_o == ((top.branch_in_select_i & top.branch_out_ready_i) != 0), "branch ready");
    moved += top.branch_in_valid_i && top.branch_in_ready_o;
    waiting = top.branch_in_valid_i && !top.branch_in_ready_o;
    bench->edge();
  }
  BENCH_CHECK(moved > 50, "branch: only %u tokens", moved);
}

const unsigned kSlots[3] = {8, 64, 1024}, kGroups[3] = {8, 4, 64};

/// Work-items of several groups pass a barrier again and again; each arrives in any order after it has left.
struct BarrierModel {
  unsigned shift, size, groups;
  std::vector<uint32_t> outside;                       // slots free to arrive
  std::vector<uint32_t> value;                         // by slot
  std::vector<unsigned> arrived;                       // by group
  std::deque<std::pair<uint32_t, uint32_t>> expected;  // slot, data
  unsigned waiting = 0, passed = 0, rounds = 0;

  BarrierModel(unsigned slots, unsigned maxGroups, unsigned shift, unsigned size) : shift(shift), size(size) {
    groups = std::min(maxGroups, slots >> shift);
    value.resize(slots);
    arrived.resize(groups);
    for (unsigned g = 0; g < groups; ++g)
      for (unsigned i = 0; i < size; ++i)
        outside.push_back(g << shift | i);
  }
  void arrive(uint32_t slot, uint32_t data) {
    value[slot] = data;
    unsigned group = slot >> shift;
    ++waiting;
    if (++arrived[group] == size) {
      arrived[group] = 0;
      waiting -= size;
      for (unsigned i = 0; i < size; ++i)
        expected.emplace_back(group << shift | i, value[group << shift | i]);
    }
  }
};

void barriers(uint64_t seed, unsigned shift, unsigned size) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  top.group_shift_i = shift;
  top.group_size_i = size;
  bench->reset();
  Random random(seed);
  std::vector<std::unique_ptr<BarrierModel>> models;
  std::vector<Stall> in, out;
  HoldCheck hold[3];
  for (unsigned b = 0; b < 3; ++b) {
    models.push_back(std::make_unique<BarrierModel>(kSlots[b], kGroups[b], shift, size));
    in.emplace_back(random.next());
    out.emplace_back(random.next());
  }
  uint32_t chosen[3] = {};
  unsigned quiet = 0;
  for (unsigned cycle = 0; cycle < 8000; ++cycle) {
    bool last = cycle > 7000 || cycle % 1000 > 950;  // pauses, in which the count of waiting work-items is exact
    quiet = last ? quiet + 1 : 0;
    for (unsigned b = 0; b < 3; ++b) {
      auto &model = *models[b];
      bool valid = model.groups && !model.outside.empty() && !last && in[b].active();
      setBit(top.barrier_in_valid_i, b, valid);
      if (valid) {
        chosen[b] = random.below(static_cast<uint32_t>(model.outside.size()));
        top.barrier_in_slot_i[b] = model.outside[chosen[b]];
        top.barrier_in_data_i[b] = static_cast<uint32_t>(random.next());
      }
      setBit(top.barrier_out_ready_i, b, out[b].active());
    }
    bench->settle();
    for (unsigned b = 0; b < 3; ++b) {
      auto &model = *models[b];
      bool valid = bit(top.barrier_out_valid_o, b), ready = bit(top.barrier_out_ready_i, b);
      uint32_t slot = top.barrier_out_slot_o[b], data = top.barrier_out_data_o[b];
      hold[b].look("barrier", b, valid, ready, valid ? uint64_t(slot) << 32 | data : 0);
      BENCH_CHECK(bit(top.barrier_in_ready_o, b), "barrier %u not ready", b);
      if (quiet > 4)
        BENCH_CHECK(top.barrier_waiting_o[b] == model.waiting, "barrier %u: waiting %u, not %u", b,
                    top.barrier_waiting_o[b], model.waiting);
      if (valid && ready) {
        BENCH_CHECK(!model.expected.empty(), "barrier %u: released slot %u too early", b, slot);
        BENCH_CHECK(model.expected.front() == std::make_pair(slot, data), "barrier %u: slot %u, not %u", b, slot,
                    model.expected.front().first);
        model.expected.pop_front();
        model.outside.push_back(slot);
        ++model.passed;
      }
      if (bit(top.barrier_in_valid_i, b)) {
        uint32_t arriving = top.barrier_in_slot_i[b];
        model.outside.erase(model.outside.begin() + chosen[b]);
        model.arrive(arriving, top.barrier_in_data_i[b]);
      }
    }
    bench->edge();
  }
  for (unsigned b = 0; b < 3; ++b)
    if (models[b]->groups)
      BENCH_CHECK(models[b]->passed >= size, "barrier %u: only %u passed", b, models[b]->passed);
}

// One work-item in and one out in every cycle: the first leaves `latency` cycles after its group is complete.
void barrierRate(unsigned shift, unsigned size) {
  auto bench = std::make_unique<Bench>();
  auto &top = bench->top;
  top.group_shift_i = shift;
  top.group_size_i = size;
  bench->reset();
  for (unsigned b = 1; b < 3; ++b) {
    unsigned groups = std::min(kGroups[b], kSlots[b] >> shift);
    if (groups < 2)
      continue;
    unsigned total = groups * size, latency = kGroups[b] > 16 ? 8 : 6, received = 0;
    for (unsigned cycle = 0; received < total; ++cycle) {
      setBit(top.barrier_in_valid_i, b, cycle < total);
      top.barrier_in_slot_i[b] = (cycle / size) << shift | cycle % size;
      top.barrier_in_data_i[b] = cycle;
      setBit(top.barrier_out_ready_i, b, true);
      bench->settle();
      bool due = cycle >= size - 1 + latency;
      BENCH_CHECK(bit(top.barrier_out_valid_o, b) == due, "barrier %u, groups of %u: cycle %u", b, size, cycle);
      if (due)
        BENCH_CHECK(top.barrier_out_data_o[b] == received++, "barrier %u: order", b);
      bench->edge();
    }
    setBit(top.barrier_out_ready_i, b, false);
  }
}

}  // namespace

int main() {
  channelRates();
  for (uint64_t seed = 1; seed <= 8; ++seed)
    channelsUnderStalls(seed);
  merges(1, true);
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    merges(seed, false);
    branches(seed);
  }
  const unsigned shapes[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 5}, {3, 8}, {6, 48}, {6, 64}, {10, 1000}};
  for (auto [shift, size] : shapes) {
    barriers(shift * 100 + size, shift, size);
    barriers(shift * 100 + size + 7777, shift, size);
    barrierRate(shift, size);
  }
  return 0;
}
