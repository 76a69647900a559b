// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

// Digits of a multiplier block. The exact number does not matter: fewer blocks are better on every device.
constexpr unsigned kBlock = 18;
unsigned blocks(unsigned bits) { return (bits + kBlock - 1) / kBlock; }

/// What an operand was before it was extended.
struct Factor {
  unsigned bits;
  bool isSigned;
};

Factor factorOf(const Builder &build, ValueId id) {
  const unsigned width = build.width(id);
  if (std::optional<Bits> c = build.constantValue(id)) {
    const bool negative = c->bit(width - 1);
    unsigned bits = width;
    while (bits > 1 && c->bit(bits - 1) == negative)
      --bits;
    return {bits + negative, negative};  // a negative number's sign is one bit more
  }
  const Op *from = build.definition(id);
  if (from && (from->opcode == Opcode::Zext || from->opcode == Opcode::Sext))
    return {build.width(from->operands[0]), from->opcode == Opcode::Sext};
  return {width, false};
}

/// For each value, the lowest bit that is used.
std::vector<unsigned> lowestUsed(const Kernel &kernel) {
  std::vector<unsigned> lowest(kernel.values.size(), ~0u);
  auto use = [&](ValueId id, unsigned lo) { lowest[id] = std::min(lowest[id], lo); };
  for (const Node &node : kernel.nodes) {
    for (const Op &op : node.ops)
      for (ValueId operand : op.operands)
        use(operand, op.opcode == Opcode::Slice ? op.lo : 0);
    for (const Edge &edge : node.edges) {
      if (edge.condition != kNone)
        use(edge.condition, 0);
      for (ValueId argument : edge.arguments)
        use(argument, 0);
    }
  }
  return lowest;
}

}  // namespace

bool wideProducts(Kernel &kernel) {
  const std::vector<unsigned> lowest = lowestUsed(kernel);
  return rebuildNodes(
      kernel, [&](Builder &build, const Op &op, unsigned width, ValueId before) -> std::optional<ValueId> {
        if (op.opcode != Opcode::Mul)
          return std::nullopt;
        const ValueId a = op.operands[0], b = op.operands[1];
        const Factor x = factorOf(build, a), y = factorOf(build, b);
        const bool isSigned = x.isSigned || y.isSigned;
        // An unsigned factor of a signed product needs a sign bit.
        const unsigned bits = std::max(x.bits + (isSigned && !x.isSigned), y.bits + (isSigned && !y.isSigned));
        if (bits >= width || blocks(bits) * blocks(bits) >= blocks(width) * (blocks(width) + 1) / 2)
          return std::nullopt;
        const unsigned low = std::min({lowest[before], 2 * bits - 1, width - 1});
        ValueId left = build.slice(a, 0, bits), right = build.slice(b, 0, bits);
        ValueId product = build.pure(isSigned ? Opcode::SMulHi : Opcode::UMulHi, 2 * bits - low, {left, right});
        ValueId part = isSigned ? build.sextOrTrunc(product, width - low) : build.zextOrTrunc(product, width - low);
        return low ? build.concat({build.constant(low, 0), part}) : part;
      });
}

}  // namespace weft::graph
