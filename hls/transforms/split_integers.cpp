// SPDX-License-Identifier: Apache-2.0
// The optimiser joins what lies side by side in memory in integers of any width (GVN hands the bits of a wide load to a
// narrow one, SROA keeps a structure in one integer), and computes sums of arithmetic series with bits to spare. The
// user wrote none of that, so whatever is wider than 64 bits becomes parts of 64 bits here.
#include <llvm/ADT/PostOrderIterator.h>

#include "hls/transforms/passes.h"
#include "hls/transforms/wide_integer.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Type;
using llvm::Value;

bool isWide(Type *type) {
  Type *scalar = type->getScalarType();
  return scalar->isIntegerTy() && scalar->getIntegerBitWidth() > kPartBits &&
         !llvm::isa<llvm::ScalableVectorType>(type);
}

bool touchesWide(const Instruction &instruction) {
  return isWide(instruction.getType()) ||
         llvm::any_of(instruction.operands(), [](const llvm::Use &use) { return isWide(use->getType()); });
}

unsigned lanesOf(Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// The widest integer of which integers of `bits` are made up and which divides a part.
unsigned pieceBits(unsigned bits) { return std::min(kPartBits, bits & -bits); }

class IntegerSplitter {
public:
  IntegerSplitter(llvm::Function &function, Refusals &refusals)
      : function_(function), refusals_(refusals), builder_(function.getContext()) {}

  bool run() {
    std::vector<Instruction *> wide;
    for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal(&function_))
      for (Instruction &instruction : *block)
        if (touchesWide(instruction))
          wide.push_back(&instruction);
    for (Instruction *instruction : wide)
      split(*instruction);
    completePhis();
    for (Instruction *instruction : wide)
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    for (Instruction *instruction : wide)
      instruction->eraseFromParent();
    return !wide.empty();
  }

private:
  // One value of `parts` for each lane of a vector.
  using Lanes = llvm::SmallVector<Parts, 1>;

  WideIntegerBuilder arithmetic(Type *type) { return {builder_, type->getScalarSizeInBits()}; }

  Lanes get(Value *value) {
    if (auto found = lanes_.find(value); found != lanes_.end())
      return found->second;
    WideIntegerBuilder wide = arithmetic(value->getType());
    Lanes result;
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    for (unsigned i = 0; i < lanesOf(value->getType()); ++i) {
      auto *lane = constant && value->getType()->isVectorTy() ? constant->getAggregateElement(i) : constant;
      auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(lane);
      result.push_back(
          wide.constant(number ? number->getValue() : llvm::APInt(value->getType()->getScalarSizeInBits(), 0)));
    }
    return result;
  }

  // A narrow operand as it is, a wide one in its parts.
  Value *lowPart(Value *value) { return isWide(value->getType()) ? get(value)[0][0] : value; }

  void split(Instruction &instruction) {
    builder_.SetInsertPoint(&instruction);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      return splitPhi(*phi);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && !load->isAtomic())
      return splitLoad(*load);
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && !store->isAtomic())
      return splitStore(*store);
    if (Value *narrow = narrowResult(instruction))
      return instruction.replaceAllUsesWith(narrow);
    if (isWide(instruction.getType())) {
      if (auto lanes = wideResult(instruction)) {
        lanes_[&instruction] = std::move(*lanes);
        return;
      }
    }
    refuse(instruction);
  }

  void refuse(const Instruction &instruction) {
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    llvm::StringRef name =
        intrinsic ? llvm::Intrinsic::getBaseName(intrinsic->getIntrinsicID()) : instruction.getOpcodeName();
    name.consume_front("llvm.");
    unsigned bits = 0;
    for (Type *type : {instruction.getType(), instruction.getOperand(0)->getType()})
      bits = isWide(type) ? type->getScalarSizeInBits() : bits;
    refusals_.add(instruction, {"the operation '" + name.str() + "' on an integer of " + std::to_string(bits) +
                                    " bits is not supported",
                                "write it with integers of at most 64 bits"});
    if (isWide(instruction.getType()))
      lanes_[&instruction] = get(llvm::Constant::getNullValue(instruction.getType()));
  }

  void splitPhi(llvm::PHINode &phi) {
    Lanes lanes(lanesOf(phi.getType()));
    for (Parts &lane : lanes)
      for (unsigned i = 0; i < arithmetic(phi.getType()).parts(); ++i)
        lane.push_back(builder_.CreatePHI(builder_.getInt64Ty(), phi.getNumIncomingValues(), phi.getName()));
    lanes_[&phi] = std::move(lanes);
    phis_.push_back(&phi);
  }

  void completePhis() {
    for (llvm::PHINode *phi : phis_) {
      const Lanes &lanes = lanes_[phi];
      for (unsigned from = 0; from < phi->getNumIncomingValues(); ++from) {
        Lanes incoming = get(phi->getIncomingValue(from));
        for (size_t lane = 0; lane < lanes.size(); ++lane)
          for (size_t i = 0; i < lanes[lane].size(); ++i)
            llvm::cast<llvm::PHINode>(lanes[lane][i])->addIncoming(incoming[lane][i], phi->getIncomingBlock(from));
      }
    }
  }

  // --- Bits in another arrangement ---

  // Wide lanes, `width` bits of each, as integers of `bits`.
  llvm::SmallVector<Value *> cut(const Lanes &lanes, unsigned width, unsigned bits) {
    llvm::SmallVector<Value *> pieces;
    for (const Parts &lane : lanes)
      for (unsigned at = 0; at < width; at += bits)
        pieces.push_back(
            builder_.CreateTrunc(builder_.CreateLShr(lane[at / kPartBits], at % kPartBits), builder_.getIntNTy(bits)));
    return pieces;
  }

  // A value of any type as integers of `bits` that follow each other, as a bitcast arranges them.
  llvm::SmallVector<Value *> piecesOf(Value *value, unsigned bits) {
    if (isWide(value->getType()))
      return cut(get(value), value->getType()->getScalarSizeInBits(), bits);
    llvm::SmallVector<Value *> pieces;
    const unsigned count = value->getType()->getPrimitiveSizeInBits() / bits;
    Value *vector = builder_.CreateBitCast(value, llvm::FixedVectorType::get(builder_.getIntNTy(bits), count));
    for (unsigned i = 0; i < count; ++i)
      pieces.push_back(builder_.CreateExtractElement(vector, i));
    return pieces;
  }

  Lanes joinWide(llvm::ArrayRef<Value *> pieces, Type *type) {
    const unsigned bits = pieces.front()->getType()->getIntegerBitWidth(), width = type->getScalarSizeInBits();
    Lanes lanes;
    for (unsigned lane = 0; lane < lanesOf(type); ++lane) {
      Parts parts(arithmetic(type).parts(), builder_.getInt64(0));
      for (unsigned at = 0; at < width; at += bits, pieces = pieces.drop_front()) {
        Value *piece = builder_.CreateShl(builder_.CreateZExt(pieces.front(), builder_.getInt64Ty()), at % kPartBits);
        parts[at / kPartBits] = builder_.CreateOr(parts[at / kPartBits], piece);
      }
      lanes.push_back(std::move(parts));
    }
    return lanes;
  }

  Value *joinVector(llvm::ArrayRef<Value *> pieces) {
    Value *vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(pieces.front()->getType(), pieces.size()));
    for (unsigned i = 0; i < pieces.size(); ++i)
      vector = builder_.CreateInsertElement(vector, pieces[i], i);
    return vector;
  }

  Lanes bitcastToWide(Value *from, Type *to) {
    unsigned bits = pieceBits(to->getScalarSizeInBits());
    if (isWide(from->getType()))
      bits = std::min(bits, pieceBits(from->getType()->getScalarSizeInBits()));
    return joinWide(piecesOf(from, bits), to);
  }

  Value *bitcastFromWide(Value *from, Type *to) {
    return builder_.CreateBitCast(joinVector(piecesOf(from, pieceBits(from->getType()->getScalarSizeInBits()))), to);
  }

  // --- Memory: one access of a vector, which split_accesses.cpp takes further ---

  // In memory an integer fills whole bytes.
  static Type *inMemory(Type *type) {
    Type *bytes = Type::getIntNTy(type->getContext(), llvm::alignTo(type->getScalarSizeInBits(), 8));
    return type->isVectorTy() ? type : bytes;
  }

  void splitLoad(llvm::LoadInst &load) {
    Type *type = load.getType(), *memory = inMemory(type);
    if (type->isVectorTy() && type->getScalarSizeInBits() % 8)
      return refuse(load);
    const unsigned bits = pieceBits(memory->getScalarSizeInBits());
    auto *vector = llvm::FixedVectorType::get(builder_.getIntNTy(bits), memory->getPrimitiveSizeInBits() / bits);
    auto *whole = builder_.CreateAlignedLoad(vector, load.getPointerOperand(), load.getAlign(), load.isVolatile(),
                                             load.getName());
    whole->setAAMetadata(load.getAAMetadata());
    Lanes lanes = joinWide(piecesOf(whole, bits), memory);
    for (Parts &lane : lanes)
      lane = arithmetic(type).resize(lane, memory->getScalarSizeInBits(), /*isSigned=*/false);
    lanes_[&load] = std::move(lanes);
  }

  void splitStore(llvm::StoreInst &store) {
    Value *value = store.getValueOperand();
    Type *memory = inMemory(value->getType());
    if (memory->isVectorTy() && memory->getScalarSizeInBits() % 8)
      return refuse(store);
    const unsigned bits = pieceBits(memory->getScalarSizeInBits());
    // Unused bits of the parts are zero: they fill up the last byte.
    auto pieces = cut(get(value), memory->getScalarSizeInBits(), bits);
    auto *whole = builder_.CreateAlignedStore(joinVector(pieces), store.getPointerOperand(), store.getAlign(),
                                              store.isVolatile());
    whole->setAAMetadata(store.getAAMetadata());
  }

  // --- Operations ---

  // Of an instruction that makes something narrow of wide operands; null: it does not, or it is not known.
  Value *narrowResult(Instruction &instruction) {
    if (isWide(instruction.getType()) || instruction.getType()->isVoidTy())
      return nullptr;
    Value *operand = instruction.getOperand(0);
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction); compare && !compare->getType()->isVectorTy())
      return arithmetic(operand->getType())
          .compare(compare->getPredicate(), get(operand)[0], get(compare->getOperand(1))[0]);
    if (llvm::isa<llvm::TruncInst>(instruction) && !instruction.getType()->isVectorTy())
      return builder_.CreateTrunc(lowPart(operand), instruction.getType());
    if (llvm::isa<llvm::BitCastInst>(instruction))
      return bitcastFromWide(operand, instruction.getType());
    return nullptr;
  }

  std::optional<Lanes> wideResult(Instruction &instruction) {
    Type *type = instruction.getType();
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return castToWide(*cast);
    if (auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
      auto *index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
      Lanes all = get(extract->getVectorOperand());
      if (!index || index->getZExtValue() >= all.size())
        return std::nullopt;
      return Lanes{all[index->getZExtValue()]};
    }
    if (auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
      auto *index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      Lanes all = get(insert->getOperand(0));
      if (!index || index->getZExtValue() >= all.size())
        return std::nullopt;
      all[index->getZExtValue()] = get(insert->getOperand(1))[0];
      return all;
    }
    if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
      Lanes all = get(shuffle->getOperand(0)), result;
      llvm::append_range(all, get(shuffle->getOperand(1)));
      for (int lane : shuffle->getShuffleMask())
        result.push_back(all[std::max(lane, 0)]);
      return result;
    }
    Lanes result;
    for (unsigned lane = 0; lane < lanesOf(type); ++lane) {
      auto parts = laneResult(instruction, lane);
      if (!parts)
        return std::nullopt;
      result.push_back(std::move(*parts));
    }
    return result;
  }

  std::optional<Lanes> castToWide(llvm::CastInst &cast) {
    Value *from = cast.getOperand(0);
    const bool isSigned = llvm::isa<llvm::SExtInst>(cast);
    if (llvm::isa<llvm::BitCastInst>(cast))
      return bitcastToWide(from, cast.getType());
    if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(cast) || cast.getType()->isVectorTy())
      return std::nullopt;
    WideIntegerBuilder wide = arithmetic(cast.getType());
    if (isWide(from->getType()))
      return Lanes{wide.resize(get(from)[0], from->getType()->getIntegerBitWidth(), isSigned)};
    return Lanes{wide.extend(from, isSigned)};
  }

  // One lane of an operation that works on each by itself.
  std::optional<Parts> laneResult(Instruction &instruction, unsigned lane) {
    WideIntegerBuilder wide = arithmetic(instruction.getType());
    auto operand = [&](unsigned i) { return get(instruction.getOperand(i))[lane]; };
    switch (instruction.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return wide.bitwise(Instruction::BinaryOps(instruction.getOpcode()), operand(0), operand(1));
    case Instruction::Add:
      return wide.add(operand(0), operand(1));
    case Instruction::Sub:
      return wide.subtract(operand(0), operand(1));
    case Instruction::Mul:
      return wide.multiply(operand(0), operand(1));
    case Instruction::Shl:
      return wide.shiftLeft(operand(0), operand(1)[0]);
    case Instruction::LShr:
    case Instruction::AShr:
      return wide.shiftRight(operand(0), operand(1)[0], instruction.getOpcode() == Instruction::AShr);
    case Instruction::Select:
      if (instruction.getOperand(0)->getType()->isVectorTy())
        return std::nullopt;
      return wide.select(instruction.getOperand(0), operand(1), operand(2));
    case Instruction::Freeze: {
      Parts parts = operand(0);
      for (Value *&part : parts)
        part = builder_.CreateFreeze(part);
      return parts;
    }
    case Instruction::Call:
      if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        return intrinsicResult(*intrinsic, lane);
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<Parts> intrinsicResult(llvm::IntrinsicInst &intrinsic, unsigned lane) {
    WideIntegerBuilder wide = arithmetic(intrinsic.getType());
    auto operand = [&](unsigned i) { return get(intrinsic.getArgOperand(i))[lane]; };
    if (auto *choice = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&intrinsic))
      return wide.select(wide.compare(choice->getPredicate(), operand(0), operand(1)), operand(0), operand(1));
    if (intrinsic.getIntrinsicID() == llvm::Intrinsic::bswap)
      return wide.swapBytes(operand(0));
    auto *amount = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getArgOperand(intrinsic.arg_size() - 1));
    const bool left = intrinsic.getIntrinsicID() == llvm::Intrinsic::fshl;
    if (!amount || (!left && intrinsic.getIntrinsicID() != llvm::Intrinsic::fshr))
      return std::nullopt;
    // Two shifts that together are as far as the integer is wide.
    const unsigned width = intrinsic.getType()->getScalarSizeInBits(), distance = amount->getValue().urem(width);
    if (distance == 0)
      return operand(left ? 0 : 1);
    Parts high = wide.shiftLeft(operand(0), builder_.getInt64(left ? distance : width - distance));
    Parts low = wide.shiftRight(operand(1), builder_.getInt64(left ? width - distance : distance), /*isSigned=*/false);
    return wide.bitwise(Instruction::Or, high, low);
  }

  llvm::Function &function_;
  Refusals &refusals_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const Value *, Lanes> lanes_;
  std::vector<llvm::PHINode *> phis_;
};

}  // namespace

llvm::PreservedAnalyses SplitIntegers::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = IntegerSplitter(function, environment.refusals).run();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
