// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace weft::instant {
namespace {

/// Storages that the events of a segment read, by event. From the last event to the first, so that each value is
/// visited once: a segment may have hundreds of events and of values in each.
class EventReads {
public:
  EventReads(const Circuit &circuit, const Segment &segment) : circuit_(circuit), segment_(segment) {}

  std::vector<std::vector<StorageId>> run() {
    std::vector<std::vector<StorageId>> reads(segment_.events.size());
    for (size_t e = reads.size(); e-- > 0;) {
      for (const Assignment &assignment : segment_.events[e].assignments)
        visit(assignment.value);
      // Captures of this stage serve all events from here on.
      const unsigned stage = segment_.events[e].stage;
      reads[e] = leavesOf(circuit_, captures_[stage], stage);
      reads[e].insert(reads[e].end(), uncaptured_.begin(), uncaptured_.end());
    }
    return reads;
  }

private:
  void visit(SignalId value) {
    std::vector<SignalId> open = {value};
    while (!open.empty()) {
      const SignalId id = open.back();
      open.pop_back();
      const Signal &signal = circuit_.signals[id];
      if (signal.uniform || !seen_.insert(id).second)
        continue;
      if (signal.kind == Signal::Kind::Capture) {
        captures_[signal.stage].push_back(id);
        continue;
      }
      if (signal.kind == Signal::Kind::Storage)
        uncaptured_.push_back(signal.storage);
      open.insert(open.end(), signal.operands.begin(), signal.operands.end());
    }
  }

  const Circuit &circuit_;
  const Segment &segment_;
  std::unordered_set<SignalId> seen_;
  std::unordered_map<unsigned, std::vector<SignalId>> captures_;  // by stage
  std::vector<StorageId> uncaptured_;
};

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
        add({Step::Kind::Assignment, a, 0}, leavesOf(circuit_, {assignment.value}), {assignment.target});
    }
    for (uint32_t s = 0; s < circuit_.segments.size(); ++s)
      addEvents(s);
  }

  void addEvents(uint32_t s) {
    const Segment &segment = circuit_.segments[s];
    std::vector<std::vector<StorageId>> reads = EventReads(circuit_, segment).run();
    for (uint32_t e = 0; e < segment.events.size(); ++e) {
      if (e == 0) {
        const std::vector<StorageId> accept = leavesOf(circuit_, {segment.accept});
        reads[e].insert(reads[e].end(), accept.begin(), accept.end());
      }
      std::vector<StorageId> writes;
      for (const Assignment &assignment : segment.events[e].assignments)
        writes.push_back(assignment.target);
      add({Step::Kind::Event, s, e}, std::move(reads[e]), writes);
    }
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

std::vector<StorageId> leavesOf(const Circuit &circuit, std::vector<SignalId> values, unsigned stage) {
  std::vector<StorageId> leaves;
  std::unordered_set<SignalId> seen;
  while (!values.empty()) {
    const SignalId id = values.back();
    values.pop_back();
    const Signal &signal = circuit.signals[id];
    if (signal.uniform || (signal.kind == Signal::Kind::Capture && signal.stage != stage))
      continue;
    if (!seen.insert(id).second)
      continue;
    if (signal.kind == Signal::Kind::Storage)
      leaves.push_back(signal.storage);
    values.insert(values.end(), signal.operands.begin(), signal.operands.end());
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
