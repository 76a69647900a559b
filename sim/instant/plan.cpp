// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace weft::instant {
namespace {

/// Within a cycle: by storage, the step that sets it.
class StepOrder {
public:
  explicit StepOrder(const Circuit &circuit) : circuit_(circuit), writer_(circuit.storages.size(), kNone) {}

  void run(Plan &plan) {
    collect(plan);
    std::vector<unsigned> missing(steps_.size(), 0);
    std::vector<std::vector<uint32_t>> readers(steps_.size());
    for (uint32_t s = 0; s < steps_.size(); ++s)
      for (StorageId storage : reads_[s])
        if (writer_[storage] != kNone) {
          readers[writer_[storage]].push_back(s);
          ++missing[s];
        }
    std::vector<uint32_t> ready;
    for (uint32_t s = uint32_t(steps_.size()); s-- > 0;)
      if (!missing[s])
        ready.push_back(s);
    while (!ready.empty()) {
      const uint32_t s = takeNext(ready);
      plan.steps.push_back(steps_[s]);
      for (uint32_t reader : readers[s])
        if (--missing[reader] == 0)
          ready.push_back(reader);
    }
    if (plan.steps.size() != steps_.size())
      throw Unsupported("values of a cycle depend on each other in a circle");
  }

private:
  void add(Step step, std::vector<StorageId> reads, const std::vector<StorageId> &writes) {
    for (StorageId storage : writes)
      writer_[storage] = uint32_t(steps_.size());
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    steps_.push_back(step);
    reads_.push_back(std::move(reads));
  }

  void collect(Plan &plan) {
    for (uint32_t i = 0; i < circuit_.instances.size(); ++i)
      for (uint32_t p = 0; p < circuit_.instances[i].pathInputs.size(); ++p)
        add({Step::Kind::Path, i, p}, circuit_.instances[i].pathInputs[p], circuit_.instances[i].pathOutputs[p]);
    for (uint32_t a = 0; a < circuit_.assignments.size(); ++a) {
      const Assignment &assignment = circuit_.assignments[a];
      if (circuit_.signals[assignment.value].uniform)
        plan.uniform.push_back(a);
      else
        add({Step::Kind::Assignment, a, 0}, leavesOf(circuit_, assignment.value), {assignment.target});
    }
    for (uint32_t s = 0; s < circuit_.segments.size(); ++s)
      for (uint32_t e = 0; e < circuit_.segments[s].events.size(); ++e)
        addEvent(s, e);
  }

  void addEvent(uint32_t s, uint32_t e) {
    const Segment &segment = circuit_.segments[s];
    std::vector<StorageId> reads, writes;
    if (e == 0)
      reads = leavesOf(circuit_, segment.accept);
    const unsigned stage = segment.events[e].stage;
    // Captures of this stage serve all events from here on.
    for (uint32_t later = e; later < segment.events.size(); ++later)
      for (const Assignment &assignment : segment.events[later].assignments) {
        const std::vector<StorageId> more = leavesOf(circuit_, assignment.value, stage);
        reads.insert(reads.end(), more.begin(), more.end());
      }
    for (const Assignment &assignment : segment.events[e].assignments)
      writes.push_back(assignment.target);
    add({Step::Kind::Event, s, e}, std::move(reads), writes);
  }

  /// Steps of machine code stay together, so that fewer calls go between them and the models.
  uint32_t takeNext(std::vector<uint32_t> &ready) {
    auto next = ready.end() - 1;
    if (inCode_)
      for (auto it = ready.end(); it-- != ready.begin();)
        if (steps_[*it].kind != Step::Kind::Path) {
          next = it;
          break;
        }
    const uint32_t step = *next;
    ready.erase(next);
    inCode_ = steps_[step].kind != Step::Kind::Path;
    return step;
  }

  const Circuit &circuit_;
  std::vector<Step> steps_;
  std::vector<std::vector<StorageId>> reads_;
  std::vector<uint32_t> writer_;
  bool inCode_ = true;
};

/// Which instance sets a storage when it ticks.
std::vector<uint32_t> tickWriters(const Circuit &circuit) {
  std::vector<uint32_t> writers(circuit.storages.size(), kNone);
  for (uint32_t i = 0; i < circuit.instances.size(); ++i) {
    const Instance &instance = circuit.instances[i];
    for (size_t pin = 0; pin < instance.pins.size(); ++pin)
      if (instance.isOutput[pin])
        writers[instance.pins[pin]] = i;
    for (const std::vector<StorageId> &outputs : instance.pathOutputs)
      for (StorageId storage : outputs)
        writers[storage] = kNone;
  }
  return writers;
}

class TickOrder {
public:
  explicit TickOrder(Circuit &circuit)
      : circuit_(circuit), writers_(tickWriters(circuit)), before_(circuit.instances.size()),
        pending_(circuit.instances.size(), 0), placed_(circuit.instances.size(), false) {}

  std::vector<uint32_t> run() {
    for (uint32_t i = 0; i < circuit_.instances.size(); ++i)
      forEachRead(i, [&](uint32_t writer, StorageId &pin) {
        if (writer != i) {
          before_[i].push_back({writer, circuit_.storages[pin].width});
          pending_[writer] += circuit_.storages[pin].width;
        }
      });
    std::set<std::pair<uint64_t, uint32_t>> open;
    for (uint32_t i = 0; i < circuit_.instances.size(); ++i)
      open.insert({pending_[i], i});
    std::vector<uint32_t> order;
    while (!open.empty()) {
      const uint32_t next = open.begin()->second;
      open.erase(open.begin());
      order.push_back(next);
      placed_[next] = true;
      for (const auto &[writer, width] : before_[next])
        if (!placed_[writer]) {
          open.erase({pending_[writer], writer});
          open.insert({pending_[writer] -= width, writer});
        }
    }
    copyLateReads(order);
    return order;
  }

private:
  template <class Use> void forEachRead(uint32_t i, Use use) {
    Instance &instance = circuit_.instances[i];
    for (size_t pin = 0; pin < instance.pins.size(); ++pin)
      if (!instance.isOutput[pin] && writers_[instance.pins[pin]] != kNone)
        use(writers_[instance.pins[pin]], instance.pins[pin]);
  }

  void copyLateReads(const std::vector<uint32_t> &order) {
    std::vector<uint32_t> turn(order.size());
    for (uint32_t t = 0; t < order.size(); ++t)
      turn[order[t]] = t;
    for (uint32_t i = 0; i < circuit_.instances.size(); ++i)
      forEachRead(i, [&](uint32_t writer, StorageId &pin) {
        if (turn[writer] > turn[i])
          return;
        const StorageId copy = copyOf(pin);
        for (std::vector<StorageId> &inputs : circuit_.instances[i].pathInputs)
          std::replace(inputs.begin(), inputs.end(), pin, copy);
        pin = copy;
      });
  }

  StorageId copyOf(StorageId storage) {
    const auto [it, isNew] = copies_.try_emplace(storage, kNone);
    if (isNew) {
      Storage copy = circuit_.storages[storage];
      copy.name += ".before";
      it->second = StorageId(circuit_.storages.size());
      circuit_.storages.push_back(copy);
      writers_.push_back(kNone);
      Signal value;
      value.kind = Signal::Kind::Storage;
      value.width = copy.width;
      value.storage = storage;
      circuit_.signals.push_back(value);
      circuit_.assignments.push_back({it->second, SignalId(circuit_.signals.size() - 1)});
    }
    return it->second;
  }

  Circuit &circuit_;
  std::vector<uint32_t> writers_;
  std::vector<std::vector<std::pair<uint32_t, unsigned>>> before_;  // by reader: writers, and the bits that it reads
  std::vector<uint64_t> pending_;                                   // by writer: bits with readers not yet placed
  std::vector<bool> placed_;
  std::map<StorageId, StorageId> copies_;
};

}  // namespace

std::vector<StorageId> leavesOf(const Circuit &circuit, SignalId value, unsigned stage) {
  std::vector<StorageId> leaves;
  std::vector<SignalId> open = {value};
  std::set<SignalId> seen;
  while (!open.empty()) {
    const SignalId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second)
      continue;
    const Signal &signal = circuit.signals[id];
    if (signal.uniform || (signal.kind == Signal::Kind::Capture && signal.stage != stage))
      continue;
    if (signal.kind == Signal::Kind::Storage)
      leaves.push_back(signal.storage);
    open.insert(open.end(), signal.operands.begin(), signal.operands.end());
  }
  return leaves;
}

Plan makePlan(Circuit &circuit) {
  Plan plan;
  plan.ticks = TickOrder(circuit).run();
  StepOrder(circuit).run(plan);
  return plan;
}

}  // namespace weft::instant
