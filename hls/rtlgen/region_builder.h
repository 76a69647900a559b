// SPDX-License-Identifier: Apache-2.0
// Inside of region.h. Streams between nodes are named after the edge that brings them, `n0_e1`, those of access site 3
// `s3_`, of memory 2 `m2_`.
#pragma once
#include <map>

#include "hls/netlist/build.h"
#include "hls/rtlgen/region.h"
#include "hls/rtlgen/region_parts.h"

namespace weft::rtlgen {

class RegionBuilder {
public:
  /// `isUnit`: the module is a compute unit, or it is all of the kernel.
  RegionBuilder(const Plan &plan, const std::vector<NodeModule> &nodes, const std::vector<netlist::ModuleId> &modules,
                bool isUnit);
  netlist::Module region();
  UnitModule unit();

private:
  using ExprId = netlist::ExprId;
  using NetId = netlist::NetId;
  using StreamId = netlist::StreamId;

  struct Requests {
    StreamId request = netlist::kNone, answer = netlist::kNone;
  };
  struct ReadPort {
    NetId address, data;
  };
  struct WritePort {
    NetId enable, address, data, strobes;
  };
  struct UnitNets {
    NetId idle, fault, address;
    StreamId line, lineAnswer, lineAcknowledgement;
  };

  // region.cpp
  void build();
  void ports();
  void configuration();
  void accesses();
  void onChipAccess(const netlist::Module &module, const netlist::Access &access);
  void dispatcher();
  void issue(StreamId items);
  StreamId nextGroups();

  // region_channels.cpp
  void channels();
  StreamId incoming(graph::NodeId n);
  /// Of a loop: whether tokens are let in, and whether some come in, come in or round, or want to.
  struct GateNets {
    NetId open, enters, passes, offers;
  };
  void gate(graph::NodeId header, std::vector<StreamId> &sources);
  void pace(const GateNets &nets, const std::string &name);
  void limit(graph::NodeId header, const GateNets &nets, const std::string &name);
  ExprId moves(StreamId stream);
  StreamId whileOpen(StreamId stream, NetId open, const std::string &name);
  void node(graph::NodeId n);
  void barrier(graph::NodeId n);
  void partialBarrier(graph::NodeId n);
  void addBarrier(netlist::InstanceBuilder instance, graph::NodeId n, netlist::StreamId in, netlist::StreamId out);
  void retire(graph::NodeId n);

  // region_control.cpp
  void faultCollector(NetId hang);
  ExprId occupied();
  void control();
  void finish(NetId hang);

  // region_memory.cpp
  void memory(uint32_t m);
  void rom(uint32_t m);
  void localMemory(uint32_t m, const WritePort *write);
  void memoryOfLanes(uint32_t m, const WritePort *write);
  bool lanesHaveAddresses(uint32_t m) const;
  std::vector<StreamId> writesOfLanes(uint32_t m);
  void arbitratedMemory(uint32_t m);
  graph::Bits orderOfStores(uint32_t m) const;
  void bankedMemory(uint32_t m);
  void atomicMemory(uint32_t m);
  void accumulator(uint32_t m);

  // region_turns.cpp
  /// What a unit for one work-item sees of a packet's access: fields by name, bits of a lane and of an answer.
  struct LaneRequest {
    std::string name;
    std::vector<std::pair<const char *, unsigned>> fields;  // in the packet's request, lane after lane
    unsigned answerBits = 0;                                // none: it is an acknowledgement
    unsigned depth = 0;                                     // packets under way
    unsigned rowWords = 1;  // that the unit serves at once; above 1 the first field is a word's address
  };
  struct UnitField {
    const char *name;
    ExprId value;
  };
  Requests laneAfterLane(const LaneRequest &lane, const Requests &packet, ExprId mask);
  Requests unitOf(const std::string &name, const Requests &lane, const std::vector<UnitField> &fields,
                  unsigned answerBits);
  unsigned laneBits(const Requests &packet, const char *field) const;
  Requests atomicInTurn(const schedule::MemoryPort &port, const std::string &name, unsigned portBits, unsigned depth);
  Requests elementsInTurn(uint32_t s);
  Requests unitRequests(uint32_t s);
  Requests inSet(uint32_t s, const Requests &from, ExprId set);
  Requests withoutSet(uint32_t s, const Requests &from);
  Requests readInTurn(const schedule::MemoryPort &port, unsigned portBits, unsigned depth);
  Requests writeInTurn(const schedule::MemoryPort &port, unsigned depth);
  std::vector<NetId> readData(uint32_t m) const;
  ExprId readAddresses(uint32_t m);
  std::vector<StreamId> streamsOf(const std::vector<schedule::MemoryPort> &ports, StreamId Requests::*which) const;

  // region_sites.cpp
  void sites();
  void site(uint32_t s);
  void lineCache(uint32_t number);
  void memoryPort();
  ExprId argumentWords(const graph::Site &site, unsigned offset);
  ExprId apart(const graph::ArgumentPair &pair);
  ExprId apart(const std::vector<graph::ArgumentPair> &pairs);
  ExprId keepsLines(const std::vector<uint32_t> &sites);
  StreamId unitAnswer(uint32_t s, StreamId answer);
  unsigned countSites(graph::Site::Kind kind) const;

  ExprId word(uint32_t index, unsigned width, unsigned low = 0) {
    return b_.slice(b_.use(words_), index * 64 + low, width);
  }
  /// A stream like one of a node's module.
  StreamId mirror(const netlist::Module &module, StreamId inside, const std::string &name);
  unsigned slots() const { return std::max(2u, plan_.admission.slots); }

  const Plan &plan_;
  const graph::Kernel &kernel_;
  const std::vector<NodeModule> &nodes_;
  const std::vector<netlist::ModuleId> &modules_;
  const bool isUnit_;
  netlist::Builder b_;
  PortNets ports_;
  StreamId groups_ = netlist::kNone;  // of a unit: what it is given
  NetId words_ = netlist::kNone, start_ = netlist::kNone;
  NetId groupShift_ = netlist::kNone, poolShift_ = netlist::kNone, groupSize_ = netlist::kNone;
  NetId inFlight_ = netlist::kNone, admitting_ = netlist::kNone, allDone_ = netlist::kNone;
  NetId retireValid_ = netlist::kNone, retireSlot_ = netlist::kNone;
  std::map<std::pair<graph::NodeId, graph::OpId>, Requests> requests_;
  std::vector<std::vector<ReadPort>> reads_;    // by memory
  std::vector<std::vector<WritePort>> writes_;  // by memory, of those that are not arbitrated
  std::vector<WritePort> checks_;               // enable and address
  std::vector<StreamId> inputs_;                // by node
  std::vector<std::vector<StreamId>> outputs_;  // by node and edge
  std::vector<NetId> waiting_;                  // by node: how many work-items wait at a barrier
  std::vector<UnitNets> units_;                 // by site
  std::map<graph::ArgumentPair, NetId> apart_;
  std::map<std::vector<graph::ArgumentPair>, NetId> allApart_;
  std::vector<Requests> lineCaches_;  // lines that each asks for, and their answers
  NetId lineData_ = netlist::kNone;
};

}  // namespace weft::rtlgen
