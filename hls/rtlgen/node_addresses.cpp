// SPDX-License-Identifier: Apache-2.0
// Where a node's memory operations go: addresses of device memory, and the words of memories on chip with the part of
// one that is meant.
#include "hls/graph/numbers.h"
#include "hls/rtlgen/node_builder.h"

namespace weft::rtlgen {

using namespace graph;

netlist::ExprId NodeBuilder::globalAddress(OpId o) {
  const bool each = hasLaneAddresses(kernel_.sites[op(o).index].unit);
  const ExprId address = each ? spread(op(o).operands[0], position(o).segment, position(o).cycle) : operand(o, 0);
  return b_.reshape(boardAddress(address), 1);
}

/// As the board decodes it; of each lane.
netlist::ExprId NodeBuilder::boardAddress(ExprId address) {
  const unsigned have = b_.width(address), want = plan_.board->memoryAddressBits;
  if (have <= want)
    return b_.zext(address, want);
  // Beyond what the board decodes: an address that lies in no buffer. The upper half has none, mostly.
  const ExprId beyond = b_.nonZero(b_.slice(address, want, have - want));
  if (plan_.board->memoryBytes > uint64_t(1) << (want - 1)) {
    const ExprId none = b_.broadcast(b_.constant(Bits::ones(want)), b_.lanes(address));
    return b_.select(beyond, none, b_.slice(address, 0, want));
  }
  return b_.concat({b_.slice(address, 0, want - 1), b_.disjunction({beyond, b_.slice(address, want - 1, 1)})});
}

netlist::ExprId NodeBuilder::memoryIndex(OpId o) {
  switch (kernel_.memories[op(o).index].kind) {
  case Memory::Kind::Pool:
    return poolIndex(o);
  case Memory::Kind::Exchange:
    return exchangeIndex(o);
  default:
    return copyIndex(o);
  }
}

NodeBuilder::IndexShape NodeBuilder::indexShape(OpId o) const {
  const MemoryPlan &plan = plan_.memories[op(o).index];
  const unsigned inRow = hasLaneAddresses(op(o).laneAccess) ? log2Ceil(plan.rowWords) : 0;
  const unsigned rowBytes = kernel_.memories[op(o).index].wordBytes * plan.rowWords;
  return {log2Ceil(rowBytes) - inRow, plan.addressBits + inRow, log2Ceil(plan.wordsPerCopy) + inRow};
}

/// The offset in a copy of the memory, of each lane that has one.
netlist::ExprId NodeBuilder::memoryOffset(OpId o) {
  return hasLaneAddresses(op(o).laneAccess) ? spread(op(o).operands[0], position(o).segment, position(o).cycle)
                                            : operand(o, 0);
}

/// The same for each lane that has an offset.
netlist::ExprId NodeBuilder::besideOffset(OpId o, ExprId value) {
  return hasLaneAddresses(op(o).laneAccess) ? b_.broadcast(value, kernel_.lanes) : value;
}

/// A share starts at a multiple of its size, a power of two.
netlist::ExprId NodeBuilder::poolIndex(OpId o) {
  const unsigned s = position(o).segment, stage = position(o).cycle;
  const IndexShape index = indexShape(o);
  const ExprId offset = memoryOffset(o);
  const unsigned total = index.bits + index.low, bits = unsigned(powerOfTwoAtLeast(total + 1));
  const ExprId shift =
      b_.slice(b_.use(launchInput(NodeModule::LaunchInput::Kind::PoolShift, "pool_shift_i")), 0, log2Ceil(bits));
  const NetId sum = b_.staged(names_.unique(prefix(o) + "_pool"), bits, s, stage, b_.lanes(offset));
  const ExprId start = b_.operation(Opcode::Shl, bits, {b_.field(groupSlot(s, stage), 0, bits), shift});
  b_.assign(sum,
            b_.operation(Opcode::Or, bits, {besideOffset(o, start), b_.field(b_.field(offset, 0, total), 0, bits)}));
  return b_.slice(b_.use(sum), index.low, index.bits);
}

/// The group's work-items begin at a slot that is a multiple of its size, a power of two.
netlist::ExprId NodeBuilder::exchangeIndex(OpId o) {
  const unsigned s = position(o).segment, stage = position(o).cycle;
  const IndexShape index = indexShape(o);
  const ExprId offset = memoryOffset(o);
  const unsigned itemBits = log2Ceil(exchangeBytes(kernel_, kernel_.memories[op(o).index]));
  const unsigned total = index.bits + index.low;
  const NetId sum = b_.staged(names_.unique(prefix(o) + "_exchange"), total, s, stage);
  ExprId start = b_.field(groupStart(s, stage), 0, total - itemBits);
  if (itemBits)
    start = b_.concat({b_.constant(itemBits, 0), start});
  b_.assign(sum, b_.operation(Opcode::Or, total, {start, b_.field(offset, 0, total)}));
  return b_.slice(b_.use(sum), index.low, index.bits);
}

/// Copies stand one behind another, each with a power of two of words.
netlist::ExprId NodeBuilder::copyIndex(OpId o) {
  const unsigned s = position(o).segment, stage = position(o).cycle;
  const IndexShape index = indexShape(o);
  const ExprId offset = memoryOffset(o);
  std::vector<ExprId> parts;
  if (index.inCopy)
    parts.push_back(b_.field(offset, index.low, index.inCopy));
  if (kernel_.memories[op(o).index].kind == Memory::Kind::Private && plan_.admission.slots > 1)
    parts.push_back(besideOffset(o, slotAt(s, stage)));
  if (usesGroupSlot(o))
    parts.push_back(besideOffset(o, b_.slice(groupSlot(s, stage), 0, log2Ceil(plan_.memories[op(o).index].copies))));
  return parts.empty() ? besideOffset(o, b_.constant(1, 0)) : b_.concat(parts);
}

unsigned NodeBuilder::wordLanes(OpId o) const {
  if (kernel_.memories[op(o).index].updates != Memory::Updates::None)
    return op(o).laneAccess == LaneAccess::Each ? kernel_.lanes : 1;
  if (op(o).laneAccess == LaneAccess::Own)
    return kernel_.lanes;
  const bool ofRow = plan_.memories[op(o).index].rowWords > 1;
  return ofRow && op(o).laneAccess == LaneAccess::Together ? 1 : kernel_.memories[op(o).index].lanes;
}

unsigned NodeBuilder::accessBits(OpId o) const {
  const unsigned word = plan_.memories[op(o).index].wordBits;
  const Memory &memory = kernel_.memories[op(o).index];
  const bool wordForAll = memory.updates == Memory::Updates::None && memory.kind != Memory::Kind::Rom;
  return wordForAll ? word : word * wordLanes(o);
}

netlist::ExprId NodeBuilder::partOf(OpId o, unsigned dataBytes) {
  const unsigned low = log2Ceil(dataBytes);
  const unsigned bits = log2Ceil(accessBits(o) / 8 / wordLanes(o)) - low;
  if (!bits)
    return netlist::kNone;
  return b_.field(memoryOffset(o), low, bits);
}

/// The address of a local_atomic's 32 bits, of a local_accumulator's word.
netlist::ExprId NodeBuilder::cellIndex(OpId o) {
  const ExprId index = memoryIndex(o);
  if (kernel_.memories[op(o).index].updates == Memory::Updates::Replicas)
    return index;
  const ExprId lane = partOf(o, 4);
  return lane == netlist::kNone ? index : b_.concat({lane, index});
}

}  // namespace weft::rtlgen
