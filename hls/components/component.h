// SPDX-License-Identifier: Apache-2.0
// The modules of rtl/ that generated hardware may instantiate. Names, parameters and ports are read from the .sv
// headers when Weft is built; what a header cannot say is declared in declarations.cpp.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::components {

struct Parameter {
  enum class Form : uint8_t { Number, Bit, Vector };
  std::string name;
  Form form = Form::Number;
  bool local = false;  // computed from the others: cannot be set
  std::string value;   // default, as text
};

struct Port {
  std::string name;
  bool output = false;
  std::string highBit;  // text of the range's upper end; empty: a scalar
};

enum class Kind : uint8_t {
  Operator,    // a pure operation: `Latency` cycles from operands to result, initiation interval 1
  AccessUnit,  // accesses device memory for one site
  Memory,      // holds an on-chip memory's contents
  Flow,        // moves, holds or joins tokens
  Control      // of a kernel or of several loads: configuration, dispatch, faults, the port to device memory
};

/// What happens to a component's state when the region is reset, which it is before each launch.
enum class State : uint8_t {
  None,     // no state but that of a pipeline, whose contents count only with a valid
  Cleared,  // control state is cleared by rst_i
  Kept      // contents outlive the reset
};

/// The part of a component that a stream belongs to. The halves of a two-way component share no combinational path, so
/// a simulator may evaluate them at different times of a cycle.
enum class Half : uint8_t { Whole, Request, Answer };

/// Ports `<name>_valid`, `<name>_ready` and the payload `<name>_*`, with an empty name `valid`, `ready`, `data`.
/// Without a ready port, what comes is always taken.
struct StreamPort {
  std::string name;
  std::string count;  // expression for how many streams the ports carry side by side, stream 0 in the low bits
  Half half = Half::Whole;
  // Found in the header.
  bool output = false;
  uint32_t valid = 0, ready = ~0u;  // indices into Component::ports
  struct Field {
    std::string name;
    uint32_t port = 0;
  };
  std::vector<Field> fields;
};

/// An output that depends on inputs within a cycle.
struct Path {
  std::string output;
  std::vector<std::string> inputs;
};

/// Memories of one shape within a component, each with a write and a read port. Expressions of its parameters.
struct MemoryShape {
  std::string width, rows, count;
  bool restApart = false;  // what is over of whole blocks is a memory of its own
};

struct Component {
  std::string name;
  Kind kind = Kind::Flow;
  State state = State::None;
  unsigned latency = 0;  // Memory: of a read; AccessUnit: from a request to its line request; else the least there is
  unsigned depth = 0;    // AccessUnit, and what arbitrates for a memory: entries of its `Depth`
  std::vector<Parameter> parameters;
  std::vector<Port> ports;
  std::vector<StreamPort> streams;
  std::vector<Path> paths;  // outputs without one are registered
  // Expressions of parameters: between rows of costs.def of one band, cost is a linear function of size (cost.h).
  // What its memories take is computed (cost.h), and is no part of the line.
  std::string size, band;
  std::string pathSize;  // what the clock period is a linear function of
  std::vector<MemoryShape> memories;

  const Port *port(std::string_view name) const;
  uint32_t portIndex(std::string_view name) const;  // throws std::logic_error if there is none
  const StreamPort *stream(std::string_view name) const;
  const Parameter *parameter(std::string_view name) const;
};

/// Null if rtl/ has no such module, or if it is not declared.
const Component *find(std::string_view module);
const std::vector<Component> &all();

/// Numbers of parameters by name.
using Values = std::map<std::string, uint64_t, std::less<>>;

/// Value of a constant expression of a header: numbers, parameters, + - * / < > == ?: and $clog2. Throws
/// std::logic_error for anything else.
uint64_t evaluate(const std::string &expression, const Values &values);

/// `set` with defaults and local parameters filled in. Throws std::logic_error for what is no parameter.
Values complete(const Component &component, const Values &set);

/// Bits of a port, and of one stream's share of it.
unsigned width(const Port &port, const Values &complete);

}  // namespace weft::components
