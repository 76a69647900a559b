// SPDX-License-Identifier: Apache-2.0
// On-chip memories.
#include <fmt/format.h>

#include <algorithm>

#include "hls/netlist/names.h"
#include "hls/rtlgen/atomic_codes.h"
#include "hls/rtlgen/region_builder.h"

namespace weft::rtlgen {

using namespace graph;

void RegionBuilder::memory(uint32_t m) {
  const Memory &memory = kernel_.memories[m];
  const MemoryPlan &plan = plan_.memories[m];
  const schedule::MemoryUse &use = plan.use;
  if (use.none())
    return;
  b_.title(fmt::format("Memory {} '{}': {}, {} words of {} bits", m, netlist::identifier(memory.name, "memory"),
                       nameOf(memory.kind), plan.words, plan.wordBits));
  if (memory.kind == Memory::Kind::Rom)
    rom(m);
  else if (memory.updates == Memory::Updates::Replicas)
    accumulator(m);
  else if (!use.atomics.empty())
    atomicMemory(m);
  else if (use.banked())
    bankedMemory(m);
  else if (use.arbitrated())
    arbitratedMemory(m);
  else
    localMemory(m, use.writes.empty() ? nullptr : &writes_[m][0]);
}

std::vector<netlist::NetId> RegionBuilder::readData(uint32_t m) const {
  std::vector<NetId> nets;
  for (const ReadPort &port : reads_[m])
    nets.push_back(port.data);
  return nets;
}

netlist::ExprId RegionBuilder::readAddresses(uint32_t m) {
  std::vector<ExprId> addresses;
  for (const ReadPort &port : reads_[m])
    addresses.push_back(b_.use(port.address));
  return addresses.empty() ? b_.constant(plan_.memories[m].addressBits, 0) : b_.concat(addresses);
}

std::vector<netlist::StreamId> RegionBuilder::streamsOf(const std::vector<schedule::MemoryPort> &ports,
                                                        StreamId Requests::*which) const {
  std::vector<StreamId> streams;
  for (const schedule::MemoryPort &port : ports)
    streams.push_back(requests_.at({port.node, port.op}).*which);
  return streams;
}

void RegionBuilder::rom(uint32_t m) {
  const Memory &memory = kernel_.memories[m];
  const MemoryPlan &plan = plan_.memories[m];
  std::vector<uint8_t> contents = memory.contents;
  contents.resize(size_t(plan.words * memory.wordBytes));
  unsigned reads = 0;
  for (const ReadPort &port : reads_[m])
    reads += b_.net(port.data).width / plan.wordBits;  // of each lane, or one of all
  b_.instance("rom", fmt::format("u_m{}", m))
      .set("WordBits", plan.wordBits)
      .set("Words", plan.words)
      .set("NumReads", reads)
      .set("Contents", Bits::fromBytes(contents.data(), unsigned(contents.size())))
      .in("rd_addr_i", readAddresses(m))
      .out("rd_data_o", readData(m))
      .add();
}

void RegionBuilder::localMemory(uint32_t m, const WritePort *write) {
  const MemoryPlan &plan = plan_.memories[m];
  if (reads_[m].empty())
    return;  // written only: without any effect
  if (plan.laneModules)
    return memoryOfLanes(m, write);
  b_.instance("local_mem", fmt::format("u_m{}", m))
      .set("WordBits", plan.wordBits)
      .set("Words", plan.words)
      .set("NumReads", reads_[m].size())
      .set("OldData", plan.oldData)
      .in("rd_addr_i", readAddresses(m))
      .out("rd_data_o", readData(m))
      .in("wr_valid_i", write ? b_.use(write->enable) : b_.constant(1, 0))
      .in("wr_addr_i", write ? b_.use(write->address) : b_.constant(plan.addressBits, 0))
      .in("wr_data_i", write ? b_.use(write->data) : b_.constant(plan.wordBits, 0))
      .in("wr_strb_i", write ? b_.use(write->strobes) : b_.constant(plan.wordBits / 8, 0))
      .add();
}

/// A module for each lane. Where an access has one address, it is that of all lanes.
void RegionBuilder::memoryOfLanes(uint32_t m, const WritePort *write) {
  const MemoryPlan &plan = plan_.memories[m];
  const unsigned wordBits = plan.wordBits / kernel_.lanes;
  std::vector<std::vector<ExprId>> words(reads_[m].size());  // by read port and lane
  for (unsigned lane = 0; lane < kernel_.lanes; ++lane) {
    const auto part = [&](NetId net, unsigned bits) { return b_.slice(b_.use(net), lane * bits, bits); };
    const auto addressOf = [&](NetId net) {
      return b_.net(net).width == plan.addressBits ? b_.use(net) : part(net, plan.addressBits);
    };
    std::vector<ExprId> addresses;
    std::vector<NetId> read;
    for (size_t r = 0; r < reads_[m].size(); ++r) {
      addresses.push_back(addressOf(reads_[m][r].address));
      read.push_back(b_.wire(fmt::format("m{}_r{}_lane{}", m, r, lane), wordBits));
      words[r].push_back(b_.use(read.back()));
    }
    b_.instance("local_mem", fmt::format("u_m{}_lane{}", m, lane))
        .set("WordBits", wordBits)
        .set("Words", plan.words)
        .set("NumReads", reads_[m].size())
        .set("OldData", plan.oldData)
        .in("rd_addr_i", b_.concat(addresses))
        .out("rd_data_o", read)
        .in("wr_valid_i", write ? b_.use(write->enable) : b_.constant(1, 0))
        .in("wr_addr_i", write ? addressOf(write->address) : b_.constant(plan.addressBits, 0))
        .in("wr_data_i", write ? part(write->data, wordBits) : b_.constant(wordBits, 0))
        .in("wr_strb_i", write ? part(write->strobes, wordBits / 8) : b_.constant(wordBits / 8, 0))
        .add();
  }
  for (size_t r = 0; r < reads_[m].size(); ++r)
    b_.assign(reads_[m][r].data, b_.concat(words[r]));
}

bool RegionBuilder::lanesHaveAddresses(uint32_t m) const {
  return plan_.memories[m].use.accessedBy(kernel_, LaneAccess::Own);
}

/// Requests to write, with an address for each lane if any has them.
std::vector<netlist::StreamId> RegionBuilder::writesOfLanes(uint32_t m) {
  std::vector<StreamId> writes = streamsOf(plan_.memories[m].use.writes, &Requests::request);
  if (!lanesHaveAddresses(m))
    return writes;
  for (size_t w = 0; w < writes.size(); ++w) {
    const NetId address = b_.fieldOf(writes[w], "addr");
    if (b_.net(address).width != plan_.memories[m].addressBits)
      continue;
    std::vector<netlist::Stream::Field> fields = b_.at(writes[w]).fields;
    const std::string name = fmt::format("m{}_w{}_lanes", m, w);
    const NetId addresses = b_.wire(name + "_addr", b_.net(address).width * kernel_.lanes);
    b_.assign(addresses, b_.repeat(b_.use(address), kernel_.lanes));
    for (netlist::Stream::Field &field : fields)
      if (field.net == address)
        field.net = addresses;
    const StreamId wide = b_.streamOf(name, std::move(fields));
    b_.claim(wide, true);
    b_.assign(b_.at(wide).valid, b_.use(b_.at(writes[w]).valid));
    b_.consume(writes[w], b_.use(b_.at(wide).ready));
    writes[w] = wide;
  }
  return writes;
}

void RegionBuilder::arbitratedMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  const unsigned lanes = lanesHaveAddresses(m) ? kernel_.lanes : 1;
  const std::string name = fmt::format("m{}_wr_", m);
  const WritePort write = {b_.wire(name + "valid"), b_.wire(name + "addr", plan.addressBits * lanes),
                           b_.wire(name + "data", plan.wordBits), b_.wire(name + "strb", plan.wordBits / 8)};
  b_.instance("local_write_arbiter", fmt::format("u_m{}_writes", m))
      .set("WordBits", plan.wordBits)
      .set("Words", plan.words)
      .set("NumPorts", plan.use.writes.size())
      .set("Depth", components::find("local_write_arbiter")->depth)
      .set("Lanes", lanes)
      .stream("in", writesOfLanes(m))
      .stream("ack", streamsOf(plan.use.writes, &Requests::answer))
      .out("wr_valid_o", {write.enable})
      .out("wr_addr_o", {write.address})
      .out("wr_data_o", {write.data})
      .out("wr_strb_o", {write.strobes})
      .add();
  localMemory(m, &write);
}

/// For each writer of a memory, of rows first, one more than the number of that whose stores come before its own.
Bits RegionBuilder::orderOfStores(uint32_t m) const {
  constexpr unsigned kNumberBits = 16;
  const schedule::MemoryUse &use = plan_.memories[m].use;
  std::vector<schedule::MemoryPort> writers = use.writes;
  writers.insert(writers.end(), use.scatters.begin(), use.scatters.end());
  Bits order(kNumberBits * unsigned(writers.size()));
  for (size_t w = 0; w < writers.size(); ++w) {
    const OpId before = schedule::storeBefore(kernel_.nodes[writers[w].node], writers[w].op);
    const auto first = std::find_if(writers.begin(), writers.end(), [&](const schedule::MemoryPort &port) {
      return port.node == writers[w].node && port.op == before;
    });
    if (first != writers.end())
      order.insert(kNumberBits * unsigned(w), Bits(kNumberBits, uint64_t(first - writers.begin() + 1)));
  }
  return order;
}

void RegionBuilder::bankedMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  netlist::InstanceBuilder banks = b_.instance("local_banks", fmt::format("u_m{}", m));
  if (plan.use.halves > 1)
    banks.set("Halves", plan.use.halves).set("After", orderOfStores(m));
  banks.set("WordBits", plan.wordBits / plan.rowWords)
      .set("Words", plan.words * plan.rowWords)
      .set("Banks", plan.rowWords)
      .set("NumReads", reads_[m].size())
      .set("NumWrites", plan.use.writes.size())
      .set("NumGathers", plan.use.gathers.size())
      .set("NumScatters", plan.use.scatters.size())
      .set("Depth", components::find("local_banks")->depth)
      .set("OldData", plan.oldData)
      .in("rd_addr_i", readAddresses(m))
      .out("rd_data_o", readData(m))
      .stream("in", streamsOf(plan.use.writes, &Requests::request))
      .stream("ack", streamsOf(plan.use.writes, &Requests::answer))
      .stream("gather", streamsOf(plan.use.gathers, &Requests::request))
      .stream("data", streamsOf(plan.use.gathers, &Requests::answer))
      .stream("scatter", streamsOf(plan.use.scatters, &Requests::request))
      .stream("done", streamsOf(plan.use.scatters, &Requests::answer))
      .add();
}

void RegionBuilder::atomicMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  const unsigned depth = components::find("local_atomic")->depth;
  unsigned operations = 0;
  std::vector<StreamId> in = streamsOf(plan.use.writes, &Requests::request);
  std::vector<StreamId> acks = streamsOf(plan.use.writes, &Requests::answer), at, answers;
  const auto add = [](std::vector<StreamId> &requests, std::vector<StreamId> &responses, const Requests &port) {
    requests.push_back(port.request);
    responses.push_back(port.answer);
  };
  for (const schedule::MemoryPort &port : plan.use.scatters)
    add(in, acks, writeInTurn(port, depth));
  for (const schedule::MemoryPort &port : plan.use.atomics) {
    const Op &op = kernel_.nodes[port.node].ops[port.op];
    operations |= atomicBit(op.atomic);
    add(at, answers,
        op.masked ? atomicInTurn(port, accessName(plan_, port.node, port.op), plan.atomicBits, depth)
                  : requests_.at({port.node, port.op}));
  }
  for (const schedule::MemoryPort &port : plan.use.gathers) {
    operations |= atomicBit(AtomicOp::Or);
    add(at, answers, readInTurn(port, plan.atomicBits, depth));
  }
  b_.instance("local_atomic", fmt::format("u_m{}", m))
      .set("WordBits", plan.wordBits)
      .set("AtomicBits", plan.atomicBits)
      .set("Words", plan.words)
      .set("NumReads", reads_[m].size())
      .set("NumWrites", in.size())
      .set("NumAtomics", at.size())
      .set("Depth", depth)
      .set("Ops", operations)
      .in("rd_addr_i", readAddresses(m))
      .out("rd_data_o", readData(m))
      .stream("in", in)
      .stream("ack", acks)
      .stream("at", at)
      .stream("rsp", answers)
      .add();
}

/// Each lane updates a replica of its own; reads and writes are row after row.
void RegionBuilder::accumulator(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  const unsigned depth = components::find("local_accumulator")->depth;
  std::vector<Requests> reads, writes;
  for (const schedule::MemoryPort &port : plan.use.gathers)
    reads.push_back(readInTurn(port, plan.wordBits * plan.replicaRow, depth));
  for (const schedule::MemoryPort &port : plan.use.scatters)
    writes.push_back(writeInTurn(port, depth));
  const auto streams = [](const std::vector<Requests> &ports, StreamId Requests::*which) {
    std::vector<StreamId> result;
    for (const Requests &port : ports)
      result.push_back(port.*which);
    return result;
  };
  const schedule::MemoryPort &first = plan.use.atomics.front();
  b_.instance("local_accumulator", fmt::format("u_m{}", m))
      .set("WordBits", plan.wordBits)
      .set("Words", plan.words)
      .set("RowWords", plan.replicaRow)
      .set("Lanes", kernel_.lanes)
      .set("NumReads", reads.size())
      .set("NumWrites", writes.size())
      .set("NumUpdates", plan.use.atomics.size())
      .set("Depth", depth)
      .set("Op", atop(kernel_.nodes[first.node].ops[first.op].atomic) & 7)
      .stream("rd", streams(reads, &Requests::request))
      .stream("data", streams(reads, &Requests::answer))
      .stream("in", streams(writes, &Requests::request))
      .stream("ack", streams(writes, &Requests::answer))
      .stream("at", streamsOf(plan.use.atomics, &Requests::request))
      .stream("done", streamsOf(plan.use.atomics, &Requests::answer))
      .add();
}

}  // namespace weft::rtlgen
