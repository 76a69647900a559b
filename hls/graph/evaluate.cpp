// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/evaluate.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

namespace weft::graph {
namespace {

bool compareIntegers(Predicate predicate, const Bits &a, const Bits &b) {
  // Compare wide values through their difference's sign; one more bit keeps it exact.
  unsigned w = a.width() + 1;
  bool ult = (a.zext(w) - b.zext(w)).bit(w - 1), slt = (a.sext(w) - b.sext(w)).bit(w - 1), eq = a == b;
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

template <typename F> bool compareFloats(Predicate predicate, F a, F b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case Predicate::Oeq:
    return a == b;
  case Predicate::Ogt:
    return a > b;
  case Predicate::Oge:
    return a >= b;
  case Predicate::Olt:
    return a < b;
  case Predicate::Ole:
    return a <= b;
  case Predicate::One:
    return !unordered && a != b;
  case Predicate::Ord:
    return !unordered;
  case Predicate::Ueq:
    return unordered || a == b;
  case Predicate::FUgt:
    return unordered || a > b;
  case Predicate::FUge:
    return unordered || a >= b;
  case Predicate::FUlt:
    return unordered || a < b;
  case Predicate::FUle:
    return unordered || a <= b;
  case Predicate::Une:
    return unordered || a != b;
  default:
    return unordered;  // Uno
  }
}

template <typename F> struct Encoding;
template <> struct Encoding<float> {
  using Word = uint32_t;
};
template <> struct Encoding<double> {
  using Word = uint64_t;
};

template <typename F> F decode(const Bits &bits) { return std::bit_cast<F>(typename Encoding<F>::Word(bits.low())); }
template <typename F> Bits encode(F value) {
  if (std::isnan(value))  // hosts differ in the sign of a NaN they make
    value = std::numeric_limits<F>::quiet_NaN();
  return Bits(sizeof(F) * 8, std::bit_cast<typename Encoding<F>::Word>(value));
}

template <typename F> F minimum(F a, F b, bool max) {
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  if (a == b)  // -0 is less than +0
    return std::signbit(a) != max ? a : b;
  return (a < b) != max ? a : b;
}

template <typename F> F roundTo(Predicate mode, F a) {
  switch (mode) {
  case Predicate::NearestEven:
    return std::nearbyint(a);
  case Predicate::NearestAway:
    return std::round(a);
  case Predicate::TowardZero:
    return std::trunc(a);
  case Predicate::Up:
    return std::ceil(a);
  default:
    return std::floor(a);
  }
}

template <typename F> Bits toInteger(F value, unsigned width, bool isSigned) {
  if (std::isnan(value))
    return Bits(width);
  value = std::trunc(value);
  F limit = std::ldexp(F(1), int(width - isSigned));  // first value too large
  if (value >= limit)
    return isSigned ? Bits::ones(width - 1).zext(width) : Bits::ones(width);
  if (isSigned ? value < -limit : value < 0)
    return isSigned ? Bits::ones(width - 1).zext(width) + Bits(width, 1) : Bits(width);
  return Bits(width, isSigned ? uint64_t(int64_t(value)) : uint64_t(value));
}

template <typename F> std::optional<Bits> evaluateFloat(const Op &op, const std::vector<Bits> &in, unsigned width) {
  auto f = [&](size_t i) { return decode<F>(in[i]); };
  switch (op.opcode) {
  case Opcode::FAdd:
    return encode<F>(f(0) + f(1));
  case Opcode::FSub:
    return encode<F>(f(0) - f(1));
  case Opcode::FMul:
    return encode<F>(f(0) * f(1));
  case Opcode::FDiv:
    return encode<F>(f(0) / f(1));
  case Opcode::FFma:
    return encode<F>(std::fma(f(0), f(1), f(2)));
  case Opcode::FSqrt:
    return encode<F>(std::sqrt(f(0)));
  case Opcode::FCmp:
    return Bits(1, compareFloats<F>(op.predicate, f(0), f(1)));
  case Opcode::FMin:
    return encode<F>(minimum<F>(f(0), f(1), false));
  case Opcode::FMax:
    return encode<F>(minimum<F>(f(0), f(1), true));
  case Opcode::FRound:
    return encode<F>(roundTo<F>(op.predicate, f(0)));
  case Opcode::FToSI:
  case Opcode::FToUI:
    if (width > 64)
      return std::nullopt;
    return toInteger<F>(f(0), width, op.opcode == Opcode::FToSI);
  case Opcode::FConvert:
    if (width == 32)
      return encode<float>(float(f(0)));
    return encode<double>(double(f(0)));
  default:
    return std::nullopt;
  }
}

Bits clampIndex(const Bits &index, unsigned elements) {
  return index.width() <= 64 && index.low() < elements ? index : Bits(index.width());
}

/// Division where a zero divisor and overflow are already dealt with; at most 64 bits.
std::optional<Bits> divide(Opcode opcode, const Bits &a, const Bits &b) {
  unsigned w = a.width();
  if (w > 64)
    return std::nullopt;
  bool quotient = opcode == Opcode::UDiv || opcode == Opcode::SDiv;
  if (b.isZero())
    return quotient ? Bits::ones(w) : a;
  if (opcode == Opcode::UDiv || opcode == Opcode::URem)
    return Bits(w, quotient ? a.low() / b.low() : a.low() % b.low());
  if (b.isOnes())  // -1: the hosts's division would trap on overflow
    return quotient ? Bits(w) - a : Bits(w);
  return Bits(w, uint64_t(quotient ? a.signedLow() / b.signedLow() : a.signedLow() % b.signedLow()));
}

Bits shift(Opcode opcode, const Bits &a, const Bits &b) {
  unsigned w = a.width(), by = unsigned(b.low() % w);
  if (opcode == Opcode::Shl) {
    Bits result(w);
    result.insert(by, a.slice(0, w - by));
    return result;
  }
  Bits part = a.slice(by, w - by);
  return opcode == Opcode::LShr ? part.zext(w) : part.sext(w);
}

/// The high `width` bits of the product; operands of at most 64 bits.
std::optional<Bits> multiplyHigh(bool isSigned, const Bits &a, const Bits &b, unsigned width) {
  const unsigned w = a.width();
  if (w > 64)
    return std::nullopt;
  // Also a signed product of 64-bit numbers fits: the one of the two least is 2^126.
  const auto product = isSigned ? static_cast<unsigned __int128>(__int128(a.signedLow()) * b.signedLow())
                                : static_cast<unsigned __int128>(a.low()) * b.low();
  Bits whole(128, uint64_t(product));
  whole.insert(64, Bits(64, uint64_t(product >> 64)));
  return whole.slice(2 * w - width, width);
}

/// The exact sum or difference, with one more bit, or the limit that it passes.
Bits saturate(bool isSigned, bool subtract, const Bits &a, const Bits &b) {
  const unsigned w = a.width();
  auto wide = [&](const Bits &x) { return isSigned ? x.sext(w + 2) : x.zext(w + 2); };
  const Bits exact = subtract ? wide(a) - wide(b) : wide(a) + wide(b);
  const bool negative = exact.bit(w + 1);
  if (wide(exact.slice(0, w)) == exact)
    return exact.slice(0, w);
  if (!isSigned)
    return negative ? Bits(w) : Bits::ones(w);
  Bits limit = negative ? Bits(w) : Bits::ones(w);
  limit.insert(w - 1, Bits(1, negative));
  return limit;
}

unsigned countZeros(const Bits &a, bool leading) {
  unsigned n = 0;
  while (n < a.width() && !a.bit(leading ? a.width() - 1 - n : n))
    ++n;
  return n;
}

}  // namespace

std::optional<Bits> evaluate(const Op &op, const std::vector<Bits> &in, unsigned width) {
  switch (op.opcode) {
  case Opcode::And:
    return in[0] & in[1];
  case Opcode::Or:
    return in[0] | in[1];
  case Opcode::Xor:
    return in[0] ^ in[1];
  case Opcode::Not:
    return ~in[0];
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return shift(op.opcode, in[0], in[1]);
  case Opcode::Zext:
  case Opcode::Trunc:
    return in[0].zext(width);
  case Opcode::Sext:
    return in[0].sext(width);
  case Opcode::Slice:
    return in[0].slice(op.lo, width);
  case Opcode::Concat: {
    Bits result(width);
    unsigned at = 0;
    for (const Bits &part : in) {
      result.insert(at, part);
      at += part.width();
    }
    return result;
  }
  case Opcode::DynSlice:
    return in[0].slice(unsigned(clampIndex(in[1], in[0].width() / width).low()) * width, width);
  case Opcode::DynInsert: {
    Bits result = in[0];
    unsigned element = in[2].width();
    if (clampIndex(in[1], width / element) == in[1])
      result.insert(unsigned(in[1].low()) * element, in[2]);
    return result;
  }
  case Opcode::Select:
    return in[0].bit(0) ? in[1] : in[2];
  case Opcode::Add:
    return in[0] + in[1];
  case Opcode::Sub:
    return in[0] - in[1];
  case Opcode::Mul:
    if (width > 64)
      return std::nullopt;
    return Bits(width, in[0].low() * in[1].low());
  case Opcode::UMulHi:
  case Opcode::SMulHi:
    return multiplyHigh(op.opcode == Opcode::SMulHi, in[0], in[1], width);
  case Opcode::UAddSat:
  case Opcode::SAddSat:
    return saturate(op.opcode == Opcode::SAddSat, false, in[0], in[1]);
  case Opcode::USubSat:
  case Opcode::SSubSat:
    return saturate(op.opcode == Opcode::SSubSat, true, in[0], in[1]);
  case Opcode::UDiv:
  case Opcode::SDiv:
  case Opcode::URem:
  case Opcode::SRem:
    return divide(op.opcode, in[0], in[1]);
  case Opcode::ICmp:
    return Bits(1, compareIntegers(op.predicate, in[0], in[1]));
  case Opcode::Ctlz:
    return Bits(width, countZeros(in[0], true));
  case Opcode::Cttz:
    return Bits(width, countZeros(in[0], false));
  case Opcode::Ctpop: {
    unsigned n = 0;
    for (unsigned i = 0; i < width; ++i)
      n += in[0].bit(i);
    return Bits(width, n);
  }
  case Opcode::UMin:
    return compareIntegers(Predicate::Ult, in[0], in[1]) ? in[0] : in[1];
  case Opcode::UMax:
    return compareIntegers(Predicate::Ugt, in[0], in[1]) ? in[0] : in[1];
  case Opcode::SMin:
    return compareIntegers(Predicate::Slt, in[0], in[1]) ? in[0] : in[1];
  case Opcode::SMax:
    return compareIntegers(Predicate::Sgt, in[0], in[1]) ? in[0] : in[1];
  case Opcode::SIToF:
  case Opcode::UIToF:
    if (in[0].width() > 64 || width == 16)
      return std::nullopt;
    if (op.opcode == Opcode::SIToF)
      return width == 32 ? encode<float>(float(in[0].signedLow())) : encode<double>(double(in[0].signedLow()));
    return width == 32 ? encode<float>(float(in[0].low())) : encode<double>(double(in[0].low()));
  default:
    break;
  }
  // Floating point is computed in the host's arithmetic, which is IEEE 754 in round-to-nearest-even.
  if (in.empty() || (op.opcode == Opcode::FConvert && width == 16))
    return std::nullopt;
  if (in[0].width() == 32)
    return evaluateFloat<float>(op, in, width);
  if (in[0].width() == 64)
    return evaluateFloat<double>(op, in, width);
  return std::nullopt;
}

}  // namespace weft::graph
