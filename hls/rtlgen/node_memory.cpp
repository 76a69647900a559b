// SPDX-License-Identifier: Apache-2.0
// A node's memory operations. Requests leave through a credit FIFO of their own; what is on chip and has fixed latency
// is wired to the memory.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hls/graph/numbers.h"
#include "hls/rtlgen/atomic_codes.h"
#include "hls/rtlgen/fifo_depths.h"
#include "hls/rtlgen/node_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Access;

namespace {

unsigned indexOf(const std::vector<schedule::MemoryPort> &ports, NodeId node, OpId op) {
  const auto port = std::find_if(ports.begin(), ports.end(),
                                 [&](const schedule::MemoryPort &p) { return p.node == node && p.op == op; });
  if (port == ports.end())
    throw std::logic_error(fmt::format("node {} op {} has no port at its memory", node, op));
  return unsigned(port - ports.begin());
}

/// What the ports of a memory are called: read and write, of any words a lane gather and scatter, atomic.
char letterOf(const Op &op) {
  const bool each = op.laneAccess == LaneAccess::Each;
  switch (op.opcode) {
  case Opcode::MemRead:
    return each ? 'g' : 'r';
  case Opcode::MemWrite:
    return each ? 's' : 'w';
  default:
    return 'a';
  }
}

}  // namespace

std::string accessName(const Plan &plan, NodeId node, OpId o) {
  const Op &op = plan.kernel->nodes[node].ops[o];
  switch (op.opcode) {
  case Opcode::MemRead:
  case Opcode::MemWrite:
  case Opcode::MemAtomic:
    return fmt::format("m{}_{}{}", op.index, letterOf(op), indexOf(plan.memories[op.index].use.portsOf(op), node, o));
  case Opcode::Report:
    return fmt::format("check{}", op.index);
  default:
    return fmt::format("s{}", op.index);
  }
}

unsigned NodeBuilder::portIndex(OpId o) const {
  return indexOf(plan_.memories[op(o).index].use.portsOf(op(o)), id_, o);
}

/// Loads and atomics are answered with data, writes are acknowledged.
std::string NodeBuilder::answerName(OpId o) const {
  return prefix(o) + (op(o).opcode == Opcode::Store || op(o).opcode == Opcode::MemWrite ? "_ack" : "_rsp");
}

/// Nobody asks for the old values of what accumulates.
bool NodeBuilder::answersData(OpId o) const {
  return op(o).result != kNone &&
         (op(o).opcode != Opcode::MemAtomic || kernel_.memories[op(o).index].updates != Memory::Updates::Replicas);
}

netlist::ExprId NodeBuilder::activeAt(OpId o) {
  std::vector<ExprId> terms = {stageValid(position(o).segment, position(o).cycle)};
  if (predicate(o) != kNone)
    terms.push_back(at(predicate(o), position(o).segment, position(o).cycle));
  return b_.conjunction(terms);
}

void NodeBuilder::requestFifo(OpId o, StreamId request, ExprId payload) {
  const unsigned s = position(o).segment, stage = position(o).cycle;
  ExprId release = b_.constant(1, 0);
  if (predicate(o) != kNone)
    release = b_.conjunction({stageValid(s, stage), b_.inverse(at(predicate(o), s, stage))});
  auto fifo = b_.instance("credit_fifo", fmt::format("u_{}_req", prefix(o)), originOf(op(o)));
  fifo.set("Width", b_.width(payload)).set("Depth", requestDepth(plan_, id_, o));
  // lanes_in_turn compares rows of neighbouring lanes as it takes their request.
  const bool onChip = op(o).opcode == Opcode::MemRead || op(o).opcode == Opcode::MemWrite;
  if (onChip && plan_.memories[op(o).index].replicaRow > 1)
    fifo.set("Head", 1);
  fifo.out("credit_o", {creditOf_.at(o)})
      .in("reserve_i", stageValid(s, 0))
      .in("push_i", activeAt(o))
      .in("data_i", payload)
      .in("release_i", release)
      .stream("", {request})
      .add();
}

/// What waits in the FIFO of a request's port; its other fields are made behind that.
netlist::StreamId NodeBuilder::queuedStream(OpId o, std::vector<netlist::Stream::Field> fields) {
  return b_.streamOf(prefix(o) + "_queued", std::move(fields));
}

netlist::StreamId NodeBuilder::requestPort(OpId o, const std::vector<netlist::Builder::Field> &fields) {
  const StreamId request = b_.streamPort(prefix(o) + "_req", fields, true);
  result_.requests.push_back({o, request, netlist::kNone});
  return request;
}

void NodeBuilder::load(OpId o) {
  const Site &site = kernel_.sites[op(o).index];
  if (plan_.sites[op(o).index].ownSets)
    return access(o, {{"addr", globalAddress(o)}, {"set", setOf(o)}});
  if (site.unit != Site::Unit::Stream || site.taps == 1 || site.tapMasks)
    return access(o, {{"addr", globalAddress(o)}});
  // Which elements it brings is known, so that need not wait with the address.
  const ExprId address = globalAddress(o);
  const unsigned elements = loadedElements(kernel_, site);
  const StreamId request = requestPort(o, {{"addr", b_.width(address)}, {"mask", elements}});
  const StreamId queued = queuedStream(o, {{"addr", b_.fieldOf(request, "addr")}});
  requestFifo(o, queued, address);
  b_.assign(b_.fieldOf(request, "mask"), b_.constant(elements, site.taps));
  forward(queued, request);
}

void NodeBuilder::store(OpId o) {
  access(o, {{"addr", globalAddress(o)}, {"data", ofPacket(o) ? packetOperand(o, 1) : operand(o, 1)}});
}

/// Of an access whose request has these fields, and of a packet's, or of taps that have masks, the mask.
void NodeBuilder::access(OpId o, std::vector<std::pair<const char *, ExprId>> fields) {
  if (ofPacket(o))
    fields.push_back({"mask", accessMask(o)});
  std::vector<netlist::Builder::Field> ports;
  std::vector<ExprId> payload;
  for (const auto &[name, value] : fields) {
    ports.push_back({name, b_.width(value)});
    payload.push_back(value);
  }
  const StreamId request = requestPort(o, ports);
  requestFifo(o, request, b_.concat(payload));
}

void NodeBuilder::globalAtomic(OpId o) {
  const ExprId address = globalAddress(o);
  if (ofPacket(o))
    return packetAtomic(o, address);
  const unsigned bits = width(op(o).result);
  atomicRequest(o, address,
                requestPort(o, {{"addr", b_.width(address)}, {"op", abi::ATOP_BITS}, {"data", bits}, {"cmp", bits}}));
}

/// The address counts 32 bits; an operand of them lies in the upper half where there are ones of 64.
void NodeBuilder::localAtomic(OpId o) {
  const unsigned bits = plan_.memories[op(o).index].atomicBits;
  const ExprId address = cellIndex(o);
  if (ofPacket(o))
    return packetAtomic(o, b_.reshape(address, 1));
  const StreamId request =
      requestPort(o, {{"addr", b_.width(address)}, {"wide", 1}, {"op", abi::ATOP_BITS}, {"data", bits}, {"cmp", bits}});
  b_.assign(b_.fieldOf(request, "wide"), b_.constant(1, width(op(o).result) == 64));
  atomicRequest(o, address, request);
}

/// Of each lane; the operation itself is known where lanes take their turns.
void NodeBuilder::packetAtomic(OpId o, ExprId addresses) {
  const ExprId data = packetOperand(o, 1);
  std::vector<std::pair<const char *, ExprId>> fields = {
      {"addr", addresses}, {"data", op(o).atomic == AtomicOp::And ? b_.inverse(data) : data}};
  if (op(o).atomic == AtomicOp::CmpXchg)
    fields.push_back({"cmp", packetOperand(o, 2)});
  access(o, fields);
}

/// Requests of both kinds of atomics: the operation is a constant, and what is compared comes only where it is looked
/// at.
void NodeBuilder::atomicRequest(OpId o, ExprId address, StreamId request) {
  const bool swap = op(o).atomic == AtomicOp::CmpXchg;
  const unsigned bits = width(op(o).result), portBits = b_.net(b_.fieldOf(request, "data")).width;
  ExprId data = operand(o, 1);
  if (op(o).atomic == AtomicOp::And)
    data = b_.inverse(data);
  std::vector<ExprId> payload = {address, data};
  std::vector<netlist::Stream::Field> fields = {{"addr", b_.fieldOf(request, "addr")}};
  const auto queue = [&](const char *field) {
    NetId net = b_.fieldOf(request, field);
    if (bits < portBits) {
      const NetId port = net;
      net = b_.wire(prefix(o) + "_queued_" + field, bits);
      b_.assign(port, b_.concat({b_.constant(portBits - bits, 0), b_.use(net)}));
    }
    fields.push_back({field, net});
  };
  queue("data");
  if (swap) {
    payload.push_back(operand(o, 2));
    queue("cmp");
  }
  const StreamId queued = queuedStream(o, fields);
  requestFifo(o, queued, b_.concat(payload));
  b_.assign(b_.fieldOf(request, "op"), b_.constant(abi::ATOP_BITS, atop(op(o).atomic)));
  if (!swap)
    b_.assign(b_.fieldOf(request, "cmp"), b_.constant(portBits, 0));
  forward(queued, request);
}

/// The fields of `to` are driven already.
void NodeBuilder::forward(StreamId from, StreamId to) {
  b_.claim(to, true);
  b_.assign(b_.at(to).valid, b_.use(b_.at(from).valid));
  b_.consume(from, b_.use(b_.at(to).ready));
}

void NodeBuilder::memGather(OpId o) {
  const bool banked = plan_.memories[op(o).index].use.banked();
  const ExprId addresses = b_.reshape(banked ? memoryIndex(o) : cellIndex(o), 1), mask = packetOperand(o, 1);
  const StreamId request = requestPort(o, {{"addr", b_.width(addresses)}, {"mask", kernel_.lanes}});
  requestFifo(o, request, b_.concat({addresses, mask}));
}

void NodeBuilder::memRead(OpId o) {
  const unsigned s = position(o).segment, stage = position(o).cycle, there = stage + operatorOf(o).latency;
  const ExprId index = b_.reshape(memoryIndex(o), 1);
  const NetId address = b_.output(prefix(o) + "_addr_o", b_.width(index), s, stage);
  const NetId data = b_.input(prefix(o) + "_data_i", accessBits(o), s, there);
  b_.assign(address, index, originOf(op(o)));
  b_.access({Access::Kind::Read, op(o).index, portIndex(o), stage, netlist::kNone, address, data, netlist::kNone});
  const ExprId part = partOf(o, width(op(o).result) / 8);
  const unsigned memoryLanes = wordLanes(o);
  ExprId value = b_.reshape(b_.use(data), memoryLanes);
  if (part != netlist::kNone) {
    const NetId kept = b_.staged(names_.unique(prefix(o) + "_part"), b_.width(part), s, stage, b_.lanes(part));
    b_.assign(kept, part);
    ExprId lanePart = b_.use(kept, operatorOf(o).latency);
    if (memoryLanes > 1 && b_.lanes(lanePart) == 1)
      lanePart = b_.broadcast(lanePart, memoryLanes);
    value = b_.operation(Opcode::DynSlice, width(op(o).result), {value, lanePart});
  }
  b_.assign(born(op(o).result, s, there), value);
}

void NodeBuilder::memWrite(OpId o) {
  const ExprId index = b_.reshape(memoryIndex(o), 1);
  MemoryData data{wordLanes(o) > 1 ? packetOperand(o, 1) : operand(o, 1), partOf(o, width(op(o).operands[1]) / 8),
                  netlist::kNone};
  if (op(o).masked)
    data.mask = packetOperand(o, op(o).plainOperands());
  if (op(o).predicated && task(o).inOrder) {
    const ExprId made = b_.repeat(at(op(o).operands.back(), position(o).segment, position(o).cycle), wordLanes(o));
    data.mask =
        data.mask == netlist::kNone ? made : b_.operation(Opcode::And, wordLanes(o), {b_.reshape(data.mask, 1), made});
  }
  plan_.memories[op(o).index].use.arbitrated() ? queueWrite(o, index, data) : writeAtOnce(o, index, data);
}

/// Through a port of its own: what is written is registered on the way where the write has a latency.
void NodeBuilder::writeAtOnce(OpId o, ExprId index, const MemoryData &data) {
  const unsigned s = position(o).segment, stage = position(o).cycle, there = stage + operatorOf(o).latency;
  const Access access{Access::Kind::Write,
                      op(o).index,
                      portIndex(o),
                      there,
                      b_.output(prefix(o) + "_valid_o", 1, s, there),
                      b_.output(prefix(o) + "_addr_o", b_.width(index), s, there),
                      b_.output(prefix(o) + "_data_o", plan_.memories[op(o).index].wordBits, s, there),
                      b_.output(prefix(o) + "_strb_o", accessBits(o) / 8, s, there)};
  const auto drive = [&](NetId net, ExprId value, bool resets = false) {
    there == stage ? b_.assign(net, value, originOf(op(o))) : b_.reg(net, value, resets, originOf(op(o)));
  };
  const MemoryWord word = wordOf(o, data);
  drive(access.enable, activeAt(o), true);
  drive(access.address, index);
  drive(access.data, word.data);
  drive(access.strobes, word.strobes);
  b_.access(access);
}

/// Through an arbiter. The data wait in the request's FIFO as they are, and become the memory's word behind it.
void NodeBuilder::queueWrite(OpId o, ExprId index, MemoryData data) {
  const StreamId request =
      requestPort(o, {{"addr", b_.width(index)}, {"data", accessBits(o)}, {"strb", accessBits(o) / 8}});
  std::vector<ExprId> payload = {index};
  std::vector<netlist::Stream::Field> fields = {{"addr", b_.fieldOf(request, "addr")}};
  const auto queue = [&](const char *field, ExprId &value) {
    if (value == netlist::kNone)
      return;
    const unsigned lanes = b_.lanes(value);
    const NetId net = b_.wire(prefix(o) + "_queued_" + field, b_.width(value) * lanes);
    payload.push_back(b_.reshape(value, 1));
    fields.push_back({field, net});
    value = b_.reshape(b_.use(net), lanes);
  };
  queue("data", data.value);
  queue("part", data.part);
  queue("mask", data.mask);
  const StreamId queued = queuedStream(o, fields);
  requestFifo(o, queued, b_.concat(payload));
  const MemoryWord word = wordOf(o, data);
  b_.assign(b_.fieldOf(request, "data"), word.data);
  b_.assign(b_.fieldOf(request, "strb"), word.strobes);
  forward(queued, request);
}

NodeBuilder::MemoryWord NodeBuilder::wordOf(OpId o, const MemoryData &data) {
  const unsigned lanes = wordLanes(o);
  const unsigned dataBytes = width(op(o).operands[1]) / 8, wordBytes = accessBits(o) / 8 / lanes;
  Bits bytes(wordBytes);
  bytes.insert(0, Bits::ones(dataBytes));
  ExprId written = b_.constant(bytes), value = b_.reshape(data.value, lanes);
  if (data.part != netlist::kNone) {
    value = b_.repeat(value, wordBytes / dataBytes);
    const unsigned partLanes = b_.lanes(data.part);  // a row's parts are all of it, or each lane's own
    const ExprId zeros = b_.broadcast(b_.constant(std::max(1u, log2Ceil(dataBytes)), 0), partLanes);
    const ExprId at = dataBytes == 1 ? data.part : b_.concat({zeros, data.part});
    written = b_.operation(Opcode::Shl, wordBytes, {b_.broadcast(written, partLanes), at});
  }
  if (lanes > 1 && b_.lanes(written) == 1)
    written = b_.broadcast(written, lanes);
  if (data.mask != netlist::kNone)
    written = b_.operation(Opcode::And, wordBytes, {written, b_.repeat(b_.reshape(data.mask, lanes), wordBytes)});
  return {b_.reshape(value, 1), b_.reshape(written, 1)};
}

/// Registered here: it goes all the way to the fault collector.
void NodeBuilder::report(OpId o) {
  Access access{Access::Kind::Report,
                op(o).index,
                0,
                position(o).cycle,
                b_.output(prefix(o) + "_fault_o"),
                b_.output(prefix(o) + "_offset_o", 32),
                netlist::kNone,
                netlist::kNone};
  b_.reg(access.enable, activeAt(o), true, originOf(op(o)));
  b_.reg(access.address, operand(o, 0));
  b_.access(access);
}

bool NodeBuilder::hasTaps(OpId o) const { return op(o).opcode == Opcode::Load && kernel_.sites[op(o).index].taps != 1; }

unsigned NodeBuilder::answerBits(OpId o) const {
  if (op(o).opcode == Opcode::MemAtomic && !ofPacket(o))
    return plan_.memories[op(o).index].atomicBits;
  if (!hasTaps(o))
    return keptBits(kernel_, op(o).result);
  const Site &site = kernel_.sites[op(o).index];
  return 8 * site.bytes * loadedElements(kernel_, site);
}

/// The result that an answer brings: each lane that keeps it has its elements from its own on.
netlist::ExprId NodeBuilder::answered(OpId o) {
  const ValueId v = op(o).result;
  const ExprId data = b_.use(b_.fieldOf(answers_.at(o), "data"));
  if (!hasTaps(o))
    return b_.reshape(b_.slice(data, 0, keptBits(kernel_, v)), lanes(v));
  const Site &site = kernel_.sites[op(o).index];
  const unsigned step = 8 * site.bytes * (hasLaneAddresses(site.unit) ? tapsOf(site) : 1);
  std::vector<ExprId> parts;
  for (unsigned lane = 0; lane < lanes(v); ++lane)
    parts.push_back(tapped(site, data, lane * step));
  return b_.reshape(b_.concat(parts), lanes(v));
}

void NodeBuilder::memoryOp(OpId o) {
  switch (op(o).opcode) {
  case Opcode::Load:
    load(o);
    break;
  case Opcode::Store:
    store(o);
    break;
  case Opcode::Atomic:
    globalAtomic(o);
    break;
  case Opcode::MemRead:
    if (task(o).kind != TaskKind::Request)
      return memRead(o);
    memGather(o);
    break;
  case Opcode::MemWrite:
    memWrite(o);
    break;
  case Opcode::Report:
    return report(o);
  default:
    localAtomic(o);
    break;
  }
  if (task(o).kind != TaskKind::Request)
    return;
  std::vector<netlist::Builder::Field> fields;
  if (answersData(o))
    fields.push_back({"data", answerBits(o)});
  result_.requests.back().answer = answers_[o] = b_.streamPort(answerName(o), fields, false);
  if (!task(o).responds)
    b_.consume(answers_[o], b_.constant(1, 1));
}

}  // namespace weft::rtlgen
