// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/interpret.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <random>
#include <stdexcept>

#include "hls/graph/evaluate.h"
#include "weft_abi.h"

namespace weft::graph {
namespace {

// What programs may not depend on: memory that nobody has written, and the result of an access that is not made.
constexpr uint8_t kUninitialised = 0xcd;
constexpr uint64_t kNotRead = 0x5a5a5a5a5a5a5a5a;

struct Stop : std::runtime_error {
  SourceLocation location;
  explicit Stop(const std::string &why, SourceLocation at = {}) : std::runtime_error(why), location(std::move(at)) {}
};

/// A store that the memory has not seen yet.
struct Pending {
  const Op *op;
  uint64_t address;
  Bits data;
};

struct WorkItem {
  std::array<uint64_t, 3> local, group, global;
  uint64_t linear = 0;
  NodeId node = 0;
  std::vector<Bits> parameters;
  bool waiting = false, done = false;
  std::vector<std::vector<uint8_t>> privates;  // by memory
  std::vector<Pending> pending;
  NodeId keptBy = kNone;   // the barrier that its token is in: it may do nothing that anybody sees
  std::vector<Bits> kept;  // what it came there with
};

class Interpreter {
public:
  Interpreter(const Kernel &kernel, const Launch &launch, std::vector<uint8_t> &memory, const InterpretOptions &options)
      : kernel_(kernel), launch_(launch), memory_(memory), options_(options), random_(options.seed),
        values_(kernel.values.size()) {
    using namespace abi::word;
    words_.resize(ARGS);
    uint64_t groupSize = 1;
    for (unsigned d = 0; d < 3; ++d) {
      words_[GLOBAL_OFFSET_X + d] = launch.globalOffset[d];
      words_[GLOBAL_SIZE_X + d] = launch.globalSize[d];
      words_[LOCAL_SIZE_X + d] = launch.localSize[d];
      if (!launch.localSize[d] || launch.globalSize[d] % launch.localSize[d])
        throw Stop("the global size is no multiple of the local size");
      words_[NUM_GROUPS_X + d] = launch.globalSize[d] / launch.localSize[d];
      groupSize *= launch.localSize[d];
    }
    words_[WORK_DIM] = launch.workDim;
    words_[GROUP_SIZE] = groupSize;
    words_[GROUP_SHIFT] = uint64_t(std::bit_width(groupSize - 1));
    words_[POOL_SHIFT] = launch.poolBytes ? uint64_t(std::countr_zero(launch.poolBytes)) : 0;
    words_.insert(words_.end(), launch.argumentWords.begin(), launch.argumentWords.end());
    words_.resize(words_.size() + 2);
  }

  void run(InterpretResult &result) {
    result_ = &result;
    std::array<uint64_t, 3> groups;
    for (unsigned d = 0; d < 3; ++d)
      groups[d] = launch_.globalSize[d] / launch_.localSize[d];
    uint64_t number = 0;
    for (uint64_t z = 0; z < groups[2]; ++z)
      for (uint64_t y = 0; y < groups[1]; ++y)
        for (uint64_t x = 0; x < groups[0]; ++x)
          runGroup({x, y, z}, number++);
  }

private:
  void runGroup(const std::array<uint64_t, 3> &group, uint64_t number) {
    prepareMemories();
    groupSlot_ = number % std::max(kernel_.groupSlots, 1u);
    std::vector<WorkItem> items = workItemsOf(group);
    for (;;) {
      std::vector<WorkItem *> runnable;
      for (WorkItem &item : items)
        if (!item.done && !item.waiting)
          runnable.push_back(&item);
      if (runnable.empty()) {
        if (std::all_of(items.begin(), items.end(), [](const WorkItem &i) { return i.done; }))
          break;
        releaseBarrier(items);
      } else if (options_.seed)
        step(*runnable[random_() % runnable.size()]);
      else
        while (!runnable[0]->done && !runnable[0]->waiting)
          step(*runnable[0]);
    }
    for (WorkItem &item : items)
      flush(item, nullptr);
  }

  /// Those of the group, as it finds them.
  void prepareMemories() {
    locals_.assign(kernel_.memories.size(), {});
    for (size_t m = 0; m < kernel_.memories.size(); ++m) {
      const Memory &memory = kernel_.memories[m];
      if (memory.kind == Memory::Kind::Rom)
        locals_[m] = memory.contents;
      else if (memory.kind != Memory::Kind::Private)
        locals_[m].assign(memory.kind == Memory::Kind::Pool ? launch_.poolBytes : memory.bytes, kUninitialised);
    }
  }

  /// By linear local id.
  std::vector<WorkItem> workItemsOf(const std::array<uint64_t, 3> &group) const {
    std::vector<WorkItem> items;
    const auto &size = launch_.localSize;
    for (uint64_t z = 0; z < size[2]; ++z)
      for (uint64_t y = 0; y < size[1]; ++y)
        for (uint64_t x = 0; x < size[0]; ++x)
          items.push_back(makeItem(group, {x, y, z}, items.size()));
    return items;
  }

  WorkItem makeItem(const std::array<uint64_t, 3> &group, const std::array<uint64_t, 3> &local, uint64_t linear) const {
    WorkItem item;
    item.local = local;
    item.group = group;
    for (unsigned d = 0; d < 3; ++d)
      item.global[d] = group[d] * launch_.localSize[d] + local[d] + launch_.globalOffset[d];
    item.linear = linear;
    item.privates.resize(kernel_.memories.size());
    for (size_t m = 0; m < kernel_.memories.size(); ++m)
      if (kernel_.memories[m].kind == Memory::Kind::Private)
        item.privates[m].assign(kernel_.memories[m].bytes, kUninitialised);
    for (EntryValue value : kernel_.entryValues)
      item.parameters.emplace_back(value == EntryValue::Active ? 1 : 32, entryValue(item, value));
    return item;
  }

  void releaseBarrier(std::vector<WorkItem> &items) {
    for (const WorkItem &item : items)
      if (!item.waiting || item.node != items[0].node)
        throw Stop("divergent barrier at @" + kernel_.nodes[item.waiting ? item.node : items[0].node].name);
    keepIdle(items, items[0].node);
    for (WorkItem &item : items) {
      item.waiting = false;
      item.node = kernel_.nodes[item.node].edges[0].target;
      // A barrier hands on its parameters as they are.
      arrive(item);
    }
  }

  /// All go on, also those whose tokens stay: it is checked that nobody misses them.
  void keepIdle(std::vector<WorkItem> &items, NodeId barrier) {
    const Node &node = kernel_.nodes[barrier];
    const auto isOfGroup = [&](ValueId v) {
      return v == node.last || std::find(node.ofGroup.begin(), node.ofGroup.end(), v) != node.ofGroup.end();
    };
    const std::vector<Bits> first = items[0].parameters;  // which go on without what is last
    for (WorkItem &item : items) {
      if (item.keptBy != kNone && item.keptBy != barrier)
        throw Stop("a work-item whose token stays in @" + kernel_.nodes[item.keptBy].name +
                   " comes to another barrier");
      for (size_t p = 0; p < node.parameters.size(); ++p) {
        const bool ofGroup = isOfGroup(node.parameters[p]);
        if (ofGroup && item.parameters[p] != first[p])
          throw Stop("a value of the group differs at @" + node.name);
        if (!ofGroup && item.keptBy != kNone && item.parameters[p] != item.kept[p])
          throw Stop("a value changes of a work-item whose token stays in @" + node.name);
      }
      item.keptBy = kNone;
      if (node.last == kNone)
        continue;
      if (tokenOf(item) > item.parameters.back().low()) {
        item.keptBy = barrier;
        item.kept = item.parameters;
      }
      item.parameters.pop_back();
    }
  }

  /// Its number in the group.
  uint64_t tokenOf(const WorkItem &item) const {
    const uint64_t row = (launch_.localSize[0] + kernel_.lanes - 1) / kernel_.lanes;
    return (item.local[2] * launch_.localSize[1] + item.local[1]) * row + item.local[0] / kernel_.lanes;
  }

  static void mustBeIdle(const WorkItem &item, const Op &op) {
    if (item.keptBy != kNone)
      throw Stop("a work-item whose token stays in a barrier has an effect: " + std::string(mnemonic(op.opcode)),
                 op.location);
  }

  void arrive(WorkItem &item) {
    item.waiting = kernel_.nodes[item.node].kind == NodeKind::Barrier;
    item.done = kernel_.nodes[item.node].kind == NodeKind::Exit;
    if (item.done && item.keptBy != kNone)
      throw Stop("a work-item ends whose token stays in a barrier");
  }

  uint64_t entryValue(const WorkItem &item, EntryValue value) const {
    unsigned i = unsigned(value);
    if (value == EntryValue::LinearLocalId)
      return item.linear;
    if (value == EntryValue::Active)
      return 1;
    return i < 3 ? item.global[i] : i < 6 ? item.local[i - 3] : item.group[i - 6];
  }

  /// Runs the node the work-item is at.
  void step(WorkItem &item) {
    if (++result_->steps > options_.maxSteps)
      throw Stop("more than maxSteps node visits");
    const Node &node = kernel_.nodes[item.node];
    for (size_t p = 0; p < node.parameters.size(); ++p)
      values_[node.parameters[p]] = item.parameters[p];
    if (options_.seed)
      runReordered(item, node);
    else
      for (const Op &op : node.ops)
        runOp(item, node, op);
    for (const Op &op : node.ops)
      if (op.ackBeforeExit)
        awaitStore(item, op);
    uint32_t taken = 0;
    while (node.edges[taken].condition != kNone && values_[node.edges[taken].condition].isZero())
      ++taken;
    if (options_.observer)
      options_.observer({item.global, item.local, item.node, taken, values_});
    const Edge &edge = node.edges[taken];
    item.parameters.clear();
    for (ValueId argument : edge.arguments)
      item.parameters.push_back(values_[argument]);
    item.node = edge.target;
    arrive(item);
  }

  /// Runs the ops in a random order that data dependences and `after` allow.
  void runReordered(WorkItem &item, const Node &node) {
    std::vector<unsigned> waits(node.ops.size());
    std::vector<std::vector<OpId>> wakes(node.ops.size());
    std::map<ValueId, OpId> definition;
    std::vector<OpId> ready;
    for (OpId i = 0; i < node.ops.size(); ++i) {
      const Op &op = node.ops[i];
      auto waitFor = [&](OpId other) {
        wakes[other].push_back(i);
        ++waits[i];
      };
      for (ValueId operand : op.operands)
        if (auto found = definition.find(operand); found != definition.end())
          waitFor(found->second);
      for (OpId other : op.after)
        waitFor(other);
      if (op.result != kNone)
        definition[op.result] = i;
      if (!waits[i])
        ready.push_back(i);
    }
    while (!ready.empty()) {
      size_t pick = random_() % ready.size();
      OpId i = ready[pick];
      ready[pick] = ready.back();
      ready.pop_back();
      runOp(item, node, node.ops[i]);
      for (OpId next : wakes[i])
        if (!--waits[next])
          ready.push_back(next);
      if (!item.pending.empty() && random_() % 4 == 0) {  // some stores reach the memory early
        const Op *op = item.pending[random_() % item.pending.size()].op;
        flush(item, op);
      }
    }
  }

  /// Of the buffers of two arguments.
  bool endsBefore(uint32_t argument, uint32_t other) const {
    const auto bound = [&](uint32_t word) {
      return word < words_.size() ? Bits(64, words_[word]).slice(0, kernel_.addressBits).low() : 0;
    };
    return bound(kernel_.arguments[argument].word + 1) <= bound(kernel_.arguments[other].word);
  }

  void runOp(WorkItem &item, const Node &node, const Op &op) {
    unsigned width = op.result == kNone ? 0 : kernel_.values[op.result].width;
    switch (op.opcode) {
    case Opcode::Const:
      values_[op.result] = Bits::fromHex(width, op.constant);
      return;
    case Opcode::Arg: {
      Bits all(unsigned(64 * (op.lo + width + 63) / 64 + 64));
      for (unsigned i = 0; i * 64 < op.lo + width; ++i)
        all.insert(i * 64, Bits(64, op.index + i < words_.size() ? words_[op.index + i] : 0));
      values_[op.result] = all.slice(op.lo, width);
      return;
    }
    case Opcode::Apart:
      values_[op.result] = Bits(1, endsBefore(op.index, op.lo) || endsBefore(op.lo, op.index));
      return;
    case Opcode::Poison: {
      Bits pattern(width);
      for (unsigned i = 0; i < width; ++i)
        pattern.insert(i, Bits(1, (op.result * 0x9e3779b9u + i * 0x85ebca6bu) >> 13));
      values_[op.result] = pattern;
      return;
    }
    case Opcode::Slot:
      values_[op.result] = Bits(width, groupSlot_ << words_[abi::word::GROUP_SHIFT] | item.linear);
      return;
    default:
      break;
    }
    if (op.opcode == Opcode::Fence)
      return flush(item, nullptr);
    if (op.opcode == Opcode::Report) {
      if (op.predicated && values_[op.operands.back()].isZero())
        return;
      mustBeIdle(item, op);
      result_->faults.push_back({uint32_t(kernel_.sites.size()) + op.index, values_[op.operands[0]].low()});
      return;
    }
    std::vector<Bits> operands;
    for (ValueId operand : op.operands)
      operands.push_back(values_[operand]);
    if (kindOf(op.opcode) == OpKind::Memory)
      return runMemoryOp(item, node, op, operands);
    std::optional<Bits> result = evaluate(op, operands, width);
    if (!result)
      throw Stop(std::string("cannot evaluate ") + mnemonic(op.opcode) + " of " + std::to_string(width) + " bits");
    values_[op.result] = *result;
  }

  void runMemoryOp(WorkItem &item, const Node &node, const Op &op, const std::vector<Bits> &operands) {
    for (OpId other : op.after)
      awaitStore(item, node.ops[other]);
    bool global = isGlobalAccess(op);
    bool writes = op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite;
    unsigned width = kernel_.values[writes ? op.operands[1] : op.result].width;
    const bool left = op.predicated && operands.back().isZero();
    if (left || (op.masked && operands[op.plainOperands()].isZero())) {
      if (!writes)
        values_[op.result] = Bits(width, kNotRead);
      return;
    }
    if (op.opcode != Opcode::MemRead)
      mustBeIdle(item, op);
    uint64_t address = operands[0].low();
    if (address % (global ? kernel_.sites[op.index].bytes : width / 8))
      throw Stop("misaligned access by " + std::string(mnemonic(op.opcode)), op.location);
    if (global && kernel_.sites[op.index].taps != 1)
      return loadTaps(op, address, operands);
    uint8_t *data = global ? globalBytes(op, address, width / 8) : onChipBytes(item, op, address, width / 8);
    if (writes) {
      if (!data)
        return;
      if (options_.seed) {
        // One unit keeps the order of its own stores.
        item.pending.push_back({&op, address, operands[1]});
        return;
      }
      operands[1].toBytes(data);
      return;
    }
    if (!data) {
      values_[op.result] = Bits(width);
      return;
    }
    Bits old = Bits::fromBytes(data, width / 8);
    values_[op.result] = old;
    if (op.atomic != AtomicOp::None)
      evaluateAtomic(op.atomic, old, operands).toBytes(data);
  }

  /// The first stray element is reported, as the unit does.
  void loadTaps(const Op &op, uint64_t address, const std::vector<Bits> &operands) {
    const Site &site = kernel_.sites[op.index];
    const uint64_t addresses = ~uint64_t(0) >> (64 - kernel_.addressBits);
    Bits &result = values_[op.result] = Bits(kernel_.values[op.result].width, kNotRead);
    bool stray = false;
    unsigned tap = 0;
    for (unsigned i = 0; i < elementsOf(site); ++i) {
      if (!(site.taps >> i & 1))
        continue;
      if (site.tapMasks && !operands[1].bit(tap++))
        continue;
      const uint64_t at = (address & ~addresses) | ((address + uint64_t(i) * site.bytes) & addresses);
      uint8_t *data = findBytes(op, at, site.bytes);
      if (!data && !stray)
        result_->faults.push_back({op.index, at});
      stray |= !data;
      result.insert(8 * site.bytes * i, data ? Bits::fromBytes(data, site.bytes) : Bits(8 * site.bytes));
    }
  }

  /// What waits for a store goes on at once in launches in which no buffers overlap that it is ordered by.
  void awaitStore(WorkItem &item, const Op &op) {
    const auto overlap = [&](const ArgumentPair &pair) {
      const uint32_t a = kernel_.arguments[pair.first].word, b = kernel_.arguments[pair.second].word;
      return words_.at(a) < words_.at(b + 1) && words_.at(b) < words_.at(a + 1);
    };
    const bool decided = op.opcode == Opcode::Store && kernel_.sites[op.index].order.kind == SiteOrder::Kind::IfOverlap;
    if (decided &&
        std::none_of(kernel_.sites[op.index].order.pairs.begin(), kernel_.sites[op.index].order.pairs.end(), overlap))
      return;
    flush(item, &op);
  }

  /// Makes the stores up to the last one by `op` visible (all of them for null): those of its unit in order.
  void flush(WorkItem &item, const Op *op) {
    std::vector<Pending> kept;
    size_t last = 0;
    for (size_t i = 0; i < item.pending.size(); ++i)
      if (item.pending[i].op == op)
        last = i + 1;
    for (size_t i = 0; i < item.pending.size(); ++i) {
      Pending &store = item.pending[i];
      bool leave = op && (i >= last || store.op != op);
      if (leave) {
        kept.push_back(std::move(store));
        continue;
      }
      unsigned bytes = store.data.width() / 8;
      bool global = store.op->opcode == Opcode::Store;
      if (uint8_t *data = global ? &memory_[store.address] : onChipBytes(item, *store.op, store.address, bytes))
        store.data.toBytes(data);
    }
    item.pending = std::move(kept);
  }

  uint8_t *globalBytes(const Op &op, uint64_t address, unsigned bytes) {
    uint8_t *data = findBytes(op, address, bytes);
    if (!data)
      result_->faults.push_back({op.index, address});
    return data;
  }

  /// Null: they lie in no buffer that the op may access.
  uint8_t *findBytes(const Op &op, uint64_t address, unsigned bytes) {
    for (uint32_t a : kernel_.sites[op.index].arguments) {
      uint32_t word = kernel_.arguments[a].word;
      if (words_.at(word) <= address && address + bytes <= words_.at(word + 1) && address + bytes <= memory_.size())
        return &memory_[address];
    }
    return nullptr;
  }

  uint8_t *onChipBytes(WorkItem &item, const Op &op, uint64_t address, unsigned bytes) {
    bool isPrivate = kernel_.memories[op.index].kind == Memory::Kind::Private;
    std::vector<uint8_t> &memory = isPrivate ? item.privates[op.index] : locals_[op.index];
    return address + bytes <= memory.size() ? &memory[address] : nullptr;
  }

  const Kernel &kernel_;
  const Launch &launch_;
  std::vector<uint8_t> &memory_;
  const InterpretOptions &options_;
  std::mt19937_64 random_;
  std::vector<Bits> values_;
  std::vector<uint64_t> words_;
  std::vector<std::vector<uint8_t>> locals_;  // by memory
  uint64_t groupSlot_ = 0;
  InterpretResult *result_ = nullptr;
};

}  // namespace

hls::Expected<InterpretResult> interpret(const Kernel &kernel, const Launch &launch, std::vector<uint8_t> &memory,
                                         const InterpretOptions &options) {
  try {
    InterpretResult result;
    Interpreter(kernel, launch, memory, options).run(result);
    return result;
  } catch (const Stop &stop) {
    hls::Diagnostic diagnostic = hls::userError(stop.location, stop.what());
    diagnostic.function = kernel.name;
    return diagnostic;
  } catch (const std::exception &error) {
    return hls::internalDefect(error.what(), kernel.name);
  }
}

}  // namespace weft::graph
