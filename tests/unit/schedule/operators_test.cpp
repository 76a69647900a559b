// SPDX-License-Identifier: Apache-2.0
// Which operators a target has, and which is taken.
#include <algorithm>
#include <cmath>

#include "scheduled.h"

using namespace weft;
using namespace weft::graph;
using namespace weft::schedule;
using namespace weft::test;

TEST_CASE("an unsupported width is named") {
  Builder b;
  ValueId a = b.parameter(128);
  b.op(Opcode::Mul, {a, a}, 128);
  b.last().location = {"wide.cl", 7, 1};
  CHECK(errorOf(makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), {"generic", 100})) ==
        "wide.cl:7:1: error: a multiplication of 128 bits is not supported");
}

TEST_CASE("a clock that no operator reaches is named with the best one") {
  Builder b;
  ValueId a = b.parameter();
  b.op(Opcode::FAdd, {a, a});
  b.last().location = {"fast.cl", 3, 1};
  const auto errorAt = [&](const Target &target) {
    return errorOf(makeProblem(b.kernel, b.kernel.nodes[0], memoryUses(b.kernel), target));
  };
  CHECK_THAT(errorAt({"ecp5", 2000}), Catch::Matches("fast\\.cl:3:1: error: a floating-point addition of 32 bits "
                                                     "reaches [0-9.]+ MHz at most on ecp5, and the board's clock "
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

TEST_CASE("the operator taken reaches the clock among others, if one does, and else it is the fastest") {
  struct Row {
    unsigned latency;
    double mhz;
  };
  std::vector<Row> rows;
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  if (std::string(#family #opcode) == "ecp5FFma" && minWidth <= 32 && 32 <= maxWidth)                                  \
    rows.push_back({latency, mhz});
#include "hls/operators.def"
  REQUIRE(rows.size() > 2);
  std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.mhz < b.mhz; });
  const auto latencyAt = [](double mhz) { return findOperator({"ecp5", mhz}, Opcode::FFma, 32)->latency; };
  for (const Row &row : rows) {
    const auto least = [&](double mhz) {
      unsigned latency = ~0u;
      for (const Row &other : rows)
        if (other.mhz * kAmongOthers >= mhz)
          latency = std::min(latency, other.latency);
      return latency;
    };
    CHECK(latencyAt(row.mhz * kAmongOthers - 0.01) == least(row.mhz * kAmongOthers - 0.01));
    CHECK(latencyAt(row.mhz) == (&row == &rows.back() || least(row.mhz) == ~0u ? rows.back().latency : least(row.mhz)));
  }
}

TEST_CASE("a multiplier's operands may come from far, if one of its forms leaves time for that") {
  const auto at = [](double mhz, unsigned width) { return *findOperator({"ecp5", mhz}, Opcode::Mul, width); };
  for (const unsigned width : {8u, 18u, 32u, 64u})
    CHECK(at(100, width).inPs < 2000);
  for (const unsigned width : {8u, 18u, 32u})
    CHECK(at(50, width).latency < at(100, width).latency);
  // These have logic in front of the blocks in all forms.
  CHECK(findOperator({"ecp5", 100}, Opcode::FMulFlush, 32)->latency == 3);
}

TEST_CASE("the generic family is ECP5's with shorter times") {
  for (Opcode opcode : {Opcode::Add, Opcode::ICmp, Opcode::FAdd, Opcode::Mul, Opcode::SDiv}) {
    auto generic = findOperator({"generic", 200}, opcode, 32), ecp5 = findOperator({"ecp5", 100}, opcode, 32);
    REQUIRE(generic);
    REQUIRE(ecp5);
    CHECK(generic->latency == ecp5->latency);
    CHECK(generic->inPs == std::lround(ecp5->inPs * 0.5));
    CHECK(generic->outPs == std::lround(ecp5->outPs * 0.5));
  }
}
