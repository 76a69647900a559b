// SPDX-License-Identifier: Apache-2.0
// Which objects an address may lie in, also where it travels as an integer or waits in private memory.
#pragma once
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace weft::hls::transforms {

/// The byte offsets `offset + k * stride` for any k. A stride of 0: one offset; of 1: any.
struct Progression {
  uint64_t offset = 0, stride = 0;

  Progression moved(uint64_t bytes, uint64_t extraStride) const;
  Progression joined(const Progression &other) const;
  /// Whether `bytes` here and `otherBytes` there may share a byte.
  bool overlaps(uint64_t bytes, const Progression &other, uint64_t otherBytes) const;
  bool operator==(const Progression &other) const { return offset == other.offset && stride == other.stride; }
};

/// A part of an object: an alloca, global or argument.
struct Pointee {
  const llvm::Value *object;
  Progression at;
};

/// What a value may be: an address in one of the objects, null, or a number from elsewhere.
struct Origins {
  llvm::SmallVector<Pointee, 2> objects;  // each once
  bool mayBeNull = false;
  bool isNumber = false;  // a constant other than null, which is no object's address
  // Where a number comes from that is not made of an object's address here: another work-item, launch or the host may
  // have made it of one.
  const llvm::Value *foreign = nullptr;

  bool join(const Origins &other);  // true: something is new
  bool join(const Pointee &pointee);
  bool contains(const llvm::Value *object) const { return find(object) != nullptr; }
  const Pointee *find(const llvm::Value *object) const;
  /// The same objects, anywhere in them.
  Origins anywhere() const;
};

/// The flow of addresses through one function, whatever the order of its accesses to private memory. Pointers in memory
/// have become integers (split_accesses.cpp); copies have become loads and stores (lower_mem_intrinsics.cpp).
/// An address that leaves private memory escapes: what is read elsewhere, or computed in ways that are not followed,
/// may be any escaped address, or one in any buffer.
class AddressFlow {
public:
  explicit AddressFlow(const llvm::Function &function);
  const llvm::Function &function() const { return function_; }
  Origins operator()(const llvm::Value *value) const;
  /// The origins that a pointer to the address space (4: to any but constant memory), made of an address with the given
  /// ones, can have.
  Origins inAddressSpace(const Origins &origins, unsigned space) const;
  /// What an access through the pointer may mean. A pointer without origins may mean any object of its address space:
  /// it is compared with all of them.
  Origins targets(const llvm::Value *pointer) const;

private:
  // What a part of a private object, or of a table of addresses, may hold.
  struct Cell {
    Progression at;
    uint64_t bytes;
    Origins contents;
  };

  void readTable(const llvm::GlobalVariable &table);
  void solve(const llvm::Function &function);
  bool store(const llvm::StoreInst &store);
  bool escape(const llvm::Instruction &instruction);
  bool escape(const Origins &origins);
  bool isTracked(const llvm::Instruction &instruction) const;
  Origins transfer(const llvm::Instruction &instruction) const;
  Origins ofElement(const llvm::GEPOperator &gep) const;
  Origins ofLoad(const llvm::LoadInst &load) const;
  Origins ofArithmetic(const llvm::Operator &operation) const;
  Origins ofConstant(const llvm::Constant &constant) const;
  Origins ofOperands(const llvm::User &user) const;

  const llvm::Function &function_;
  const llvm::DataLayout &layout_;
  Origins escaped_;
  bool integers_ = false;  // whether integers become pointers anywhere: else only pointers are followed
  llvm::DenseMap<const llvm::Value *, std::vector<Cell>> cells_;
  llvm::DenseMap<const llvm::Value *, Origins> origins_;
};

/// `ptr @__weft_pointer.<address space>(iN address, ptr object…)`: the address as a pointer into one of the objects.
inline constexpr llvm::StringLiteral kPointerPrimitive = "__weft_pointer.";
bool isPointerPrimitive(const llvm::Value &value);
/// `pN = __weft_pointer.N(address, object…)` with the objects of the origins, or null alone if there are none.
llvm::Value *createPointer(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::PointerType *type,
                           llvm::ArrayRef<Pointee> objects);

/// The address space of the result of `__weft_to_global` and its kin (to_global …); nullopt: another instruction.
std::optional<unsigned> spaceOfConversion(const llvm::Instruction &instruction);

/// Whether the instruction makes a pointer that may mean one of several objects.
bool choosesPointer(const llvm::Instruction &instruction);

}  // namespace weft::hls::transforms
