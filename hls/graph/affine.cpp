// SPDX-License-Identifier: Apache-2.0
// Sums modulo 2^n go through additions, truncations and shifts as they are. An extension is one of them only if what it
// extends did not overflow: so below an extension forms are exact, and where a range shows no bound they end.
#include "hls/graph/affine.h"

#include <algorithm>

namespace weft::graph {
namespace {

constexpr unsigned kMostSteps = 256;  // of one form: operations may be shared many times
constexpr size_t kMostTerms = 16;     // of an exact value: they are copied for each sum
constexpr unsigned kWidest = 60;      // of exact values: ranges are int64_t

uint64_t maskOf(unsigned bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

std::pair<int64_t, int64_t> rangeOf(unsigned bits, bool isSigned) {
  const auto half = int64_t(maskOf(bits - 1));
  return isSigned ? std::pair(-half - 1, half) : std::pair(int64_t(0), int64_t(maskOf(bits)));
}

/// Two parts, of which the lower is a constant: a shift.
bool isShift(const Op &op) { return op.opcode == Opcode::Concat && op.operands.size() == 2; }

}  // namespace

AffineForms::AffineForms(const Kernel &kernel, const Node &node)
    : kernel_(kernel), definitions_(definitionsIn(kernel, node)) {}

void AffineForms::Form::add(const Form &other, uint64_t factor) {
  for (const auto &[term, itsFactor] : other.factors)
    factors[term] += factor * itsFactor;
  constant += factor * other.constant;
}

std::optional<uint64_t> AffineForms::constant(ValueId v) const {
  const Op *op = definition(v);
  if (!op || op->opcode != Opcode::Const)
    return std::nullopt;
  return Bits::fromHex(width(v), op->constant).low();
}

std::optional<Bits> AffineForms::difference(ValueId a, ValueId b) {
  const unsigned bits = width(a);
  if (a == b)
    return Bits(bits);
  if (width(b) != bits || bits > 64)
    return std::nullopt;
  const Form &form = formOf(a), &other = formOf(b);
  if (form.factors != other.factors)
    return std::nullopt;
  return Bits(bits, form.constant - other.constant);
}

const AffineForms::Form &AffineForms::formOf(ValueId v) {
  const auto [entry, isNew] = forms_.try_emplace(v);
  Form &form = entry->second;
  if (isNew) {
    unsigned steps = 0;
    addBits(form, v, 1, width(v), steps);
    for (auto &[term, factor] : form.factors)
      factor &= maskOf(width(v));
    std::erase_if(form.factors, [](const auto &entry) { return entry.second == 0; });
  }
  return form;
}

/// Adds `factor` times the lowest `bits` bits of a value, of which no others are looked at.
void AffineForms::addBits(Form &form, ValueId v, uint64_t factor, unsigned bits, unsigned &steps) {
  const Op *op = definition(v);
  const bool ends = !op || ++steps > kMostSteps;
  const auto operand = [&](size_t i, uint64_t times) { addBits(form, op->operands[i], times, bits, steps); };
  if (const auto known = constant(v)) {
    form.constant += factor * *known;
    return;
  }
  switch (ends ? Opcode::Load : op->opcode) {
  case Opcode::Add:
  case Opcode::Sub:
    operand(0, factor);
    return operand(1, op->opcode == Opcode::Add ? factor : -factor);
  case Opcode::Trunc:
  case Opcode::Spread:
    return operand(0, factor);
  case Opcode::Concat:
    if (const auto low = isShift(*op) ? constant(op->operands[0]) : std::nullopt) {
      const unsigned shift = width(op->operands[0]);
      form.constant += factor * *low;
      if (bits > shift && shift < 64)
        addBits(form, op->operands[1], factor << shift, bits - shift, steps);
      return;
    }
    break;
  case Opcode::Zext:
  case Opcode::Sext:
    if (bits <= width(op->operands[0]))
      return operand(0, factor);
    if (const std::optional<Exact> inside = exact(op->operands[0], op->opcode == Opcode::Sext))
      return form.add(inside->form, factor);
    break;
  default:
    break;
  }
  form.factors[{v, false}] += factor;
}

AffineForms::Exact AffineForms::termOf(ValueId v, bool isSigned) const {
  const auto [low, high] = rangeOf(width(v), isSigned);
  Exact term;
  term.form.factors[{v, isSigned}] = 1;
  term.low = low;
  term.high = high;
  return term;
}

/// The number that a value's bits are, signed or not. Nothing: it has too many of them.
std::optional<AffineForms::Exact> AffineForms::exact(ValueId v, bool isSigned) {
  if (width(v) > kWidest)
    return std::nullopt;
  const auto [entry, isNew] = exact_.try_emplace({v, isSigned});
  if (!isNew)
    return entry->second;
  const auto [lowest, highest] = rangeOf(width(v), isSigned);
  const Op *op = definition(v);
  std::optional<Exact> made = op ? exactOp(*op, isSigned) : std::nullopt;
  if (!made || made->low < lowest || made->high > highest || made->form.factors.size() > kMostTerms)
    made = termOf(v, isSigned);
  return exact_[{v, isSigned}] = made;
}

/// By the terms of a sum: in `4 * x - x` a term is part of both sides.
void AffineForms::tighten(Exact &sum) const {
  __int128 low = int64_t(sum.form.constant), high = low;
  for (const auto &[term, unsignedFactor] : sum.form.factors) {
    const auto [least, most] = rangeOf(width(term.first), term.second);
    const __int128 factor = int64_t(unsignedFactor);
    low += factor * (factor < 0 ? most : least);
    high += factor * (factor < 0 ? least : most);
  }
  sum.low = int64_t(std::max<__int128>(sum.low, low));
  sum.high = int64_t(std::min<__int128>(sum.high, high));
}

/// What an operation computes, if it did not overflow.
std::optional<AffineForms::Exact> AffineForms::exactOp(const Op &op, bool isSigned) {
  const auto of = [&](size_t i) { return exact(op.operands[i], isSigned); };
  switch (op.opcode) {
  case Opcode::Const: {
    const Bits bits = Bits::fromHex(width(op.result), op.constant);
    const int64_t value = isSigned ? bits.signedLow() : int64_t(bits.low());
    return Exact{{{}, uint64_t(value)}, value, value};
  }
  case Opcode::Zext:
    return exact(op.operands[0], false);
  case Opcode::Sext:
    return isSigned ? of(0) : std::nullopt;
  case Opcode::Trunc:
  case Opcode::Spread:
    return of(0);
  case Opcode::Add:
  case Opcode::Sub: {
    std::optional<Exact> a = of(0), b = of(1);
    if (!a || !b)
      return std::nullopt;
    const bool adds = op.opcode == Opcode::Add;
    a->form.add(b->form, adds ? 1 : ~uint64_t(0));
    // Of at most 60 bits each: no overflow.
    a->low += adds ? b->low : -b->high;
    a->high += adds ? b->high : -b->low;
    tighten(*a);
    return a;
  }
  case Opcode::Concat: {
    const auto low = isShift(op) ? constant(op.operands[0]) : std::nullopt;
    const std::optional<Exact> high = low ? of(1) : std::nullopt;
    if (!high)
      return std::nullopt;
    const int64_t scale = int64_t(1) << width(op.operands[0]);
    Exact moved{{{}, *low}, high->low * scale + int64_t(*low), high->high * scale + int64_t(*low)};
    moved.form.add(high->form, uint64_t(scale));
    return moved;
  }
  default:
    return std::nullopt;
  }
}

}  // namespace weft::graph
