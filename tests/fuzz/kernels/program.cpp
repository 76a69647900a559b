// SPDX-License-Identifier: Apache-2.0
#include "program.h"

namespace weft::fuzz {

void store(std::vector<uint8_t> &bytes, size_t at, const Value &value) {
  const unsigned size = widthOf(value.type.kind) / 8;
  for (unsigned lane = 0; lane < value.type.lanes; ++lane)
    for (unsigned byte = 0; byte < size; ++byte)
      bytes.at(at + lane * size + byte) = uint8_t(value.lane[lane] >> 8 * byte);
}

Value load(const std::vector<uint8_t> &bytes, size_t at, Type type) {
  Value result{type, {}};
  const unsigned size = widthOf(type.kind) / 8;
  for (unsigned lane = 0; lane < type.lanes; ++lane) {
    for (unsigned byte = 0; byte < size; ++byte)
      result.lane[lane] |= Bits(bytes.at(at + lane * size + byte)) << 8 * byte;
    if (isFloat(type.kind))
      result.lane[lane] = bitsOf(floatOf(result.lane[lane]));
  }
  return result;
}

std::vector<uint8_t> Program::expected() const {
  std::vector<uint8_t> out(outBytes(), kUntouched);
  for (unsigned number = 0; number < groups; ++number) {
    Group group;
    group.inputs = &inputs;
    group.out = &out;
    for (size_t elements : tiles)
      group.tiles.emplace_back(elements);
    group.items.resize(groupSize);
    for (unsigned i = 0; i < groupSize; ++i) {
      Item &item = group.items[i];
      item.group = &group;
      item.localId = i;
      item.globalId = number * groupSize + i;
      item.variables.resize(variables);
      for (size_t elements : arrays)
        item.arrays.emplace_back(elements);
    }
    for (const Step &step : steps)
      step(group);
  }
  return out;
}

}  // namespace weft::fuzz
