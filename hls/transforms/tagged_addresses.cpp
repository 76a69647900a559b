// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/tagged_addresses.h"

#include "hls/transforms/address_flow.h"

namespace weft::hls::transforms {
namespace {

using llvm::APInt;
using llvm::Value;

constexpr unsigned kTagBits = 3;
constexpr unsigned kOffsetBits = 32;

/// Tags 0, 1, 6 and 7 are device memory and addresses a little below null.
APInt tagOf(Place place, unsigned bits) { return {bits, unsigned(place) + 1}; }

/// Objects on chip begin in the middle of their tag's numbers, so that an address a little before or behind keeps it.
APInt baseOf(Place place, unsigned bits) {
  return tagOf(place, bits).shl(bits - kTagBits) + APInt::getOneBitSet(bits, bits - kTagBits - 1);
}

}  // namespace

Place placeOf(const Value &object) {
  auto *argument = llvm::dyn_cast<llvm::Argument>(&object);
  switch (object.getType()->getPointerAddressSpace()) {
  case 0:
    return Place::Private;
  case 2:
    return argument ? Place::Device : Place::Table;
  case 3:
    return argument ? Place::Pool : Place::Variables;
  default:
    return Place::Device;
  }
}

unsigned spaceOf(Place place, unsigned pointerSpace) {
  switch (place) {
  case Place::Private:
    return 0;
  case Place::Variables:
  case Place::Pool:
    return 3;
  case Place::Table:
    return 2;
  case Place::Device:
    break;
  }
  return pointerSpace == 2 ? 2 : 1;
}

std::set<Place> placesOf(const Origins &origins) {
  std::set<Place> places;
  for (const auto &[object, at] : origins.objects)
    places.insert(placeOf(*object));
  return places;
}

llvm::Constant *tagConstant(llvm::Constant &pointer, Place place, const llvm::DataLayout &layout) {
  llvm::Type *type = layout.getIntPtrType(pointer.getType());
  const APInt base = baseOf(place, type->getIntegerBitWidth());
  return llvm::ConstantExpr::getAdd(llvm::ConstantExpr::getPtrToInt(&pointer, type),
                                    llvm::ConstantInt::get(type, base));
}

Value *TaggedAddresses::tag(Value *address, Place place) {
  if (place == Place::Device)
    return address;
  llvm::Type *type = address->getType();
  const unsigned bits = type->getIntegerBitWidth();
  if (bits > kOffsetBits)
    address = build_.CreateSExt(build_.CreateTrunc(address, build_.getIntNTy(kOffsetBits)), type);
  return build_.CreateAdd(address, llvm::ConstantInt::get(type, baseOf(place, bits)));
}

Value *TaggedAddresses::untag(Value *tagged, Place place) {
  if (place == Place::Device)
    return tagged;
  llvm::Type *type = tagged->getType();
  const unsigned bits = type->getIntegerBitWidth();
  Value *offset = build_.CreateSub(tagged, llvm::ConstantInt::get(type, baseOf(place, bits)));
  if (bits <= kOffsetBits)
    return offset;
  Value *cut = build_.CreateSExt(build_.CreateTrunc(offset, build_.getIntNTy(kOffsetBits)), type);
  return build_.CreateSelect(build_.CreateICmpEQ(cut, offset), offset,
                             llvm::ConstantInt::get(type, APInt::getOneBitSet(bits, kOffsetBits - 1)));
}

Value *TaggedAddresses::isIn(Value *tagged, Place place) {
  llvm::Type *type = tagged->getType();
  const unsigned bits = type->getIntegerBitWidth();
  if (place != Place::Device)
    return build_.CreateICmpEQ(build_.CreateLShr(tagged, bits - kTagBits),
                               llvm::ConstantInt::get(type, tagOf(place, bits)));
  // Its two highest bits are the same.
  Value *differ = build_.CreateXor(tagged, build_.CreateShl(tagged, 1));
  return build_.CreateICmpSGE(differ, llvm::ConstantInt::get(type, 0));
}

}  // namespace weft::hls::transforms
