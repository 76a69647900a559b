// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/make_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "hls/graph/operations/operation.h"

namespace weft::schedule {

using namespace graph;

namespace {

// Estimates for ECP5.
constexpr unsigned kInputPs = 1440;     // FIFO output or join at the head of a segment
constexpr unsigned kMergePsPerBit = 3;  // of a token that is chosen among others: the choice has all its bits to reach
constexpr unsigned kNearBits = 64;  // stand beside the choice; what is beyond them is as far off as logic of packets
constexpr unsigned kFarPsPerBit = 40;
constexpr unsigned kFarPs = 2700;       // at most: the wires there and back through a packet's operators
constexpr unsigned kLanesPs = 1000;     // from one place to the operators or memories of all lanes
constexpr unsigned kPushPs = 800;       // into the distributed memory of a FIFO of requests
constexpr unsigned kTokenPs = 2000;     // into the block memory of a FIFO, whose column is some way off
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
  return op != kNone && problem.tasks[op].kind == TaskKind::Uniform;
}

void addLeaves(const Problem &problem, ValueId value, std::vector<ValueId> &leaves) {
  OpId op = problem.producer[value];
  if (op != kNone && problem.tasks[op].kind == TaskKind::Uniform)
    return;
  if (op != kNone && problem.tasks[op].kind == TaskKind::Wires)
    leaves.insert(leaves.end(), problem.tasks[op].wiredFrom.begin(), problem.tasks[op].wiredFrom.end());
  else
    leaves.push_back(value);
}

void makeUnique(std::vector<ValueId> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<ValueId> leavesOfAll(const Problem &problem, const std::vector<ValueId> &values) {
  std::vector<ValueId> leaves;
  for (ValueId v : values)
    addLeaves(problem, v, leaves);
  makeUnique(leaves);
  return leaves;
}

/// Index of a type of operators in the problem's table.
uint32_t typeOf(Problem &problem, const Operator &wanted) {
  auto found = std::find(problem.operators.begin(), problem.operators.end(), wanted);
  if (found == problem.operators.end())
    found = problem.operators.insert(found, wanted);
  return uint32_t(found - problem.operators.begin());
}

bool movesBits(const Problem &problem, const Op &op) {
  const graph::MovesBits moves = graph::operationOf(op.opcode).movesBits;
  return moves == graph::MovesBits::Always ||
         (moves == graph::MovesBits::ByConstant && isConstant(problem, op.operands[1]));
}

/// Wires of whole operands: the schedule looks through them.
bool isWires(const Op &op) {
  return op.opcode == Opcode::Zext || op.opcode == Opcode::Sext || op.opcode == Opcode::Concat;
}

/// All lanes into one: a tree of operators.
hls::Expected<Operator> gathering(Opcode opcode, unsigned width, unsigned levels, const Target &target) {
  hls::Expected<Operator> type = findOperator(target, opcode, width);
  if (!type)
    return type;
  type->outPs = type->inPs = std::max(levels, 1u) * type->inPs;
  return type;
}

/// An addition to the bits that the steps between lanes reach.
hls::Expected<Operator> spreading(const Value &value, const Target &target) {
  const auto still = unsigned(std::countr_zero(uint64_t(value.lanes.step)));
  return value.width > still ? findOperator(target, Opcode::Add, value.width - still) : Operator();
}

hls::Expected<Operator> pureOperator(const Problem &problem, const Op &op, const Target &target) {
  const auto levels = unsigned(std::bit_width(problem.kernel->lanes - 1));
  if (op.opcode == Opcode::Any)
    return gathering(Opcode::Or, 1, (levels + 1) / 2, target);  // tables of four inputs
  if (op.opcode == Opcode::Pick)
    return gathering(Opcode::Select, problem.kernel->values[op.result].width, levels, target);
  if (movesBits(problem, op))
    return Operator();
  unsigned widest = 0;
  for (ValueId v : op.operands)
    widest = std::max(widest, problem.kernel->values[v].width);
  hls::Expected<Operator> type = op.opcode == Opcode::Spread ? spreading(problem.kernel->values[op.operands[0]], target)
                                                             : findOperator(target, op.opcode, widest);
  if (!type) {
    hls::Diagnostic diagnostic = type.error();
    diagnostic.location = op.location;
    return diagnostic;
  }
  if (type->latency == 0)
    type->outPs = type->inPs;
  return type;
}

void makePureTask(const Problem &problem, const Op &op, Task &task) {
  const bool uniform =
      std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return isUniform(problem, v); });
  task.kind = uniform ? TaskKind::Uniform : isWires(op) ? TaskKind::Wires : TaskKind::Fixed;
  if (task.kind == TaskKind::Wires)
    task.wiredFrom = leavesOfAll(problem, op.operands);
}

/// Whether what a request gets is part of what it asks for in the next iteration of a loop of this node alone: each
/// cycle of its way is one of the iteration.
bool isRecurrence(const Problem &problem, const Op &request) {
  const Node &node = *problem.node;
  const auto id = NodeId(&node - problem.kernel->nodes.data());
  const bool isLoop = std::any_of(node.edges.begin(), node.edges.end(), [&](const Edge &e) { return e.target == id; });
  if (!isLoop || request.result == kNone)
    return false;
  std::vector<ValueId> pending = request.operands;
  std::set<ValueId> seen(pending.begin(), pending.end());
  auto visit = [&](ValueId v) {
    if (seen.insert(v).second)
      pending.push_back(v);
  };
  while (!pending.empty()) {
    const ValueId value = pending.back();
    pending.pop_back();
    if (value == request.result)
      return true;
    if (problem.producer[value] != kNone) {
      for (ValueId v : node.ops[problem.producer[value]].operands)
        visit(v);
      continue;
    }
    const auto parameter = std::find(node.parameters.begin(), node.parameters.end(), value);
    if (parameter != node.parameters.end())
      for (const Edge &edge : node.edges)
        if (edge.target == id)
          visit(edge.arguments[size_t(parameter - node.parameters.begin())]);
  }
  return false;
}

/// How long before a register a request has to be there. Those of packets wait in block memory mostly.
unsigned requestPs(const Problem &problem, const Op &request) {
  return problem.kernel->lanes > 1 && !isRecurrence(problem, request) ? kTokenPs : kPushPs;
}

Operator memoryOperator(const Problem &problem, const Op &op, const std::vector<MemoryUse> &memories, double slowness) {
  auto scaled = [&](unsigned ps) { return unsigned(std::lround(ps * slowness)); };
  Operator type;
  switch (op.opcode) {
  case Opcode::MemRead: {
    if (op.laneAccess == graph::LaneAccess::Each) {
      type.inPs = scaled(kPushPs);
      return type;
    }
    const graph::Memory &memory = problem.kernel->memories[op.index];
    const bool oneOfRow =
        memory.kind != graph::Memory::Kind::Private && memory.lanes > 1 && op.laneAccess == graph::LaneAccess::Together;
    const bool narrow = oneOfRow || problem.kernel->values[op.result].width < 8 * memory.wordBytes;
    type.latency = kMemoryLatency;
    type.inPs = scaled(kMemoryInPs);
    type.outPs = scaled(kMemoryOutPs + (narrow ? kLaneShiftPs : 0));
    return type;
  }
  case Opcode::Report:
    type.inPs = type.outPs = scaled(kReportPs);
    return type;
  case Opcode::MemWrite:
    type.latency = memories[op.index].writeLatency;
    type.inPs = type.outPs = scaled(kMemoryInPs);
    return type;
  default:
    type.inPs = scaled(requestPs(problem, op));
    return type;
  }
}

void makeMemoryTask(const Op &op, const std::vector<MemoryUse> &memories, Task &task) {
  switch (op.opcode) {
  case Opcode::MemRead:
    task.responds = op.laneAccess == graph::LaneAccess::Each;
    task.kind = task.responds ? TaskKind::Request : TaskKind::Fixed;
    return;
  case Opcode::Report:
    task.kind = TaskKind::Fixed;
    return;
  case Opcode::MemWrite:
    task.kind = memories[op.index].arbitrated() ? TaskKind::Request : TaskKind::Fixed;
    task.responds = task.kind == TaskKind::Request && op.ackBeforeExit;
    return;
  case Opcode::Store:
    task.kind = TaskKind::Request;
    task.responds = op.ackBeforeExit;
    return;
  default:
    task.kind = TaskKind::Request;
    task.responds = true;
  }
}

/// Stores of a node to a memory with halves, if there are several.
void orderStores(Problem &problem, const std::vector<MemoryUse> &memories) {
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Op &op = problem.node->ops[o];
    if (op.opcode != Opcode::MemWrite || memories[op.index].halves == 1)
      continue;
    if (const OpId before = storeBefore(*problem.node, o); before != kNone)
      problem.tasks[before].inOrder = problem.tasks[o].inOrder = true;
  }
}

bool isDivision(Opcode opcode) {
  return opcode == Opcode::UDiv || opcode == Opcode::SDiv || opcode == Opcode::URem || opcode == Opcode::SRem;
}

/// Pairs quotient and remainder of the same operands.
void shareDividers(Problem &problem) {
  std::map<std::tuple<bool, ValueId, ValueId>, OpId> first;
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Op &op = problem.node->ops[o];
    if (!isDivision(op.opcode) || problem.tasks[o].kind != TaskKind::Fixed)
      continue;
    bool isSigned = op.opcode == Opcode::SDiv || op.opcode == Opcode::SRem;
    auto [it, isNew] = first.try_emplace({isSigned, op.operands[0], op.operands[1]}, o);
    if (!isNew && problem.node->ops[it->second].opcode != op.opcode)
      problem.tasks[o].sharedWith = it->second;
  }
}

/// What `to` needs of `value`, a leaf.
Dependence valueDependence(const Problem &problem, ValueId value, OpId to) {
  Dependence d{Dependence::Kind::Value, problem.producer[value], to, value};
  if (d.from == kNone || problem.tasks[d.from].kind == TaskKind::Slot)
    d.from = kNone;
  else if (problem.tasks[d.from].kind == TaskKind::Request)
    d.kind = Dependence::Kind::Answer;
  else
    d.latency = problem.operatorOf(d.from).latency;
  return d;
}

/// Stores that are served in the order of tokens do not wait for each other's acknowledgements.
void addOrderOfStores(Problem &problem, OpId o) {
  const OpId before = problem.tasks[o].inOrder ? storeBefore(*problem.node, o) : kNone;
  if (before != kNone)
    problem.dependences.push_back({Dependence::Kind::Order, before, o});
}

/// The operands' dependences by value, then those on earlier accesses.
void addDependences(Problem &problem, OpId o) {
  const Op &op = problem.node->ops[o];
  for (ValueId v : leavesOfAll(problem, op.operands))
    problem.dependences.push_back(valueDependence(problem, v, o));
  addOrderOfStores(problem, o);
  for (OpId before : op.after) {
    if (problem.tasks[o].inOrder && problem.tasks[before].inOrder && op.index == problem.node->ops[before].index)
      continue;
    if (problem.tasks[before].kind == TaskKind::Request) {
      problem.tasks[before].responds = true;
      problem.dependences.push_back({Dependence::Kind::Answer, before, o});
    } else {
      problem.dependences.push_back({Dependence::Kind::Order, before, o, kNone, 1 + problem.doneAfter(before)});
    }
  }
}

void addPredicates(Problem &problem) {
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Op &op = problem.node->ops[o];
    if (!problem.tasks[o].responds || !op.predicated || problem.tasks[o].inOrder)
      continue;
    for (ValueId v : leavesOf(problem, op.operands.back())) {
      Dependence d = valueDependence(problem, v, o);
      d.kind = Dependence::Kind::Predicate;
      problem.dependences.push_back(d);
    }
  }
}

void addExit(Problem &problem) {
  std::vector<ValueId> needed;
  for (const Edge &edge : problem.node->edges) {
    if (edge.condition != kNone)
      needed.push_back(edge.condition);
    needed.insert(needed.end(), edge.arguments.begin(), edge.arguments.end());
  }
  for (ValueId v : leavesOfAll(problem, needed))
    problem.dependences.push_back(valueDependence(problem, v, kNone));
}

/// To how many places operands of an operation go: operators of lanes, block memories of the words of a row.
unsigned placesOf(const Kernel &kernel, const Op &op) {
  if (op.opcode == Opcode::MemRead)
    return std::max(kernel.memories[op.index].lanes, keptLanes(kernel, op.result));
  return kindOf(op.opcode) == OpKind::Pure ? keptLanes(kernel, op.result) : 1;
}

/// What one lane has and is taken at several places goes to each of them.
void addWires(Problem &problem, unsigned lanesPs) {
  for (Dependence &d : problem.dependences) {
    if (d.value == kNone || d.to == kNone)
      continue;
    if (keptLanes(*problem.kernel, d.value) < placesOf(*problem.kernel, problem.node->ops[d.to]))
      d.wirePs = lanesPs;
  }
}

/// How late the choice among tokens of so many bits makes them.
unsigned mergePs(unsigned bits) {
  const unsigned far = bits > kNearBits ? bits - kNearBits : 0;
  return kMergePsPerBit * (bits - far) + std::min(kFarPs, kFarPsPerBit * far);
}

/// Bits of a token that comes from one of several places; otherwise none.
unsigned mergedBits(const Kernel &kernel, const Node &node) {
  const auto id = NodeId(&node - kernel.nodes.data());
  size_t sources = id == 0 ? 1 : 0;
  for (const Node &from : kernel.nodes)
    sources += size_t(
        std::count_if(from.edges.begin(), from.edges.end(), [&](const Edge &edge) { return edge.target == id; }));
  unsigned bits = 0;
  for (ValueId v : node.parameters)
    bits += keptBits(kernel, v);
  return sources > 1 ? bits : 0;
}

}  // namespace

hls::Expected<Problem> makeProblem(const Kernel &kernel, const Node &node, const std::vector<MemoryUse> &memories,
                                   const Target &target) {
  Problem problem;
  problem.kernel = &kernel;
  problem.node = &node;
  problem.budgetPs = unsigned(1e6 / target.mhz * kUsable);
  const double slow = slowness(target.family).value_or(1);  // an unknown family has no operators either
  problem.inputPs = unsigned(std::lround(kInputPs * slow));
  problem.enterPs = unsigned(std::lround((kInputPs + mergePs(mergedBits(kernel, node))) * slow));
  problem.pushPs = unsigned(std::lround(kTokenPs * slow));
  problem.tasks.resize(node.ops.size());
  problem.producer.assign(kernel.values.size(), kNone);
  for (OpId o = 0; o < node.ops.size(); ++o)
    if (node.ops[o].result != kNone)
      problem.producer[node.ops[o].result] = o;

  for (OpId o = 0; o < node.ops.size(); ++o) {
    const Op &op = node.ops[o];
    Task &task = problem.tasks[o];
    hls::Expected<Operator> type = Operator();
    switch (kindOf(op.opcode)) {
    case OpKind::Source:
      task.kind = op.opcode == Opcode::Slot ? TaskKind::Slot : TaskKind::Uniform;
      break;
    case OpKind::Pure:
      type = pureOperator(problem, op, target);
      makePureTask(problem, op, task);
      break;
    case OpKind::Memory:
      type = memoryOperator(problem, op, memories, slow);
      makeMemoryTask(op, memories, task);
      break;
    }
    if (!type)
      return type.error();
    task.type = typeOf(problem, *type);
  }
  orderStores(problem, memories);
  for (OpId o = 0; o < node.ops.size(); ++o)
    if (problem.tasks[o].placed())
      addDependences(problem, o);
  addPredicates(problem);
  addExit(problem);
  addWires(problem, unsigned(std::lround(kLanesPs * slow)));
  shareDividers(problem);
  return problem;
}

std::vector<ValueId> leavesOf(const Problem &problem, ValueId value) {
  std::vector<ValueId> leaves;
  addLeaves(problem, value, leaves);
  return leaves;
}

}  // namespace weft::schedule
