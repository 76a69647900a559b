// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items go through the pipeline in packets. Half of them have to do with their groups. In half some
// work-items take branches and leave loops that others do not, and access any places; in the other half all take the
// same, and access what follows each other. Atomic operations are such that their order shows in no result.
#include <fmt/format.h>

#include <vector>

#include "generator.h"
#include "tests/common/random.h"

namespace weft::random_kernels {
namespace {

using test::Random;

constexpr unsigned kRegions = 4;          // of `out`, a word of each for each work-item
constexpr unsigned kSums = kRegions + 1;  // regions of which words are added to; one is for atomic operations

class PacketWriter {
public:
  /// `groupSize` 0: the kernel does not look at its groups.
  PacketWriter(Random &random, size_t groupSize)
      : random_(random), groupSize_(groupSize), parts_(random.oneIn(2)), updates_(random.oneIn(2)),
        counts_(updates_ && random.oneIn(2)), operation_(random.of(kUpdates)) {}

  std::string source() {
    const char *const type = random_.of(kIndexTypes), *const qualifier = random_.oneIn(2) ? "restrict" : "";
    std::string text = fmt::format("__kernel void k(__global const uint *{0} in, __global uint *{0} out, __global uint "
                                   "*shared, uint n) {{\n",
                                   qualifier);
    text += fmt::format("  {0} x = get_global_id(0), w = get_global_size(0), h = get_global_size(1);\n", type);
    text += fmt::format("  {0} items = w * h * ({0})get_global_size(2);\n", type);
    text += fmt::format("  {} y = get_global_id(1);\n", type);
    text += fmt::format("  {0} row = ({0})(get_global_id(2) * h + get_global_id(1)) * w, at = row + x;\n", type);
    if (groupSize_)
      text += declareGroup();
    if (groupSize_ && updates_)
      text += "  tile[i] = i;\n";
    if (groupSize_ && counts_)
      text += declareCounts();
    text += "  uint own[4] = {n, (uint)x * 3u, 7u, (uint)at};\n  uint a = in[at], b = (uint)x ^ n, c = 1u;\n";
    for (unsigned i = 2 + random_.below(5); i > 0; --i)
      text += statement("  ", 2, true);
    if (groupSize_ && counts_)
      text += sumCounts();
    if (!groupSize_ && random_.oneIn(4))
      return text + wideStore() + "}\n";
    for (unsigned region = 0; region < kRegions; ++region)
      text += store(region);
    return text + "}\n";
  }

private:
  static constexpr const char *kIndexTypes[] = {"size_t", "uint", "int"};
  static constexpr const char *kVariables[] = {"a", "b", "c"};
  static constexpr const char *kOperators[] = {"+", "-", "*", "^", "&", "|"};
  static constexpr const char *kUpdates[] = {"add", "sub", "and", "or", "xor", "min", "max"};
  static constexpr const char *kItems[] = {"at", "x"};
  static constexpr const char *kPointers[] = {"in", "in", "((__global const ushort *)in)",
                                              "((__global const uchar *)in)"};
  static constexpr unsigned kCounts = 8;
  static constexpr const char *kComparisons[] = {"<", ">", "==", "!="};

  std::string variable() { return random_.of(kVariables); }

  /// `l` counts the group's work-items in x, `i` all of them, `g` the groups.
  std::string declareGroup() const {
    return fmt::format("  __local uint tile[{0}];\n  uint l = get_local_id(0), size = {0}u;\n"
                       "  uint i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + l;\n"
                       "  uint g = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
                       "get_group_id(0);\n",
                       groupSize_);
  }

  /// A place in the tile of each work-item's own.
  std::string ownPlace() {
    switch (random_.below(4)) {
    case 0:
      return "size - 1u - i";
    case 1:
      return fmt::format("(i + {}u) % size", random_.below(9));
    default:
      return "i";
    }
  }

  std::string anyPlace() {
    switch (random_.below(6)) {
    case 0:
      return fmt::format("(i * {}u + {}u) % size", random_.below(8), random_.below(8));
    case 1:
      return fmt::format("({} & 0xffu) % size", variable());
    case 2:
      return fmt::format("{}u", random_.below(groupSize_));
    case 3:
      return fmt::format("min(l + {}u, size - 1u)", random_.below(6));
    default:
      return ownPlace();
    }
  }

  /// What work-items of a group leave for others.
  std::string exchange(const std::string &indent) {
    const std::string guard = random_.oneIn(4) ? fmt::format("if ({}) ", condition()) : "";
    std::string text = fmt::format("{0}tile[i] = {1};\n{0}barrier(CLK_LOCAL_MEM_FENCE);\n", indent, variable());
    if (random_.oneIn(3))  // over what is there
      text += fmt::format("{0}{1}tile[{2}] = {3};\n{0}barrier(CLK_LOCAL_MEM_FENCE);\n", indent, guard, ownPlace(),
                          expression());
    const std::string narrow = fmt::format("((__local uchar *)tile)[({}) * 4u + {}u]", anyPlace(), random_.below(4));
    text += fmt::format("{}{} {}= {};\n", indent, variable(), random_.of(kOperators),
                        random_.oneIn(5) ? narrow : fmt::format("tile[{}]", anyPlace()));
    return text + fmt::format("{}barrier(CLK_LOCAL_MEM_FENCE);\n", indent);
  }

  /// A loop in which most work-items have nothing to do in most rounds. Who reads does not read what others write. Its
  /// length is known at run time only.
  std::string tree(const std::string &indent) {
    static constexpr const char *kShrinking[] = {"{1} = (size + (n >> 24)) / 2u; {1} > 0u; {1} /= 2u",
                                                 "{1} = size + (n >> 24); {1} > 0u; {1} >>= 1",
                                                 "{1} = (n & 63u) + 1u; {1} != 0u; {1} = {1} * 3u / 5u"};
    static constexpr const char *kGrowing[] = {"{1} = 1u; {1} < size + (n >> 24); {1} *= 2u",
                                               "{1} = 1u; {1} < (n & 15u); {1} += 3u"};
    static constexpr const char *kGuards[] = {"l < {1}", "(int)l < (int){1}", "l <= {1} - 1u", "!(l >= {1})"};
    const bool grows = random_.oneIn(3), first = random_.oneIn(2);
    const std::string inner = indent + "  ", wait = inner + "barrier(CLK_LOCAL_MEM_FENCE);\n";
    const std::string step = fmt::format("s{}", loops_++);
    const auto named = [&](const char *text) { return fmt::format(fmt::runtime(text), "", step); };
    std::string body = fmt::format("{0}if ({1} && i < {2} && i + {2} < size)\n{0}  tile[i{3}] {4}= tile[i{5}] + {6};\n",
                                   inner, named(random_.of(kGuards)), step, grows ? " + " + step : "",
                                   random_.of(kOperators), grows ? "" : " + " + step, random_.oneIn(2) ? step : "n");
    if (random_.oneIn(3))  // another guard, and what work-items keep of their own
      body += fmt::format("{}if (l {} {}u)\n{}  {} {}= {};\n", inner, random_.oneIn(2) ? "<" : "==", random_.below(20),
                          inner, variable(), random_.of(kOperators), step);
    if (random_.oneIn(5))  // all have something to do
      body += fmt::format("{}{} += {};\n", inner, variable(), step);
    return fmt::format("{0}tile[i] = {1};\n{0}barrier(CLK_LOCAL_MEM_FENCE);\n{0}for (uint {2}) {{\n{3}{4}{5}{0}}}\n"
                       "{0}barrier(CLK_LOCAL_MEM_FENCE);\n{0}{6} ^= tile[{7}];\n{0}barrier(CLK_LOCAL_MEM_FENCE);\n",
                       indent, variable(), named(grows ? random_.of(kGrowing) : random_.of(kShrinking)),
                       first ? wait : "", body, first ? "" : wait, variable(), anyPlace());
  }

  /// Words that the group updates by one operation.
  std::string declareCounts() {
    return fmt::format(
        "  __local uint counts[{0}];\n  for (uint b = i; b < {0}u; b += size)\n    counts[b] = b * {1}u;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n",
        kCounts, random_.below(1000));
  }

  std::string sumCounts() {
    return fmt::format("  barrier(CLK_LOCAL_MEM_FENCE);\n  {0} {1}= counts[{2}];\n  {0} ^= counts[l & {3}u];\n",
                       variable(), random_.of(kOperators), random_.below(kCounts), kCounts - 1);
  }

  /// An atomic operation on the group's words or on device memory.
  std::string update(const std::string &indent) {
    const std::string at = random_.oneIn(4) ? "0" : fmt::format("{} & {}u", variable(), kCounts - 1);
    if (groupSize_ && counts_ && random_.oneIn(2))
      return fmt::format("{}atomic_{}(&counts[{}], {});\n", indent, operation_, at, value());
    if (random_.oneIn(2))
      return ownUpdate(indent);
    const unsigned word = random_.below(unsigned(std::size(kUpdates)));  // of one operation each
    return fmt::format("{}atomic_{}(&shared[{}], {});\n", indent, kUpdates[word], word, value());
  }

  /// Of a word that no other work-item has to do with, so that the old value is known.
  std::string ownUpdate(const std::string &indent) {
    const std::string word = groupSize_ && random_.oneIn(2) ? "tile[i]" : fmt::format("out[items * {} + at]", kRegions);
    const std::string call = random_.oneIn(3) ? fmt::format("atomic_cmpxchg(&{}, {}, {})", word, value(), value())
                             : random_.oneIn(3)
                                 ? fmt::format("atomic_xchg(&{}, {})", word, value())
                                 : fmt::format("atomic_{}(&{}, {})", random_.of(kUpdates), word, value());
    return fmt::format("{}{} += {};\n", indent, variable(), call);
  }

  std::string place() {
    switch (random_.below(parts_ ? 7 : 5)) {
    case 0:
      return "at";
    case 1:
      return fmt::format("at + {}", random_.below(40));
    case 5:  // anywhere
      return fmt::format("({} & 0x1ffu)", variable());
    case 6:
      return fmt::format("x * {} + {}", 2 + random_.below(20), random_.below(9));
    case 2:
      return fmt::format("row + {}", random_.below(9));  // the same for a row
    case 3:
      return fmt::format("x + {}", random_.below(5));
    default:
      return fmt::format("{}", random_.below(60));  // for all
    }
  }

  std::string load() {
    const std::string at = place();
    switch (random_.below(8)) {
    case 3:
    case 4:
      return wideLoad();
    case 0:
      return fmt::format("((__global const ushort *)in)[{}]", at);
    case 1:
      return fmt::format("((__global const uchar *)in)[{}]", at);
    case 2:
      return fmt::format("(uint)((__global const ulong *)in)[{}]", at);
    default:
      return fmt::format("in[{}]", at);
    }
  }

  /// Elements so wide that those of a packet may take several lines.
  std::string wideLoad() {
    const unsigned half = 2u << random_.below(2);
    const std::string element =
        fmt::format("((__global const uint{} *)in)[{}]", 2 * half, random_.oneIn(3) ? "x" : "at");
    return half == 2 ? fmt::format("({0}.x ^ {0}.y * 3u ^ {0}.z * 5u ^ {0}.w * 7u)", element)
                     : fmt::format("({0}.s0 ^ {0}.s1 * 3u ^ {0}.s5 * 5u ^ {0}.s7 * 7u)", element);
  }

  /// Instead of one to each region.
  std::string wideStore() {
    const std::string guard = random_.oneIn(3) ? fmt::format("if ({})\n    ", condition()) : "";
    return fmt::format("  {}((__global uint4 *)out)[at] = (uint4)(a, b, c, {});\n", guard, expression());
  }

  /// Work-items that go along a row each, or along one of all, forwards or backwards, in steps of one or of several
  /// elements, of which it takes one or two.
  std::string walk(const std::string &indent) {
    static constexpr const char *kIds[] = {"uint", "int"};
    const unsigned loop = loops_++, gap = random_.oneIn(2) ? 1 : 2 + random_.below(3);
    const std::string id = fmt::format("({})({})", random_.of(kIds), random_.oneIn(4) ? "y * 4" : random_.of(kItems));
    const std::string row = fmt::format("{} * {}", id, 2 + random_.below(10 / gap - 1));
    const std::string along =
        random_.oneIn(4) ? fmt::format("{} + (34 - (int)i{})", row, loop) : fmt::format("{} + (int)i{}", row, loop);
    const std::string pointer = random_.of(kPointers);
    std::string value = fmt::format("{}[({}) * {} + {}]", pointer, along, gap, random_.below(gap));
    if (random_.oneIn(3))
      value += fmt::format(" ^ {}[({}) * {}]", pointer, along, gap);
    return fmt::format(
        "{0}#pragma unroll {1}\n{0}for (uint i{2} = 0; i{2} < (n & {3}u) + {4}u; ++i{2})\n{0}  {5} = {5} * 3u ^ {6};\n",
        indent, 1 + random_.below(9), loop, random_.below(32), random_.below(3), variable(), value);
  }

  /// A loop that adds to words of memory which are this work-item's own: one that waits in a register, and one that
  /// some rounds leave as it is or that is there in another word, too.
  std::string sum(const std::string &indent) {
    const unsigned loop = loops_++;
    const std::string word = fmt::format("out[items * {} + at]", kSums);
    const std::string other = fmt::format("out[items * {} + at]", kSums + random_.below(2));
    std::string body = fmt::format("{0}  {1} {2}= in[row + x + i{3} * {4}u];\n", indent, word, random_.of(kOperators),
                                   loop, random_.below(9));
    if (random_.oneIn(2))
      body += fmt::format("{0}  {1}{2} {3}= {4} + i{5};\n", indent,
                          random_.oneIn(2) ? "" : fmt::format("if ({})\n{}    ", condition(), indent), other,
                          random_.of(kOperators), random_.oneIn(2) ? word : variable(), loop);
    return fmt::format(
        "{0}#pragma unroll {1}\n{0}for (uint i{2} = 0; i{2} < ({3} & {4}u) + {5}u; ++i{2}) {{\n{6}{0}}}\n", indent,
        1 + random_.below(5), loop, random_.oneIn(2) ? "n" : variable(), random_.below(16), random_.below(2), body);
  }

  /// A counter that begins at an id: neighbours' differ by one distance, and may wrap between two.
  std::string count(const std::string &indent) {
    static constexpr const char *kTypes[] = {"uchar", "ushort", "uint", "int", "ulong"};
    const unsigned loop = loops_++;
    const std::string name = fmt::format("c{}", loop), type = random_.of(kTypes);
    const std::string id = groupSize_ && random_.oneIn(2) ? random_.oneIn(2) ? "l" : "i" : random_.of(kItems);
    // Converted first: `size_t` has not as many bits on each device.
    const std::string start = random_.oneIn(3) ? id : fmt::format("({}){} * {}u - n", type, id, 1 + random_.below(9));
    const std::string step = groupSize_ && random_.oneIn(2) ? "size" : fmt::format("(n & {}u)", random_.below(400));
    std::string text =
        fmt::format("{0}{1} {2} = ({1})({3});\n{0}for (uint i{4} = 0; i{4} < (n & {5}u) + 1u; ++i{4}) {{\n", indent,
                    type, name, start, loop, random_.below(8));
    for (unsigned i = 1 + random_.below(3); i > 0; --i) {
      const std::string guard =
          fmt::format("({})({} {} {}) {} {}", type, name, random_.of(kOperators), random_.below(20),
                      random_.of(kComparisons), random_.below(random_.oneIn(2) ? 100 : 60000));
      const std::string value = random_.oneIn(3) ? fmt::format("in[(uint){} & 0x1ffu]", name) : "(uint)" + name;
      text += fmt::format("{}  {}{} {}= {};\n", indent, random_.oneIn(3) ? "" : fmt::format("if ({})\n    ", guard),
                          variable(), random_.of(kOperators), value);
    }
    return fmt::format("{0}{1}  {2} {3}= {4};\n{1}}}\n{1}{5} ^= (uint){2};\n", text, indent, name,
                       random_.oneIn(3) ? "-" : "+", step, variable());
  }

  /// Neighbours at constant distances: packets load them together. At a border, or of all.
  std::string taps() {
    static constexpr const char *kRows[] = {"at", "row + x", "x", "row", "(n & 7u)"};
    const std::string row = random_.of(kRows), pointer = random_.of(kPointers);
    std::vector<std::string> loads;
    unsigned element = random_.below(5);
    for (unsigned count = 2 + random_.below(4); count > 0; --count) {
      loads.push_back(fmt::format("{}[{} + {}]", pointer, row, element));
      element += random_.oneIn(4) ? random_.below(20) : 1;
    }
    const bool border = random_.oneIn(3) && row.ends_with('x');
    if (border)
      loads.push_back(fmt::format("{}[{} - 1]", pointer, row));
    std::string sum;
    while (!loads.empty()) {
      const auto next = loads.begin() + std::ptrdiff_t(random_.below(loads.size()));
      sum += sum.empty() ? *next : fmt::format(" {} {}", random_.of(kOperators), *next);
      loads.erase(next);
    }
    const std::string guard = border ? "x > 0" : condition();
    return border || random_.oneIn(3) ? fmt::format("({} ? ({}) : {})", guard, sum, variable()) : '(' + sum + ')';
  }

  /// Rows beside each other, of which loads share lines; clamped or not.
  std::string rows() {
    static constexpr const char *kPitches[] = {"w", "(w + 2)", "96", "128"};
    const std::string pitch = random_.of(kPitches);
    const auto coordinate = [&](const char *name, const char *size) {
      const unsigned by = random_.below(4);
      switch (random_.below(4)) {
      case 0:
        return fmt::format("({0} + {1} < {2} ? {0} + {1} : {2} - 1)", name, by, size);
      case 1:
        return fmt::format("({0} > {1} ? {0} - {1} : 0)", name, by);
      default:
        return fmt::format("({} + {})", name, by);
      }
    };
    std::string sum;
    for (unsigned count = 2 + random_.below(4); count > 0; --count)
      sum += fmt::format("{}in[{} * {} + {}]", sum.empty() ? "(" : std::string(" ") + random_.of(kOperators) + " ",
                         coordinate("y", "h"), pitch, coordinate("x", "w"));
    return sum + ")";
  }

  std::string value() {
    switch (random_.below(10)) {
    case 9:
      return rows();
    case 8:
      return taps();
    case 0:
    case 1:
      return load();
    case 2:
      return fmt::format("own[{}]", random_.below(4));
    case 3:
      return fmt::format("{}u", random_.next() >> 40);
    case 4:
      return fmt::format("(uint)(x {} {})", random_.of(kOperators), random_.below(9));
    case 5:
      return fmt::format("as_uint((float)(int)({} & 0xffffu) * 0.5f)", variable());
    default:
      return variable();
    }
  }

  std::string expression() { return fmt::format("{} {} {}", value(), random_.of(kOperators), value()); }
  std::string condition() {
    if (random_.oneIn(3))
      return fmt::format("x < {}", random_.below(80));
    return fmt::format("({} & 31u) {} {}u", variable(), random_.of(kComparisons), random_.below(32));
  }

  /// `together`: all work-items come here as often.
  std::string statement(const std::string &indent, unsigned depth, bool together) {
    if (groupSize_ && together && random_.oneIn(3))
      return random_.oneIn(3) ? tree(indent) : exchange(indent);
    if (updates_ && random_.oneIn(5))
      return update(indent);
    if (parts_ && depth && random_.oneIn(3))
      return parting(indent, depth);
    switch (depth ? random_.below(6) : 5) {
    case 0:
      return fmt::format("{}if ({})\n  {}", indent, condition(), assignment(indent));
    case 1: {  // as often for all
      if (random_.oneIn(3))
        return random_.oneIn(3) ? sum(indent) : random_.oneIn(2) ? walk(indent) : count(indent);
      const unsigned loop = loops_++;
      const std::string body =
          statement(indent + "  ", depth - 1, together) + statement(indent + "  ", depth - 1, together);
      return fmt::format("{0}for (uint i{1} = 0; i{1} < (n & {2}u) + {3}u; ++i{1}) {{\n{0}  a += in[row + x + "
                         "i{1}];\n{4}{0}}}\n",
                         indent, loop, random_.below(6), random_.below(3), body);
    }
    case 2:
      return fmt::format("{}own[{}] = {};\n", indent, random_.below(4), expression());
    case 3:
      return fmt::format("{}{} = {} ? {} : {};\n", indent, variable(), condition(), value(), value());
    default:
      return assignment(indent);
    }
  }

  /// What only some do, or some oftener than others.
  std::string parting(const std::string &indent, unsigned depth) {
    const unsigned loop = loops_++;
    const std::string inner = indent + "  ";
    const auto block = [&] { return statement(inner, depth - 1, false) + statement(inner, depth - 1, false); };
    switch (random_.below(6)) {
    case 0:
      return fmt::format("{0}if ({1}) {{\n{2}{0}}}\n", indent, condition(), block());
    case 1:
      return fmt::format("{0}if ({1}) {{\n{2}{0}}} else {{\n{3}{0}}}\n", indent, condition(), block(), block());
    case 2:
      return fmt::format("{0}for (uint i{1} = 0; i{1} < ({2} & 7u); ++i{1}) {{\n{3}{0}}}\n", indent, loop, variable(),
                         block());
    case 3:
      return leaving(indent, loop, block());
    default:
      return fmt::format("{0}for (uint i{1} = 0; i{1} < (n & 7u) + 1u; ++i{1}) {{\n{2}{0}  if ({3})\n{0}    {4};\n{5}"
                         "{0}}}\n",
                         indent, loop, block(), condition(), random_.oneIn(3) ? "continue" : "break",
                         assignment(inner));
    }
  }

  /// A loop that is left to two places, where it ends and behind what follows it: what follows is not done then.
  std::string leaving(const std::string &indent, unsigned loop, const std::string &block) {
    // Without groups nobody waits for those that have left.
    const std::string there = groupSize_ || random_.oneIn(2) ? fmt::format("goto past{}", loop) : "return";
    return fmt::format(
        "{0}for (uint i{1} = 0; i{1} < ({2} & 3u) + 1u; ++i{1}) {{\n{3}{0}  if ({4})\n{0}    {5};\n{6}{0}}}\n"
        "{7}past{1}:;\n",
        indent, loop, variable(), block, condition(), there, assignment(indent + "  "), assignment(indent));
  }

  std::string assignment(const std::string &indent) {
    return fmt::format("{}{} = {};\n", indent, variable(), expression());
  }

  /// A region is as many words as there are work-items: its start is not aligned to packets.
  std::string store(unsigned region) {
    const bool backwards = parts_ && random_.oneIn(4);
    const std::string at = fmt::format("out[items * {} + {}] = ", region, backwards ? "items - 1 - at" : "at");
    const std::string narrow = fmt::format("((__global uchar *)(out + items * {}))[at] = ", region);
    const std::string value = fmt::format("{} ^ {};\n", random_.of(kVariables), random_.of(kVariables));
    if (groupSize_ && region == kRegions - 1)  // one for its group
      return fmt::format("  if (i == {}u)\n    out[items * {} + g] = {}", random_.below(groupSize_), region, value);
    return (random_.oneIn(3) ? fmt::format("  if ({})\n    ", condition()) : "  ") + (random_.oneIn(4) ? narrow : at) +
           value;
  }

  Random &random_;
  const size_t groupSize_;
  const bool parts_, updates_, counts_;
  const std::string operation_;  // on the group's words
  unsigned loops_ = 0;
};

}  // namespace

Case generatePackets(uint64_t seed) {
  Random random(seed);
  Case result;
  result.seed = seed;
  result.dimensions = 1 + random.below(3);
  const bool grouped = random.oneIn(2);
  static const size_t kMost[3] = {90, 5, 3};
  for (unsigned d = 0; d < result.dimensions; ++d) {
    result.local[d] = 1 + random.below(d != 0 ? 2 : grouped ? 40 : 9);
    result.global[d] = result.local[d] * (1 + random.below(kMost[d] / result.local[d] + 1));
  }
  result.n = random.below(1000);
  result.outWordsPerItem = kSums + 2;
  result.inWords = 40960;  // elements of 32 bytes for each work-item
  result.deviceOptions = fmt::format("-weft-lanes={}", 1u << random.below(5));
  result.source = PacketWriter(random, grouped ? result.local[0] * result.local[1] * result.local[2] : 0).source();
  return result;
}

}  // namespace weft::random_kernels
