// SPDX-License-Identifier: Apache-2.0
// Which objects a pointer may point into.
#pragma once
#include <set>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace weft::hls {

/// Whether it is a call of `__weft_pointer.<address space>(address, object…)`.
bool isPointerPrimitive(const llvm::Value &value);
/// `__weft_checked(pointer, inside)` gives the pointer, and tells whether accesses through it may take place.
bool isChecked(const llvm::CallInst &call);

/// Bases of one pointer. Both sets empty: null or undefined only.
struct PointerBases {
  std::set<unsigned> buffers;                    // arguments that point to global or constant memory, by number
  llvm::SetVector<const llvm::Value *> objects;  // allocas, globals, __local arguments, byval arguments
  bool mayBeNull = false;
  const llvm::Value *unknown = nullptr;  // a value of unknown origin: a loaded pointer, inttoptr …
};

class Provenance {
public:
  explicit Provenance(const llvm::Function &function);
  /// `pointer` is any pointer value of the function, constants included.
  PointerBases operator()(const llvm::Value *pointer) const;

private:
  llvm::DenseMap<const llvm::Value *, PointerBases> bases_;  // of instructions
};

}  // namespace weft::hls
