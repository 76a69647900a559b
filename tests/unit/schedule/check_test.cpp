// SPDX-License-Identifier: Apache-2.0
// The checkers of schedules and of problems notice each fault.
#include <map>

#include "scheduled.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;
using namespace weft::test;

TEST_CASE("the checker notices every dependence that a moved op breaks") {
  std::map<Dependence::Kind, unsigned> noticed;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Scheduled s(test::RandomKernel(seed).make(60));
    for (const Dependence &d : s.problem.dependences) {
      if (d.to == kNone || d.from == kNone)
        continue;
      // The one that needs it, a cycle too early; or in the segment of the request whose answer it needs.
      NodeSchedule broken = s.result;
      Position &to = broken.positions[d.to];
      const Position from = s.result.positions[d.from];
      if (d.kind == Dependence::Kind::Predicate)
        to = {from.segment - 1, 0};
      else if (d.kind == Dependence::Kind::Answer)
        to = {from.segment, s.result.latency[from.segment]};
      else if (from.cycle + d.latency > 0)
        to = {from.segment, from.cycle + d.latency - 1};
      else
        continue;
      INFO("seed " << seed << " from op " << d.from << " to op " << d.to);
      CHECK(check(s.problem, broken));
      ++noticed[d.kind];
    }
  }
  CHECK(noticed[Dependence::Kind::Value] > 100);
  CHECK(noticed[Dependence::Kind::Order] > 2);
  CHECK(noticed[Dependence::Kind::Answer] > 100);
  CHECK(noticed[Dependence::Kind::Predicate] > 10);
}

TEST_CASE("the checker notices an op outside its segment") {
  Scheduled s(test::RandomKernel(3).make(60));
  for (OpId o = 0; o < s.problem.tasks.size(); ++o) {
    if (!s.problem.tasks[o].placed())
      continue;
    NodeSchedule broken = s.result;
    broken.positions[o].cycle = s.result.latency[broken.positions[o].segment] + 1;
    const weft::hls::Diagnostic defect = check(s.problem, broken).value();
    CHECK_THAT(defect.message, Catch::Contains("is outside its segment"));
    CHECK(defect.severity == weft::hls::Diagnostic::Severity::InternalError);
    CHECK(defect.function == s.problem.kernel->name);
    broken = s.result;
    broken.positions[o].segment = s.result.segments();
    CHECK_THAT(check(s.problem, broken).value().message, Catch::Contains("is outside its segment"));
  }
}

TEST_CASE("the checker notices a segment that ends before its values are ready") {
  Builder b;
  ValueId a = b.parameter();
  b.exit({b.op(Opcode::FAdd, {a, a})});
  Scheduled s(b.kernel);
  NodeSchedule broken = s.result;
  --broken.latency[0];
  CHECK_THAT(check(s.problem, broken).value().message,
             Catch::EndsWith("the end of the node takes value 1 in segment 0 cycle " +
                             std::to_string(broken.latency[0]) + ", and it is ready in segment 0 cycle " +
                             std::to_string(s.result.latency[0])));
}

TEST_CASE("the checker notices paths that are too long") {
  Builder b;
  ValueId x = b.parameter();
  for (int i = 0; i < 6; ++i)
    x = b.op(Opcode::Add, {x, x});
  b.exit({x});
  Scheduled slow(b.kernel, {"generic", 10}), fast(b.kernel, {"generic", 200});
  REQUIRE(slow.result.latency[0] == 0);
  CHECK_THAT(check(fast.problem, slow.result).value().message, Catch::Contains("is on a path of"));
  // The last sum fits, but not the FIFO behind it.
  fast.problem.pushPs = fast.problem.budgetPs;
  CHECK_THAT(check(fast.problem, fast.result).value().message, Catch::Contains("ps into the last cycle of segment 0"));
}

TEST_CASE("the checker notices what is wrong with the whole schedule") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.sites.resize(1);
  b.exit({b.op(Opcode::Load, {a})});
  Scheduled s(b.kernel);
  CHECK_THAT(check(s.problem, {}).value().message, Catch::EndsWith("the schedule is not one of this node"));
  NodeSchedule broken = s.result;
  broken.latency.pop_back();
  CHECK_THAT(check(s.problem, broken).value().message, Catch::Contains("has no segment that waits for its answer"));
  s.problem.tasks[0].responds = false;
  CHECK_THAT(check(s.problem, s.result).value().message,
             Catch::Contains("needs the answer of op 0, which is not waited for"));
}

TEST_CASE("a problem without one of its node's dependences is noticed") {
  unsigned noticed = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    Scheduled s(test::RandomKernel(seed).make(60));
    for (size_t i = 0; i < s.problem.dependences.size(); ++i, ++noticed) {
      Problem broken = s.problem;
      broken.dependences.erase(broken.dependences.begin() + i);
      CHECK(checkProblem(broken));
      broken = s.problem;
      broken.dependences[i].distance = 1;
      CHECK(checkProblem(broken));
      broken = s.problem;
      if (broken.dependences[i].latency-- > 0)
        CHECK(checkProblem(broken));
    }
  }
  CHECK(noticed > 500);
}

TEST_CASE("what writes through a register is done within its segment, and seen a cycle later") {
  const unsigned lanes = GENERATE(1u, 4u);  // of a row of the memory
  Builder b;
  const ValueId address = b.parameter(), value = b.parameter();
  Memory memory;
  memory.bytes = 256;
  memory.lanes = lanes;
  b.kernel.memories.push_back(memory);
  b.op(Opcode::MemWrite, {address, value}, 0);
  const ValueId read = b.op(Opcode::MemRead, {address});
  b.last().after = {0};
  b.exit({read});
  Scheduled s(b.kernel);
  REQUIRE(s.problem.tasks[0].kind == TaskKind::Fixed);
  const unsigned registers = lanes > 1 ? 1 : 0;
  CHECK(s.problem.doneAfter(0) == registers);
  CHECK(s.result.positions[1].cycle - s.result.positions[0].cycle == 1 + registers);
  NodeSchedule broken = s.result;
  broken.positions[0].cycle = broken.latency[0] + 1 - registers;
  CHECK_THAT(check(s.problem, broken).value().message, Catch::Contains("is outside its segment"));
}
