// SPDX-License-Identifier: Apache-2.0
// Which segment an op gets: the fewest bits wait between them.
#include <map>

#include "scheduled.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;
using namespace weft::test;

namespace {

/// Bits times the segments that they are carried across; nothing if something is needed before it is there.
std::optional<uint64_t> waitingBits(const Problem &problem, const NodeSchedule &schedule) {
  std::map<ValueId, unsigned> carried;
  for (const Dependence &d : problem.dependences) {
    const unsigned born =
        d.from == kNone ? 0 : schedule.positions[d.from].segment + (d.kind == Dependence::Kind::Answer ? 1 : 0);
    const unsigned needed = d.to == kNone
                                ? schedule.segments() - 1
                                : schedule.positions[d.to].segment + (d.kind == Dependence::Kind::Predicate ? 1 : 0);
    if (needed < born)
      return std::nullopt;
    if (d.value != kNone)
      carried[d.value] = std::max(carried[d.value], needed - born);
  }
  uint64_t bits = 0;
  for (const auto &[value, segments] : carried)
    bits += uint64_t(problem.kernel->values[value].width) * segments;
  return bits;
}

/// The next combination of segments of some ops; false after the last.
bool nextChoice(NodeSchedule &schedule, const std::vector<OpId> &ops) {
  for (OpId o : ops) {
    unsigned &segment = schedule.positions[o].segment;
    if (++segment < schedule.segments())
      return true;
    segment = 0;
  }
  return false;
}

}  // namespace

TEST_CASE("an answer is used in the next segment") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.sites.resize(2);
  ValueId first = b.op(Opcode::Load, {a});
  ValueId sum = b.op(Opcode::Add, {first, a});
  ValueId second = b.op(Opcode::Load, {sum}, 32, 1);
  b.exit({second});
  Scheduled s(b.kernel);
  CHECK(s.result.segments() == 3);
  CHECK(s.result.positions[2].segment == 1);
  NodeSchedule broken = s.result;
  broken.positions[1].segment = 0;
  CHECK(check(s.problem, broken));
}

TEST_CASE("a store is waited for only where something depends on it") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.sites.resize(2);
  b.op(Opcode::Store, {a, a}, 0);
  CHECK(Scheduled(b.kernel).result.segments() == 1);
  b.last().ackBeforeExit = true;
  CHECK(Scheduled(b.kernel).result.segments() == 2);
  b.last().ackBeforeExit = false;
  b.op(Opcode::Load, {a}, 32, 1);
  b.last().after = {0};
  Scheduled s(b.kernel);
  CHECK(s.result.segments() == 3);
  NodeSchedule broken = s.result;
  broken.positions[1].segment = 0;
  CHECK(check(s.problem, broken));
}

TEST_CASE("narrow values are carried instead of wide ones") {
  // A wide product that only feeds a truncation: the truncation follows it at once; extension happens at the use.
  Builder b;
  ValueId a = b.parameter(), c = b.parameter(8);
  ValueId product = b.op(Opcode::Mul, {a, a});
  ValueId narrow = b.op(Opcode::Trunc, {product}, 4);
  ValueId wide = b.op(Opcode::Zext, {c}, 32);
  ValueId slow = b.op(Opcode::FDiv, {a, a});
  ValueId sum = b.op(Opcode::Add, {slow, wide});
  b.exit({sum, narrow});
  Scheduled s(b.kernel);
  REQUIRE_FALSE(check(s.problem, s.result));
  CHECK(s.problem.tasks[2].kind == TaskKind::Wires);
  // Either the product waits in 4 bits or its operand, which the division consumes at once, is not kept for it.
  unsigned length = s.result.latency[0];
  CHECK(registerBits(s.problem, s.result) <= length * (4 + 8) + 3 * 32 + 32 + 16);
}

TEST_CASE("what a later segment can make from less is made there") {
  Builder b;
  ValueId a = b.parameter(16), c = b.parameter(), d = b.parameter();
  b.kernel.sites.resize(1);
  ValueId address = b.op(Opcode::Zext, {a}, 32);
  ValueId loaded = b.op(Opcode::Load, {address});
  ValueId sum = b.op(Opcode::Add, {c, d});  // half of what it is made of: made early
  ValueId less = b.op(Opcode::ICmp, {c, d}, 1);
  b.last().predicate = Predicate::Ult;
  ValueId twice = b.op(Opcode::Add, {address, address});  // from 16 bits
  b.exit({b.op(Opcode::Add, {loaded, sum}), less, twice});
  Scheduled s(b.kernel);
  REQUIRE_FALSE(check(s.problem, s.result));
  CHECK(s.result.positions[2].segment == 0);
  CHECK(s.result.positions[3].segment == 0);
  CHECK(s.result.positions[4].segment == 1);
}

TEST_CASE("no other choice of segments has fewer bits wait between them") {
  unsigned compared = 0, moved = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Scheduled s(test::RandomKernel(seed).make(8 + seed % 12));
    std::vector<OpId> movable;
    double choices = 1;
    for (OpId o = 0; o < s.problem.tasks.size(); ++o)
      if (s.problem.tasks[o].kind == TaskKind::Fixed && s.problem.operatorOf(o).latency == 0 &&
          s.problem.node->ops[o].result != kNone) {
        movable.push_back(o);
        choices *= s.result.segments();
      }
    if (s.result.segments() < 2 || choices > 20000)
      continue;
    ++compared;
    const auto found = waitingBits(s.problem, s.result);
    REQUIRE(found);
    NodeSchedule other = s.result;
    for (OpId o : movable)
      other.positions[o].segment = 0;
    do {
      const auto bits = waitingBits(s.problem, other);
      INFO("seed " << seed << "\n" << dump(s.problem, s.result));
      CHECK((!bits || *bits >= *found));
      moved += bits && *bits > *found;
    } while (nextChoice(other, movable));
  }
  CHECK(compared > 50);
  CHECK(moved > 100);
}
