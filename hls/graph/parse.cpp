// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/parse.h"

#include <map>

#include "hls/graph/lexer.h"
#include "hls/graph/operations/operation.h"

namespace weft::graph {
namespace {

template <typename Enum> Enum lookUp(const std::string &name, Enum first, Enum last, const char *what) {
  for (unsigned i = unsigned(first); i <= unsigned(last); ++i)
    if (name == nameOf(Enum(i)))
      return Enum(i);
  throw SyntaxError("unknown " + std::string(what) + " '" + name + "'");
}

template <typename T>
T oneOf(const std::string &name, std::initializer_list<std::pair<const char *, T>> names, const char *what) {
  for (const auto &[candidate, value] : names)
    if (name == candidate)
      return value;
  throw SyntaxError("unknown " + std::string(what) + " '" + name + "'");
}

class KernelParser {
public:
  KernelParser(Lexer &lexer) : in_(lexer) {}

  Kernel run() {
    in_.expectWord("kernel");
    kernel_.name = unnumbered(reference('@'));
    in_.expect('{');
    while (!in_.accept('}'))
      item();
    for (Node &node : kernel_.nodes)
      for (Edge &edge : node.edges)
        edge.target = resolve(targets_[edge.target]);
    return std::move(kernel_);
  }

private:
  /// Numbers stand for entities without a name.
  static std::string unnumbered(const std::string &name) {
    return name.find_first_not_of("0123456789") == std::string::npos ? "" : name;
  }
  std::string reference(char sigil) {
    in_.expect(sigil);
    return in_.word();
  }
  NodeId resolve(const std::string &name) const {
    auto found = nodes_.find(name);
    if (found == nodes_.end())
      throw SyntaxError("no node @" + name);
    return found->second;
  }
  ValueId use() {
    std::string name = reference('%');
    auto found = values_.find(name);
    if (found == values_.end())
      throw SyntaxError("value %" + name + " is not defined before its use");
    return found->second;
  }
  ValueId define() {
    std::string name = reference('%');
    in_.expect(':');
    ValueId id = ValueId(kernel_.values.size());
    if (!values_.emplace(name, id).second)
      throw SyntaxError("value %" + name + " is defined twice");
    Value value{in_.number32(), unnumbered(name)};
    value.lanes = lanes();
    kernel_.values.push_back(std::move(value));
    return id;
  }
  Lanes lanes() {
    if (in_.acceptWord("varying"))
      return {Lanes::Shape::Varying};
    if (in_.acceptWord("first"))
      return {Lanes::Shape::First};
    if (!in_.acceptWord("linear"))
      return {};
    return {Lanes::Shape::Linear, step()};
  }
  int64_t step() {
    const bool backward = in_.acceptWord("backward");
    const auto step = int64_t(in_.number());
    return backward ? -step : step;
  }
  template <typename Read> void list(char close, Read read) {
    if (in_.accept(close))
      return;
    do
      read();
    while (in_.accept(','));
    in_.expect(close);
  }
  SourceLocation location() {
    SourceLocation result;
    if (!in_.acceptWord("loc"))
      return result;
    result.file = in_.string();
    in_.expect(':');
    result.line = in_.number32();
    in_.expect(':');
    result.column = in_.number32();
    return result;
  }

  LimitReason *limitReason(std::string_view word) {
    return word == "no_more_units"    ? &kernel_.unitsReason
           : word == "no_more_lanes"  ? &kernel_.lanesReason
           : word == "no_more_copies" ? &kernel_.copiesReason
                                      : nullptr;
  }

  void item() {
    std::string word = in_.word();
    Kernel &k = kernel_;
    if (word == "address_bits")
      k.addressBits = in_.number32();
    else if (word == "id_bits")
      k.idBits = in_.number32();
    else if (word == "buffer_bits")
      k.bufferBits = in_.number32();
    else if (word == "max_work_group_size")
      k.maxWorkGroupSize = in_.number32();
    else if (word == "slots")
      k.slots = in_.number32();
    else if (word == "group_slots")
      k.groupSlots = in_.number32();
    else if (word == "compute_units")
      k.computeUnits = in_.number32();
    else if (word == "lanes")
      k.lanes = in_.number32();
    else if (LimitReason *reason = limitReason(word)) {
      reason->what = in_.string();
      reason->waysDoNotMeet = in_.acceptWord("ways_do_not_meet");
      reason->location = location();
    } else if (word == "required_size") {
      for (auto &size : k.requiredSize)
        if (!in_.acceptWord("none"))
          size = in_.number32();
    } else if (word == "size_hint") {
      for (unsigned &size : k.sizeHint)
        size = in_.number32();
    } else if (word == "vec_type_hint")
      k.vecTypeHint = in_.string();
    else if (word == "attribute")
      k.attributes.push_back(in_.string());
    else if (word == "argument")
      argument();
    else if (word == "entry") {
      in_.expect('[');
      list(']', [&] {
        k.entryValues.push_back(lookUp(in_.word(), EntryValue::GlobalIdX, EntryValue::Active, "entry value"));
      });
    } else if (word == "site")
      site();
    else if (word == "memory")
      memory();
    else if (word == "check")
      check();
    else if (word == "node")
      node();
    else
      throw SyntaxError("unknown item '" + word + "'");
  }

  void argument() {
    Argument a;
    a.kind = oneOf<Argument::Kind>(
        in_.word(),
        {{"buffer", Argument::Kind::Buffer}, {"local", Argument::Kind::Local}, {"value", Argument::Kind::Value}},
        "argument kind");
    a.name = in_.string();
    in_.expectWord("type");
    a.typeName = in_.string();
    a.baseTypeName = in_.acceptWord("base") ? in_.string() : a.typeName;
    in_.expectWord("access");
    a.accessQualifier = in_.string();
    in_.expectWord("qualifiers");
    a.typeQualifiers = in_.string();
    in_.expectWord("space");
    a.addressSpace = in_.string();
    in_.expectWord("bytes");
    a.bytes = in_.number();
    in_.expectWord("word");
    a.word = in_.number32();
    a.noAlias = in_.acceptWord("noalias");
    if (in_.acceptWord("implicit"))
      a.implicit = oneOf<Argument::Implicit>(in_.word(),
                                             {{"print_buffer", Argument::Implicit::PrintBuffer},
                                              {"program_variable", Argument::Implicit::ProgramVariable}},
                                             "implicit argument");
    if (a.implicit == Argument::Implicit::ProgramVariable)
      a.variable = in_.number32();
    kernel_.arguments.push_back(std::move(a));
  }

  void site() {
    if (in_.number() != kernel_.sites.size())
      throw SyntaxError("sites are numbered from 0 on");
    Site s;
    s.kind = oneOf<Site::Kind>(
        in_.word(), {{"load", Site::Kind::Load}, {"store", Site::Kind::Store}, {"atomic", Site::Kind::Atomic}},
        "site kind");
    s.unit = lookUp(in_.word(), Site::Unit::Stream, Site::Unit::Cached, "unit");
    if (s.unit == Site::Unit::Cached)
      s.cacheLines = in_.number32();
    if (in_.acceptWord("shares")) {
      s.lineCache = in_.number32();
      s.cacheLines = in_.number32();
    }
    s.aligned = in_.acceptWord("aligned");
    s.isVolatile = in_.acceptWord("volatile");
    in_.expectWord("bytes");
    s.bytes = in_.number32();
    if (in_.acceptWord("taps")) {
      s.taps = in_.number();
      s.tapMasks = in_.acceptWord("masked");
    }
    in_.expectWord("args");
    in_.expect('[');
    list(']', [&] { s.arguments.push_back(in_.number32()); });
    s.location = location();
    if (in_.acceptWord("order"))
      s.order = order();
    if (in_.acceptWord("because"))
      s.reason = reason();
    kernel_.sites.push_back(std::move(s));
  }

  SiteOrder order() {
    SiteOrder o;
    o.kind = lookUp(in_.word(), SiteOrder::Kind::IfOverlap, SiteOrder::Kind::Fence, "order");
    if (o.kind == SiteOrder::Kind::IfOverlap) {
      in_.expect('[');
      list(']', [&] {
        const uint32_t first = in_.number32();
        o.pairs.emplace_back(first, in_.number32());
      });
    }
    o.location = location();
    return o;
  }

  UnitReason reason() {
    UnitReason r;
    r.kind = lookUp(in_.word(), UnitReason::Kind::Neighbours, UnitReason::Kind::Fence, "reason");
    if (r.kind == UnitReason::Kind::Neighbours || r.kind == UnitReason::Kind::Apart)
      r.step = step();
    if (r.kind == UnitReason::Kind::Irregular)
      r.cause = in_.word();
    r.location = location();
    return r;
  }

  void memory() {
    if (in_.number() != kernel_.memories.size())
      throw SyntaxError("memories are numbered from 0 on");
    Memory m;
    m.kind = lookUp(in_.word(), Memory::Kind::Local, Memory::Kind::Exchange, "memory kind");
    m.name = in_.string();
    in_.expectWord("bytes");
    m.bytes = in_.number();
    in_.expectWord("word");
    m.wordBytes = in_.number32();
    if (in_.acceptWord("lanes"))
      m.lanes = in_.number32();
    if (in_.acceptWord("updates"))
      m.updates = lookUp(in_.word(), Memory::Updates::InTurn, Memory::Updates::Replicas, "kind of updates");
    if (in_.acceptWord("contents")) {
      std::string hex = in_.word();
      if (hex.size() % 2)
        throw SyntaxError("contents with half a byte");
      for (size_t i = 0; i < hex.size(); i += 2)
        m.contents.push_back(uint8_t(Lexer::hexDigit(hex[i]) * 16 + Lexer::hexDigit(hex[i + 1])));
    }
    m.location = location();
    kernel_.memories.push_back(std::move(m));
  }

  void check() {
    if (in_.number() != kernel_.checks.size())
      throw SyntaxError("checks are numbered from 0 on");
    Check c;
    c.kind = oneOf<Site::Kind>(
        in_.word(), {{"load", Site::Kind::Load}, {"store", Site::Kind::Store}, {"atomic", Site::Kind::Atomic}},
        "kind of access");
    in_.expectWord("bytes");
    c.bytes = in_.number32();
    in_.expectWord("of");
    c.variable = in_.string();
    in_.expectWord("size");
    c.variableBytes = in_.number();
    in_.expectWord("args");
    in_.expect('[');
    list(']', [&] { c.arguments.push_back(in_.number32()); });
    c.location = location();
    kernel_.checks.push_back(std::move(c));
  }

  void node() {
    std::string name = reference('@');
    if (!nodes_.emplace(name, NodeId(kernel_.nodes.size())).second)
      throw SyntaxError("node @" + name + " is defined twice");
    Node n;
    n.name = unnumbered(name);
    n.kind = oneOf<NodeKind>(
        in_.word(), {{"pipeline", NodeKind::Pipeline}, {"barrier", NodeKind::Barrier}, {"exit", NodeKind::Exit}},
        "node kind");
    if (in_.accept('('))
      list(')', [&] { n.parameters.push_back(define()); });
    if (in_.acceptWord("last")) {
      n.last = use();
      in_.expectWord("of_group");
      in_.expect('[');
      list(']', [&] { n.ofGroup.push_back(use()); });
    }
    n.loopHeader = in_.acceptWord("loop");
    n.location = location();
    if (in_.accept('{')) {
      memoryOps_.clear();
      while (!in_.peek('}') && in_.peekWord() != "goto")
        op(n);
      while (in_.acceptWord("goto"))
        edge(n);
      in_.expect('}');
    }
    kernel_.nodes.push_back(std::move(n));
  }

  void opcode(Op &op) {
    std::string word = in_.word();
    size_t dot = word.find('.');
    std::string base = word.substr(0, dot), suffix = dot == std::string::npos ? "" : word.substr(dot + 1);
    static const std::map<std::string, Opcode> opcodes = {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words) {#mnemonic, Opcode::name},
#include "hls/graph/opcodes.def"
    };
    auto found = opcodes.find(base);
    if (found == opcodes.end())
      throw SyntaxError("unknown operation '" + base + "'");
    op.opcode = found->second;
    if (suffix.empty())
      return;
    const Predicates &allowed = operationOf(op.opcode).predicates;
    if (allowed.first != Predicate::None)
      op.predicate = lookUp(suffix, allowed.first, allowed.last, allowed.what);
    else if (isAtomic(op))
      op.atomic = lookUp(suffix, AtomicOp::Add, AtomicOp::CmpXchg, "atomic operation");
    else
      throw SyntaxError("'" + base + "' takes no suffix");
  }

  // What is written between the name of the operation and its operands.
  void immediate(Op &op) {
    if (op.opcode == Opcode::Const) {
      std::string digits = in_.word();
      if (digits.rfind("0x", 0) != 0)
        throw SyntaxError("a constant starts with 0x");
      op.constant = digits.substr(2);
    } else if (op.opcode == Opcode::Arg) {
      in_.expectWord("word");
      op.index = in_.number32();
      in_.expectWord("lo");
      op.lo = in_.number32();
    } else if (op.opcode == Opcode::Apart) {
      op.index = in_.number32();
      op.lo = in_.number32();
    } else if (kindOf(op.opcode) == OpKind::Memory && op.opcode != Opcode::Fence) {
      bool site = isGlobalAccess(op);
      in_.expectWord(site ? "site" : op.opcode == Opcode::Report ? "check" : "memory");
      op.index = in_.number32();
    }
  }

  // What is written after the operands.
  void clauses(Op &op) {
    for (LaneAccess access : {LaneAccess::Row, LaneAccess::Each, LaneAccess::Own})
      if (in_.acceptWord(nameOf(access)))
        op.laneAccess = access;
    if (in_.acceptWord("mask")) {
      op.masked = true;
      op.operands.push_back(use());
    }
    if (in_.acceptWord("if")) {
      op.predicated = true;
      op.operands.push_back(use());
    }
    if (in_.acceptWord("after")) {
      in_.expect('[');
      list(']', [&] { op.after.push_back(memoryOp()); });
    }
    op.ackBeforeExit = in_.acceptWord("ack");
  }

  void op(Node &node) {
    Op op;
    std::string result;
    Value value;
    // The result is entered after the operands are read: an op can't use its own result.
    bool hasResult = in_.peek('%');
    if (hasResult) {
      result = reference('%');
      in_.expect(':');
      value.width = in_.number32();
      value.lanes = lanes();
      in_.expect('=');
    }
    opcode(op);
    immediate(op);
    if (in_.accept('('))
      list(')', [&] { op.operands.push_back(use()); });
    if (op.opcode == Opcode::Slice) {
      in_.expectWord("lo");
      op.lo = in_.number32();
    }
    clauses(op);
    op.location = location();
    if (hasResult) {
      op.result = ValueId(kernel_.values.size());
      if (!values_.emplace(result, op.result).second)
        throw SyntaxError("value %" + result + " is defined twice");
      value.name = unnumbered(result);
      kernel_.values.push_back(std::move(value));
    }
    if (kindOf(op.opcode) == OpKind::Memory)
      memoryOps_.push_back(OpId(node.ops.size()));
    node.ops.push_back(std::move(op));
  }

  OpId memoryOp() {
    in_.expect('#');
    std::string word = in_.word();
    bool direct = word.rfind("op", 0) == 0;
    uint64_t number = 0;
    for (char c : word.substr(direct ? 2 : 0)) {
      if (!std::isdigit(static_cast<unsigned char>(c)) || number > UINT32_MAX)
        throw SyntaxError("'#" + word + "' is no memory operation");
      number = number * 10 + unsigned(c - '0');
    }
    if (direct)
      return OpId(number);
    if (number >= memoryOps_.size())
      throw SyntaxError("memory operation #" + word + " is not defined before its use");
    return memoryOps_[number];
  }

  void edge(Node &node) {
    Edge e;
    if (in_.peek('%')) {
      e.condition = use();
      in_.expect('?');
    }
    e.target = NodeId(targets_.size());
    targets_.push_back(reference('@'));
    in_.expect('(');
    list(')', [&] { e.arguments.push_back(use()); });
    node.edges.push_back(std::move(e));
  }

  Lexer &in_;
  Kernel kernel_;
  std::map<std::string, ValueId> values_;
  std::map<std::string, NodeId> nodes_;
  std::vector<std::string> targets_;  // names, resolved at the end: edges may go forward
  std::vector<OpId> memoryOps_;       // of the node being read
};

}  // namespace

hls::Expected<std::vector<Kernel>> parse(std::string_view text, const std::string &file) {
  Lexer lexer(text);
  try {
    std::vector<Kernel> kernels;
    while (!lexer.atEnd())
      kernels.push_back(KernelParser(lexer).run());
    return kernels;
  } catch (const SyntaxError &error) {
    return hls::userError({file, lexer.line(), 0}, error.what());
  }
}

}  // namespace weft::graph
