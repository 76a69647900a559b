// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

// Splits one access; `offset` in bytes from the instruction's address, whose alignment is known.
class Splitter {
public:
  Splitter(llvm::Instruction &access, Value *pointer, llvm::Align align, bool isVolatile, uint64_t lineBytes)
      : builder_(&access), layout_(access.getDataLayout()), pointer_(pointer), align_(align), volatile_(isVolatile),
        lineBytes_(lineBytes) {}

  Value *load(llvm::Type *type, uint64_t offset) {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      Value *result = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        result = builder_.CreateInsertValue(result,
                                            load(structure->getElementType(i), offset + fieldOffset(structure, i)), i);
      return result;
    }
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      Value *result = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < array->getNumElements(); ++i)
        result = builder_.CreateInsertValue(result, load(array->getElementType(), offset + i * stride(array)), i);
      return result;
    }
    if (type->isPtrOrPtrVectorTy())
      return builder_.CreateIntToPtr(load(layout_.getIntPtrType(type), offset), type);
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
      return loadVector(vector, offset);
    unsigned bits = layout_.getTypeSizeInBits(type), bytes = layout_.getTypeStoreSize(type);
    if (isWhole(bits, bytes, offset))
      return loadWhole(type, offset, bytes);
    Value *joined = nullptr;
    for (unsigned done = 0; done < bytes;) {
      unsigned piece = pieceBytes(offset + done, bytes - done);
      Value *part = builder_.CreateZExt(loadWhole(builder_.getIntNTy(piece * 8), offset + done, piece),
                                        builder_.getIntNTy(bytes * 8));
      part = done ? builder_.CreateShl(part, done * 8) : part;
      joined = joined ? builder_.CreateOr(joined, part) : part;
      done += piece;
    }
    return builder_.CreateBitCast(builder_.CreateTrunc(joined, builder_.getIntNTy(bits)), type);
  }

  void store(Value *value, uint64_t offset) {
    llvm::Type *type = value->getType();
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        store(builder_.CreateExtractValue(value, i), offset + fieldOffset(structure, i));
      return;
    }
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      for (unsigned i = 0; i < array->getNumElements(); ++i)
        store(builder_.CreateExtractValue(value, i), offset + i * stride(array));
      return;
    }
    if (type->isPtrOrPtrVectorTy())
      return store(builder_.CreatePtrToInt(value, layout_.getIntPtrType(type)), offset);
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
      return storeVector(vector, value, offset);
    unsigned bits = layout_.getTypeSizeInBits(type), bytes = layout_.getTypeStoreSize(type);
    if (isWhole(bits, bytes, offset))
      return storeWhole(value, offset, bytes);
    value = builder_.CreateZExt(builder_.CreateBitCast(value, builder_.getIntNTy(bits)), builder_.getIntNTy(bytes * 8));
    for (unsigned done = 0; done < bytes;) {
      unsigned piece = pieceBytes(offset + done, bytes - done);
      Value *part = done ? builder_.CreateLShr(value, done * 8) : value;
      storeWhole(builder_.CreateTrunc(part, builder_.getIntNTy(piece * 8)), offset + done, piece);
      done += piece;
    }
  }

private:
  uint64_t fieldOffset(llvm::StructType *type, unsigned field) {
    return layout_.getStructLayout(type)->getElementOffset(field);
  }
  uint64_t stride(llvm::ArrayType *type) { return layout_.getTypeAllocSize(type->getElementType()); }
  llvm::Align alignAt(uint64_t offset) const { return llvm::commonAlignment(align_, offset); }

  bool isWhole(unsigned bits, unsigned bytes, uint64_t offset) const {
    return bits == bytes * 8 && llvm::isPowerOf2_32(bytes) && bytes <= lineBytes_ && alignAt(offset).value() >= bytes;
  }
  unsigned pieceBytes(uint64_t offset, uint64_t remaining) const {
    return std::min<uint64_t>({alignAt(offset).value(), 8, lineBytes_, llvm::bit_floor(remaining)});
  }
  Value *address(uint64_t offset) {
    return offset ? builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer_, offset) : pointer_;
  }
  Value *loadWhole(llvm::Type *type, uint64_t offset, unsigned bytes) {
    return builder_.CreateAlignedLoad(type, address(offset), std::max(alignAt(offset), llvm::Align(bytes)), volatile_);
  }
  void storeWhole(Value *value, uint64_t offset, unsigned bytes) {
    builder_.CreateAlignedStore(value, address(offset), std::max(alignAt(offset), llvm::Align(bytes)), volatile_);
  }

  // Elements that one access can take at `offset`, at most `remaining`; 0: not even one in one piece.
  unsigned chunkElements(unsigned elementBits, uint64_t offset, unsigned remaining) const {
    for (unsigned count = llvm::bit_floor(remaining); count; count /= 2)
      if (isWhole(elementBits * count, elementBits * count / 8, offset))
        return count;
    return 0;
  }

  Value *loadVector(llvm::FixedVectorType *type, uint64_t offset) {
    llvm::Type *element = type->getElementType();
    unsigned bits = layout_.getTypeSizeInBits(element), count = type->getNumElements();
    if (bits % 8)  // vectors of i1 are packed
      return builder_.CreateBitCast(load(builder_.getIntNTy(bits * count), offset), type);
    Value *result = llvm::PoisonValue::get(type);
    for (unsigned done = 0; done < count;) {
      uint64_t position = offset + done * (bits / 8);
      unsigned chunk = chunkElements(bits, position, count - done);
      if (chunk == count && count > 1)
        return loadWhole(type, position, bits / 8 * count);
      Value *part = chunk > 1 ? loadWhole(llvm::FixedVectorType::get(element, chunk), position, bits / 8 * chunk)
                              : load(element, position);
      chunk = std::max(chunk, 1u);
      for (unsigned i = 0; i < chunk; ++i)
        result =
            builder_.CreateInsertElement(result, chunk > 1 ? builder_.CreateExtractElement(part, i) : part, done + i);
      done += chunk;
    }
    return result;
  }

  void storeVector(llvm::FixedVectorType *type, Value *value, uint64_t offset) {
    llvm::Type *element = type->getElementType();
    unsigned bits = layout_.getTypeSizeInBits(element), count = type->getNumElements();
    if (bits % 8)
      return store(builder_.CreateBitCast(value, builder_.getIntNTy(bits * count)), offset);
    for (unsigned done = 0; done < count;) {
      uint64_t position = offset + done * (bits / 8);
      unsigned chunk = chunkElements(bits, position, count - done);
      if (chunk == count && count > 1)
        return storeWhole(value, position, bits / 8 * count);
      if (chunk > 1) {
        Value *part = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, chunk));
        for (unsigned i = 0; i < chunk; ++i)
          part = builder_.CreateInsertElement(part, builder_.CreateExtractElement(value, done + i), i);
        storeWhole(part, position, bits / 8 * chunk);
      } else {
        store(builder_.CreateExtractElement(value, done), position);
        chunk = 1;
      }
      done += chunk;
    }
  }

  llvm::IRBuilder<> builder_;
  const llvm::DataLayout &layout_;
  Value *pointer_;
  llvm::Align align_;
  bool volatile_;
  uint64_t lineBytes_;
};

bool needsSplit(llvm::Type *type, llvm::Align align, const llvm::DataLayout &layout, uint64_t lineBytes) {
  if (type->isPtrOrPtrVectorTy())  // in memory a pointer is an integer
    return true;
  if (type->isTargetExtTy())
    return false;  // refused later
  uint64_t bits = layout.getTypeSizeInBits(type), bytes = layout.getTypeStoreSize(type);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector && vector->getNumElements() == 1)
    return true;
  return type->isAggregateType() || bits != bytes * 8 || !llvm::isPowerOf2_64(bytes) || bytes > lineBytes ||
         align.value() < bytes;
}

}  // namespace

llvm::PreservedAnalyses SplitAccesses::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  const llvm::DataLayout &layout = function.getDataLayout();
  const uint64_t lineBytes = environment.board.lineBytes();
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (!needsSplit(load->getType(), load->getAlign(), layout, lineBytes))
        continue;
      Splitter splitter(*load, load->getPointerOperand(), load->getAlign(), load->isVolatile(), lineBytes);
      Value *value = splitter.load(load->getType(), 0);
      value->takeName(load);
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
      changed = true;
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!needsSplit(store->getValueOperand()->getType(), store->getAlign(), layout, lineBytes))
        continue;
      Splitter(*store, store->getPointerOperand(), store->getAlign(), store->isVolatile(), lineBytes)
          .store(store->getValueOperand(), 0);
      store->eraseFromParent();
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
