// SPDX-License-Identifier: Apache-2.0
// The floating-point operations as data: what a bench instantiates, what the oracle and the fast bodies are asked for.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

struct FpFormat {
  unsigned expW = 0, sigW = 0;
  bool operator==(const FpFormat &) const = default;
  unsigned width() const { return expW + sigW; }
  uint64_t maxExp() const { return (1ull << expW) - 1; }
  int bias() const { return static_cast<int>(maxExp() / 2); }
  uint64_t hidden() const { return 1ull << (sigW - 1); }
  uint64_t signBit() const { return 1ull << (width() - 1); }
  uint64_t mask() const { return signBit() | (signBit() - 1); }
  uint64_t fraction(uint64_t a) const { return a & (hidden() - 1); }
  uint64_t exponent(uint64_t a) const { return (a >> (sigW - 1)) & maxExp(); }
  uint64_t infinity() const { return maxExp() << (sigW - 1); }
  uint64_t quietNan() const { return infinity() | hidden() >> 1; }
  bool isNan(uint64_t a) const { return exponent(a) == maxExp() && fraction(a) != 0; }
};
constexpr FpFormat kHalf{5, 11}, kBfloat{8, 8}, kFloat{8, 24}, kDouble{11, 53};

enum class FpCode {
  Add,
  Sub,
  Mul,
  Div,
  Fma,
  Sqrt,
  Min,
  Max,
  Compare,
  Round,
  ToInt,
  FromInt,
  Convert,
  Scale,
  Fraction,  // of fp_split
  Exponent,
  Sign,
  Classify
};

struct FpOperation {
  FpCode code;
  FpFormat format;  // of the operands; FromInt: of the result
  unsigned rounding = 0;
  bool subnormals = true;
  unsigned choice = 0;  // Compare: the predicate; Sign: the operation
  unsigned intW = 0;    // ToInt, FromInt, Scale
  bool isSigned = false;
  FpFormat to = {};  // Convert
  bool operator==(const FpOperation &) const = default;
};

inline std::string nameOf(FpFormat format) {
  return format == kBfloat ? std::string("bf16") : "f" + std::to_string(format.width());
}
inline std::string nameOf(const FpOperation &operation) {
  static const char *const codes[] = {"add",   "sub", "mul",  "div", "fma",   "sqrt",  "min",   "max",  "compare",
                                      "round", "to",  "from", "to",  "scale", "split", "split", "sign", "classify"};
  static const char *const roundings[] = {"even", "away", "zero", "up", "down"};
  static const char *const predicates[] = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                           "ueq", "ugt", "uge", "ult", "ule", "une", "uno"};
  static const char *const signs[] = {"abs", "neg", "copy"};
  std::string name = nameOf(operation.format) + "." + codes[static_cast<unsigned>(operation.code)];
  std::string integer = (operation.isSigned ? "i" : "u") + std::to_string(operation.intW);
  switch (operation.code) {
  case FpCode::Compare:
    name += std::string(".") + predicates[operation.choice];
    break;
  case FpCode::Sign:
    name += std::string(".") + signs[operation.choice];
    break;
  case FpCode::ToInt:
  case FpCode::FromInt:
    name += "." + integer;
    break;
  case FpCode::Convert:
    name += "." + nameOf(operation.to);
    break;
  case FpCode::Fraction:
    name += ".fraction";
    break;
  case FpCode::Exponent:
    name += ".exponent";
    break;
  default:
    break;
  }
  if (operation.rounding || operation.code == FpCode::Round)
    name += std::string(".") + roundings[operation.rounding];
  return operation.subnormals ? name : name + ".nosub";
}
