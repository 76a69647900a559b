// SPDX-License-Identifier: Apache-2.0
// Inside of node.h.
//
// Names: the value `x` at stage 3 of segment 1 is `x_s1c3`; values that are the same for a whole launch end in `_u`;
// behind the last FIFO they end in `_out`.
#pragma once
#include <map>
#include <tuple>

#include "hls/netlist/build.h"
#include "hls/netlist/names.h"
#include "hls/rtlgen/node.h"
#include "hls/rtlgen/operation.h"

namespace weft::rtlgen {

class NodeBuilder {
public:
  NodeBuilder(const Plan &plan, graph::NodeId id);
  NodeModule run();

private:
  using TaskKind = schedule::TaskKind;
  using ExprId = netlist::ExprId;
  using NetId = netlist::NetId;
  using StreamId = netlist::StreamId;

  // node.cpp
  void ports();
  void uniformValues();

  // node_segments.cpp
  void segment(unsigned s);
  void enter(unsigned s);
  void control(unsigned s);
  StreamId held(graph::OpId o);
  ExprId join(const std::vector<graph::OpId> &requests, ExprId take);
  /// What a segment waits for.
  struct Awaited {
    ExprId there;     // it has come, or will not
    StreamId stream;  // kNone: it is taken elsewhere
  };
  std::vector<Awaited> await(graph::ValueId condition, const std::vector<graph::OpId> &requests, unsigned s);
  void takeAll(const std::vector<Awaited> &awaited, ExprId condition, bool withOthers);
  void pure(graph::OpId o);
  ExprId firstOf(ExprId values, ExprId bits);
  void tokenFifo(unsigned s);
  /// The FIFO at the end of segment `s`: `in` is written at its last stage.
  void endFifo(unsigned s, unsigned depth, bool registered, ExprId in, StreamId out);
  bool registersExit() const;
  /// By the bits of a group's size.
  ExprId shiftedByGroup(graph::Opcode opcode, ExprId value);
  bool usesGroupSlot(graph::OpId o) const;
  /// The token's group, and the slot of its first work-item: made in the cycle before `stage`, so that a
  /// register stands between the shift and what it is used for; of the first cycle of all, in that.
  ExprId groupSlot(unsigned s, unsigned stage);
  ExprId groupStart(unsigned s, unsigned stage);

  // node_exit.cpp
  void exit();
  std::vector<ExprId> selects(unsigned s);
  std::vector<std::pair<graph::ValueId, graph::Bits>> leaving() const;
  void leave(StreamId token);

  // node_values.cpp
  std::string base(graph::ValueId v);
  /// A value at a stage of a segment, as it is kept; behind the last segment, as it leaves the last FIFO.
  ExprId kept(graph::ValueId v, unsigned s, unsigned stage);
  ExprId flat(graph::ValueId v, unsigned s, unsigned stage) { return b_.reshape(kept(v, s, stage), 1); }
  /// Of lane 0, from which the others follow.
  ExprId at(graph::ValueId v, unsigned s, unsigned stage);
  /// Of all lanes, of which wires make what is not kept.
  ExprId spread(graph::ValueId v, unsigned s, unsigned stage);
  /// Of all lanes: a linear value's, by additions.
  ExprId stepped(graph::ValueId v, unsigned s, unsigned stage);
  ExprId lanesOf(graph::ValueId v, unsigned lanes, unsigned s, unsigned stage) {
    return lanes > 1 ? spread(v, s, stage) : at(v, s, stage);
  }
  ExprId slotAt(unsigned s, unsigned stage);
  ExprId setOf(graph::OpId o);
  ExprId wired(graph::OpId o, unsigned s, unsigned stage);
  std::vector<ExprId> operands(const graph::Op &op, unsigned s, unsigned stage);
  /// The net in which a value comes into being in a segment.
  NetId born(graph::ValueId v, unsigned s, unsigned stage);

  // node_memory.cpp
  void memoryOp(graph::OpId o);
  bool hasTaps(graph::OpId o) const;
  netlist::ExprId tapped(const graph::Site &site, netlist::ExprId data, unsigned from);
  unsigned answerBits(graph::OpId o) const;
  ExprId answered(graph::OpId o);
  StreamId requestPort(graph::OpId o, const std::vector<netlist::Builder::Field> &fields);
  StreamId queuedStream(graph::OpId o, std::vector<netlist::Stream::Field> fields);
  void load(graph::OpId o);
  void store(graph::OpId o);
  void access(graph::OpId o, std::vector<std::pair<const char *, ExprId>> fields);
  void atomicRequest(graph::OpId o, ExprId address, StreamId request);
  void packetAtomic(graph::OpId o, ExprId addresses);
  void globalAtomic(graph::OpId o);
  void localAtomic(graph::OpId o);
  void memRead(graph::OpId o);
  void memGather(graph::OpId o);
  void memWrite(graph::OpId o);
  /// What is written to a memory on chip, and to which part of each lane's word and in which lanes; kNone: to all.
  struct MemoryData {
    ExprId value, part, mask;
  };
  /// The word of the memory: of each lane a part, or all of it.
  struct MemoryWord {
    ExprId data, strobes;
  };
  MemoryWord wordOf(graph::OpId o, const MemoryData &data);
  void writeAtOnce(graph::OpId o, ExprId index, const MemoryData &data);
  void queueWrite(graph::OpId o, ExprId index, MemoryData data);
  void report(graph::OpId o);
  void forward(StreamId from, StreamId to);
  ExprId operand(graph::OpId o, size_t i);
  /// What a packet's access has of each lane, lane after lane.
  ExprId packetOperand(graph::OpId o, size_t i);
  ExprId accessMask(graph::OpId o);
  /// The token is at the op's stage, and its predicate is set.
  ExprId activeAt(graph::OpId o);
  ExprId stageValid(unsigned s, unsigned stage);
  /// A stream that leaves through a FIFO filled at the op's stage. `payload` are the stream's fields.
  void requestFifo(graph::OpId o, StreamId request, ExprId payload);
  std::string prefix(graph::OpId o) const { return accessName(plan_, id_, o); }
  /// Which of the memory's ports of its kind the op has.
  unsigned portIndex(graph::OpId o) const;
  std::string answerName(graph::OpId o) const;
  bool answersData(graph::OpId o) const;
  NetId launchInput(NodeModule::LaunchInput::Kind kind, const char *name);

  // node_addresses.cpp
  ExprId globalAddress(graph::OpId o);
  ExprId boardAddress(ExprId address);
  /// The number of the word, or of the row that all lanes access, in the memory's module; of each lane that has one.
  ExprId memoryIndex(graph::OpId o);
  ExprId poolIndex(graph::OpId o);
  ExprId exchangeIndex(graph::OpId o);
  ExprId copyIndex(graph::OpId o);
  /// Of an offset in bytes: the bits below the number of a word or row, of that in the module, of that in a copy.
  struct IndexShape {
    unsigned low, bits, inCopy;
  };
  IndexShape indexShape(graph::OpId o) const;
  ExprId memoryOffset(graph::OpId o);
  ExprId besideOffset(graph::OpId o, ExprId value);
  ExprId cellIndex(graph::OpId o);
  /// Which of the parts of `dataBytes` of a memory word is meant; kNone where there is but one.
  ExprId partOf(graph::OpId o, unsigned dataBytes);
  /// How many words or parts of one an access takes of the module: one of each lane, or all of it.
  unsigned wordLanes(graph::OpId o) const;
  /// Of what an access takes of the module.
  unsigned accessBits(graph::OpId o) const;

  const graph::Op &op(graph::OpId o) const { return node_.ops[o]; }
  const schedule::Task &task(graph::OpId o) const { return nodePlan_.problem.tasks[o]; }
  const schedule::Operator &operatorOf(graph::OpId o) const { return nodePlan_.problem.operatorOf(o); }
  schedule::Position position(graph::OpId o) const { return nodePlan_.schedule.positions[o]; }
  /// What says whether the memory op is made; kNone: it is, or its request is sent in any case.
  graph::ValueId predicate(graph::OpId o) const {
    return op(o).predicated && !task(o).inOrder ? op(o).operands.back() : graph::kNone;
  }
  unsigned width(graph::ValueId v) const { return kernel_.values[v].width; }
  unsigned lanes(graph::ValueId v) const { return keptLanes(kernel_, v); }
  bool varies(graph::ValueId v) const { return kernel_.values[v].lanes.shape == graph::Lanes::Shape::Varying; }
  bool ofPacket(graph::OpId o) const { return op(o).masked; }
  unsigned last() const { return nodePlan_.schedule.segments() - 1; }
  unsigned latency(unsigned s) const { return nodePlan_.schedule.latency[s]; }

  const Plan &plan_;
  const graph::Kernel &kernel_;
  graph::NodeId id_;
  const graph::Node &node_;
  const NodePlan &nodePlan_;
  std::vector<std::map<graph::ValueId, unsigned>> lastCycles_;
  std::vector<std::vector<graph::ValueId>> crossing_;  // by segment: what the token brings to it from those before
  std::vector<std::vector<graph::OpId>> placed_;       // by segment

  NodeModule result_;
  netlist::Builder b_;
  netlist::Names names_;
  std::map<graph::ValueId, std::string> bases_;
  std::map<graph::ValueId, NetId> uniform_;
  std::map<std::pair<graph::ValueId, unsigned>, NetId> born_;  // by value and segment
  std::map<std::tuple<graph::ValueId, unsigned, unsigned>, NetId> wired_;
  std::map<std::pair<unsigned, unsigned>, NetId> groupSlots_, groupStarts_;
  std::map<graph::ValueId, NetId> outputs_;                                             // behind the last FIFO
  std::map<std::tuple<graph::Opcode, uint32_t, uint32_t, unsigned>, NetId> arguments_;  // as in the op; and its width
  std::vector<NetId> slots_;    // by segment; the last one behind the last FIFO
  std::vector<NetId> credits_;  // of the FIFOs that the open segment fills
  std::map<graph::OpId, StreamId> answers_;
  std::map<graph::OpId, NetId> creditOf_;  // by request
  std::vector<StreamId> tokens_;           // by segment: what enters it
  std::vector<graph::OpId> partners_;      // by op: the later op whose result its module gives too
};

}  // namespace weft::rtlgen
