// SPDX-License-Identifier: Apache-2.0
// A token is one work-item, or a packet of W whose ids in x follow each other (ADR 40). A packet takes every edge as a
// whole and accesses memory as a whole, so there is one where conditions of edges are the same in all lanes, and where
// addresses are the same or follow each other.
#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/hash_banks.h"
#include "hls/graph/transforms/linearise.h"
#include "hls/graph/transforms/packet_updates.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/transforms/widen_lanes.h"
#include "hls/graph/waiting.h"
#include "hls/graph/walking_loads.h"

namespace weft::graph {
namespace {

bool isUniform(const LaneShape &shape) { return shape.lanes.shape == Lanes::Shape::Uniform; }

/// Whether lanes access elements that follow each other.
bool isDense(const Site &site, const LaneShape &address) {
  return address.lanes == Lanes{Lanes::Shape::Linear, int64_t(site.bytes)};
}

/// Whether the kernel can have packets of so many lanes.
class PacketCheck {
public:
  PacketCheck(const Kernel &kernel, unsigned lanes) : kernel_(kernel), shapes_(shapesOf(kernel, lanes)) {}

  /// Why not; empty: it can.
  LimitReason run() {
    for (const Node &node : kernel_.nodes) {
      for (const Op &op : node.ops)
        if (std::string what = whyNot(op); !what.empty())
          return {std::move(what), op.location};
      for (const Edge &edge : node.edges)
        if (edge.condition != kNone && !isUniform(shapes_[edge.condition]))
          return {"neighbouring work-items take different ways", node.location};
    }
    return {};
  }

private:
  std::string whyNot(const Op &op) const {
    switch (op.opcode) {
    case Opcode::Load:
    case Opcode::Store:
      return kernel_.sites[op.index].isVolatile ? "a volatile access is one work-item's" : "";
    case Opcode::MemRead:
    case Opcode::MemWrite:
      return whyNotOnChip(op);
    case Opcode::Slot:
      return "work-items compute with the numbers of their slots";
    case Opcode::Fence:
      return "a fence orders the accesses of one work-item";
    default:
      return "";
    }
  }

  std::string whyNotOnChip(const Op &op) const {
    const Memory &memory = kernel_.memories[op.index];
    if (ofGroup(memory))
      return "";
    return memory.kind == Memory::Kind::Exchange ? "work-items of a group exchange values" : "";
  }

  const Kernel &kernel_;
  std::vector<LaneShape> shapes_;
};

/// Marks accesses, and makes the masks.
class Masking {
public:
  Masking(Kernel &kernel, unsigned lanes, unsigned lineBytes) : kernel_(kernel), lineBytes_(lineBytes) {
    kernel.lanes = lanes;
    for (Memory &memory : kernel.memories)
      if (ofGroup(memory))
        memory.lanes = lanes;
  }

  /// Gives why the kernel cannot have packets; it is lost then.
  LimitReason run() {
    if (LimitReason reason = whyNotAtomics(); !reason.what.empty())
      return reason;
    active_ = addActive(kernel_);
    if (LimitReason reason = linearise(kernel_, kernel_.lanes, active_); !reason.what.empty())
      return reason;
    splitBorders(kernel_, kernel_.lanes, lineBytes_);
    mergeTaps(kernel_, kernel_.lanes, lineBytes_);
    if (LimitReason reason = PacketCheck(kernel_, kernel_.lanes).run(); !reason.what.empty())
      return reason;
    hashBanks(kernel_);
    shapes_ = shapesOf(kernel_, kernel_.lanes);
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      maskAccesses(kernel_.nodes[n], active_[n]);
    shapes_ = shapesOf(kernel_, kernel_.lanes);
    widenLanes(kernel_, shapes_);
    return {};
  }

private:
  /// Lanes of a packet wait for each other, so none may wait for another one's atomic operation.
  LimitReason whyNotAtomics() {
    const auto updates = [](const Node &node) { return std::any_of(node.ops.begin(), node.ops.end(), isAtomic); };
    if (std::none_of(kernel_.nodes.begin(), kernel_.nodes.end(), updates))
      return {};
    for (const Argument &argument : kernel_.arguments)
      if (argument.implicit == Argument::Implicit::PrintBuffer)
        return {"printf makes a record of one work-item", kernel_.nodes[0].location};
    if (const std::optional<SourceLocation> place = waitsForLanes(kernel_))
      return {"work-items may wait for their neighbours", *place};
    return choosePacketUpdates(kernel_, kernel_.lanes);
  }

  void maskAccesses(Node &node, ValueId active) {
    std::vector<Op> ops;
    for (Op op : node.ops) {
      std::optional<Op> behind;
      if (isGlobalAccess(op) || isOnChip(op))
        behind = maskAccess(node, op, active, ops);
      else if (op.opcode == Opcode::Report)
        maskReport(op, active, ops);
      ops.push_back(std::move(op));
      if (behind)
        ops.push_back(std::move(*behind));
    }
    node.ops = std::move(ops);
  }

  bool ofSomeLanes(const Op &op) const { return op.predicated && !isUniform(shapes_[op.operands.back()]); }

  /// The lanes that make an access. It is made if there is one of them.
  ValueId maskOf(Op &op, ValueId active, std::vector<Op> &ops) {
    if (!ofSomeLanes(op))
      return active;
    const ValueId mask = append(ops, op, Opcode::And, 1, {op.operands.back(), active});
    op.operands.back() = append(ops, op, Opcode::Any, 1, {mask});
    return mask;
  }

  /// The first lane's stray access is reported.
  void maskReport(Op &op, ValueId active, std::vector<Op> &ops) {
    const bool some = ofSomeLanes(op);
    const ValueId mask = maskOf(op, active, ops);
    if (some || !isUniform(shapes_[op.operands[0]]))
      op.operands[0] = append(ops, op, Opcode::Pick, width(op.operands[0]), {op.operands[0], mask});
  }

  /// Of a load of the same elements by all lanes whose taps have masks of their own: those that some active lane asks
  /// for.
  void joinMasks(Op &op, ValueId mask, std::vector<Op> &ops) {
    maskTaps(op, mask, ops);
    ValueId &taps = op.mask();
    std::vector<ValueId> bits;
    for (unsigned bit = 0; bit < width(taps); ++bit) {
      const ValueId ofLanes = append(ops, op, Opcode::Slice, 1, {taps});
      ops.back().lo = bit;
      bits.push_back(append(ops, op, Opcode::Any, 1, {ofLanes}));
    }
    taps = append(ops, op, Opcode::Concat, unsigned(bits.size()), bits);
  }

  /// Of a load whose taps have masks of their own, which need an active lane as well.
  void maskTaps(Op &op, ValueId mask, std::vector<Op> &ops) {
    ValueId &taps = op.mask();
    const ValueId all = append(ops, op, Opcode::Concat, width(taps), std::vector<ValueId>(width(taps), mask));
    taps = append(ops, op, Opcode::And, width(taps), {taps, all});
  }

  /// Gives what comes behind the access to make the result.
  std::optional<Op> maskAccess(const Node &node, Op &op, ValueId active, std::vector<Op> &ops) {
    const LaneShape address = isGlobalAccess(op) ? addressShape(kernel_, node, op, shapes_) : shapes_[op.operands[0]];
    const bool some = ofSomeLanes(op);
    const ValueId mask = maskOf(op, active, ops);
    const auto insertMask = [&] {
      if (op.masked)
        return maskTaps(op, mask, ops);
      op.addMask(mask);
    };
    if (op.opcode == Opcode::Atomic || (isGlobalAccess(op) && !isUniform(address))) {
      chooseUnit(kernel_.sites[op.index], address);
      insertMask();
      return std::nullopt;
    }
    const bool onChip = !isGlobalAccess(op), reads = op.opcode == Opcode::MemRead;
    if (onChip && !ofGroup(kernel_.memories[op.index])) {
      if (!isUniform(address))
        op.laneAccess = LaneAccess::Own;
      if (!reads && op.masked)
        op.mask() = mask;
      else if (!reads && some)
        insertMask();
      return std::nullopt;
    }
    if (onChip)
      op.laneAccess = laneAccessOf(op, address);
    if (op.laneAccess == LaneAccess::Each || (op.laneAccess == LaneAccess::Row && !reads))
      insertMask();
    if (op.opcode == Opcode::Load && op.masked && !isUniform(shapes_[op.mask()]))
      joinMasks(op, mask, ops);
    if (op.laneAccess == LaneAccess::Each && reads)
      return readWholeWord(op, bytesRead(op), ops);
    // Of lanes that write to one place, none is the one that counts.
    if (op.laneAccess == LaneAccess::Together && op.opcode != Opcode::Load && !reads &&
        (some || !isUniform(shapes_[op.operands[1]])))
      op.operands[1] = append(ops, op, Opcode::Pick, width(op.operands[1]), {op.operands[1], mask});
    return std::nullopt;
  }

  void chooseUnit(Site &site, const LaneShape &address) const {
    site.unit = Site::Unit::Lanes;
    if (site.kind == Site::Kind::Atomic || !isDense(site, address) || site.bytes * kernel_.lanes > lineBytes_)
      return;
    site.unit = Site::Unit::Packet;
    site.reason = {UnitReason::Kind::Neighbours, int64_t(site.bytes), "", {}};
    site.aligned = site.taps == 1 && address.zeros >= unsigned(std::countr_zero(site.bytes * kernel_.lanes));
  }

  LaneAccess laneAccessOf(const Op &op, const LaneShape &address) const {
    const Memory &memory = kernel_.memories[op.index];
    const unsigned bytes = width(op.opcode == Opcode::MemRead ? op.result : op.operands[1]) / 8;
    if (op.opcode == Opcode::MemAtomic || memory.updates == Memory::Updates::Replicas)
      return LaneAccess::Each;
    if (isUniform(address))
      return LaneAccess::Together;
    if (memory.updates == Memory::Updates::InTurn)
      return LaneAccess::Each;
    const bool row = address.lanes == Lanes{Lanes::Shape::Linear, int64_t(bytes)} && bytes == memory.wordBytes &&
                     address.zeros >= unsigned(std::countr_zero(bytes * kernel_.lanes));
    return row ? LaneAccess::Row : LaneAccess::Each;
  }

  /// What a lane reads of a memory.
  unsigned bytesRead(const Op &op) const {
    const Memory &memory = kernel_.memories[op.index];
    return memory.updates == Memory::Updates::None ? memory.wordBytes
                                                   : bytesOfTurn(kernel_, op.index, width(op.result) / 8);
  }

  /// Lanes read whole words: gives the op that takes the part of it that is meant.
  std::optional<Op> readWholeWord(Op &op, unsigned wordBytes, std::vector<Op> &ops) {
    const unsigned wordBits = 8 * wordBytes, bits = width(op.result);
    if (bits == wordBits)
      return std::nullopt;
    const ValueId address = op.operands[0];
    const auto low = unsigned(std::countr_zero(wordBits / 8)), skipped = unsigned(std::countr_zero(bits / 8));
    const auto slice = [&](unsigned lo, unsigned end) {
      append(ops, op, Opcode::Slice, end - lo, {address});
      ops.back().lo = lo;
      return ops.back().result;
    };
    const ValueId index = slice(skipped, std::min(low, width(address)));
    op.operands[0] = append(ops, op, Opcode::Const, low, {});
    ops.back().constant = "0";
    if (width(address) > low)
      op.operands[0] = append(ops, op, Opcode::Concat, width(address), {op.operands[0], slice(low, width(address))});
    Op part;
    part.opcode = Opcode::DynSlice;
    part.result = op.result;
    part.location = op.location;
    op.result = makeValue(wordBits, "");
    part.operands = {op.result, index};
    return part;
  }

  unsigned width(ValueId v) const { return kernel_.values[v].width; }

  ValueId makeValue(unsigned bits, const char *name) {
    kernel_.values.push_back({bits, name});
    return ValueId(kernel_.values.size() - 1);
  }

  Op make(const Op &access, Opcode opcode, unsigned bits, std::vector<ValueId> operands) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.result = makeValue(bits, "");
    op.location = access.location;
    return op;
  }

  ValueId append(std::vector<Op> &ops, const Op &access, Opcode opcode, unsigned bits, std::vector<ValueId> operands) {
    ops.push_back(make(access, opcode, bits, std::move(operands)));
    return ops.back().result;
  }

  Kernel &kernel_;
  const unsigned lineBytes_;
  std::vector<LaneShape> shapes_;
  std::vector<ValueId> active_;  // by node
};

/// What packets ask of memory.
struct Traffic {
  unsigned bytes = 0;  // that a packet takes of the port
  unsigned loads = 0;  // in all of the kernel; twice those of more elements than memory moves in a cycle
};

/// Of packets of so many lanes, in the innermost loops that access any memory. What all lanes share does not count, nor
/// what the packet loads once or what caches are for, nor what is accessed at one place in some rounds; of loads that
/// share lines, one does. Packets that go round come mixed, so in loops each takes a line at least: those that could
/// share one seldom come together (a grid-stride loop with packets of half a line takes 1.5 times the cycles of one
/// with whole lines on ideal memory, 2.4 times with DDR timing). A store whose lanes may lie anywhere takes one
/// everywhere: its unit joins no packets. Nothing: there are loops in which the port waits.
std::optional<Traffic> trafficOf(Kernel kernel, unsigned lanes, const LaneLimits &limits) {
  splitBorders(kernel, std::max(lanes, 2u), limits.lineBytes);
  mergeTaps(kernel, std::max(lanes, 2u), limits.lineBytes);
  std::vector<uint32_t> sharing(kernel.sites.size(), kNone);
  if (limits.cacheBytes >= 2 * limits.lineBytes)
    sharing = loadsOfSameLines(kernel, limits);
  std::set<uint32_t> counted;  // of these
  unsigned loads = 0;
  const std::vector<LaneShape> shapes = shapesOf(kernel, 2);
  const std::vector<bool> occasional = occasionalAccesses(kernel);
  const std::vector<unsigned> depths = loopDepths(kernel);
  std::vector<unsigned> bytes(1 + *std::max_element(depths.begin(), depths.end()));
  const auto bytesOfAccess = [&](NodeId n, const Op &op) {
    const Site &site = kernel.sites[op.index];
    const LaneShape address = addressShape(kernel, kernel.nodes[n], op, shapes);
    const bool inLoop = depths[n] != 0;
    const bool cached =
        inLoop && op.opcode == Opcode::Load && !isDense(site, address) && gainsByCache(kernel, op, depths[n]);
    if (cached || isUniform(address) || occasional[op.index])
      return 0u;
    const bool shares = sharing[op.index] != kNone && !counted.insert(sharing[op.index]).second;
    const bool ofLines = inLoop || (op.opcode == Opcode::Store && !isDense(site, address));
    return shares ? 0 : std::max(lanes * site.bytes, ofLines ? limits.lineBytes : 0);
  };
  const auto loadsOf = [&](const Op &op) {
    const Site &site = kernel.sites[op.index];
    const bool beyondLine = site.taps != 1 && (lanes - 1 + elementsOf(site)) * site.bytes > limits.lineBytes;
    return op.opcode != Opcode::Load ? 0u : beyondLine ? 2u : 1u;
  };
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (const Op &op : kernel.nodes[n].ops)
      if (isGlobalAccess(op)) {
        bytes[depths[n]] += bytesOfAccess(n, op);
        loads += loadsOf(op);
      }
  return bytes.back() || bytes.size() == 1 ? std::optional(Traffic{bytes.back(), loads}) : std::nullopt;
}

/// The fewest lanes whose accesses keep the memory busy, with a quarter more for what they wait, and of which twice as
/// many would not save a tenth of the cycles. Packets of more lanes may be too wide for taps to share a load, or one of
/// what memory moves in a cycle: there are no more lanes unless work-items then take fewer cycles.
unsigned wantedLanes(const Kernel &kernel, const LaneLimits &limits) {
  if (limits.wanted)
    return std::min(*limits.wanted, limits.most);
  unsigned lanes = 1;
  std::optional<Traffic> now = trafficOf(kernel, lanes, limits);
  if (!now)
    return limits.most;
  // In their proportions.
  const auto cycles = [&](const Traffic &packet) { return std::max(limits.bytesPerCycle, packet.bytes); };
  while (now->bytes != 0 && lanes < limits.most) {
    const std::optional<Traffic> more = trafficOf(kernel, 2 * lanes, limits);
    const unsigned wide = cycles(*more), one = cycles(*now);
    const bool idle = 4 * now->bytes < 5 * limits.bytesPerCycle, gains = 10 * wide < 18 * one;
    if ((!idle && !gains) || wide > 2 * one || (wide == 2 * one && more->loads > now->loads))
      break;
    lanes *= 2;
    now = more;
  }
  return lanes;
}

}  // namespace

bool chooseLanes(Kernel &kernel, const LaneLimits &limits) {
  for (unsigned lanes = wantedLanes(kernel, limits); lanes > 1; lanes /= 2) {
    Kernel packets = kernel;
    LimitReason reason = Masking(packets, lanes, limits.lineBytes).run();
    if (reason.what.empty()) {
      kernel = std::move(packets);
      removeDead(kernel);
      return true;
    }
    kernel.lanesReason = std::move(reason);
  }
  const bool merged = mergeTaps(kernel, 1, limits.lineBytes);
  if (merged)
    removeDead(kernel);
  return merged;
}

}  // namespace weft::graph
