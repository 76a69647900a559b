// SPDX-License-Identifier: Apache-2.0
// Loads of lanes whose addresses follow each other but at borders: `p[clamp(x - 1, 0, n - 1)]`, or `p[x + 1 < n ? x + 1
// : 0]`. An address is chosen among few: the row's, and ones that are the same in all lanes. A load of each, made by
// the lanes that choose it, lets the row be a packet, and taps of a row be one load (ADR 73). What is chosen may be
// elements of the row beside each other as well (hls/transforms/border_indices.cpp): these are taps of that load (ADR
// 85).
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "hls/graph/definitions.h"
#include "hls/graph/evaluate.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

constexpr size_t kMostPieces = 4;
constexpr unsigned kMostSteps = 256;  // along what an address is made of, to find a choice

/// By result of a choice: the operand that is taken.
using Choices = std::map<ValueId, size_t>;

/// Whether lanes have neither the same nor what follows each other, as far as shapes show.
bool isNeither(const std::vector<LaneShape> &shapes, ValueId v) {
  return v < shapes.size() && shapes[v].lanes.shape == Lanes::Shape::Varying && shapes[v].jump.step == 0;
}

bool isCandidate(const Kernel &kernel, const Op &op, const std::vector<LaneShape> &shapes) {
  if (op.opcode != Opcode::Load)
    return false;
  const Site &site = kernel.sites[op.index];
  const bool inOrder = site.order.kind == SiteOrder::Kind::Free || site.order.kind == SiteOrder::Kind::IfOverlap;
  return inOrder && !site.isVolatile && site.taps == 1 && isNeither(shapes, op.operands[0]);
}

bool isChoice(Opcode opcode) {
  return opcode == Opcode::Select || opcode == Opcode::SMax || opcode == Opcode::SMin || opcode == Opcode::UMax ||
         opcode == Opcode::UMin;
}

/// The operands among which a choice is.
size_t firstOf(const Op &choice) { return choice.opcode == Opcode::Select ? 1 : 0; }

/// By site of a load that can be split: the pieces of its address.
using Borders = std::map<uint32_t, std::vector<Choices>>;

/// Looks for such loads in a node.
class BorderSearch {
public:
  BorderSearch(const Kernel &kernel, const Node &node, const std::vector<LaneShape> &shapes)
      : kernel_(kernel), node_(node), shapes_(shapes), definitions_(definitionsIn(kernel, node)) {}

  void run(Borders &borders) const {
    for (const Op &op : node_.ops)
      if (std::vector<Choices> pieces;
          isCandidate(kernel_, op, shapes_) && findPieces(op.operands[0], {}, pieces) && pieces.size() > 1)
        borders[op.index] = std::move(pieces);
  }

private:
  /// All that the choices which a value depends on come to. False: more than a few, or it depends on something else
  /// that differs between lanes.
  bool findPieces(ValueId v, const Choices &made, std::vector<Choices> &pieces) const {
    unsigned steps = 0;
    const std::optional<ValueId> open = openChoice(v, made, steps);
    if (steps > kMostSteps || pieces.size() == kMostPieces)
      return false;
    if (!open) {
      pieces.push_back(made);
      return true;
    }
    for (size_t side = 0; side < 2; ++side) {
      Choices more = made;
      more[*open] = firstOf(*definitions_[*open]) + side;
      if (!findPieces(v, more, pieces))
        return false;
    }
    return true;
  }

  /// A choice that is not among those made. `steps` is more than kMostSteps if there are too many, or something else.
  std::optional<ValueId> openChoice(ValueId v, const Choices &made, unsigned &steps) const {
    if (!isNeither(shapes_, v))
      return std::nullopt;
    const Op *op = definitions_[v];
    if (++steps > kMostSteps || !op || kindOf(op->opcode) != OpKind::Pure) {
      steps = kMostSteps + 1;
      return std::nullopt;
    }
    if (isChoice(op->opcode)) {
      const auto it = made.find(v);
      return it == made.end() ? std::optional(v) : openChoice(op->operands[it->second], made, steps);
    }
    for (const ValueId operand : op->operands)
      if (const std::optional<ValueId> open = openChoice(operand, made, steps); open || steps > kMostSteps)
        return open;
    return std::nullopt;
  }

  const Kernel &kernel_;
  const Node &node_;
  const std::vector<LaneShape> &shapes_;
  const Definitions definitions_;  // of the node
};

/// By site that was split, those of its pieces.
using Split = std::map<uint32_t, std::vector<uint32_t>>;

/// Splits the loads of a node.
class BorderSplit {
public:
  BorderSplit(Kernel &kernel, Node &node, const std::vector<LaneShape> &shapes)
      : kernel_(kernel), node_(node), shapes_(shapes), definitions_(kernel.values.size()) {
    for (const Op &op : node_.ops)
      if (op.result != kNone)
        definitions_[op.result] = op;
  }

  void run(const Borders &borders, Split &split) {
    for (const Op &op : std::exchange(node_.ops, {}))
      if (isIn(borders, op))
        split[op.index] = appendPieces(op, borders.at(op.index));
      else
        node_.ops.push_back(op);
  }

  static bool isIn(const Borders &borders, const Op &op) {
    return op.opcode == Opcode::Load && borders.count(op.index);
  }

private:
  /// A load of each piece, and what lanes take of them.
  std::vector<uint32_t> appendPieces(const Op &load, const std::vector<Choices> &pieces) {
    std::vector<uint32_t> sites;
    std::optional<ValueId> result;
    location_ = load.location;
    for (size_t i = 0; i < pieces.size(); ++i) {
      std::map<ValueId, ValueId> copies;
      const ValueId taken = condition(pieces[i]);
      Op piece = load;
      piece.operands = {copyOf(load.operands[0], pieces[i], copies), taken};
      if (load.predicated)
        piece.operands.back() = append(Opcode::And, 1, {load.operands.back(), taken});
      piece.predicated = true;
      if (i != 0) {
        piece.index = uint32_t(kernel_.sites.size());
        kernel_.sites.push_back(Site(kernel_.sites[load.index]));
      }
      sites.push_back(piece.index);
      const bool last = i + 1 == pieces.size();
      piece.result = makeValue(kernel_.values[load.result].width);
      const ValueId loaded = piece.result;
      node_.ops.push_back(std::move(piece));
      if (!result)
        result = loaded;
      else
        result = append(Opcode::Select, kernel_.values[load.result].width, {taken, loaded, *result},
                        last ? std::optional(load.result) : std::nullopt);
    }
    return sites;
  }

  /// Whether a lane makes these choices.
  ValueId condition(const Choices &made) {
    std::optional<ValueId> all;
    for (const auto &[choice, side] : made) {
      const Op op = *definitions_[choice];  // what is appended moves the definitions
      ValueId first = op.operands[0];
      if (op.opcode != Opcode::Select)
        first = append(Opcode::ICmp, 1, op.operands, {}, comparison(op.opcode));
      const ValueId taken = side == firstOf(op) ? first : append(Opcode::Not, 1, {first});
      all = all ? append(Opcode::And, 1, {*all, taken}) : taken;
    }
    return *all;
  }

  /// Where it holds, the first operand is taken. Neither is where they are equal, and either will do.
  static Predicate comparison(Opcode opcode) {
    switch (opcode) {
    case Opcode::SMax:
      return Predicate::Sgt;
    case Opcode::SMin:
      return Predicate::Slt;
    case Opcode::UMax:
      return Predicate::Ugt;
    default:
      return Predicate::Ult;
    }
  }

  /// The value with these choices made.
  ValueId copyOf(ValueId v, const Choices &made, std::map<ValueId, ValueId> &copies) {
    if (!isNeither(shapes_, v))
      return v;
    if (const auto it = copies.find(v); it != copies.end())
      return it->second;
    const Op op = *definitions_[v];
    if (const auto it = made.find(v); it != made.end())
      return copies[v] = copyOf(op.operands[it->second], made, copies);
    std::vector<ValueId> operands;
    for (const ValueId operand : op.operands)
      operands.push_back(copyOf(operand, made, copies));
    return copies[v] = appendLike(op, std::move(operands));
  }

  ValueId appendLike(const Op &like, std::vector<ValueId> operands) {
    Op op = like;
    op.operands = std::move(operands);
    op.result = makeValue(kernel_.values[like.result].width);
    fold(op);
    return push(std::move(op));
  }

  /// What is made of constants is one, so that addresses at a border are seen to be the same.
  void fold(Op &op) const {
    std::vector<Bits> operands;
    for (const ValueId v : op.operands) {
      if (!definitions_[v] || definitions_[v]->opcode != Opcode::Const)
        return;
      operands.push_back(Bits::fromHex(kernel_.values[v].width, definitions_[v]->constant));
    }
    const std::optional<Bits> value = evaluate(op, operands, kernel_.values[op.result].width);
    if (!value)
      return;
    Op constant;
    constant.opcode = Opcode::Const;
    constant.constant = value->hex();
    constant.result = op.result;
    constant.location = op.location;
    op = std::move(constant);
  }

  ValueId append(Opcode opcode, unsigned bits, std::vector<ValueId> operands, std::optional<ValueId> result = {},
                 Predicate predicate = Predicate::None) {
    Op op;
    op.opcode = opcode;
    op.predicate = predicate;
    op.operands = std::move(operands);
    op.result = result ? *result : makeValue(bits);
    op.location = location_;
    return push(std::move(op));
  }

  ValueId push(Op op) {
    const ValueId result = op.result;
    definitions_.resize(kernel_.values.size());
    definitions_[result] = op;
    node_.ops.push_back(std::move(op));
    return result;
  }

  ValueId makeValue(unsigned bits) {
    kernel_.values.push_back({bits, ""});
    return ValueId(kernel_.values.size() - 1);
  }

  Kernel &kernel_;
  Node &node_;
  const std::vector<LaneShape> &shapes_;        // of the values from before
  std::vector<std::optional<Op>> definitions_;  // by value; of the node
  SourceLocation location_;
};

bool hasCandidate(const Kernel &kernel, const Node &node, const std::vector<LaneShape> &shapes) {
  return std::any_of(node.ops.begin(), node.ops.end(), [&](const Op &op) { return isCandidate(kernel, op, shapes); });
}

Borders findBorders(const Kernel &kernel, const std::vector<LaneShape> &shapes) {
  Borders borders;
  for (const Node &node : kernel.nodes)
    if (hasCandidate(kernel, node, shapes))
      BorderSearch(kernel, node, shapes).run(borders);
  return borders;
}

Split splitAll(Kernel &kernel, const Borders &borders, const std::vector<LaneShape> &shapes) {
  Split split;
  for (Node &node : kernel.nodes)
    if (std::any_of(node.ops.begin(), node.ops.end(), [&](const Op &op) { return BorderSplit::isIn(borders, op); }))
      BorderSplit(kernel, node, shapes).run(borders, split);
  return split;
}

using Addresses = std::map<uint32_t, Lanes>;  // by site

Addresses addressesOf(const Kernel &kernel, unsigned lanes) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, lanes);
  Addresses addresses;
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      if (op.opcode == Opcode::Load)
        addresses[op.index] = addressShape(kernel, node, op, shapes).lanes;
  return addresses;
}

/// Whether the pieces are of lanes that follow each other, one at least, and the others the same in all lanes: the load
/// gains. Rows are one load (mergeTaps) if packets are at most a line.
bool isRowWithBorders(const std::vector<uint32_t> &pieces, unsigned bytes, const Addresses &addresses, bool inLine) {
  const auto count = [&](const Lanes &lanes) {
    return size_t(
        std::count_if(pieces.begin(), pieces.end(), [&](uint32_t site) { return addresses.at(site) == lanes; }));
  };
  const size_t rows = count({Lanes::Shape::Linear, int64_t(bytes)});
  return rows != 0 && (rows == 1 || inLine) && rows + count({}) == pieces.size();
}

void nameReasons(Kernel &kernel, const Split &split, const Addresses &addresses) {
  for (const auto &[whole, pieces] : split)
    for (const uint32_t s : pieces) {
      Site &site = kernel.sites[s];
      site.unit = Site::Unit::Stream;
      site.reason = {UnitReason::Kind::Neighbours, int64_t(site.bytes), "", {}};
      if (addresses.at(s) == Lanes())
        site.reason = {UnitReason::Kind::Border, 0, "", {}};
    }
}

}  // namespace

bool splitBorders(Kernel &kernel, unsigned lanes, unsigned lineBytes) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, lanes);
  for (Borders borders = findBorders(kernel, shapes); !borders.empty();) {
    Kernel trial = kernel;
    const Split split = splitAll(trial, borders, shapes);
    const Addresses addresses = addressesOf(trial, lanes);
    // Those that gain nothing stay whole.
    const size_t vain = std::erase_if(borders, [&](const auto &border) {
      return !isRowWithBorders(split.at(border.first), trial.sites[border.first].bytes, addresses,
                               lanes * trial.sites[border.first].bytes <= lineBytes);
    });
    if (vain != 0)
      continue;
    nameReasons(trial, split, addresses);
    kernel = std::move(trial);
    return true;
  }
  return false;
}

}  // namespace weft::graph
