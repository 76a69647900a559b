// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/simulation.h"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>

#include "sim/instant/code.h"
#include "sim/instant/components/model.h"
#include "sim/instant/cycle.h"
#include "sim/instant/emit.h"

namespace weft::instant {

struct CompiledNetlist::State {
  Circuit circuit;
  Plan plan;
  Layout layout;
  std::unique_ptr<Code> code, fastCode;
  CodeFunctions functions;
  uint64_t cyclesToFastCode = 0;
  std::atomic<uint64_t> cycles{0};
  std::once_flag makesFastCode;
  std::atomic<bool> hasFastCode{false};
  CodeFunctions fastFunctions;  // once hasFastCode

  std::unique_ptr<Code> makeCode(CodeQuality quality, Layout &of) const {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = emitModule(*context, circuit, plan, of);
    return std::make_unique<Code>(std::move(context), std::move(module), quality);
  }
  static CodeFunctions functionsOf(const Code &code) {
    return {code.function(kUniformFunction),  // the first makes the machine code of all
            code.function(kSettleFunction), code.function(kTickFunction), code.function(kOutputsFunction)};
  }
  void makeFastCode() {
    Layout same = makeLayout(circuit);
    fastCode = makeCode(CodeQuality::RunsFast, same);
    fastFunctions = functionsOf(*fastCode);
    hasFastCode = true;
  }

  /// Null if there is none.
  static const Terminal *find(const std::vector<Terminal> &terminals, const std::string &name) {
    for (const Terminal &terminal : terminals)
      if (terminal.name == name)
        return &terminal;
    return nullptr;
  }
  static StorageId storageOf(const std::vector<Terminal> &terminals, const std::string &name) {
    if (const Terminal *terminal = find(terminals, name))
      return terminal->storage;
    throw std::runtime_error("the netlist has no port " + name);
  }
};

CompiledNetlist::CompiledNetlist(netlist::Design design, uint64_t cyclesToFastCode)
    : state_(std::make_unique<State>()) {
  State &s = *state_;
  s.cyclesToFastCode = cyclesToFastCode;
  s.circuit = makeCircuit(std::move(design));
  s.plan = makePlan(s.circuit);
  s.layout = makeLayout(s.circuit);
  s.code = s.makeCode(CodeQuality::MadeFast, s.layout);
  s.functions = State::functionsOf(*s.code);
}

CompiledNetlist::~CompiledNetlist() = default;

std::vector<Probe> CompiledNetlist::probes() const { return makeProbes(state_->circuit); }

unsigned CompiledNetlist::outputWidth(const std::string &port) const {
  return state_->circuit.storages[State::storageOf(state_->circuit.outputs, port)].width;
}

namespace {

/// Gives a model the nets that a first model of its kind asked for, in the same order.
class InstanceWiring final : public Wiring {
public:
  InstanceWiring(const Instance &instance, const Layout &layout, Word *memory)
      : instance_(instance), layout_(layout), memory_(memory),
        values_(components::complete(*instance.instance->component, netlist::valuesOf(*instance.instance))) {}

  uint64_t parameter(std::string_view name) const override { return values_.find(name)->second; }
  std::vector<Word> vectorParameter(std::string_view name) const override {
    return instant::vectorParameter(*instance_.instance, name);
  }
  const Word *input(std::string_view, unsigned, unsigned) override { return next(); }
  Word *output(std::string_view, unsigned, unsigned) override { return next(); }
  Word *busy(std::initializer_list<std::string_view>) override { return at(instance_.busy); }

private:
  Word *next() { return at(instance_.pins.at(next_++)); }
  Word *at(StorageId storage) { return memory_ + layout_.storages[storage]; }

  const Instance &instance_;
  const Layout &layout_;
  Word *memory_;
  components::Values values_;
  size_t next_ = 0;
};

constexpr uint64_t kZero = 0;
constexpr uint64_t kCountedAtOnce = 64;

}  // namespace

Simulation::Simulation(std::shared_ptr<const CompiledNetlist> netlist) : netlist_(std::move(netlist)) {
  const CompiledNetlist::State &s = *netlist_->state_;
  memory_.resize(s.layout.words);
  makeModels();
  code_ = s.hasFastCode ? s.fastFunctions : s.functions;
  const auto optional = [&](const std::string &port) {
    return CompiledNetlist::State::find(s.circuit.inputs, port) ? input(port) : &kZero;
  };
  reset_ = optional("rst_i");
  configures_ = optional("cfg_valid_i");
}

Simulation::~Simulation() = default;

void Simulation::makeModels() {
  const CompiledNetlist::State &s = *netlist_->state_;
  for (size_t i = 0; i < s.circuit.instances.size(); ++i) {
    const Instance &instance = s.circuit.instances[i];
    if (instance.fifo)
      continue;
    if (instance.busy != kNone)
      memory_[s.layout.storages[instance.busy]] = 1;
    InstanceWiring wiring(instance, s.layout, memory_.data());
    models_.push_back(findModel(instance.instance->component->name)(wiring));
    memory_[s.layout.models + i] = reinterpret_cast<uintptr_t>(models_.back().get());
  }
}

uint64_t *Simulation::input(const std::string &port) {
  const CompiledNetlist::State &s = *netlist_->state_;
  return memory_.data() + s.layout.storages[CompiledNetlist::State::storageOf(s.circuit.inputs, port)];
}

const uint64_t *Simulation::look(const Probe &probe) const {
  return memory_.data() + netlist_->state_->layout.storages[probe.storage];
}

const uint64_t *Simulation::output(const std::string &port) const {
  const CompiledNetlist::State &s = *netlist_->state_;
  return memory_.data() + s.layout.storages[CompiledNetlist::State::storageOf(s.circuit.outputs, port)];
}

void Simulation::settle() {
  if (configured_)
    code_.uniform(memory_.data());
  configured_ = *configures_ != 0;
  code_.settle(memory_.data());
}

void Simulation::tick() {
  code_.tick(memory_.data());
  if (*reset_ != 0) [[unlikely]]
    for (const Records &records : netlist_->state_->layout.segments)
      for (uint32_t i = 0; i <= records.mask; ++i)
        memory_[records.first + i * records.words] = 0;
  if (++uncounted_ == kCountedAtOnce) [[unlikely]]
    countCycles();
}

void Simulation::countCycles() {
  CompiledNetlist::State &s = *netlist_->state_;
  s.cycles += uncounted_;
  if (s.cycles < s.cyclesToFastCode) {
    uncounted_ = 0;
    return;  // else nothing is counted any more: uncounted_ never is kCountedAtOnce again
  }
  std::call_once(s.makesFastCode, [&] { s.makeFastCode(); });
  code_ = s.fastFunctions;
}

/// All but the tokens' records. A FIFO's rows change only with its numbers of entries.
StateList Simulation::listState() const {
  const CompiledNetlist::State &s = *netlist_->state_;
  std::set<StorageId> rows;
  for (const Instance &instance : s.circuit.instances)
    if (instance.fifo)
      rows.insert(instance.fifo->memory);
  StateList list;
  for (StorageId storage = 0; storage < s.circuit.storages.size(); ++storage)
    if (!rows.contains(storage))
      list.add(&memory_[s.layout.storages[storage]], sizeof(Word) * wordsOf(s.circuit.storages[storage].width));
  for (const std::unique_ptr<Model> &model : models_)
    model->listState(list);
  return list;
}

/// Whether there is a token in a segment: it entered less than the segment's latency ago.
bool Simulation::tokensMove() const {
  const CompiledNetlist::State &s = *netlist_->state_;
  const uint64_t now = memory_[0];
  for (size_t i = 0; i < s.layout.segments.size(); ++i) {
    const Records &records = s.layout.segments[i];
    for (unsigned age = 1; age <= s.circuit.segments[i].latency; ++age)
      if (memory_[records.first + ((now - age) & records.mask) * records.words] != 0)
        return true;
  }
  return false;
}

bool Simulation::remember() {
  if (tokensMove())
    return false;
  if (!snapshot_)
    snapshot_.emplace(listState());
  snapshot_->take();
  return true;
}

}  // namespace weft::instant
