// SPDX-License-Identifier: Apache-2.0
// A netlist without its hierarchy: who drives each net, across ports of modules, and what is connected to components.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "sim/instant/circuit.h"

namespace weft::instant {

using FlatNet = uint32_t;  // Scope::firstNet + a net of its module

/// An instance of a module, or the top.
struct Scope {
  const netlist::Module *module = nullptr;
  std::string path;  // of instances, with a dot at the end; empty for the top
  FlatNet firstNet = 0;
  uint32_t firstSegment = 0;
};

/// An expression where it stands.
struct Place {
  uint32_t scope = kNone;
  netlist::ExprId expr = netlist::kNone;
};

struct Driver {
  enum class Kind : uint8_t {
    None,
    Input,       // of the top
    Expression,  // `place`
    Nets,        // `nets` side by side
    Part,        // bits of nets[0] from `lo` on
    Output,      // bits of a component's port from `lo` on
    Operator,    // the port `port` of an Operator
    Register,
    Valid  // of `segment`
  } kind = Kind::None;
  Place place = {};
  std::vector<FlatNet> nets = {};
  unsigned lo = 0;
  uint32_t component = kNone;  // Output: index into Flat::components
  uint32_t port = 0;
  uint32_t segment = kNone;  // Valid
  uint32_t index = kNone;    // Register: into Flat::registers; Operator: into Flat::operators
};

/// A component that has a model.
struct FlatComponent {
  std::string name;
  const netlist::Instance *instance = nullptr;
  components::Values values;
  std::map<uint32_t, Driver> inputs;  // by port: Expression or Nets
};

struct FlatOperator {
  const netlist::Instance *instance = nullptr;
  uint32_t scope = kNone;
  unsigned latency = 0;
  std::vector<netlist::ExprId> operands;
};

struct FlatRegister {
  const netlist::Register *reg = nullptr;
  uint32_t scope = kNone;
};

struct FlatSegment {
  uint32_t scope = kNone;
  netlist::SegmentId segment = netlist::kNone;
  Place arriving, credit;  // a token enters when both are set
};

struct Flat {
  std::vector<Scope> scopes;
  std::vector<Driver> drivers;  // by net
  std::vector<uint32_t> scopeOfNet;
  std::vector<FlatComponent> components;
  std::vector<FlatOperator> operators;
  std::vector<FlatRegister> registers;
  std::vector<FlatSegment> segments;

  const netlist::Net &net(FlatNet id) const {
    const Scope &scope = scopes[scopeOfNet[id]];
    return scope.module->nets[id - scope.firstNet];
  }
  std::string nameOf(FlatNet id) const { return scopes[scopeOfNet[id]].path + netlist::nameOf(net(id)); }
};

/// `design` must outlive the result, which points into it.
Flat flatten(const netlist::Design &design);

}  // namespace weft::instant
