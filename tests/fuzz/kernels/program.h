// SPDX-License-Identifier: Apache-2.0
// A kernel as OpenCL C and as a model that computes the same: every construct is made with its text and its meaning
// side by side.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "values.h"

namespace weft::fuzz {

/// What the host passes.
struct Inputs {
  std::vector<uint8_t> in, other;  // equally long
  uint32_t n = 0;
  Value w;  // long4
};

struct Item;

struct Group {
  const Inputs *inputs = nullptr;
  std::vector<Item> items;
  std::vector<std::vector<Value>> tiles;  // local memory
  std::vector<uint8_t> *out = nullptr;
};

/// A work-item. An array is a private array or, with its fields as elements, a structure.
struct Item {
  Group *group = nullptr;
  uint32_t globalId = 0, localId = 0;
  std::vector<Value> variables;
  std::vector<std::vector<Value>> arrays;
};

struct Expression {
  Type type;
  std::string text;
  std::function<Value(const Item &)> value;
};

using Action = std::function<void(Item &)>;
using Step = std::function<void(Group &)>;

/// kernel void k(global const uchar *in, global const uchar *other, global uchar *out, uint n, long4 w)
struct Program {
  uint64_t seed = 0;
  std::string source;
  unsigned groups = 2, groupSize = 4;
  size_t outBytesPerItem = 0;
  size_t variables = 0;
  std::vector<size_t> arrays, tiles;  // numbers of elements
  std::vector<Step> steps;
  Inputs inputs;

  size_t outBytes() const { return outBytesPerItem * groups * groupSize; }
  /// `out` after a launch, by the model. What nothing writes is kUntouched.
  std::vector<uint8_t> expected() const;
};
inline constexpr uint8_t kUntouched = 0xa5;

/// The same seed gives the same program on every machine.
Program generate(uint64_t seed);

/// A value as it lies in a buffer.
void store(std::vector<uint8_t> &bytes, size_t at, const Value &value);
Value load(const std::vector<uint8_t> &bytes, size_t at, Type type);

}  // namespace weft::fuzz
