// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/verify.h"

#include <algorithm>
#include <bit>
#include <set>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
#include "hls/graph/group_values.h"
#include "hls/graph/operations/operation.h"
#include "hls/graph/verify_lanes.h"
#include "hls/graph/verify_sites.h"

namespace weft::graph {
namespace {

/// Hexadecimal digits, those above the width 0.
bool isConstantOf(const std::string &digits, unsigned width) {
  if (digits.empty() || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    return false;
  for (size_t i = 0; i < digits.size(); ++i) {
    const unsigned digit = unsigned(digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
    if (digit && (digits.size() - 1 - i) * 4 + std::bit_width(digit) > width)
      return false;
  }
  return true;
}

class Verifier {
public:
  Verifier(const Kernel &kernel, std::string_view after) : kernel_(kernel), owner_(kernel.values.size(), kNone) {
    if (!after.empty())
      stage_ = "graph after " + std::string(after) + ": ";
  }

  std::vector<hls::Diagnostic> run() {
    checkKernel();
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      checkNode(n);
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      checkEdges(n);
    checkShape();
    checkGroupValues();
    if (defects_.empty())
      verifyLanes(kernel_, [&](NodeId node, const std::string &message) {
        node == kNone ? enterKernel() : enterNode(node);
        fail(message);
      });
    return std::move(defects_);
  }

private:
  void fail(const std::string &message) {
    defects_.push_back(hls::internalDefect(stage_ + where_ + message, kernel_.name, at_));
  }
  void require(bool condition, const std::string &message) {
    if (!condition)
      fail(message);
  }
  unsigned width(ValueId id) const { return id < kernel_.values.size() ? kernel_.values[id].width : 0; }

  void enterKernel() {
    where_ = "kernel: ";
    at_ = kernel_.nodes.empty() ? SourceLocation() : kernel_.nodes[0].location;
  }
  /// Not everything has a place: what has none is where it stands in.
  static const SourceLocation &within(const SourceLocation &whole, const SourceLocation &part) {
    return part.line ? part : whole;
  }
  void enterNode(NodeId id) {
    const Node &n = kernel_.nodes[id];
    where_ = "node @" + (n.name.empty() ? std::to_string(id) : n.name) + ": ";
    at_ = within(kernel_.nodes[0].location, n.location);
  }

  void checkKernel() {
    const Kernel &k = kernel_;
    enterKernel();
    require(k.addressBits >= 8 && k.addressBits <= 64, "address_bits is " + std::to_string(k.addressBits));
    require(k.idBits >= 1 && k.idBits <= 32, "id_bits is " + std::to_string(k.idBits));
    require(k.computeUnits >= 1 && k.computeUnits <= kernel::kMostComputeUnits,
            "compute_units is " + std::to_string(k.computeUnits));
    require(std::has_single_bit(k.slots), "slots is no power of two");
    require(std::has_single_bit(k.groupSlots), "group_slots is no power of two");
    require(k.slots >= k.maxWorkGroupSize, "slots is less than the largest work-group");
    require(k.groupSlots <= k.slots, "group_slots exceeds slots");
    for (size_t i = 0; i < k.values.size(); ++i)
      require(k.values[i].width >= 1, "value " + std::to_string(i) + " has no width");
    verifySites(k, [&](const std::string &where, const std::string &message) {
      where_ = where + ": ";
      fail(message);
    });
    checkChecks();
    checkMemories();
    checkArguments();
  }

  void checkChecks() {
    const Kernel &k = kernel_;
    for (size_t i = 0; i < k.checks.size(); ++i) {
      where_ = "check " + std::to_string(i) + ": ";
      require(k.checks[i].bytes > 0, "accesses no byte");
      for (uint32_t a : k.checks[i].arguments)
        require(a < k.arguments.size() && k.arguments[a].kind == Argument::Kind::Local,
                "argument " + std::to_string(a) + " is no __local argument");
    }
  }

  void checkMemories() {
    const Kernel &k = kernel_;
    unsigned pools = 0;
    for (size_t i = 0; i < k.memories.size(); ++i) {
      const Memory &m = k.memories[i];
      where_ = "memory " + std::to_string(i) + ": ";
      require(std::has_single_bit(m.wordBytes), "word is no power of two");
      require(m.kind == Memory::Kind::Pool || m.bytes > 0, "has no bytes");
      require(m.kind == Memory::Kind::Rom ? m.contents.size() == m.bytes : m.contents.empty(),
              "contents do not fit the kind and size");
      require(m.kind != Memory::Kind::Exchange || m.bytes % std::bit_ceil(k.maxWorkGroupSize) == 0,
              "has not the same number of bytes for each work-item");
      pools += m.kind == Memory::Kind::Pool;
    }
    where_ = "kernel: ";
    require(pools <= 1, "more than one pool");
  }

  /// Their words in the configuration, and the order of explicit and implicit ones.
  void checkArguments() {
    const Kernel &k = kernel_;
    uint32_t next = 0;
    for (size_t i = 0; i < k.arguments.size(); ++i) {
      const Argument &a = k.arguments[i];
      where_ = "argument " + std::to_string(i) + ": ";
      require(a.word >= next, "its words overlap those before");
      require((a.implicit != Argument::Implicit::None) == (i >= k.explicitArguments()),
              "an implicit argument is not behind the others");
      require(a.implicit == Argument::Implicit::None || a.kind == Argument::Kind::Buffer,
              "an implicit argument is no buffer");
      next = a.word + a.words();
    }
  }

  void define(ValueId id, NodeId node, const char *what) {
    if (id >= kernel_.values.size())
      return fail(std::string(what) + " is no value");
    if (owner_[id] != kNone)
      return fail(std::string(what) + " is defined a second time");
    owner_[id] = node;
  }

  /// Checks that the value is defined above in this node.
  bool use(ValueId id, NodeId node, const std::string &what) {
    if (id >= kernel_.values.size()) {
      fail(what + " is no value");
      return false;
    }
    if (owner_[id] != node) {
      fail(what + (owner_[id] == kNone ? " is not defined yet" : " belongs to another node"));
      return false;
    }
    return true;
  }

  void checkNode(NodeId id) {
    const Node &n = kernel_.nodes[id];
    enterNode(id);
    const std::string node = where_.substr(0, where_.size() - 2);
    for (size_t i = 0; i < n.parameters.size(); ++i)
      define(n.parameters[i], id, ("parameter " + std::to_string(i)).c_str());
    if (id == 0) {
      require(n.kind == NodeKind::Pipeline, "the entry is no pipeline");
      require(n.parameters.size() == kernel_.entryValues.size(), "parameters do not match the entry values");
      require(std::set<EntryValue>(kernel_.entryValues.begin(), kernel_.entryValues.end()).size() ==
                  kernel_.entryValues.size(),
              "an entry value occurs twice");
      for (size_t i = 0; i < std::min(n.parameters.size(), kernel_.entryValues.size()); ++i)
        require(width(n.parameters[i]) == (kernel_.entryValues[i] == EntryValue::Active ? 1 : 32),
                "an entry parameter has not the width of its entry value");
    }
    require(n.kind == NodeKind::Pipeline || n.ops.empty(), "only pipeline nodes hold ops");
    for (OpId i = 0; i < n.ops.size(); ++i) {
      where_ = node + " op " + std::to_string(i) + " (" + mnemonic(n.ops[i].opcode) + "): ";
      at_ = within(n.location, n.ops[i].location);
      checkOp(n, id, i);
    }
  }

  void checkOp(const Node &n, NodeId node, OpId id) {
    const Op &op = n.ops[id];
    bool good = true;
    for (size_t i = 0; i < op.operands.size(); ++i)
      good &= use(op.operands[i], node, "operand " + std::to_string(i));
    const bool hasResult = !isStore(op) && op.opcode != Opcode::Fence && op.opcode != Opcode::Report;
    if (hasResult)
      define(op.result, node, "the result");
    else
      require(op.result == kNone, "has a result");
    checkAttributes(n, id);
    if (!checkMasks(op))
      return;
    checkLaneAccess(op);
    checkSuffixes(op);
    const size_t operands = op.plainOperands();
    if (operandCount(op.opcode) >= 0 && int(operands) != operandCount(op.opcode))
      return fail("has " + std::to_string(operands) + " operands instead of " +
                  std::to_string(operandCount(op.opcode)));
    if (!good || (hasResult && op.result >= kernel_.values.size()))
      return;
    if (kindOf(op.opcode) == OpKind::Memory)
      checkMemoryOp(op, operands);
    else if (kindOf(op.opcode) == OpKind::Source)
      checkSource(op);
    else
      checkWidths(op);
  }

  static bool isStore(const Op &op) { return op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite; }

  /// What only some opcodes have.
  void checkAttributes(const Node &n, OpId id) {
    const Op &op = n.ops[id];
    const bool memory = kindOf(op.opcode) == OpKind::Memory;
    const bool ofLaunch = op.opcode == Opcode::Arg || op.opcode == Opcode::Apart;
    require(memory || (!op.predicated && op.after.empty() && !op.ackBeforeExit), "is no memory op");
    require(!op.ackBeforeExit || isStore(op), "only stores have ack");
    require(op.index == 0 || memory || ofLaunch, "has an index");
    require(op.lo == 0 || op.opcode == Opcode::Slice || ofLaunch, "has a low bit");
    require(op.constant.empty() || op.opcode == Opcode::Const, "has a constant");
    for (OpId other : op.after)
      require(other < id && kindOf(n.ops[other].opcode) == OpKind::Memory,
              "`after` names no earlier memory op of the node");
  }

  /// Predicate and mask. False: one of them is missing, and the other operands are not known.
  bool checkMasks(const Op &op) {
    if (op.predicated) {
      if (op.operands.empty()) {
        fail("has no predicate");
        return false;
      }
      require(width(op.operands.back()) == 1, "the predicate is not 1 bit wide");
    }
    if (op.masked) {
      if (op.operands.size() < 1 + size_t(op.predicated)) {
        fail("has no mask");
        return false;
      }
      const bool ofTaps = op.opcode == Opcode::Load && op.index < kernel_.sites.size();
      const unsigned bits = ofTaps ? maskBits(kernel_.sites[op.index]) : 1;
      require(width(op.mask()) == bits, "the mask is not " + std::to_string(bits) + " bit wide");
    }
    return true;
  }

  void checkLaneAccess(const Op &op) {
    require(isOnChip(op) || op.laneAccess == LaneAccess::Together, "says how lanes access a memory on chip");
    require(op.laneAccess == LaneAccess::Together || kernel_.lanes > 1, "has no lanes");
    const bool ofSite = isGlobalAccess(op) && op.index < kernel_.sites.size();
    const bool needsMask = ofSite && (isOfPackets(kernel_.sites[op.index].unit) || kernel_.sites[op.index].tapMasks);
    require(isOnChip(op) || op.masked == needsMask, "accesses of packets have a mask, and no others");
  }

  void checkSuffixes(const Op &op) {
    const Predicates &allowed = operationOf(op.opcode).predicates;
    require(op.predicate >= allowed.first && op.predicate <= allowed.last, "has the wrong kind of predicate");
    const bool atomic = isAtomic(op);
    require(atomic == (op.atomic != AtomicOp::None), atomic ? "lacks its atomic operation" : "is not atomic");
  }

  void checkMemoryOp(const Op &op, size_t operands) {
    if (op.opcode == Opcode::Fence)
      return require(!op.predicated && op.index == 0 && op.after.empty(), "a fence has no attributes");
    if (op.opcode == Opcode::Report) {
      require(op.index < kernel_.checks.size(), "names no check");
      require(width(op.operands[0]) == 32, "the offset is not 32 bits wide");
      return require(op.after.empty(), "a report waits for nothing");
    }
    const bool atomic = isAtomic(op);
    bool read = op.opcode == Opcode::Load || op.opcode == Opcode::MemRead;
    size_t wanted = read ? 1 : op.atomic == AtomicOp::CmpXchg ? 3 : 2;
    if (operands != wanted)
      return fail("has " + std::to_string(operands) + " operands instead of " + std::to_string(wanted));
    unsigned bits = width(read ? op.result : op.operands[1]);
    if (atomic) {
      require(bits == 32 || bits == 64, "atomics have 32 or 64 bits");
      require(width(op.result) == bits, "old and new value differ in width");
      require(operands < 3 || width(op.operands[2]) == bits, "compare value and data differ in width");
    }
    if (isGlobalAccess(op)) {
      if (op.index >= kernel_.sites.size())
        return fail("names no site");
      const Site &site = kernel_.sites[op.index];
      Site::Kind kind = atomic ? Site::Kind::Atomic : read ? Site::Kind::Load : Site::Kind::Store;
      require(site.kind == kind, "its site is of another kind");
      const unsigned bytes = site.bytes * elementsOf(site);
      require(bits == bytes * 8,
              "data has " + std::to_string(bits) + " bits, its site " + std::to_string(bytes) + " bytes");
      const unsigned address = width(op.operands[0]);
      require(address == kernel_.addressBits || address == kernel_.addressBits + 1,
              "the address is not address_bits wide");
      require(siteUsers_.insert(op.index).second, "its site has another user");
      require(site.cacheLines == 0 || !(site.lineCache == kNone ? mayChange : mayBeStale)(kernel_, op).always,
              "what a cache holds may change");
      return;
    }
    if (op.index >= kernel_.memories.size())
      return fail("names no memory");
    const Memory &memory = kernel_.memories[op.index];
    require(read || memory.kind != Memory::Kind::Rom, "writes to a rom");
    require(bits % 8 == 0 && std::has_single_bit(bits / 8) && bits / 8 <= memory.wordBytes,
            "data is no power of two of bytes or wider than a word");
    require(width(op.operands[0]) <= 32, "an on-chip address has more than 32 bits");
  }

  void checkWidths(const Op &op) {
    std::vector<unsigned> widths;
    for (ValueId operand : op.operands)
      widths.push_back(width(operand));
    const std::string wrong = operationOf(op.opcode).checkWidths({width(op.result), widths, op.lo});
    require(wrong.empty(), wrong);
  }

  bool isBuffer(uint32_t argument) const {
    return argument < kernel_.arguments.size() && kernel_.arguments[argument].kind == Argument::Kind::Buffer;
  }

  void checkSource(const Op &op) {
    const unsigned result = width(op.result);
    if (op.opcode == Opcode::Const)
      require(isConstantOf(op.constant, result),
              "'" + op.constant + "' is no constant of " + std::to_string(result) + " bits");
    if (op.opcode == Opcode::Arg)
      require(op.lo < 64, "the low bit lies outside the word");
    if (op.opcode == Opcode::Apart) {
      require(result == 1, "whether buffers are apart is 1 bit");
      require(op.index < op.lo && isBuffer(op.index) && isBuffer(op.lo), "names no two buffers, the lower first");
    }
    if (op.opcode == Opcode::Slot)
      require(size_t(1) << std::min(result, 32u) == std::max(kernel_.slots, 2u), "a slot id has log2(slots) bits");
  }

  void checkEdges(NodeId id) {
    const Node &n = kernel_.nodes[id];
    enterNode(id);
    for (size_t i = 0; i < n.edges.size(); ++i) {
      const Edge &e = n.edges[i];
      const std::string edge = "edge " + std::to_string(i);
      bool last = i + 1 == n.edges.size();
      if (last)
        require(e.condition == kNone, "the last edge has a condition");
      else if (e.condition == kNone)
        fail(edge + " has no condition, but others follow");
      else if (use(e.condition, id, edge + ": condition"))
        require(width(e.condition) == 1, edge + ": the condition is not 1 bit wide");
      if (e.target >= kernel_.nodes.size()) {
        fail(edge + " leads nowhere");
        continue;
      }
      const Node &target = kernel_.nodes[e.target];
      if (e.arguments.size() != target.parameters.size())
        fail(edge + " has " + std::to_string(e.arguments.size()) + " arguments, its target " +
             std::to_string(target.parameters.size()) + " parameters");
      for (size_t a = 0; a < e.arguments.size(); ++a)
        if (use(e.arguments[a], id, edge + ": argument " + std::to_string(a)) && a < target.parameters.size())
          require(width(e.arguments[a]) == width(target.parameters[a]),
                  edge + ": argument " + std::to_string(a) + " and its parameter differ in width");
    }
    if (n.kind == NodeKind::Exit) {
      require(n.edges.empty(), "the exit has edges");
      require(n.parameters.empty(), "the exit has parameters");
    } else
      require(!n.edges.empty(), "has no edge");
    if (n.kind == NodeKind::Barrier)
      checkBarrier(n);
    else
      require(n.last == kNone, "tokens stay in a node that is no barrier");
  }

  void checkBarrier(const Node &n) {
    std::vector<ValueId> handedOn = n.parameters;
    if (n.last != kNone) {
      require(!handedOn.empty() && handedOn.back() == n.last,
              "which token is the last to leave is not the last parameter");
      if (!handedOn.empty())
        handedOn.pop_back();
    }
    require(n.edges.size() == 1 && n.edges[0].arguments == handedOn, "a barrier hands its parameters to one edge");
    require(n.last != kNone || n.ofGroup.empty(), "values of the group are only where tokens stay");
    for (ValueId v : n.ofGroup)
      require(std::find(handedOn.begin(), handedOn.end(), v) != handedOn.end(), "a value of the group is no parameter");
  }

  /// What the tokens that stay in a barrier and those that leave it must have in common.
  void checkGroupValues() {
    const bool keeps =
        std::any_of(kernel_.nodes.begin(), kernel_.nodes.end(), [](const Node &node) { return node.last != kNone; });
    if (!keeps || !defects_.empty())
      return;
    const GroupValues group = groupValues(kernel_);
    const std::vector<unsigned> depths = loopDepths(kernel_);
    for (NodeId id = 0; id < kernel_.nodes.size(); ++id) {
      const Node &n = kernel_.nodes[id];
      if (n.last == kNone)
        continue;
      enterNode(id);
      require(group.together[id] && depths[id] > 0, "tokens stay in a barrier that a group may not come to again");
      require(group.common[n.last], "tokens of a group differ in which is the last to leave");
      for (ValueId v : n.ofGroup)
        require(group.common[v] && kernel_.values[v].lanes == Lanes(), "a value of the group differs within it");
    }
  }

  void checkShape() {
    enterKernel();
    unsigned exits = 0;
    for (const Node &n : kernel_.nodes)
      exits += n.kind == NodeKind::Exit;
    require(exits == 1, "has " + std::to_string(exits) + " exits");
    auto incoming = incomingEdges(kernel_);
    require(incoming.empty() || incoming[0].empty(), "the entry has an incoming edge");
    std::vector<bool> reached(kernel_.nodes.size()), loop(kernel_.nodes.size());
    for (NodeId n : reversePostOrder(kernel_))
      reached[n] = true;
    for (const EdgeRef &edge : backEdges(kernel_))
      loop[kernel_.nodes[edge.from].edges[edge.edge].target] = true;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      enterNode(n);
      require(reached[n], "is not reachable");
      require(!reached[n] || kernel_.nodes[n].loopHeader == loop[n],
              loop[n] ? "a back edge ends here, but it is no loop header" : "is a loop header without a back edge");
    }
  }

  const Kernel &kernel_;
  std::vector<NodeId> owner_;  // node that defines the value
  std::set<uint32_t> siteUsers_;
  std::string stage_ = "graph: ", where_;
  SourceLocation at_;  // of what `where_` names
  std::vector<hls::Diagnostic> defects_;
};

}  // namespace

std::vector<hls::Diagnostic> verify(const Kernel &kernel, std::string_view after) {
  return Verifier(kernel, after).run();
}

}  // namespace weft::graph
