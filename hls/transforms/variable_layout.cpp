// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/variable_layout.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "hls/constant_bytes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Constant;
using llvm::GlobalVariable;

constexpr unsigned kConstant = 2;

class Block {
public:
  explicit Block(const llvm::DataLayout &layout) : layout_(layout) { block_.pointerBytes = layout.getPointerSize(); }

  void add(const GlobalVariable &variable) {
    const uint64_t bytes = layout_.getTypeAllocSize(variable.getValueType());
    offsets_[&variable] = block_.bytes;
    block_.list.push_back({variableName(variable), variable.getAddressSpace() == kConstant, block_.bytes, bytes});
    block_.bytes = llvm::alignTo(block_.bytes + std::max<uint64_t>(bytes, 1), kernel::kVariableAlignment);
  }

  /// After all are added. False if the initialiser has an address of something else.
  bool initialise(const GlobalVariable &variable) {
    if (variable.getInitializer()->isNullValue())
      return true;
    const uint64_t first = offsets_.at(&variable), end = first + layout_.getTypeAllocSize(variable.getValueType());
    block_.contents.resize(std::max<size_t>(block_.contents.size(), end));
    auto *const bytes = reinterpret_cast<uint8_t *>(block_.contents.data());
    return constantBytes(*variable.getInitializer(), layout_, bytes + first,
                         [&](const Constant &address, uint8_t *at) { return place(address, uint64_t(at - bytes)); });
  }

  kernel::Variables take() {
    while (!block_.contents.empty() && block_.contents.back() == 0)
      block_.contents.pop_back();
    return std::move(block_);
  }

private:
  /// An address in one of the variables, as a pointer to any address space or as an integer of its size.
  bool place(const Constant &address, uint64_t at) {
    if (layout_.getTypeStoreSize(address.getType()) != block_.pointerBytes)
      return false;
    const std::optional<ConstantAddress> target = addressOf(address, layout_);
    const auto found = offsets_.find(target ? target->object : nullptr);
    if (found == offsets_.end())
      return false;
    block_.pointers.push_back({at, found->second + target->offset + target->added});
    return true;
  }

  const llvm::DataLayout &layout_;
  kernel::Variables block_;
  llvm::DenseMap<const GlobalVariable *, uint64_t> offsets_;
};

Reason whyTooLarge(const GlobalVariable &variable, uint64_t bytes) {
  const bool isConstant = variable.getAddressSpace() == kConstant;
  const uint64_t most = isConstant ? kernel::kMaxConstantBytes : kernel::kMaxVariableBytes;
  if (bytes <= most)
    return {};
  return {userName(variable) + " takes " + std::to_string(bytes) + " bytes; " +
              (isConstant ? "a constant can have " + std::to_string(most)
                          : "a variable of program scope can have " + std::to_string(most) +
                                " (CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE)"),
          "make it smaller or pass it in a buffer"};
}

}  // namespace

kernel::Variables layOut(llvm::ArrayRef<GlobalVariable *> variables, Refusals &refusals) {
  if (variables.empty())
    return {};
  const llvm::DataLayout &layout = variables.front()->getParent()->getDataLayout();
  Block block(layout);
  for (const GlobalVariable *variable : variables) {
    if (const Reason why = whyTooLarge(*variable, layout.getTypeAllocSize(variable->getValueType())))
      refusals.add(*variable, why);
    block.add(*variable);
  }
  if (!refusals.empty())
    return {};
  for (const GlobalVariable *variable : variables)
    if (!block.initialise(*variable))
      refusals.add(*variable, {"the initialiser of " + userName(*variable) + " holds an address that is not supported",
                               "point to a variable in global or constant memory"});
  return block.take();
}

}  // namespace weft::hls::transforms
