// SPDX-License-Identifier: Apache-2.0
// Problems and schedules of kernels, for the tests of this folder.
#pragma once
#include <catch2/catch.hpp>

#include "hls/schedule/check.h"
#include "hls/schedule/lifetimes.h"
#include "hls/schedule/make_problem.h"
#include "hls/schedule/schedule.h"
#include "random_node.h"

namespace weft::test {

using namespace graph;
using namespace weft::schedule;

inline Problem problemOf(const Kernel &kernel, const Target &target = {"generic", 200}) {
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
    REQUIRE_FALSE(checkProblem(problem));
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

}  // namespace weft::test
