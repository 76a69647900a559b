// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/operations/rules.h"

namespace weft::graph {

std::string allEqual(const Shape &shape) {
  for (size_t i = 0; i < shape.operands.size(); ++i)
    if (shape.operands[i] != shape.result)
      return "operand " + std::to_string(i) + " has " + std::to_string(shape.operands[i]) + " bits, the result " +
             std::to_string(shape.result);
  return {};
}

std::string equalOperands(const Shape &shape) {
  return shape.operands[0] == shape.operands[1] ? "" : "operands differ in width";
}

std::string comparedWidths(const Shape &shape) {
  if (std::string wrong = equalOperands(shape); !wrong.empty())
    return wrong;
  return shape.result == 1 ? "" : "the result is not 1 bit wide";
}

bool compareIntegers(Predicate predicate, const Bits &a, const Bits &b) {
  // Compare wide values through their difference's sign; one more bit keeps it exact.
  const unsigned w = a.width() + 1;
  const bool ult = (a.zext(w) - b.zext(w)).bit(w - 1), slt = (a.sext(w) - b.sext(w)).bit(w - 1), eq = a == b;
  switch (predicate) {
  case Predicate::Eq:
    return eq;
  case Predicate::Ne:
    return !eq;
  case Predicate::Ugt:
    return !ult && !eq;
  case Predicate::Uge:
    return !ult;
  case Predicate::Ult:
    return ult;
  case Predicate::Ule:
    return ult || eq;
  case Predicate::Sgt:
    return !slt && !eq;
  case Predicate::Sge:
    return !slt;
  case Predicate::Slt:
    return slt;
  default:
    return slt || eq;  // Sle
  }
}

}  // namespace weft::graph
