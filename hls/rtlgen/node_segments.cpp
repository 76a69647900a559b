// SPDX-License-Identifier: Apache-2.0
// The stall-free segments of a node: what enters, its control, its operations, and the FIFO behind it.
#include <algorithm>

#include <fmt/format.h>

#include "hls/graph/numbers.h"
#include "hls/rtlgen/fifo_depths.h"
#include "hls/rtlgen/node_builder.h"
#include "hls/schedule/lifetimes.h"

namespace weft::rtlgen {

using namespace graph;

void NodeBuilder::enter(unsigned s) {
  if (s == 0) {
    slots_ = {b_.staged("slot", plan_.admission.slotBits, 0, 0)};
    const NetId data = b_.fieldOf(tokens_[0], "data");
    b_.assign(slots_[0], b_.slice(b_.use(data), 0, plan_.admission.slotBits));
    unsigned low = plan_.admission.slotBits;
    for (ValueId v : node_.parameters) {
      if (lastCycles_[0].count(v)) {
        const NetId net = born(v, 0, 0);
        b_.assign(net, b_.reshape(b_.slice(b_.use(data), low, keptBits(kernel_, v)), lanes(v)));
      }
      low += keptBits(kernel_, v);
    }
    return;
  }
  for (OpId o : placed_[s - 1]) {
    const ValueId v = op(o).result;
    if (task(o).responds && v != kNone && lastCycles_[s].count(v)) {
      const NetId net = born(v, s, 0);
      b_.assign(net, answered(o));
    }
  }
}

netlist::ExprId NodeBuilder::stageValid(unsigned s, unsigned stage) {
  return b_.slice(b_.use(b_.segment(s).valid), stage, 1);
}

/// An answer's data in a register slice beside the segment.
netlist::StreamId NodeBuilder::held(OpId o) {
  const StreamId answer = answers_.at(o);
  const unsigned bits = b_.net(b_.fieldOf(answer, "data")).width;
  const std::string name = prefix(o) + "_held";
  const StreamId held = b_.stream(name, {{"data", bits}});
  b_.instance("stream_slice", "u_" + name, originOf(op(o)))
      .set("Width", bits)
      .set("Paired", 1)
      .stream("in", {answer})
      .stream("out", {held})
      .add();
  return held;
}

/// Whether the answers to several requests are there: they come from far apart, and go on all at once.
netlist::ExprId NodeBuilder::join(const std::vector<OpId> &requests, ExprId take) {
  std::vector<ExprId> next, valid;
  for (OpId o : requests) {
    const netlist::Stream &answer = b_.at(answers_.at(o));
    next.push_back(b_.disjunction({b_.use(answer.valid), b_.inverse(b_.use(answer.ready))}));
    answers_[o] = held(o);
    valid.push_back(b_.use(b_.at(answers_.at(o)).valid));
  }
  const NetId all = b_.wire(prefix(requests.front()) + "_all");
  b_.instance("stream_join", "u_" + prefix(requests.front()) + "_join")
      .set("NumInputs", requests.size())
      .in("next_valid_i", b_.concat(next))
      .in("valid_i", b_.concat(valid))
      .in("take_i", take)
      .out("all_o", {all})
      .add();
  return b_.use(all);
}

/// What the segment waits for of requests under the predicate `condition`: that answers are there, or that none will
/// come.
std::vector<NodeBuilder::Awaited> NodeBuilder::await(ValueId condition, const std::vector<OpId> &requests, unsigned s) {
  const ExprId take = condition == kNone ? stageValid(s, 0) : b_.conjunction({stageValid(s, 0), at(condition, s, 0)});
  std::vector<OpId> loads, alone;
  for (OpId o : requests)
    (answersData(o) ? loads : alone).push_back(o);
  std::vector<Awaited> result;
  if (loads.size() > 1) {
    result.push_back({join(loads, take), netlist::kNone});
    for (OpId o : loads)
      b_.consume(answers_.at(o), take);
  } else {
    alone.insert(alone.end(), loads.begin(), loads.end());
  }
  for (OpId o : alone) {
    const StreamId answer = answers_.at(o);
    result.push_back({b_.use(b_.at(answer).valid), condition == kNone ? answer : netlist::kNone});
    if (condition != kNone)
      b_.consume(answer, take);
  }
  if (condition != kNone)
    for (Awaited &awaited : result)
      awaited.there = b_.disjunction({awaited.there, b_.inverse(at(condition, s, 0))});
  return result;
}

/// A token enters when all FIFOs that the segment fills have a credit, and when what it waits for has come. Where no
/// predicate of the token is part of that, each is taken when the others are there: that it is there itself is known
/// where it comes from, which may be far off, and need not go to the segment and back.
void NodeBuilder::control(unsigned s) {
  std::vector<ExprId> credits;
  credits_ = {b_.wire(fmt::format("token_s{}_credit", s + 1))};
  for (OpId o : placed_[s])
    if (task(o).kind == TaskKind::Request)
      credits_.push_back(creditOf_[o] = b_.wire(prefix(o) + "_credit"));
  for (NetId credit : credits_)
    credits.push_back(b_.use(credit));

  std::vector<Awaited> awaited = {{b_.use(b_.at(tokens_[s]).valid), tokens_[s]}};
  std::map<ValueId, std::vector<OpId>> requests;  // by predicate
  if (s > 0)
    for (OpId o : placed_[s - 1])
      if (task(o).responds)
        requests[predicate(o)].push_back(o);
  bool always = true;
  for (const auto &[condition, of] : requests) {
    always &= condition == kNone;
    for (const Awaited &answer : await(condition, of, s))
      awaited.push_back(answer);
  }
  std::vector<NetId> ready;
  if (s == 0) {
    b_.claim(tokens_[0], false);
    ready = {b_.at(tokens_[0]).ready};
  } else {
    takeAll(awaited, always ? b_.conjunction(credits) : stageValid(s, 0), always);
  }
  std::vector<ExprId> valid;
  for (const Awaited &each : awaited)
    valid.push_back(each.there);
  b_.instance("segment_ctrl", fmt::format("u_ctrl_s{}", s))
      .set("Latency", latency(s))
      .in("in_valid_i", b_.conjunction(valid))
      .out("in_ready_o", ready)
      .in("credit_i", b_.conjunction(credits))
      .out("stage_valid_o", {b_.segment(s).valid})
      .add();
}

/// Takes each stream under the condition; `withOthers`: only while all the others are there, too.
void NodeBuilder::takeAll(const std::vector<Awaited> &awaited, ExprId condition, bool withOthers) {
  for (const Awaited &each : awaited) {
    if (each.stream == netlist::kNone)
      continue;
    std::vector<ExprId> all = {condition};
    for (const Awaited &other : awaited)
      if (withOthers && &other != &each)
        all.push_back(other.there);
    b_.consume(each.stream, b_.conjunction(all));
  }
}

/// The first lane's value whose bit is set: of neighbouring lanes first, then of neighbouring pairs.
netlist::ExprId NodeBuilder::firstOf(ExprId values, ExprId bits) {
  std::vector<std::pair<ExprId, ExprId>> left;
  for (unsigned lane = 0; lane < b_.lanes(values); ++lane)
    left.push_back({b_.lane(values, lane), b_.lane(bits, lane)});
  while (left.size() > 1) {
    std::vector<std::pair<ExprId, ExprId>> pairs;
    for (size_t i = 0; i < left.size(); i += 2)
      pairs.push_back({b_.select(left[i].second, left[i].first, left[i + 1].first),
                       b_.disjunction({left[i].second, left[i + 1].second})});
    left = std::move(pairs);
  }
  return left[0].first;
}

void NodeBuilder::pure(OpId o) {
  const unsigned s = position(o).segment, stage = position(o).cycle;
  const ValueId v = op(o).result;
  if (op(o).opcode == Opcode::Spread) {
    const NetId net = born(v, s, stage);
    return b_.assign(net, stepped(op(o).operands[0], s, stage), originOf(op(o)));
  }
  const std::vector<ExprId> in = operands(op(o), s, stage);
  if (const OpId first = task(o).sharedWith; first != kNone && partners_[first] == o)
    return;  // the first one's divider has driven it
  const NetId result = born(v, s, stage + operatorOf(o).latency);
  if (op(o).opcode == Opcode::Any) {
    const ValueId bit = op(o).operands[0];
    return b_.assign(result, b_.nonZero(b_.reshape(spread(bit, s, stage), 1)), originOf(op(o)));
  }
  if (op(o).opcode == Opcode::Pick) {
    const ExprId values = spread(op(o).operands[0], s, stage), bits = spread(op(o).operands[1], s, stage);
    return b_.assign(result, firstOf(values, bits), originOf(op(o)));
  }
  if (operatorOf(o).latency == 0)
    return b_.assign(result, b_.operation(op(o).opcode, width(v), in, op(o).predicate, op(o).lo), originOf(op(o)));
  NetId other = netlist::kNone;
  if (const OpId partner = partners_[o]; partner != kNone)
    other = born(op(partner).result, s, stage + operatorOf(o).latency);
  addOperator(b_, op(o), operatorOf(o).module, operatorOf(o).latency, "u_op_" + base(v), in, result, other,
              originOf(op(o)));
}

void NodeBuilder::segment(unsigned s) {
  b_.openSegment(latency(s), fmt::format("valid_s{}", s));
  b_.title(fmt::format("Segment {}: {} cycles", s, latency(s)));
  control(s);
  enter(s);
  for (OpId o : placed_[s]) {
    if (kindOf(op(o).opcode) == OpKind::Memory)
      memoryOp(o);
    else
      pure(o);
  }
  if (s == last())
    exit();
  else
    tokenFifo(s);
  b_.closeSegment();
}

void NodeBuilder::endFifo(unsigned s, unsigned depth, bool registered, ExprId in, StreamId out) {
  auto fifo = b_.instance("credit_fifo", fmt::format("u_token_s{}", s + 1));
  fifo.set("Width", b_.width(in)).set("Depth", depth);
  if (registered)
    fifo.set("Head", 1);
  fifo.out("credit_o", {credits_[0]})
      .in("reserve_i", stageValid(s, 0))
      .in("push_i", stageValid(s, latency(s)))
      .in("data_i", in)
      .in("release_i", b_.constant(1, 0))
      .stream("", {out})
      .add();
}

/// Whether an access's address has the group's slot in it.
bool NodeBuilder::usesGroupSlot(OpId o) const {
  if (!isOnChip(op(o)))
    return false;
  const Memory::Kind kind = kernel_.memories[op(o).index].kind;
  return kind == Memory::Kind::Pool || (kind == Memory::Kind::Local && plan_.memories[op(o).index].copies > 1);
}

netlist::ExprId NodeBuilder::shiftedByGroup(Opcode opcode, ExprId value) {
  // One bit more than the slot: a group may have all of them, and then shifts out every bit.
  const unsigned bits = unsigned(powerOfTwoAtLeast(plan_.admission.slotBits + 1));
  const ExprId shift = b_.use(launchInput(NodeModule::LaunchInput::Kind::GroupShift, "group_shift_i"));
  return b_.operation(opcode, bits, {b_.zext(value, bits), b_.slice(shift, 0, log2Ceil(bits))});
}

netlist::ExprId NodeBuilder::groupSlot(unsigned s, unsigned stage) {
  const unsigned made = std::max(stage, 1u) - 1;
  const auto [it, isNew] = groupSlots_.try_emplace({s, made}, netlist::kNone);
  if (isNew) {
    const unsigned bits = std::max(1u, log2Ceil(plan_.admission.groupSlots));
    it->second = b_.staged(names_.unique("group_slot"), bits, s, made);
    b_.assign(it->second, b_.slice(shiftedByGroup(Opcode::LShr, slotAt(s, made)), 0, bits));
  }
  return b_.use(it->second, stage - made);
}

netlist::ExprId NodeBuilder::groupStart(unsigned s, unsigned stage) {
  const unsigned made = std::max(stage, 1u) - 1;
  const auto [it, isNew] = groupStarts_.try_emplace({s, made}, netlist::kNone);
  if (isNew) {
    const unsigned bits = plan_.admission.slotBits;
    const ExprId mask = shiftedByGroup(Opcode::Shl, b_.constant(bits + 1, (uint64_t(2) << bits) - 1));
    it->second = b_.staged(names_.unique("group_start"), bits, s, made);
    b_.assign(it->second, b_.operation(Opcode::And, bits, {slotAt(s, made), b_.slice(mask, 0, bits)}));
  }
  return b_.use(it->second, stage - made);
}

/// Carries what later segments need past the memories that this segment asks.
void NodeBuilder::tokenFifo(unsigned s) {
  const std::string name = fmt::format("token_s{}", s + 1);
  slots_.push_back(b_.staged("slot", plan_.admission.slotBits, s + 1, 0));
  std::vector<ExprId> in = {slotAt(s, latency(s))};
  std::vector<netlist::Stream::Field> fields = {{"slot", slots_.back()}};
  for (ValueId v : crossing_[s + 1]) {
    in.push_back(flat(v, s, latency(s)));
    const NetId net = born(v, s + 1, 0);
    fields.push_back({base(v), net});
  }
  // Where no cycle is left for the shift, the token brings what comes of it.
  const auto atOnce = [&](OpId o) { return usesGroupSlot(o) && position(o).cycle <= 1; };
  if (std::any_of(placed_[s + 1].begin(), placed_[s + 1].end(), atOnce)) {
    in.push_back(groupSlot(s, latency(s)));
    const NetId net = b_.staged(names_.unique("group_slot"), b_.width(in.back()), s + 1, 0);
    groupSlots_[{s + 1, 0}] = net;
    fields.push_back({"group_slot", net});
  }
  tokens_.push_back(b_.streamOf(name, std::move(fields)));
  endFifo(s, tokenDepth(plan_, id_, s), false, b_.concat(in), tokens_.back());
}

}  // namespace weft::rtlgen
