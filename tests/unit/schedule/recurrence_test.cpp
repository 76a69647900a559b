// SPDX-License-Identifier: Apache-2.0
// Dependences from one iteration to a later one.
#include "scheduled.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;
using namespace weft::test;

namespace {

/// A product, then a sum that goes back to it in a later iteration.
struct Recurrence : Builder {
  Problem problem;
  explicit Recurrence(unsigned initiationInterval, unsigned distance = 1) {
    const ValueId a = parameter(), b = parameter();
    const ValueId product = op(Opcode::FMul, {a, b});
    last().location = {"loop.cl", 4, 9};
    const ValueId sum = op(Opcode::FAdd, {product, b});
    last().location = {"loop.cl", 5, 9};
    exit({sum});
    problem = problemOf(kernel);
    problem.initiationInterval = initiationInterval;
    problem.dependences.push_back({Dependence::Kind::Value, 1, 0, sum, problem.operatorOf(1).latency, distance});
  }
  Recurrence(const Recurrence &) = delete;
  unsigned cycles() const { return problem.operatorOf(0).latency + problem.operatorOf(1).latency; }
};

/// The least interval at which there is a schedule.
unsigned leastInterval(unsigned distance) {
  unsigned interval = 1;
  while (!schedule::schedule(Recurrence(interval, distance).problem))
    REQUIRE(++interval < 100);
  return interval;
}

}  // namespace

TEST_CASE("a recurrence is scheduled at the interval that it allows") {
  for (unsigned distance : {1, 2, 3}) {
    const unsigned least = leastInterval(distance);
    Recurrence r(least, distance), more(least + 3, distance), one(1, distance);
    CHECK(least * distance >= r.cycles());
    const auto found = schedule::schedule(r.problem), slower = schedule::schedule(more.problem);
    REQUIRE(found);
    REQUIRE(slower);
    CHECK_FALSE(check(r.problem, *found));
    CHECK_FALSE(check(more.problem, *found));
    CHECK_FALSE(check(more.problem, *slower));
    // At interval 1 the same schedule takes the sum before it is there.
    CHECK_THAT(check(one.problem, *found).value().message,
               Catch::Contains("takes value 3 of " + std::to_string(distance) + " iterations before"));
  }
}

TEST_CASE("the recurrence that bounds the initiation interval is named") {
  const unsigned least = leastInterval(1);
  Recurrence r(2);
  CHECK(errorOf(schedule::schedule(r.problem)) ==
        "loop.cl:4:9: error: the recurrence through fmul (loop.cl:4:9), fadd (loop.cl:5:9) takes " +
            std::to_string(least) + " cycles for 1 iteration: an initiation interval of 2 is too small, " +
            std::to_string(least) + " is the least for it");
  Recurrence none(1, 0);
  CHECK_THAT(errorOf(schedule::schedule(none.problem)),
             Catch::Contains("error: within one iteration there is a cycle through fmul"));
}

TEST_CASE("combinational operations of a recurrence are separated by registers") {
  // Sums in one cycle feed the first of them in the next iteration.
  for (unsigned count : {1, 2, 5, 12}) {
    Builder b;
    ValueId x = b.parameter();
    for (unsigned i = 0; i < count; ++i)
      x = b.op(Opcode::Add, {x, x});
    b.exit({x});
    Problem problem = problemOf(b.kernel);
    problem.dependences.push_back({Dependence::Kind::Value, count - 1, 0, x, 0, 1});
    auto found = schedule::schedule(problem);
    const bool fits = count * problem.operatorOf(0).inPs <= problem.budgetPs;
    CHECK(bool(found) == fits);
    while (!found) {
      REQUIRE(problem.initiationInterval < count);
      ++problem.initiationInterval;
      found = schedule::schedule(problem);
    }
    CHECK_FALSE(check(problem, *found));
    // All in one cycle is a path that is too long, or closes on itself.
    NodeSchedule broken = *found;
    if (problem.initiationInterval > 1) {
      problem.initiationInterval = 1;
      CHECK(check(problem, broken));
    }
  }
}

TEST_CASE("a recurrence through an answer of memory, and an operator's own interval, are named") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.sites.resize(1);
  ValueId loaded = b.op(Opcode::Load, {a});
  ValueId sum = b.op(Opcode::Add, {loaded, a});
  b.exit({sum});
  Scheduled s(b.kernel);
  Problem loop = s.problem;
  loop.initiationInterval = 100;
  loop.dependences.push_back({Dependence::Kind::Value, 1, 0, sum, 0, 1});
  CHECK(errorOf(schedule::schedule(loop)) ==
        "error: the recurrence through load (op 0), add (op 1) waits for the answer of a memory, which takes no fixed "
        "time");
  Problem slow = s.problem;
  slow.operators[slow.tasks[1].type].interval = 4;
  CHECK_THAT(errorOf(schedule::schedule(slow)),
             Catch::Contains("takes operands every 4 cycles: an initiation interval of 1 is too small"));
  CHECK_THAT(check(slow, s.result).value().message, Catch::Contains("takes operands every 4 cycles only"));
  slow.initiationInterval = 4;
  CHECK(schedule::schedule(slow));
}
