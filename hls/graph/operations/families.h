// SPDX-License-Identifier: Apache-2.0
// The families of operations: each function gives the entries of the file of its name.
#pragma once
#include <span>

#include "hls/graph/operations/operation.h"

namespace weft::graph {

std::span<const Operation> logicOperations();
std::span<const Operation> shiftOperations();
std::span<const Operation> wiringOperations();
std::span<const Operation> selectionOperations();
std::span<const Operation> arithmeticOperations();
std::span<const Operation> productOperations();
std::span<const Operation> saturationOperations();
std::span<const Operation> divisionOperations();
std::span<const Operation> comparisonOperations();
std::span<const Operation> countingOperations();
std::span<const Operation> floatOperations();
std::span<const Operation> conversionOperations();

}  // namespace weft::graph
