// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/lockstep/stimuli.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace weft::lockstep {

Stimuli::Stimuli(Pair &pair, uint64_t seed) : random(seed), pair_(pair) {
  const components::Component &component = pair.component();
  std::set<std::string_view> known = {"clk_i", "rst_i"};
  for (const components::StreamPort &stream : component.streams) {
    const auto find = [&](uint32_t index) { return &pair.port(component.ports[index].name); };
    // Count 0: ports of one stream that is not there.
    const unsigned count = std::max(1u, unsigned(components::evaluate(stream.count, pair.values())));
    std::vector<Port *> fields;
    for (const components::StreamPort::Field &field : stream.fields)
      fields.push_back(find(field.port));
    Port *valid = find(stream.valid), *ready = stream.ready == ~0u ? nullptr : find(stream.ready);
    for (unsigned i = 0; i < count; ++i)
      lanes_.push_back({&stream, i, valid, ready, fields});
    for (const Port *field : fields)
      known.insert(field->name);
    known.insert(valid->name);
    if (ready)
      known.insert(ready->name);
  }
  for (Port &port : pair.ports())
    if (!port.output && !known.contains(port.name))
      others_.push_back(&port);
}

Port &Stimuli::Lane::find(std::string_view field) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (stream->fields[i].name == field)
      return *fields[i];
  throw std::logic_error("no field " + std::string(field));
}

Word Stimuli::Lane::number(std::string_view field) const {
  const Port &port = find(field);
  return bitsAt(port.value.data(), low(port), std::min(64u, bits(port)));
}

void Stimuli::Lane::set(std::string_view field, Word value) {
  Port &port = find(field);
  setBitsAt(port.value.data(), low(port), std::min(64u, bits(port)), value);
}

Word Stimuli::randomWord(unsigned bits) {
  const Word any = random.next(), kind = any >> 60;
  if (kind < 2)
    return 0;
  if (kind < 4)
    return ~Word(0);
  if (kind < 7)
    return Word(1) << any % bits;
  return kind < 10 ? any & 3 : any;
}

void Stimuli::randomise(Port &port, unsigned low, unsigned bits) {
  for (unsigned at = 0; at < bits; at += 64) {
    const unsigned n = std::min(64u, bits - at);
    setBitsAt(port.value.data(), low + at, n, randomWord(n));
  }
}

void Stimuli::changePhase() {
  static constexpr unsigned kPercents[] = {2, 15, 50, 85, 100};
  phaseLeft_ = unsigned(random.range(20, 600));
  activity_ = fullRate_ ? 100 : random.of(kPercents);
  const bool together = fullRate_ || random.chance(30);
  for (Lane &lane : lanes_)
    lane.percent = together ? activity_ : random.of(kPercents);
}

void Stimuli::driveLane(Lane &lane) {
  if (lane.stream->output) {
    if (lane.ready)
      lane.ready->setBit(lane.index, random.chance(lane.percent));
    return;
  }
  if (lane.isValid() && !lane.taken)
    return;
  const bool offer = random.chance(lane.percent) && mayOffer(lane);
  if (offer)
    makePayload(lane);
  else if (random.chance(30))
    for (Port *field : lane.fields)
      randomise(*field, lane.low(*field), lane.bits(*field));
  lane.valid->setBit(lane.index, offer);
}

void Stimuli::makePayload(Lane &lane) {
  for (Port *field : lane.fields)
    randomise(*field, lane.low(*field), lane.bits(*field));
}

/// Nothing comes, or always the same, and what takes goes on taking or not.
bool Stimuli::inLull() {
  static constexpr unsigned kMean = 100;  // cycles from a lull to the next
  if (lullLeft_ != 0)
    return --lullLeft_ != 0;
  if (!fullRate_ && random.oneIn(kMean))
    lullLeft_ = unsigned(random.range(4, 40)), repeats_ = mayRepeat() && random.chance(50);
  return lullLeft_ != 0;
}

void Stimuli::holdLane(Lane &lane) {
  if (!lane.stream->output && lane.taken)
    lane.valid->setBit(lane.index, false);
}

void Stimuli::holdOthers() {
  static const std::set<std::string_view> events = {"start_i",        "flush_i",      "push_i",      "release_i",
                                                    "reserve_i",      "site_fault_i", "cfg_valid_i", "wr_valid_i",
                                                    "retire_valid_i", "halt_i",       "stop_i",      "m_axi_rvalid_i",
                                                    "m_axi_bvalid_i", "next_valid_i", "take_i"};
  for (Port *port : others_)
    if (events.contains(port->name))
      std::fill(port->value.begin(), port->value.end(), 0);
}

/// Inputs stay, but for one stream now and then: all else has come to rest then.
void Stimuli::repeat() {
  if (!lanes_.empty() && random.oneIn(8))
    driveLane(lanes_[random.below(lanes_.size())]);
}

void Stimuli::drive() {
  if (inLull()) {
    if (repeats_)
      return repeat();
    for (Lane &lane : lanes_)
      holdLane(lane);
    return holdOthers();
  }
  if (phaseLeft_-- == 0)
    changePhase();
  for (Lane &lane : lanes_)
    driveLane(lane);
  driveOthers();
}

void Stimuli::driveOthers() {
  for (Port *port : others_)
    if (random.chance(activity_))
      randomise(*port);
}

void Stimuli::observe() {
  for (Lane &lane : lanes_)
    lane.taken = lane.isValid() && lane.isReady();
  observeOthers();
}

void Stimuli::reset() {
  for (Lane &lane : lanes_) {
    lane.taken = true;
    if (!lane.stream->output)
      lane.valid->setBit(lane.index, false);
  }
  resetOthers();
}

std::unique_ptr<Stimuli> makeStimuli(Pair &pair, uint64_t seed) {
  const auto special = drivers().find(pair.component().name);
  return special == drivers().end() ? std::make_unique<Stimuli>(pair, seed) : special->second(pair, seed);
}

std::map<std::string_view, MakeStimuli> &drivers() {
  static std::map<std::string_view, MakeStimuli> all;
  return all;
}

}  // namespace weft::lockstep
