// SPDX-License-Identifier: Apache-2.0
// One number for a pointer that may mean several memories. Its highest three bits tell which; see docs/adr/0018.
#pragma once
#include <optional>
#include <set>

#include <llvm/IR/IRBuilder.h>

namespace weft::hls::transforms {

struct Origins;

/// Of a function in which numbers made of on-chip pointers are tagged: none is null, whatever the offset.
inline constexpr llvm::StringLiteral kTaggedAttribute = "weft.tagged";

/// The memories whose addresses are numbers of their own: device memory and those on chip.
enum class Place : unsigned { Device, Private, Variables, Pool, Table };

/// Where an object (a variable or an argument) lies.
Place placeOf(const llvm::Value &object);
/// The address space of pointers into the place, if that of pointers with another one is `pointerSpace`.
unsigned spaceOf(Place place, unsigned pointerSpace);
/// The places of all the objects.
std::set<Place> placesOf(const Origins &origins);

/// The tagged address of an object on chip, of the width of its pointers.
llvm::Constant *tagConstant(llvm::Constant &pointer, Place place, const llvm::DataLayout &layout);

/// Computes tagged addresses, integers of the width of an address.
class TaggedAddresses {
public:
  explicit TaggedAddresses(llvm::IRBuilderBase &builder) : build_(builder) {}
  /// Of an address in one place; an object on chip begins at offset 0, and an offset has 32 bits.
  llvm::Value *tag(llvm::Value *address, Place place);
  /// The other way round. An offset on chip that does not fit 32 bits becomes one outside every object.
  llvm::Value *untag(llvm::Value *tagged, Place place);
  /// Whether the tag is the place's.
  llvm::Value *isIn(llvm::Value *tagged, Place place);

private:
  llvm::IRBuilderBase &build_;
};

}  // namespace weft::hls::transforms
