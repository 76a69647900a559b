// SPDX-License-Identifier: Apache-2.0
// Statements: what each work-item does in turn.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

void Writer::assignment() { line(fmt::format("{} = {};", variable(), expression(false, 2))); }

void Writer::branch(bool uniform, unsigned depth) {
  // No barriers in here although the condition may be uniform: PoCL 3.1, the oracle, then runs the other arm's side
  // effects too often. behaviour/barriers.cpp tests such barriers against a reference of its own.
  line(fmt::format("if ({}) {{", condition(uniform && random_.chance(50))));
  block(false, depth + 1, 1 + random_.below(2));
  if (random_.chance(50)) {
    line("} else {");
    block(false, depth + 1, 1 + random_.below(2));
  }
  line("}");
}

/// Each word has one operation, so that the order of the work-items does not matter.
void Writer::atomic() {
  static const char *const kAtomics[] = {"atomic_add", "atomic_xor", "atomic_max",
                                         "atomic_min", "atomic_or",  "atomic_sub"};
  const unsigned word = random_.below(7);
  if (word == 6)
    line(fmt::format("add_wide(shared + 6, (ulong){} << {});", variable(), random_.below(33)));
  else
    line(fmt::format("{}(&shared[{}], {});", kAtomics[word], word, variable()));
}

/// A statement of those that a function and the kernel have in common.
void Writer::pureStatement(unsigned depth) {
  switch (random_.below(10)) {
  case 0:
    return neighbours();
  case 1:
    return choice();
  case 2:
    return wideRead();
  case 3:
    return mixedWidths();
  case 4:
    return structureUse();
  case 5:
    return unionUse();
  case 6:
    return pointer();
  case 7:
    return vectors();
  case 8:
    return jump(depth);
  default:
    return line(fmt::format("{} += in[{} % {}u];", variable(), expression(false, 1), shape_.inWords));
  }
}

void Writer::statement(bool uniform, unsigned depth) {
  const unsigned kind = random_.below(100);
  if (kind < 20 || depth >= 3)
    assignment();
  else if (kind < 32)
    branch(uniform, depth);
  else if (kind < 45)
    loop(uniform, depth);
  else if (kind < 60 && uniform)
    exchange();
  else if (kind < 85 || inFunction_)
    pureStatement(depth);
  else if (kind < 88 && usesArray_)
    line(fmt::format("arr[{} & 7u] {} {}; {} ^= arr[{} & 7u];", expression(false, 1),
                     random_.chance(50) ? "=" : "+=", variable(), variable(), expression(false, 1)));
  else if (kind < 93)
    atomic();
  else if (kind < 96 && usesBins_)
    line(fmt::format("atomic_add(&bins[{} & 7u], {});", variable(), variable()));
  else
    earlyWrite();
}

/// Words and parts of words side by side, which the compiler may read at once.
void Writer::neighbours() {
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
void Writer::wideRead() {
  const std::string v = variable();
  if (random_.chance(50))
    line(fmt::format("{{ const ulong w = ((__global const ulong *)in)[{} % {}u]; {} += (uint)(w >> {}); }}",
                     expression(false, 1), shape_.inWords / 2, v, random_.below(33)));
  else
    line(fmt::format("{{ const uint4 w = vload4({} % {}u, in); {} += w.s{} ^ w.s{}; }}", expression(false, 1),
                     shape_.inWords / 4, v, random_.below(4), random_.below(4)));
}

/// Somewhere among the work-item's own results, whose last values are written at the end.
void Writer::earlyWrite() {
  static const char *const kForms[] = {"out[gid * {0}u + {1} % {0}u] = {2};",
                                       "((__global uchar *)(out + gid * {0}u))[{1} % ({0}u * 4u)] = (uchar){2};",
                                       "vstore2((uint2)({2}, {1}), 0, out + gid * {0}u);"};
  const auto words = shape_.outWordsPerItem;
  line(fmt::format(fmt::runtime(random_.of(kForms)), words, expression(false, 1), variable()));
  // What was written is read again.
  if (random_.chance(50))
    line(fmt::format("{} ^= out[gid * {}u];", variable(), words));
}

/// Work-items of a group swap values through local memory.
void Writer::exchange() {
  const size_t groupSize = shape_.local[0] * shape_.local[1] * shape_.local[2];
  const std::string v = variable();
  line(fmt::format("tile[lid] = {};", v));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line(fmt::format("{} {} tile[(lid + {}u) % {}u];", v, random_.chance(50) ? "+=" : "=", 1 + random_.below(7),
                   groupSize));
  line("barrier(CLK_LOCAL_MEM_FENCE);");
}

void Writer::block(bool uniform, unsigned depth, unsigned statements) {
  for (unsigned s = 0; s < statements; ++s)
    statement(uniform, depth);
}

}  // namespace weft::random_kernels
