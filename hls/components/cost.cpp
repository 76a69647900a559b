// SPDX-License-Identifier: Apache-2.0
#include "hls/components/cost.h"

#include <algorithm>
#include <cmath>

namespace weft::components {
namespace {

struct ComponentRow {
  std::string_view family, module, parameters;
  Cost cost;
};

constexpr ComponentRow kComponents[] = {
#define WEFT_COST(family, module, parameters, lut, ff, bram, dsp) {#family, #module, parameters, {lut, ff, bram, dsp}},
#include "hls/components/costs.def"
};

struct OperatorRow {
  std::string_view family, opcode, module;
  unsigned minWidth, maxWidth, latency;
  Cost cost;
};

constexpr OperatorRow kOperators[] = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  {#family, #opcode, module, minWidth, maxWidth, latency, {lut, ff, 0, dsp}},
#include "hls/operators.def"
};

/// The family whose components were measured, and the one whose operators were. `generic` has ECP5's (ADR 6).
std::string_view componentFamily(std::string_view family) { return family.starts_with("ice40") ? "ice40hx" : "ecp5"; }
std::string_view operatorFamily(std::string_view family) { return family == "generic" ? "ecp5" : family; }

constexpr unsigned kVeryWide = 65536;  // rows up to here are measured at another width, which they do not say

/// "Width=8 Depth=16"
Values valuesOf(const Component &component, std::string_view parameters) {
  Values values;
  while (!parameters.empty()) {
    const size_t equals = parameters.find('='), end = std::min(parameters.find(' '), parameters.size());
    values[std::string(parameters.substr(0, equals))] =
        std::stoull(std::string(parameters.substr(equals + 1, end - equals - 1)));
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
  }
  return complete(component, values);
}

std::optional<Cost> operatorCost(const Component &component, const Values &values, std::string_view family) {
  unsigned widest = 0;
  for (const Port &port : component.ports)
    if (!port.output)
      widest = std::max(widest, width(port, values));
  const auto latency = values.find("Latency"), subnormals = values.find("Subnormals");
  const bool flushes = subnormals != values.end() && subnormals->second == 0;
  for (const OperatorRow &row : kOperators)
    if (row.family == operatorFamily(family) && row.module == component.name && row.minWidth <= widest &&
        widest <= row.maxWidth && latency != values.end() && row.latency == latency->second &&
        row.opcode.ends_with("Flush") == flushes)
      return row.cost;
  return std::nullopt;
}

Cost between(const Cost &low, const Cost &high, double t) {
  const auto line = [&](double a, double b) { return std::max(0.0, a + (b - a) * t); };
  return {line(low.lut, high.lut), line(low.ff, high.ff), std::ceil(line(low.bram, high.bram) - 1e-9),
          line(low.dsp, high.dsp)};
}

}  // namespace

Cost &Cost::operator+=(const Cost &other) {
  lut += other.lut;
  ff += other.ff;
  bram += other.bram;
  dsp += other.dsp;
  return *this;
}

Cost Cost::operator*(double factor) const { return {lut * factor, ff * factor, bram * factor, dsp * factor}; }

std::optional<Cost> costOf(const Component &component, const Values &complete, std::string_view family) {
  if (component.kind == Kind::Operator)
    return operatorCost(component, complete, family);
  const uint64_t band = evaluate(component.band, complete);
  const double size = double(evaluate(component.size, complete));
  const ComponentRow *low = nullptr, *high = nullptr;
  double lowest = 0, highest = 0;
  for (const ComponentRow &row : kComponents) {
    if (row.family != componentFamily(family) || row.module != component.name)
      continue;
    const Values values = valuesOf(component, row.parameters);
    if (evaluate(component.band, values) != band)
      continue;
    const double rowSize = double(evaluate(component.size, values));
    if (!low || rowSize < lowest) {
      low = &row;
      lowest = rowSize;
    }
    if (!high || rowSize > highest) {
      high = &row;
      highest = rowSize;
    }
  }
  if (!low)
    return std::nullopt;
  return between(low->cost, high->cost, highest > lowest ? (size - lowest) / (highest - lowest) : 0);
}

double expressionLuts(std::string_view opcode, unsigned width, std::string_view family) {
  const OperatorRow *best = nullptr;
  for (const OperatorRow &row : kOperators)
    if (row.family == operatorFamily(family) && row.opcode == opcode && row.module.empty() && row.minWidth <= width &&
        row.maxWidth < kVeryWide && (!best || row.minWidth > best->minWidth))
      best = &row;
  return best ? best->cost.lut * width / best->maxWidth : 0;
}

}  // namespace weft::components
