// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace weft::schedule {

using namespace graph;

namespace {

// Usable part of the clock period: the rest is clock skew, register overhead and what routing takes beyond the table.
constexpr double kUsable = 0.8;
// Estimates for ECP5.
constexpr unsigned kInputPs = 1440;     // FIFO output, merge or join at the head of a segment
constexpr unsigned kPushPs = 800;       // into a FIFO's memory
constexpr unsigned kMemoryInPs = 1120;  // address formation in front of a block RAM
constexpr unsigned kReportPs = 640;     // into a register
constexpr unsigned kMemoryOutPs = 960;
constexpr unsigned kLaneShiftPs = 1440;  // access narrower than the memory's word
constexpr unsigned kMemoryLatency = 2;

bool isConstant(const Problem &problem, ValueId value) {
  OpId op = problem.producer[value];
  return op != kNone && problem.node->ops[op].opcode == Opcode::Const;
}

bool isUniform(const Problem &problem, ValueId value) {
  OpId op = problem.producer[value];
  return op != kNone && problem.tasks[op].treatment == Treatment::Uniform;
}

void addLeaves(const Problem &problem, ValueId value, std::vector<ValueId> &leaves) {
  OpId op = problem.producer[value];
  if (op != kNone) {
    const Task &task = problem.tasks[op];
    if (task.treatment == Treatment::Uniform)
      return;
    if (task.treatment == Treatment::Free) {
      leaves.insert(leaves.end(), task.needs.begin(), task.needs.end());
      return;
    }
  }
  leaves.push_back(value);
}

void makeUnique(std::vector<ValueId> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// A pure op that only moves bits.
bool isWires(const Problem &problem, const Op &op) {
  switch (op.opcode) {
  case Opcode::Zext:
  case Opcode::Sext:
  case Opcode::Trunc:
  case Opcode::Slice:
  case Opcode::Concat:
    return true;
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
  case Opcode::DynSlice:
  case Opcode::DynInsert:
    return isConstant(problem, op.operands[1]);
  default:
    return false;
  }
}

bool isFree(const Op &op) {
  return op.opcode == Opcode::Zext || op.opcode == Opcode::Sext || op.opcode == Opcode::Concat;
}

std::string makePureTask(const Problem &problem, const Op &op, const Target &target, Task &task) {
  unsigned widest = 0;
  bool uniform = true;
  for (ValueId v : op.operands) {
    widest = std::max(widest, problem.kernel->values[v].width);
    uniform &= isUniform(problem, v);
  }
  if (!isWires(problem, op)) {
    std::string why;
    auto found = findOperator(target, op.opcode, widest, why);
    if (!found)
      return why;
    task.module = found->module;
    task.latency = found->latency;
    task.inPs = found->inPs;
    task.outPs = found->latency ? found->outPs : found->inPs;
  }
  task.treatment = uniform ? Treatment::Uniform : isFree(op) ? Treatment::Free : Treatment::Fixed;
  return {};
}

void makeMemoryTask(const Problem &problem, const Op &op, const std::vector<MemoryUse> &memories, double slowness,
                    Task &task) {
  auto scaled = [&](unsigned ps) { return unsigned(std::lround(ps * slowness)); };
  if (op.predicated)
    task.predicate = op.operands.back();
  switch (op.opcode) {
  case Opcode::MemRead: {
    bool narrow = problem.kernel->values[op.result].width < 8 * problem.kernel->memories[op.index].wordBytes;
    task.latency = kMemoryLatency;
    task.inPs = scaled(kMemoryInPs);
    task.outPs = scaled(kMemoryOutPs + (narrow ? kLaneShiftPs : 0));
    return;
  }
  case Opcode::Report:
    task.inPs = task.outPs = scaled(kReportPs);
    return;
  case Opcode::MemWrite:
    task.inPs = task.outPs = scaled(kMemoryInPs);
    if (memories[op.index].arbitrated()) {
      task.treatment = Treatment::Request;
      task.responds = op.ackBeforeExit;
    }
    return;
  case Opcode::Store:
    task.responds = op.ackBeforeExit;
    break;
  default:
    task.responds = true;
  }
  task.treatment = Treatment::Request;
  task.inPs = scaled(kPushPs);
}

bool isDivision(Opcode opcode) {
  return opcode == Opcode::UDiv || opcode == Opcode::SDiv || opcode == Opcode::URem || opcode == Opcode::SRem;
}

/// Pairs quotient and remainder of the same operands.
void findTwins(Problem &problem) {
  std::map<std::tuple<bool, ValueId, ValueId>, OpId> first;
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Op &op = problem.node->ops[o];
    if (!isDivision(op.opcode) || problem.tasks[o].treatment != Treatment::Fixed)
      continue;
    bool isSigned = op.opcode == Opcode::SDiv || op.opcode == Opcode::SRem;
    auto [it, isNew] = first.try_emplace({isSigned, op.operands[0], op.operands[1]}, o);
    if (!isNew && problem.node->ops[it->second].opcode != op.opcode)
      problem.tasks[o].twin = it->second;
  }
}

}  // namespace

Problem makeProblem(const Kernel &kernel, const Node &node, const std::vector<MemoryUse> &memories,
                    const Target &target, std::string &error) {
  Problem problem;
  problem.kernel = &kernel;
  problem.node = &node;
  problem.budgetPs = unsigned(1e6 / target.mhz * kUsable);
  const double slow = slowness(target.family).value_or(1);  // an unknown family has no operators either
  problem.inputPs = unsigned(std::lround(kInputPs * slow));
  problem.pushPs = unsigned(std::lround(kPushPs * slow));
  problem.tasks.resize(node.ops.size());
  problem.producer.assign(kernel.values.size(), kNone);
  for (OpId o = 0; o < node.ops.size(); ++o)
    if (node.ops[o].result != kNone)
      problem.producer[node.ops[o].result] = o;

  for (OpId o = 0; o < node.ops.size(); ++o) {
    const Op &op = node.ops[o];
    Task &task = problem.tasks[o];
    switch (kindOf(op.opcode)) {
    case OpKind::Source:
      task.treatment = op.opcode == Opcode::Slot ? Treatment::Token : Treatment::Uniform;
      break;
    case OpKind::Pure:
      if (std::string why = makePureTask(problem, op, target, task); !why.empty() && error.empty())
        error = fmt::format("{}:{}{}: error: {}", op.location.file, op.location.line,
                            op.location.column ? fmt::format(":{}", op.location.column) : "", why);
      break;
    case OpKind::Memory:
      makeMemoryTask(problem, op, memories, slow, task);
      for (OpId before : op.after)
        if (problem.tasks[before].treatment == Treatment::Request)
          problem.tasks[before].responds = true;
      break;
    }
    for (ValueId v : op.operands)
      addLeaves(problem, v, task.needs);
    makeUnique(task.needs);
  }
  for (const Edge &edge : node.edges) {
    if (edge.condition != kNone)
      addLeaves(problem, edge.condition, problem.exitNeeds);
    for (ValueId v : edge.arguments)
      addLeaves(problem, v, problem.exitNeeds);
  }
  makeUnique(problem.exitNeeds);
  findTwins(problem);
  return problem;
}

std::vector<ValueId> leavesOf(const Problem &problem, ValueId value) {
  std::vector<ValueId> leaves;
  addLeaves(problem, value, leaves);
  return leaves;
}

Place readyPlace(const Problem &problem, const NodeSchedule &schedule, ValueId value) {
  OpId op = problem.producer[value];
  if (op == kNone || problem.tasks[op].treatment == Treatment::Token)
    return {0, 0};
  const Place &place = schedule.places[op];
  if (problem.tasks[op].treatment == Treatment::Request)
    return {place.segment + 1, 0};
  return {place.segment, place.cycle + problem.tasks[op].latency};
}

std::vector<int> lastSegment(const Problem &problem, const NodeSchedule &schedule) {
  std::vector<int> last(problem.kernel->values.size(), -1);
  auto need = [&](ValueId v, unsigned segment) { last[v] = std::max(last[v], int(segment)); };
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Task &task = problem.tasks[o];
    if (task.treatment != Treatment::Fixed && task.treatment != Treatment::Request)
      continue;
    for (ValueId v : task.needs)
      need(v, schedule.places[o].segment);
    // The next segment must know whether an answer comes at all.
    if (task.responds && task.predicate != kNone)
      for (ValueId v : leavesOf(problem, task.predicate))
        need(v, schedule.places[o].segment + 1);
  }
  for (ValueId v : problem.exitNeeds)
    need(v, schedule.segments() - 1);
  return last;
}

}  // namespace weft::schedule
