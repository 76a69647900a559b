// SPDX-License-Identifier: Apache-2.0
#include "flow/late_tables.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace weft::flow {
namespace {

using nlohmann::json;
using Net = size_t;

/// Of the longest path's delay: what comes near it is late.
constexpr double kLate = 0.7;
/// A table with fewer readers lies between them well enough.
constexpr size_t kFewestReaders = 16;
/// Of one table, and tables that one becomes, itself among them.
constexpr size_t kMostReaders = 96, kMostTables = 8;

/// Delays in ns at speed grade 6, from nextpnr's reports. A wire is one of average length.
constexpr double kWire = 0.95, kClockToOutput = 0.52, kBlockToOutput = 1, kTable = 0.24, kMultiplexer = 0.2,
                 kIntoCarry = 0.45, kAlongCarry = 0.06, kOther = 0.3;

bool isBlock(std::string_view type) { return type == "DP16KD" || type == "MULT18X18D"; }
bool isMultiplexer(std::string_view type) { return type == "PFUMX" || type == "L6MUX21"; }

/// Whether a pin leads on to the cell's outputs in the same cycle.
bool leadsOn(std::string_view type, std::string_view pin) {
  if (type == "TRELLIS_DPR16X4")
    return pin == "RAD";
  return type == "LUT4" || type == "CCU2C" || isMultiplexer(type);
}

/// The multiplexers of a slice have wires of their own from its tables: those stay together.
bool isWithinSlice(std::string_view type, std::string_view pin) {
  return (type == "PFUMX" && pin != "C0") || (type == "L6MUX21" && pin != "SD") || (type == "CCU2C" && pin == "CIN");
}

double wireTo(std::string_view type, std::string_view pin) { return isWithinSlice(type, pin) ? 0 : kWire; }

double through(std::string_view type, std::string_view pin) {
  if (type == "CCU2C")
    return pin == "CIN" ? kAlongCarry : kIntoCarry;
  return type == "LUT4" ? kTable : isMultiplexer(type) ? kMultiplexer : kOther;
}

/// The instance that a cell's name begins with: Yosys names cells after the nets of an instance, with types and pins
/// behind.
std::string instanceOf(std::string_view cell) {
  size_t end = cell.size();
  for (const char *type : {"_TRELLIS_FF", "_LUT4", "_CCU2C", "_PFUMX", "_L6MUX21", "_TRELLIS_DPR16X4"})
    end = std::min(end, cell.find(type));
  cell = cell.substr(0, end);
  cell = cell.substr(0, cell.find_last_not_of("0123456789.") + 1);  // a memory's cells: .row.column
  const size_t dot = cell.rfind('.');
  return std::string(dot == std::string_view::npos ? std::string_view() : cell.substr(0, dot));
}

/// Of names with numbers, "q_2" before "q_10": neighbouring bits are placed beside each other.
bool isBefore(const std::string &a, const std::string &b) {
  return std::pair(a.size(), std::string_view(a)) < std::pair(b.size(), std::string_view(b));
}

/// A module of the netlist.
class Copier {
public:
  Copier(json &module, LateTables &result) : module_(module), cells_(module.at("cells")), result_(result) {
    findPins();
  }

  void run() {
    double longest = 0;
    std::vector<Net> tables;  // their outputs
    for (Net net = 0; net < nets_.size(); ++net)
      if (nets_[net].driver) {
        longest = std::max(longest, total(net));
        if (nets_[net].driver->type == "LUT4")
          tables.push_back(net);
      }
    std::erase_if(tables, [&](Net net) { return total(net) < kLate * longest; });
    // Copies are readers of what is before them.
    std::sort(tables.begin(), tables.end(),
              [&](Net a, Net b) { return std::pair(remaining(a), a) < std::pair(remaining(b), b); });
    for (const Net net : tables)
      copy(net);
  }

private:
  struct Pin {
    std::string name;
    size_t bit;
    Net net;
  };
  struct Cell {
    std::string name, type, instance;  // instance: for which part of the design it works
    std::vector<Pin> inputs, outputs;
  };
  struct Reader {
    Cell *cell;
    size_t input;  // which of the cell's

    Pin &pin() const { return cell->inputs[input]; }
  };
  struct NetInfo {
    Cell *driver = nullptr;
    std::vector<Reader> readers;
    double arrival = -1, remaining = -1;  // ns; negative: not yet known
  };

  NetInfo &at(Net net) {
    if (net >= nets_.size())
      nets_.resize(net + 1);
    return nets_[net];
  }

  void findPins() {
    for (const auto &[name, cell] : cells_.items()) {
      Cell &added = all_.emplace(name, Cell{name, cell.at("type"), instanceOf(name), {}, {}}).first->second;
      for (const auto &[pin, bits] : cell.at("connections").items()) {
        const bool drives = cell.at("port_directions").at(pin) == "output";
        for (size_t bit = 0; bit < bits.size(); ++bit)
          if (bits[bit].is_number())
            connect(added, {pin, bit, bits[bit]}, drives);
      }
    }
    for (const json &name : module_.at("netnames"))  // numbers in use, of ports without cells too
      for (const json &bit : name.at("bits"))
        if (bit.is_number())
          at(bit);
  }

  void connect(Cell &cell, const Pin &pin, bool drives) {
    (drives ? cell.outputs : cell.inputs).push_back(pin);
    if (drives)
      at(pin.net).driver = &cell;
    else
      at(pin.net).readers.push_back({&cell, cell.inputs.size() - 1});
  }

  /// From registers to the net.
  double arrival(Net net) {
    if (nets_[net].arrival >= 0)
      return nets_[net].arrival;
    nets_[net].arrival = 0;  // of a loop of logic, which has no delay
    const Cell *driver = nets_[net].driver;
    double latest = 0;
    if (driver && (driver->type == "TRELLIS_FF" || isBlock(driver->type)))
      latest = driver->type == "TRELLIS_FF" ? kClockToOutput : kBlockToOutput;
    else if (driver)
      for (const Pin &pin : driver->inputs)
        if (leadsOn(driver->type, pin.name))
          latest =
              std::max(latest, arrival(pin.net) + wireTo(driver->type, pin.name) + through(driver->type, pin.name));
    return nets_[net].arrival = latest;
  }

  /// From the net to registers.
  double remaining(Net net) {
    if (nets_[net].remaining >= 0)
      return nets_[net].remaining;
    nets_[net].remaining = 0;
    double longest = 0;
    for (const Reader &reader : nets_[net].readers) {
      const std::string &type = reader.cell->type, &pin = reader.pin().name;
      if (!leadsOn(type, pin))
        longest = std::max(longest, kWire + (type == "TRELLIS_FF" ? 0 : kOther));
      else
        for (const Pin &output : reader.cell->outputs)
          longest = std::max(longest, wireTo(type, pin) + through(type, pin) + remaining(output.net));
    }
    return nets_[net].remaining = longest;
  }

  double total(Net net) { return arrival(net) + remaining(net); }

  struct Part {
    std::string instance;
    std::vector<Reader> readers;
  };

  /// The readers of a net by instance, the largest part first.
  static std::vector<Part> partsOf(const std::vector<Reader> &readers) {
    std::map<std::string, std::vector<Reader>> byInstance;
    for (const Reader &reader : readers)
      byInstance[reader.cell->instance].push_back(reader);
    std::vector<Part> parts;
    for (auto &[instance, own] : byInstance) {
      std::sort(own.begin(), own.end(), [](const Reader &a, const Reader &b) {
        return a.cell != b.cell ? isBefore(a.cell->name, b.cell->name) : a.input < b.input;
      });
      const size_t count = (own.size() + kMostReaders - 1) / kMostReaders;
      for (size_t i = 0; i < count; ++i)
        parts.push_back(
            {instance, {own.begin() + long(own.size() * i / count), own.begin() + long(own.size() * (i + 1) / count)}});
    }
    const auto key = [](const Part &part) {
      const Reader &first = part.readers.front();
      return std::tuple(-long(part.readers.size()), part.instance, first.cell->name, first.input);
    };
    std::sort(parts.begin(), parts.end(), [&](const Part &a, const Part &b) { return key(a) < key(b); });
    for (; parts.size() > kMostTables; parts.pop_back())
      std::move(parts.back().readers.begin(), parts.back().readers.end(),
                std::back_inserter(parts[kMostTables - 1].readers));
    return parts;
  }

  void copy(Net net) {
    const std::vector<Reader> &readers = nets_[net].readers;
    const auto staysWith = [](const Reader &r) { return isWithinSlice(r.cell->type, r.pin().name); };
    if (readers.size() < kFewestReaders || std::any_of(readers.begin(), readers.end(), staysWith))
      return;
    std::vector<Part> parts = partsOf(readers);
    if (parts.size() < 2)
      return;
    Cell &table = *nets_[net].driver;
    ++result_.tables;
    table.instance = parts.front().instance;
    nets_[net].readers = std::move(parts.front().readers);
    for (size_t i = 1; i < parts.size(); ++i)
      addCopy(table, parts[i]);
  }

  void addCopy(const Cell &table, const Part &part) {
    std::string name;
    do
      name = fmt::format("{}_COPY_{}", table.name, ++result_.copies);
    while (cells_.contains(name));
    const Net net = nets_.size();
    json cell = cells_.at(table.name);
    cell["connections"]["Z"] = json::array({net});
    cells_[name] = std::move(cell);
    module_["netnames"][name + "_Z"] = {{"hide_name", 1}, {"bits", json::array({net})}, {"attributes", json::object()}};
    Cell &added = all_.emplace(name, Cell{name, table.type, part.instance, {}, {}}).first->second;
    connect(added, {"Z", 0, net}, true);
    for (const Pin &input : table.inputs)
      connect(added, input, false);
    for (const Reader &reader : part.readers) {
      Pin &pin = reader.pin();
      cells_.at(reader.cell->name).at("connections").at(pin.name).at(pin.bit) = net;
      pin.net = net;
    }
    nets_[net].readers = part.readers;
  }

  json &module_, &cells_;
  LateTables &result_;
  std::map<std::string, Cell> all_;
  std::vector<NetInfo> nets_;
};

}  // namespace

LateTables copyLateTables(json &netlist) {
  LateTables result;
  if (const auto modules = netlist.find("modules"); modules != netlist.end())
    for (json &module : *modules)
      Copier(module, result).run();
  return result;
}

}  // namespace weft::flow
