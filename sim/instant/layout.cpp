// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/layout.h"

#include <bit>
#include <set>

#include "sim/instant/components/model.h"

namespace weft::instant {
namespace {

/// Values of an earlier stage that an event, or what it computes for later ones, is made of.
void addFields(const Circuit &circuit, unsigned stage, const std::vector<SignalId> &roots, std::set<SignalId> &fields) {
  std::vector<SignalId> open = roots;
  std::set<SignalId> seen;
  while (!open.empty()) {
    const SignalId id = open.back();
    open.pop_back();
    const Signal &signal = circuit.signals[id];
    if (signal.uniform || signal.segment == kNone || !seen.insert(id).second)
      continue;
    if (signal.stage < stage)
      fields.insert(id);
    else if (signal.kind != Signal::Kind::Capture)
      open.insert(open.end(), signal.operands.begin(), signal.operands.end());
  }
}

Records records(const Circuit &circuit, const Segment &segment) {
  std::set<SignalId> fields;
  for (size_t e = segment.events.size(); e-- > 0;) {
    const unsigned stage = segment.events[e].stage;
    std::vector<SignalId> roots;
    for (const Assignment &assignment : segment.events[e].assignments)
      roots.push_back(assignment.value);
    for (SignalId field : fields)
      if (circuit.signals[field].stage == stage)
        roots.push_back(field);
    addFields(circuit, stage, roots, fields);
  }
  Records result;
  for (SignalId field : fields) {
    result.fields[field] = result.words;
    result.words += wordsOf(circuit.signals[field].width);
  }
  result.mask = std::bit_ceil(segment.latency + 1) - 1;
  return result;
}

}  // namespace

Layout makeLayout(const Circuit &circuit) {
  Layout layout;
  for (const Storage &storage : circuit.storages) {
    layout.storages.push_back(layout.words);
    layout.words += wordsOf(storage.width);
  }
  layout.models = layout.words;
  layout.words += uint32_t(circuit.instances.size());
  for (const Segment &segment : circuit.segments) {
    layout.segments.push_back(records(circuit, segment));
    layout.segments.back().first = layout.words;
    layout.words += layout.segments.back().words * (layout.segments.back().mask + 1);
  }
  return layout;
}

}  // namespace weft::instant
