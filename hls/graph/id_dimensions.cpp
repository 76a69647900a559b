// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/id_dimensions.h"

#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

unsigned dimensionsOf(EntryValue value) {
  switch (value) {
  case EntryValue::GlobalIdX:
  case EntryValue::LocalIdX:
  case EntryValue::GroupIdX:
    return 1;
  case EntryValue::GlobalIdY:
  case EntryValue::LocalIdY:
  case EntryValue::GroupIdY:
    return 2;
  case EntryValue::GlobalIdZ:
  case EntryValue::LocalIdZ:
  case EntryValue::GroupIdZ:
    return 4;
  case EntryValue::LinearLocalId:
    return 7;
  case EntryValue::Active:
    return 0;
  }
  return 0;
}

/// Values only gain dimensions, until none does.
class Dimensions {
public:
  explicit Dimensions(const Kernel &kernel) : kernel_(kernel), stored_(kernel.memories.size()) {
    found_.of.resize(kernel.values.size());
    for (size_t i = 0; i < kernel.entryValues.size(); ++i) {
      const unsigned dimensions = dimensionsOf(kernel.entryValues[i]);
      found_.of[kernel.nodes[0].parameters[i]] = dimensions;
      found_.all |= dimensions;
    }
    const std::vector<NodeId> order = reversePostOrder(kernel);
    do {
      changed_ = false;
      for (const NodeId n : order)
        visit(kernel.nodes[n]);
    } while (changed_);
  }

  IdDimensions take() { return std::move(found_); }

private:
  void visit(const Node &node) {
    for (const Op &op : node.ops) {
      unsigned dimensions = 0;
      for (const ValueId operand : op.operands)
        dimensions |= found_.of[operand];
      if (op.opcode == Opcode::MemWrite)
        add(stored_[op.index], dimensions);
      if (op.result == kNone)
        continue;
      const bool variable = op.opcode == Opcode::MemRead && kernel_.memories[op.index].kind == Memory::Kind::Private;
      if (kindOf(op.opcode) == OpKind::Pure || op.opcode == Opcode::Load)
        add(found_.of[op.result], dimensions);
      else if (variable)  // a work-item's own
        add(found_.of[op.result], dimensions | stored_[op.index]);
    }
    for (const Edge &edge : node.edges)
      for (size_t a = 0; a < edge.arguments.size(); ++a)
        add(found_.of[kernel_.nodes[edge.target].parameters[a]], found_.of[edge.arguments[a]]);
  }

  void add(unsigned &to, unsigned dimensions) {
    changed_ |= (dimensions & ~to) != 0;
    to |= dimensions;
  }

  const Kernel &kernel_;
  IdDimensions found_;
  std::vector<unsigned> stored_;  // by memory
  bool changed_ = false;
};

}  // namespace

IdDimensions idDimensions(const Kernel &kernel) { return Dimensions(kernel).take(); }

}  // namespace weft::graph
