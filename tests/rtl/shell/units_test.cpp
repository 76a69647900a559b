// SPDX-License-Identifier: Apache-2.0
// Compute units share the groups of a launch: every work-item comes at one unit, once; the tokens of a group come at
// one unit and follow each other there; a unit that takes nothing holds up none but its own; and each says that it is
// done when nothing can come any more, also of a launch that is stopped.
#include <algorithm>
#include <array>
#include <vector>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"

using bench::field;
using bench::Random;
constexpr unsigned kUnits = 3, kSlots = 64, kGroups = 8, kMaxSize = MAX_SIZE, kLanes = LANES;
constexpr bool kByGroup = SLOT_USE == 0;
// Without groups a token is a packet of the whole range, as that of a kernel which does not look at groups.
constexpr bool kInGroups = kByGroup && kLanes > 1;
constexpr unsigned kSlotBits = SLOT_USE == 2 ? 1 : 6, kCountBits = 7;

namespace {

using Ids = std::array<uint32_t, 3>;

struct Launch {
  Ids offset, local, groups;
  std::array<unsigned, kUnits> readyPercent;
  unsigned retirePercent;
  unsigned stopAfter;  // tokens; ~0u: it is not stopped
  uint32_t tokens() const {
    return (local[0] + (kInGroups ? kLanes : 1) - 1) / (kInGroups ? kLanes : 1) * local[1] * local[2];
  }
  uint64_t items() const {
    uint64_t product = 1;
    for (int i = 0; i < 3; ++i)
      product *= uint64_t(local[i]) * groups[i];
    return product;
  }
  unsigned shift() const {
    unsigned s = 0;
    while ((1u << s) < tokens())
      ++s;
    return s;
  }
};

/// What has come of a launch at one unit.
struct Unit {
  std::vector<uint32_t> inFlight;          // slots
  std::array<uint32_t, kSlots> left = {};  // by group slot: tokens that have not retired
  Ids group{};                             // of the token before
  uint32_t place = 0;                      // in its group, of the token that comes next
  uint64_t issued = 0, retired = 0;
};

class Test {
public:
  Test() {
    auto &d = clock_.top;
    d.rst_i = 1;
    for (int i = 0; i < 4; ++i)
      clock_.edge();
    d.rst_i = 0;
    clock_.edge();
  }

  /// Returns the cycles from start to the end.
  uint64_t run(const Launch &l, Random &random) {
    start(l);
    const uint64_t begin = bench::now;
    seen_.assign(l.items(), 0);
    units_ = {};
    came_ = 0;
    auto &d = clock_.top;
    while (d.all_done_o != (1u << kUnits) - 1) {
      BENCH_CHECK(bench::now - begin < 200 * (l.items() + 200), "no end");
      d.stop_i = came_ >= l.stopAfter;
      d.out_ready_i = 0;
      d.retire_valid_i = 0;
      for (unsigned u = 0; u < kUnits; ++u)
        unit(l, u, random);
      clock_.edge();
    }
    d.stop_i = d.out_ready_i = d.retire_valid_i = 0;
    const auto items = uint64_t(std::count(seen_.begin(), seen_.end(), 1));
    BENCH_CHECK(l.stopAfter != ~0u || items == l.items(), "%llu of %llu work-items", (unsigned long long)items,
                (unsigned long long)l.items());
    for (unsigned u = 0; u < kUnits; ++u)
      BENCH_CHECK(units_[u].place == 0 && units_[u].inFlight.empty(), "unit %u is done too early", u);
    const uint64_t cycles = bench::now - begin;
    for (int i = 0; i < 4; ++i, clock_.edge())
      BENCH_CHECK(d.all_done_o == (1u << kUnits) - 1 && !d.out_valid_o && (i < 2 || !d.admitting_o));
    return cycles;
  }

  uint64_t issuedBy(unsigned unit) const { return units_[unit].issued; }

private:
  void start(const Launch &l) {
    auto &d = clock_.top;
    d.global_offset_x_i = l.offset[0], d.global_offset_y_i = l.offset[1], d.global_offset_z_i = l.offset[2];
    d.local_size_x_i = l.local[0], d.local_size_y_i = l.local[1], d.local_size_z_i = l.local[2];
    d.num_groups_x_i = l.groups[0], d.num_groups_y_i = l.groups[1], d.num_groups_z_i = l.groups[2];
    d.group_size_i = l.tokens(), d.group_shift_i = l.shift();
    d.groups_max_i = std::max(1u, std::min(kGroups, kSlots >> l.shift()));
    d.start_i = 1;
    clock_.edge();
    d.start_i = 0;
  }

  void unit(const Launch &l, unsigned u, Random &random) {
    auto &d = clock_.top;
    Unit &unit = units_[u];
    BENCH_CHECK(field(d.in_flight_o, u * kCountBits, kCountBits) == unit.issued - unit.retired, "in flight at %u", u);
    const size_t candidates = unit.inFlight.size();
    if (bench::bit(d.out_valid_o, u) && random.chance(l.readyPercent[u])) {
      bench::setBit(d.out_ready_i, u, true);
      token(l, u);
    }
    if (candidates == 0 || !random.chance(l.retirePercent))
      return;
    const size_t which = random.below(candidates);
    const uint32_t slot = unit.inFlight[which];
    unit.inFlight.erase(unit.inFlight.begin() + long(which));
    bench::setBit(d.retire_valid_i, u, true);
    bench::setField(d.retire_slot_i, u * kSlotBits, kSlotBits, slot);
    if (kByGroup)
      --unit.left[slot >> l.shift()];
    ++unit.retired;
  }

  void token(const Launch &l, unsigned u) {
    auto &d = clock_.top;
    Unit &unit = units_[u];
    Ids group;
    for (unsigned i = 0; i < 3; ++i)
      group[i] = uint32_t(field(d.out_group_id_o, u * 96 + i * 32, 32));
    if (kByGroup) {
      BENCH_CHECK(unit.place == 0 || group == unit.group, "a group's tokens do not follow each other");
      const auto slot = uint32_t(field(d.out_slot_o, u * kSlotBits, kSlotBits));
      BENCH_CHECK((slot & ((1u << l.shift()) - 1)) == unit.place, "slot %u of token %u", slot, unit.place);
      if (unit.place == 0) {
        BENCH_CHECK(unit.left[slot >> l.shift()] == 0, "group slot %u is used", slot >> l.shift());
        unit.left[slot >> l.shift()] = l.tokens();
      }
      unit.place = (unit.place + 1) % l.tokens();
    }
    unit.group = group;
    unit.inFlight.push_back(uint32_t(field(d.out_slot_o, u * kSlotBits, kSlotBits)));
    BENCH_CHECK(unit.inFlight.size() <= kSlots, "%zu tokens in flight", unit.inFlight.size());
    ++unit.issued;
    ++came_;
    items(l, u);
  }

  /// Notes the work-items of a token.
  void items(const Launch &l, unsigned u) {
    auto &d = clock_.top;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!field(d.out_active_o, u * kLanes + lane, 1))
        continue;
      uint64_t at = 0;
      for (unsigned i = 3; i-- > 0;) {
        const auto first = uint32_t(field(d.out_global_id_o, u * 96 + i * 32, 32));
        const uint32_t id = first - l.offset[i] + (i == 0 ? lane : 0), range = l.local[i] * l.groups[i];
        BENCH_CHECK(id < range, "global id %u beyond the range", i);
        at = at * range + id;
      }
      BENCH_CHECK(++seen_[at] == 1, "work-item %llu came twice", (unsigned long long)at);
    }
  }

  bench::Clocked<MODEL> clock_;
  std::vector<uint8_t> seen_;  // by work-item
  std::array<Unit, kUnits> units_;
  uint64_t came_ = 0;
};

Launch randomLaunch(Random &random) {
  Launch l{};
  for (uint32_t &o : l.offset)
    o = random.chance(50) ? 0 : uint32_t(random.next());
  do {
    for (uint32_t &s : l.local)
      s = kMaxSize == 1 ? 1 : random.range(1, random.chance(50) ? 8u : 30u);
  } while (l.tokens() > kMaxSize);
  uint32_t budget = random.range(1, 2000 / l.tokens() + 1);
  for (uint32_t &g : l.groups) {
    g = random.chance(2) ? 0 : random.range(1, budget);
    budget = std::max(1u, budget / std::max(1u, g));
  }
  for (unsigned &percent : l.readyPercent)
    percent = random.chance(50) ? 100 : random.range(5, 100);
  l.retirePercent = random.chance(50) ? 100 : random.range(20, 100);
  l.stopAfter = random.chance(20) ? random.below(200u) : ~0u;
  return l;
}

}  // namespace

int main(int argc, char **argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1);
  const unsigned count = argc > 2 ? unsigned(std::atoi(argv[2])) : 300;
  Test test;
  for (unsigned i = 0; i < count; ++i)
    test.run(randomLaunch(random), random);

  const Launch even{{0, 0, 0}, {kMaxSize == 1 ? 1 : 8 * kLanes, 1, 1}, {600, 1, 1}, {100, 100, 100}, 100, ~0u};
  const uint64_t tokens = kMaxSize == 1 ? (600 + kLanes - 1) / kLanes : 600 * even.tokens();
  const uint64_t cycles = test.run(even, random);
  if (kByGroup)  // one token a cycle and unit, and a group on its way now and then
    BENCH_CHECK(cycles <= tokens / kUnits * 5 / 4 + 30, "%llu cycles for %llu tokens", (unsigned long long)cycles,
                (unsigned long long)tokens);
  else
    BENCH_CHECK(cycles <= tokens + 30, "%llu cycles for %llu tokens", (unsigned long long)cycles,
                (unsigned long long)tokens);
  for (unsigned u = 0; u < kUnits; ++u)
    BENCH_CHECK(test.issuedBy(u) * kUnits >= tokens / 2, "unit %u has %llu of %llu tokens", u,
                (unsigned long long)test.issuedBy(u), (unsigned long long)tokens);
  // A slow unit has few.
  Launch uneven = even;
  uneven.readyPercent = {100, 2, 100};
  test.run(uneven, random);
  BENCH_CHECK(test.issuedBy(1) * 4 < tokens, "%llu tokens at the slow unit", (unsigned long long)test.issuedBy(1));
  std::puts("ok");
}
