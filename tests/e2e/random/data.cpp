// SPDX-License-Identifier: Apache-2.0
// Statements on variables of other types, and through pointers.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

std::string Writer::folded(const std::string &value, unsigned bits, unsigned width) {
  std::string sum;
  for (unsigned lane = 0; lane < width; ++lane) {
    const std::string part = width == 1 ? value : fmt::format("{}.s{:x}", value, lane);
    sum += fmt::format("{}{} * {}u", lane ? " + " : "",
                       bits == 64 ? fmt::format("(uint)({0} ^ {0} >> 32)", part) : fmt::format("(uint){}", part),
                       2 * lane + 3);
  }
  return "(" + sum + ")";
}

/// Variables of other widths, of either sign, in one another's expressions. Sums and products are made in ulong.
void Writer::mixedWidths() {
  const Integer &a = random_.of(kIntegers), &b = random_.of(kIntegers), &c = random_.of(kIntegers);
  line(fmt::format("{{ {} a = ({})({} * {}ul); {} b = ({}){};", a.name, a.name, expression(false, 1),
                   random_.next() >> random_.below(60), b.name, b.name, expression(false, 1)));
  static const char *const kForms[] = {"({0})((ulong)a * b)",
                                       "({0})((ulong)a + (ulong)b)",
                                       "({0})(a < b ? a : b)",
                                       "({0})(a >> ((uint)b & {1}u))",
                                       "({0})(a > b)",
                                       "({0})((ulong)b << ((uint)a & 63u))",
                                       "({0})~(a ^ b)",
                                       "({0})(a == ({3})b || b != 0)",
                                       "({0})((ulong)a - (ulong)b)",
                                       "({0})max(a, ({2})b)",
                                       "({0})clz(a)",
                                       "({0})rotate(a, ({2})b)",
                                       "({0})popcount(b)",
                                       "({0})upsample((uchar)a, (uchar)b)",
                                       "({0})abs(b)"};
  line(fmt::format(fmt::runtime("{0} c = " + std::string(random_.of(kForms)) + ";"), c.name, a.bits - 1, a.name,
                   b.name));
  line(fmt::format("{} {}= (({})c);", "b", random_.chance(50) ? "^" : "|", b.name));
  line(fmt::format("{} += {} + {}; }}", variable(), folded("c", c.bits, 1), folded("b", b.bits, 1)));
}

/// Pointers chosen at run time, kept in arrays or pointing into other types.
void Writer::pointer() {
  const std::string a = expression(false, 1), b = expression(false, 1), v = variable();
  const unsigned x = random_.below(kVariables), y = (x + 1 + random_.below(kVariables - 1)) % kVariables;
  switch (random_.below(inFunction_ ? 3 : 8)) {
  case 0:
    return line(fmt::format("{{ uint *p = {} ? &v{} : &v{}; *p += {}; }}", condition(false), x, y, a));
  case 1:
    return line(fmt::format("{{ uint *q[3] = {{&v{0}, &v{1}, &v{0}}}; *q[{2} % 3u] ^= {3}; }}", x, y, a, b));
  case 2:
    return line(fmt::format("((uchar *)&v{})[{} & 3u] ^= (uchar)({});", x, a, b));
  case 3:
    return line(fmt::format("{{ __global const uint *p = {} ? in + {} % {}u : out + gid * {}u; {} += p[{} % {}u]; }}",
                            condition(false), a, shape_.inWords / 2, shape_.outWordsPerItem, v, b,
                            shape_.outWordsPerItem));
  case 4:
    return line(fmt::format("{{ __global uint *p = out + gid * {0}u; if ({1}) p += {2} % {0}u; *p = {3}; }}",
                            shape_.outWordsPerItem, condition(false), a, v));
  case 5:
    return line(
        fmt::format("{{ __local uint *p = {} ? tile : spare; p[lid] ^= {}; {} += p[lid]; }}", condition(false), a, v));
  case 6:
    return line(fmt::format("{{ __local uchar *p = (__local uchar *)(tile + lid); p[{} & 3u] += (uchar){}; {} ^= "
                            "tile[lid]; }}",
                            a, b, v));
  default:
    if (!usesArray_)
      return line(
          fmt::format("{{ uint p[4] = {{v{0}, v{1}, n, 7u}}; uint *q = p + ({2} & 3u); *q += {3}; v{0} ^= p[{3} & "
                      "3u]; }}",
                      x, y, a, b));
    return line(fmt::format("{{ uint *p = {} ? arr + ({} & 7u) : &v{}; *p += {}; p = arr; v{} ^= p[{} & 7u]; }}",
                            condition(false), a, x, b, y, b));
  }
}

/// Structures by value and by pointer, in arrays, copied, in local memory, and laid over words of a buffer.
void Writer::structureUse() {
  if (structures_.empty())
    return mixedWidths();
  const Structure &s = random_.of(structures_);
  const std::string a = expression(false, 1), b = expression(false, 1), v = variable();
  switch (random_.below(inFunction_ ? 4 : 5)) {
  case 0:
    return line(fmt::format("{{ struct {0} s = make_{0}({1}, {2}); change_{0}(&s, {2}); {3} += fold_{0}(s); }}", s.name,
                            a, b, v));
  case 1:
    return line(fmt::format("{{ struct {0} s[3]; for (uint i = 0; i < 3u; ++i) s[i] = make_{0}(i + {1}, {2}); "
                            "change_{0}(&s[{2} % 3u], {1}); s[{1} % 3u] = s[{2} % 3u]; {3} ^= fold_{0}(s[1]) + "
                            "fold_{0}(s[{1} % 3u]); }}",
                            s.name, a, b, v));
  case 2:
    return line(fmt::format("{{ struct {0} s = make_{0}({1}, {2}), t = make_{0}({2}, {1}), *p = {3} ? &s : &t; "
                            "change_{0}(p, {1}); {4} += fold_{0}(s) ^ fold_{0}(*p); }}",
                            s.name, a, b, condition(false), v));
  case 3: {
    const Member &m = random_.of(s.members);
    return line(
        fmt::format("{{ __global const struct {0} *p = (__global const struct {0} *)in; {1} += (uint)((__global "
                    "const uchar *)&p[{2} % (uint)({3} / sizeof(struct {0}))].{4})[0]; }}",
                    s.name, v, a, shape_.inWords * 4, m.name));
  }
  default:
    return line(fmt::format("{{ kept_{0}[lid] = make_{0}({1}, {2}); struct {0} s = kept_{0}[lid]; change_{0}(&s, {2}); "
                            "kept_{0}[lid] = s; {3} ^= fold_{0}(kept_{0}[lid]); }}",
                            s.name, a, b, v));
  }
}

void Writer::unionUse() {
  const std::string a = expression(false, 1), b = expression(false, 1), v = variable();
  line(
      fmt::format("{{ union {{ ulong l; uint w[2]; ushort h[4]; uchar b[8]; float f; uchar4 c; }} u; u.l = (ulong){} * "
                  "{}u;",
                  a, constant()));
  static const char *const kChanges[] = {"u.b[{} & 7u] = (uchar){};", "u.h[{} & 3u] += (ushort){};",
                                         "u.w[{} & 1u] ^= {};", "u.c = u.c.wzyx + (uchar)({} * {});",
                                         "u.f = (float)(({} ^ {}) & 0xffffu);"};
  for (unsigned i = 1 + random_.below(2); i-- > 0;)
    line(fmt::format(fmt::runtime(random_.of(kChanges)), b, a));
  line(fmt::format("{} += u.w[0] ^ u.w[1] * 3u; }}", v));
}

}  // namespace weft::random_kernels
