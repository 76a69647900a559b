// SPDX-License-Identifier: Apache-2.0
// Structures passed by value lie in the configuration registers. A read at a constant offset is wires; at another,
// a multiplexer: the registers exist anyway, while a copy for each work-item would take memory and time.
#include <bit>

#include "hls/graph/lower/lowering.h"

namespace weft::hls {

using graph::Opcode;
using graph::ValueId;

namespace {
constexpr unsigned kRegisterBits = 64;
// A wider multiplexer becomes a tree of these, between whose levels the scheduler may put registers.
constexpr unsigned kMultiplexerBits = 1024;
}  // namespace

/// The address of a struct argument: its offset in the registers, in bytes.
uint32_t Lowering::structAddress(const llvm::Argument &argument) const {
  return kernel_.arguments[argument.getArgNo()].word * (kRegisterBits / 8);
}

/// Element `index` of `bits` of the values joined, each of which holds a whole number of elements.
ValueId Lowering::chooseElement(std::vector<ValueId> values, ValueId index, unsigned bits) {
  for (unsigned used = 0;;) {
    const unsigned width = build_->width(values[0]), group = kMultiplexerBits / width;
    const unsigned level = unsigned(std::countr_zero(kMultiplexerBits / bits));
    const ValueId position = build_->slice(index, used, std::min(level, build_->width(index) - used));
    std::vector<ValueId> chosen;
    for (size_t first = 0; first < values.size(); first += group) {
      const size_t end = std::min(values.size(), first + group);
      const ValueId joined = build_->concat({values.begin() + long(first), values.begin() + long(end)});
      chosen.push_back(build_->pure(Opcode::DynSlice, bits, {joined, position}));
    }
    if (chosen.size() == 1)
      return chosen[0];
    values = std::move(chosen);
    used += level;
  }
}

/// `bits` of one of the struct arguments, at an address aligned to them or to a register.
ValueId Lowering::readStruct(const std::vector<const llvm::Argument *> &arguments, ValueId address, unsigned bits) {
  uint32_t first = UINT32_MAX, end = 0;
  for (const llvm::Argument *argument : arguments) {
    const graph::Argument &description = kernel_.arguments[argument->getArgNo()];
    first = std::min(first, description.word);
    end = std::max(end, description.word + description.words());
  }
  std::vector<ValueId> registers;
  for (uint32_t word = first; word < end; ++word)
    registers.push_back(build_->arg(kRegisterBits, word));
  const unsigned piece = std::min(bits, kRegisterBits), offsetBits = build_->width(address);
  const unsigned byteBits = unsigned(std::countr_zero(piece / 8));
  const ValueId offset = build_->sub(address, build_->constant(offsetBits, first * (kRegisterBits / 8)));
  const ValueId index = build_->slice(offset, byteBits, offsetBits - byteBits);
  std::vector<ValueId> pieces;
  for (unsigned i = 0; i < bits / piece; ++i)
    pieces.push_back(chooseElement(registers, build_->add(index, build_->constant(build_->width(index), i)), piece));
  return build_->concat(pieces);
}

}  // namespace weft::hls
