// SPDX-License-Identifier: Apache-2.0
// The bytes of constants: contents of ROMs and of program-scope variables.
#pragma once
#include <cstdint>

#include <optional>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

namespace weft::hls {

/// Takes care of a constant that is an address or made of one, to be stored at `at`; false if it cannot.
using PlaceAddress = llvm::function_ref<bool(const llvm::Constant &address, uint8_t *at)>;

/// The bytes of a constant as memory holds it. `bytes` must be zero before. False if the constant has an address that
/// `place` cannot take care of.
bool constantBytes(const llvm::Constant &constant, const llvm::DataLayout &layout, uint8_t *bytes, PlaceAddress place);

/// An address that a constant holds: `offset` bytes behind the object's first, and what was added to it as a number.
struct ConstantAddress {
  const llvm::GlobalVariable *object = nullptr;
  uint64_t offset = 0, added = 0;  // modulo 2^64
};

/// A pointer into a variable, or an integer of its size made of one; nullopt: something else, null too.
std::optional<ConstantAddress> addressOf(const llvm::Constant &constant, const llvm::DataLayout &layout);

}  // namespace weft::hls
