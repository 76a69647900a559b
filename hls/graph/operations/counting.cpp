// SPDX-License-Identifier: Apache-2.0
// Ctlz, Cttz, Ctpop. The intrinsics' second operand, whether a count of 0 is defined, is not looked at.
#include <bit>

#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

template <bool Leading> std::optional<Bits> countZeros(const Op &, const Operands &in, unsigned width) {
  unsigned n = 0;
  while (n < width && !in[0].bit(Leading ? width - 1 - n : n))
    ++n;
  return Bits(width, n);
}

std::optional<Bits> countOnes(const Op &, const Operands &in, unsigned width) {
  unsigned n = 0;
  for (unsigned i = 0; i < width; ++i)
    n += in[0].bit(i);
  return Bits(width, n);
}

unsigned countActive(const ActiveBits &op) { return unsigned(std::bit_width(op.result())); }

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Ctlz,
     .checkWidths = allEqual,
     .evaluate = countZeros<true>,
     .active = countActive,
     .origins = {{"llvm.ctlz"}},
     .settings = widthOnly},
    {.opcode = Opcode::Cttz,
     .checkWidths = allEqual,
     .evaluate = countZeros<false>,
     .active = countActive,
     .origins = {{"llvm.cttz"}},
     .settings = widthOnly},
    {.opcode = Opcode::Ctpop,
     .checkWidths = allEqual,
     .evaluate = countOnes,
     .active = countActive,
     .origins = {{"llvm.ctpop"}},
     .settings = widthOnly},
};

}  // namespace

std::span<const Operation> countingOperations() { return kOperations; }

}  // namespace weft::graph
