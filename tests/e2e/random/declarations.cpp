// SPDX-License-Identifier: Apache-2.0
// What stands at program scope: tables, structures, functions, and the kernel.
#include <fmt/format.h>

#include "writer.h"

namespace weft::random_kernels {

std::string Writer::source() {
  for (unsigned i = random_.below(3); i-- > 0;)
    table();
  for (unsigned i = random_.below(3); i-- > 0;)
    structure();
  for (unsigned i = random_.below(4); i-- > 0;)
    function();
  kernel();
  return text_;
}

/// A constant array with a length that is often no power of two.
void Writer::table() {
  const Integer &type = random_.of(kIntegers);
  const unsigned length = 1 + random_.below(40);
  std::string values;
  for (unsigned i = 0; i < length; ++i)
    values += fmt::format("{}({}){}u", i ? ", " : "", type.name, constant());
  line(fmt::format("__constant {} table{}[{}] = {{{}}};", type.name, tables_.size(), length, values));
  tables_.push_back(length);
}

/// A structure of members of any type, with functions that make one, change one and fold one into a uint.
void Writer::structure() {
  Structure made{fmt::format("S{}", structures_.size()), {}};
  std::string members, set, changes, sum;
  const char *const packed = random_.chance(25) ? "__attribute__((packed)) " : "";
  for (unsigned i = 0, count = 1 + random_.below(5); i < count; ++i) {
    const Integer &type = random_.of(kIntegers);
    Member member{fmt::format("m{}", i), type.name, type.bits, 1, random_.chance(25) ? 1 + random_.below(5) : 0};
    if (member.count == 0 && random_.chance(30)) {
      member.width = 2 + random_.below(3);
      member.type += std::to_string(member.width);
    }
    members += fmt::format("  {} {}{};\n", member.type, member.name,
                           member.count ? fmt::format("[{}]", member.count) : std::string());
    for (unsigned e = 0; e < std::max(member.count, 1u); ++e) {
      const std::string element = member.name + (member.count ? fmt::format("[{}]", e) : std::string());
      const char *const scalar = type.name;
      set += fmt::format("  s.{} = ({})({})((ulong)a * {}u + b);\n", element, member.type, scalar, constant());
      if (random_.chance(60))
        changes +=
            fmt::format("  s->{} {} ({})({})a;\n", element, random_.chance(50) ? "+=" : "^=", member.type, scalar);
      sum += fmt::format("  r = r * 31u + {};\n", folded("s." + element, member.bits, member.width));
    }
    made.members.push_back(member);
  }
  const std::string &name = made.name;
  line(fmt::format("struct {}{} {{\n{}}};", packed, name, members));
  line(fmt::format("struct {0} make_{0}(uint a, uint b) {{\n  struct {0} s;\n{1}  return s;\n}}", name, set));
  line(fmt::format("void change_{0}(struct {0} *s, uint a) {{\n{1}}}", name, changes));
  line(fmt::format("uint fold_{0}(struct {0} s) {{\n  uint r = (uint)sizeof(s);\n{1}  return r;\n}}", name, sum));
  structures_.push_back(made);
}

/// A function of statements like the kernel's, which may call those before it.
void Writer::function() {
  inFunction_ = true;
  line(fmt::format("uint f{}(__global const uint *in, uint n, uint gid, uint lid, uint lx, uint v0, uint v1) {{",
                   functions_));
  line(fmt::format("uint v2 = v0 ^ gid, v3 = v1 * {}u, v4 = n;", constant()));
  block(false, 1, 1 + random_.below(3));
  if (random_.chance(40))
    line(fmt::format("if ({}) return {};", condition(false), variable()));
  block(false, 1, random_.below(3));
  line(fmt::format("return {} + {};\n}}", variable(), expression(false, 1)));
  inFunction_ = false;
  ++functions_;
}

void Writer::kernel() {
  line("__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *restrict shared, "
       "uint n) {");
  line("uint gid = (uint)(get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * "
       "get_global_id(2)));");
  line("uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "
       "get_local_id(2)));");
  line("uint lx = (uint)get_local_id(0), grp = (uint)get_group_id(0);");
  line(fmt::format("__local uint tile[{0}], spare[{0}];", groupSize()));
  for (const Structure &s : structures_)
    line(fmt::format("__local struct {0} kept_{0}[{1}];", s.name, groupSize()));
  line("tile[lid] = gid; spare[lid] = lid;");
  usesBins_ = random_.chance(30);
  if (usesBins_) {
    line("__local uint bins[8];");
    line("for (uint i = lid; i < 8; i += " + std::to_string(groupSize()) + ") bins[i] = i;");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }
  usesArray_ = random_.chance(40);
  if (usesArray_)
    line("uint arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};");
  for (unsigned v = 0; v < kVariables; ++v)
    line(
        fmt::format("uint v{} = in[(gid + {}u) % {}u] + {}u;", v, random_.below(50), shape_.inWords, random_.below(9)));
  for (size_t word = 0; word < shape_.outWordsPerItem; ++word)
    line(fmt::format("out[gid * {}u + {}u] = v{};", shape_.outWordsPerItem, word, word % kVariables));
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
}

}  // namespace weft::random_kernels
