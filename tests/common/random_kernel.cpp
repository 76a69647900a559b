// SPDX-License-Identifier: Apache-2.0
#include "tests/common/random_kernel.h"

#include <algorithm>
#include <bit>

#include "hls/graph/cfg.h"
#include "tests/common/random.h"
#include "weft_abi.h"

namespace weft::graph::test {
namespace {

constexpr unsigned kGroup = 4, kOwnBytes = 64;
constexpr uint64_t kIn = 256, kInBytes = 256, kCounters = 512, kCountersBytes = 64, kInOut = 1024;

class Generator {
public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  Kernel run() {
    describe();
    Node entry;
    entry.name = "entry";
    kernel_.nodes.push_back(entry);
    kernel_.entryValues = {EntryValue::GlobalIdX, EntryValue::LocalIdX};
    for (unsigned i = 0; i < 2; ++i)
      kernel_.nodes[0].parameters.push_back(newValue(32, i ? "lid" : "gid"));
    state_ = kernel_.nodes[0].parameters;
    // What a private array holds before it is written is left over from another work-item.
    for (unsigned at = 0; at < kArrayBytes; at += 8)
      access(Opcode::MemWrite, 1, 64, {constant(5, at), constant(64, at * 77)}, Always);
    // State variables of many widths; the first two stay the ids.
    for (unsigned width : {32u, 1u, 64u, 7u, 16u, 33u, 32u})
      state_.push_back(pick(3) ? resize(state_[pick(2)], width) : constant(width, random_()));
    statements(2 + pick(3), 3, true);
    storeAll();
    Node exit;
    exit.kind = NodeKind::Exit;
    exit.name = "exit";
    NodeId id = add(exit);
    go(kNone, id, {});
    for (const EdgeRef &edge : backEdges(kernel_))
      kernel_.nodes[kernel_.nodes[edge.from].edges[edge.edge].target].loopHeader = true;
    return std::move(kernel_);
  }

private:
  unsigned pick(unsigned bound) { return random_.below(bound); }

  void describe() {
    kernel_.name = "random";
    kernel_.slots = 16;
    kernel_.groupSlots = 4;
    kernel_.maxWorkGroupSize = kGroup;
    const char *names[] = {"in", "inout", "counters"};
    for (uint32_t i = 0; i < 3; ++i) {
      Argument a;
      a.kind = Argument::Kind::Buffer;
      a.name = names[i];
      a.bytes = 8;
      a.word = abi::word::ARGS + 2 * i;
      a.noAlias = i == 2;
      kernel_.arguments.push_back(a);
    }
    Memory local, own, table;
    local.name = "exchange";
    local.bytes = 4 * kGroup;
    own.kind = Memory::Kind::Private;
    own.name = "array";
    own.bytes = kArrayBytes;
    own.wordBytes = 8;
    table.kind = Memory::Kind::Rom;
    table.name = "table";
    table.bytes = 16;
    for (unsigned i = 0; i < 16; ++i)
      table.contents.push_back(uint8_t(random_()));
    kernel_.memories = {local, own, table};
  }

  ValueId newValue(unsigned width, std::string name = "") {
    kernel_.values.push_back({width, std::move(name)});
    return ValueId(kernel_.values.size() - 1);
  }
  NodeId add(Node node) {
    if (node.name.empty())
      node.name = "n" + std::to_string(kernel_.nodes.size());
    kernel_.nodes.push_back(std::move(node));
    return NodeId(kernel_.nodes.size() - 1);
  }
  Node &node() { return kernel_.nodes[current_]; }
  unsigned width(ValueId v) const { return kernel_.values[v].width; }

  ValueId emit(Op op, unsigned bits) {
    if (bits)
      op.result = newValue(bits);
    if (pick(8) == 0)
      op.location = {"k.cl", 1 + pick(50), pick(9)};
    node().ops.push_back(op);
    return op.result;
  }
  ValueId pure(Opcode opcode, unsigned bits, std::vector<ValueId> operands, Predicate p = Predicate::None,
               uint32_t lo = 0) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.predicate = p;
    op.lo = lo;
    return emit(op, bits);
  }
  ValueId constant(unsigned bits, uint64_t value) {
    static const char *digits = "0123456789abcdef";
    if (bits < 64)
      value &= (uint64_t(1) << bits) - 1;
    Op op;
    do
      op.constant.insert(op.constant.begin(), digits[value & 15]);
    while (value >>= 4);
    return emit(op, bits);
  }
  ValueId argument(uint32_t index) {
    Op op;
    op.opcode = Opcode::Arg;
    op.index = kernel_.arguments[index].word;
    return emit(op, 32);
  }
  ValueId resize(ValueId v, unsigned bits) {
    if (bits == width(v))
      return v;
    if (bits < width(v))
      return pick(2) ? pure(Opcode::Trunc, bits, {v})
                     : pure(Opcode::Slice, bits, {v}, Predicate::None, pick(width(v) - bits + 1));
    return pure(pick(2) ? Opcode::Zext : Opcode::Sext, bits, {v});
  }
  ValueId any(unsigned bits) { return resize(state_[pick(unsigned(state_.size()))], bits); }
  ValueId apart() {
    Op op;
    op.opcode = Opcode::Apart;
    op.index = pick(2);
    op.lo = op.index + 1;
    return emit(op, 1);
  }
  ValueId condition() {
    if (pick(16) == 0)
      return apart();
    unsigned bits = pick(2) ? 32 : 7;
    auto p = Predicate(unsigned(Predicate::Eq) + pick(10));
    ValueId right = pick(2) ? any(bits) : constant(bits, pick(40));
    return pure(Opcode::ICmp, 1, {any(bits), right}, p);
  }

  ValueId expression(unsigned bits) {
    switch (pick(13)) {
    case 0:
      return pure(Opcode::Select, bits, {condition(), any(bits), any(bits)});
    case 1: {  // division by anything but zero
      ValueId divisor =
          pick(2) ? constant(bits, random_() | 1) : pure(Opcode::Or, bits, {any(bits), constant(bits, 1)});
      const Opcode divisions[] = {Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem};
      return pure(divisions[pick(4)], bits, {any(bits), divisor});
    }
    case 2: {  // shifts by less than the width
      ValueId amount = constant(bits, pick(bits));
      if (std::has_single_bit(bits) && pick(2))
        amount = any(bits);
      const Opcode shifts[] = {Opcode::Shl, Opcode::LShr, Opcode::AShr};
      return pure(shifts[pick(3)], bits, {any(bits), amount});
    }
    case 3: {
      if (bits < 2)
        return any(bits);
      unsigned low = 1 + pick(bits - 1);
      return pure(Opcode::Concat, bits, {any(low), any(bits - low)});
    }
    case 4: {  // a vector's element, variable and fixed
      ValueId vector = pure(Opcode::Concat, 4 * bits, {any(bits), any(bits), any(bits), any(bits)});
      ValueId changed = pure(Opcode::DynInsert, 4 * bits, {vector, any(2), any(bits)});
      return pure(Opcode::DynSlice, bits, {changed, pick(2) ? any(2) : constant(2, pick(4))});
    }
    case 5: {
      const Opcode counts[] = {Opcode::Ctlz, Opcode::Cttz, Opcode::Ctpop, Opcode::Not};
      return pure(counts[pick(4)], bits, {any(bits)});
    }
    case 6: {
      const Opcode extremes[] = {Opcode::UMin,    Opcode::UMax,    Opcode::SMin,    Opcode::SMax,
                                 Opcode::UAddSat, Opcode::SAddSat, Opcode::USubSat, Opcode::SSubSat};
      return pure(extremes[pick(8)], bits, {any(bits), any(bits)});
    }
    case 7: {  // floating point
      if (!pick(4))
        return resize(pure(pick(2) ? Opcode::FMulFlush : Opcode::FDivFlush, 32, {any(32), any(32)}), bits);
      ValueId a = pure(Opcode::SIToF, 32, {any(16)}), b = pure(Opcode::UIToF, 32, {any(7)});
      const Opcode binary[] = {Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv, Opcode::FMin, Opcode::FMax};
      ValueId f = pure(binary[pick(6)], 32, {a, b});
      if (pick(2))
        f = pure(Opcode::FFma, 32, {f, a, b});
      ValueId compared = pure(Opcode::FCmp, 1, {f, a}, Predicate(unsigned(Predicate::Oeq) + pick(14)));
      return pick(2) ? resize(compared, bits) : pure(pick(2) ? Opcode::FToSI : Opcode::FToUI, bits, {f});
    }
    case 8: {  // bits of a product
      const unsigned from = bits / 2 + pick(8) + 1;
      return pure(pick(2) ? Opcode::UMulHi : Opcode::SMulHi, bits, {any(from), any(from)});
    }
    default: {
      const Opcode binary[] = {Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::And, Opcode::Or, Opcode::Xor};
      return pure(binary[pick(6)], bits, {any(bits), pick(3) ? any(bits) : constant(bits, random_())});
    }
    }
  }

  /// An offset of `addressBits` bits to an element of `bits`.
  ValueId offset(unsigned addressBits, unsigned bits) {
    const auto low = unsigned(std::countr_zero(bits / 8)), high = addressBits - low;
    ValueId element = pick(2) ? any(high) : constant(high, random_());
    return low ? pure(Opcode::Concat, addressBits, {constant(low, 0), element}) : element;
  }
  unsigned accessBits(unsigned most) { return 8u << pick(unsigned(std::bit_width(most / 8))); }

  /// base + gid * 64 + an offset: each work-item has 64 bytes of its own.
  ValueId ownAddress(uint32_t argumentIndex, unsigned bits) {
    ValueId low = offset(6, bits);
    ValueId own = pure(Opcode::Concat, 32, {low, pure(Opcode::Trunc, 26, {state_[0]})});
    return pure(Opcode::Add, 32, {argument(argumentIndex), own});
  }

  enum When : bool { Always, Maybe };
  ValueId access(Opcode opcode, uint32_t memoryOrArgument, unsigned bits, std::vector<ValueId> operands,
                 When when = Maybe, AtomicOp atomic = AtomicOp::None) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.atomic = atomic;
    op.index = memoryOrArgument;
    bool writes = opcode == Opcode::Store || opcode == Opcode::MemWrite;
    if (opcode == Opcode::Load || opcode == Opcode::Store || opcode == Opcode::Atomic) {
      Site site;
      site.kind = opcode == Opcode::Load ? Site::Kind::Load : writes ? Site::Kind::Store : Site::Kind::Atomic;
      site.bytes = bits / 8;
      site.arguments = {memoryOrArgument};
      op.index = uint32_t(kernel_.sites.size());
      kernel_.sites.push_back(site);
    }
    // A read under a predicate gives any value otherwise: only its users under the predicate may look.
    if (when == Maybe && pick(4) == 0) {
      ValueId predicate = condition();
      op.operands.push_back(predicate);
      op.predicated = true;
      ValueId result = emit(op, writes ? 0 : bits);
      return writes ? kNone : pure(Opcode::Select, bits, {predicate, result, constant(bits, 5)});
    }
    return emit(op, writes ? 0 : bits);
  }

  void memoryStatement() {
    size_t target = variable();
    unsigned bits = width(state_[target]);
    switch (pick(7)) {
    case 0: {
      const unsigned read = accessBits(64);
      ValueId address = pure(Opcode::Add, 32, {argument(0), pure(Opcode::Zext, 32, {offset(8, read)})});
      state_[target] = resize(access(Opcode::Load, 0, read, {address}), bits);
      break;
    }
    case 1: {
      const unsigned read = accessBits(64);
      state_[target] = resize(access(Opcode::Load, 1, read, {ownAddress(1, read)}), bits);
      break;
    }
    case 2: {
      const unsigned written = accessBits(64);
      access(Opcode::Store, 1, written, {ownAddress(1, written), any(written)});
      break;
    }
    case 3: {
      const unsigned written = accessBits(64);
      access(Opcode::MemWrite, 1, written, {offset(5, written), any(written)});
      break;
    }
    case 4: {
      const unsigned read = accessBits(64);
      state_[target] = resize(access(Opcode::MemRead, 1, read, {offset(5, read)}), bits);
      break;
    }
    case 5: {
      const unsigned read = accessBits(32);
      state_[target] = resize(access(Opcode::MemRead, 2, read, {offset(4, read)}), bits);
      break;
    }
    default: {  // sums do not depend on the order; the old value does, so nobody uses it
      ValueId address = pure(Opcode::Concat, 6, {constant(2, 0), any(4)});
      address = pure(Opcode::Add, 32, {argument(2), pure(Opcode::Zext, 32, {address})});
      access(Opcode::Atomic, 2, 32, {address, any(32)}, Maybe, AtomicOp::Add);
    }
    }
  }

  /// A state variable that may be changed: the ids lie before them, the counters of enclosing loops behind.
  size_t variable() { return 2 + pick(7); }

  /// A node that takes all state variables as parameters; makes it current if wanted.
  NodeId nodeWithState(NodeKind kind = NodeKind::Pipeline) {
    Node n;
    n.kind = kind;
    for (ValueId v : state_)
      n.parameters.push_back(newValue(width(v)));
    return add(n);
  }
  void go(ValueId when, NodeId to, const std::vector<ValueId> &arguments) {
    node().edges.push_back({when, to, arguments});
  }
  void enter(NodeId id) {
    current_ = id;
    state_ = node().parameters;
  }

  void ifStatement(unsigned depth) {
    ValueId c = condition();
    bool hasElse = pick(2);
    NodeId yes = nodeWithState(), no = hasElse ? nodeWithState() : kNone, join = nodeWithState();
    go(c, yes, state_);
    go(kNone, hasElse ? no : join, state_);
    enter(yes);
    statements(1 + pick(3), depth - 1, false);
    go(kNone, join, state_);
    if (hasElse) {
      enter(no);
      statements(1 + pick(3), depth - 1, false);
      go(kNone, join, state_);
    }
    enter(join);
  }

  void loopStatement(unsigned depth, bool uniform) {
    const unsigned counterBits = pick(2) ? 32 : 64, trips = 1 + pick(5);
    state_.push_back(constant(counterBits, 0));
    NodeId header = nodeWithState();
    go(kNone, header, state_);
    enter(header);
    statements(1 + pick(3), depth - 1, uniform);
    ValueId next = pure(Opcode::Add, counterBits, {state_.back(), constant(counterBits, 1)});
    state_.back() = next;
    NodeId behind = nodeWithState();
    ValueId limit = constant(counterBits, trips);
    if (!uniform && pick(3) == 0)  // leaves early at times
      go(condition(), behind, state_);
    switch (pick(3)) {
    case 0:
      go(pure(Opcode::ICmp, 1, {next, limit}, Predicate::Ult), header, state_);
      go(kNone, behind, state_);
      break;
    case 1:
      go(pure(Opcode::ICmp, 1, {next, limit}, Predicate::Eq), behind, state_);
      go(kNone, header, state_);
      break;
    default:
      go(pure(Opcode::ICmp, 1, {next, limit}, Predicate::Slt), header, state_);
      go(kNone, behind, state_);
    }
    enter(behind);
    state_.pop_back();
  }

  void barrier() {
    NodeId wait = nodeWithState(NodeKind::Barrier);
    go(kNone, wait, state_);
    enter(wait);
    NodeId behind = nodeWithState();
    go(kNone, behind, state_);
    enter(behind);
  }

  /// Each work-item gives a word to its neighbour.
  void exchange() {
    ValueId lid = pure(Opcode::Trunc, 2, {state_[1]});
    ValueId mine = pure(Opcode::Concat, 4, {constant(2, 0), lid});
    Op write;
    write.opcode = Opcode::MemWrite;
    write.operands = {mine, any(32)};
    emit(write, 0);
    barrier();
    lid = pure(Opcode::Trunc, 2, {state_[1]});
    ValueId neighbour = pure(Opcode::Add, 2, {lid, constant(2, 1)});
    Op read;
    read.opcode = Opcode::MemRead;
    read.operands = {pure(Opcode::Concat, 4, {constant(2, 0), neighbour})};
    ValueId got = emit(read, 32);
    size_t target = variable();
    state_[target] = resize(got, width(state_[target]));
    barrier();
  }

  void statements(unsigned count, unsigned depth, bool uniform) {
    for (unsigned i = 0; i < count; ++i) {
      unsigned kind = pick(10);
      if (kind < 4) {
        for (unsigned e = 0; e < 1 + pick(4); ++e) {
          size_t target = variable();
          state_[target] = expression(width(state_[target]));
        }
      } else if (kind < 7)
        memoryStatement();
      else if (kind < 8 && uniform)
        exchange();
      else if (depth > 0)
        pick(2) ? ifStatement(depth) : loopStatement(depth, uniform);
    }
  }

  void storeAll() {
    for (size_t i = 2; i < state_.size(); ++i) {
      ValueId low = constant(6, (i - 2) * 4);
      ValueId offset = pure(Opcode::Concat, 32, {low, pure(Opcode::Trunc, 26, {state_[0]})});
      ValueId address = pure(Opcode::Add, 32, {argument(1), offset});
      Op store;
      store.opcode = Opcode::Store;
      store.index = uint32_t(kernel_.sites.size());
      Site site;
      site.kind = Site::Kind::Store;
      site.arguments = {1};
      kernel_.sites.push_back(site);
      ValueId value = width(state_[i]) > 32 ? pure(Opcode::Trunc, 32, {state_[i]}) : resize(state_[i], 32);
      store.operands = {address, value};
      emit(store, 0);
    }
  }

  static constexpr unsigned kArrayBytes = 32;
  ::weft::test::Random random_;
  Kernel kernel_;
  NodeId current_ = 0;
  std::vector<ValueId> state_;
};

}  // namespace

Kernel randomKernel(uint64_t seed) { return Generator(seed).run(); }

RandomLaunch randomLaunch(unsigned groups) {
  const uint64_t items = uint64_t(kGroup) * groups, inOutEnd = kInOut + kOwnBytes * items;
  RandomLaunch result;
  result.launch.globalSize = {items, 1, 1};
  result.launch.localSize = {kGroup, 1, 1};
  result.launch.argumentWords = {kIn, kIn + kInBytes, kInOut, inOutEnd, kCounters, kCounters + kCountersBytes};
  result.memory.resize(inOutEnd);
  for (size_t i = 0; i < result.memory.size(); ++i)
    result.memory[i] = uint8_t(i * 37 + i / 7);
  return result;
}

Outcome runRandomKernel(const Kernel &kernel, uint64_t adversary) {
  RandomLaunch random = randomLaunch(2);
  Outcome outcome{std::move(random.memory), ""};
  InterpretOptions options;
  options.seed = adversary;
  options.maxSteps = 1'000'000;
  const auto result = interpret(kernel, random.launch, outcome.memory, options);
  if (!result)
    outcome.error = hls::format(result.error());
  else if (!result->faults.empty())
    outcome.error = "fault at site " + std::to_string(result->faults[0].site);
  if (!outcome.error.empty())
    outcome.memory.clear();
  return outcome;
}

}  // namespace weft::graph::test
