// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/print.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace weft::graph {
namespace {

/// Gives each entity a name that is unique and that parse() turns back into the same name.
class Namer {
public:
  std::string operator()(const std::string &wanted, uint32_t number) {
    std::string base;
    for (char c : wanted)
      base += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ? c : '_';
    if (base.empty())
      return std::to_string(number);  // numbers are never user names, so they can't collide
    if (std::isdigit(static_cast<unsigned char>(base[0])))
      base = "_" + base;
    std::string name = base;
    for (unsigned i = 1; !used_.insert(name).second; ++i)
      name = base + "." + std::to_string(i);
    return name;
  }

private:
  std::set<std::string> used_;
};

std::string quote(const std::string &text) {
  static const char *digits = "0123456789abcdef";
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\' || c < 0x20) {
      out += '\\';
      out += digits[c >> 4];
      out += digits[c & 15];
    } else
      out += char(c);
  }
  return out + "\"";
}

class Printer {
public:
  explicit Printer(const Kernel &kernel) : kernel_(kernel) {
    Namer values, nodes;
    uint32_t number = 0;
    valueNames_.resize(kernel.values.size());
    auto define = [&](ValueId id) {
      if (id < kernel.values.size())
        valueNames_[id] = values(kernel.values[id].name, number);
      ++number;
    };
    for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
      const Node &node = kernel.nodes[n];
      nodeNames_.push_back(nodes(node.name, n));
      for (ValueId p : node.parameters)
        define(p);
      for (const Op &op : node.ops)
        if (op.result != kNone)
          define(op.result);
    }
  }

  std::string run() {
    out_ << "kernel @" << (kernel_.name.empty() ? std::string("0") : Namer()(kernel_.name, 0)) << " {\n";
    header();
    for (size_t i = 0; i < kernel_.sites.size(); ++i)
      site(i, kernel_.sites[i]);
    for (size_t i = 0; i < kernel_.memories.size(); ++i)
      memory(i, kernel_.memories[i]);
    for (size_t i = 0; i < kernel_.checks.size(); ++i)
      check(i, kernel_.checks[i]);
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      node(n);
    out_ << "}\n";
    return out_.str();
  }

private:
  std::string value(ValueId id) const {
    if (id >= valueNames_.size() || valueNames_[id].empty())
      return "%undefined" + std::to_string(id);
    return "%" + valueNames_[id];
  }
  std::string typed(ValueId id) const {
    if (id >= kernel_.values.size())
      return value(id) + ":0";
    const Value &v = kernel_.values[id];
    return value(id) + ":" + std::to_string(v.width) + lanes(v.lanes);
  }
  static std::string lanes(const Lanes &lanes) {
    if (lanes.shape == Lanes::Shape::Uniform)
      return "";
    if (lanes.shape != Lanes::Shape::Linear)
      return lanes.shape == Lanes::Shape::Varying ? " varying" : " first";
    const bool backward = lanes.step < 0;
    return std::string(" linear ") + (backward ? "backward " : "") +
           std::to_string(backward ? 0 - uint64_t(lanes.step) : uint64_t(lanes.step));
  }
  std::string target(NodeId id) const {
    return id < nodeNames_.size() ? "@" + nodeNames_[id] : "@undefined" + std::to_string(id);
  }
  template <typename List, typename Show> void list(const List &items, Show show) {
    bool first = true;
    for (const auto &item : items) {
      out_ << (first ? "" : ", ") << show(item);
      first = false;
    }
  }
  void values(const std::vector<ValueId> &ids, size_t count) {
    list(std::vector<ValueId>(ids.begin(), ids.begin() + count), [&](ValueId id) { return value(id); });
  }
  void location(const SourceLocation &loc) {
    if (loc.line || loc.column || !loc.file.empty())
      out_ << " loc " << quote(loc.file) << ":" << loc.line << ":" << loc.column;
  }

  void limit(const char *word, const LimitReason &reason) {
    if (reason.what.empty())
      return;
    out_ << "  " << word << " " << quote(reason.what);
    if (reason.waysDoNotMeet)
      out_ << " ways_do_not_meet";
    location(reason.location);
    out_ << "\n";
  }

  void header() {
    const Kernel &k = kernel_;
    out_ << "  address_bits " << k.addressBits;
    if (k.idBits != 32)
      out_ << "\n  id_bits " << k.idBits;
    if (k.bufferBits)
      out_ << "\n  buffer_bits " << k.bufferBits;
    out_ << "\n  max_work_group_size " << k.maxWorkGroupSize << "\n  slots " << k.slots << "\n  group_slots "
         << k.groupSlots << "\n";
    if (k.computeUnits != 1)
      out_ << "  compute_units " << k.computeUnits << "\n";
    if (k.lanes != 1)
      out_ << "  lanes " << k.lanes << "\n";
    limit("no_more_units", k.unitsReason);
    limit("no_more_lanes", k.lanesReason);
    limit("no_more_copies", k.copiesReason);
    if (k.requiredSize[0] || k.requiredSize[1] || k.requiredSize[2]) {
      out_ << "  required_size";
      for (const auto &size : k.requiredSize)
        out_ << " " << (size ? std::to_string(*size) : "none");
      out_ << "\n";
    }
    if (k.sizeHint[0] || k.sizeHint[1] || k.sizeHint[2])
      out_ << "  size_hint " << k.sizeHint[0] << " " << k.sizeHint[1] << " " << k.sizeHint[2] << "\n";
    if (!k.vecTypeHint.empty())
      out_ << "  vec_type_hint " << quote(k.vecTypeHint) << "\n";
    for (const std::string &attribute : k.attributes)
      out_ << "  attribute " << quote(attribute) << "\n";
    for (const Argument &a : k.arguments) {
      out_ << "  argument " << kernel::nameOf(a.kind) << " " << quote(a.name) << " type " << quote(a.typeName);
      if (a.baseTypeName != a.typeName)
        out_ << " base " << quote(a.baseTypeName);
      out_ << " access " << quote(a.accessQualifier) << " qualifiers " << quote(a.typeQualifiers) << " space "
           << quote(a.addressSpace) << " bytes " << a.bytes << " word " << a.word << (a.noAlias ? " noalias" : "");
      if (a.implicit != Argument::Implicit::None)
        out_ << " implicit " << kernel::nameOf(a.implicit);
      if (a.implicit == Argument::Implicit::ProgramVariable)
        out_ << " " << a.variable;
      out_ << "\n";
    }
    if (!k.entryValues.empty()) {
      out_ << "  entry [";
      list(k.entryValues, [](EntryValue v) { return nameOf(v); });
      out_ << "]\n";
    }
  }

  void site(size_t index, const Site &s) {
    out_ << "  site " << index << " " << kernel::nameOf(s.kind) << " " << nameOf(s.unit);
    if (s.unit == Site::Unit::Cached)
      out_ << " " << s.cacheLines;
    if (s.lineCache != kNone)
      out_ << " shares " << s.lineCache << " " << s.cacheLines;
    out_ << (s.aligned ? " aligned" : "") << (s.isVolatile ? " volatile" : "") << " bytes " << s.bytes;
    if (s.taps != 1)
      out_ << " taps " << s.taps << (s.tapMasks ? " masked" : "");
    out_ << " args [";
    list(s.arguments, [](uint32_t a) { return a; });
    out_ << "]";
    location(s.location);
    order(s.order);
    reason(s.reason);
    out_ << "\n";
  }

  void order(const SiteOrder &o) {
    if (o.kind == SiteOrder::Kind::Free)
      return;
    out_ << " order " << nameOf(o.kind);
    if (o.kind == SiteOrder::Kind::IfOverlap) {
      out_ << " [";
      list(o.pairs, [](const ArgumentPair &p) { return std::to_string(p.first) + " " + std::to_string(p.second); });
      out_ << "]";
    }
    location(o.location);
  }

  void reason(const UnitReason &r) {
    if (r.kind == UnitReason::Kind::None)
      return;
    out_ << " because " << nameOf(r.kind);
    if (r.kind == UnitReason::Kind::Neighbours || r.kind == UnitReason::Kind::Apart)
      out_ << (r.step < 0 ? " backward " : " ") << (r.step < 0 ? 0 - uint64_t(r.step) : uint64_t(r.step));
    if (r.kind == UnitReason::Kind::Irregular)
      out_ << " " << r.cause;
    location(r.location);
  }

  void memory(size_t index, const Memory &m) {
    static const char *digits = "0123456789abcdef";
    out_ << "  memory " << index << " " << nameOf(m.kind) << " " << quote(m.name) << " bytes " << m.bytes << " word "
         << m.wordBytes;
    if (m.lanes != 1)
      out_ << " lanes " << m.lanes;
    if (m.updates != Memory::Updates::None)
      out_ << " updates " << nameOf(m.updates);
    if (!m.contents.empty()) {
      out_ << " contents ";
      for (uint8_t byte : m.contents)
        out_ << digits[byte >> 4] << digits[byte & 15];
    }
    location(m.location);
    out_ << "\n";
  }

  void check(size_t index, const Check &c) {
    static const char *const kinds[] = {"load", "store", "atomic"};
    out_ << "  check " << index << " " << kinds[size_t(c.kind)] << " bytes " << c.bytes << " of " << quote(c.variable)
         << " size " << c.variableBytes << " args [";
    list(c.arguments, [](uint32_t a) { return a; });
    out_ << "]";
    location(c.location);
    out_ << "\n";
  }

  void op(const Op &op, const std::vector<std::string> &labels) {
    out_ << "    ";
    if (op.result != kNone)
      out_ << typed(op.result) << " = ";
    out_ << mnemonic(op.opcode);
    if (op.predicate != Predicate::None)
      out_ << "." << nameOf(op.predicate);
    if (op.atomic != AtomicOp::None)
      out_ << "." << nameOf(op.atomic);
    bool isMemory = kindOf(op.opcode) == OpKind::Memory;
    if (op.opcode == Opcode::Const)
      out_ << " 0x" << op.constant;
    else if (op.opcode == Opcode::Arg)
      out_ << " word " << op.index << " lo " << op.lo;
    else if (op.opcode == Opcode::Apart)
      out_ << " " << op.index << " " << op.lo;
    else if (isGlobalAccess(op))
      out_ << " site " << op.index;
    else if (op.opcode == Opcode::Report)
      out_ << " check " << op.index;
    else if (isMemory && op.opcode != Opcode::Fence)
      out_ << " memory " << op.index;
    const size_t extra = size_t(op.predicated) + size_t(op.masked);
    const size_t plain = op.operands.size() - std::min(op.operands.size(), extra);
    if (kindOf(op.opcode) != OpKind::Source || !op.operands.empty()) {
      out_ << " (";
      values(op.operands, plain);
      out_ << ")";
    }
    if (op.opcode == Opcode::Slice)
      out_ << " lo " << op.lo;
    if (op.laneAccess != LaneAccess::Together)
      out_ << " " << nameOf(op.laneAccess);
    if (op.masked && op.operands.size() >= extra)
      out_ << " mask " << value(op.operands[plain]);
    if (op.predicated && !op.operands.empty())
      out_ << " if " << value(op.operands.back());
    if (!op.after.empty()) {
      out_ << " after [";
      list(op.after, [&](OpId id) { return id < labels.size() ? labels[id] : "#undefined"; });
      out_ << "]";
    }
    if (op.ackBeforeExit)
      out_ << " ack";
    location(op.location);
    out_ << "\n";
  }

  void node(NodeId id) {
    const Node &n = kernel_.nodes[id];
    static const char *const kinds[] = {"pipeline", "barrier", "exit"};
    out_ << "  node " << target(id) << " " << kinds[size_t(n.kind)];
    if (!n.parameters.empty()) {
      out_ << " (";
      list(n.parameters, [&](ValueId p) { return typed(p); });
      out_ << ")";
    }
    if (n.last != kNone) {
      out_ << " last " << value(n.last) << " of_group [";
      list(n.ofGroup, [&](ValueId p) { return value(p); });
      out_ << "]";
    }
    if (n.loopHeader)
      out_ << " loop";
    location(n.location);
    if (n.ops.empty() && n.edges.empty()) {
      out_ << "\n";
      return;
    }
    out_ << " {\n";
    std::vector<std::string> labels;  // by op: memory ops have short numbers, others appear only in defective graphs
    unsigned memoryOps = 0;
    for (size_t i = 0; i < n.ops.size(); ++i)
      labels.push_back(kindOf(n.ops[i].opcode) == OpKind::Memory ? "#" + std::to_string(memoryOps++)
                                                                 : "#op" + std::to_string(i));
    for (const Op &o : n.ops)
      op(o, labels);
    for (const Edge &e : n.edges) {
      out_ << "    goto ";
      if (e.condition != kNone)
        out_ << value(e.condition) << " ? ";
      out_ << target(e.target) << "(";
      values(e.arguments, e.arguments.size());
      out_ << ")\n";
    }
    out_ << "  }\n";
  }

  const Kernel &kernel_;
  std::vector<std::string> valueNames_, nodeNames_;
  std::ostringstream out_;
};

}  // namespace

std::string print(const Kernel &kernel) { return Printer(kernel).run(); }

}  // namespace weft::graph
