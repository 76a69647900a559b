// SPDX-License-Identifier: Apache-2.0
// ndrange_dispatcher: every work-item once, every id of every token in order, slots never shared by two tokens in
// flight, at most groups_max groups (SlotUse 0) or NumSlots tokens at once, one token a cycle when nothing stalls,
// random retirement order. A token is a work-item, or a packet of LANES work-items of a group.
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"

using bench::Random;
constexpr unsigned kSlots = NUM_SLOTS, kGroups = MAX_GROUPS, kMaxSize = MAX_SIZE, kLanes = LANES;
constexpr bool kByGroup = SLOT_USE == 0, kNumbered = SLOT_USE != 2;

namespace {

using Ids = std::array<uint32_t, 3>;

struct Token {
  Ids global, local, group;
  uint32_t linear, active;
};

struct Launch {
  Ids offset, local, groups;
  unsigned groupsMax;
  unsigned readyPercent, retirePercent;
  bool retireInOrder;
  uint32_t items() const { return local[0] * local[1] * local[2]; }  // of a group
  uint32_t groupSize() const { return (local[0] + kLanes - 1) / kLanes * local[1] * local[2]; }
  unsigned shift() const {
    unsigned s = 0;
    while ((1u << s) < groupSize())
      ++s;
    return s;
  }
  uint64_t total() const { return uint64_t(groupSize()) * groups[0] * groups[1] * groups[2]; }
};

/// The tokens of a group, from which work-item to which.
void addGroup(const Launch &l, const Ids &group, std::vector<Token> &tokens) {
  uint32_t linear = 0;
  for (uint32_t z = 0; z < l.local[2]; ++z)
    for (uint32_t y = 0; y < l.local[1]; ++y)
      for (uint32_t x = 0; x < l.local[0]; ++x, ++linear) {
        if (x % kLanes == 0) {
          Token token{{}, {x, y, z}, group, linear, 0};
          for (int i = 0; i < 3; ++i)
            token.global[i] = l.offset[i] + group[i] * l.local[i] + token.local[i];
          tokens.push_back(token);
        }
        tokens.back().active |= 1u << x % kLanes;
      }
}

/// What the launch must give.
std::vector<Token> tokensOf(const Launch &l) {
  std::vector<Token> tokens;
  for (uint32_t z = 0; z < l.groups[2]; ++z)
    for (uint32_t y = 0; y < l.groups[1]; ++y)
      for (uint32_t x = 0; x < l.groups[0]; ++x)
        addGroup(l, {x, y, z}, tokens);
  return tokens;
}

/// How often each work-item of a launch came, by its global id.
class Seen {
public:
  explicit Seen(const Launch &l) : launch_(l), count_(l.items() * l.groups[0] * l.groups[1] * l.groups[2]) {}

  void add(Ids global, uint32_t active) {
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      if (active >> lane & 1) {
        uint64_t at = 0;
        for (int i = 2; i >= 0; --i) {
          const uint32_t id = global[i] - launch_.offset[i] + (i == 0 ? lane : 0),
                         range = launch_.local[i] * launch_.groups[i];
          BENCH_CHECK(id < range, "global id %d beyond the range", i);
          at = at * range + id;
        }
        BENCH_CHECK(++count_[at] == 1, "work-item %llu came twice", (unsigned long long)at);
      }
  }
  bool all() const { return std::count(count_.begin(), count_.end(), 1) == ptrdiff_t(count_.size()); }

private:
  const Launch &launch_;
  std::vector<uint8_t> count_;
};

class Test {
public:
  Test() {
    reset();
    BENCH_CHECK(!m().all_done_o && !m().out_valid_o);
  }

  /// Starts a launch, retires part of what comes for some cycles, and resets: as after a divergent barrier.
  void abandon(const Launch &l, Random &random) {
    start(l);
    auto &d = m();
    d.out_ready_i = 1;
    for (unsigned i = random.range(5, 200); i; --i) {
      const bool retire = d.out_valid_o && random.chance(50);
      const uint32_t slot = d.out_slot_o;
      clock_.edge();
      d.retire_valid_i = retire, d.retire_slot_i = slot;
    }
    m().retire_valid_i = 0;
    reset();
  }

  /// Runs a launch; returns the cycles from start to all_done.
  uint64_t run(const Launch &l, Random &random) {
    auto &d = m();
    start(l);
    const uint64_t begin = bench::now;

    const std::vector<Token> expected = tokensOf(l);
    BENCH_CHECK(expected.size() == l.total());
    Seen seen(l);
    uint64_t issued = 0, retired = 0;
    std::vector<uint32_t> inFlight;  // slots, in order of issue
    std::vector<bool> used(kSlots);
    std::map<uint32_t, uint32_t> groupsOpen;  // group slot -> tokens not yet retired (of all its tokens)
    bool heldValid = false;
    uint32_t heldSlot = 0;
    while (!d.all_done_o) {
      BENCH_CHECK(bench::now - begin < 100 * (l.total() + 100) * (1 + 100 / std::min(l.readyPercent, l.retirePercent)),
                  "no end");
      BENCH_CHECK(d.in_flight_o == issued - retired, "in_flight %u, expected %u", d.in_flight_o,
                  unsigned(issued - retired));
      const bool room = kByGroup ? groupsOpen.size() < l.groupsMax : inFlight.size() < kSlots;
      if (issued < l.total() && room && bench::now - begin > 8)
        idle_ = d.admitting_o ? 0 : idle_ + 1;
      else
        idle_ = 0;
      BENCH_CHECK(idle_ < 12, "admitting_o low although a group could be admitted");
      if (heldValid)
        BENCH_CHECK(d.out_valid_o && d.out_slot_o == heldSlot, "token changed before it was taken");
      const bool ready = random.chance(l.readyPercent);
      d.out_ready_i = ready;
      heldValid = d.out_valid_o && !ready;
      heldSlot = d.out_slot_o;
      if (d.out_valid_o && ready) {
        check(l, expected[issued], issued);
        seen.add({d.out_global_id_x_o, d.out_global_id_y_o, d.out_global_id_z_o}, d.out_active_o);
        const uint32_t slot = d.out_slot_o;
        BENCH_CHECK(kNumbered ? slot < kSlots && !used[slot] : slot == 0, "slot %u taken twice", slot);
        BENCH_CHECK(inFlight.size() < kSlots, "%zu tokens at once", inFlight.size() + 1);
        used[slot] = true;
        if (kByGroup && issued % l.groupSize() == 0) {
          const uint32_t group = slot >> l.shift();
          BENCH_CHECK(!groupsOpen.count(group), "group slot %u reused too early", group);
          groupsOpen[group] = l.groupSize();
          BENCH_CHECK(groupsOpen.size() <= l.groupsMax, "%zu groups at once", groupsOpen.size());
        }
        inFlight.push_back(slot);
        ++issued;
      }
      // A token may retire in any later cycle.
      d.retire_valid_i = 0;
      const size_t candidates = inFlight.size() - (d.out_valid_o && ready ? 1 : 0);
      if (candidates && random.chance(l.retirePercent)) {
        const size_t which = l.retireInOrder ? 0 : random.below(candidates);
        const uint32_t slot = inFlight[which];
        inFlight.erase(inFlight.begin() + which);
        d.retire_valid_i = 1;
        d.retire_slot_i = slot;
        used[slot] = false;
        if (kByGroup && --groupsOpen[slot >> l.shift()] == 0)
          groupsOpen.erase(slot >> l.shift());
        ++retired;
      }
      clock_.edge();
    }
    d.retire_valid_i = 0;
    BENCH_CHECK(issued == l.total() && retired == l.total(), "%llu of %llu", (unsigned long long)issued,
                (unsigned long long)l.total());
    BENCH_CHECK(seen.all(), "a work-item did not come");
    const uint64_t cycles = bench::now - begin;
    for (int i = 0; i < 4; ++i) {
      BENCH_CHECK(d.all_done_o && !d.out_valid_o && !d.in_flight_o);
      clock_.edge();
    }
    BENCH_CHECK(!d.admitting_o);
    return cycles;
  }

private:
  MODEL &m() { return clock_.top; }

  void reset() {
    m().rst_i = 1;
    for (int i = 0; i < 4; ++i)
      clock_.edge();
    m().rst_i = 0;
    clock_.edge();
  }

  void start(const Launch &l) {
    auto &d = m();
    d.global_offset_x_i = l.offset[0], d.global_offset_y_i = l.offset[1], d.global_offset_z_i = l.offset[2];
    d.local_size_x_i = l.local[0], d.local_size_y_i = l.local[1], d.local_size_z_i = l.local[2];
    d.num_groups_x_i = l.groups[0], d.num_groups_y_i = l.groups[1], d.num_groups_z_i = l.groups[2];
    d.group_size_i = l.groupSize(), d.group_shift_i = l.shift(), d.groups_max_i = l.groupsMax;
    d.start_i = 1;
    clock_.edge();
    d.start_i = 0;
  }

  /// That the token at the output is this one.
  void check(const Launch &l, const Token &expected, uint64_t index) {
    auto &d = m();
    const Ids local = {d.out_local_id_x_o, d.out_local_id_y_o, d.out_local_id_z_o};
    const Ids group = {d.out_group_id_x_o, d.out_group_id_y_o, d.out_group_id_z_o};
    const Ids global = {d.out_global_id_x_o, d.out_global_id_y_o, d.out_global_id_z_o};
    for (int i = 0; i < 3; ++i) {
      BENCH_CHECK(local[i] == expected.local[i], "local id %d of token %llu: %u", i, (unsigned long long)index,
                  local[i]);
      BENCH_CHECK(group[i] == expected.group[i], "group id %d of token %llu: %u", i, (unsigned long long)index,
                  group[i]);
      BENCH_CHECK(global[i] == expected.global[i], "global id %d of token %llu: %u", i, (unsigned long long)index,
                  global[i]);
    }
    BENCH_CHECK(d.out_linear_local_id_o == expected.linear, "linear id of token %llu: %u", (unsigned long long)index,
                d.out_linear_local_id_o);
    BENCH_CHECK(d.out_active_o == expected.active, "lanes %x of token %llu", unsigned(d.out_active_o),
                (unsigned long long)index);
    const uint32_t place = index % l.groupSize();
    BENCH_CHECK(!kByGroup || (d.out_slot_o & ((1u << l.shift()) - 1)) == place, "slot %u of the group's token %u",
                d.out_slot_o, place);
  }

  bench::Clocked<MODEL> clock_;
  unsigned idle_ = 0;
};

Launch randomLaunch(Random &random) {
  Launch l{};
  for (uint32_t &o : l.offset)
    o = random.chance(50) ? 0 : uint32_t(random.next());
  const unsigned largest = random.chance(30) ? 1 : kMaxSize;
  do {
    for (uint32_t &s : l.local)
      s = random.chance(40) ? 1 : random.range(1, std::min(largest, random.chance(50) ? 8u : 64u));
    if (random.chance(70))
      l.local[0] = l.local[0] * kLanes - random.below(kLanes);
  } while (l.groupSize() > kMaxSize || (kByGroup && (1u << l.shift()) > kSlots));
  uint32_t budget = random.range(1, 3000 / l.groupSize() + 1);
  for (uint32_t &g : l.groups) {
    g = random.range(1, budget);
    if (random.chance(3))
      g = 0;
    budget = std::max(1u, budget / std::max(1u, g));
  }
  const unsigned groups = std::max(1u, std::min(kGroups, kSlots >> l.shift()));
  l.groupsMax = random.chance(50) ? groups : random.range(1, groups);
  l.readyPercent = random.chance(50) ? 100 : random.range(20, 100);
  l.retirePercent = random.chance(50) ? 100 : random.range(20, 100);
  l.retireInOrder = random.chance(40);
  return l;
}

}  // namespace

int main(int argc, char **argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1);
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 300;
  Test test;
  for (unsigned i = 0; i < count; ++i) {
    if (random.chance(20))
      test.abandon(randomLaunch(random), random);
    test.run(randomLaunch(random), random);
  }

  // Full rate: groups of one token, then the largest groups, retired as fast as they come.
  const uint32_t many = 2000;
  if (kGroups >= 8) {
    const uint64_t ones =
        test.run({{0, 0, 0}, {1, 1, 1}, {many, 1, 1}, std::min(kGroups, kSlots), 100, 100, true}, random);
    BENCH_CHECK(ones <= many + 10, "%llu cycles for %u groups of one", (unsigned long long)ones, many);
    const uint32_t size = std::min(kSlots / 4, kMaxSize);  // in tokens
    const uint64_t wide = test.run({{7, 8, 9}, {size * kLanes, 1, 1}, {2, 3, 1}, 4, 100, 100, true}, random);
    BENCH_CHECK(wide <= 6 * size + 10, "%llu cycles", (unsigned long long)wide);
  }
  // No work at all ends at once.
  BENCH_CHECK(test.run({{0, 0, 0}, {4, 1, 1}, {5, 0, 1}, 1, 100, 100, true}, random) <= 2);
  std::puts("ok");
}
