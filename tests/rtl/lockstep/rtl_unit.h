// SPDX-License-Identifier: Apache-2.0
// A verilated module as a table of ports, and the list of all that the program has (verilate.py writes the entries).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft::lockstep {

struct RtlPort {
  std::string name;
  void *storage = nullptr;  // as Verilator stores it: 8, 16, 32 or 64 bits, or words of 32
  unsigned width = 0;
  bool output = false;
};

class RtlUnit {
public:
  RtlUnit() = default;
  virtual ~RtlUnit() = default;
  RtlUnit(const RtlUnit &) = delete;
  RtlUnit &operator=(const RtlUnit &) = delete;

  virtual void eval() = 0;
  std::vector<RtlPort> ports;

protected:
  void add(const char *name, void *storage, unsigned width, bool output) {
    ports.push_back({name, storage, width, output});
  }
};

/// A component with one set of parameters.
struct Unit {
  std::string component;
  std::vector<std::pair<std::string, std::string>> parameters;  // values as Verilog writes them
  std::function<std::unique_ptr<RtlUnit>()> makeRtl;

  std::string name() const {
    std::string text = component;
    for (const auto &[parameter, value] : parameters)
      text.append(" ").append(parameter).append("=").append(value);
    return text;
  }
};

inline std::vector<Unit> &units() {
  static std::vector<Unit> all;
  return all;
}

struct Registration {
  Registration(std::string component, std::vector<std::pair<std::string, std::string>> parameters,
               std::function<std::unique_ptr<RtlUnit>()> makeRtl) {
    units().push_back({std::move(component), std::move(parameters), std::move(makeRtl)});
  }
};

}  // namespace weft::lockstep
