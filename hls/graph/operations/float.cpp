// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic, comparison, minima and maxima, rounding to an integral value.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/host_float.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

std::string floatWidths(const Shape &shape) {
  if (!isFloatWidth(shape.result))
    return std::to_string(shape.result) + " bits are no floating-point width";
  return allEqual(shape);
}

std::string floatCompareWidths(const Shape &shape) {
  if (!isFloatWidth(shape.operands[0]))
    return "operands are no floating-point numbers";
  return comparedWidths(shape);
}

/// A function of the operands as host numbers, all of one format.
template <auto Compute> std::optional<Bits> compute(const Op &op, const Operands &in, unsigned) {
  return inHostFormat(in, [&](auto a) {
    using F = decltype(a);
    const auto f = [&](size_t i) { return decode<F>(in[i]); };
    if constexpr (std::is_invocable_v<decltype(Compute), F, F, F>)
      return encode<F>(Compute(a, f(1), f(2)));
    else if constexpr (std::is_invocable_v<decltype(Compute), F, F>)
      return encode<F>(Compute(a, f(1)));
    else if constexpr (std::is_invocable_v<decltype(Compute), F, Predicate>)
      return encode<F>(Compute(a, op.predicate));
    else
      return encode<F>(Compute(a));
  });
}

template <typename F> bool holds(Predicate predicate, F a, F b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
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

std::optional<Bits> compare(const Op &op, const Operands &in, unsigned) {
  return inHostFormat(in, [&](auto a) { return Bits(1, holds(op.predicate, a, decode<decltype(a)>(in[1]))); });
}

template <bool Max> struct Extremum {
  template <typename F> F operator()(F a, F b) const {
    if (std::isnan(a))
      return b;
    if (std::isnan(b))
      return a;
    if (a == b)  // -0 is less than +0
      return std::signbit(a) != Max ? a : b;
    return (a < b) != Max ? a : b;
  }
};

struct Round {
  template <typename F> F operator()(F a, Predicate mode) const {
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
};

std::string singleWidths(const Shape &shape) {
  return shape.result == 32 ? allEqual(shape) : "only float has an operation without subnormals";
}

constexpr double kSmallestNormal = std::numeric_limits<float>::min();

float withoutSubnormal(float a) { return std::fabs(a) < kSmallestNormal ? std::copysign(0.f, a) : a; }

/// Operands and result of float without subnormals. The result is rounded to a significand of 24 bits before its
/// exponent is looked at; two of such roundings, to 53 bits and to 24, give what one does (products are exact).
template <auto Compute> std::optional<Bits> computeFlushed(const Op &, const Operands &in, unsigned) {
  const double a = withoutSubnormal(decode<float>(in[0])), b = withoutSubnormal(decode<float>(in[1]));
  const double exact = Compute(a, b);
  if (exact == 0 || !std::isfinite(exact))
    return encode<float>(float(exact));
  const int exponent = std::ilogb(exact);
  const double rounded = std::ldexp(float(std::ldexp(exact, -exponent)), exponent);
  return encode<float>(std::fabs(rounded) < kSmallestNormal ? std::copysign(0.f, float(exact)) : float(rounded));
}

std::vector<Setting> format(const Op &, unsigned result, unsigned) { return formatSettings(result); }

/// The format of the operands and one parameter more.
std::vector<Setting> formatAnd(unsigned width, Setting more) {
  std::vector<Setting> settings = formatSettings(width);
  settings.push_back(more);
  return settings;
}

std::vector<Setting> formatWithoutSubnormals(const Op &, unsigned result, unsigned) {
  return formatAnd(result, {"Subnormals", 0});
}

template <bool Max> std::vector<Setting> extremumSettings(const Op &, unsigned result, unsigned) {
  return formatAnd(result, {"Max", Max});
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::FAdd,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a, auto b) { return a + b; }>,
     .origins = {{"fadd"}},
     .settings = format},
    {.opcode = Opcode::FSub,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a, auto b) { return a - b; }>,
     .origins = {{"fsub"}},
     .settings = [](const Op &, unsigned result, unsigned) { return formatAnd(result, {"Subtract", 1}); }},
    {.opcode = Opcode::FMul,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a, auto b) { return a * b; }>,
     .origins = {{"fmul"}},
     .settings = format},
    {.opcode = Opcode::FMulFlush,
     .checkWidths = singleWidths,
     .evaluate = computeFlushed<[](double a, double b) { return a * b; }>,
     .settings = formatWithoutSubnormals},
    {.opcode = Opcode::FDivFlush,
     .checkWidths = singleWidths,
     .evaluate = computeFlushed<[](double a, double b) { return a / b; }>,
     .settings = formatWithoutSubnormals},
    {.opcode = Opcode::FDiv,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a, auto b) { return a / b; }>,
     .origins = {{"fdiv"}},
     .settings = format},
    {.opcode = Opcode::FFma,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a, auto b, auto c) { return std::fma(a, b, c); }>,
     .origins = {{"llvm.fma"}},
     .settings = format},
    {.opcode = Opcode::FSqrt,
     .checkWidths = floatWidths,
     .evaluate = compute<[](auto a) { return std::sqrt(a); }>,
     .origins = {{"llvm.sqrt"}},
     .settings = format},
    {.opcode = Opcode::FCmp,
     .predicates = {Predicate::Oeq, Predicate::Uno},
     .checkWidths = floatCompareWidths,
     .evaluate = compare,
     .settings =
         [](const Op &op, unsigned, unsigned operand) {
           return formatAnd(operand, {"Predicate", unsigned(op.predicate) - unsigned(Predicate::Oeq)});
         }},
    {.opcode = Opcode::FMin,
     .checkWidths = floatWidths,
     .evaluate = compute<Extremum<false>{}>,
     .origins = {{"llvm.minnum"}},
     .settings = extremumSettings<false>},
    {.opcode = Opcode::FMax,
     .checkWidths = floatWidths,
     .evaluate = compute<Extremum<true>{}>,
     .origins = {{"llvm.maxnum"}},
     .settings = extremumSettings<true>},
    {.opcode = Opcode::FRound,
     .predicates = {Predicate::NearestEven, Predicate::Down, "rounding mode"},
     .checkWidths = floatWidths,
     .evaluate = compute<Round{}>,
     .origins = {{"llvm.floor", Predicate::Down},
                 {"llvm.ceil", Predicate::Up},
                 {"llvm.trunc", Predicate::TowardZero},
                 {"llvm.rint", Predicate::NearestEven},
                 {"llvm.nearbyint", Predicate::NearestEven},
                 {"llvm.roundeven", Predicate::NearestEven},
                 {"llvm.round", Predicate::NearestAway}},
     .settings =
         [](const Op &op, unsigned result, unsigned) {
           return formatAnd(result, {"Rounding", unsigned(op.predicate) - unsigned(Predicate::NearestEven)});
         }},
};

}  // namespace

std::span<const Operation> floatOperations() { return kOperations; }

}  // namespace weft::graph
