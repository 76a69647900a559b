// SPDX-License-Identifier: Apache-2.0
// Which __constant variables lie in device memory rather than on chip. An address in one memory is no number that the
// other can hold before the launch, so constants that name each other lie together.
#pragma once
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace weft::hls::transforms {

using Variables = llvm::SmallSetVector<llvm::GlobalVariable *, 8>;

/// The variables of an address space that are defined.
Variables definedIn(llvm::Module &module, unsigned space);
uint64_t bytesOf(const llvm::GlobalVariable &variable);

/// The constants of which initialisers of the variables name one another, or name the variables: they lie in device
/// memory as these do, for all kernels.
Variables constantsBeside(llvm::Module &module, const Variables &variables);

/// The constants that a kernel which uses the given ones can reach, without those of `elsewhere`, and that do not fit
/// on chip beside the others, which are smaller.
Variables tooLarge(const Variables &used, const Variables &elsewhere, uint64_t bytesOnChip);

}  // namespace weft::hls::transforms
