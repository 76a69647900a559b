// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/Analysis/TargetTransformInfo.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// What LLVM's passes ask of the hardware: how wide an access may be that several are merged into. Else LLVM's
/// defaults, which are no cost model. The board must outlive the analysis.
llvm::TargetIRAnalysis targetAnalysis(const board::Description &board);

}  // namespace weft::hls::transforms
