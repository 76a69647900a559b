// SPDX-License-Identifier: Apache-2.0
#include "expressions.h"

#include <cmath>
#include <fmt/format.h>

namespace weft::fuzz {
namespace {

/// Applies `function` to each element.
template <class F> std::function<Value(const Item &)> lanewise(Type type, const Expression &a, F function) {
  return [type, a = a.value, function](const Item &item) {
    const Value from = a(item);
    Value result{type, {}};
    for (unsigned lane = 0; lane < type.lanes; ++lane)
      result.lane[lane] = function(from.lane[lane]);
    return result;
  };
}

std::string literalText(Kind kind, Bits bits) {
  if (isFloat(kind)) {
    const float x = floatOf(bits);
    if (std::isnan(x))
      return "NAN";
    if (std::isinf(x))
      return x < 0 ? "-INFINITY" : "INFINITY";
    return fmt::format("{:a}f", x);
  }
  const std::string suffix =
      widthOf(kind) < 32 ? "" : std::string(isSigned(kind) ? "" : "u") + (widthOf(kind) == 64 ? "l" : "");
  const Wide number = numberOf(kind, bits);
  if (number < 0)  // also the least
    return fmt::format("({}{} - 1)", int64_t(number + 1), suffix);
  return fmt::format("{}{}", uint64_t(number), suffix);
}

const unsigned kLanes[] = {1, 2, 3, 4, 8, 16};

}  // namespace

std::string fill(std::string text, const std::vector<std::pair<std::string, std::string>> &names) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text[at] == '{' ? text.find('}', at) : std::string::npos;
    bool found = false;
    if (end != std::string::npos)
      for (const auto &[name, value] : names)
        if (text.compare(at + 1, end - at - 1, name) == 0) {
          result += value;
          at = end + 1;
          found = true;
          break;
        }
    if (!found)
      result += text[at++];
  }
  return result;
}

Type Expressions::randomType() {
  const unsigned die = random_.below(20);
  return randomType(die < 11 ? 1 : die < 13 ? 2 : die < 15 ? 3 : die < 18 ? 4 : die < 19 ? 8 : 16);
}

Expression Expressions::literal(Type type) {
  Value value{type, {}};
  std::string text;
  for (unsigned lane = 0; lane < type.lanes; ++lane) {
    Bits &bits = value.lane[lane];
    if (isFloat(type.kind)) {
      static const float kEdges[] = {0.0f,         -0.0f,     1.0f,      -1.0f,     0.5f,       2147483648.0f,
                                     4294967296.f, 0x1p63f,   -0x1p63f,  0x1p64f,   127.5f,     -128.5f,
                                     255.5f,       -32769.0f, 65535.5f,  1e30f,     -1e30f,     INFINITY,
                                     -INFINITY,    NAN,       0x1p-140f, 0x1p-126f, 16777217.f, -2147483904.0f};
      bits = random_.chance(60) ? bitsOf(kEdges[random_.below(std::size(kEdges))])
                                : bitsOf(float(int(random_.below(4000)) - 2000) / 16.0f);
    } else {
      const Wide low = least(type.kind), high = greatest(type.kind);
      const Wide edges[] = {low, high, 0, 1, high - 1, low + 1, -1, widthOf(type.kind), 31, 2};
      bits = bitsOf(type.kind, random_.chance(60) ? edges[random_.below(std::size(edges))] : Wide(random_.next()));
    }
    text += (lane ? ", " : "") + literalText(type.kind, bits);
  }
  return {type, fmt::format("(({})({}))", nameOf(type), text), [value](const Item &) { return value; }};
}

Expression Expressions::leaf(Type type) {
  if (random_.chance(20))
    return literal(type);
  std::vector<Variable> same, all;
  for (const Variable &variable : variables)
    if (variable.type == type)
      same.push_back(variable);
  if (!same.empty() && random_.chance(85)) {
    const Variable variable = random_.of(same);
    return {type, variable.name, [i = variable.index](const Item &item) { return item.variables[i]; }};
  }
  if (type.isVector())
    return random_.chance(40) ? literal(type) : assembled(type, 0);
  Expression id{{Kind::UInt, 1}, "", nullptr};
  switch (random_.below(3)) {
  case 0:
    id.text = "gid";
    id.value = [](const Item &item) { return Value{{Kind::UInt, 1}, {item.globalId}}; };
    break;
  case 1:
    id.text = "n";
    id.value = [](const Item &item) { return Value{{Kind::UInt, 1}, {item.group->inputs->n}}; };
    break;
  default: {
    const unsigned lane = random_.below(4);
    id.type.kind = Kind::Long;
    id.text = fmt::format("w.s{}", lane);
    id.value = [lane](const Item &item) { return Value{{Kind::Long, 1}, {item.group->inputs->w.lane[lane]}}; };
  }
  }
  if (isFloat(type.kind))
    return fromInteger(id);
  return {type, fmt::format("(({}){})", nameOf(type), id.text),
          lanewise(type, id, [from = id.type.kind, to = type.kind](Bits b) { return bitsOf(to, numberOf(from, b)); })};
}

Expression Expressions::make(Type type, unsigned depth) {
  if (depth == 0 || random_.chance(15))
    return leaf(type);
  switch (random_.below(16)) {
  default:
    return arithmetic(type, depth);
  case 0:
    return comparison(type, depth);
  case 1:
    return choice(type, depth);
  case 2:
  case 3:
  case 4:
    return conversion(type, depth);
  case 5:
    return reinterpretation(type, depth);
  case 6:
  case 7:
    return swizzle(type, depth);
  case 8:
    return assembled(type, depth);
  case 9:
    return element(type, depth);
  case 10:
    return shuffle(type, depth);
  case 11:
    return widened(type, depth);
  }
}

Expression Expressions::arithmetic(Type type, unsigned depth) {
  const Function &function = random_.of(isFloat(type.kind) ? floatFunctions() : integerFunctions());
  std::vector<std::pair<std::string, std::string>> names = {{"T", nameOf(type)}};
  if (!isFloat(type.kind)) {
    const Type bits = type.with(toUnsigned(type.kind));
    names.emplace_back("U", nameOf(bits));
    names.emplace_back("W", nameOf(type.isVector() || widthOf(type.kind) > 32 ? bits : Type{Kind::UInt, 1}));
    if (!type.isVector() && widthOf(type.kind) == 64)
      names.back().second = "ulong";
  }
  std::vector<std::function<Value(const Item &)>> operands;
  for (unsigned i = 0; i < 3; ++i) {
    if (i < function.operands) {
      Expression operand = make(type, depth - 1);
      names.emplace_back(std::to_string(i), operand.text);
      operands.push_back(operand.value);
    } else {
      operands.push_back([type](const Item &) { return Value{type, {}}; });
    }
  }
  return {type, fill(function.text, names), [type, operands, apply = function.apply](const Item &item) {
            const Value a = operands[0](item), b = operands[1](item), c = operands[2](item);
            Value result{type, {}};
            for (unsigned lane = 0; lane < type.lanes; ++lane)
              result.lane[lane] = apply(type, a.lane[lane], b.lane[lane], c.lane[lane]);
            return result;
          }};
}

/// A vector's comparison gives 0 or -1 in signed elements of the operands' width, a scalar's 0 or 1.
Expression Expressions::comparison(Type type, unsigned depth) {
  if (isFloat(type.kind))
    return arithmetic(type, depth);
  Type of = type.isVector() ? type : randomType(1);
  if (type.isVector() && random_.chance(50))
    of.kind = widthOf(type.kind) == 32 && random_.chance(50) ? Kind::Float : toUnsigned(type.kind);
  const Expression a = make(of, depth - 1), b = make(of, depth - 1);
  const Comparison compare = random_.of(comparisons());
  const Bits yes = type.isVector() ? bitsOf(type.kind, -1) : 1;
  std::string text = fmt::format("({} {} {})", a.text, compare.text, b.text);
  if (!type.isVector())
    text = fmt::format("(({}){})", nameOf(type), text);
  else if (!isSigned(type.kind))
    text = fmt::format("as_{}({})", nameOf(type), text);
  return {type, text, [type, of, yes, a = a.value, b = b.value, apply = compare.apply](const Item &item) {
            const Value x = a(item), y = b(item);
            Value result{type, {}};
            for (unsigned lane = 0; lane < type.lanes; ++lane)
              result.lane[lane] = apply(of.kind, x.lane[lane], y.lane[lane]) ? yes : 0;
            return result;
          }};
}

/// A vector's select looks at the sign bits, a scalar's at all bits.
Expression Expressions::choice(Type type, unsigned depth) {
  const Type maskType = type.with(integer(widthOf(type.kind), random_.chance(50)));
  const Expression a = make(type, depth - 1), b = make(type, depth - 1),
                   mask = type.isVector() || random_.chance(50) ? make(maskType, depth - 1) : condition(depth - 1);
  const bool ternary = !type.isVector();
  const Bits chosen = type.isVector() ? Bits(1) << (widthOf(type.kind) - 1) : ~Bits(0);
  const std::string text = ternary ? fmt::format("(({})({} ? {} : {}))", nameOf(type), mask.text, b.text, a.text)
                                   : fmt::format("select({}, {}, {})", a.text, b.text, mask.text);
  return {type, text, [type, chosen, a = a.value, b = b.value, mask = mask.value](const Item &item) {
            const Value x = a(item), y = b(item), m = mask(item);
            Value result{type, {}};
            for (unsigned lane = 0; lane < type.lanes; ++lane)
              result.lane[lane] = m.lane[lane] & chosen ? y.lane[lane] : x.lane[lane];
            return result;
          }};
}

Expression Expressions::conversion(Type type, unsigned depth) {
  const Expression from = make(randomType(type.lanes), depth - 1);
  if (isFloat(type.kind))
    return isFloat(from.type.kind) ? from : fromInteger(from);
  if (isFloat(from.type.kind))
    return toInteger(type, from);
  const bool saturating = random_.chance(60);
  return {type, fmt::format("convert_{}{}({})", nameOf(type), saturating ? "_sat" : "", from.text),
          lanewise(type, from, [to = type.kind, kind = from.type.kind, saturating](Bits bits) {
            const Wide number = numberOf(kind, bits);
            return bitsOf(to, saturating ? saturate(to, number) : number);
          })};
}

Expression Expressions::toInteger(Type type, const Expression &from) {
  const bool plain = random_.chance(25);
  const Rounding mode = plain ? Rounding::TowardZero : rounding();
  const std::string suffix = mode == Rounding::TowardZero && random_.chance(50) ? "" : suffixOf(mode);
  std::string text = fmt::format("convert_{}_sat{}({})", nameOf(type), suffix, from.text);
  if (plain)
    text = fmt::format("FROM_FLOAT({}, {})", nameOf(type), from.text);
  return {type, text,
          lanewise(type, from, [kind = type.kind, mode](Bits bits) { return floatToInteger(kind, bits, mode); })};
}

Expression Expressions::fromInteger(const Expression &from) {
  const Type type = from.type.with(Kind::Float);
  const Rounding mode = rounding();
  const std::string suffix = mode == Rounding::NearestEven && random_.chance(70) ? "" : suffixOf(mode);
  return {type, fmt::format("convert_{}{}({})", nameOf(type), suffix, from.text),
          lanewise(type, from, [kind = from.type.kind, mode](Bits bits) { return integerToFloat(kind, bits, mode); })};
}

Expression asBits(const Expression &expression) {
  if (!isFloat(expression.type.kind))
    return expression;
  return {expression.type.with(Kind::UInt), fmt::format("bits({})", expression.text),
          lanewise(expression.type.with(Kind::UInt), expression, [](Bits bits) { return bits; })};
}

/// as_type, between types of the same size.
Expression Expressions::reinterpretation(Type type, unsigned depth) {
  std::vector<Type> same;
  for (unsigned kind = 0; kind < kKinds; ++kind)
    for (unsigned lanes : kLanes)
      if (const Type other{Kind(kind), lanes};
          other.bytes() == type.bytes() && (lanes == 3) == (type.lanes == 3) && other.kind != type.kind)
        same.push_back(other);
  if (same.empty())
    return arithmetic(type, depth);
  const Expression from = asBits(make(random_.of(same), depth - 1));
  const Type plain = isFloat(type.kind) ? type.with(Kind::UInt) : type;
  std::string text = from.type == plain ? from.text : fmt::format("as_{}({})", nameOf(plain), from.text);
  if (isFloat(type.kind))
    text = fmt::format("number({})", text);
  return {type, text, [type, from = from.value](const Item &item) {
            std::vector<uint8_t> bytes(128);
            store(bytes, 0, from(item));
            return load(bytes, 0, type);
          }};
}

Expression Expressions::swizzle(Type type, unsigned depth) {
  const unsigned sources[] = {2, 3, 4, 4, 8, 16};
  const Expression from =
      make(type.of(sources[random_.below(type.lanes > 4 || random_.chance(10) ? 6 : 4)]), depth - 1);
  std::array<unsigned, 16> lanes = {};
  std::string name;
  for (unsigned i = 0; i < type.lanes; ++i) {
    lanes[i] = random_.below(from.type.lanes);
    name += fmt::format("{:x}", lanes[i]);
  }
  return {type, fmt::format("({}).s{}", from.text, name), [type, lanes, from = from.value](const Item &item) {
            const Value source = from(item);
            Value result{type, {}};
            for (unsigned i = 0; i < type.lanes; ++i)
              result.lane[i] = source.lane[lanes[i]];
            return result;
          }};
}

/// A vector from parts, or from one number for all elements.
Expression Expressions::assembled(Type type, unsigned depth) {
  if (!type.isVector())
    return arithmetic(type, std::max(depth, 1u));
  std::vector<Expression> parts;
  const unsigned below = depth ? depth - 1 : 0;
  if (random_.chance(30)) {
    const Expression all = make(type.of(1), below);
    return {type, fmt::format("(({})({}))", nameOf(type), all.text), [type, all = all.value](const Item &item) {
              Value result{type, {}};
              result.lane.fill(all(item).lane[0]);
              return result;
            }};
  }
  std::string text;
  for (unsigned left = type.lanes; left > 0;) {
    unsigned lanes = kLanes[random_.below(5)];
    while (lanes > left || (lanes == type.lanes))
      lanes = lanes == 8 ? 4 : lanes == 4 ? 3 : lanes - 1;
    // Long vectors have few parts that are more than a leaf.
    parts.push_back(make(type.of(lanes), parts.size() < 2 ? below : 0));
    text += (text.empty() ? "" : ", ") + parts.back().text;
    left -= lanes;
  }
  return {type, fmt::format("(({})({}))", nameOf(type), text), [type, parts](const Item &item) {
            Value result{type, {}};
            unsigned at = 0;
            for (const Expression &part : parts) {
              const Value value = part.value(item);
              for (unsigned lane = 0; lane < part.type.lanes; ++lane)
                result.lane[at++] = value.lane[lane];
            }
            return result;
          }};
}

/// An element of a vector variable, which one is known at run time only.
Expression Expressions::element(Type type, unsigned depth) {
  std::vector<Variable> vectors;
  for (const Variable &variable : variables)
    if (variable.type.kind == type.kind && variable.type.isVector() && variable.type.lanes != 3)
      vectors.push_back(variable);
  if (type.isVector() || vectors.empty())
    return arithmetic(type, depth);
  const Variable variable = random_.of(vectors);
  const Expression at = index(variable.type.lanes, depth - 1);
  return {type, fmt::format("{}[{}]", variable.name, at.text),
          [type, i = variable.index, at = at.value](const Item &item) {
            return Value{type, {item.variables[i].lane[at(item).lane[0]]}};
          }};
}

/// Masks are taken modulo the number of elements of the source, of both for shuffle2.
Expression Expressions::shuffle(Type type, unsigned depth) {
  if (type.lanes == 1 || type.lanes == 3)
    return swizzle(type, depth);
  const unsigned sources[] = {2, 4, 4, 8};
  const unsigned lanes = sources[random_.below(type.lanes > 4 ? 4 : 3)];
  const bool two = random_.chance(40);
  const Expression a = make(type.of(lanes), depth - 1), b = two ? make(type.of(lanes), depth - 1) : a,
                   mask = make(type.with(integer(widthOf(type.kind), false)), depth - 1);
  const std::string text = two ? fmt::format("shuffle2({}, {}, {})", a.text, b.text, mask.text)
                               : fmt::format("shuffle({}, {})", a.text, mask.text);
  return {type, text, [type, lanes, two, a = a.value, b = b.value, mask = mask.value](const Item &item) {
            const Value x = a(item), y = b(item), m = mask(item);
            Value result{type, {}};
            for (unsigned i = 0; i < type.lanes; ++i)
              result.lane[i] = (two && m.lane[i] & lanes ? y : x).lane[m.lane[i] & (lanes - 1)];
            return result;
          }};
}

/// Operations that join or take narrower numbers: upsample, mul24.
Expression Expressions::widened(Type type, unsigned depth) {
  if (isFloat(type.kind) || widthOf(type.kind) == 8)
    return arithmetic(type, depth);
  if (widthOf(type.kind) == 32 && random_.chance(50)) {
    const Expression a = make(type, depth - 1), b = make(type, depth - 1);
    return {type, fmt::format("mul24({} >> 8, {} >> 8)", a.text, b.text),
            [type, a = a.value, b = b.value](const Item &item) {
              const Value x = a(item), y = b(item);
              Value result{type, {}};
              for (unsigned lane = 0; lane < type.lanes; ++lane)
                result.lane[lane] = bitsOf(type.kind, (numberOf(type.kind, x.lane[lane]) >> 8) *
                                                          (numberOf(type.kind, y.lane[lane]) >> 8));
              return result;
            }};
  }
  const unsigned half = widthOf(type.kind) / 2;
  const Expression high = make(type.with(integer(half, isSigned(type.kind))), depth - 1),
                   low = make(type.with(integer(half, false)), depth - 1);
  return {type, fmt::format("upsample({}, {})", high.text, low.text),
          [type, half, high = high.value, low = low.value](const Item &item) {
            const Value x = high(item), y = low(item);
            Value result{type, {}};
            for (unsigned lane = 0; lane < type.lanes; ++lane)
              result.lane[lane] = x.lane[lane] << half | y.lane[lane];
            return result;
          }};
}

Expression Expressions::index(unsigned bound, unsigned depth) {
  const Expression from = make({Kind::UInt, 1}, depth);
  return {{Kind::UInt, 1},
          fmt::format("({} & {}u)", from.text, bound - 1),
          lanewise({Kind::UInt, 1}, from, [bound](Bits bits) { return bits & (bound - 1); })};
}

Expression Expressions::condition(unsigned depth) { return comparison({Kind::Int, 1}, std::max(depth, 1u)); }

std::string prelude() {
  std::string text = R"(#pragma OPENCL FP_CONTRACT OFF
// Divisions by zero and beyond the range have some result, which is not used. ORACLE: for compilers that take them, and
// conversions beyond an integer's range, to be undefined.
#ifdef ORACLE
#define DIVISOR(bad, b) ((bad) ? 1 : (b))
#define VECTOR_DIVISOR(T, bad, b) select(b, (T)(1), bad)
#define FROM_FLOAT(T, x) convert_##T##_sat(x)
#else
#define DIVISOR(bad, b) (b)
#define VECTOR_DIVISOR(T, bad, b) (b)
#define FROM_FLOAT(T, x) convert_##T(x)
#endif
#define QUOTIENT(T, a, b, c) quotient_##T(a, b, c)
#define REMAINDER(T, a, b, c) remainder_##T(a, b, c)
)";
  for (unsigned lanes : kLanes) {
    const std::string suffix = lanes == 1 ? "" : std::to_string(lanes);
    const char *const choose = lanes == 1
                                   ? "{ uint b = as_uint(x); return (b & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : b; }"
                                   : "{ uint# b = as_uint#(x); return select(b, (uint#)(0x7fc00000), (b & "
                                     "0x7fffffff) > 0x7f800000); }";
    std::string functions =
        std::string("uint# __attribute__((overloadable)) bits(float# x) ") + choose +
        "\nfloat# __attribute__((overloadable)) number(uint# x) { return as_float#(bits(as_float#(x))); }\n";
    for (char c : functions)
      text += c == '#' ? suffix : std::string(1, c);
    for (unsigned kind = 0; kind < kKinds - 1; ++kind) {
      const Type type{Kind(kind), lanes};
      const std::string bad = isSigned(type.kind)
                                  ? fmt::format("(b == ({0})0) | ((a == ({0}){1}) & (b == ({0})-1))", nameOf(type),
                                                literalText(type.kind, bitsOf(type.kind, least(type.kind))))
                                  : fmt::format("(b == ({})0)", nameOf(type));
      for (const auto &[name, operation] : {std::pair("quotient", "/"), std::pair("remainder", "%")})
        text +=
            fill(lanes == 1 ? "{T} {name}_{T}({T} a, {T} b, {T} c) { int bad = {bad}; {T} r = a {op} DIVISOR(bad, b); "
                              "return bad ? c : r; }\n"
                            : "{T} {name}_{T}({T} a, {T} b, {T} c) { {S} bad = {bad}; {T} r = a {op} "
                              "VECTOR_DIVISOR({T}, bad, b); return select(r, c, bad); }\n",
                 {{"T", nameOf(type)},
                  {"S", nameOf(type.with(toSigned(type.kind)))},
                  {"name", name},
                  {"op", operation},
                  {"bad", bad}});
    }
  }
  return text;
}

}  // namespace weft::fuzz
