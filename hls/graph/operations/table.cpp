// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hls/graph/operations/families.h"

namespace weft::graph {
namespace {

constexpr size_t kOpcodes = size_t(Opcode::Fence) + 1;

std::array<Operation, kOpcodes> makeTable() {
  std::array<Operation, kOpcodes> table = {};
  for (std::span<const Operation> family :
       {logicOperations(), shiftOperations(), wiringOperations(), selectionOperations(), arithmeticOperations(),
        productOperations(), saturationOperations(), divisionOperations(), comparisonOperations(), countingOperations(),
        floatOperations(), conversionOperations()})
    for (const Operation &operation : family)
      table[size_t(operation.opcode)] = operation;
  return table;
}

}  // namespace

const Operation &operationOf(Opcode opcode) {
  static const std::array<Operation, kOpcodes> table = makeTable();
  return table[size_t(opcode)];
}

}  // namespace weft::graph
