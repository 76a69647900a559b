// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace weft::fuzz {
namespace {

constexpr Wide one = 1;

Bits maskOf(Kind kind) { return ~Bits(0) >> (64 - widthOf(kind)); }

/// A shift takes its amount modulo the width of its left operand, which a scalar's promotion may have made 32.
unsigned amount(Type type, Bits by) {
  const unsigned width = type.isVector() ? widthOf(type.kind) : std::max(32u, widthOf(type.kind));
  return unsigned(by % width);
}

Bits high(Kind k, Bits a, Bits b) {
  if (isSigned(k))
    return bitsOf(k, (numberOf(k, a) * numberOf(k, b)) >> widthOf(k));
  return Bits((static_cast<unsigned __int128>(a) * b) >> widthOf(k));
}

Wide magnitude(Wide number) { return number < 0 ? -number : number; }

/// A sum of 128 bits and more: the product of two numbers of 64 bits and one more number.
Bits multiplyAddSaturating(Kind k, Bits a, Bits b, Bits c) {
  if (isSigned(k))
    return bitsOf(k, saturate(k, numberOf(k, a) * numberOf(k, b) + numberOf(k, c)));
  const unsigned __int128 sum = static_cast<unsigned __int128>(a) * b + c;  // cannot overflow
  return Bits(std::min(sum, static_cast<unsigned __int128>(maskOf(k))));
}

Bits rotateLeft(Kind k, Bits a, Bits b) {
  const unsigned width = widthOf(k), by = unsigned(b % width);
  return by == 0 ? a : (a << by | a >> (width - by)) & maskOf(k);
}

bool divides(Kind k, Bits a, Bits b) {
  return b != 0 && !(isSigned(k) && numberOf(k, a) == least(k) && numberOf(k, b) == -1);
}

/// -0 is less than +0; the sum with +0 then makes the result's sign the same everywhere.
float least(float a, float b, bool greatest) {
  if (std::isnan(a) || std::isnan(b))
    return (std::isnan(a) ? b : a) + 0.0f;
  return ((a < b) != greatest ? a : b) + 0.0f;
}

#define INTEGERS(text, operands, result)                                                                               \
  {text, operands, [](Type t, Bits a, Bits b, Bits c) -> Bits {                                                        \
     const Kind k = t.kind;                                                                                            \
     const Wide x = numberOf(k, a), y = numberOf(k, b), z = numberOf(k, c);                                            \
     (void)x, (void)y, (void)z;                                                                                        \
     return result;                                                                                                    \
   }}
#define FLOATS(text, operands, result)                                                                                 \
  {text, operands, [](Type, Bits a, Bits b, Bits c) -> Bits {                                                          \
     const float x = floatOf(a), y = floatOf(b), z = floatOf(c);                                                       \
     (void)x, (void)y, (void)z;                                                                                        \
     return bitsOf(result);                                                                                            \
   }}

}  // namespace

std::string nameOf(Type type) {
  static const char *const kNames[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float"};
  return kNames[unsigned(type.kind)] + (type.isVector() ? std::to_string(type.lanes) : std::string());
}

Wide numberOf(Kind kind, Bits bits) {
  const unsigned width = widthOf(kind);
  return isSigned(kind) && bits >> (width - 1) & 1 ? Wide(bits) - (one << width) : Wide(bits);
}

Bits bitsOf(Kind kind, Wide number) { return Bits(number) & maskOf(kind); }
Wide least(Kind kind) { return isSigned(kind) ? -(one << (widthOf(kind) - 1)) : 0; }
Wide greatest(Kind kind) { return (one << (widthOf(kind) - isSigned(kind))) - 1; }
Wide saturate(Kind kind, Wide number) { return std::clamp(number, least(kind), greatest(kind)); }

float floatOf(Bits bits) { return std::bit_cast<float>(uint32_t(bits)); }
Bits bitsOf(float number) { return std::isnan(number) ? kNan : std::bit_cast<uint32_t>(number); }

std::string suffixOf(Rounding rounding) {
  static const char *const kSuffixes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  return kSuffixes[unsigned(rounding)];
}

Bits floatToInteger(Kind kind, Bits bits, Rounding rounding) {
  const float x = floatOf(bits);
  if (std::isnan(x))
    return 0;
  const float whole = rounding == Rounding::NearestEven  ? std::nearbyint(x)
                      : rounding == Rounding::TowardZero ? std::trunc(x)
                      : rounding == Rounding::Up         ? std::ceil(x)
                                                         : std::floor(x);
  const float limit = std::ldexp(1.0f, 100);  // within what Wide holds, beyond every type
  return bitsOf(kind, saturate(kind, Wide(std::clamp(whole, -limit, limit))));
}

Bits integerToFloat(Kind kind, Bits bits, Rounding rounding) {
  const Wide exact = numberOf(kind, bits);
  const auto all = static_cast<unsigned __int128>(magnitude(exact));
  unsigned drop = 0;
  while (all >> drop >> 24)
    ++drop;
  auto digits = uint64_t(all >> drop);  // at most 24 bits
  const auto rest = all - (static_cast<unsigned __int128>(digits) << drop),
             half = drop ? static_cast<unsigned __int128>(1) << (drop - 1) : 0;
  const bool away = rounding == Rounding::NearestEven  ? drop && (rest > half || (rest == half && digits & 1))
                    : rounding == Rounding::TowardZero ? false
                                                       : rest && (exact > 0) == (rounding == Rounding::Up);
  const float result = std::ldexp(float(digits + away), int(drop));
  return bitsOf(exact < 0 ? -result : result);
}

const std::vector<Function> &integerFunctions() {
  static const std::vector<Function> functions = {
      INTEGERS("as_{T}(({U})(({W})as_{U}({0}) + ({W})as_{U}({1})))", 2, bitsOf(k, x + y)),
      INTEGERS("as_{T}(({U})(({W})as_{U}({0}) - ({W})as_{U}({1})))", 2, bitsOf(k, x - y)),
      INTEGERS("as_{T}(({U})(({W})as_{U}({0}) * ({W})as_{U}({1})))", 2, a * b & maskOf(k)),
      INTEGERS("as_{T}(({U})(({W})0 - ({W})as_{U}({0})))", 1, bitsOf(k, -x)),
      INTEGERS("({T})({0} & {1})", 2, a & b),
      INTEGERS("({T})({0} | {1})", 2, a | b),
      INTEGERS("({T})({0} ^ {1})", 2, a ^ b),
      INTEGERS("({T})(~{0})", 1, ~a & maskOf(k)),
      INTEGERS("as_{T}(({U})(({W})as_{U}({0}) << ({W})as_{U}({1})))", 2, a << amount(t, b) & maskOf(k)),
      INTEGERS("({T})({0} >> {1})", 2, bitsOf(k, x >> amount(t, b))),
      INTEGERS("QUOTIENT({T}, {0}, {1}, {2})", 3, divides(k, a, b) ? bitsOf(k, x / y) : c),
      INTEGERS("REMAINDER({T}, {0}, {1}, {2})", 3, divides(k, a, b) ? bitsOf(k, x % y) : c),
      INTEGERS("as_{T}(abs({0}))", 1, bitsOf(k, magnitude(x))),
      INTEGERS("as_{T}(abs_diff({0}, {1}))", 2, bitsOf(k, magnitude(x - y))),
      INTEGERS("add_sat({0}, {1})", 2, bitsOf(k, saturate(k, x + y))),
      INTEGERS("sub_sat({0}, {1})", 2, bitsOf(k, saturate(k, x - y))),
      INTEGERS("hadd({0}, {1})", 2, bitsOf(k, (x + y) >> 1)),
      INTEGERS("rhadd({0}, {1})", 2, bitsOf(k, (x + y + 1) >> 1)),
      INTEGERS("mul_hi({0}, {1})", 2, high(k, a, b)),
      INTEGERS("mad_hi({0}, {1}, {2})", 3, (high(k, a, b) + c) & maskOf(k)),
      INTEGERS("mad_sat({0}, {1}, {2})", 3, multiplyAddSaturating(k, a, b, c)),
      INTEGERS("rotate({0}, {1})", 2, rotateLeft(k, a, b)),
      INTEGERS("min({0}, {1})", 2, x < y ? a : b),
      INTEGERS("max({0}, {1})", 2, x < y ? b : a),
      INTEGERS("clamp({0}, min({1}, {2}), max({1}, {2}))", 3, bitsOf(k, std::clamp(x, std::min(y, z), std::max(y, z)))),
      INTEGERS("bitselect({0}, {1}, {2})", 3, (a & ~c) | (b & c)),
      INTEGERS("clz({0})", 1, Bits(std::countl_zero(a)) - (64 - widthOf(k))),
      INTEGERS("popcount({0})", 1, Bits(std::popcount(a))),
  };
  return functions;
}

const std::vector<Function> &floatFunctions() {
  static const std::vector<Function> functions = {
      FLOATS("({0} + {1})", 2, x + y),
      FLOATS("({0} - {1})", 2, x - y),
      FLOATS("({0} * {1})", 2, x * y),
      FLOATS("({0} / {1})", 2, x / y),
      FLOATS("(-{0})", 1, -x),
      FLOATS("fma({0}, {1}, {2})", 3, std::fma(x, y, z)),
      FLOATS("sqrt({0})", 1, std::sqrt(x)),
      FLOATS("fabs({0})", 1, std::fabs(x)),
      FLOATS("floor({0})", 1, std::floor(x)),
      FLOATS("ceil({0})", 1, std::ceil(x)),
      FLOATS("rint({0})", 1, std::nearbyint(x)),
      FLOATS("trunc({0})", 1, std::trunc(x)),
      FLOATS("round({0})", 1, std::round(x)),
      FLOATS("(fmin({0}, {1}) + 0.0f)", 2, least(x, y, false)),
      FLOATS("(fmax({0}, {1}) + 0.0f)", 2, least(x, y, true)),
      // The sign of what is not a number is nobody's.
      FLOATS("copysign({0}, number(bits({1})))", 2, std::copysign(x, y)),
  };
  return functions;
}

const std::vector<Comparison> &comparisons() {
#define COMPARE(operation)                                                                                             \
  {#operation, [](Kind k, Bits a, Bits b) {                                                                            \
     return isFloat(k) ? floatOf(a) operation floatOf(b) : numberOf(k, a) operation numberOf(k, b);                    \
   }}
  static const std::vector<Comparison> all = {COMPARE(<),  COMPARE(>),  COMPARE(<=),
                                              COMPARE(>=), COMPARE(==), COMPARE(!=)};
#undef COMPARE
  return all;
}

}  // namespace weft::fuzz
