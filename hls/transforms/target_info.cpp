// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/target_info.h"

#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/ValueTracking.h>

namespace weft::hls::transforms {
namespace {

using namespace llvm;

/// In device memory an access takes a unit and moves a whole line, so as few and as wide as possible. On chip a wider
/// access makes the memory's words wider, which narrow ones then have to take apart: left as they are written.
class TargetInfo : public TargetTransformInfoImplCRTPBase<TargetInfo> {
public:
  TargetInfo(const DataLayout &layout, const board::Description &board)
      : TargetTransformInfoImplCRTPBase(layout), board_(board) {}

  unsigned getLoadStoreVecRegBitWidth(unsigned addressSpace) const {
    return addressSpace == kGlobal || addressSpace == kConstant ? 8 * board_.lineBytes() : 0;
  }
  bool isLegalToVectorizeLoad(LoadInst *load) const {
    // A `__constant` that is no argument is a table on chip.
    return load->getPointerAddressSpace() == kGlobal || isa<Argument>(getUnderlyingObject(load->getPointerOperand()));
  }
  /// A volatile access of a generic pointer is one of the address space that the pointer is found to have.
  bool hasVolatileVariant(Instruction *, unsigned) const { return true; }

private:
  static constexpr unsigned kGlobal = 1, kConstant = 2;
  const board::Description &board_;
};

}  // namespace

llvm::TargetIRAnalysis targetAnalysis(const board::Description &board) {
  return TargetIRAnalysis(
      [&board](const Function &function) { return TargetTransformInfo(TargetInfo(function.getDataLayout(), board)); });
}

}  // namespace weft::hls::transforms
