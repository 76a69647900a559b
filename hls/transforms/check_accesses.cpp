// SPDX-License-Identifier: Apache-2.0
// Accesses that may miss their object. A variable's address on chip, and the address of a buffer in hardware, have as
// many bits as they need: what lies above them would be lost, and the access would hit something else. Where an index
// is not proven small enough, `__weft_checked(pointer, inside)` says to the hardware whether the access may take place.
// Compared is the index, in its own width, so nothing wraps on the way.
#include <bit>
#include <optional>

#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "hls/builtins/link_builtins.h"
#include "hls/transforms/address_flow.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::Value;
using Int = __int128;

// Sums of several terms, each of them smaller, cannot wrap in 32 bits; no object on chip is as large.
constexpr Int kTermLimit = Int(1) << 28;

Int floorDiv(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
Int ceilDiv(Int a, Int b) { return -floorDiv(-a, b); }

/// base + fixed + the sum of scale * index. Indices of one scale belong together: LLVM splits `a[i + j]`, whose sum may
/// wrap as C says, into two steps.
struct Address {
  struct Term {
    Int scale = 1;
    llvm::SmallVector<Value *, 2> indices;
  };
  Value *base = nullptr;
  llvm::SmallVector<Term> terms;
  Int fixed = 0;
};

Address addressOf(Value *pointer, const llvm::DataLayout &layout) {
  const unsigned bits = layout.getIndexTypeSizeInBits(pointer->getType());
  llvm::MapVector<Value *, APInt> variable;
  APInt fixed(bits, 0);
  Address address;
  while (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    if (!gep->collectOffset(layout, bits, variable, fixed))
      break;
    pointer = gep->getPointerOperand();
  }
  address.base = pointer;
  address.fixed = fixed.getSExtValue();
  for (const auto &[index, scale] : variable) {
    const Int factor = scale.getSExtValue();
    if (factor == 0)
      continue;
    auto term = llvm::find_if(address.terms, [&](const Address::Term &t) { return t.scale == factor; });
    if (term == address.terms.end())
      term = &address.terms.emplace_back(Address::Term{factor, {}});
    term->indices.push_back(index);
  }
  return address;
}

class Checker {
public:
  Checker(llvm::Function &function, const board::Description &board, llvm::LazyValueInfo &values,
          llvm::ScalarEvolution &scalars)
      : function_(function), layout_(function.getDataLayout()), board_(board), values_(values), scalars_(scalars),
        build_(function.getContext()) {}

  bool run() {
    llvm::SmallVector<std::pair<Instruction *, unsigned>> accesses;  // with the number of the pointer operand
    for (Instruction &instruction : llvm::instructions(function_)) {
      if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
        accesses.push_back({&instruction, 0});
      else if (llvm::isa<llvm::StoreInst>(instruction))
        accesses.push_back({&instruction, 1});
    }
    bool changed = false;
    for (auto [access, operand] : accesses)
      changed |= check(*access, operand);
    return changed;
  }

private:
  static llvm::Type *typeOf(const Instruction &access) {
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access))
      return store->getValueOperand()->getType();
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
      return exchange->getNewValOperand()->getType();
    return access.getType();
  }

  bool check(Instruction &access, unsigned operand) {
    at_ = &access;
    build_.SetInsertPoint(&access);
    build_.SetCurrentDebugLocation(access.getDebugLoc());
    Value *pointer = access.getOperand(operand);
    const uint64_t bytes = layout_.getTypeStoreSize(typeOf(access));
    Value *inside = conditionOf(pointer, bytes);
    if (!inside || inside == build_.getTrue())
      return false;
    std::string name = "__weft_checked." + std::to_string(pointer->getType()->getPointerAddressSpace());
    auto callee = function_.getParent()->getOrInsertFunction(
        name, llvm::FunctionType::get(pointer->getType(), {pointer->getType(), build_.getInt1Ty()}, false));
    auto *declaration = llvm::cast<llvm::Function>(callee.getCallee());
    declaration->setDoesNotAccessMemory();
    declaration->setDoesNotThrow();
    declaration->setWillReturn();
    access.setOperand(operand, build_.CreateCall(callee, {pointer, inside}));
    return true;
  }

  /// Whether the access lies in its object; nullptr if it surely does, or if there is nothing to compare with.
  Value *conditionOf(Value *pointer, uint64_t bytes) {
    bool fromInteger = false;
    llvm::SmallVector<Value *> objects = objectsOf(*pointer, fromInteger);
    if (objects.empty())
      return nullptr;
    // The library's tables: what a NaN picks there is not used.
    if (auto *table = llvm::dyn_cast<llvm::GlobalVariable>(objects.front());
        table && table->hasAttribute(builtins::kUncheckedVariable))
      return nullptr;
    auto *argument = llvm::dyn_cast<llvm::Argument>(objects.front());
    Address address = addressOf(pointer, layout_);
    if (argument && argument->hasByValAttr())
      // One of several structures: what is read is one of their words.
      return objects.size() == 1 ? inVariable(address, pointer, sizeOf(*argument), bytes) : nullptr;
    if (argument && argument->getType()->getPointerAddressSpace() != 3)
      return fromInteger ? decoded(address) : inDeviceMemory(address);
    if (argument)
      return inPool(address, pointer, objects, bytes);
    return inVariable(address, pointer, sizeOf(*objects.front()), bytes);
  }

  /// What the pointer may point into, also if it was made from an integer.
  static llvm::SmallVector<Value *> objectsOf(const Value &pointer, bool &fromInteger) {
    llvm::SmallSetVector<const Value *, 4> found;
    found.insert(&pointer);
    llvm::SmallVector<Value *> objects;
    for (size_t i = 0; i < found.size(); ++i) {
      const Value *value = found[i];
      llvm::SmallVector<const Value *> underlying;
      llvm::getUnderlyingObjects(value, underlying, nullptr, /*MaxLookup=*/0);
      for (const Value *object : underlying)
        if (isObject(*object) && !llvm::is_contained(objects, object)) {
          objects.push_back(const_cast<Value *>(object));
        } else if (isPointerPrimitive(*object)) {
          fromInteger = true;
          auto &call = llvm::cast<llvm::CallInst>(*object);
          found.insert(call.arg_begin() + 1, call.arg_end());
        }
    }
    return objects;
  }

  /// An address made from an integer may have bits that the board does not decode.
  Value *decoded(const Address &address) {
    if (!isPointerPrimitive(*address.base))
      return nullptr;  // one of several, which wraps round as the board's addresses do
    Value *sum = llvm::cast<llvm::CallInst>(address.base)->getArgOperand(0);
    llvm::Type *type = sum->getType();
    const unsigned bits = type->getIntegerBitWidth();
    if (bits <= board_.memoryAddressBits)
      return nullptr;
    for (const Address::Term &term : address.terms)
      for (Value *index : term.indices)
        sum =
            build_.CreateAdd(sum, build_.CreateMul(build_.CreateSExtOrTrunc(index, type), constant(type, term.scale)));
    if (address.fixed)
      sum = build_.CreateAdd(sum, constant(type, address.fixed));
    return build_.CreateICmpEQ(build_.CreateLShr(sum, board_.memoryAddressBits), constant(type, 0));
  }

  uint64_t sizeOf(const Value &object) const {
    if (auto *argument = llvm::dyn_cast<llvm::Argument>(&object))
      return layout_.getTypeAllocSize(argument->getParamByValType());
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&object))
      return layout_.getTypeAllocSize(variable->getValueType());
    auto size = llvm::cast<llvm::AllocaInst>(object).getAllocationSize(layout_);
    return size ? size->getFixedValue() : 0;
  }

  /// The load/store units compare addresses of as many bits as the board decodes. A wrong one must not wrap round to
  /// what is in memory.
  Value *inDeviceMemory(const Address &address) {
    const Int room = (Int(1) << board_.memoryAddressBits) - Int(board_.memoryBytes) -
                     (address.fixed < 0 ? -address.fixed : address.fixed);
    if (room <= 0)
      return build_.getFalse();
    Value *inside = nullptr;
    for (const Address::Term &term : address.terms) {
      const Int share = room / Int(address.terms.size()) / (term.scale < 0 ? -term.scale : term.scale);
      if (share == 0)
        return build_.getFalse();
      const Int limit = Int(std::bit_floor(uint64_t(std::min(share, Int(1) << 62))));
      inside = both(inside, within(indexOf(term), -limit, limit - 1));
    }
    return inside;
  }

  Value *inVariable(const Address &address, Value *pointer, uint64_t size, uint64_t bytes) {
    const Int last = Int(size) - Int(bytes);
    if (isObject(*address.base) && address.terms.size() == 1) {
      const Address::Term &term = address.terms[0];
      const Int low = -address.fixed, high = last - address.fixed;
      return term.scale > 0 ? within(indexOf(term), ceilDiv(low, term.scale), floorDiv(high, term.scale))
                            : within(indexOf(term), ceilDiv(high, term.scale), floorDiv(low, term.scale));
    }
    const unsigned low = unsigned(std::countr_zero(bytes));  // the bits below are not looked at
    auto [offset, inside] = offsetIn(address, pointer);
    return both(inside, within(build_.CreateLShr(offset, low), 0, Int(size >> low) - 1));
  }

  /// `__local` arguments lie in one memory, in shares whose sizes are set by the launch.
  Value *inPool(const Address &address, Value *pointer, llvm::ArrayRef<Value *> arguments, uint64_t bytes) {
    const unsigned low = unsigned(std::countr_zero(bytes));
    auto fits = [&](Value *offset, Value *argument) {
      Value *place = build_.CreateLShr(offset, low);
      return build_.CreateICmpULT(place, build_.CreateLShr(localBytes(*argument), low));
    };
    if (arguments.size() == 1 && address.base == arguments.front()) {
      if (address.terms.size() == 1 && address.fixed == 0 && address.terms[0].scale == Int(bytes)) {
        Value *index = indexOf(address.terms[0]);
        return below(index, build_.CreateLShr(localBytes(*arguments.front()), low));
      }
      auto [offset, inside] = offsetIn(address, pointer);
      return both(inside, fits(offset, arguments.front()));
    }
    Value *any = nullptr, *start = build_.CreatePtrToInt(pointer, build_.getInt32Ty());
    for (Value *argument : arguments) {
      Value *first = build_.CreatePtrToInt(argument, build_.getInt32Ty());
      Value *inside = fits(build_.CreateSub(start, first), argument);
      any = any ? build_.CreateOr(any, inside) : inside;
    }
    return any;
  }

  /// 0 <= index < limit, without anything computed from either.
  Value *below(Value *index, Value *limit) {
    if (auto *sign = llvm::dyn_cast<llvm::SExtInst>(index); sign && sign->getSrcTy()->getIntegerBitWidth() >= 32)
      index = sign->getOperand(0);
    if (index->getType()->getIntegerBitWidth() < 32)
      index = build_.CreateSExt(index, build_.getInt32Ty());
    return build_.CreateICmpULT(index, build_.CreateZExtOrTrunc(limit, index->getType()));
  }

  Value *localBytes(Value &argument) {
    auto callee = function_.getParent()->getOrInsertFunction(
        "__weft_local_bytes", llvm::FunctionType::get(build_.getInt32Ty(), {argument.getType()}, false));
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotAccessMemory();
    return build_.CreateCall(callee, {&argument});
  }

  static bool isObject(const Value &value) {
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(value);
  }

  /// The offset in the object, and a condition under which it has not wrapped (nullptr: always).
  std::pair<Value *, Value *> offsetIn(const Address &address, Value *pointer) {
    if (!isObject(*address.base))  // one of several pointers: what it is, it is modulo 2^32
      return {build_.CreatePtrToInt(pointer, build_.getInt32Ty()), nullptr};
    llvm::Type *type = build_.getInt32Ty();
    Value *sum = nullptr, *inside = nullptr;
    for (const Address::Term &term : address.terms) {
      Value *index = indexOf(term);
      const Int limit = kTermLimit / (term.scale < 0 ? -term.scale : term.scale);
      inside = both(inside, within(index, -limit, limit - 1));
      Value *scaled = build_.CreateMul(build_.CreateSExtOrTrunc(index, type), constant(type, term.scale));
      sum = sum ? build_.CreateAdd(sum, scaled) : scaled;
    }
    if (address.fixed < -kTermLimit || address.fixed >= kTermLimit)
      return {constant(type, 0), build_.getFalse()};
    Value *fixed = constant(type, address.fixed);
    return {sum ? build_.CreateAdd(sum, fixed) : fixed, inside};
  }

  static llvm::ConstantInt *constant(llvm::Type *type, Int value) {
    return llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(type, uint64_t(value), /*IsSigned=*/true));
  }

  Value *indexOf(const Address::Term &term) {
    if (term.indices.size() == 1)
      return term.indices[0];
    // In as few bits as hold every sum.
    unsigned bits = 0;
    for (Value *index : term.indices) {
      auto *extension = llvm::dyn_cast<llvm::CastInst>(index);
      const bool narrow = extension && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(extension);
      const unsigned own = (narrow ? extension->getSrcTy() : index->getType())->getIntegerBitWidth();
      bits = std::max(bits, own + (narrow && llvm::isa<llvm::ZExtInst>(extension)));
    }
    bits = std::min(bits + unsigned(std::bit_width(term.indices.size() - 1)), layout_.getIndexSizeInBits(0));
    llvm::Type *type = build_.getIntNTy(bits);
    Value *sum = nullptr;
    for (Value *index : term.indices) {
      index = build_.CreateSExtOrTrunc(index, type);
      sum = sum ? build_.CreateAdd(sum, index) : index;
    }
    return sum;
  }

  Value *both(Value *a, Value *b) { return !a ? b : !b ? a : build_.CreateAnd(a, b); }

  /// low <= index <= high, index a signed number; nullptr if that is always so.
  Value *within(Value *index, Int low, Int high) {
    bool isUnsigned = false;
    if (auto *wide = llvm::dyn_cast<llvm::ZExtInst>(index)) {
      index = wide->getOperand(0);
      isUnsigned = true;
    } else if (auto *sign = llvm::dyn_cast<llvm::SExtInst>(index)) {
      index = sign->getOperand(0);
    }
    const unsigned bits = index->getType()->getIntegerBitWidth();
    low = std::max(low, isUnsigned ? 0 : -(Int(1) << (bits - 1)));
    high = std::min(high, (Int(1) << (isUnsigned ? bits : bits - 1)) - 1);
    if (low > high)
      return build_.getFalse();
    const Int count = high - low + 1;
    if (count == Int(1) << bits)
      return nullptr;
    const APInt first(bits, uint64_t(low), /*isSigned=*/true), end = first + APInt(bits, uint64_t(count));
    if (llvm::ConstantRange(first, end).contains(rangeOf(*index)))
      return nullptr;
    if (!std::has_single_bit(uint64_t(count)) || low % count * 2 % count != 0)
      return build_.CreateICmpULT(low ? build_.CreateSub(index, constant(index->getType(), low)) : index,
                                  constant(index->getType(), count));
    // A power of two at a multiple of its half: the leading bits decide, and nothing is to be added below them.
    const bool halves = low % count != 0;
    const unsigned drop = unsigned(std::countr_zero(uint64_t(count))) - halves;
    auto *type = build_.getIntNTy(bits - drop);
    Value *leading = build_.CreateTrunc(drop ? build_.CreateLShr(index, drop) : index, type);
    const Int start = low >> drop;
    Value *isFirst = build_.CreateICmpEQ(leading, constant(type, start));
    return halves ? build_.CreateOr(isFirst, build_.CreateICmpEQ(leading, constant(type, start + 1))) : isFirst;
  }

  llvm::ConstantRange rangeOf(Value &value) {
    llvm::ConstantRange range = values_.getConstantRange(&value, at_, /*UndefAllowed=*/false);
    if (!scalars_.isSCEVable(value.getType()))
      return range;
    const llvm::SCEV *form = scalars_.getSCEV(&value);
    return range.intersectWith(scalars_.getSignedRange(form)).intersectWith(scalars_.getUnsignedRange(form));
  }

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  const board::Description &board_;
  llvm::LazyValueInfo &values_;
  llvm::ScalarEvolution &scalars_;
  llvm::IRBuilder<> build_;
  Instruction *at_ = nullptr;
};

}  // namespace

llvm::PreservedAnalyses CheckAccesses::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  if (function.isDeclaration())
    return llvm::PreservedAnalyses::all();
  Checker checker(function, environment.board, analyses.getResult<llvm::LazyValueAnalysis>(function),
                  analyses.getResult<llvm::ScalarEvolutionAnalysis>(function));
  return checker.run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
