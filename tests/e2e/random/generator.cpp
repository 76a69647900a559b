// SPDX-License-Identifier: Apache-2.0
#include "generator.h"

#include <fmt/format.h>

#include "tests/common/random.h"

namespace weft::random_kernels {
namespace {

using test::Random;

/// Functions that kernels call. Where there is no half, as on the oracle, its arithmetic is done in float or double and
/// rounded on the bits.
constexpr char kPrelude[] = R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
uint dot4(uint4 a, uint s) { uint4 b = a * s + a.wzyx; return b.x + b.y * 3u + b.z * 5u + b.w * 7u; }
uint fold(double x) { ulong bits = as_ulong(x); return (uint)bits ^ (uint)(bits >> 32) * 3u; }
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
float half_sum(float a, float b) { return (half)a + (half)b; }
float half_product(float a, float b) { return (half)a * (half)b; }
float half_quotient(float a, float b) { return (half)a / (half)b; }
float half_fused(float a, float b) { return fma((half)a, (half)b, (half)a); }
#else
float nearest(float x) {
  uint sign = as_uint(x) & 0x80000000u, a = as_uint(x) & 0x7fffffffu;
  float small = as_float(a) + 0.5f - 0.5f;
  uint large = a + 0xfffu + (a >> 13 & 1u) & ~0x1fffu;
  return as_float(sign | (a < 113u << 23 ? as_uint(small) : large >= 143u << 23 ? 0x7f800000u : large));
}
float half_sum(float a, float b) { return nearest(nearest(a) + nearest(b)); }
float half_product(float a, float b) { return nearest(nearest(a) * nearest(b)); }
float half_quotient(float a, float b) { return nearest(nearest(a) / nearest(b)); }
float half_fused(float a, float b) {
  ulong bits = as_ulong((double)nearest(a) * (double)nearest(b) + (double)nearest(a));
  return nearest((float)as_double(bits & ~0x1ffffffful | (bits & 0x1ffffffful ? 0x20000000ul : 0ul)));
}
#endif
)";

/// Writes one kernel. Every variable is a uint, so that arithmetic wraps; other types appear inside expressions.
class Writer {
public:
  Writer(Random &random, const Case &shape) : random_(random), shape_(shape) {}

  std::string kernel() {
    const size_t groupSize = shape_.local[0] * shape_.local[1] * shape_.local[2];
    line("__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *restrict "
         "shared, "
         "uint n) {");
    line("uint gid = (uint)(get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * "
         "get_global_id(2)));");
    line("uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "
         "get_local_id(2)));");
    line("uint lx = (uint)get_local_id(0), grp = (uint)get_group_id(0);");
    line(fmt::format("__local uint tile[{}];", groupSize));
    usesBins_ = random_.chance(30);
    if (usesBins_) {
      line("__local uint bins[8];");
      line("for (uint i = lid; i < 8; i += " + std::to_string(groupSize) + ") bins[i] = i;");
      line("barrier(CLK_LOCAL_MEM_FENCE);");
    }
    usesArray_ = random_.chance(40);
    if (usesArray_)
      line("uint arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};");
    for (unsigned v = 0; v < kVariables; ++v)
      line(fmt::format("uint v{} = in[(gid + {}u) % {}u] + {}u;", v, random_.below(50), shape_.inWords,
                       random_.below(9)));
    block(/*uniform=*/true, 0, 4 + random_.below(4));
    if (usesBins_) {
      line("barrier(CLK_LOCAL_MEM_FENCE);");
      line("v0 += bins[v1 & 7];");
      // What follows may count again: not before every work-item has read.
      line("barrier(CLK_LOCAL_MEM_FENCE);");
    }
    if (random_.chance(25))
      line(fmt::format("if ({}) {{ out[gid * {}u] = v0; return; }}", condition(false), shape_.outWordsPerItem));
    block(/*uniform=*/false, 0, 1 + random_.below(3));
    for (size_t word = 0; word < shape_.outWordsPerItem; ++word)
      line(fmt::format("out[gid * {}u + {}u] = v{}{};", shape_.outWordsPerItem, word, word % kVariables,
                       usesArray_ && word == 0 ? " ^ arr[v1 & 7]" : ""));
    line("}");
    return text_;
  }

private:
  static constexpr unsigned kVariables = 5;

  void line(const std::string &text) { text_ += text + "\n"; }
  std::string variable() { return fmt::format("v{}", random_.below(kVariables)); }

  std::string atom(bool uniform) {
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

  std::string expression(bool uniform, unsigned depth) {
    if (depth == 0 || random_.chance(20))
      return atom(uniform);
    const std::string a = expression(uniform, depth - 1), b = expression(uniform, depth - 1);
    switch (random_.below(uniform ? 8 : 31)) {
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
    default:
      return fmt::format("(uint)((((ulong){0} << 32) | {1}) {2} (((ulong){1} << {3}) | 1u))", a, b,
                         random_.chance(50) ? "/" : "%", random_.below(32));
    }
  }

  /// Of operands that are numbers, with results that the standard rounds exactly.
  std::string floatingPoint(const std::string &a, const std::string &b) {
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
  std::string otherPrecision(const std::string &a, const std::string &b) {
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
  std::string builtin(const std::string &a, const std::string &b, const std::string &c) {
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

  /// Any number of bits, never zero.
  uint32_t constant() { return uint32_t(random_.next() >> (32 + random_.below(32))) | 1u << random_.below(8); }

  std::string condition(bool uniform) {
    static const char *const kComparisons[] = {"<", ">", "<=", "==", "!="};
    return fmt::format("({} & 15u) {} ({} & 15u)", expression(uniform, 1), kComparisons[random_.below(5)],
                       expression(uniform, 1));
  }

  void assignment() { line(fmt::format("{} = {};", variable(), expression(false, 2))); }

  /// `uniform`: every work-item of the group comes here the same number of times, so barriers are allowed.
  void statement(bool uniform, unsigned depth) {
    const unsigned kind = random_.below(100);
    if (kind < 30 || depth >= 3) {
      assignment();
    } else if (kind < 45) {
      // No barriers in here although the condition may be uniform: PoCL 3.1, the oracle, then runs the other arm's side
      // effects too often. behaviour/barriers.cpp tests such barriers against a reference of its own.
      line(fmt::format("if ({}) {{", condition(uniform && random_.chance(50))));
      block(false, depth + 1, 1 + random_.below(2));
      if (random_.chance(50)) {
        line("} else {");
        block(false, depth + 1, 1 + random_.below(2));
      }
      line("}");
    } else if (kind < 65) {
      loop(uniform, depth);
    } else if (kind < 80 && uniform) {
      exchange();
    } else if (kind < 85 && usesArray_) {
      line(fmt::format("arr[{} & 7u] {} {};", expression(false, 1), random_.chance(50) ? "=" : "+=", variable()));
      line(fmt::format("{} ^= arr[{} & 7u];", variable(), expression(false, 1)));
    } else if (kind < 90) {
      static const char *const kAtomics[] = {"atomic_add", "atomic_xor", "atomic_max",
                                             "atomic_min", "atomic_or",  "atomic_sub"};
      // Each word has one operation, so that the order of the work-items does not matter.
      const unsigned word = random_.below(6);
      line(fmt::format("{}(&shared[{}], {});", kAtomics[word], word, variable()));
    } else if (kind < 94 && usesBins_) {
      line(fmt::format("atomic_add(&bins[{} & 7u], {});", variable(), variable()));
    } else if (random_.chance(40)) {
      neighbours();
    } else if (random_.chance(50)) {
      choice();
    } else if (random_.chance(40)) {
      wideRead();
    } else if (random_.chance(50)) {
      earlyWrite();
    } else {
      line(fmt::format("{} += in[{} % {}u];", variable(), expression(false, 1), shape_.inWords));
    }
  }

  /// Words and parts of words side by side, which the compiler may read at once.
  void neighbours() {
    line(fmt::format("{{ const uint w = ({} % {}u) & ~3u;", expression(false, 1), shape_.inWords - 3));
    for (unsigned i = 2 + random_.below(3); i-- > 0;) {
      static const char *const kParts[] = {"in[w + {}u]", "((__global const ushort *)(in + w))[{}u]",
                                           "((__global const uchar *)(in + w))[{}u]"};
      const unsigned log = random_.below(3);
      const std::string part = fmt::format(fmt::runtime(kParts[log]), random_.below(4u << log));
      line(fmt::format("{} {} {};", variable(), random_.chance(50) ? "+=" : "^=", part));
    }
    line("}");
  }

  /// A vector, or a number of 64 bits.
  void wideRead() {
    const std::string v = variable();
    if (random_.chance(50))
      line(fmt::format("{{ const ulong w = ((__global const ulong *)in)[{} % {}u]; {} += (uint)(w >> {}); }}",
                       expression(false, 1), shape_.inWords / 2, v, random_.below(33)));
    else
      line(fmt::format("{{ const uint4 w = vload4({} % {}u, in); {} += w.s{} ^ w.s{}; }}", expression(false, 1),
                       shape_.inWords / 4, v, random_.below(4), random_.below(4)));
  }

  /// Somewhere among the work-item's own results, whose last values are written at the end.
  void earlyWrite() {
    static const char *const kForms[] = {"out[gid * {0}u + {1} % {0}u] = {2};",
                                         "((__global uchar *)(out + gid * {0}u))[{1} % ({0}u * 4u)] = (uchar){2};",
                                         "vstore2((uint2)({2}, {1}), 0, out + gid * {0}u);"};
    const auto words = shape_.outWordsPerItem;
    line(fmt::format(fmt::runtime(random_.of(kForms)), words, expression(false, 1), variable()));
    // What was written is read again.
    if (random_.chance(50))
      line(fmt::format("{} ^= out[gid * {}u];", variable(), words));
  }

  /// A switch on any type: cases close together or not, of constants or of operations, with a default or without.
  void choice() {
    static const char *const kTypes[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
    const unsigned type = random_.below(8), constants = random_.chance(60) ? 100 : 70 * random_.below(2);
    const unsigned count = constants == 100 && type > 1 && random_.chance(10) ? 270 : 2 + random_.below(20);
    const unsigned stride = random_.chance(70) ? 1 : 2 + random_.below(2);
    const int first = int(random_.below(60)) - (type % 2 == 0 ? 60 : 0);
    const char *const offset = type >= 6 ? " + 0x5fffffff0L" : "";
    const std::string a = variable(), b = variable();
    line(fmt::format("{{ const {} s = ({})((int)({} % {}u) + ({})){}; switch (s) {{", kTypes[type], kTypes[type],
                     expression(false, 1), count * stride + 9, first - 4, offset));
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

  std::string constantResults(const std::string &a, const std::string &b) {
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

  std::string result(const std::string &a, const std::string &b) {
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

  void loop(bool uniform, unsigned depth) {
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

  /// Work-items of a group swap values through local memory.
  void exchange() {
    const size_t groupSize = shape_.local[0] * shape_.local[1] * shape_.local[2];
    const std::string v = variable();
    line(fmt::format("tile[lid] = {};", v));
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line(fmt::format("{} {} tile[(lid + {}u) % {}u];", v, random_.chance(50) ? "+=" : "=", 1 + random_.below(7),
                     groupSize));
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }

  void block(bool uniform, unsigned depth, unsigned statements) {
    for (unsigned s = 0; s < statements; ++s)
      statement(uniform, depth);
  }

  Random &random_;
  const Case &shape_;
  std::string text_;
  unsigned loops_ = 0;
  bool usesArray_ = false, usesBins_ = false;
};

}  // namespace

Case generate(uint64_t seed) {
  Random random(seed);
  Case result;
  result.seed = seed;
  result.dimensions = 1 + random.below(3);
  static const size_t kLocal[3][6] = {{1, 3, 8, 16, 31, 64}, {1, 2, 3, 4, 5, 8}, {1, 1, 2, 2, 3, 4}};
  for (unsigned d = 0; d < result.dimensions; ++d) {
    result.local[d] = kLocal[result.dimensions == 1 ? 0 : d == 0 ? 1 : 2][random.below(6)];
    result.global[d] = result.local[d] * (1 + random.below(d == 0 ? 6 : 2));
  }
  result.n = random.below(1000);
  result.options = "-cl-fp32-correctly-rounded-divide-sqrt";
  result.source = kPrelude + Writer(random, result).kernel();
  return result;
}

}  // namespace weft::random_kernels
