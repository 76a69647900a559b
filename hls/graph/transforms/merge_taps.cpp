// SPDX-License-Identifier: Apache-2.0
// Loads whose addresses differ by a constant number of elements. As sites of their own each asks memory for every line;
// as one load the lines are asked for once. Of a stencil's row, lanes overlap (ADR 46); of an unrolled loop's row that
// all lanes read, or in kernels without packets, a load is of several elements (ADR 67); of rows that lanes walk along
// one each, elements come one after the other from one cache (ADR 69), with gaps, too (ADR 80).
// Lanes may leave out some of them: these have masks then (ADR 73, ADR 86).
#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "hls/graph/alias.h"
#include "hls/graph/id_dimensions.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/walking_loads.h"

namespace weft::graph {
namespace {

constexpr unsigned kMostElements = 31;  // of a work-item: Taps of lsu_load_packet is an int
constexpr int64_t kSpanInTurn = 64;     // from the first to the last one: likewise of elements_in_turn
constexpr int64_t kMostCaches = 2;      // of rows that others walk along, too, or of which a round takes several lines

/// How the lanes of a load lie, if it may be one of several taps.
enum class Form : uint8_t {
  None,
  Row,    // they follow each other
  Same,   // they load the same element, or there is one lane
  Each,   // each has a row of its own
  Shared  // each has a row, which other packets' lanes have, too
};

/// A load that may be made where the first one looked at is.
struct Tap {
  OpId op = 0;
  int64_t element = 0;  // counted from that of the first one
};

using Steps = std::vector<std::optional<int64_t>>;

class TapMerge {
public:
  TapMerge(Kernel &kernel, NodeId node, unsigned lanes, unsigned lineBytes, const std::vector<LaneShape> &shapes,
           const IdDimensions &dimensions, const Steps &steps)
      : kernel_(kernel), node_(kernel.nodes[node]), lanes_(lanes), lineBytes_(lineBytes), shapes_(shapes),
        dimensions_(dimensions), steps_(steps), forms_(kernel.sites.size(), Form::None), spans_(kernel.sites.size()),
        before_(node_), aliases_(kernel_, before_) {
    for (const Op &op : node_.ops)
      if (op.opcode == Opcode::Load && siteOf(op).taps == 1)
        forms_[op.index] = formOf(op, aliases_.addressOf(op));
  }

  bool run() {
    bool changed = false;
    for (OpId first = 0; first < node_.ops.size(); ++first)
      if (isTap(node_.ops[first]))
        changed |= mergeWith(first);
    return changed;
  }

private:
  const Site &siteOf(const Op &op) const { return kernel_.sites[op.index]; }

  Form formOf(const Op &load, ValueId address) const {
    const Site &site = siteOf(load);
    const bool stream = site.unit == Site::Unit::Stream;
    const Lanes lanes = lanes_ == 1 ? Lanes() : addressShape(kernel_, node_, load, shapes_).lanes;
    if (lanes == Lanes())
      return stream || mayKeepLines(load) ? Form::Same : Form::None;
    const bool dense = stream || site.reason.kind == UnitReason::Kind::Store;
    if (dense && lanes == Lanes{Lanes::Shape::Linear, int64_t(site.bytes)})
      return Form::Row;
    if (!isWalk(load))
      return Form::None;
    return dimensions_.of[address] == dimensions_.all ? Form::Each : Form::Shared;
  }

  /// Of a load that neighbouring work-items make elsewhere.
  bool mayKeepLines(const Op &load) const {
    const Site &site = siteOf(load);
    const bool elsewhere =
        site.reason.kind == UnitReason::Kind::Apart || site.reason.kind == UnitReason::Kind::Irregular;
    return elsewhere && (site.order.kind == SiteOrder::Kind::Free || site.order.kind == SiteOrder::Kind::IfOverlap);
  }

  /// Whether each lane goes along lines that, as far as ids show, no other work-item reads, or those of other packets
  /// alone: a cache of its own for each load would read them once more.
  bool isWalk(const Op &load) const {
    // All taps together may be as far as a round goes.
    const std::optional<int64_t> step = steps_[load.index];
    const bool walks = step && std::abs(*step) < int64_t(kMostElements) * lineBytes_;
    return walks && siteOf(load).unit == Site::Unit::Scatter && gainsByCache(kernel_, load, 1);
  }

  bool isTap(const Op &op) const { return op.opcode == Opcode::Load && forms_[op.index] != Form::None; }

  bool alike(const Op &a, const Op &b) const {
    return forms_[a.index] == forms_[b.index] && siteOf(a).bytes == siteOf(b).bytes &&
           siteOf(a).arguments == siteOf(b).arguments &&
           kernel_.values[a.operands[0]].width == kernel_.values[b.operands[0]].width;
  }

  static bool samePredicate(const Op &a, const Op &b) {
    return a.predicated == b.predicated && (!a.predicated || a.operands.back() == b.operands.back());
  }

  /// Whether a lane's address has the same form if one of these bits stands for both.
  bool sameLanes(std::optional<ValueId> a, std::optional<ValueId> b) const {
    return a.has_value() == b.has_value() &&
           (!a || (shapes_[*a].lanes == shapes_[*b].lanes && shapes_[*a].crossing == shapes_[*b].crossing));
  }

  /// Of loads that some lanes make and others leave out: whether one of these bits is set only where the other one's
  /// element lies in no buffer either. They say the same of indices that are a few elements apart, far beyond buffers.
  bool alikeBeyond(std::optional<ValueId> a, std::optional<ValueId> b) const {
    return a.has_value() == b.has_value() && (!a || sayTheSame(*a, *b));
  }

  bool sayTheSame(ValueId a, ValueId b) const {
    constexpr unsigned kFewBits = 8;  // what is made of an index' high bits
    if (a == b)
      return true;
    const Op *one = aliases_.definition(a), *other = aliases_.definition(b);
    if (kernel_.values[a].width > kFewBits)
      return isNear(a, b) || (one && other && isTop(*one) && isTop(*other) && one->lo == other->lo &&
                              isNear(one->operands[0], other->operands[0]));
    if (!one || !other || one->opcode != other->opcode || one->operands.size() != other->operands.size() ||
        std::tie(one->predicate, one->lo, one->constant) != std::tie(other->predicate, other->lo, other->constant))
      return false;
    for (size_t i = 0; i < one->operands.size(); ++i)
      if (!sayTheSame(one->operands[i], other->operands[i]))
        return false;
    return kindOf(one->opcode) == OpKind::Pure || one->opcode == Opcode::Const;
  }

  /// Whether it is the high bits of a value.
  bool isTop(const Op &op) const {
    return op.opcode == Opcode::Slice &&
           op.lo + kernel_.values[op.result].width == kernel_.values[op.operands[0]].width;
  }

  bool isNear(ValueId a, ValueId b) const {
    const std::optional<Bits> apart = aliases_.difference(a, b);
    const int64_t most = int64_t(kMostElements) * lineBytes_;
    return apart && apart->width() <= 64 && apart->signedLow() >= -most && apart->signedLow() <= most;
  }

  /// The op at `at` as a tap of a load. Nothing: it is none.
  std::optional<Tap> tapOf(const Op &one, OpId at) const {
    const Op &other = node_.ops[at];
    if (!isTap(other) || !alike(one, other))
      return std::nullopt;
    const std::optional<ValueId> beyond = aliases_.beyondOf(one), itsBeyond = aliases_.beyondOf(other);
    if (!sameLanes(beyond, itsBeyond))
      return std::nullopt;
    const auto bytes = int64_t(siteOf(one).bytes);
    const std::optional<Bits> apart = aliases_.difference(aliases_.addressOf(other), aliases_.addressOf(one));
    if (!apart || apart->width() > 64 || apart->signedLow() % bytes != 0 ||
        (!samePredicate(one, other) && !alikeBeyond(beyond, itsBeyond)))
      return std::nullopt;
    return Tap{at, apart->signedLow() / bytes};
  }

  /// The loads from `first` on at a constant distance from it that can be made there, the lowest element first.
  /// Lanes that make one of them may leave out others.
  std::vector<Tap> tapsFrom(OpId first) const {
    const Op &one = node_.ops[first];
    std::vector<Tap> taps = {{first}};
    std::vector<const Op *> writes;                 // behind the first
    std::vector<bool> late(kernel_.values.size());  // that are there only behind memory ops from the first one on
    late[one.result] = true;
    for (OpId o = first + 1; o < node_.ops.size(); ++o) {
      const Op &op = node_.ops[o];
      const bool memory = kindOf(op.opcode) == OpKind::Memory;
      const bool waits = std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return late[v]; });
      if (op.result != kNone)
        late[op.result] = memory || waits;
      if (memory && isWrite(op))
        writes.push_back(&op);
      const std::optional<Tap> tap = waits ? std::nullopt : tapOf(one, o);
      if (tap && std::none_of(writes.begin(), writes.end(), [&](const Op *w) { return aliases_.conflict(*w, op); }))
        taps.push_back(*tap);
    }
    std::sort(taps.begin(), taps.end(),
              [](const Tap &a, const Tap &b) { return std::tie(a.element, a.op) < std::tie(b.element, b.op); });
    return taps;
  }

  int64_t elementsInLine(OpId load) const { return int64_t(lineBytes_ / siteOf(node_.ops[load]).bytes); }

  /// The taps around `first` that one load serves: of a row, no element between them is left out by all lanes, and what
  /// is loaded at once is at most a line, or two where packets are at most one.
  std::vector<Tap> window(const std::vector<Tap> &taps, OpId first) const {
    const bool row = forms_[node_.ops[first].index] == Form::Row;
    const int64_t lanes = row ? lanes_ : 1, line = elementsInLine(first);
    const int64_t atOnce = std::min<int64_t>(kMostElements, (row && lanes <= line ? 2 * line : line) - lanes + 1);
    const int64_t span = inTurn(first) ? spans_[node_.ops[first].index] : atOnce, reach = lanes == 1 ? span : lanes;
    const std::ptrdiff_t most = inTurn(first) ? kMostElements : node_.ops.size();
    const auto own = std::find_if(taps.begin(), taps.end(), [&](const Tap &tap) { return tap.op == first; });
    auto from = own, to = own;
    const auto joins = [&](auto low, auto high) { return high->element - low->element <= reach; };
    const auto fits = [&](auto low, auto high) {
      return high->element - low->element < span && high - low < most && (!inTurn(first) || oneAfterOther(low, high));
    };
    while (from != taps.begin() && joins(from - 1, from) && fits(from - 1, to))
      --from;
    while (to + 1 != taps.end() && joins(to, to + 1) && fits(from, to + 1))
      ++to;
    return {from, to + 1};
  }

  /// Of lanes that walk: whether nothing lies between the taps, or a round goes past all of them. Otherwise a lane goes
  /// along several lines at a time, for which one cache has no room.
  bool oneAfterOther(std::vector<Tap>::const_iterator low, std::vector<Tap>::const_iterator high) const {
    const auto apart = [](const Tap &a, const Tap &b) { return b.element - a.element > 1; };
    const Site &site = siteOf(node_.ops[low->op]);
    const int64_t step = std::abs(*steps_[node_.ops[low->op].index]);
    return (high->element - low->element + 1) * site.bytes <= step ||
           std::adjacent_find(low, high + 1, apart) == high + 1;
  }

  bool inTurn(OpId load) const {
    const Form form = forms_[node_.ops[load].index];
    return form == Form::Each || form == Form::Shared;
  }

  /// Rows that others walk along, too, and those of which a round takes several lines, are read by as many loads as
  /// share a line of memory a cycle. Each has a cache that gives an element a cycle: of lines that are read once it
  /// waits for half of them. Rows of one's own are parted where a line may end: otherwise both read it. Where a round
  /// is not so many lines, both would read most of them in any case.
  void limitSpans(const std::vector<Tap> &taps, OpId first) {
    if (!inTurn(first) || spans_[node_.ops[first].index] != 0)
      return;
    const int64_t all = taps.back().element - taps.front().element + 1, inLine = elementsInLine(first);
    int64_t span = (all + kMostCaches - 1) / kMostCaches;
    if (forms_[node_.ops[first].index] == Form::Each) {
      const bool parted = all > inLine && *steps_[node_.ops[first].index] % int64_t(lineBytes_) == 0;
      span = parted ? (span + inLine - 1) / inLine * inLine : all;
    }
    for (const Tap &tap : taps)
      spans_[node_.ops[tap.op].index] = std::min(span, kSpanInTurn);
  }

  bool mergeWith(OpId first) {
    std::vector<Tap> taps = tapsFrom(first);
    limitSpans(taps, first);
    taps = window(taps, first);
    if (taps.size() < 2)
      return false;
    merge(first, taps);
    return true;
  }

  void merge(OpId first, const std::vector<Tap> &taps) {
    const std::vector<bool> needed = neededBy(taps, first);
    std::vector<Op> ops(node_.ops.begin(), node_.ops.begin() + first), behind;
    for (OpId o = first; o < node_.ops.size(); ++o) {
      const Op &op = node_.ops[o];
      const bool isOne = std::any_of(taps.begin(), taps.end(), [&](const Tap &tap) { return tap.op == o; });
      if (!isOne)
        (needed[o] ? ops : behind).push_back(op);
    }
    appendMerged(first, taps, ops);
    ops.insert(ops.end(), behind.begin(), behind.end());
    node_.ops = std::move(ops);
  }

  /// The ops behind `first` that addresses and predicates of the taps are made of.
  std::vector<bool> neededBy(const std::vector<Tap> &taps, OpId first) const {
    std::vector<bool> needed(node_.ops.size()), values(kernel_.values.size());
    for (const Tap &tap : taps)
      for (const ValueId operand : node_.ops[tap.op].operands)
        values[operand] = true;
    for (OpId o = OpId(node_.ops.size()); o-- > first;) {
      const Op &op = node_.ops[o];
      needed[o] = op.result != kNone && values[op.result];
      for (size_t i = 0; needed[o] && i < op.operands.size(); ++i)
        values[op.operands[i]] = true;
    }
    return needed;
  }

  /// The load, and what each tap has of it.
  void appendMerged(OpId first, const std::vector<Tap> &taps, std::vector<Op> &ops) {
    Op load = node_.ops[first];
    Site &site = kernel_.sites[load.index];
    const unsigned bits = 8 * site.bytes;
    for (const Tap &tap : taps)
      site.taps |= uint64_t(1) << unsigned(tap.element - taps.front().element);
    if (site.unit == Site::Unit::Scatter && forms_[load.index] == Form::Same && site.taps != 1)
      site.unit = Site::Unit::Stream;
    load.operands[0] = addressOf(taps, ops);
    choosePredicates(taps, site, load, ops);
    load.result = makeValue(bits * elementsOf(site));
    forms_[load.index] = Form::None;  // no tap of another
    ops.push_back(load);
    for (const Tap &tap : taps) {
      Op slice;
      slice.opcode = Opcode::Slice;
      slice.operands = {load.result};
      slice.result = node_.ops[tap.op].result;
      slice.lo = bits * unsigned(tap.element - taps.front().element);
      slice.location = node_.ops[tap.op].location;
      ops.push_back(std::move(slice));
    }
  }

  /// A load is made where one of its taps is. Where elements differ in that, each has a bit of the mask.
  void choosePredicates(const std::vector<Tap> &taps, Site &site, Op &load, std::vector<Op> &ops) {
    const auto alikeFirst = [&](const Tap &tap) { return samePredicate(node_.ops[tap.op], load); };
    if (std::all_of(taps.begin(), taps.end(), alikeFirst))
      return;
    std::map<int64_t, std::set<ValueId>> predicates;  // by element; of one that is loaded always, none
    for (const Tap &tap : taps) {
      const Op &op = node_.ops[tap.op];
      predicates[tap.element].insert(op.predicated ? op.operands.back() : kNone);
    }
    std::vector<ValueId> bits;
    std::set<ValueId> all;
    for (const auto &[element, of] : predicates) {
      bits.push_back(anyOf(of, load, ops));
      all.insert(of.begin(), of.end());
    }
    const ValueId any = anyOf(all, load, ops);
    load.operands = {load.operands[0]};
    if (bits.size() > 1) {
      site.tapMasks = load.masked = true;
      load.operands.push_back(append(ops, load, Opcode::Concat, unsigned(bits.size()), bits));
    }
    load.predicated = !all.count(kNone);
    if (load.predicated)
      load.operands.push_back(any);
  }

  ValueId anyOf(const std::set<ValueId> &predicates, const Op &access, std::vector<Op> &ops) {
    if (predicates.count(kNone)) {
      Op one;
      one.opcode = Opcode::Const;
      one.constant = "1";
      one.result = makeValue(1);
      one.location = access.location;
      ops.push_back(std::move(one));
      return ops.back().result;
    }
    ValueId any = *predicates.begin();
    for (auto it = std::next(predicates.begin()); it != predicates.end(); ++it)
      any = append(ops, access, Opcode::Or, 1, {any, *it});
    return any;
  }

  /// That of the lowest tap; it lies in no buffer if any of theirs does.
  ValueId addressOf(const std::vector<Tap> &taps, std::vector<Op> &ops) {
    const Op &lowest = node_.ops[taps.front().op];
    const std::optional<ValueId> own = aliases_.beyondOf(lowest);
    if (!own)
      return lowest.operands[0];
    ValueId beyond = *own;
    for (const Tap &tap : taps)
      if (const ValueId other = *aliases_.beyondOf(node_.ops[tap.op]); other != beyond && other != *own)
        beyond = append(ops, lowest, Opcode::Or, 1, {beyond, other});
    if (beyond == *own)
      return lowest.operands[0];
    const ValueId bytes = aliases_.addressOf(lowest);
    return append(ops, lowest, Opcode::Concat, kernel_.addressBits + 1, {bytes, beyond});
  }

  ValueId makeValue(unsigned bits) {
    kernel_.values.push_back({bits, ""});
    return ValueId(kernel_.values.size() - 1);
  }

  ValueId append(std::vector<Op> &ops, const Op &access, Opcode opcode, unsigned bits, std::vector<ValueId> operands) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.result = makeValue(bits);
    op.location = access.location;
    ops.push_back(std::move(op));
    return ops.back().result;
  }

  Kernel &kernel_;
  Node &node_;
  const unsigned lanes_, lineBytes_;
  const std::vector<LaneShape> &shapes_;  // of the values from before
  const IdDimensions &dimensions_;        // likewise
  const Steps &steps_;                    // by site
  std::vector<Form> forms_;               // by site
  std::vector<int64_t> spans_;            // likewise: of one load of elements in turn, as soon as known
  const Node before_;                     // loads that are not merged, and what they depend on, stay as they are here
  const NodeAliases aliases_;             // of that
};

}  // namespace

bool mergeTaps(Kernel &kernel, unsigned lanes, unsigned lineBytes) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, lanes);
  const IdDimensions dimensions = idDimensions(kernel);
  const Steps steps = stepsOfLoads(kernel);
  bool changed = false;
  const auto isLoad = [](const Op &op) { return op.opcode == Opcode::Load; };
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (const std::vector<Op> &ops = kernel.nodes[n].ops; std::count_if(ops.begin(), ops.end(), isLoad) > 1)
      changed |= TapMerge(kernel, n, lanes, lineBytes, shapes, dimensions, steps).run();
  return changed;
}

}  // namespace weft::graph
