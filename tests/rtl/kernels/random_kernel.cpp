// SPDX-License-Identifier: Apache-2.0
#include "random_kernel.h"

#include <algorithm>
#include <map>
#include <random>

using namespace weft::graph;

namespace {

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Kernel run() {
    kernel_.name = "random";
    kernel_.maxWorkGroupSize = 32;
    kernel_.slots = 64;
    kernel_.groupSlots = 4;
    for (unsigned i = 0; i < 2; ++i) {
      Argument buffer;
      buffer.kind = Argument::Kind::Buffer;
      buffer.name = i ? "out" : "in";
      buffer.bytes = 4;
      buffer.word = 32 + 2 * i;
      kernel_.arguments.push_back(buffer);
    }
    Argument value;
    value.name = "n";
    value.bytes = 8;
    value.word = 36;
    kernel_.arguments.push_back(value);
    memory(Memory::Kind::Private, 32, 4);
    memory(Memory::Kind::Private, 64, 8);
    memory(Memory::Kind::Rom, 64, 4);
    kernel_.entryValues = {EntryValue::GlobalIdX};
    // clear → loop(self) → [barrier] → last → exit
    bool barrier = below(2);
    unsigned count = barrier ? 5 : 4;
    kernel_.nodes.resize(count);
    clear();
    body(1, 1, 2);
    if (barrier) {
      Node &node = kernel_.nodes[2];
      node.kind = NodeKind::Barrier;
      for (unsigned width : {32u, 32u, 32u, 64u})
        node.parameters.push_back(value_(width));
      node.edges.push_back({kNone, 3, node.parameters});
    }
    body(count - 2, kNone, count - 1);
    kernel_.nodes[count - 1].kind = NodeKind::Exit;
    return std::move(kernel_);
  }

private:
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

  ValueId value_(unsigned width) {
    kernel_.values.push_back({width, ""});
    return ValueId(kernel_.values.size() - 1);
  }

  void memory(Memory::Kind kind, unsigned bytes, unsigned word) {
    Memory m;
    m.kind = kind;
    m.bytes = bytes;
    m.wordBytes = word;
    if (kind == Memory::Kind::Rom)
      for (unsigned i = 0; i < bytes; ++i)
        m.contents.push_back(uint8_t(random_()));
    kernel_.memories.push_back(m);
  }

  // ---- Ops of the node being made.
  ValueId append(Op op, unsigned width) {
    if (width)
      op.result = value_(width);
    node_->ops.push_back(op);
    return op.result;
  }
  ValueId pure(Opcode opcode, unsigned width, std::vector<ValueId> operands, Predicate predicate = Predicate::None,
               unsigned lo = 0) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.predicate = predicate;
    op.lo = lo;
    return append(op, width);
  }
  ValueId constant(unsigned width, uint64_t v) {
    static const char *digits = "0123456789abcdef";
    Op op;
    for (; v || op.constant.empty(); v >>= 4)
      op.constant.insert(op.constant.begin(), digits[v & 15]);
    return append(op, width);
  }
  ValueId arg(unsigned width, unsigned word, unsigned lo = 0) {
    Op op;
    op.opcode = Opcode::Arg;
    op.index = word;
    op.lo = lo;
    return append(op, width);
  }
  ValueId any(unsigned width) {
    auto &list = values_[width];
    if (list.empty() || below(16) == 0)
      return list.emplace_back(
          constant(width, width == 64 ? random_() * 0x100000001ull : random_() & ((1ull << width) - 1)));
    return list[list.size() - 1 - below(unsigned(std::min<size_t>(list.size(), 10)))];
  }
  void keep(ValueId v) { values_[kernel_.values[v].width].push_back(v); }

  void pureStep() {
    static const Opcode binary[] = {Opcode::Add,     Opcode::Sub,     Opcode::Mul,    Opcode::And,     Opcode::Or,
                                    Opcode::Xor,     Opcode::Shl,     Opcode::LShr,   Opcode::AShr,    Opcode::UMin,
                                    Opcode::UMax,    Opcode::SMin,    Opcode::SMax,   Opcode::UAddSat, Opcode::SAddSat,
                                    Opcode::USubSat, Opcode::SSubSat, Opcode::UMulHi, Opcode::SMulHi};
    static const unsigned widths[] = {8, 16, 32, 32, 32, 64};
    unsigned width = widths[below(6)];
    switch (below(12)) {
    case 0:
      return keep(pure(Opcode::ICmp, 1, {any(width), any(width)}, Predicate(1 + below(10))));
    case 1:
      return keep(pure(Opcode::Select, width, {any(1), any(width), any(width)}));
    case 2:
      return keep(pure(below(2) ? Opcode::Zext : Opcode::Sext, 32, {any(below(2) ? 8 : 16)}));
    case 3:
      return keep(pure(Opcode::Trunc, 8 << below(2), {any(32)}));
    case 4:
      return keep(pure(Opcode::Slice, 16, {any(64)}, Predicate::None, below(48)));
    case 5:
      return keep(pure(Opcode::Concat, 64, {any(32), any(16), any(8), any(8)}));
    case 6:
      return keep(pure(Opcode::DynSlice, 8, {any(64), pure(Opcode::Trunc, 3, {any(32)})}));
    case 7:
      return keep(pure(Opcode::DynInsert, 64, {any(64), pure(Opcode::Trunc, 2, {any(32)}), any(16)}));
    case 8: {
      static const Opcode division[] = {Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem};
      return keep(pure(division[below(4)], 16, {any(16), any(16)}));
    }
    case 9:
      return keep(pure(Opcode::Not, 1, {any(1)}));
    default:
      return keep(pure(binary[below(19)], width, {any(width), any(width)}));
    }
  }

  /// An offset below `bytes`, a multiple of `size`.
  ValueId offset(unsigned bytes, unsigned size) {
    return pure(Opcode::And, 32, {any(32), constant(32, (bytes - 1) & ~(size - 1))});
  }

  /// `object`: what accesses must keep their order; 0, 1: memories, 2: the output buffer, 3: read only.
  void access(Op op, unsigned object, bool write, unsigned width) {
    OpId id = 0;
    ValueId predicate = kNone;
    if (below(3) == 0) {
      predicate = any(1);
      op.operands.push_back(predicate);
      op.predicated = true;
    }
    for (auto [other, otherObject, otherWrites] : accesses_)
      if (otherObject == object && object < 3 && (write || otherWrites))
        op.after.push_back(other);
    op.ackBeforeExit = write;
    ValueId result = append(op, write ? 0 : width);
    id = OpId(node_->ops.size() - 1);
    accesses_.push_back({id, object, write});
    if (result == kNone)
      return;
    // What comes back for a false predicate is undefined.
    if (predicate != kNone)
      result = pure(Opcode::Select, width, {predicate, result, any(width)});
    keep(result);
    // Whatever is read shows in the outcome.
    ValueId wide = width == 64 ? result : pure(Opcode::Zext, 64, {result});
    sum_ = pure(Opcode::Add, 64, {pure(Opcode::Add, 64, {sum_, sum_}), wide});
  }

  void memoryStep() {
    static const unsigned sizes[] = {1, 2, 4, 4, 8};
    unsigned bytes = sizes[below(5)];
    Op op;
    switch (below(5)) {
    case 0: {
      op.opcode = Opcode::MemRead;
      op.index = 2;
      bytes = std::min(bytes, 4u);
      op.operands = {offset(64, bytes)};
      return access(op, 3, false, bytes * 8);
    }
    case 1:
    case 2: {
      op.index = below(2);
      bytes = std::min(bytes, op.index ? 8u : 4u);
      bool write = below(2);
      op.opcode = write ? Opcode::MemWrite : Opcode::MemRead;
      op.operands = {offset(op.index ? 16 : 8, bytes)};
      if (write)
        op.operands.push_back(any(bytes * 8));
      return access(op, op.index, write, bytes * 8);
    }
    default: {
      bool out = below(3), write = out && below(2);
      Site site;
      site.kind = write ? Site::Kind::Store : Site::Kind::Load;
      site.unit = below(2) ? Site::Unit::Stream : Site::Unit::Scatter;
      site.bytes = bytes;
      site.arguments = {out ? 1u : 0u};
      op.opcode = write ? Opcode::Store : Opcode::Load;
      op.index = uint32_t(kernel_.sites.size());
      kernel_.sites.push_back(site);
      ValueId address = pure(Opcode::Add, 32, {arg(32, out ? 34 : 32), offset(out ? 16 : 1024, bytes)});
      if (out)
        address = pure(Opcode::Add, 32, {address, pure(Opcode::Shl, 32, {gid_, constant(32, 6)})});
      op.operands = {address};
      if (write)
        op.operands.push_back(any(bytes * 8));
      return access(op, out ? 2 : 3, write, bytes * 8);
    }
    }
  }

  void begin(NodeId n) {
    node_ = &kernel_.nodes[n];
    values_.clear();
    accesses_.clear();
  }

  /// The entry: private memory is read only after it was written.
  void clear() {
    begin(0);
    gid_ = value_(32);
    node_->parameters = {gid_};
    std::map<unsigned, OpId> last;
    for (auto [index, bytes, word] : {std::tuple{0u, 32u, 4u}, {1u, 64u, 8u}})
      for (unsigned at = 0; at < bytes; at += word) {
        Op op;
        op.opcode = Opcode::MemWrite;
        op.index = index;
        op.operands = {constant(32, at), constant(word * 8, at * 77 + index)};
        op.ackBeforeExit = true;
        append(op, 0);
      }
    ValueId n = arg(64, 36);
    ValueId three = constant(32, 7);
    ValueId trips = pure(Opcode::And, 32, {gid_, three});
    node_->edges.push_back({kNone, 1, {gid_, trips, three, n}});
  }

  /// Parameters: global id, iterations left, and two values. `back`: where to go while iterations are left.
  void body(NodeId n, NodeId back, NodeId next) {
    begin(n);
    node_->name = back == kNone ? "last" : "loop";
    node_->loopHeader = back != kNone;
    gid_ = value_(32);
    ValueId left = value_(32), a = value_(32), b = value_(64);
    node_->parameters = {gid_, left, a, b};
    for (ValueId v : node_->parameters)
      keep(v);
    keep(arg(16, 36, 8));
    keep(arg(32, 37 - 1, 16));
    keep(pure(Opcode::Mul, 32, {arg(32, 36), constant(32, 0x9e3779b1)}));
    sum_ = b;
    unsigned steps = 10 + below(40);
    for (unsigned i = 0; i < steps; ++i)
      below(3) == 0 ? memoryStep() : pureStep();
    if (back == kNone) {
      Op op;
      op.opcode = Opcode::Store;
      op.index = uint32_t(kernel_.sites.size());
      Site site;
      site.kind = Site::Kind::Store;
      site.bytes = 8;
      site.arguments = {1};
      kernel_.sites.push_back(site);
      op.operands = {pure(Opcode::Add, 32, {arg(32, 34), pure(Opcode::Shl, 32, {gid_, constant(32, 6)})}), sum_};
      for (auto [other, object, write] : accesses_)
        if (object == 2)
          op.after.push_back(other);
      append(op, 0);
      node_->edges.push_back({kNone, next, {}});
      return;
    }
    ValueId one = constant(32, 1), less = pure(Opcode::Sub, 32, {left, one});
    ValueId more = pure(Opcode::ICmp, 1, {left, one}, Predicate::Sgt);
    node_->edges.push_back({more, back, {gid_, less, any(32), sum_}});
    node_->edges.push_back({kNone, next, {gid_, any(32), any(32), sum_}});
  }

  std::mt19937 random_;
  Kernel kernel_;
  Node *node_ = nullptr;
  ValueId gid_ = kNone, sum_ = kNone;
  std::map<unsigned, std::vector<ValueId>> values_;  // by width
  std::vector<std::tuple<OpId, unsigned, bool>> accesses_;
};

}  // namespace

Kernel randomKernel(unsigned seed) { return Generator(seed).run(); }
