// SPDX-License-Identifier: Apache-2.0
// A node's memory operations. Requests leave through a credit FIFO of their own; what is on chip and has fixed latency
// is wired to the memory.
#include "hls/rtlgen/node_emitter.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

/// Bits [low, low + count) of a signal, zero where it has none.
std::string field(const std::string &name, unsigned width, unsigned low, unsigned count) {
  if (low >= width)
    return literal(count, uint64_t(0));
  unsigned have = std::min(count, width - low);
  std::string part = bits(name, width, low, have);
  return have == count ? part : fmt::format("{{{}'b0, {}}}", count - have, part);
}

std::string join(const std::vector<std::string> &parts) {
  if (parts.size() == 1)
    return parts[0];
  std::string text;
  for (const std::string &p : parts)
    text += (text.empty() ? "{" : ", ") + p;
  return text + "}";
}

unsigned atop(AtomicOp op) {
  static constexpr abi::Atop codes[] = {abi::Atop::NONE, abi::Atop::ADD,  abi::Atop::CLR,    abi::Atop::SET,
                                        abi::Atop::EOR,  abi::Atop::SWAP, abi::Atop::SMIN,   abi::Atop::SMAX,
                                        abi::Atop::UMIN, abi::Atop::UMAX, abi::Atop::COMPARE};
  static_assert(std::size(codes) == size_t(AtomicOp::CmpXchg) + 1);
  return unsigned(codes[size_t(op)]);
}

unsigned indexOf(const std::vector<schedule::MemoryPort> &ports, NodeId node, OpId op) {
  for (unsigned i = 0; i < ports.size(); ++i)
    if (ports[i].node == node && ports[i].op == op)
      return i;
  return 0;
}

}  // namespace

std::string NodeEmitter::prefix(OpId o) const {
  const Op &op = node_.ops[o];
  switch (op.opcode) {
  case Opcode::MemRead:
    return fmt::format("m{}_r{}", op.index, indexOf(kernelPlan_.memories[op.index].use.reads, id_, o));
  case Opcode::MemWrite:
    return fmt::format("m{}_w{}", op.index, indexOf(kernelPlan_.memories[op.index].use.writes, id_, o));
  case Opcode::MemAtomic:
    return fmt::format("m{}_a{}", op.index, indexOf(kernelPlan_.memories[op.index].use.atomics, id_, o));
  default:
    return fmt::format("s{}", op.index);
  }
}

std::string NodeEmitter::answerPort(OpId o) const {
  Opcode opcode = node_.ops[o].opcode;
  bool write = opcode == Opcode::Store || opcode == Opcode::MemWrite;
  return prefix(o) + (write ? "_ack" : "_rsp");
}

std::string NodeEmitter::activeAt(OpId o) {
  const schedule::Place &place = plan_.schedule.places[o];
  std::string valid = fmt::format("valid_s{}[{}]", place.segment, place.cycle);
  ValueId predicate = plan_.problem.tasks[o].predicate;
  return predicate == kNone ? valid : fmt::format("{} & {}", valid, at(predicate, place.segment, place.cycle));
}

void NodeEmitter::requestFifo(OpId o, unsigned width, const std::string &data) {
  const schedule::Place &place = plan_.schedule.places[o];
  ValueId predicate = plan_.problem.tasks[o].predicate;
  std::string p = prefix(o);
  std::string release = "1'b0";
  if (predicate != kNone)
    release = fmt::format("valid_s{}[{}] & ~{}", place.segment, place.cycle, at(predicate, place.segment, place.cycle));
  std::string push = activeAt(o);
  line("logic {}{}_req;", range(width), p);
  line("credit_fifo #(.Width({}), .Depth({})) u_{}_req (.clk_i, .rst_i, .credit_o({}_credit),", width,
       fullRateDepth(place.cycle), p, p);
  line("    .reserve_i(valid_s{}[0]), .push_i({}), .data_i({}), .release_i({}),", place.segment, push, data, release);
  line("    .valid_o({0}_req_valid_o), .ready_i({0}_req_ready_i), .data_o({0}_req));", p);
  output(p + "_req_valid");
  input(p + "_req_ready");
}

std::string NodeEmitter::globalAddress(const Op &op, unsigned s, unsigned c) {
  std::string address = named(op.operands[0], s, c);
  unsigned have = width(op.operands[0]), want = kernelPlan_.board->memoryAddressBits;
  if (have <= want)
    return field(address, have, 0, want);
  // Beyond what the board decodes: an address that lies in no buffer. The upper half has none, mostly.
  std::string beyond = "|" + bits(address, have, want, have - want);
  if (kernelPlan_.board->memoryBytes > uint64_t(1) << (want - 1))
    return fmt::format("({} ? {{{}{{1'b1}}}} : {})", beyond, want, bits(address, have, 0, want));
  return fmt::format("{{({}) | {}, {}}}", beyond, bits(address, have, want - 1, 1), bits(address, have, 0, want - 1));
}

void NodeEmitter::load(OpId o, const Op &op) {
  const schedule::Place &place = plan_.schedule.places[o];
  unsigned addressBits = kernelPlan_.board->memoryAddressBits;
  std::string p = prefix(o);
  requestFifo(o, addressBits, globalAddress(op, place.segment, place.cycle));
  output(p + "_req_addr", addressBits);
  line("assign {0}_req_addr_o = {0}_req;", p);
  input(p + "_rsp_data", width(op.result));
}

void NodeEmitter::store(OpId o, const Op &op) {
  const schedule::Place &place = plan_.schedule.places[o];
  unsigned addressBits = kernelPlan_.board->memoryAddressBits, dataBits = width(op.operands[1]);
  std::string p = prefix(o);
  requestFifo(o, addressBits + dataBits,
              fmt::format("{{{}, {}}}", at(op.operands[1], place.segment, place.cycle),
                          globalAddress(op, place.segment, place.cycle)));
  output(p + "_req_addr", addressBits);
  output(p + "_req_data", dataBits);
  line("assign {{{0}_req_data_o, {0}_req_addr_o}} = {0}_req;", p);
}

void NodeEmitter::atomic(OpId o, const Op &op) {
  const schedule::Place &place = plan_.schedule.places[o];
  unsigned addressBits = kernelPlan_.board->memoryAddressBits;
  std::string p = prefix(o);
  bool swap = op.atomic == AtomicOp::CmpXchg;
  std::string data = at(op.operands[1], place.segment, place.cycle);
  if (op.atomic == AtomicOp::And)
    data = "~" + data;
  std::string payload = fmt::format("{}, {}", data, globalAddress(op, place.segment, place.cycle));
  if (swap)
    payload = at(op.operands[2], place.segment, place.cycle) + ", " + payload;
  requestFifo(o, addressBits + (swap ? 64 : 32), "{" + payload + "}");
  output(p + "_req_addr", addressBits);
  output(p + "_req_op", 6);
  output(p + "_req_data", 32);
  output(p + "_req_cmp", 32);
  line("assign {{{0}{1}_req_data_o, {1}_req_addr_o}} = {1}_req;", swap ? p + "_req_cmp_o, " : "", p);
  if (!swap)
    line("assign {}_req_cmp_o = '0;", p);
  line("assign {}_req_op_o = 6'b{:06b};", p, atop(op.atomic));
  input(p + "_rsp_data", 32);
}

std::string NodeEmitter::groupSlot(unsigned s, unsigned c) {
  std::string name = fmt::format("group_slot_s{}c{}", s, c);
  if (wires_.insert(name).second) {
    input("group_shift", 32);
    line("logic {}{};", range(kernelPlan_.slotBits), name);
    line("assign {} = {} >> group_shift_i[{}:0];", name, slotAt(s, c), log2Ceil(kernelPlan_.slotBits + 1) - 1);
  }
  return name;
}

std::string NodeEmitter::memoryIndex(const Op &op, unsigned s, unsigned c) {
  const Memory &memory = kernel_.memories[op.index];
  const MemoryPlan &plan = kernelPlan_.memories[op.index];
  unsigned laneBits = log2Ceil(memory.wordBytes), wordBits = log2Ceil(plan.wordsPerCopy);
  std::string offset = named(op.operands[0], s, c);
  unsigned offsetBits = width(op.operands[0]);
  if (memory.kind == Memory::Kind::Pool) {
    // A share starts at a multiple of its size, a power of two.
    unsigned total = plan.addressBits + laneBits;
    std::string group = groupSlot(s, c), sum = names_.unique(prefix(OpId(&op - node_.ops.data())) + "_pool");
    input("pool_shift", 32);
    line("logic {}{};", range(total), sum);
    line("assign {} = ({} << pool_shift_i[{}:0]) | {};", sum, field(group, kernelPlan_.slotBits, 0, total),
         log2Ceil(total + 1) - 1, field(offset, offsetBits, 0, total));
    return bits(sum, total, laneBits, plan.addressBits);
  }
  std::vector<std::string> parts;
  if (memory.kind == Memory::Kind::Local && plan.copies > 1)
    parts.push_back(bits(groupSlot(s, c), kernelPlan_.slotBits, 0, log2Ceil(plan.copies)));
  if (memory.kind == Memory::Kind::Private && kernel_.slots > 1)
    parts.push_back(slotAt(s, c));
  if (wordBits)
    parts.push_back(field(offset, offsetBits, laneBits, wordBits));
  return parts.empty() ? "1'b0" : join(parts);
}

/// Which of the parts of `dataBytes` of a memory word is meant; no bits where there is but one.
std::string NodeEmitter::laneOf(const Op &op, unsigned dataBytes, unsigned s, unsigned c, unsigned &laneBits) {
  unsigned low = log2Ceil(dataBytes);
  laneBits = log2Ceil(kernel_.memories[op.index].wordBytes) - low;
  return laneBits ? field(named(op.operands[0], s, c), width(op.operands[0]), low, laneBits) : "";
}

void NodeEmitter::memRead(OpId o, const Op &op) {
  const schedule::Place place = plan_.schedule.places[o];
  const MemoryPlan &plan = kernelPlan_.memories[op.index];
  unsigned latency = plan_.problem.tasks[o].latency, laneBits = 0, dataBits = width(op.result);
  std::string p = prefix(o);
  output(p + "_addr", plan.addressBits);
  input(p + "_data", plan.wordBits);
  line("assign {}_addr_o = {};", p, memoryIndex(op, place.segment, place.cycle));
  declare(op.result, place.segment, place.cycle + latency);
  std::string result = stage(op.result, place.segment, place.cycle + latency);
  std::string lane = laneOf(op, dataBits / 8, place.segment, place.cycle, laneBits);
  if (!laneBits) {
    line("assign {} = {}_data_i;", result, p);
    return;
  }
  // Which part of the word, for when it arrives.
  line("logic {}{}_lane1, {}_lane2;", range(laneBits), p, p);
  registers_ += fmt::format("    {0}_lane1 <= {1};\n    {0}_lane2 <= {0}_lane1;\n", p, lane);
  line("assign {} = {}_data_i[{{{}_lane2, {}'b0}} +: {}];", result, p, p, log2Ceil(dataBits), dataBits);
}

void NodeEmitter::memWrite(OpId o, const Op &op) {
  const schedule::Place place = plan_.schedule.places[o];
  const MemoryPlan &plan = kernelPlan_.memories[op.index];
  unsigned dataBits = width(op.operands[1]), dataBytes = dataBits / 8, wordBytes = plan.wordBits / 8, laneBits = 0;
  std::string p = prefix(o);
  std::string index = memoryIndex(op, place.segment, place.cycle);
  std::string lane = laneOf(op, dataBytes, place.segment, place.cycle, laneBits);
  std::string data = at(op.operands[1], place.segment, place.cycle);
  output(p + "_addr", plan.addressBits);
  output(p + "_data", plan.wordBits);
  output(p + "_strb", wordBytes);
  if (plan.use.arbitrated()) {
    std::string payload =
        laneBits ? fmt::format("{{{}, {}, {}}}", lane, data, index) : fmt::format("{{{}, {}}}", data, index);
    unsigned total = laneBits + dataBits + plan.addressBits;
    requestFifo(o, total, payload);
    std::string request = p + "_req";
    index = bits(request, total, 0, plan.addressBits);
    data = bits(request, total, plan.addressBits, dataBits);
    if (laneBits)
      lane = bits(request, total, plan.addressBits + dataBits, laneBits);
  } else {
    output(p + "_valid");
    line("assign {}_valid_o = {};", p, activeAt(o));
  }
  line("assign {}_addr_o = {};", p, index);
  if (!laneBits) {
    line("assign {}_data_o = {};", p, data);
    line("assign {}_strb_o = '1;", p);
    return;
  }
  line("assign {}_data_o = {{{}{{{}}}}};", p, wordBytes / dataBytes, data);
  std::string position = dataBytes == 1 ? lane : fmt::format("{{{}, {}'b0}}", lane, log2Ceil(dataBytes));
  line("assign {}_strb_o = {}'h{:x} << {};", p, wordBytes, dataBytes >= 64 ? ~0ull : (1ull << dataBytes) - 1, position);
}

void NodeEmitter::memAtomic(OpId o, const Op &op) {
  const schedule::Place place = plan_.schedule.places[o];
  const MemoryPlan &plan = kernelPlan_.memories[op.index];
  std::string p = prefix(o);
  bool swap = op.atomic == AtomicOp::CmpXchg;
  std::string data = at(op.operands[1], place.segment, place.cycle);
  if (op.atomic == AtomicOp::And)
    data = "~" + data;
  std::string payload = fmt::format("{}, {}", data, memoryIndex(op, place.segment, place.cycle));
  if (swap)
    payload = at(op.operands[2], place.segment, place.cycle) + ", " + payload;
  requestFifo(o, plan.addressBits + (swap ? 64 : 32), "{" + payload + "}");
  output(p + "_addr", plan.addressBits);
  output(p + "_op", 6);
  output(p + "_data", 32);
  output(p + "_cmp", 32);
  line("assign {{{0}{1}_data_o, {1}_addr_o}} = {1}_req;", swap ? p + "_cmp_o, " : "", p);
  if (!swap)
    line("assign {}_cmp_o = '0;", p);
  line("assign {}_op_o = 6'b{:06b};", p, atop(op.atomic));
  input(p + "_rsp_data", 32);
}

/// Registered here: it goes all the way to the fault collector.
void NodeEmitter::report(OpId o, const Op &op) {
  const schedule::Place &place = plan_.schedule.places[o];
  std::string p = fmt::format("check{}", op.index);
  output(p + "_fault");
  output(p + "_offset", 32);
  registers_ += fmt::format("    {0}_fault_o <= ({1}) & ~rst_i;\n    {0}_offset_o <= {2};\n", p, activeAt(o),
                            at(op.operands[0], place.segment, place.cycle));
}

void NodeEmitter::memoryOp(OpId o) {
  const Op &op = node_.ops[o];
  line("// {}", comment(op));
  switch (op.opcode) {
  case Opcode::Load:
    load(o, op);
    break;
  case Opcode::Store:
    store(o, op);
    break;
  case Opcode::Atomic:
    atomic(o, op);
    break;
  case Opcode::MemRead:
    memRead(o, op);
    break;
  case Opcode::MemWrite:
    memWrite(o, op);
    break;
  case Opcode::Report:
    report(o, op);
    break;
  default:
    memAtomic(o, op);
    break;
  }
  if (plan_.problem.tasks[o].treatment != Treatment::Request)
    return;
  std::string answer = answerPort(o);
  input(answer + "_valid");
  output(answer + "_ready");
  if (!plan_.problem.tasks[o].responds)
    line("assign {}_ready_o = 1'b1;", answer);
}

}  // namespace weft::rtlgen
