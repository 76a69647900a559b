// SPDX-License-Identifier: Apache-2.0
#include "hls/components/cost.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weft::components {
namespace {

struct ComponentRow {
  std::string_view family, module, parameters;
  Cost cost;
  double mhz;  // 0: not known
};

constexpr ComponentRow kComponents[] = {
#define WEFT_COST(family, module, parameters, lut, ff, bram, dsp, mhz)                                                 \
  {#family, #module, parameters, {lut, ff, bram, dsp}, mhz},
#include "hls/components/costs.def"
};

struct OperatorRow {
  std::string_view family, opcode, module;
  unsigned minWidth, maxWidth, latency;
  Cost cost;
  double mhz;
};

constexpr OperatorRow kOperators[] = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  {#family, #opcode, module, minWidth, maxWidth, latency, {lut, ff, 0, dsp}, mhz},
#include "hls/operators.def"
};

constexpr unsigned kBlockWidth = 36;   // of ECP5's widest block memory
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

const OperatorRow *operatorRow(const Component &component, const Values &values, std::string_view family) {
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
      return &row;
  return nullptr;
}

/// The rows of the least and the greatest measured size of a component's band, and where between them it lies: 0 to 1,
/// or beyond. Its size is that of its cost or of its path. Both null: there is no row.
struct Neighbours {
  const ComponentRow *low = nullptr, *high = nullptr;
  double t = 0;
};

Neighbours neighboursOf(const Component &component, const std::string &size, const Values &complete,
                        std::string_view family) {
  const uint64_t band = evaluate(component.band, complete);
  Neighbours found;
  double lowest = 0, highest = 0;
  for (const ComponentRow &row : kComponents) {
    if (row.family != measuredFamily(family) || row.module != component.name)
      continue;
    const Values values = valuesOf(component, row.parameters);
    if (evaluate(component.band, values) != band)
      continue;
    const auto ofRow = double(evaluate(size, values));
    if (!found.low || ofRow < lowest) {
      found.low = &row;
      lowest = ofRow;
    }
    if (!found.high || ofRow > highest) {
      found.high = &row;
      highest = ofRow;
    }
  }
  if (highest > lowest)
    found.t = (double(evaluate(size, complete)) - lowest) / (highest - lowest);
  return found;
}

/// Of a memory with one write and one read port. One of few bits for the blocks that it would take is distributed. As
/// Yosys' memory mapper decides, but for a few shapes at the border.
Cost costOfMemory(std::string_view family, unsigned width, unsigned rows) {
  constexpr unsigned kCellRows = 16, kCellBits = 4, kCellLuts = 6, kBlockCells = 24;  // what a block is taken for
  const unsigned blocks = blockRams(family, width, rows), depth = std::max(1u, (rows + kCellRows - 1) / kCellRows);
  const unsigned cells = (width + kCellBits - 1) / kCellBits * depth;
  if (!hasDistributedMemory(family) || cells >= kBlockCells * blocks)
    return {.bram = double(blocks)};
  return {.lut = double(cells * kCellLuts + width * (depth - 1))};
}

Cost memoriesOf(const Component &component, const Values &values, std::string_view family) {
  Cost cost;
  for (const MemoryShape &memory : component.memories) {
    const auto width = unsigned(evaluate(memory.width, values)), rows = unsigned(evaluate(memory.rows, values));
    const unsigned rest = memory.restApart && hasDistributedMemory(family) ? width % kBlockWidth : 0;
    Cost one = costOfMemory(family, width - rest, rows);
    one += costOfMemory(family, rest, rows);
    cost += one * double(evaluate(memory.count, values));
  }
  return cost;
}

/// Of a row without what is computed.
Cost restOf(const Component &component, const ComponentRow &row) {
  Cost rest = row.cost;
  rest += memoriesOf(component, valuesOf(component, row.parameters), row.family) * -1;
  return rest;
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

std::string_view operatorFamily(std::string_view family) { return family == "generic" ? kUsualFamily : family; }

bool hasDistributedMemory(std::string_view family) { return !family.starts_with("ice40"); }

unsigned blockRamKbit(std::string_view family) { return family.starts_with("ice40") ? 4 : 18; }

unsigned blockRams(std::string_view family, unsigned width, unsigned rows) {
  struct Shape {
    unsigned width, rows;
  };
  constexpr std::array<Shape, 6> kEcp5 = {
      {{36, 512}, {18, 1024}, {9, 2048}, {4, 4096}, {2, 8192}, {1, 16384}}};              // DP16KD
  constexpr std::array<Shape, 4> kIce40 = {{{16, 256}, {8, 512}, {4, 1024}, {2, 2048}}};  // SB_RAM40_4K
  const auto least = [&](const auto &shapes) {
    unsigned blocks = ~0u;
    for (const Shape &shape : shapes)
      blocks = std::min(blocks, ((width + shape.width - 1) / shape.width) * ((rows + shape.rows - 1) / shape.rows));
    return blocks;
  };
  return family.starts_with("ice40") ? least(kIce40) : least(kEcp5);
}

std::string_view measuredFamily(std::string_view family) { return family.starts_with("ice40") ? "ice40hx" : "ecp5"; }

std::optional<Cost> costOf(const Component &component, const Values &complete, std::string_view family) {
  if (component.kind == Kind::Operator) {
    const OperatorRow *row = operatorRow(component, complete, family);
    return row ? std::optional(row->cost) : std::nullopt;
  }
  const Neighbours rows = neighboursOf(component, component.size, complete, family);
  if (!rows.low)
    return std::nullopt;
  Cost cost = between(restOf(component, *rows.low), restOf(component, *rows.high), rows.t);
  cost += memoriesOf(component, complete, family);
  return cost;
}

std::optional<double> clockOf(const Component &component, const Values &complete, std::string_view family) {
  if (component.kind == Kind::Operator) {
    const OperatorRow *row = operatorRow(component, complete, family);
    return row ? std::optional(row->mhz) : std::nullopt;
  }
  const Neighbours rows = neighboursOf(component, component.pathSize, complete, family);
  if (!rows.low || std::max(rows.low->mhz, rows.high->mhz) == 0)
    return std::nullopt;
  if (std::min(rows.low->mhz, rows.high->mhz) == 0)
    return std::max(rows.low->mhz, rows.high->mhz);
  // Longer than measured paths are likely beyond the greatest size, shorter ones than the least size has are not.
  const double low = 1 / rows.low->mhz, high = 1 / rows.high->mhz;
  return 1 / std::max(std::min(low, high), low + (high - low) * rows.t);
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
