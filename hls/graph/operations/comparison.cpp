// SPDX-License-Identifier: Apache-2.0
// ICmp, and minima and maxima of integers.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

bool isSigned(Predicate p) { return p >= Predicate::Sgt && p <= Predicate::Sle; }
Predicate asUnsigned(Predicate p) {
  return isSigned(p) ? Predicate(unsigned(p) - unsigned(Predicate::Sgt) + unsigned(Predicate::Ugt)) : p;
}
bool isLess(Predicate p) {
  return p == Predicate::Ult || p == Predicate::Ule || p == Predicate::Slt || p == Predicate::Sle;
}
bool isGreater(Predicate p) {
  return p == Predicate::Ugt || p == Predicate::Uge || p == Predicate::Sgt || p == Predicate::Sge;
}
bool holdsForEqual(Predicate p) {
  return p == Predicate::Eq || p == Predicate::Uge || p == Predicate::Ule || p == Predicate::Sge || p == Predicate::Sle;
}

std::optional<ValueId> foldWithZero(Builder &build, Predicate p, ValueId a, ValueId zero) {
  const unsigned width = build.width(a);
  switch (p) {
  case Predicate::Ult:
  case Predicate::Uge:
    return build.constant(1, p == Predicate::Uge);
  case Predicate::Ugt:
    return build.icmp(Predicate::Ne, a, zero);
  case Predicate::Ule:
    return build.icmp(Predicate::Eq, a, zero);
  case Predicate::Slt:
    return build.slice(a, width - 1, 1);
  case Predicate::Sge:
    return build.bitNot(build.slice(a, width - 1, 1));
  default:
    return std::nullopt;
  }
}

/// A zero-extended value: compares what there is, as the extended bits are zero.
ValueId compareExtended(Builder &build, Predicate p, ValueId base, const Bits &c) {
  const unsigned width = c.width(), inner = build.width(base);
  if (isSigned(p) && c.bit(width - 1))
    return build.constant(1, isGreater(p));
  if (!c.slice(inner, width - inner).isZero())
    return build.constant(1, p == Predicate::Ne || isLess(p));
  return build.icmp(asUnsigned(p), base, build.constant(c.slice(0, inner)));
}

std::optional<ValueId> foldCompare(Builder &build, Op &op, unsigned) {
  ValueId &a = op.operands[0], &b = op.operands[1];
  if (build.constantValue(a) && !build.constantValue(b)) {
    std::swap(a, b);
    op.predicate = swapped(op.predicate);
  }
  const Predicate p = op.predicate;
  if (a == b)
    return build.constant(1, holdsForEqual(p));
  const std::optional<Bits> c = build.constantValue(b);
  if (!c)
    return std::nullopt;
  if (c->width() == 1 && (p == Predicate::Eq || p == Predicate::Ne))
    return c->isZero() == (p == Predicate::Eq) ? build.bitNot(a) : a;
  if (c->isZero())
    if (std::optional<ValueId> simpler = foldWithZero(build, p, a, b))
      return simpler;
  if (const Op *from = build.definition(a); from && from->opcode == Opcode::Zext)
    return compareExtended(build, p, from->operands[0], *c);
  return std::nullopt;
}

/// Whether the bits that operand 0 can have set make it less than a constant.
bool alwaysBelow(const Narrowing &op, Predicate p, ValueId limit) {
  const std::optional<Bits> constant = op.build.constantValue(limit);
  if ((p != Predicate::Ult && p != Predicate::Ule) || !constant || constant->width() > 64 || op.active(0) >= 64)
    return false;
  const uint64_t most = (uint64_t(1) << op.active(0)) - 1;
  return p == Predicate::Ult ? most < constant->low() : most <= constant->low();
}

ValueId narrowCompare(Narrowing &op) {
  const bool narrowed = !isSigned(op.op.predicate) || (op.neverNegative(0) && op.neverNegative(1));
  const Predicate p = narrowed ? asUnsigned(op.op.predicate) : op.op.predicate;
  const unsigned n = narrowed ? op.common() : op.width(0);
  const ValueId a = op.operand(0, n), b = op.operand(1, n);
  return alwaysBelow(op, p, b) ? op.build.constant(1, 1) : op.build.icmp(p, a, b);
}

template <Predicate First> std::optional<Bits> choose(const Op &, const Operands &in, unsigned) {
  return compareIntegers(First, in[0], in[1]) ? in[0] : in[1];
}

std::optional<ValueId> foldExtremum(Builder &, Op &op, unsigned) {
  return op.operands[0] == op.operands[1] ? std::optional(op.operands[0]) : std::nullopt;
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::ICmp,
     .predicates = {Predicate::Eq, Predicate::Sle},
     .checkWidths = comparedWidths,
     .evaluate = [](const Op &op, const Operands &in,
                    unsigned) { return std::optional(Bits(1, compareIntegers(op.predicate, in[0], in[1]))); },
     .fold = foldCompare,
     .narrow = narrowCompare,
     .expression = true},
    {.opcode = Opcode::UMin,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = choose<Predicate::Ult>,
     .fold = foldExtremum,
     .active = leastActive,
     .narrow = narrowToOperands,
     .origins = {{"llvm.umin"}},
     .expression = true},
    {.opcode = Opcode::UMax,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = choose<Predicate::Ugt>,
     .fold = foldExtremum,
     .active = mostActive,
     .narrow = narrowToOperands,
     .origins = {{"llvm.umax"}},
     .expression = true},
    {.opcode = Opcode::SMin,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = choose<Predicate::Slt>,
     .fold = foldExtremum,
     .active = [](const ActiveBits &op) { return mayBeNegative(op) ? op.result() : leastActive(op); },
     .narrow = narrowSigned<Opcode::UMin>,
     .origins = {{"llvm.smin"}},
     .expression = true},
    {.opcode = Opcode::SMax,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = choose<Predicate::Sgt>,
     .fold = foldExtremum,
     .active = [](const ActiveBits &op) { return mayBeNegative(op) ? op.result() : mostActive(op); },
     .narrow = narrowSigned<Opcode::UMax>,
     .origins = {{"llvm.smax"}},
     .expression = true},
};

}  // namespace

std::span<const Operation> comparisonOperations() { return kOperations; }

}  // namespace weft::graph
