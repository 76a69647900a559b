// SPDX-License-Identifier: Apache-2.0
// Multiplication by a constant of few digits as shifts and additions, digits being -1, 0 and 1 (canonical signed
// digits); division by a constant as a multiplication by its reciprocal, and the remainder from the quotient with the
// few bits that it has.
#include <algorithm>
#include <bit>

#include "hls/graph/transforms/division_magic.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

// Non-zero digits up to which additions replace multiplier blocks: four digits are two levels of adders, no slower than
// the block, and a block of a small device is worth hundreds of look-up tables. Without blocks a multiplier is one
// addition a bit of the constant, so additions are never more.
constexpr size_t kMostDigits = 4;

struct Digit {
  unsigned exponent;
  bool negative;
};

/// The non-zero digits of `c` modulo 2^width, none next to another: the fewest there can be.
std::vector<Digit> signedDigits(uint64_t c, unsigned width) {
  std::vector<Digit> digits;
  unsigned __int128 rest = c;
  for (unsigned exponent = 0; exponent < width && rest; ++exponent, rest >>= 1)
    if (rest & 1) {
      const bool negative = (rest & 3) == 3;
      digits.push_back({exponent, negative});
      rest = negative ? rest + 1 : rest - 1;
    }
  return digits;
}

/// `value` times 2^exponent, without the low zeros: `value` has width - exponent bits.
struct Term {
  ValueId value;
  unsigned exponent;
  bool negative;
};

class Rules {
public:
  Rules(Builder &build, bool multiplierBlocks) : build_(build), multiplierBlocks_(multiplierBlocks) {}

  /// x * c, of x's width; a Mul where that is better.
  ValueId times(ValueId x, const Bits &c) {
    const unsigned width = build_.width(x);
    if (width <= 64) {
      std::vector<Digit> digits = signedDigits(c.low(), width);
      if (digits.size() <= kMostDigits || !multiplierBlocks_)
        return sumOf(x, digits);
    }
    return build_.binary(Opcode::Mul, x, build_.constant(c));
  }

  ValueId divide(ValueId x, const Bits &d) {
    const unsigned width = build_.width(x);
    if (d.bit(width - 1))  // once or not at all
      return build_.zextOrTrunc(build_.icmp(Predicate::Uge, x, build_.constant(d)), width);
    const UnsignedDivision by = unsignedDivision(d.low(), width);
    ValueId shifted = shiftRight(x, by.preShift, false);
    ValueId multiplier = build_.constant(width, by.multiplier);
    if (!by.add)
      return build_.zextOrTrunc(build_.pure(Opcode::UMulHi, width - by.postShift, {shifted, multiplier}), width);
    ValueId high = build_.pure(Opcode::UMulHi, width, {x, multiplier});
    ValueId wideX = build_.zextOrTrunc(x, width + 1);
    ValueId sum = build_.add(build_.zextOrTrunc(high, width + 1), wideX);
    return build_.zextOrTrunc(build_.slice(sum, by.postShift + 1, width - by.postShift), width);
  }

  ValueId remainder(ValueId x, const Bits &d) {
    const unsigned width = build_.width(x);
    if (d.bit(width - 1)) {
      ValueId divisor = build_.constant(d), isOnce = build_.icmp(Predicate::Uge, x, divisor);
      return build_.select(isOnce, build_.sub(x, divisor), x);
    }
    unsigned bits = width;
    while (bits > 1 && (d - Bits(width, 1)).slice(bits - 1, 1).isZero())
      --bits;
    return build_.zextOrTrunc(rest(x, divide(x, d), d, bits), width);
  }

  ValueId divideSigned(ValueId x, const Bits &d) {
    const unsigned width = build_.width(x);
    const bool negative = d.bit(width - 1);
    ValueId zero = build_.constant(width, 0);
    if (std::optional<unsigned> log = logOfMagnitude(d)) {
      ValueId quotient = x;
      if (*log) {  // negative dividends are rounded up
        ValueId sign = build_.slice(x, width - 1, 1);
        ValueId bias = build_.zextOrTrunc(build_.sextOrTrunc(sign, *log), width);
        quotient = shiftRight(build_.add(x, bias), *log, true);
      }
      return negative ? build_.sub(zero, quotient) : quotient;
    }
    const SignedDivision by = signedDivision(d.low(), width);
    const bool negativeMultiplier = by.multiplier >> (width - 1) & 1;
    ValueId multiplier = build_.constant(width, by.multiplier);
    // By a positive divisor, what is rounded down is below zero just where the dividend is: known before the product.
    if (!negative && !negativeMultiplier) {
      ValueId high = build_.pure(Opcode::SMulHi, width - by.shift, {x, multiplier});
      ValueId quotient = build_.sextOrTrunc(high, width);
      return build_.add(quotient, build_.zextOrTrunc(build_.slice(x, width - 1, 1), width));
    }
    ValueId high = build_.pure(Opcode::SMulHi, width, {x, multiplier});
    if (!negative && negativeMultiplier)
      high = build_.add(high, x);
    else if (negative && !negativeMultiplier)
      high = build_.sub(high, x);
    ValueId sign = build_.zextOrTrunc(build_.slice(negative ? high : x, width - 1, 1), width);
    return build_.add(shiftRight(high, by.shift, true), sign);
  }

  ValueId remainderSigned(ValueId x, const Bits &d) {
    const unsigned width = build_.width(x);
    if (std::optional<unsigned> log = logOfMagnitude(d)) {
      if (*log == 0)
        return build_.constant(width, 0);
      // The low bits, less 2^log for a negative dividend unless they are zero.
      ValueId low = build_.slice(x, 0, *log), sign = build_.slice(x, width - 1, 1);
      ValueId some = build_.icmp(Predicate::Ne, low, build_.constant(*log, 0));
      return build_.sextOrTrunc(build_.concat({low, build_.bitAnd(sign, some)}), width);
    }
    Bits last = (d.bit(width - 1) ? Bits(width) - d : d) - Bits(width, 1);  // the largest remainder
    unsigned bits = width;
    while (bits > 1 && !last.bit(bits - 2))
      --bits;
    return build_.sextOrTrunc(rest(x, divideSigned(x, d), d, bits), width);
  }

private:
  /// The low `bits` of x - quotient * d.
  ValueId rest(ValueId x, ValueId quotient, const Bits &d, unsigned bits) {
    ValueId whole = times(build_.slice(quotient, 0, bits), d.slice(0, bits));
    return build_.sub(build_.slice(x, 0, bits), whole);
  }

  ValueId shiftRight(ValueId x, unsigned by, bool isSigned) {
    const unsigned width = build_.width(x);
    ValueId part = build_.slice(x, by, width - by);
    return isSigned ? build_.sextOrTrunc(part, width) : build_.zextOrTrunc(part, width);
  }

  /// log2 of the magnitude of a signed power of two.
  static std::optional<unsigned> logOfMagnitude(const Bits &d) {
    const Bits magnitude = d.bit(d.width() - 1) ? Bits(d.width()) - d : d;
    const uint64_t low = magnitude.low();
    return std::has_single_bit(low) ? std::optional(unsigned(std::countr_zero(low))) : std::nullopt;
  }

  ValueId sumOf(ValueId x, const std::vector<Digit> &digits) {
    const unsigned width = build_.width(x);
    if (digits.empty())
      return build_.constant(width, 0);
    std::vector<Term> terms;
    for (const Digit &digit : digits)
      terms.push_back({build_.slice(x, 0, width - digit.exponent), digit.exponent, digit.negative});
    // A balanced tree; neighbours first, as their sum's low zeros are the most.
    while (terms.size() > 1) {
      std::vector<Term> sums;
      for (size_t i = 0; i + 1 < terms.size(); i += 2)
        sums.push_back(join(terms[i], terms[i + 1]));
      if (terms.size() % 2)
        sums.push_back(terms.back());
      terms = std::move(sums);
    }
    ValueId value = terms[0].value;
    if (terms[0].negative)
      value = build_.sub(build_.constant(build_.width(value), 0), value);
    return shiftedLeft(value, terms[0].exponent);
  }

  ValueId shiftedLeft(ValueId value, unsigned zeros) {
    return zeros ? build_.concat({build_.constant(zeros, 0), value}) : value;
  }

  Term join(const Term &low, const Term &high) {  // low.exponent < high.exponent
    ValueId a = low.value, b = shiftedLeft(high.value, high.exponent - low.exponent);
    if (low.negative == high.negative)
      return {build_.add(a, b), low.exponent, low.negative};
    return {low.negative ? build_.sub(b, a) : build_.sub(a, b), low.exponent, false};
  }

  Builder &build_;
  const bool multiplierBlocks_;
};

}  // namespace

bool constantArithmetic(Kernel &kernel, bool multiplierBlocks) {
  return rebuildNodes(kernel, [&](Builder &build, const Op &op, unsigned width, ValueId) -> std::optional<ValueId> {
    if (op.operands.size() != 2 || width > 64)
      return std::nullopt;
    // The Builder has put a product's constant second.
    const ValueId x = op.operands[0];
    const std::optional<Bits> c = build.constantValue(op.operands[1]);
    if (!c || c->isZero())
      return std::nullopt;
    Rules rules(build, multiplierBlocks);
    const bool powerOfTwo = std::has_single_bit(c->low());
    switch (op.opcode) {
    case Opcode::Mul:
      return rules.times(x, *c);
    case Opcode::UDiv:
      return powerOfTwo ? std::nullopt : std::optional(rules.divide(x, *c));
    case Opcode::URem:
      return powerOfTwo ? std::nullopt : std::optional(rules.remainder(x, *c));
    case Opcode::SDiv:
      return rules.divideSigned(x, *c);
    case Opcode::SRem:
      return rules.remainderSigned(x, *c);
    default:
      return std::nullopt;
    }
  });
}

}  // namespace weft::graph
