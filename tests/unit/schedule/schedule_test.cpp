// SPDX-License-Identifier: Apache-2.0
#include "scheduled.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;
using namespace weft::test;

TEST_CASE("schedules of random nodes keep every rule") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    for (const Target &target :
         {Target{"generic", 48}, Target{"generic", 200}, Target{"ecp5", 80}, Target{"ecp5", 125}}) {
      Scheduled s(test::RandomKernel(seed).make(10 + seed % 90), target);
      INFO("seed " << seed << " on " << target.family << " at " << target.mhz << " MHz\n" << dump(s.problem, s.result));
      REQUIRE_FALSE(check(s.problem, s.result));
    }
  }
}

TEST_CASE("operations chain up to the clock period and no further") {
  Builder b;
  ValueId x = b.parameter();
  for (int i = 0; i < 6; ++i)
    x = b.op(Opcode::Add, {x, x});
  b.exit({x});
  const unsigned one = findOperator({"generic", 1}, Opcode::Add, 32)->inPs;
  auto target = [](double budgetPs) { return Target{"generic", 0.8e6 / budgetPs}; };  // 0.8 of a period is usable
  // The first cycle has room for two behind its inputs, the second one for three.
  CHECK(Scheduled(b.kernel, target(3 * one + 10)).result.latency[0] == 2);
  CHECK(Scheduled(b.kernel, target(10 * one)).result.latency[0] == 0);
  // One operation from register to register may take the whole period.
  Scheduled fast(b.kernel, {"generic", 1e6 / (one + 340)});
  CHECK_FALSE(check(fast.problem, fast.result));
  CHECK(fast.result.latency[0] >= 6);
}

TEST_CASE("the longest path is that of operations in one cycle") {
  Builder b;
  ValueId x = b.parameter();
  const ValueId first = b.op(Opcode::Add, {x, x}), second = b.op(Opcode::Add, {first, x});
  b.exit({second});
  const Scheduled s(b.kernel, {"ecp5", 50});
  REQUIRE(s.result.latency[0] == 0);
  const unsigned one = findOperator({"ecp5", 50}, Opcode::Add, 32)->inPs;
  const LongestPath path = longestPath(s.problem, s.result);
  CHECK(path.ps == s.problem.inputPs + 2 * one + s.problem.pushPs);
  CHECK(path.at == s.problem.producer[second]);
  // Each in a cycle of its own: from the register to the queue.
  const Scheduled apart(b.kernel, {"ecp5", 0.8e6 / (one + s.problem.inputPs + 1)});
  CHECK(longestPath(apart.problem, apart.result).ps == one + s.problem.inputPs);
}

TEST_CASE("a value that operators of all lanes take has further to go, unless it comes from a register") {
  Builder b;
  const ValueId x = b.parameter();
  const ValueId sum = b.op(Opcode::Add, {x, x}), product = b.op(Opcode::Add, {sum, x});
  b.exit({product});
  b.kernel.lanes = 4;
  const auto pathAt = [&](double mhz) {
    const Scheduled s(b.kernel, {"ecp5", mhz});
    return longestPath(s.problem, s.result).ps;
  };
  const unsigned one = pathAt(50), apart = pathAt(110);
  b.kernel.values[product].lanes.shape = Lanes::Shape::Varying;
  CHECK(pathAt(50) == one + 1000);
  CHECK(pathAt(110) == apart);
  b.kernel.values[x].lanes.shape = b.kernel.values[sum].lanes.shape = Lanes::Shape::Varying;
  CHECK(pathAt(50) == one);
}

TEST_CASE("tokens that are chosen among others come later, wide ones by far, but no later than wires are long") {
  const auto lateness = [&](unsigned bits) {
    Builder loop;
    const ValueId x = loop.parameter();
    loop.kernel.values[x].width = bits;
    loop.exit({x});
    const unsigned alone = problemOf(loop.kernel, {"ecp5", 100}).enterPs;
    loop.kernel.nodes[0].edges.push_back({kNone, 0, {x}});
    return problemOf(loop.kernel, {"ecp5", 100}).enterPs - alone;
  };
  CHECK(lateness(32) == 3 * 32);
  CHECK(lateness(64) == 3 * 64);
  CHECK(lateness(80) == 3 * 64 + 40 * 16);
  CHECK(lateness(300) == 3 * 64 + 2700);
}

TEST_CASE("an operation that takes longer than the clock period follows a register without another one between") {
  Builder b;
  ValueId a = b.parameter();
  ValueId first = b.op(Opcode::FMul, {a, a});
  ValueId moved = b.op(Opcode::Trunc, {first}, 16);
  b.exit({b.op(Opcode::Add, {moved, moved}, 16)});
  Problem problem = problemOf(b.kernel);
  problem.pushPs = 0;
  Operator &multiplier = problem.operators[problem.tasks[0].type];
  REQUIRE(multiplier.latency > 0);
  Operator &adder = problem.operators[problem.tasks[2].type];
  adder.inPs = adder.outPs = problem.budgetPs + 500;
  const auto gap = [&](unsigned outPs) {
    multiplier.outPs = outPs;
    const auto found = schedule::schedule(problem);
    REQUIRE(found);
    CHECK_FALSE(check(problem, *found));
    return found->positions[2].cycle - found->positions[0].cycle - multiplier.latency;
  };
  CHECK(gap(0) == 0);  // the result is a register's output
  CHECK(gap(1) == 1);
}

TEST_CASE("on-chip accesses of one segment keep their order by cycles") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.memories.resize(1);
  b.kernel.memories[0].bytes = 64;
  b.op(Opcode::MemWrite, {a, a}, 0);
  ValueId read = b.op(Opcode::MemRead, {a});
  b.last().after = {0};
  b.exit({read});
  Scheduled s(b.kernel);
  REQUIRE(s.result.segments() == 1);
  CHECK(s.result.positions[1].cycle > s.result.positions[0].cycle);
  NodeSchedule broken = s.result;
  broken.positions[1].cycle = broken.positions[0].cycle;
  CHECK(check(s.problem, broken));
  // A second write site makes writes acknowledged requests.
  b.op(Opcode::MemWrite, {a, read}, 0);
  b.last().after = {1};
  Scheduled two(b.kernel);
  CHECK(two.problem.tasks[0].kind == TaskKind::Request);
  CHECK(two.result.segments() == 2);
}

TEST_CASE("packets' stores to one memory are in order, but do not wait for each other") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.memories.resize(1);
  b.kernel.memories[0].bytes = 256;
  for (OpId store = 0; store < 3; ++store) {
    b.op(Opcode::MemWrite, {a, a}, 0);
    for (OpId before = 0; before < store; ++before)
      b.last().after.push_back(before);
  }
  b.exit({a});
  b.kernel.lanes = 4;
  Scheduled s(b.kernel);
  CHECK(memoryUses(s.kernel)[0].halves == 2);
  CHECK(s.result.positions[2].segment == 0);
  for (OpId store = 0; store < 3; ++store) {
    CHECK(s.problem.tasks[store].kind == TaskKind::Request);
    CHECK_FALSE(s.problem.tasks[store].responds);
    CHECK(storeBefore(s.kernel.nodes[0], store) == store - 1);  // kNone is -1
  }
  NodeSchedule broken = s.result;
  broken.latency = {1, 0};
  broken.positions[1] = {0, 1};
  CHECK(check(s.problem, broken));  // the third one before the second
  // One work-item a token: an arbiter, which does not know of their order.
  b.kernel.lanes = 1;
  CHECK(memoryUses(b.kernel)[0].halves == 1);
  Scheduled alone(b.kernel);
  CHECK(alone.result.positions[2].segment == 2);
}

TEST_CASE("what is the same for all work-items is not part of the pipeline") {
  Builder b;
  ValueId a = b.parameter();
  ValueId n = b.op(Opcode::Arg, {}, 32, 33);
  ValueId square = b.op(Opcode::Mul, {n, n});
  ValueId sum = b.op(Opcode::Add, {a, square});
  b.exit({sum});
  Scheduled s(b.kernel);
  CHECK(s.problem.tasks[1].kind == TaskKind::Uniform);
  CHECK(s.result.latency[0] == 0);
}
