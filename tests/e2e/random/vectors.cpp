// SPDX-License-Identifier: Apache-2.0
// Vectors of every width and type of integer, and of float.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

/// `count` different lanes of a vector of `width`, as in `.s20`.
std::string Writer::lanes(unsigned count, unsigned width) {
  std::string all = "0123456789abcdef", result = ".s";
  all.resize(width);
  for (unsigned i = 0; i < count; ++i) {
    const size_t at = random_.below(all.size());
    result += all[at];
    all.erase(at, 1);
  }
  return result;
}

/// An expression of the statement's vectors x and y.
std::string Writer::vector(const Integer &type, unsigned width, unsigned depth) {
  if (depth == 0)
    return random_.chance(50) ? "x" : "y";
  const std::string name = type.name + std::to_string(width), a = vector(type, width, depth - 1),
                    b = vector(type, width, depth - 1);
  const std::string unsignedName = type.isSigned ? "u" + name : name;
  switch (random_.below(22)) {
  case 0:
    return fmt::format("({} + {})", a, b);
  case 1:
    return fmt::format("({} - {})", a, b);
  case 2:
    return fmt::format("({} * {})", a, b);
  case 3:
    return fmt::format("({} & ~{})", a, b);
  case 4:
    return fmt::format("({} ^ {})", a, b);
  case 5:
    return fmt::format("({} << {})", a, b);  // by the amount modulo the width
  case 6:
    return fmt::format("({} >> {})", a, b);
  case 7:
    return fmt::format("as_{}(as_{}({}) / (as_{}({}) | ({})1))", name, unsignedName, a, unsignedName, b,
                       type.isSigned ? fmt::format("u{}", type.name) : type.name);
  case 8:
    return fmt::format("as_{}({} < {})", name, a, b);
  case 9:
    return fmt::format("select({}, {}, {} == {})", a, b, a, b);
  case 10:
    return fmt::format("bitselect({}, {}, {})", a, b, b);
  case 11:
    return fmt::format("max({}, {})", a, b);
  case 12:
    return fmt::format("min({}, ({}){})", a, type.name, random_.below(100));
  case 13:
    return fmt::format("as_{}(abs_diff({}, {}))", name, a, b);
  case 14:
    return fmt::format("rotate({}, {})", a, b);
  case 15:
    return fmt::format("add_sat({}, {})", a, b);
  case 16:
    return fmt::format("hadd({}, {})", a, b);
  case 17:
    return fmt::format("clz({})", a);
  case 18:
    return fmt::format("({}){}", a, lanes(width, width));
  case 19:  // no lane 3 of a vector of 3 may be read
    return width == 3 ? fmt::format("({})({}, ({}).s0)", name, "(" + a + ").s21", b)
                      : fmt::format("({})(({}).{}, ({}).{})", name, a, random_.chance(50) ? "hi" : "even", b,
                                    random_.chance(50) ? "lo" : "odd");
  case 20:
    return width == 3 ? fmt::format("(-{})", a) : fmt::format("shuffle2({}, {}, as_{}({}))", a, b, unsignedName, b);
  default:
    return fmt::format("({} ? ({}) : ({}))", condition(false), a, b);
  }
}

void Writer::vectors() {
  if (random_.chance(20))
    return floatVectors();
  static const unsigned kWidths[] = {2, 3, 4, 8, 16};
  const Integer &type = random_.of(kIntegers);
  const unsigned width = random_.of(kWidths);
  const std::string name = type.name + std::to_string(width);
  line(fmt::format("{{ {0} x = ({0})(({1})({2}));", name, type.name, expression(false, 1)));
  // Lanes that differ
  std::string steps;
  for (unsigned i = 0; i < width; ++i)
    steps += fmt::format("{}({}){}u", i ? ", " : "", type.name, constant());
  line(fmt::format("{0} y = ({0})({1}) * ({2}){3} + x;", name, steps, type.name, variable()));
  for (unsigned i = random_.below(2); i-- > 0;)
    line(fmt::format("{} = {};", random_.chance(50) ? "x" : "y", vector(type, width, 2)));
  if (random_.chance(50)) {
    const unsigned count = width == 2 ? 2 : width < 8 || random_.chance(50) ? 2 + random_.below(2) : 8;
    line(fmt::format("x{} {} y{};", lanes(count, width), random_.chance(50) ? "=" : "+=", lanes(count, width)));
  }
  if (random_.chance(30)) {
    const Integer &other = random_.of(kIntegers);
    line(fmt::format("{0}{1} z = convert_{0}{1}{2}(x); {3} ^= {4};", other.name, width,
                     random_.chance(40) ? "_sat" : "", variable(), folded("z", other.bits, width)));
  }
  if (random_.chance(25))
    line(fmt::format("{} += (uint)any(x < y) * 5u + (uint)all(x != y);", variable()));
  line(fmt::format("{} += {}; }}", variable(), folded(fmt::format("({})", vector(type, width, 1)), type.bits, width)));
}

/// Of numbers that are small enough for every result to be exact or rounded once.
void Writer::floatVectors() {
  static const unsigned kWidths[] = {2, 3, 4, 8};
  const unsigned width = random_.of(kWidths);
  line(
      fmt::format("{{ float{0} x = (float{0})((float)({1} & 0xffffu)), y = convert_float{0}((int{0})((int){2} >> 9)) * "
                  "0.37f;",
                  width, expression(false, 1), variable()));
  static const char *const kForms[] = {"x + y",
                                       "x - y * 0.5f",
                                       "fma(x, y, x)",
                                       "fmax(x, y)",
                                       "floor(y) + x",
                                       "x / (fabs(y) + 1.0f)",
                                       "sqrt(fabs(y))",
                                       "select(x, y, x < y)",
                                       "trunc(y * x)",
                                       "copysign(x, y)",
                                       "clamp(y, -9.0f, fabs(x))",
                                       "rint(y)"};
  line(fmt::format("x = {};", random_.of(kForms)));
  line(fmt::format("x{} = y{};", lanes(2, width), lanes(2, width)));
  line(fmt::format("uint{0} bits = as_uint{0}(x) ^ as_uint{0}(convert_int{0}_sat_rte({1}));", width,
                   random_.of(kForms)));
  line(fmt::format("{} += {}; }}", variable(), folded("bits", 32, width)));
}

}  // namespace weft::random_kernels
