// SPDX-License-Identifier: Apache-2.0
// The bytes of constants: contents of ROMs and of program-scope variables.
#pragma once
#include <cstdint>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

namespace weft::hls {

/// Takes care of a constant that is an address or made of one, to be stored at `at`; false if it cannot.
using PlaceAddress = llvm::function_ref<bool(const llvm::Constant &address, uint8_t *at)>;

/// The bytes of a constant as memory holds it. `bytes` must be zero before. False if the constant has an address that
/// `place` cannot take care of.
bool constantBytes(const llvm::Constant &constant, const llvm::DataLayout &layout, uint8_t *bytes, PlaceAddress place);

}  // namespace weft::hls
