// SPDX-License-Identifier: Apache-2.0
// Loops, switches and jumps.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

/// A switch on any type: cases close together or not, of constants or of operations, with a default or without.
void Writer::choice() {
  const unsigned type = random_.below(8), constants = random_.chance(60) ? 100 : 70 * random_.below(2);
  const unsigned count = constants == 100 && type > 1 && random_.chance(10) ? 270 : 2 + random_.below(20);
  const unsigned stride = random_.chance(70) ? 1 : 2 + random_.below(2);
  const int first = int(random_.below(60)) - (type % 2 == 0 ? 60 : 0);
  const char *const offset = type >= 6 ? " + 0x5fffffff0L" : "";
  const std::string a = variable(), b = variable();
  line(fmt::format("{{ const {} s = ({})((int)({} % {}u) + ({})){}; switch (s) {{", kIntegers[type].name,
                   kIntegers[type].name, expression(false, 1), count * stride + 9, first - 4, offset));
  for (unsigned i = 0; i < count; ++i) {
    if (random_.chance(4))  // a hole
      continue;
    line(fmt::format("case {}{}:", first + int(i * stride), offset));
    if (random_.chance(5))  // shared
      continue;
    line(random_.chance(constants) ? constantResults(a, b) : result(a, b));
    if (!random_.chance(3))
      line("break;");
  }
  line(random_.chance(50) ? fmt::format("default: {} = {}u;", a, constant()) : "default: break;");
  line("} }");
}

std::string Writer::constantResults(const std::string &a, const std::string &b) {
  switch (random_.below(6)) {
  case 0:
    return fmt::format("{} = {}u; {} = {}u;", a, constant(), b, random_.below(9));
  case 1:
    return fmt::format("{} = as_uint({}.5f);", a, random_.below(99));
  case 2:
    return fmt::format("{} = (uint)s * {}u + 7u;", a, constant());
  default:
    return fmt::format("{} = {}u;", a, constant());
  }
}

std::string Writer::result(const std::string &a, const std::string &b) {
  switch (random_.below(4)) {
  case 0:
    return fmt::format("{} += {}u;", a, constant());
  case 1:
    return fmt::format("{} = {} * {}u + (uint)s;", a, b, constant());
  case 2:
    return fmt::format("{} = {};", a, b);
  default:
    return fmt::format("{} ^= in[{} % {}u];", a, b, shape_.inWords);
  }
}

void Writer::loop(bool uniform, unsigned depth) {
  const bool same = uniform && random_.chance(60);
  const std::string bound =
      same ? fmt::format("({} & 3u) + 1u", expression(true, 1)) : fmt::format("({} & 7u)", expression(false, 1));
  const unsigned counter = loops_++;
  // The bound is evaluated once, so that the loop ends.
  line(fmt::format("{{ const uint b{0} = {1}; for (uint i{0} = 0; i{0} < b{0}; ++i{0}) {{", counter, bound));
  block(same, depth + 1, 1 + random_.below(3));
  if (!same && random_.chance(25))
    line(fmt::format("if ({}) break;", condition(false)));
  if (!same && random_.chance(15)) {
    line(fmt::format("if ({}) continue;", condition(false)));
    assignment();
  }
  line("} }");
  --loops_;
}

/// A jump forward, back, or into a loop. The last one makes an irreducible graph, of which PoCL dies: REDUCIBLE asks
/// for the same without.
void Writer::jump(unsigned depth) {
  const unsigned label = labels_++;
  switch (random_.below(3)) {
  case 0:
    line(fmt::format("if ({}) goto past{};", condition(false), label));
    block(false, depth + 1, 1 + random_.below(2));
    return line(fmt::format("past{}:;", label));
  case 1: {
    const unsigned counter = loops_++;
    line(fmt::format("{{ uint i{} = 0; back{}:;", counter, label));
    block(false, depth + 1, 1 + random_.below(2));
    line(fmt::format("if (++i{} < 4u && {}) goto back{}; }}", counter, condition(false), label));
    --loops_;
    return;
  }
  default: {
    const unsigned counter = loops_++;
    line(fmt::format("{{ uint i{0} = 0; const uint b{0} = {1} & 3u; const bool c{0} = {2};", counter,
                     expression(false, 1), condition(false)));
    line("#ifdef REDUCIBLE");
    line(fmt::format("bool skip{0} = c{0}; while (skip{0} || i{0} < b{0}) {{ if (!skip{0}) {{", counter));
    line("#else");
    line(fmt::format("if (c{0}) goto into{1}; while (i{0} < b{0}) {{ {{", counter, label));
    line("#endif");
    block(false, depth + 1, 1);
    line("}");
    line("#ifdef REDUCIBLE");
    line(fmt::format("skip{} = false;", counter));
    line("#else");
    line(fmt::format("into{}:;", label));
    line("#endif");
    assignment();
    line(fmt::format("++i{}; }} }}", counter));
    --loops_;
  }
  }
}

}  // namespace weft::random_kernels
