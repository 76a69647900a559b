// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "hls/schedule/check.h"
#include "hls/schedule/lifetimes.h"
#include "hls/schedule/make_problem.h"
#include "hls/schedule/schedule.h"
#include "random_node.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;

namespace {

Problem problemOf(const Kernel &kernel, const Target &target = {"generic", 200}) {
  auto problem = makeProblem(kernel, kernel.nodes[0], memoryUses(kernel), target);
  REQUIRE(problem);
  return *problem;
}

/// The error of an Expected; empty if it has a value.
template <class T> std::string errorOf(const hls::Expected<T> &expected) {
  return expected ? "" : hls::format(expected.error());
}

struct Scheduled {
  Kernel kernel;
  Problem problem;
  NodeSchedule result;
  explicit Scheduled(Kernel k, const Target &target = {"generic", 200}) : kernel(std::move(k)) {
    problem = problemOf(kernel, target);
    REQUIRE(checkProblem(problem) == "");
    auto scheduled = schedule::schedule(problem);
    REQUIRE(scheduled);
    result = *scheduled;
  }
  Scheduled(const Scheduled &) = delete;
};

/// Straight-line node over 32-bit parameters, for cases made by hand.
struct Builder {
  Kernel kernel;
  Builder() {
    kernel.slots = 64;
    kernel.nodes.resize(2);
    kernel.nodes[0].name = "body";
    kernel.nodes[1].kind = NodeKind::Exit;
    kernel.nodes[0].edges.push_back({kNone, 1, {}});
  }
  ValueId value(unsigned width) {
    kernel.values.push_back({width, ""});
    return ValueId(kernel.values.size() - 1);
  }
  ValueId parameter(unsigned width = 32) {
    kernel.nodes[0].parameters.push_back(value(width));
    return kernel.nodes[0].parameters.back();
  }
  ValueId op(Opcode opcode, std::vector<ValueId> operands, unsigned width = 32, uint32_t index = 0) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.index = index;
    op.constant = "1";
    if (width)
      op.result = value(width);
    kernel.nodes[0].ops.push_back(op);
    return op.result;
  }
  Op &last() { return kernel.nodes[0].ops.back(); }
  void exit(std::vector<ValueId> values) { kernel.nodes[0].edges[0].arguments = std::move(values); }
};

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

TEST_CASE("schedules of random nodes keep every rule") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    for (const Target &target :
         {Target{"generic", 48}, Target{"generic", 200}, Target{"ecp5", 80}, Target{"ecp5", 125}}) {
      Scheduled s(test::RandomKernel(seed).make(10 + seed % 90), target);
      INFO("seed " << seed << " on " << target.family << " at " << target.mhz << " MHz\n" << dump(s.problem, s.result));
      REQUIRE(check(s.problem, s.result) == "");
    }
  }
}

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
      CHECK(check(s.problem, broken) != "");
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
    CHECK_THAT(check(s.problem, broken), Catch::Contains("is outside its segment"));
    broken = s.result;
    broken.positions[o].segment = s.result.segments();
    CHECK_THAT(check(s.problem, broken), Catch::Contains("is outside its segment"));
  }
}

TEST_CASE("the checker notices a segment that ends before its values are ready") {
  Builder b;
  ValueId a = b.parameter();
  b.exit({b.op(Opcode::FAdd, {a, a})});
  Scheduled s(b.kernel);
  NodeSchedule broken = s.result;
  --broken.latency[0];
  CHECK(check(s.problem, broken) == "the end of the node takes value 1 in segment 0 cycle " +
                                        std::to_string(broken.latency[0]) + ", and it is ready in segment 0 cycle " +
                                        std::to_string(s.result.latency[0]));
}

TEST_CASE("the checker notices paths that are too long") {
  Builder b;
  ValueId x = b.parameter();
  for (int i = 0; i < 6; ++i)
    x = b.op(Opcode::Add, {x, x});
  b.exit({x});
  Scheduled slow(b.kernel, {"generic", 10}), fast(b.kernel, {"generic", 200});
  REQUIRE(slow.result.latency[0] == 0);
  CHECK_THAT(check(fast.problem, slow.result), Catch::Contains("is on a path of"));
  // The last sum fits, but not the FIFO behind it.
  fast.problem.pushPs = fast.problem.budgetPs;
  CHECK_THAT(check(fast.problem, fast.result), Catch::Contains("ps into the last cycle of segment 0"));
}

TEST_CASE("the checker notices what is wrong with the whole schedule") {
  Builder b;
  ValueId a = b.parameter();
  b.kernel.sites.resize(1);
  b.exit({b.op(Opcode::Load, {a})});
  Scheduled s(b.kernel);
  CHECK(check(s.problem, {}) == "the schedule is not one of this node");
  NodeSchedule broken = s.result;
  broken.latency.pop_back();
  CHECK_THAT(check(s.problem, broken), Catch::Contains("has no segment that waits for its answer"));
  s.problem.tasks[0].responds = false;
  CHECK_THAT(check(s.problem, s.result), Catch::Contains("needs the answer of op 0, which is not waited for"));
}

TEST_CASE("a problem without one of its node's dependences is noticed") {
  unsigned noticed = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    Scheduled s(test::RandomKernel(seed).make(60));
    for (size_t i = 0; i < s.problem.dependences.size(); ++i, ++noticed) {
      Problem broken = s.problem;
      broken.dependences.erase(broken.dependences.begin() + i);
      CHECK(checkProblem(broken) != "");
      broken = s.problem;
      broken.dependences[i].distance = 1;
      CHECK(checkProblem(broken) != "");
      broken = s.problem;
      if (broken.dependences[i].latency-- > 0)
        CHECK(checkProblem(broken) != "");
    }
  }
  CHECK(noticed > 500);
}

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
    CHECK(check(r.problem, *found) == "");
    CHECK(check(more.problem, *found) == "");
    CHECK(check(more.problem, *slower) == "");
    // At interval 1 the same schedule takes the sum before it is there.
    CHECK_THAT(check(one.problem, *found),
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
    CHECK(check(problem, *found) == "");
    // All in one cycle is a path that is too long, or closes on itself.
    NodeSchedule broken = *found;
    if (problem.initiationInterval > 1) {
      problem.initiationInterval = 1;
      CHECK(check(problem, broken) != "");
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
  CHECK_THAT(check(slow, s.result), Catch::Contains("takes operands every 4 cycles only"));
  slow.initiationInterval = 4;
  CHECK(schedule::schedule(slow));
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
  CHECK(check(fast.problem, fast.result) == "");
  CHECK(fast.result.latency[0] >= 6);
}

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
  CHECK(check(s.problem, broken) != "");
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
  CHECK(check(s.problem, broken) != "");
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
  CHECK(check(s.problem, broken) != "");
  // A second write site makes writes acknowledged requests.
  b.op(Opcode::MemWrite, {a, read}, 0);
  b.last().after = {1};
  Scheduled two(b.kernel);
  CHECK(two.problem.tasks[0].kind == TaskKind::Request);
  CHECK(two.result.segments() == 2);
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
  REQUIRE(check(s.problem, s.result) == "");
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
  REQUIRE(check(s.problem, s.result) == "");
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

TEST_CASE("an unsupported width is named") {
  Builder b;
  ValueId a = b.parameter(128);
  b.op(Opcode::Mul, {a, a}, 128);
  b.last().location = {"wide.cl", 7, 1};
  CHECK(errorOf(makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), {"generic", 100})) ==
        "wide.cl:7:1: error: mul of 128 bits is not supported");
}

TEST_CASE("a clock that no operator reaches is named with the best one") {
  Builder b;
  ValueId a = b.parameter();
  b.op(Opcode::FAdd, {a, a});
  b.last().location = {"fast.cl", 3, 1};
  const auto errorAt = [&](const Target &target) {
    return errorOf(makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), target));
  };
  CHECK_THAT(
      errorAt({"ecp5", 2000}),
      Catch::Matches("fast\\.cl:3:1: error: fadd of 32 bits reaches [0-9.]+ MHz at most on ecp5, and the board's clock "
                     "is 2000 MHz"));
  CHECK(errorAt({"abacus", 1}) == "fast.cl:3:1: error: there are no operators for FPGA family \"abacus\"");
}

TEST_CASE("the operator of least latency that reaches the clock is taken") {
  for (Opcode opcode : {Opcode::FAdd, Opcode::FMul, Opcode::FDiv, Opcode::Mul, Opcode::UDiv}) {
    unsigned before = 0;
    for (double mhz = 20; auto found = findOperator({"ecp5", mhz}, opcode, 32); mhz += 5) {
      CHECK(found->latency >= before);
      before = found->latency;
    }
    CHECK(before > 0);
  }
}

TEST_CASE("the generic family is ECP5's with shorter times") {
  for (Opcode opcode : {Opcode::Add, Opcode::ICmp, Opcode::FAdd, Opcode::Mul, Opcode::SDiv}) {
    auto generic = findOperator({"generic", 200}, opcode, 32), ecp5 = findOperator({"ecp5", 125}, opcode, 32);
    REQUIRE(generic);
    REQUIRE(ecp5);
    CHECK(generic->latency == ecp5->latency);
    CHECK(generic->inPs == std::lround(ecp5->inPs * 0.5));
    CHECK(generic->outPs == std::lround(ecp5->outPs * 0.5));
  }
}
