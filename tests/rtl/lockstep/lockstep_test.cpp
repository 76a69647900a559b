// SPDX-License-Identifier: Apache-2.0
// Every component in the instant engine beside the verilated module, cycle for cycle, with the sets of parameters
// of CMakeLists.txt: all outputs are the same in every cycle after the first reset.
#include <algorithm>
#include <random>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

constexpr unsigned kCycles = 50'000, kMeanRun = 3'000;  // cycles from a reset to the next

std::string hexadecimal(const std::vector<Word> &words) {
  std::string text;
  for (size_t i = words.size(); i-- > 0;) {
    char digits[20];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(words[i]));
    text += digits;
  }
  return text;
}

class Comparison {
public:
  Comparison(Pair &pair, Stimuli &stimuli) {
    for (Port &port : pair.ports())
      if (port.output)
        ports_.push_back({&port, nullptr, strobesOf(pair, port)});
    for (Entry &entry : ports_)
      if (const std::string_view valid = stimuli.countsWith(entry.port->name); !valid.empty())
        entry.valid = validOf(pair, *entry.port, valid);
    for (const Stimuli::Lane &lane : stimuli.lanes())
      for (Entry &entry : ports_)
        if (lane.stream->output ? std::find(lane.fields.begin(), lane.fields.end(), entry.port) != lane.fields.end()
                                : entry.port == lane.ready && dependsOn(pair, *lane.ready, *lane.valid))
          entry.valid = lane.valid;
  }

  /// A port that differs, or null.
  const Port *difference() const {
    for (const Entry &entry : ports_)
      if (!equal(entry))
        return entry.port;
    return nullptr;
  }

private:
  struct Entry {
    Port *port;
    const Port *valid;    // null: counts always
    const Port *strobes;  // null: all bytes count
  };
  static const Port *validOf(Pair &pair, const Port &port, std::string_view valid) {
    if (port.name == valid)
      throw std::logic_error(port.name + " counts always: it says itself whether others do");
    return &pair.port(valid);
  }
  /// A ready that says who of several goes first: it counts for who offers.
  static bool dependsOn(Pair &pair, const Port &ready, const Port &valid) {
    const std::vector<components::Path> &paths = pair.component().paths;
    return std::any_of(paths.begin(), paths.end(), [&](const components::Path &path) {
      return path.output == ready.name &&
             std::find(path.inputs.begin(), path.inputs.end(), valid.name) != path.inputs.end();
    });
  }
  /// `data` counts where `strb` beside it says so.
  static const Port *strobesOf(Pair &pair, const Port &port) {
    std::string name = port.name;
    if (const size_t data = name.rfind("data_o"); data != std::string::npos)
      name.replace(data, 4, "strb");
    return name != port.name && pair.component().port(name) ? &pair.port(name) : nullptr;
  }
  static bool counts(const Entry &entry, unsigned lane) {
    if (!entry.valid || entry.port->lanes > 1)
      return !entry.valid || entry.valid->bit(lane);
    const std::vector<Word> &valids = entry.valid->value;
    return std::any_of(valids.begin(), valids.end(), [](Word word) { return word != 0; });
  }
  static bool equal(const Entry &entry) {
    if (entry.port->value == entry.port->model)
      return true;
    const unsigned share = entry.port->width / entry.port->lanes, bits = entry.strobes ? 8 : share;
    for (unsigned low = 0; low < entry.port->width; low += bits)
      if (counts(entry, low / share) && (!entry.strobes || entry.strobes->bit(low / 8)) &&
          !equalBits(entry.port->value.data(), entry.port->model.data(), low, bits))
        return false;
    return true;
  }
  std::vector<Entry> ports_;
};

void run(const Unit &unit, uint64_t seed, unsigned cycles) {
  INFO(unit.name() << ", seed " << seed);
  Pair pair(unit);
  const std::unique_ptr<Stimuli> stimuli = makeStimuli(pair, seed);
  const Comparison comparison(pair, *stimuli);
  test::Random random(~seed);
  Port *reset = pair.component().port("rst_i") ? &pair.port("rst_i") : nullptr;
  unsigned resetLeft = 4;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (resetLeft == 0 && random.oneIn(kMeanRun))
      resetLeft = unsigned(random.range(1, 4));
    const bool inReset = resetLeft != 0;
    if (reset)
      reset->setBit(0, inReset);
    stimuli->drive();
    pair.settle();
    stimuli->observe();
    if (const Port *port = cycle >= 4 ? comparison.difference() : nullptr) {
      FAIL("cycle " << cycle << ": " << port->name << " is " << hexadecimal(port->value) << " in the module, "
                    << hexadecimal(port->model) << " in the model");
    }
    pair.tick();
    if (inReset) {
      --resetLeft;
      if (reset)
        stimuli->reset();
    }
  }
  CHECK(pair.leftOut() > cycles / 1000);
}

TEST_CASE("Models do what their modules do") {
  for (const Unit &unit : componentUnits())
    DYNAMIC_SECTION(unit.name()) { run(unit, 1, kCycles); }
}

TEST_CASE("Models do what their modules do, with fresh seeds", "[.][slow]") {
  std::random_device device;
  for (const Unit &unit : componentUnits())
    DYNAMIC_SECTION(unit.name()) { run(unit, device(), 1'000'000); }
}

}  // namespace
}  // namespace weft::lockstep
