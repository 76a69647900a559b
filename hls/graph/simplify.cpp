// SPDX-License-Identifier: Apache-2.0
// Local rules of Builder: constants, identities, bit plumbing. A rule looks at an op and the ops of its operands only.
#include <algorithm>
#include <bit>

#include "hls/graph/build.h"
#include "hls/graph/evaluate.h"

namespace weft::graph {
namespace {
bool commutes(Opcode opcode) {
  switch (opcode) {
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Add:
  case Opcode::Mul:
  case Opcode::UMulHi:
  case Opcode::SMulHi:
  case Opcode::UAddSat:
  case Opcode::SAddSat:
  case Opcode::UMin:
  case Opcode::UMax:
  case Opcode::SMin:
  case Opcode::SMax:
    return true;
  default:
    return false;
  }
}

std::optional<unsigned> logOfPowerOfTwo(const Bits &value) {
  std::optional<unsigned> log;
  for (unsigned i = 0; i < value.width(); ++i)
    if (value.bit(i)) {
      if (log)
        return std::nullopt;
      log = i;
    }
  return log;
}
}  // namespace

std::optional<ValueId> Builder::simplify(Op &op, unsigned width) {
  std::vector<Bits> constants;
  for (ValueId operand : op.operands)
    if (std::optional<Bits> bits = constantValue(operand))
      constants.push_back(std::move(*bits));
  if (constants.size() == op.operands.size())
    if (std::optional<Bits> result = evaluate(op, constants, width))
      return constant(*result);
  if (commutes(op.opcode)) {
    bool leftConstant = constantValue(op.operands[0]).has_value(),
         rightConstant = constantValue(op.operands[1]).has_value();
    if (leftConstant != rightConstant ? leftConstant : op.operands[0] > op.operands[1])
      std::swap(op.operands[0], op.operands[1]);
  }
  switch (op.opcode) {
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Not:
    return simplifyBitwise(op, width);
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::UMulHi:
  case Opcode::SMulHi:
  case Opcode::UAddSat:
  case Opcode::SAddSat:
  case Opcode::USubSat:
  case Opcode::SSubSat:
  case Opcode::UDiv:
  case Opcode::URem:
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
  case Opcode::UMin:
  case Opcode::UMax:
  case Opcode::SMin:
  case Opcode::SMax:
    return simplifyArithmetic(op, width);
  case Opcode::Zext:
  case Opcode::Sext:
    return simplifyCast(op, width);
  case Opcode::Trunc:
  case Opcode::Slice:
    return simplifySlice(op.operands[0], op.lo, width);
  case Opcode::Concat:
    return simplifyConcat(op, width);
  case Opcode::Select:
    return simplifySelect(op, width);
  case Opcode::ICmp:
    return simplifyCompare(op);
  case Opcode::DynSlice:
    if (std::optional<Bits> index = constantValue(op.operands[1]))
      if (index->low() < this->width(op.operands[0]) / width && index->slice(64, index->width()).isZero())
        return slice(op.operands[0], unsigned(index->low()) * width, width);
    return std::nullopt;
  case Opcode::DynInsert:
    if (std::optional<Bits> index = constantValue(op.operands[1])) {
      unsigned element = this->width(op.operands[2]), lo = unsigned(index->low()) * element;
      ValueId whole = op.operands[0], part = op.operands[2];
      if (index->low() >= width / element || !index->slice(64, index->width()).isZero())
        return whole;
      std::vector<ValueId> parts;
      if (lo)
        parts.push_back(slice(whole, 0, lo));
      parts.push_back(part);
      if (lo + element < width)
        parts.push_back(slice(whole, lo + element, width - lo - element));
      return concat(parts);
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<ValueId> Builder::simplifyBitwise(const Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  if (op.opcode == Opcode::Not) {
    const Op *from = definition(a);
    if (from && from->opcode == Opcode::Not)
      return from->operands[0];
    return std::nullopt;
  }
  const ValueId b = op.operands[1];
  const bool isXor = op.opcode == Opcode::Xor, isAnd = op.opcode == Opcode::And;
  if (a == b)
    return isXor ? constant(width, 0) : a;
  auto isNotOf = [&](ValueId x, ValueId y) {
    const Op *from = definition(x);
    return from && from->opcode == Opcode::Not && from->operands[0] == y;
  };
  if (isNotOf(a, b) || isNotOf(b, a))
    return constant(isAnd ? Bits(width) : Bits::ones(width));
  // x & (x & y) and x | (x | y): chains of predicates are full of these.
  if (!isXor)
    for (auto [x, y] : {std::pair(a, b), std::pair(b, a)})
      if (const Op *from = definition(y);
          from && from->opcode == op.opcode && (from->operands[0] == x || from->operands[1] == x))
        return y;
  std::optional<Bits> c = constantValue(b);
  if (!c)
    return std::nullopt;
  if (c->isZero())
    return isAnd ? b : a;
  if (c->isOnes())
    return isXor ? bitNot(a) : isAnd ? a : b;
  if (const Op *from = definition(a); from && from->opcode == op.opcode)
    if (std::optional<Bits> other = constantValue(from->operands[1])) {
      ValueId base = from->operands[0];
      return binary(op.opcode, base, constant(isXor ? *c ^ *other : isAnd ? *c & *other : *c | *other));
    }
  if (isAnd) {  // a mask of low bits is plumbing
    unsigned low = 0;
    while (low < width && c->bit(low))
      ++low;
    if (low && c->slice(low, width - low).isZero())
      return zextOrTrunc(slice(a, 0, low), width);
  }
  return std::nullopt;
}

std::optional<ValueId> Builder::simplifyArithmetic(const Op &op, unsigned width) {
  const ValueId a = op.operands[0], b = op.operands[1];
  std::optional<Bits> c = constantValue(b);
  const bool power = c && logOfPowerOfTwo(*c).has_value();
  const unsigned log = power ? *logOfPowerOfTwo(*c) : 0;
  switch (op.opcode) {
  case Opcode::Add:
    if (!c)
      return std::nullopt;
    if (c->isZero())
      return a;
    if (const Op *from = definition(a); from && from->opcode == Opcode::Add)
      if (std::optional<Bits> other = constantValue(from->operands[1])) {
        ValueId base = from->operands[0];
        return add(base, constant(*c + *other));
      }
    if (const Op *from = definition(a); from && from->opcode == Opcode::Concat && from->operands.size() == 2)
      if (std::optional<Bits> low = constantValue(from->operands[0])) {
        // Add to the varying high part only; the constant low part may carry.
        const ValueId high = from->operands[1];
        const unsigned k = low->width();
        Bits sum = low->zext(k + 1) + c->slice(0, k).zext(k + 1), upper = c->slice(k, width - k);
        if (sum.bit(k))
          upper = upper + Bits(width - k, 1);
        ValueId lowSum = constant(sum.slice(0, k));
        return concat({lowSum, add(high, constant(upper))});
      }
    return std::nullopt;
  case Opcode::Sub:
    if (a == b)
      return constant(width, 0);
    if (c)
      return add(a, constant(Bits(width) - *c));
    return std::nullopt;
  case Opcode::Mul:
    if (c && c->isZero())
      return b;
    if (power)
      return binary(Opcode::Shl, a, constant(width, log));
    return std::nullopt;
  case Opcode::UMulHi:
  case Opcode::SMulHi: {
    const unsigned from = this->width(a), drop = 2 * from - width;
    const bool isSigned = op.opcode == Opcode::SMulHi;
    if (c && c->isZero())
      return constant(width, 0);
    if (!power || (isSigned && log == from - 1))  // the sign bit alone is a negative number
      return std::nullopt;
    // a shifted left by `log` in 2 * from bits, of which `drop` go.
    const auto extended = [&](unsigned bits) { return isSigned ? sextOrTrunc(a, bits) : zextOrTrunc(a, bits); };
    if (log == drop)
      return extended(width);
    if (log > drop)
      return concat({constant(log - drop, 0), extended(width - (log - drop))});
    if (drop - log >= from)
      return isSigned ? sextOrTrunc(slice(a, from - 1, 1), width) : constant(width, 0);
    ValueId part = slice(a, drop - log, from - (drop - log));
    return isSigned ? sextOrTrunc(part, width) : zextOrTrunc(part, width);
  }
  case Opcode::UAddSat:
  case Opcode::SAddSat:
  case Opcode::USubSat:
  case Opcode::SSubSat:
    if (c && c->isZero())
      return a;
    if (a == b && (op.opcode == Opcode::USubSat || op.opcode == Opcode::SSubSat))
      return constant(width, 0);
    return std::nullopt;
  case Opcode::UDiv:
    if (power)
      return binary(Opcode::LShr, a, constant(width, log));
    return std::nullopt;
  case Opcode::URem:
    if (power)
      return bitAnd(a, constant(*c - Bits(width, 1)));
    return std::nullopt;
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr: {
    if (!c)
      return std::nullopt;
    unsigned by = unsigned(c->low() % width);
    if (by == 0)
      return a;
    // Constant shifts are wires.
    if (op.opcode == Opcode::Shl)
      return concat({constant(by, 0), slice(a, 0, width - by)});
    ValueId part = slice(a, by, width - by);
    return op.opcode == Opcode::LShr ? zextOrTrunc(part, width) : sextOrTrunc(part, width);
  }
  default:  // minima and maxima
    if (a == b)
      return a;
    return std::nullopt;
  }
}

std::optional<ValueId> Builder::simplifyCast(const Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  const Op *from = definition(a);
  if (!from)
    return std::nullopt;
  if (from->opcode == Opcode::Zext || (from->opcode == Opcode::Sext && op.opcode == Opcode::Sext)) {
    // A zero-extended value is not negative: both extensions agree.
    Opcode inner = from->opcode;
    ValueId base = from->operands[0];
    return pure(inner, width, {base});
  }
  return std::nullopt;
}

std::optional<ValueId> Builder::simplifySlice(ValueId a, unsigned lo, unsigned width) {
  if (lo == 0 && width == this->width(a))
    return a;
  const Op *from = definition(a);
  if (!from)
    return std::nullopt;
  const Op op = *from;
  const unsigned inner = op.operands.empty() ? 0 : this->width(op.operands[0]);
  switch (op.opcode) {
  case Opcode::Trunc:
  case Opcode::Slice:
    return slice(op.operands[0], lo + op.lo, width);
  case Opcode::Zext:
    if (lo >= inner)
      return constant(width, 0);
    if (lo + width <= inner)
      return slice(op.operands[0], lo, width);
    return zextOrTrunc(slice(op.operands[0], lo, inner - lo), width);
  case Opcode::Sext:
    if (lo + width <= inner)
      return slice(op.operands[0], lo, width);
    if (lo < inner)
      return sextOrTrunc(slice(op.operands[0], lo, inner - lo), width);
    return sextOrTrunc(slice(op.operands[0], inner - 1, 1), width);
  case Opcode::Concat: {
    std::vector<ValueId> parts;
    unsigned at = 0;
    for (ValueId part : op.operands) {
      unsigned end = at + this->width(part), from = std::max(at, lo), to = std::min(end, lo + width);
      if (from < to)
        parts.push_back(slice(part, from - at, to - from));
      at = end;
    }
    return concat(parts);
  }
  case Opcode::Poison:
    return poison(width);
  case Opcode::Arg:
    return arg(width, op.index, op.lo + lo);
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    // Masks and flags: pull the slice in when one side then becomes constant or plumbing.
    if (constantValue(op.operands[1]))
      return binary(op.opcode, slice(op.operands[0], lo, width), slice(op.operands[1], lo, width));
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<ValueId> Builder::simplifyConcat(const Op &op, unsigned width) {
  std::vector<ValueId> parts;
  bool changed = false;
  for (ValueId part : op.operands) {
    const Op *from = definition(part);
    if (from && from->opcode == Opcode::Concat) {
      std::vector<ValueId> inner = from->operands;
      parts.insert(parts.end(), inner.begin(), inner.end());
      changed = true;
    } else
      parts.push_back(part);
  }
  // Neighbours that are constants, or adjacent slices of one value, become one part.
  std::vector<ValueId> merged;
  for (ValueId part : parts) {
    if (!merged.empty()) {
      ValueId last = merged.back();
      std::optional<Bits> low = constantValue(last), high = constantValue(part);
      if (low && high) {
        Bits both(low->width() + high->width());
        both.insert(0, *low);
        both.insert(low->width(), *high);
        merged.back() = constant(both);
        changed = true;
        continue;
      }
      auto source = [&](ValueId v) -> std::pair<ValueId, unsigned> {
        const Op *from = definition(v);
        bool cut = from && (from->opcode == Opcode::Slice || from->opcode == Opcode::Trunc);
        return cut ? std::pair(from->operands[0], from->lo) : std::pair(v, 0u);
      };
      auto [lowFrom, lowLo] = source(last);
      auto [highFrom, highLo] = source(part);
      if (lowFrom == highFrom && highLo == lowLo + this->width(last)) {
        merged.back() = slice(lowFrom, lowLo, this->width(last) + this->width(part));
        changed = true;
        continue;
      }
    }
    merged.push_back(part);
  }
  if (merged.size() > 1 && constantValue(merged.back()) && constantValue(merged.back())->isZero()) {
    merged.pop_back();
    return pure(Opcode::Zext, width, {concat(merged)});
  }
  if (!changed)
    return std::nullopt;
  return concat(merged);
}

std::optional<ValueId> Builder::simplifySelect(const Op &op, unsigned width) {
  ValueId c = op.operands[0], a = op.operands[1], b = op.operands[2];
  if (std::optional<Bits> known = constantValue(c))
    return known->isZero() ? b : a;
  if (a == b)
    return a;
  if (const Op *from = definition(c); from && from->opcode == Opcode::Not) {
    ValueId positive = from->operands[0];
    return select(positive, b, a);
  }
  auto armOf = [&](ValueId arm, bool taken) -> std::optional<ValueId> {
    const Op *from = definition(arm);
    if (from && from->opcode == Opcode::Select && from->operands[0] == c)
      return from->operands[taken ? 1 : 2];
    if (from && from->opcode == Opcode::Poison)
      return taken ? b : a;
    return std::nullopt;
  };
  if (auto inner = armOf(a, true))
    return select(c, *inner, b);
  if (auto inner = armOf(b, false))
    return select(c, a, *inner);
  if (width == 1) {
    if (isConstant(a, 1))
      return bitOr(c, b);
    if (isConstant(a, 0))
      return bitAnd(bitNot(c), b);
    if (isConstant(b, 1))
      return bitOr(bitNot(c), a);
    if (isConstant(b, 0))
      return bitAnd(c, a);
    return std::nullopt;
  }
  std::optional<Bits> one = constantValue(a), other = constantValue(b);
  if (one && other) {
    if (other->isZero() && *one == Bits(width, 1))
      return zextOrTrunc(c, width);
    if (one->isZero() && *other == Bits(width, 1))
      return zextOrTrunc(bitNot(c), width);
    if (other->isZero() && one->isOnes())
      return sextOrTrunc(c, width);
    if (one->isZero() && other->isOnes())
      return sextOrTrunc(bitNot(c), width);
  }
  return std::nullopt;
}

std::optional<ValueId> Builder::simplifyCompare(Op &op) {
  ValueId &a = op.operands[0], &b = op.operands[1];
  if (constantValue(a) && !constantValue(b)) {
    std::swap(a, b);
    op.predicate = swapped(op.predicate);
  }
  const Predicate p = op.predicate;
  if (a == b)
    return constant(1, p == Predicate::Eq || p == Predicate::Uge || p == Predicate::Ule || p == Predicate::Sge ||
                           p == Predicate::Sle);
  std::optional<Bits> c = constantValue(b);
  if (!c)
    return std::nullopt;
  const unsigned w = width(a);
  const bool equality = p == Predicate::Eq || p == Predicate::Ne;
  if (w == 1 && equality)
    return c->isZero() == (p == Predicate::Eq) ? bitNot(a) : a;
  if (c->isZero()) {
    if (p == Predicate::Ult || p == Predicate::Uge)
      return constant(1, p == Predicate::Uge);
    if (p == Predicate::Ugt || p == Predicate::Ule)
      return icmp(p == Predicate::Ugt ? Predicate::Ne : Predicate::Eq, a, b);
    if (p == Predicate::Slt || p == Predicate::Sge) {  // the sign bit
      ValueId sign = slice(a, w - 1, 1);
      return p == Predicate::Slt ? sign : bitNot(sign);
    }
  }
  if (const Op *from = definition(a); from && from->opcode == Opcode::Zext) {
    // Compare what there is: the extended bits are zero.
    ValueId base = from->operands[0];
    const unsigned inner = width(base);
    const bool negative = c->bit(w - 1), isSigned = p >= Predicate::Sgt;
    if (isSigned && negative)
      return constant(1, p == Predicate::Sgt || p == Predicate::Sge);
    const bool fits = c->slice(inner, w - inner).isZero();
    if (!fits)
      return constant(1, p == Predicate::Ne || p == Predicate::Ult || p == Predicate::Ule || p == Predicate::Slt ||
                             p == Predicate::Sle);
    Predicate q = p;
    if (isSigned)
      q = p == Predicate::Sgt   ? Predicate::Ugt
          : p == Predicate::Sge ? Predicate::Uge
          : p == Predicate::Slt ? Predicate::Ult
                                : Predicate::Ule;
    return icmp(q, base, constant(c->slice(0, inner)));
  }
  return std::nullopt;
}

}  // namespace weft::graph
