// SPDX-License-Identifier: Apache-2.0
// Loads of one buffer that walk beside each other, as those of the rows of a stencil do, need the same lines, each at
// another time. They get their lines from one cache, in launches in which nobody writes what they read (ADR 49).
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <set>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
#include "hls/graph/definitions.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// What a value is made of within its node, by sums and clamps.
struct Cone {
  bool plain = true;         // by nothing else
  bool hasRow = false;       // a row's number times the distance of rows, a line at least, is part of it
  std::set<ValueId> leaves;  // ids, and what comes from other nodes
  unsigned steps = 0;
};

class NodeCones {
public:
  NodeCones(const Kernel &kernel, const Node &node, const std::vector<LaneShape> &shapes, unsigned lineBytes)
      : kernel_(kernel), shapes_(shapes), lineBits_(unsigned(std::bit_width(lineBytes)) - 1),
        definitions_(definitionsIn(kernel, node)) {}

  const Cone &of(ValueId value) {
    const auto [entry, isNew] = cones_.try_emplace(value);
    if (isNew) {
      Cone cone;  // the map may grow meanwhile, but its entries stay
      build(cone, value, 0);
      entry->second = std::move(cone);
    }
    return entry->second;
  }

private:
  bool isSame(ValueId value) const { return shapes_[value].lanes.shape == Lanes::Shape::Uniform; }

  /// `scale`: the bits that it is moved to the left by.
  void build(Cone &cone, ValueId value, unsigned scale) {
    constexpr unsigned kMostSteps = 500;
    const Op *op = definitions_[value];
    if (++cone.steps > kMostSteps) {
      cone.plain = false;
      return;
    }
    if (!op) {
      cone.leaves.insert(value);
      cone.hasRow |= isSame(value) && scale >= lineBits_;
      return;
    }
    switch (op->opcode) {
    case Opcode::Const:
    case Opcode::Arg:
    case Opcode::Apart:
      return;
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Not:
    case Opcode::Zext:
    case Opcode::Sext:
    case Opcode::Trunc:
    case Opcode::Spread:
    case Opcode::SMin:
    case Opcode::SMax:
    case Opcode::UMin:
    case Opcode::UMax:
    case Opcode::Select:
      for (const ValueId operand : op->operands)
        build(cone, operand, scale);
      return;
    case Opcode::ICmp:
      for (const ValueId operand : op->operands)
        build(cone, operand, 0);
      return;
    case Opcode::Concat:
      return buildConcat(cone, *op, scale);
    case Opcode::Mul:
      return buildProduct(cone, *op, scale);
    default:
      cone.plain = false;
      return;
    }
  }

  void buildConcat(Cone &cone, const Op &op, unsigned scale) {
    for (const ValueId operand : op.operands) {
      build(cone, operand, scale);
      scale += kernel_.values[operand].width;
    }
  }

  /// A row's number, which all lanes share, times what is the same for a whole launch.
  void buildProduct(Cone &cone, const Op &op, unsigned scale) {
    const Cone &a = of(op.operands[0]), &b = of(op.operands[1]);
    const bool byLaunch = (a.plain && a.leaves.empty()) || (b.plain && b.leaves.empty());
    cone.hasRow |= byLaunch && isSame(op.result) && !(a.leaves.empty() && b.leaves.empty());
    cone.plain &= byLaunch && isSame(op.result);
    for (const ValueId operand : op.operands)
      build(cone, operand, scale);
  }

  const Kernel &kernel_;
  const std::vector<LaneShape> &shapes_;
  const unsigned lineBits_;
  const Definitions definitions_;  // of the node
  std::map<ValueId, Cone> cones_;
};

class LineGroups {
public:
  LineGroups(const Kernel &kernel, const LaneLimits &limits)
      : kernel_(kernel), limits_(limits), shapes_(shapesOf(kernel, std::max(kernel.lanes, 2u))),
        groups_(kernel.sites.size(), kNone) {}

  std::vector<uint32_t> run() {
    for (const Node &node : kernel_.nodes)
      groupNode(node);
    return std::move(groups_);
  }

private:
  /// A row's border lies in a line that the row's lanes need as well. It comes to the loads from the same buffers that
  /// share lines.
  void joinBorders(const Node &node, const std::vector<const Op *> &loads) {
    for (const Op &op : node.ops) {
      if (op.opcode != Opcode::Load || kernel_.sites[op.index].reason.kind != UnitReason::Kind::Border)
        continue;
      const auto row = std::find_if(loads.begin(), loads.end(), [&](const Op *load) {
        return groups_[load->index] != kNone &&
               kernel_.sites[load->index].arguments == kernel_.sites[op.index].arguments;
      });
      if (row != loads.end())
        groups_[op.index] = groups_[(*row)->index];
    }
  }

  /// What all lanes load is read once for all of them, and neighbours of it with it: no cache would save much.
  bool mayShare(const Node &node, const Op &op) const {
    if (op.opcode != Opcode::Load || addressShape(kernel_, node, op, shapes_).lanes == Lanes())
      return false;
    const Site &site = kernel_.sites[op.index];
    return site.unit != Site::Unit::Scatter && site.unit != Site::Unit::Cached && !site.isVolatile &&
           !mayBeStale(kernel_, op).always;
  }

  void groupNode(const Node &node) {
    std::vector<const Op *> loads;
    for (const Op &op : node.ops)
      if (mayShare(node, op))
        loads.push_back(&op);
    if (loads.size() < 2)
      return;
    const NodeAliases aliases(kernel_, node);
    NodeCones cones(kernel_, node, shapes_, limits_.lineBytes);
    for (size_t i = 0; i < loads.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (needSameLines(*loads[i], *loads[j], aliases, cones))
          join(*loads[i], *loads[j]);
    joinBorders(node, loads);
  }

  bool needSameLines(const Op &a, const Op &b, const NodeAliases &aliases, NodeCones &cones) const {
    if (kernel_.sites[a.index].arguments != kernel_.sites[b.index].arguments)
      return false;
    const ValueId x = aliases.addressOf(a), y = aliases.addressOf(b);
    const Cone &whole = cones.of(x), &other = cones.of(y);
    if (whole.leaves.empty() || other.leaves.empty())
      return false;  // an address for a launch: its line is read once
    const auto [first, second] = aliases.distinctTerms(x, y);
    if (first.empty() && second.empty())
      return isWithinCache(aliases.difference(x, y));
    if (leavesOut(a) && leavesOut(b) && areOfLaunch(first, cones) && areOfLaunch(second, cones))
      return true;
    if (!whole.hasRow || !other.hasRow)
      return false;
    const std::optional<std::set<ValueId>> leaves = leavesOf(first, cones);
    return leaves && leaves == leavesOf(second, cones);
  }

  /// Those of the lower and the upper elements of pairs, as in butterflies in place: what the lanes of one leave out of
  /// a line, those of the other take, if the launch's distance is less than a line.
  bool leavesOut(const Op &load) const {
    const Site &site = kernel_.sites[load.index];
    const bool dense =
        site.reason.kind == UnitReason::Kind::Neighbours && uint64_t(std::abs(site.reason.step)) <= site.bytes;
    return site.unit == Site::Unit::Lanes && !dense;
  }

  static bool areOfLaunch(const std::vector<ValueId> &terms, NodeCones &cones) {
    return std::all_of(terms.begin(), terms.end(), [&](ValueId term) {
      const Cone &cone = cones.of(term);
      return cone.plain && cone.leaves.empty();
    });
  }

  /// Lines are still there when the other load comes to them.
  bool isWithinCache(const std::optional<Bits> &apart) const {
    if (!apart)
      return false;
    const uint64_t distance = apart->signedLow() < 0 ? -uint64_t(apart->signedLow()) : uint64_t(apart->signedLow());
    return distance < limits_.cacheBytes;
  }

  /// Nothing: a term is no sum of ids, clamped or not, nor a row's begin.
  static std::optional<std::set<ValueId>> leavesOf(const std::vector<ValueId> &terms, NodeCones &cones) {
    std::set<ValueId> leaves;
    for (const ValueId term : terms) {
      const Cone &cone = cones.of(term);
      if (!cone.plain)
        return std::nullopt;
      leaves.insert(cone.leaves.begin(), cone.leaves.end());
    }
    return leaves;
  }

  void join(const Op &a, const Op &b) {
    uint32_t &one = groups_[a.index], &other = groups_[b.index];
    if (one == kNone && other == kNone)
      one = other = next_++;
    else if (one == kNone || other == kNone)
      one = other = std::min(one, other);
    else if (one != other)
      std::replace(groups_.begin(), groups_.end(), std::max(one, other), std::min(one, other));
  }

  const Kernel &kernel_;
  const LaneLimits &limits_;
  const std::vector<LaneShape> shapes_;
  std::vector<uint32_t> groups_;
  uint32_t next_ = 0;
};

/// By node: whether its accesses keep memory busy without a cache. Those of outer loops wait for what is done inside.
std::vector<bool> busyNodes(const Kernel &kernel, const LaneLimits &limits) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, std::max(kernel.lanes, 2u));
  const std::vector<unsigned> depths = loopDepths(kernel);
  std::vector<unsigned> bytes(kernel.nodes.size());
  unsigned deepest = 0;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    for (const Op &op : kernel.nodes[n].ops)
      if (isGlobalAccess(op) && addressShape(kernel, kernel.nodes[n], op, shapes).lanes.shape != Lanes::Shape::Uniform)
        bytes[n] += std::min(kernel.sites[op.index].bytes * kernel.lanes, limits.lineBytes);
    deepest = std::max(deepest, bytes[n] != 0 ? depths[n] : 0);
  }
  std::vector<bool> busy;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    busy.push_back(depths[n] == deepest && 4 * bytes[n] >= 3 * limits.bytesPerCycle);
  return busy;
}

}  // namespace

std::vector<uint32_t> loadsOfSameLines(const Kernel &kernel, const LaneLimits &limits) {
  return LineGroups(kernel, limits).run();
}

bool shareLines(Kernel &kernel, const LaneLimits &limits) {
  const unsigned lines = std::bit_floor(limits.cacheBytes / limits.lineBytes);
  if (lines < 2)
    return false;
  const std::vector<uint32_t> groups = loadsOfSameLines(kernel, limits);
  std::map<uint32_t, std::vector<uint32_t>> sites;  // by group
  const std::vector<bool> busy = busyNodes(kernel, limits);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (const Op &op : kernel.nodes[n].ops)
      if (busy[n] && isGlobalAccess(op) && groups[op.index] != kNone &&
          sites[groups[op.index]].size() < kMostLineSharers)
        sites[groups[op.index]].push_back(op.index);
  uint32_t number = 0;
  for (const auto &[group, sharers] : sites) {
    if (sharers.size() < 2)
      continue;
    for (const uint32_t s : sharers) {
      kernel.sites[s].lineCache = number;
      kernel.sites[s].cacheLines = lines;
    }
    ++number;
  }
  return number != 0;
}

}  // namespace weft::graph
