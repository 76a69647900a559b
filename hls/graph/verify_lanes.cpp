// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/verify_lanes.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "hls/graph/alias.h"
#include "hls/graph/shapes.h"
#include "hls/graph/verify_update.h"

namespace weft::graph {
namespace {

class LanesVerifier {
public:
  LanesVerifier(const Kernel &kernel, const std::function<void(NodeId, const std::string &)> &found)
      : kernel_(kernel), found_(found), shapes_(shapesOf(kernel, kernel.lanes)) {}

  void run() {
    require(std::has_single_bit(kernel_.lanes), "lanes is no power of two");
    for (ValueId v = 0; v < kernel_.values.size(); ++v) {
      const Lanes &claim = kernel_.values[v].lanes;
      const bool any = claim.shape == Lanes::Shape::Varying || claim.shape == Lanes::Shape::First;
      require(kernel_.lanes == 1 ? claim == Lanes() : any || claim == shapes_[v].lanes,
              "value " + std::to_string(v) + " is not as its lanes say");
    }
    for (NodeId n = 0; n < kernel_.nodes.size() && kernel_.lanes > 1; ++n) {
      node_ = n;
      for (const Op &op : kernel_.nodes[n].ops)
        checkOp(kernel_.nodes[n], op);
      for (const Edge &edge : kernel_.nodes[n].edges)
        checkEdge(edge);
    }
  }

private:
  void require(bool condition, const std::string &message) const {
    if (!condition)
      found_(node_, message);
  }

  bool varies(ValueId v) const { return kernel_.values[v].lanes.shape == Lanes::Shape::Varying; }
  /// Whether each lane has its value, or wires make it.
  bool spreads(ValueId v) const { return varies(v) || onlyLowBits(shapes_[v], kernel_.lanes); }
  /// Whether the value is the same in all lanes.
  bool isOne(ValueId v) const { return shapes_[v].lanes == Lanes(); }

  void checkEdge(const Edge &edge) {
    require(edge.condition == kNone || isOne(edge.condition), "an edge is not taken by whole packets");
    for (size_t a = 0; a < edge.arguments.size(); ++a)
      require(!varies(kernel_.nodes[edge.target].parameters[a]) || spreads(edge.arguments[a]),
              "argument " + std::to_string(a) + " of an edge is not made in all lanes");
  }

  void checkOp(const Node &node, const Op &op) {
    if (op.opcode == Opcode::Spread)
      return require(varies(op.result) && kernel_.values[op.operands[0]].lanes.shape == Lanes::Shape::Linear,
                     "what is spread is not linear, or not made in all lanes");
    if (kindOf(op.opcode) == OpKind::Pure)
      return require((!varies(op.result) && op.opcode != Opcode::Any && op.opcode != Opcode::Pick) ||
                         std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return spreads(v); }),
                     std::string(mnemonic(op.opcode)) + " has an operand that is not made in all lanes");
    if (kindOf(op.opcode) != OpKind::Memory)
      return;
    if (op.masked)
      require(spreads(op.mask()), "the mask is not made in all lanes");
    if (op.predicated)
      require(isOne(op.operands.back()), "an access is not made by whole packets");
    if (op.opcode == Opcode::Report)
      return require(isOne(op.operands[0]), "an access on chip is not checked for whole packets");
    if (isOnChip(op))
      return checkOnChip(op);
    if (op.opcode == Opcode::Atomic)
      return checkUpdate(op);
    require(op.opcode == Opcode::Load || op.opcode == Opcode::Store,
            std::string(mnemonic(op.opcode)) + " is no access of packets");
    const Site &site = kernel_.sites[op.index];
    const LaneShape address = addressShape(kernel_, node, op, shapes_);
    if (hasLaneAddresses(site.unit))
      require(spreads(op.operands[0]), "an address is not made in all lanes");
    else if (site.unit != Site::Unit::Packet)
      return require(address.lanes == Lanes() && (op.opcode == Opcode::Load || isOne(op.operands[1])),
                     "lanes access different addresses, or store different values");
    else
      require(address.lanes == Lanes{Lanes::Shape::Linear, int64_t(site.bytes)},
              "the elements of a packet's lanes do not follow each other");
    require(!site.aligned || address.zeros >= unsigned(std::countr_zero(site.bytes * kernel_.lanes)),
            "a packet is not aligned");
    require(op.opcode != Opcode::Load || varies(op.result), "what a packet loads is not each lane's own");
    require(op.opcode != Opcode::Store || spreads(op.operands[1]), "what is stored is not made in all lanes");
  }

  void checkUpdate(const Op &op) {
    const std::string wrong = wrongUpdate(kernel_, op, shapes_);
    require(wrong.empty(), wrong);
  }

  void checkOnChip(const Op &op) {
    const Memory &memory = kernel_.memories[op.index];
    require(memory.lanes == 1 || memory.lanes == kernel_.lanes, "a memory has some lanes");
    if (op.opcode == Opcode::MemAtomic || memory.updates != Memory::Updates::None)
      checkUpdate(op);
    if (op.opcode == Opcode::MemAtomic)
      return;
    if (ofGroup(memory))
      return checkOfGroup(op, memory);
    const bool own = op.laneAccess == LaneAccess::Own;
    require(own || isOne(op.operands[0]), "lanes access different words of a memory");
    require(!own || spreads(op.operands[0]), "an address is not made in all lanes");
    require(memory.kind != Memory::Kind::Exchange, "work-items exchange values, but are packets");
    require(own || op.laneAccess == LaneAccess::Together, "a work-item's variable is accessed as a group's");
    if (op.opcode == Opcode::MemRead)
      return require(memory.kind == Memory::Kind::Rom ? varies(op.result) || !own
                                                      : varies(op.result) == (memory.lanes > 1),
                     "what is read is not what the memory has of each lane");
    require(!own || memory.lanes > 1, "lanes write different words of what all share");
    require(!op.masked || memory.lanes > 1, "some lanes write what all share");
    require(memory.lanes == 1 ? !varies(op.operands[1]) : spreads(op.operands[1]),
            "what is written is not what the memory has of each lane");
  }

  void checkOfGroup(const Op &op, const Memory &memory) {
    const bool turns = memory.updates != Memory::Updates::None;
    require(op.laneAccess != LaneAccess::Own, "lanes have no copies of a group's memory");
    require(turns || memory.lanes == kernel_.lanes, "a memory of groups has no rows of words");
    const bool reads = op.opcode == Opcode::MemRead;
    const ValueId data = reads ? op.result : op.operands[1];
    const LaneShape &address = shapes_[op.operands[0]];
    if (op.laneAccess == LaneAccess::Together)
      return require(!op.masked && isOne(op.operands[0]) && (reads || isOne(data)),
                     "lanes access different words of a memory, or write different values");
    require(reads ? varies(data) : spreads(data) && op.masked, "what lanes access together is not each lane's own");
    if (op.laneAccess == LaneAccess::Each)
      return require(op.masked && spreads(op.operands[0]) &&
                         (!reads || turns || kernel_.values[data].width == 8 * memory.wordBytes),
                     "an address is not made in all lanes, or there is no mask");
    require(kernel_.values[data].width == 8 * memory.wordBytes &&
                address.lanes == Lanes{Lanes::Shape::Linear, int64_t(memory.wordBytes)} &&
                address.zeros >= unsigned(std::countr_zero(memory.wordBytes * kernel_.lanes)),
            "the words of a packet's lanes are no row");
  }

  const Kernel &kernel_;
  const std::function<void(NodeId, const std::string &)> &found_;
  const std::vector<LaneShape> shapes_;
  NodeId node_ = kNone;
};

}  // namespace

void verifyLanes(const Kernel &kernel, const std::function<void(NodeId, const std::string &)> &found) {
  LanesVerifier(kernel, found).run();
}

}  // namespace weft::graph
