// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <cmath>

#include "hls/schedule/operators.h"
#include "hls/schedule/schedule.h"
#include "random_node.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;

namespace {

struct Scheduled {
  Kernel kernel;
  Problem problem;
  NodeSchedule result;
  explicit Scheduled(Kernel k, const Target &target = {"generic", 200}) : kernel(std::move(k)) {
    std::string error;
    problem = makeProblem(kernel, kernel.nodes[0], memoryUses(kernel), target, error);
    REQUIRE(error == "");
    result = schedule::schedule(problem);
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

TEST_CASE("the checker notices an op moved too early or out of its segment") {
  unsigned noticed = 0, moved = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Scheduled s(test::RandomKernel(seed).make(60));
    for (OpId o = 0; o < s.problem.tasks.size(); ++o) {
      const Task &task = s.problem.tasks[o];
      Place place = s.result.places[o];
      if (task.treatment != Treatment::Fixed && task.treatment != Treatment::Request)
        continue;
      // Moved in front of what it needs.
      for (ValueId v : task.needs) {
        Place ready = readyPlace(s.problem, s.result, v);
        if (ready.segment == place.segment && ready.cycle > 0) {
          NodeSchedule broken = s.result;
          broken.places[o].cycle = ready.cycle - 1;
          ++moved;
          noticed += check(s.problem, broken) != "";
        }
      }
      NodeSchedule broken = s.result;
      broken.places[o].cycle = s.result.latency[place.segment] + 1;
      CHECK(check(s.problem, broken) != "");
    }
  }
  CHECK(moved > 100);
  CHECK(noticed == moved);
}

TEST_CASE("operations chain up to the clock period and no further") {
  Builder b;
  ValueId x = b.parameter();
  for (int i = 0; i < 6; ++i)
    x = b.op(Opcode::Add, {x, x});
  b.exit({x});
  std::string why;
  const unsigned one = findOperator({"generic", 1}, Opcode::Add, 32, why)->inPs;
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
  CHECK(s.result.places[2].segment == 1);
  NodeSchedule broken = s.result;
  broken.places[1].segment = 0;
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
  broken.places[1].segment = 0;
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
  CHECK(s.result.places[1].cycle > s.result.places[0].cycle);
  NodeSchedule broken = s.result;
  broken.places[1].cycle = broken.places[0].cycle;
  CHECK(check(s.problem, broken) != "");
  // A second write site makes writes acknowledged requests.
  b.op(Opcode::MemWrite, {a, read}, 0);
  b.last().after = {1};
  Scheduled two(b.kernel);
  CHECK(two.problem.tasks[0].treatment == Treatment::Request);
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
  CHECK(s.problem.tasks[2].treatment == Treatment::Free);
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
  CHECK(s.result.places[2].segment == 0);
  CHECK(s.result.places[3].segment == 0);
  CHECK(s.result.places[4].segment == 1);
}

TEST_CASE("what is the same for all work-items is not part of the pipeline") {
  Builder b;
  ValueId a = b.parameter();
  ValueId n = b.op(Opcode::Arg, {}, 32, 33);
  ValueId square = b.op(Opcode::Mul, {n, n});
  ValueId sum = b.op(Opcode::Add, {a, square});
  b.exit({sum});
  Scheduled s(b.kernel);
  CHECK(s.problem.tasks[1].treatment == Treatment::Uniform);
  CHECK(s.result.latency[0] == 0);
}

TEST_CASE("an unsupported width is named") {
  Builder b;
  ValueId a = b.parameter(128);
  b.op(Opcode::Mul, {a, a}, 128);
  b.last().location = {"wide.cl", 7, 1};
  std::string error;
  makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), {"generic", 100}, error);
  CHECK(error.find("wide.cl:7") != std::string::npos);
  CHECK(error.find("mul of 128 bits") != std::string::npos);
}

TEST_CASE("a clock that no operator reaches is named with the best one") {
  Builder b;
  ValueId a = b.parameter();
  b.op(Opcode::FAdd, {a, a});
  b.last().location = {"fast.cl", 3, 1};
  std::string error;
  makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), {"ecp5", 2000}, error);
  CHECK_THAT(
      error,
      Catch::Matches("fast\\.cl:3:1: error: fadd of 32 bits reaches [0-9.]+ MHz at most on ecp5, and the board's clock "
                     "is 2000 MHz"));
  error.clear();
  makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), {"abacus", 1}, error);
  CHECK(error == "fast.cl:3:1: error: there are no operators for FPGA family \"abacus\"");
}

TEST_CASE("the operator of least latency that reaches the clock is taken") {
  std::string why;
  for (Opcode opcode : {Opcode::FAdd, Opcode::FMul, Opcode::FDiv, Opcode::Mul, Opcode::UDiv}) {
    unsigned before = 0;
    for (double mhz = 20; auto found = findOperator({"ecp5", mhz}, opcode, 32, why); mhz += 5) {
      CHECK(found->latency >= before);
      before = found->latency;
    }
    CHECK(before > 0);
  }
}

TEST_CASE("the generic family is ECP5's with shorter times") {
  std::string why;
  for (Opcode opcode : {Opcode::Add, Opcode::ICmp, Opcode::FAdd, Opcode::Mul, Opcode::SDiv}) {
    auto generic = findOperator({"generic", 200}, opcode, 32, why), ecp5 = findOperator({"ecp5", 125}, opcode, 32, why);
    REQUIRE(generic);
    REQUIRE(ecp5);
    CHECK(generic->latency == ecp5->latency);
    CHECK(generic->inPs == std::lround(ecp5->inPs * 0.5));
    CHECK(generic->outPs == std::lround(ecp5->outPs * 0.5));
  }
}
