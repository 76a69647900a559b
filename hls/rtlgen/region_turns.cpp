// SPDX-License-Identifier: Apache-2.0
// Accesses of packets whose lanes take turns at a unit or memory for one work-item (ADR 44), or whose lanes' elements
// take turns at a unit for packets (ADR 69).
#include <fmt/format.h>

#include "hls/components/component.h"
#include "hls/graph/numbers.h"
#include "hls/rtlgen/atomic_codes.h"
#include "hls/rtlgen/operation.h"
#include "hls/rtlgen/region_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

/// Puts lanes_in_turn before a unit. Gives the requests of one lane, of all fields in one, and the answers to them;
/// where the unit serves rows of words, a row's, with what lanes_in_turn makes of the fields.
RegionBuilder::Requests RegionBuilder::laneAfterLane(const LaneRequest &lane, const Requests &packet, ExprId mask) {
  unsigned requestBits = 0;
  std::vector<ExprId> fields;
  for (const auto &[field, width] : lane.fields) {
    fields.push_back(b_.reshape(b_.use(b_.fieldOf(packet.request, field)), kernel_.lanes));
    requestBits += width;
  }
  const unsigned answerBits = std::max(1u, lane.answerBits);
  const StreamId in = b_.stream(lane.name + "_turns", {{"mask", kernel_.lanes}, {"data", kernel_.lanes * requestBits}});
  const StreamId out = b_.stream(lane.name + "_turns_rsp", {{"data", kernel_.lanes * answerBits}});
  const unsigned addressBits = lane.fields.front().second;
  const unsigned unitBits =
      lane.rowWords == 1 ? requestBits
                         : addressBits - log2Ceil(lane.rowWords) + lane.rowWords * (1 + requestBits - addressBits);
  const Requests one = {b_.stream(lane.name + "_lane_req", {{"data", unitBits}}),
                        b_.stream(lane.name + "_lane_rsp", {{"data", answerBits * lane.rowWords}})};
  b_.produce(in, b_.use(b_.at(packet.request).valid), {mask, b_.reshape(b_.concat(fields), 1)});
  b_.consume(packet.request, b_.use(b_.at(in).ready));
  b_.instance("lanes_in_turn", "u_" + lane.name + "_turns")
      .set("RequestW", requestBits)
      .set("AnswerW", answerBits)
      .set("Lanes", kernel_.lanes)
      .set("Depth", lane.depth)
      .set("RowWords", lane.rowWords)
      .set("AddrW", addressBits)
      .stream("req", {in})
      .stream("rsp", {out})
      .stream("lane_req", {one.request})
      .stream("lane_rsp", {one.answer})
      .add();
  std::vector<ExprId> answer;
  if (!b_.at(packet.answer).fields.empty())
    answer.push_back(b_.use(b_.fieldOf(out, "data")));
  b_.produce(packet.answer, b_.use(b_.at(out).valid), answer);
  b_.consume(out, b_.use(b_.at(packet.answer).ready));
  return one;
}

/// What a unit sees of one lane: its request's fields from the one that holds all of them, and its answer's low bits.
RegionBuilder::Requests RegionBuilder::unitOf(const std::string &name, const Requests &lane,
                                              const std::vector<UnitField> &fields, unsigned answerBits) {
  std::vector<netlist::Builder::Field> request, answer;
  std::vector<ExprId> values;
  for (const UnitField &field : fields) {
    request.push_back({field.name, b_.width(field.value)});
    values.push_back(field.value);
  }
  if (answerBits)
    answer.push_back({"data", answerBits});
  const Requests unit = {b_.stream(name + "_one_req", request), b_.stream(name + "_one_rsp", answer)};
  b_.produce(unit.request, b_.use(b_.at(lane.request).valid), values);
  b_.consume(lane.request, b_.use(b_.at(unit.request).ready));
  const unsigned bits = b_.net(b_.fieldOf(lane.answer, "data")).width;
  b_.produce(lane.answer, b_.use(b_.at(unit.answer).valid),
             {answerBits ? b_.slice(b_.use(b_.fieldOf(unit.answer, "data")), 0, bits) : b_.constant(bits, 0)});
  b_.consume(unit.answer, b_.use(b_.at(lane.answer).ready));
  return unit;
}

RegionBuilder::Requests RegionBuilder::elementsInTurn(uint32_t s) {
  const Site &site = kernel_.sites[s];
  const SitePlan &plan = plan_.sites[s];
  const Requests packet = requests_.at({plan.node, plan.op});
  const std::string name = fmt::format("s{}", s);
  const unsigned address = plan_.board->memoryAddressBits;
  const Requests elements = plan.ownSets ? packet : inSet(s, packet, b_.constant(1, 0));
  const unsigned setBits = b_.net(b_.fieldOf(elements.request, "set")).width;
  const Requests unit = {
      b_.stream(name + "_one_req", {{"addr", kernel_.lanes * address}, {"mask", kernel_.lanes}, {"set", setBits}}),
      b_.stream(name + "_one_rsp", {{"data", kernel_.lanes * site.bytes * 8}})};
  b_.instance("elements_in_turn", "u_" + name + "_turns", {"", knownPlace(site.location)})
      .set("Bytes", site.bytes)
      .set("Lanes", kernel_.lanes)
      .set("AddrBits", address)
      .set("Elements", tapsOf(site))
      .set("Taps", graph::Bits(64, site.taps))
      .set("SetW", setBits)
      .set("Masks", site.tapMasks ? 1 : 0)
      .set("Depth", std::max(16U, plan.depth))
      .stream("req", {elements.request})
      .stream("rsp", {packet.answer})
      .stream("unit_req", {unit.request})
      .stream("unit_rsp", {unit.answer})
      .add();
  return site.unit == Site::Unit::Cached ? unit : withoutSet(s, unit);
}

/// Bits of a lane in a field of a packet's request.
unsigned RegionBuilder::laneBits(const Requests &packet, const char *field) const {
  return b_.net(b_.fieldOf(packet.request, field)).bits() / kernel_.lanes;
}

/// `portBits`: of the unit's operands. Those of 32 bits lie in the upper half where it has 64.
RegionBuilder::Requests RegionBuilder::atomicInTurn(const schedule::MemoryPort &port, const std::string &name,
                                                    unsigned portBits, unsigned depth) {
  const Op &op = kernel_.nodes[port.node].ops[port.op];
  const Requests packet = requests_.at({port.node, port.op});
  const unsigned bits = portBits, own = laneBits(packet, "data"), address = laneBits(packet, "addr");
  const bool compares = op.atomic == AtomicOp::CmpXchg;
  LaneRequest lane{name, {{"addr", address}, {"data", own}}, own, depth};
  if (compares)
    lane.fields.push_back({"cmp", own});
  const Requests one = laneAfterLane(lane, packet, b_.use(b_.fieldOf(packet.request, "mask")));
  const ExprId all = b_.use(b_.fieldOf(one.request, "data"));
  const auto operand = [&](unsigned low) {
    const ExprId value = b_.slice(all, low, own);
    return own < bits ? b_.concat({b_.constant(bits - own, 0), value}) : value;
  };
  std::vector<UnitField> fields = {{"addr", b_.slice(all, 0, address)},
                                   {"op", b_.constant(abi::ATOP_BITS, atop(op.atomic))},
                                   {"data", operand(address)},
                                   {"cmp", compares ? operand(address + own) : b_.constant(bits, 0)}};
  if (op.opcode == Opcode::MemAtomic)
    fields.push_back({"wide", b_.constant(1, own == 64)});
  return unitOf(name, one, fields, bits);
}

/// A plain read of a memory with atomic operations is one that changes nothing.
RegionBuilder::Requests RegionBuilder::readInTurn(const schedule::MemoryPort &port, unsigned portBits, unsigned depth) {
  const Op &op = kernel_.nodes[port.node].ops[port.op];
  const std::string name = accessName(plan_, port.node, port.op);
  const Requests packet = requests_.at({port.node, port.op});
  const unsigned rowWords = plan_.memories[op.index].replicaRow, rowBits = log2Ceil(rowWords);
  const unsigned bits = kernel_.values[op.result].width, address = laneBits(packet, "addr");
  const Requests one = laneAfterLane({name, {{"addr", address}}, bits, depth, rowWords}, packet,
                                     b_.use(b_.fieldOf(packet.request, "mask")));
  std::vector<UnitField> fields = {{"addr", b_.slice(b_.use(b_.fieldOf(one.request, "data")), 0, address - rowBits)}};
  if (kernel_.memories[op.index].updates == Memory::Updates::InTurn) {
    fields.push_back({"op", b_.constant(abi::ATOP_BITS, atop(AtomicOp::Or))});
    for (const char *operand : {"data", "cmp"})
      fields.push_back({operand, b_.constant(portBits, 0)});
    fields.push_back({"wide", b_.constant(1, bits == 64)});
  }
  return unitOf(name, one, fields, portBits);
}

/// Lanes that write are those with a strobe.
RegionBuilder::Requests RegionBuilder::writeInTurn(const schedule::MemoryPort &port, unsigned depth) {
  const Op &op = kernel_.nodes[port.node].ops[port.op];
  const std::string name = accessName(plan_, port.node, port.op);
  const Requests packet = requests_.at({port.node, port.op});
  const unsigned address = laneBits(packet, "addr"), data = laneBits(packet, "data"),
                 strobes = laneBits(packet, "strb");
  const ExprId mask = b_.reshape(b_.nonZero(b_.reshape(b_.use(b_.fieldOf(packet.request, "strb")), kernel_.lanes)), 1);
  if (kernel_.memories[op.index].updates == Memory::Updates::Replicas) {
    const unsigned rowWords = plan_.memories[op.index].replicaRow, row = address - log2Ceil(rowWords);
    const Requests one = laneAfterLane({name, {{"addr", address}, {"data", data}}, 0, depth, rowWords}, packet, mask);
    const ExprId all = b_.use(b_.fieldOf(one.request, "data"));
    const unsigned words = rowWords == 1 ? 0 : rowWords;  // a word goes without saying
    return unitOf(name, one,
                  {{"mask", words ? b_.slice(all, row, words) : b_.constant(1, 1)},
                   {"addr", b_.slice(all, 0, row)},
                   {"data", b_.slice(all, row + words, data * rowWords)}},
                  0);
  }
  const Requests one =
      laneAfterLane({name, {{"addr", address}, {"data", data}, {"strb", strobes}}, 0, depth}, packet, mask);
  const ExprId all = b_.use(b_.fieldOf(one.request, "data"));
  return unitOf(name, one,
                {{"addr", b_.slice(all, 0, address)},
                 {"data", b_.slice(all, address, data)},
                 {"strb", b_.slice(all, address + data, strobes)}},
                0);
}

}  // namespace weft::rtlgen
