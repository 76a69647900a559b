// SPDX-License-Identifier: Apache-2.0
#include "lane_claims.h"

#include <catch2/catch.hpp>

#include <algorithm>

#include "hls/graph/groups.h"
#include "hls/graph/print.h"

namespace weft::graph::test {
namespace {

bool isMade(const Op &op, const std::vector<Bits> &values) {
  if (op.predicated && values[op.operands.back()].isZero())
    return false;
  return !op.masked || !values[op.operands[op.operands.size() - 1 - size_t(op.predicated)]].isZero();
}

/// What an `any` is for one work-item.
ValueId ofOne(const Node &node, ValueId value) {
  for (const Op &op : node.ops)
    if (op.opcode == Opcode::Any && op.result == value)
      return op.operands[0];
  return value;
}

/// Of the node, in the order of its text.
std::vector<ValueId> valuesOf(const Node &node) {
  std::vector<ValueId> values = node.parameters;
  for (const Op &op : node.ops)
    if (op.result != kNone)
      values.push_back(op.result);
  return values;
}

}  // namespace

LaneClaims::LaneClaims(const Kernel &kernel) : LaneClaims(kernel, kernel.lanes) {
  // Where packets run what only some of their work-items would, those part, each by itself.
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      for (const Edge &edge : node.edges)
        parts_ |= op.opcode == Opcode::Any && op.result == edge.condition;
  for (ValueId v = 0; v < kernel.values.size(); ++v)
    claims_[v].lanes = kernel.values[v].lanes;
}

LaneClaims::LaneClaims(const Kernel &kernel, unsigned lanes)
    : kernel_(kernel), lanes_(lanes), inGroups_(needsGroups(kernel) || looksAtGroups(kernel)),
      claims_(shapesOf(kernel, lanes)) {}

void LaneClaims::observe(const Visit &visit) {
  const Node &node = kernel_.nodes[visit.node];
  Item &item = items_[visit.global];
  item.local = visit.local;
  item.open.resize(node.parameters.size());
  item.openMemories.resize(kernel_.memories.size());
  std::vector<bool> open(kernel_.values.size());
  for (size_t p = 0; p < node.parameters.size(); ++p)
    open[node.parameters[p]] = item.open[p];
  for (const Op &op : node.ops)
    if (op.result != kNone)
      open[op.result] = isOpen(op, visit, open, item);
    else if (op.opcode == Opcode::MemWrite && isMade(op, visit.values)) {
      const bool whole = kernel_.memories[op.index].bytes * 8 == kernel_.values[op.operands[1]].width;
      item.openMemories[op.index] = open[op.operands[1]] || (item.openMemories[op.index] && !whole);
    }
  Step step{visit.node, {}};
  for (ValueId value : valuesOf(node))
    step.values.push_back(open[value] ? std::nullopt : std::optional(visit.values[value]));
  item.steps.push_back(std::move(step));
  for (uint32_t e = 0; e <= visit.edge; ++e)
    if (node.edges[e].condition != kNone && open[ofOne(node, node.edges[e].condition)])
      FAIL("what an access gives that is not made decides about an edge of @" << node.name);
  item.open.clear();
  for (ValueId argument : node.edges[visit.edge].arguments)
    item.open.push_back(open[argument]);
}

/// What an access gives that is not made, and all that is made of it. Of one work-item, an `any` says nothing.
bool LaneClaims::isOpen(const Op &op, const Visit &visit, const std::vector<bool> &open, const Item &item) const {
  if (op.opcode == Opcode::Load || op.opcode == Opcode::MemRead) {
    const bool left = op.opcode == Opcode::MemRead && item.openMemories[op.index];
    return left || !isMade(op, visit.values) || open[op.operands[0]];
  }
  if (op.opcode == Opcode::Any || op.opcode == Opcode::Pick)
    return true;
  if (op.opcode == Opcode::Select && !open[op.operands[0]])
    return open[op.operands[visit.values[op.operands[0]].isZero() ? 2 : 1]];
  return std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return open[v]; });
}

LaneClaims::Counts LaneClaims::check() const {
  std::map<std::array<uint64_t, 3>, Packet> packets;
  for (const auto &[id, item] : items_) {
    const auto lane = unsigned((inGroups_ ? item.local[0] : id[0]) % lanes_);
    packets[{id[0] - lane, id[1], id[2]}][lane] = &item;
  }
  Counts counts;
  for (const auto &[id, packet] : packets) {
    INFO("the packet at " << id[0] << ", " << id[1] << ", " << id[2]);
    checkPacket(packet, counts);
  }
  return counts;
}

void LaneClaims::checkPacket(const Packet &packet, Counts &counts) const {
  const Item &first = *packet.begin()->second;
  for (size_t s = 0; s < first.steps.size(); ++s) {
    const NodeId node = first.steps[s].node;
    const bool together = std::all_of(packet.begin(), packet.end(), [&](const auto &lane) {
      return s < lane.second->steps.size() && lane.second->steps[s].node == node;
    });
    if (!together && kernel_.lanes > 1 && !parts_)
      FAIL("parts at visit " << s << ", of @" << kernel_.nodes[node].name);
    if (!together)
      return;
    const std::vector<ValueId> values = valuesOf(kernel_.nodes[node]);
    for (size_t at = 0; at < values.size(); ++at)
      checkValue(values[at], at, s, packet, counts);
  }
}

/// Of a lane behind that of `from`.
bool LaneClaims::isAsClaimed(ValueId value, const Bits &from, const Bits &is, unsigned lanesApart) const {
  const LaneShape &claim = claims_[value];
  const unsigned width = kernel_.values[value].width;
  const auto ofWidth = [&](int64_t number) {
    const Bits bits(64, uint64_t(number));
    return width > 64 ? bits.sext(width) : bits.slice(0, width);
  };
  if (!claim.jump.step)
    return is == from + ofWidth(claim.lanes.step * int64_t(lanesApart));
  const Bits straight = from + ofWidth(claim.jump.step * int64_t(lanesApart));
  Bits jump(width);
  if (claim.jump.bit < width)
    jump.insert(claim.jump.bit, Bits(1, 1));
  return is == straight || is == straight - jump;
}

void LaneClaims::checkValue(ValueId value, size_t at, size_t step, const Packet &packet, Counts &counts) const {
  const Lanes &claim = claims_[value].lanes;
  const bool jumps = claims_[value].jump.step != 0;
  if ((claim.shape == Lanes::Shape::Varying && !jumps) || claim.shape == Lanes::Shape::First)
    return;
  const unsigned width = kernel_.values[value].width;
  const auto differs = [&](unsigned lane, const Bits &is, const char *what) {
    INFO(print(kernel_));
    FAIL("value " << value << " '" << kernel_.values[value].name << "' in lane " << lane << " at visit " << step << ": "
                  << is.hex() << " " << what);
  };
  const Bits *from = nullptr;
  unsigned fromLane = 0;
  for (const auto &[lane, item] : packet) {
    const std::optional<Bits> &is = item->steps[step].values[at];
    if (!is)
      continue;
    if (lane == 0 && !is->slice(0, std::min(claims_[value].zeros, width)).isZero())
      differs(lane, *is, "has low bits");
    if (!from) {
      from = &*is;
      fromLane = lane;
      continue;
    }
    if (!isAsClaimed(value, *from, *is, lane - fromLane))
      differs(lane, *is, "is not as claimed");
    ++(jumps ? counts.jumping : claim.shape == Lanes::Shape::Linear ? counts.linear : counts.uniform);
  }
}

}  // namespace weft::graph::test
