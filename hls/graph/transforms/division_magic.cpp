// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/division_magic.h"

#include <llvm/ADT/APInt.h>
#include <llvm/Support/DivisionByConstantInfo.h>

namespace weft::graph {

UnsignedDivision unsignedDivision(uint64_t divisor, unsigned width) {
  auto magic = llvm::UnsignedDivisionByConstantInfo::get(llvm::APInt(width, divisor));
  return {magic.Magic.getZExtValue(), magic.IsAdd, magic.PreShift, magic.PostShift};
}

SignedDivision signedDivision(uint64_t divisor, unsigned width) {
  auto magic = llvm::SignedDivisionByConstantInfo::get(llvm::APInt(width, divisor));
  return {magic.Magic.getZExtValue(), magic.ShiftAmount};
}

}  // namespace weft::graph
