// SPDX-License-Identifier: Apache-2.0
// Values of OpenCL C's types, and what its operations make of them, exactly.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::fuzz {

enum class Kind { Char, UChar, Short, UShort, Int, UInt, Long, ULong, Float };
inline constexpr unsigned kKinds = 9;

constexpr unsigned widthOf(Kind kind) { return kind == Kind::Float ? 32 : 8u << unsigned(kind) / 2; }
constexpr bool isSigned(Kind kind) { return kind == Kind::Float || unsigned(kind) % 2 == 0; }
constexpr bool isFloat(Kind kind) { return kind == Kind::Float; }
constexpr Kind integer(unsigned width, bool isSigned) {
  return Kind((width == 8 ? 0 : width == 16 ? 2 : width == 32 ? 4 : 6) + !isSigned);
}
constexpr Kind toSigned(Kind kind) { return integer(widthOf(kind), true); }
constexpr Kind toUnsigned(Kind kind) { return integer(widthOf(kind), false); }

struct Type {
  Kind kind = Kind::Int;
  unsigned lanes = 1;

  bool operator==(const Type &) const = default;
  bool isVector() const { return lanes > 1; }
  Type with(Kind other) const { return {other, lanes}; }
  Type of(unsigned otherLanes) const { return {kind, otherLanes}; }
  /// Three elements take the place of four.
  unsigned bytes() const { return widthOf(kind) / 8 * (lanes == 3 ? 4 : lanes); }
};
std::string nameOf(Type type);

/// An element's bits, zero-extended. A float that is not a number is always kNan.
using Bits = uint64_t;
inline constexpr Bits kNan = 0x7fc00000;

struct Value {
  Type type;
  std::array<Bits, 16> lane = {};
};

using Wide = __int128;
/// The number that the bits stand for, and back, modulo 2^width.
Wide numberOf(Kind kind, Bits bits);
Bits bitsOf(Kind kind, Wide number);
Wide least(Kind kind);
Wide greatest(Kind kind);
Wide saturate(Kind kind, Wide number);

float floatOf(Bits bits);
Bits bitsOf(float number);

enum class Rounding { NearestEven, TowardZero, Up, Down };
/// OpenCL's suffix, such as _rtz.
std::string suffixOf(Rounding rounding);
Bits floatToInteger(Kind kind, Bits bits, Rounding rounding);
Bits integerToFloat(Kind kind, Bits bits, Rounding rounding);

/// A function of up to three elements of one type, the result's too. In `text` {0}, {1}, {2} are the operands, {T} the
/// type, {U} the unsigned one, {W} an unsigned one in which sums and products of scalars neither overflow nor lose
/// bits.
struct Function {
  const char *text;
  unsigned operands;
  Bits (*apply)(Type type, Bits a, Bits b, Bits c);
};
const std::vector<Function> &integerFunctions();
const std::vector<Function> &floatFunctions();

/// Comparisons: `apply` gives the truth, for floats too.
struct Comparison {
  const char *text;
  bool (*apply)(Kind kind, Bits a, Bits b);
};
const std::vector<Comparison> &comparisons();

}  // namespace weft::fuzz
