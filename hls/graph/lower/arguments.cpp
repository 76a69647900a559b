// SPDX-License-Identifier: Apache-2.0
// What the host must know of a kernel: arguments with their configuration words, attributes.
#include <bit>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "hls/attributes.h"
#include "hls/graph/lower/lowering.h"
#include "hls/largest_group.h"
#include "hls/llvm_diagnostic.h"
#include "hls/wide_ids.h"
#include "weft_abi.h"

namespace weft::hls {
namespace {

const llvm::Metadata *operandOf(const llvm::Function &function, const char *kind, unsigned index) {
  const llvm::MDNode *node = function.getMetadata(kind);
  return node && index < node->getNumOperands() ? node->getOperand(index).get() : nullptr;
}

std::string stringOf(const llvm::Function &function, const char *kind, unsigned index) {
  auto *text = llvm::dyn_cast_or_null<llvm::MDString>(operandOf(function, kind, index));
  return text ? text->getString().str() : "";
}

std::optional<unsigned> numberOf(const llvm::Function &function, const char *kind, unsigned index) {
  auto *constant = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operandOf(function, kind, index));
  if (!constant)
    return std::nullopt;
  return unsigned(constant->getZExtValue());
}

const char *addressSpaceName(unsigned space) {
  static const char *const names[] = {"private", "global", "constant", "local"};
  return space < 4 ? names[space] : "private";
}

graph::Argument describe(const llvm::Argument &argument, const llvm::DataLayout &layout) {
  const llvm::Function &function = *argument.getParent();
  const unsigned index = argument.getArgNo();
  graph::Argument result;
  result.name = stringOf(function, "kernel_arg_name", index);
  if (result.name.empty())
    result.name = argument.hasName() ? argument.getName().str() : "arg" + std::to_string(index);
  result.typeName = stringOf(function, "kernel_arg_type", index);
  result.baseTypeName = stringOf(function, "kernel_arg_base_type", index);
  result.accessQualifier = stringOf(function, "kernel_arg_access_qual", index);
  result.typeQualifiers = stringOf(function, "kernel_arg_type_qual", index);
  const llvm::Attribute implicit = function.getAttributes().getParamAttr(index, kImplicit);
  if (implicit.isStringAttribute())
    result.implicit = kernel::implicitFrom(implicit.getValueAsString()).value();
  function.getAttributes().getParamAttr(index, kVariable).getValueAsString().getAsInteger(10, result.variable);
  llvm::Type *type = argument.getType();
  if (type->isPointerTy() && !argument.hasByValAttr()) {
    unsigned space = type->getPointerAddressSpace();
    result.kind = space == 3 ? graph::Argument::Kind::Local : graph::Argument::Kind::Buffer;
    result.bytes = layout.getPointerSize();
    result.addressSpace = addressSpaceName(space);
    result.noAlias = argument.hasNoAliasAttr() || space == 2;
    if (space != 1 && space != 2 && space != 3)
      throw Refusal{diagnosticAt(
          function, "kernel argument '" + result.name + "' is a pointer without an address space of the device",
          "declare it global, constant or local")};
    return result;
  }
  result.kind = graph::Argument::Kind::Value;
  result.addressSpace = addressSpaceName(0);
  llvm::Type *valueType = argument.hasByValAttr() ? argument.getParamByValType() : type;
  if (!valueType->isSized())
    throw Refusal{diagnosticAt(function, "kernel argument '" + result.name + "' has a type without a size",
                               "pass a number, a vector, a structure or a pointer")};
  result.bytes = layout.getTypeAllocSize(valueType);
  return result;
}

/// The OpenCL name of a vec_type_hint's type.
std::string hintName(const llvm::Type *type, bool isSigned) {
  std::string suffix;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    suffix = std::to_string(vector->getNumElements());
    type = vector->getElementType();
  }
  if (type->isFloatTy())
    return "float" + suffix;
  if (type->isDoubleTy())
    return "double" + suffix;
  if (type->isHalfTy())
    return "half" + suffix;
  if (!type->isIntegerTy())
    return "";
  const char *name = type->getIntegerBitWidth() == 8    ? "char"
                     : type->getIntegerBitWidth() == 16 ? "short"
                     : type->getIntegerBitWidth() == 32 ? "int"
                                                        : "long";
  return (isSigned ? "" : "u") + std::string(name) + suffix;
}

void describeSizes(const llvm::Function &function, const board::Description &board, graph::Kernel &kernel) {
  kernel.maxWorkGroupSize = largestGroup(function, board);
  if (numberOf(function, "reqd_work_group_size", 0)) {
    uint64_t product = 1;
    for (unsigned d = 0; d < 3; ++d) {
      kernel.requiredSize[d] = numberOf(function, "reqd_work_group_size", d).value_or(1);
      product *= std::max(1u, *kernel.requiredSize[d]);
    }
    if (product > board.maxWorkGroupSize)
      throw Refusal{diagnosticAt(function,
                                 "reqd_work_group_size asks for " + llvm::Twine(product) + " work-items in a group; '" +
                                     board.name + "' allows " + llvm::Twine(board.maxWorkGroupSize) + " at most",
                                 "ask for a smaller work-group")};
    kernel.maxWorkGroupSize = unsigned(product);
    kernel.attributes.push_back("reqd_work_group_size(" + std::to_string(*kernel.requiredSize[0]) + "," +
                                std::to_string(*kernel.requiredSize[1]) + "," +
                                std::to_string(*kernel.requiredSize[2]) + ")");
  }
  if (numberOf(function, "work_group_size_hint", 0)) {
    for (unsigned d = 0; d < 3; ++d)
      kernel.sizeHint[d] = numberOf(function, "work_group_size_hint", d).value_or(1);
    kernel.attributes.push_back("work_group_size_hint(" + std::to_string(kernel.sizeHint[0]) + "," +
                                std::to_string(kernel.sizeHint[1]) + "," + std::to_string(kernel.sizeHint[2]) + ")");
  }
  if (auto *type = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(operandOf(function, "vec_type_hint", 0))) {
    kernel.vecTypeHint = hintName(type->getType(), numberOf(function, "vec_type_hint", 1).value_or(0) != 0);
    kernel.attributes.push_back("vec_type_hint(" + kernel.vecTypeHint + ")");
  }
  if (const llvm::StringRef declared = function.getFnAttribute(kSourceAttributes).getValueAsString(); !declared.empty())
    kernel.attributes.push_back(declared.str());
  chooseSlots(board, 1024, kernel);
}

}  // namespace

void describeKernel(const llvm::Function &function, const board::Description &board, graph::Kernel &kernel) {
  kernel.name = function.getName().str();
  kernel.addressBits = board.memoryAddressBits;
  kernel.idBits = hasWideIds(function) ? 32 : kernel::kIdBits;
  kernel.bufferBits = unsigned(std::bit_width(board.maxAllocationBytes - 1));
  uint32_t word = abi::word::ARGS;
  for (const llvm::Argument &argument : function.args()) {
    graph::Argument description = describe(argument, function.getDataLayout());
    description.word = word;
    word += description.words();
    kernel.arguments.push_back(std::move(description));
  }
  if (word > 1u << abi::CFG_ADDR_BITS)
    throw Refusal{diagnosticAt(function,
                               "the arguments of kernel '" + function.getName() + "' need " +
                                   llvm::Twine(word - abi::word::ARGS) + " configuration words of 8 bytes; there are " +
                                   llvm::Twine((1u << abi::CFG_ADDR_BITS) - abi::word::ARGS),
                               "pass a large structure in a buffer")};
  describeSizes(function, board, kernel);
}

}  // namespace weft::hls
