// SPDX-License-Identifier: Apache-2.0
// Constants with addresses in them: tables of strings, of structures, of variables.
#pragma once
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/GlobalVariable.h>

namespace weft::hls::transforms {

/// Whether the contents name a variable.
bool holdsAddress(const llvm::Constant &contents);
/// Whether a variable is a constant on chip with addresses in it.
bool isAddressTable(const llvm::GlobalVariable &variable);
/// Calls for each variable that the contents name.
void forEachVariable(const llvm::Constant &contents, llvm::function_ref<void(llvm::GlobalVariable &)> action);

/// The contents with `replace(address)` for each pointer, null too, and each number made of one. What it gives must be
/// of the same size and alignment; null: the result is null.
llvm::Constant *replaceAddresses(llvm::Constant &contents,
                                 llvm::function_ref<llvm::Constant *(llvm::Constant &)> replace);
/// A new variable like another one, with other contents.
llvm::GlobalVariable &withContents(llvm::GlobalVariable &variable, llvm::Constant &contents);

}  // namespace weft::hls::transforms
