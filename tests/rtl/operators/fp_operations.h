// SPDX-License-Identifier: Apache-2.0
// Places of the operators in fp_bench.sv's results.
#pragma once
#include <string>

namespace fp_operation {
constexpr unsigned Add = 0, Sub = 1, Mul = 2, Fma = 3, Div = 4, Sqrt = 5, Min = 6, Max = 7, Round = 8, Compare = 13,
                   ToInt = 27, FromInt = 35, Convert = 43, Count = 46;

/// Of ToInt and FromInt place `i` past the first: 8, 16, 32, 64 bits, each unsigned, then signed.
constexpr unsigned intWidth(unsigned i) { return 8u << (i / 2); }
constexpr bool intSigned(unsigned i) { return i % 2 == 1; }

/// Opcode of operators.def, and the width its row goes by, for a format of `width` bits.
struct Key {
  std::string opcode;
  unsigned width;
};
inline Key keyOf(unsigned operation, unsigned width) {
  static const char *const first[] = {"FAdd", "FSub", "FMul", "FFma", "FDiv", "FSqrt", "FMin", "FMax"};
  if (operation < Round)
    return {first[operation], width};
  if (operation < Compare)
    return {"FRound", width};
  if (operation < ToInt)
    return {"FCmp", width};
  if (operation < FromInt)
    return {intSigned(operation - ToInt) ? "FToSI" : "FToUI", width};
  if (operation < Convert)
    return {intSigned(operation - FromInt) ? "SIToF" : "UIToF", intWidth(operation - FromInt)};
  return {"FConvert", width};
}
inline std::string nameOf(unsigned operation) {
  static const char *const round[] = {"even", "away", "zero", "up", "down"};
  static const char *const compare[] = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                        "ueq", "ugt", "uge", "ult", "ule", "une", "uno"};
  std::string name = keyOf(operation, 0).opcode;
  if (operation < Round)
    return name;
  if (operation < Compare)
    return name + "." + round[operation - Round];
  if (operation < ToInt)
    return name + "." + compare[operation - Compare];
  if (operation < FromInt)
    return name + "." + std::to_string(intWidth(operation - ToInt));
  if (operation < Convert)
    return name + "." + std::to_string(intWidth(operation - FromInt));
  return name + "." + std::to_string(16u << (operation - Convert));
}
}  // namespace fp_operation
