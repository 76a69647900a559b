// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/intrinsics.h"

#include "hls/graph/operations/origins.h"

namespace weft::hls::transforms {

bool isCanonicalIntrinsic(llvm::Intrinsic::ID id) {
  using namespace llvm;
  switch (id) {
  // What the lowering makes of several operations, or ignores.
  case Intrinsic::fabs:
  case Intrinsic::fmuladd:
  case Intrinsic::copysign:
  case Intrinsic::abs:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::is_fpclass:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
    return true;
  default: {
    const StringRef name = Intrinsic::getBaseName(id);
    return graph::loweredTo({name.data(), name.size()}).has_value();
  }
  }
}

}  // namespace weft::hls::transforms
