// SPDX-License-Identifier: Apache-2.0
// Expressions of type uint.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

std::string Writer::variable() { return fmt::format("v{}", random_.below(kVariables)); }

std::string Writer::atom(bool uniform) {
  switch (random_.below(uniform ? 3 : 8)) {
  case 0:
    return fmt::format("{}u", random_.below(random_.chance(50) ? 16 : 0x7fffffff));
  case 1:
    return "n";
  case 2:
    return loops_ > 0 ? fmt::format("i{}", random_.below(loops_)) : "n";
  case 3:
    return "gid";
  case 4:
    return "lid";
  case 5:
    return "lx";
  default:
    return variable();
  }
}

std::string Writer::expression(bool uniform, unsigned depth) {
  if (depth == 0 || random_.chance(20))
    return atom(uniform);
  const std::string a = expression(uniform, depth - 1), b = expression(uniform, depth - 1);
  switch (random_.below(uniform ? 8 : 33)) {
  case 0:
  case 1:
    return fmt::format("({} + {})", a, b);
  case 2:
    return fmt::format("({} - {})", a, b);
  case 3:
    return fmt::format("({} * {})", a, b);
  case 4:
    return fmt::format("({} ^ {})", a, b);
  case 5:
    return fmt::format("({} & {})", a, b);
  case 6:
    return fmt::format("({} | {})", a, b);
  case 7:
    return fmt::format("({} >> ({} & 31u))", a, b);
  case 8:
    return fmt::format("({} << ({} & 31u))", a, b);
  case 9:
    return fmt::format("({} / ({} | 1u))", a, b);
  case 10:
    return fmt::format("({} % ({} | 1u))", a, b);
  case 11:
    return fmt::format("({} < {} ? {} : {})", a, b, atom(uniform), atom(uniform));
  case 12:
    return fmt::format("(uint)(uchar)({})", a);
  case 13:
    return fmt::format("(uint)(short)({})", a);
  case 14:
    return fmt::format("(uint)(((ulong){} * {}) >> 32)", a, b);
  case 15:
    return fmt::format("(uint)((int){} >> ({} & 31u))", a, b);
  case 16:
    return fmt::format("(uint)((int)({}) / (int)(({} & 255u) + 1u))", a, b);
  case 17:
    return fmt::format("(uint)max((int){}, (int){})", a, b);
  case 18:
    return fmt::format("popcount({})", a);
  case 19:
    return fmt::format("rotate({}, {})", a, b);
  case 20:
    return fmt::format("({} {} {}u)", a, random_.chance(50) ? "/" : "%", constant());
  case 21:  // of either sign, not -1: that overflows
    return fmt::format("(uint)((int)({}) {} {})", a, random_.chance(50) ? "/" : "%",
                       random_.chance(50) ? fmt::format("{}", constant() >> 1 | 1)
                                          : fmt::format("(-{})", (constant() >> 1 | 1) + 1));
  case 22:
    return fmt::format("({} * {}u)", a, constant());
  case 23:
    return fmt::format("((uint)(uchar)({}) % {}u)", a, (constant() & 255u) | 1u);
  case 24:
    return fmt::format("(uint)mul_hi((int)({}), (int)({}))", a, b);
  case 25:
    return random_.chance(50) ? fmt::format("add_sat({}, {})", a, b)
                              : fmt::format("(uint)sub_sat((int)({}), (int)({}))", a, b);
  case 26:
    return builtin(a, b, atom(uniform));
  case 27:
    return fmt::format("dot4((uint4)({}, {}, n, 3u), {})", a, b, atom(uniform));
  case 28:
    return fmt::format("as_uint((float)({} & 0xffffu) * 0.75f + (float)({} & 255u))", a, b);
  case 29:
    return random_.chance(50) ? floatingPoint(a, b) : otherPrecision(a, b);
  case 30:
    return call(a, b);
  case 31:
    return constantRead(a);
  default:
    return fmt::format("(uint)((((ulong){0} << 32) | {1}) {2} (((ulong){1} << {3}) | 1u))", a, b,
                       random_.chance(50) ? "/" : "%", random_.below(32));
  }
}

/// Of operands that are numbers, with results that the standard rounds exactly.
std::string Writer::floatingPoint(const std::string &a, const std::string &b) {
  static const char *const kForms[] = {"as_uint((float)({} & 0xffffu) / (float)({} & 255u | 1u))",
                                       "as_uint(sqrt((float){}) + (float)({} & 7u))",
                                       "as_uint(fma((float)(int){}, 1.25f, (float){}))",
                                       "as_uint(fmax((float)(int){}, (float)(int){}))",
                                       "(uint)((float)(int){} < (float)(int){})",
                                       "as_uint(floor((float)(int){} * 0.01f) - rint((float){} * 0.3f))",
                                       "(uint)convert_int_sat_rte((float)(int){} * 0.37f - (float){})",
                                       "as_uint(convert_float_rtz({}) - convert_float_rtp((int){}))"};
  return fmt::format(fmt::runtime(random_.of(kForms)), a, b);
}

/// The same on double and half (kPrelude).
std::string Writer::otherPrecision(const std::string &a, const std::string &b) {
  static const char *const kForms[] = {"fold((double){} / (double)({} | 1u))",
                                       "fold(sqrt((double){}) * (double)(int){})",
                                       "fold(fma((double)(int){}, 0.1, (double){} * 0x1p-30))",
                                       "as_uint((float)((double){} * 0x1p-40 + (double)(int){}))",
                                       "(uint)convert_int_sat_rte((double)(int){} * 0.37 - (double){})",
                                       "fold((double)((ulong){} << 32 | {}))",
                                       "(uint)((double){} < (double)(int){})",
                                       "fold(floor((double)(int){} * 0.01) - rint((double){} * 0.3))",
                                       "(uint)convert_long_sat_rtp((double){} * 1.37e9 - (double)(int){})",
                                       "as_uint(half_sum((float)(int){} * 0.001f, (float)({} & 0xfffu)))",
                                       "as_uint(half_product((float)(short)({}) * 0.37f, (float)({} & 0xfffu)))",
                                       "as_uint(half_quotient((float)(short)({}), (float)({} & 0xffu | 1u)))",
                                       "as_uint(half_fused((float)(short)({}) * 0x1p-9f, (float)(short)({})))"};
  return fmt::format(fmt::runtime(random_.of(kForms)), a, b);
}

/// An integer built-in function on any type. A sum of all bits of its result goes on.
std::string Writer::builtin(const std::string &a, const std::string &b, const std::string &c) {
  static const char *const kTypes[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
  // PoCL 3.1, the oracle, has these right, as far as a comparison with 128-bit arithmetic shows.
  static const char *const kOfTwo[] = {"add_sat", "sub_sat", "mul_hi", "hadd", "rhadd", "abs_diff"};
  static const char *const kOfThree[] = {"mad_hi", "mad_sat"};
  const char *const type = kTypes[random_.below(8)];
  const std::string x = fmt::format("({})((ulong){} << 32 ^ {})", type, a, b),
                    y = fmt::format("({})((ulong){} << 32 ^ {})", type, b, c);
  const unsigned function = random_.below(8);
  const std::string call = function < 6 ? fmt::format("{}({}, {})", kOfTwo[function], x, y)
                                        : fmt::format("{}({}, {}, ({}){})", kOfThree[function - 6], x, y, type, c);
  return fmt::format("(uint)((ulong){} * 0x9e3779b97f4a7c15ul >> 32)", call);
}

std::string Writer::condition(bool uniform) {
  static const char *const kComparisons[] = {"<", ">", "<=", "==", "!="};
  return fmt::format("({} & 15u) {} ({} & 15u)", expression(uniform, 1), kComparisons[random_.below(5)],
                     expression(uniform, 1));
}

/// A call of a function of the kernel's own. They call one another, so seldom.
std::string Writer::call(const std::string &a, const std::string &b) {
  if (functions_ == 0 || (inFunction_ && random_.chance(60)))
    return fmt::format("({} + {})", a, b);
  return fmt::format("f{}(in, n, gid, lid, lx, {}, {})", random_.below(functions_), a, b);
}

std::string Writer::constantRead(const std::string &a) {
  if (tables_.empty())
    return a;
  const unsigned table = random_.below(unsigned(tables_.size()));
  return fmt::format("(uint)table{}[{} % {}u]", table, a, tables_[table]);
}

}  // namespace weft::random_kernels
