// SPDX-License-Identifier: Apache-2.0
// Kernels in which a work-item reads through `in` what it may have written through `out`. Each has words of its own, in
// rows as long as there are work-items, so nobody sees what another one does; where the buffers overlap, word i of
// `out` is word i + s of `in`.
#include <fmt/format.h>

#include "generator.h"
#include "tests/common/random.h"

namespace weft::random_kernels {
namespace {

using test::Random;

constexpr unsigned kRows = 4;

class AliasWriter {
public:
  explicit AliasWriter(Random &random) : random_(random), single_(random.oneIn(2)) {}

  std::string source() {
    const char *const type = random_.of(kIndexTypes);
    const bool fence = random_.oneIn(12);
    std::string text =
        "__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {\n";
    text += fmt::format("  {0} x = get_global_id(0), w = get_global_size(0), h = get_global_size(1);\n", type);
    text += fmt::format("  {0} items = w * h * ({0})get_global_size(2);\n", type);
    text += fmt::format("  {0} at = ({0})(get_global_id(2) * h + get_global_id(1)) * w + x;\n", type);
    if (random_.oneIn(4))
      text += "  at = items - 1 - at;\n";
    text += "  __global const uint *from = in + (n & 3u) * 32u;\n";
    text += "  uint a = from[at], b = (uint)x ^ n, c = 1u;\n";
    if (single_)
      return text + singleStore() + "}\n";
    for (unsigned i = 3 + random_.below(5); i > 0; --i) {
      text += statement("  ", 2);
      if (fence && random_.oneIn(3))
        text += "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n";
    }
    return text + fmt::format("  out[items * {} + at] = a ^ b ^ c;\n}}\n", kRows);
  }

private:
  static constexpr const char *kIndexTypes[] = {"size_t", "size_t", "int", "uint"};
  static constexpr const char *kVariables[] = {"a", "b", "c"};
  static constexpr const char *kOperators[] = {"+", "-", "*", "^", "&", "|"};
  static constexpr const char *kComparisons[] = {"<", ">", "==", "!="};

  /// All that a work-item leaves goes through one store in a loop, and comes back through the other pointer: loads wait
  /// for that store alone, and only where buffers overlap.
  std::string singleStore() {
    std::string text = fmt::format("  for (uint i = 0; i < (n & 15u) + {}u; ++i) {{\n", kRows);
    for (unsigned i = random_.below(3); i > 0; --i)
      text += pure("    ", "i");
    const std::string guard = random_.oneIn(3) ? fmt::format("if ({})\n      ", condition()) : "";
    text += fmt::format("    {}{} = a ^ {};\n", guard, access("out", false, "i"), expression("i"));
    for (unsigned i = 1 + random_.below(3); i > 0; --i)
      text += pure("    ", "i");
    return text + "  }\n";
  }

  /// A statement that stores nothing.
  std::string pure(const std::string &indent, const std::string &loop) {
    const std::string text = assignment(indent, loop);
    return random_.oneIn(3) ? fmt::format("{}if ({})\n  {}", indent, condition(), text) : text;
  }

  std::string variable() { return random_.of(kVariables); }

  /// One of the work-item's words.
  std::string place(const std::string &loop) {
    switch (random_.below(6)) {
    case 0:
      return fmt::format("items * (({}) & {}u) + at", variable(), kRows - 1);
    case 1:
    case 2:
      if (!loop.empty())
        return fmt::format("items * (({} + {}u) & {}u) + at", loop, random_.below(kRows), kRows - 1);
      [[fallthrough]];
    default:
      return fmt::format("items * {} + at", random_.below(kRows));
    }
  }

  std::string access(const char *pointer, bool isConstant, const std::string &loop) {
    const char *const qualifier = isConstant ? "__global const" : "__global";
    // Characters may alias everything; other types may not.
    return random_.oneIn(4)
               ? fmt::format("(({} uchar *){})[({}) * 4 + {}]", qualifier, pointer, place(loop), random_.below(4))
               : fmt::format("{}[{}]", pointer, place(loop));
  }

  std::string load(const std::string &loop) {
    return !single_ && random_.oneIn(3) ? access("out", false, loop) : access("from", true, loop);
  }

  std::string value(const std::string &loop) {
    return random_.oneIn(2) ? load(loop) : random_.oneIn(3) ? fmt::format("{}u", random_.below(100000)) : variable();
  }

  std::string expression(const std::string &loop) {
    return fmt::format("{} {} {}", value(loop), random_.of(kOperators), value(loop));
  }

  std::string condition() {
    if (random_.oneIn(4))
      return fmt::format("x < {} || x + {} >= w", random_.below(5), random_.below(5));
    return fmt::format("({} & 15u) {} {}u", variable(), random_.of(kComparisons), random_.below(16));
  }

  std::string assignment(const std::string &indent, const std::string &loop) {
    return fmt::format("{}{} = {};\n", indent, variable(), expression(loop));
  }

  std::string store(const std::string &indent, const std::string &loop) {
    const std::string to = access("out", false, loop);
    return random_.oneIn(4) ? fmt::format("{}{} += {};\n", indent, to, value(loop))
                            : fmt::format("{}{} = {};\n", indent, to, expression(loop));
  }

  std::string statement(const std::string &indent, unsigned depth, const std::string &loop = "") {
    const std::string inner = indent + "  ";
    const auto block = [&](const std::string &counter) {
      return statement(inner, depth - 1, counter) + statement(inner, depth - 1, counter);
    };
    switch (random_.below(depth ? 8 : 4)) {
    case 0:
    case 1:
      return store(indent, loop);
    case 4:
      return fmt::format("{0}if ({1}) {{\n{2}{0}}}\n", indent, condition(), block(loop));
    case 5:
      return fmt::format("{0}if ({1}) {{\n{2}{0}}} else {{\n{3}{0}}}\n", indent, condition(), block(loop), block(loop));
    case 6:
    case 7: {  // as often for all, or as their data say
      const std::string counter = fmt::format("i{}", loops_++);
      const std::string limit =
          random_.oneIn(2) ? fmt::format("(n & {}u) + {}u", random_.below(8), random_.below(3)) : variable() + " & 7u";
      return fmt::format("{0}for (uint {1} = 0, e{1} = {2}; {1} < e{1}; ++{1}) {{\n{3}{4}{0}}}\n", indent, counter,
                         limit, block(counter), store(inner, counter));
    }
    default:
      return assignment(indent, loop);
    }
  }

  Random &random_;
  const bool single_;
  unsigned loops_ = 0;
};

}  // namespace

Case generateAliases(uint64_t seed) {
  Random random(seed);
  Case result;
  result.seed = seed;
  result.dimensions = 1 + random.below(3);
  static const size_t kMost[3] = {150, 4, 3};
  for (unsigned d = 0; d < result.dimensions; ++d) {
    result.local[d] = 1 + random.below(d != 0 ? 2 : 9);
    result.global[d] = result.local[d] * (1 + random.below(kMost[d] / result.local[d] + 1));
  }
  result.outWordsPerItem = kRows + 1;
  result.inWords = 16384;
  const size_t shift = random.below(4);
  result.n = random.below(250) * 4 + unsigned(shift);
  if (random.oneIn(2))
    result.overlap = shift * 32;
  result.deviceOptions = fmt::format("-weft-lanes={}", 1u << random.below(5));
  result.source = AliasWriter(random).source();
  return result;
}

}  // namespace weft::random_kernels
