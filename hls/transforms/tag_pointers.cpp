// SPDX-License-Identifier: Apache-2.0
// A pointer that may mean several memories (a generic one; `__local` argument or variable; `__constant` argument or
// table) becomes an integer with a tag, and an access through it a branch to one access for each of them. So does every
// pointer into on-chip memory that may be null or come from elsewhere, since offsets there begin at 0.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "hls/transforms/address_flow.h"
#include "hls/transforms/constant_addresses.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/transforms/tagged_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;
// Constants stay apart: a sum of an object's address and a tag is no constant address.
using Builder = llvm::IRBuilder<llvm::NoFolder>;

constexpr unsigned kGeneric = 4;

unsigned spaceOf(const Value &pointer) { return pointer.getType()->getPointerAddressSpace(); }

/// Casts of variables' addresses become instructions, which can be rewritten.
void expandConstants(llvm::Function &function) {
  llvm::SmallSetVector<llvm::Constant *, 8> casts, seen;
  for (Instruction &instruction : llvm::instructions(function))
    for (Value *operand : instruction.operand_values())
      if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(operand))
        seen.insert(expression);
  for (size_t i = 0; i < seen.size(); ++i) {
    auto *expression = llvm::cast<llvm::ConstantExpr>(seen[i]);
    if (expression->isCast() && !expression->getOperand(0)->isNullValue())
      casts.insert(expression);
    for (Value *operand : expression->operand_values())
      if (auto *inner = llvm::dyn_cast<llvm::ConstantExpr>(operand))
        seen.insert(inner);
  }
  llvm::convertUsersOfConstantsToInstructions(casts.getArrayRef(), &function, /*RemoveDeadConstants=*/true,
                                              /*IncludeSelf=*/true);
}

/// Whether the function uses constants with addresses in them, which are tagged.
bool readsTables(const llvm::Function &function) {
  auto isTable = [](const Value *operand) {
    if (!operand->getType()->isPointerTy())
      return false;
    auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(operand));
    return variable && isAddressTable(*variable);
  };
  return llvm::any_of(llvm::instructions(function), [&](const Instruction &instruction) {
    return llvm::any_of(instruction.operand_values(), isTable);
  });
}

/// Whether the value is made of other pointers or of an integer.
bool isMade(const Value &value) {
  return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::GEPOperator, llvm::AddrSpaceCastOperator, llvm::IntToPtrInst>(
             value) ||
         (llvm::isa<llvm::CallInst>(value) && spaceOfConversion(llvm::cast<Instruction>(value)));
}

/// The instructions of a function that deal with pointers, before any of them changes.
struct Work {
  std::vector<Instruction *> pointers;                       // made by them
  std::vector<std::pair<Instruction *, unsigned>> accesses;  // with the number of the pointer operand
  std::vector<llvm::ICmpInst *> compares;                    // of pointers
  std::vector<llvm::ICmpInst *> numberCompares;
  std::vector<llvm::PtrToIntInst *> numbers;

  explicit Work(llvm::Function &function) {
    llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block)
        add(instruction);
  }

private:
  void add(Instruction &instruction) {
    if (instruction.getType()->isPointerTy() && isMade(instruction))
      pointers.push_back(&instruction);
    else if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
      accesses.push_back({&instruction, 0});
    else if (llvm::isa<llvm::StoreInst>(instruction))
      accesses.push_back({&instruction, 1});
    else if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      (compare->getOperand(0)->getType()->isPointerTy() ? compares : numberCompares).push_back(compare);
    else if (auto *number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
             number && !number->getType()->isVectorTy())
      numbers.push_back(number);
  }
};

class Tagger {
public:
  Tagger(llvm::Function &function, Work &work)
      : work_(work), flow_(function),
        address_(function.getDataLayout().getIntPtrType(llvm::PointerType::get(function.getContext(), kGeneric))) {}

  /// Whether any pointer of the function has to be tagged. Otherwise an offset is number enough.
  bool isNeeded() const {
    return readsTables(flow_.function()) ||
           llvm::any_of(work_.pointers, [&](const Instruction *pointer) { return needsTag(*pointer); }) ||
           llvm::any_of(work_.compares, [&](const llvm::ICmpInst *compare) { return needsTags(*compare); });
  }

  void run() {
    for (Instruction *pointer : work_.pointers)
      if (isTagged(*pointer))
        make(*pointer);
    for (auto &[phi, number] : phis_)
      fill(*phi, *number);
    for (llvm::ICmpInst *compare : work_.compares)
      rewrite(*compare);
    for (llvm::ICmpInst *compare : work_.numberCompares) {
      Builder builder(compare);
      layOutTogether(builder, anyOf(compare->getOperand(0)), anyOf(compare->getOperand(1)));
    }
    for (llvm::PtrToIntInst *number : work_.numbers)
      rewrite(*number);
    for (auto &[access, operand] : work_.accesses)
      rewrite(*access, operand);
    for (Instruction *pointer : work_.pointers)
      if (!isTagged(*pointer))
        untag(*pointer);
    for (Instruction *instruction : dead_)
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    for (Instruction *instruction : dead_)
      instruction->eraseFromParent();
  }

private:
  static bool isGeneric(const Value &pointer) { return spaceOf(pointer) == kGeneric; }

  bool isOnChip(const Origins &origins) const {
    return llvm::any_of(origins.objects, [](const Pointee &one) { return placeOf(*one.object) != Place::Device; });
  }

  bool needsTag(const Value &pointer) const {
    if (isGeneric(pointer))
      return true;
    const Origins origins = flow_(&pointer);
    const bool unknown = origins.foreign || (origins.isNumber && origins.objects.empty());
    return placesOf(origins).size() > 1 || (spaceOf(pointer) != 1 && unknown && !isBuffer(pointer, origins));
  }

  /// Whether a pointer to constant memory can only mean buffers.
  bool isBuffer(const Value &pointer, const Origins &origins) const {
    return spaceOf(pointer) == 2 && !isOnChip(origins);
  }

  /// Whether the operands compare as tagged addresses only: offsets in the pool of `__local` arguments leave none for
  /// null, and those in different memories say nothing.
  bool needsTags(const llvm::ICmpInst &compare) const {
    const Origins left = flow_(compare.getOperand(0)), right = flow_(compare.getOperand(1));
    const bool meet = llvm::any_of(left.objects, [&](const Pointee &one) { return right.contains(one.object); });
    if (compare.isEquality() && !meet && !(left.mayBeNull && right.mayBeNull))
      return false;  // they differ
    Origins both = left;
    both.join(right);
    const std::set<Place> places = placesOf(both);
    return places.size() > 1 || (both.mayBeNull && places.count(Place::Pool));
  }

  /// Whether a pointer is kept as a tagged address, in a function that needs them.
  bool isTagged(const Value &pointer) const {
    if (!pointer.getType()->isPointerTy() || !isMade(pointer))
      return false;
    if (isGeneric(pointer))
      return true;
    const Origins origins = flow_(&pointer);
    if (spaceOf(pointer) == 1 || isBuffer(pointer, origins))
      return false;
    return origins.mayBeNull || origins.foreign || origins.isNumber || placesOf(origins).size() > 1;
  }

  /// The tagged address of any pointer, in front of `at`.
  Value *tagged(Value *pointer, Instruction &at) {
    if (auto found = tagged_.find(pointer); found != tagged_.end())
      return found->second;
    if (llvm::isa<llvm::UndefValue>(pointer))
      return llvm::PoisonValue::get(address_);
    Builder builder(&at);
    if (llvm::isa<llvm::Constant>(pointer) && isMade(*pointer))
      return moved(*llvm::cast<llvm::User>(pointer), at);
    const std::set<Place> places = placesOf(flow_(pointer));
    if (places.empty())
      return llvm::ConstantInt::get(address_, 0);
    return TaggedAddresses(builder).tag(builder.CreatePtrToInt(pointer, address_), *places.begin());
  }

  /// Of a cast or an element of another pointer.
  Value *moved(llvm::User &user, Instruction &at) {
    Value *base = tagged(user.getOperand(0), at);
    if (!llvm::isa<llvm::GEPOperator>(user))
      return base;
    Builder builder(&at);
    Value *offset = llvm::emitGEPOffset(&builder, at.getDataLayout(), &user, /*NoAssumptions=*/true);
    return builder.CreateAdd(base, builder.CreateSExtOrTrunc(offset, address_));
  }

  void make(Instruction &pointer) {
    tagged_[&pointer] = madeOf(pointer);
    dead_.push_back(&pointer);
  }

  Value *madeOf(Instruction &pointer) {
    Builder builder(&pointer);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&pointer)) {
      auto *number = builder.CreatePHI(address_, phi->getNumIncomingValues(), phi->getName());
      phis_.push_back({phi, number});
      return number;
    }
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&pointer)) {
      Value *yes = tagged(select->getTrueValue(), pointer), *no = tagged(select->getFalseValue(), pointer);
      return builder.CreateSelect(select->getCondition(), yes, no, pointer.getName());
    }
    if (llvm::isa<llvm::IntToPtrInst>(pointer))
      return builder.CreateZExtOrTrunc(pointer.getOperand(0), address_);
    return llvm::isa<llvm::CallInst>(pointer) ? converted(pointer) : moved(pointer, pointer);
  }

  /// A block that is there twice brings one value.
  void fill(const llvm::PHINode &phi, llvm::PHINode &number) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      BasicBlock *from = phi.getIncomingBlock(i);
      const int known = number.getBasicBlockIndex(from);
      number.addIncoming(known >= 0 ? number.getIncomingValue(unsigned(known))
                                    : tagged(phi.getIncomingValue(i), *from->getTerminator()),
                         from);
    }
  }

  /// The operand of to_global or its kin, if it lies there; else null.
  Value *converted(Instruction &conversion) {
    Value *pointer = conversion.getOperand(0), *number = tagged(pointer, conversion);
    const unsigned space = spaceOf(conversion);
    Builder builder(&conversion);
    Value *inside = builder.getFalse();
    for (const Place place : placesOf(flow_(pointer)))
      if (transforms::spaceOf(place, 1) == space)
        inside = builder.CreateOr(inside, TaggedAddresses(builder).isIn(number, place));
    return builder.CreateSelect(inside, number, llvm::ConstantInt::get(address_, 0));
  }

  /// A pointer to a named address space made of a generic one, which can only lie in one place.
  void untag(Instruction &pointer) {
    const bool isConversion = spaceOfConversion(pointer).has_value();
    if (!isConversion && !(llvm::isa<llvm::AddrSpaceCastInst>(pointer) && isGeneric(*pointer.getOperand(0))))
      return;
    Value *number = isConversion ? converted(pointer) : tagged(pointer.getOperand(0), pointer);
    const Origins origins = flow_.targets(&pointer);
    const std::set<Place> places = placesOf(origins);
    Builder builder(&pointer);
    if (!places.empty())
      number = TaggedAddresses(builder).untag(number, *places.begin());
    Value *result = createPointer(builder, number, llvm::cast<llvm::PointerType>(pointer.getType()), origins.objects);
    result->takeName(&pointer);
    pointer.replaceAllUsesWith(result);
    dead_.push_back(&pointer);
  }

  void rewrite(llvm::ICmpInst &compare) {
    Value *left = compare.getOperand(0), *right = compare.getOperand(1);
    if (!isTagged(*left) && !isTagged(*right) && !isGeneric(*left) && !needsTags(compare))
      return;
    Builder builder(&compare);
    layOutTogether(builder, flow_(left), flow_(right));
    Value *a = tagged(left, compare), *b = tagged(right, compare);
    compare.replaceAllUsesWith(builder.CreateICmp(compare.getPredicate(), a, b));
    dead_.push_back(&compare);
  }

  /// What a number may be an address of.
  Origins anyOf(const Value *number) const {
    const Origins origins = flow_(number);
    return origins.foreign ? flow_.inAddressSpace(origins, kGeneric) : origins;
  }

  /// Offsets compare as addresses do within one object: a pointer that may mean all of them makes them one.
  void layOutTogether(Builder &builder, const Origins &left, const Origins &right) {
    if (left.objects.empty() || right.objects.empty())
      return;
    Origins both = left;
    both.join(right);
    for (const Place place : placesOf(both)) {
      const std::vector<Pointee> objects = objectsIn(both, place);
      if (place != Place::Device && place != Place::Pool && objects.size() > 1)
        createPointer(builder, llvm::ConstantInt::get(address_, 0), pointerTo(place, 1), objects);
    }
  }

  void rewrite(llvm::PtrToIntInst &number) {
    if (spaceOf(*number.getPointerOperand()) == 1)
      return;
    Builder builder(&number);
    number.replaceAllUsesWith(builder.CreateZExtOrTrunc(tagged(number.getPointerOperand(), number), number.getType()));
    dead_.push_back(&number);
  }

  static std::vector<Pointee> objectsIn(const Origins &origins, Place place) {
    std::vector<Pointee> objects;
    for (const Pointee &pointee : origins.objects)
      if (placeOf(*pointee.object) == place)
        objects.push_back(pointee);
    return objects;
  }

  llvm::PointerType *pointerTo(Place place, unsigned space) const {
    return llvm::PointerType::get(address_->getContext(), transforms::spaceOf(place, space));
  }

  void rewrite(Instruction &access, unsigned operand) {
    Value *pointer = access.getOperand(operand);
    if (!isTagged(*pointer) && !isGeneric(*pointer))
      return;
    const Origins origins = flow_.targets(pointer);
    std::set<Place> places = placesOf(origins);
    if (places.empty())
      places.insert(Place::Device);  // only ever null
    Value *number = tagged(pointer, access);
    if (places.size() == 1)
      return redirect(access, operand, number, origins, *places.begin());
    branch(access, operand, number, origins, std::vector<Place>(places.rbegin(), places.rend()));
  }

  /// The access takes place in one memory.
  void redirect(Instruction &access, unsigned operand, Value *number, const Origins &origins, Place place) {
    Builder builder(&access);
    const unsigned space = spaceOf(*access.getOperand(operand));
    access.setOperand(operand, createPointer(builder, TaggedAddresses(builder).untag(number, place),
                                             pointerTo(place, space), objectsIn(origins, place)));
    if (place != Place::Private)
      return;
    // No other work-item sees it.
    if (auto *modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&access))
      llvm::lowerAtomicRMWInst(modify);
    else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
      llvm::lowerAtomicCmpXchgInst(exchange);
  }

  /// One access for each of the places; the last takes what has none of their tags, and reports it.
  void branch(Instruction &access, unsigned operand, Value *number, const Origins &origins,
              llvm::ArrayRef<Place> places) {
    BasicBlock *test = access.getParent(), *after = llvm::SplitBlock(test, &access);
    llvm::PHINode *result = resultOf(access, unsigned(places.size()));
    for (const Place place : places) {
      BasicBlock *block = emptyBlock(access, after);
      Instruction *copy = access.clone();
      copy->insertBefore(block->getTerminator());
      if (result)
        result->addIncoming(valueOf(*copy), block);
      redirect(*copy, operand, number, origins, place);
      if (place == places.back())
        test->getTerminator()->setSuccessor(0, block);
      else
        test = choose(*test, number, place, *block, *emptyBlock(access, after));
    }
    dead_.push_back(&access);
  }

  /// A block in front of `after` that only leads there.
  static BasicBlock *emptyBlock(const Instruction &access, BasicBlock *after) {
    auto *block = BasicBlock::Create(access.getContext(), "", after->getParent(), after);
    llvm::BranchInst::Create(after, block)->setDebugLoc(access.getDebugLoc());
    return block;
  }

  /// Leads from `test` to `block` if the address is in the place, else to `other`, which is returned.
  static BasicBlock *choose(BasicBlock &test, Value *number, Place place, BasicBlock &block, BasicBlock &other) {
    Instruction *end = test.getTerminator();
    Builder builder(end);
    builder.CreateCondBr(TaggedAddresses(builder).isIn(number, place), &block, &other);
    end->eraseFromParent();
    return &other;
  }

  /// What an access reads; of a compare-and-exchange the old value alone.
  static Value *valueOf(Instruction &access) {
    if (!llvm::isa<llvm::AtomicCmpXchgInst>(access))
      return &access;
    return llvm::ExtractValueInst::Create(&access, {0}, "", access.getNextNode());
  }

  /// The node in which the values of the copies of an access meet, instead of its own; null: it has none.
  static llvm::PHINode *resultOf(Instruction &access, unsigned copies) {
    auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access);
    llvm::Type *type = exchange ? exchange->getNewValOperand()->getType() : access.getType();
    if (type->isVoidTy() || llvm::isa<llvm::StoreInst>(access))
      return nullptr;
    auto *result = llvm::PHINode::Create(type, copies, access.getName(), access.getParent()->begin());
    result->setDebugLoc(access.getDebugLoc());
    if (!exchange) {
      access.replaceAllUsesWith(result);
      return result;
    }
    for (llvm::User *user : llvm::make_early_inc_range(exchange->users())) {
      auto *part = llvm::cast<llvm::ExtractValueInst>(user);
      Builder builder(part);
      part->replaceAllUsesWith(part->getIndices()[0] == 0
                                   ? static_cast<Value *>(result)
                                   : builder.CreateICmpEQ(result, exchange->getCompareOperand()));
      part->eraseFromParent();
    }
    return result;
  }

  Work &work_;
  const AddressFlow flow_;
  llvm::Type *address_;
  llvm::DenseMap<const Value *, Value *> tagged_;
  std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> phis_;
  std::vector<Instruction *> dead_;
};

}  // namespace

llvm::PreservedAnalyses TagPointers::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  expandConstants(function);
  Work work(function);
  Tagger tagger(function, work);
  if (!tagger.isNeeded())
    return llvm::PreservedAnalyses::none();
  const unsigned bits = function.getDataLayout().getPointerSizeInBits(kGeneric);
  if (environment.board.memoryBytes > uint64_t(1) << (bits - 2))
    environment.refusals.add(function,
                             {"generic pointers and pointers to local memory that come from elsewhere are not "
                              "supported with more than " +
                                  std::to_string((uint64_t(1) << (bits - 2)) >> 20) + " MiB of memory",
                              {}});
  tagger.run();
  function.addFnAttr(kTaggedAttribute);
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
