// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/lockstep/pair.h"

#include <cstring>
#include <stdexcept>

namespace weft::lockstep {
namespace {

unsigned digit(char c) { return c <= '9' ? unsigned(c - '0') : unsigned((c | 0x20) - 'a') + 10; }

/// The bits of "32'hdeadbeef".
std::vector<Word> parseVector(const std::string &text) {
  const size_t radix = text.find("'h");
  if (radix == std::string::npos)
    throw std::logic_error("not a hexadecimal vector: " + text);
  std::vector<Word> words(wordsOf(unsigned(std::stoul(text.substr(0, radix)))));
  unsigned low = 0;
  for (size_t i = text.size(); i-- > radix + 2; low += 4)
    words.at(low / 64) |= Word(digit(text[i])) << low % 64;
  return words;
}

const components::Component &findComponent(const std::string &name) {
  const components::Component *found = components::find(name);
  if (!found)
    throw std::logic_error("no component " + name);
  return *found;
}

}  // namespace

Pair::Pair(const Unit &unit) : unit_(unit), component_(findComponent(unit.component)), rtl_(unit.makeRtl()) {
  components::Values set;
  for (const auto &[name, value] : unit.parameters)
    if (value.find('\'') == std::string::npos)
      set[name] = std::stoull(value);
  values_ = components::complete(component_, set);
  for (const RtlPort &port : rtl_->ports) {
    if (port.width != components::width(component_.ports[component_.portIndex(port.name)], values_))
      throw std::logic_error(unit.name() + ": width of " + port.name);
    const std::vector<Word> zero(wordsOf(port.width));
    ports_.push_back({port.name, port.output, port.width, zero, zero, port.storage});
  }
  countLanes(set);
  if (component_.port("clk_i"))
    clock_ = &port("clk_i");
  const instant::MakeModel make = instant::findModel(unit.component);
  if (!make)
    throw std::logic_error(unit.component + " has no model");
  model_ = make(*this);
}

void Pair::countLanes(const components::Values &set) {
  for (const components::StreamPort &stream : component_.streams) {
    if (!values_.contains(stream.count))
      continue;
    const auto streams = unsigned(values_.at(stream.count));
    components::Values more = set;
    more[stream.count] = streams + 1;
    more = components::complete(component_, more);
    for (const components::StreamPort::Field &field : stream.fields) {
      const components::Port &declared = component_.ports[field.port];
      // One more stream makes it wider, unless all show the same.
      if (streams > 1 && components::width(declared, more) != components::width(declared, values_))
        port(declared.name).lanes = streams;
    }
  }
}

Port &Pair::port(std::string_view name) {
  for (Port &port : ports_)
    if (port.name == name)
      return port;
  throw std::logic_error(component_.name + " has no port " + std::string(name));
}

void Pair::driveRtl() {
  for (Port &port : ports_)
    if (!port.output)
      std::memcpy(port.storage, port.value.data(), (port.width + 7) / 8);
}

void Pair::readRtl() {
  for (Port &port : ports_)
    if (port.output)
      std::memcpy(port.value.data(), port.storage, (port.width + 7) / 8);
}

void Pair::driveModel() {
  for (Share &share : inputShares_)
    extract(share.value.data(), share.port->value.data(), share.low, share.bits);
}

void Pair::settleModel() {
  for (unsigned path = 0; path < component_.paths.size(); ++path)
    model_->evaluate(path);
}

void Pair::settle() {
  driveRtl();
  settleRtl();
  readRtl();
  driveModel();
  settleModel();
  for (Share &share : outputShares_)
    insert(share.port->model.data(), share.value.data(), share.low, share.bits);
}

void Pair::tickRtl() {
  if (!clock_)
    return;
  *static_cast<uint8_t *>(clock_->storage) = 1;
  rtl_->eval();
}

void Pair::tick() {
  tickRtl();
  readRtl();
  tickModel();
}

uint64_t Pair::parameter(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw std::logic_error(component_.name + " has no parameter " + std::string(name));
  return found->second;
}

std::vector<Word> Pair::vectorParameter(std::string_view name) const {
  for (const auto &[parameter, value] : unit_.parameters)
    if (parameter == name)
      return parseVector(value);
  throw std::logic_error(component_.name + " has no vector " + std::string(name));
}

Port &Pair::findPort(std::string_view name, bool output) {
  Port &found = port(name);
  if (found.output != output)
    throw std::logic_error("direction of " + found.name);
  return found;
}

Pair::Share &Pair::addShare(std::deque<Share> &shares, Port &port, unsigned share, unsigned count) {
  const unsigned bits = port.width / count;
  if (bits * count != port.width || share >= count)
    throw std::logic_error("shares of " + port.name);
  return shares.emplace_back(Share{&port, share * bits, bits, std::vector<Word>(wordsOf(bits))});
}

const Word *Pair::input(std::string_view name, unsigned share, unsigned count) {
  Port &port = findPort(name, false);
  return count == 1 ? port.value.data() : addShare(inputShares_, port, share, count).value.data();
}

Word *Pair::output(std::string_view name, unsigned share, unsigned count) {
  Port &port = findPort(name, true);
  return count == 1 ? port.model.data() : addShare(outputShares_, port, share, count).value.data();
}

}  // namespace weft::lockstep
