// SPDX-License-Identifier: Apache-2.0
#include "flow/block_registers.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace weft::flow {
namespace {

using nlohmann::json;

constexpr unsigned kPins = 18, kWidest = 36;
/// Look-up tables between a block's register and the next. A flip-flop in the fabric stands beside the logic that it
/// feeds, and a block does not: with more logic the wire from the block costs more than its register saves.
constexpr unsigned kTables = 1;

/// The net or constant ("0", "1", "x") at a pin of one bit; null if it is open.
json bitAt(const json &cell, const std::string &pin) {
  const json &connections = cell.at("connections");
  const auto bits = connections.find(pin);
  return bits == connections.end() || bits->empty() ? json() : bits->at(0);
}

/// Yosys pads strings with blanks: one of zeros and ones would be a number.
std::string parameterOf(const json &cell, const std::string &name, const std::string &otherwise) {
  const json &parameters = cell.at("parameters");
  const auto found = parameters.find(name);
  if (found == parameters.end())
    return otherwise;
  std::string text = *found;
  return text.erase(text.find_last_not_of(' ') + 1);
}

unsigned widthOf(const json &block, char side) {
  return unsigned(std::stoul(parameterOf(block, fmt::format("DATA_WIDTH_{}", side), "10010"), nullptr, 2));
}

/// The multiplexer at a pin inverts; nothing if it does something else still.
std::optional<bool> isInverted(const json &cell, const std::string &pin) {
  const std::string setting = parameterOf(cell, pin + "MUX", pin);
  return setting == "INV" ? std::optional(true) : setting == pin ? std::optional(false) : std::nullopt;
}

/// The pin does nothing: it is open, or has the constant that it would have then.
bool isLow(const json &cell, const std::string &pin) {
  const std::optional<bool> inverted = isInverted(cell, pin);
  const json bit = bitAt(cell, pin);
  return inverted && (*inverted ? bit == "1" : bit.is_null() || bit == "0" || bit == "x");
}

struct Clock {
  json net;
  std::optional<bool> inverted;
  bool operator==(const Clock &) const = default;
};

Clock clockOf(const json &cell, const std::string &pin) { return {bitAt(cell, pin), isInverted(cell, pin)}; }

/// The enable of a flip-flop: a net, or "1". Nothing if the block's register has none like it.
std::optional<json> enableOf(const json &flipFlop) {
  const std::string setting = parameterOf(flipFlop, "CEMUX", "CE");
  const json bit = setting == "CE" ? bitAt(flipFlop, "CE") : json();
  if (setting == "1" || (setting == "CE" && (bit.is_null() || bit == "1")))
    return json("1");
  return setting == "CE" && bit.is_number() ? std::optional(bit) : std::nullopt;
}

/// Where data leave a block: all pins of these sides, with the clock and the reset of one.
struct Port {
  char side;
  std::string_view outputs;
};

/// A port of 36 bits writes with the pins of side A and reads with those of side B; data have the pins of both.
std::vector<Port> portsOf(const json &block) {
  const bool writesWide = widthOf(block, 'A') == kWidest, readsWide = widthOf(block, 'B') == kWidest;
  if (writesWide)
    return {{'B', readsWide ? "AB" : "B"}};
  return readsWide ? std::vector<Port>() : std::vector<Port>{{'A', "A"}, {'B', "B"}};
}

/// A module of the netlist.
class Packer {
public:
  Packer(json &module, BlockRegisters &result) : cells_(module.at("cells")), result_(result) { findReaders(module); }

  void run() {
    for (json &cell : cells_)
      if (cell.at("type") == "DP16KD")
        for (const Port &port : portsOf(cell))
          if (const std::optional<std::string> reason = pack(cell, port))
            ++result_.left[*reason];
    // Not before: cells_ is walked through.
    for (const std::string &name : gone_)
      cells_.erase(name);
    result_.flipFlops += unsigned(gone_.size());
  }

private:
  struct Reader {
    const std::string *cell = nullptr, *pin = nullptr;  // null: a port of the module
  };
  struct Output {
    std::string pin;
    std::string flipFlop;
  };

  void addReader(const json &bit, Reader reader) {
    if (!bit.is_number())
      return;
    const size_t net = bit;
    if (net >= readers_.size())
      readers_.resize(2 * net + 1);
    readers_[net].push_back(reader);
  }

  const std::vector<Reader> &readersOf(const json &bit) const {
    static const std::vector<Reader> none;
    const size_t net = bit.is_number() ? bit.get<size_t>() : readers_.size();
    return net < readers_.size() ? readers_[net] : none;
  }

  void findReaders(const json &module) {
    for (const auto &[name, cell] : cells_.items())
      for (const auto &[pin, bits] : cell.at("connections").items())
        if (cell.at("port_directions").at(pin) != "output")
          for (const json &bit : bits)
            addReader(bit, {&name, &pin});
    for (const json &port : module.at("ports"))
      if (port.at("direction") != "input")
        for (const json &bit : port.at("bits"))
          addReader(bit, {});
  }

  /// Those that are read; the reason if they do not go to a flip-flop each.
  std::optional<std::string> findOutputs(const json &block, const Port &port, std::vector<Output> &outputs) const {
    for (const char side : port.outputs)
      for (unsigned n = 0; n < kPins; ++n) {
        std::string pin = fmt::format("DO{}{}", side, n);
        const json bit = bitAt(block, pin);
        const std::vector<Reader> &readers = readersOf(bit);
        if (readers.empty())
          continue;
        if (readers.size() > 1)
          return "read more than once";
        const Reader &only = readers.front();
        if (!only.cell || cells_.at(*only.cell).at("type") != "TRELLIS_FF" || *only.pin != "DI")
          return "read by no flip-flop";
        outputs.push_back({std::move(pin), *only.cell});
      }
    return outputs.empty() ? std::optional<std::string>("not read") : std::nullopt;
  }

  /// Whether a value gets to registers through so many look-up tables at most, and through nothing else.
  bool isNearRegisters(const json &bit, unsigned tables) const {
    const std::vector<Reader> &readers = readersOf(bit);
    return std::all_of(readers.begin(), readers.end(), [&](const Reader &reader) {
      if (!reader.cell)
        return true;
      const json &cell = cells_.at(*reader.cell);
      const std::string &type = cell.at("type").get_ref<const std::string &>();
      return type == "TRELLIS_FF" || type == "DP16KD" ||
             (type == "LUT4" && tables > 0 && isNearRegisters(bitAt(cell, "Z"), tables - 1));
    });
  }

  /// What the register of the block cannot be.
  static std::optional<std::string> misfit(const json &flipFlop, const Clock &clock) {
    if (clockOf(flipFlop, "CLK") != clock || !clock.inverted)
      return "another clock";
    if (!isLow(flipFlop, "LSR") || parameterOf(flipFlop, "GSR", "ENABLED") != "DISABLED")
      return "flip-flops with a reset";
    if (parameterOf(flipFlop, "REGSET", "RESET") != "RESET")
      return "flip-flops that start with 1";
    return std::nullopt;
  }

  /// The reason if it cannot be done.
  std::optional<std::string> pack(json &block, const Port &port) {
    std::vector<Output> outputs;
    if (std::optional<std::string> reason = findOutputs(block, port, outputs))
      return reason;
    const bool resets = parameterOf(block, "GSR", "DISABLED") != "DISABLED";
    for (const char side : port.outputs) {
      // A reset of the port resets its register as well.
      if (resets || !isLow(block, fmt::format("RST{}", side)))
        return "a block with a reset";
      if (parameterOf(block, fmt::format("REGMODE_{}", side), "NOREG") != "NOREG")
        return "in use already";
    }
    std::optional<json> enable;
    for (const Output &output : outputs) {
      const json &flipFlop = cells_.at(output.flipFlop);
      if (std::optional<std::string> reason = misfit(flipFlop, clockOf(block, fmt::format("CLK{}", port.side))))
        return reason;
      if (!isNearRegisters(bitAt(flipFlop, "Q"), kTables))
        return "much logic behind";
      const std::optional<json> own = enableOf(flipFlop);
      if (!own || (enable && *enable != *own))
        return "other enables";
      enable = own;
    }
    move(block, port, outputs, *enable);
    return std::nullopt;
  }

  void move(json &block, const Port &port, const std::vector<Output> &outputs, const json &enable) {
    for (const Output &output : outputs) {
      block["connections"][output.pin] = cells_.at(output.flipFlop).at("connections").value("Q", json::array());
      gone_.push_back(output.flipFlop);
    }
    for (const char side : port.outputs) {
      const std::string pin = fmt::format("OCE{}", side);
      block["parameters"][fmt::format("REGMODE_{}", side)] = "OUTREG";
      block["parameters"].erase(pin + "MUX");
      // The enable of 36 bits is side B's, as their clock; nextpnr leaves side A's at 1 then, as it does for PDPW16KD.
      block["connections"][pin] = json::array({side == port.side ? enable : json("1")});
      block["port_directions"][pin] = "input";
    }
    ++result_.ports;
  }

  json &cells_;
  BlockRegisters &result_;
  std::vector<std::vector<Reader>> readers_;  // by net
  std::vector<std::string> gone_;
};

}  // namespace

BlockRegisters packBlockRegisters(json &netlist) {
  BlockRegisters result;
  if (const auto modules = netlist.find("modules"); modules != netlist.end())
    for (json &module : *modules)
      Packer(module, result).run();
  return result;
}

}  // namespace weft::flow
