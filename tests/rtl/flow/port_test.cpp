// SPDX-License-Identifier: Apache-2.0
// kernel_memory_port with hundreds of line ports: each answer reaches the port that asked, in the order in which it
// asked, while memory answers different IDs in any order; nobody starves.
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "Vport_bench.h"
#include "weft_abi.h"

#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kLoads = 300, kStores = 150, kAtomics = 20;
constexpr unsigned kAtomicRead = 1u << (weft::abi::AXI_ID_BITS - 1);  // in the ID of an atomic's old value

bool bitOf(const uint32_t *words, unsigned index) { return words[index / 32] >> index % 32 & 1; }
void setBitOf(uint32_t *words, unsigned index, bool value) {
  words[index / 32] = (words[index / 32] & ~(1u << index % 32)) | uint32_t(value) << index % 32;
}
// Ports of up to 32, 64 or more bits are of different types; all lie in memory as words.
template <class Port> uint32_t *words(Port &port) { return reinterpret_cast<uint32_t *>(&port); }

/// What memory holds at an address: the answers say whose they are.
uint64_t contents(uint32_t address) { return address * 0x9e3779b97f4a7c15u; }

/// Line ports of one kind: requests on offer and, per port, the answers that are due in order.
class Ports {
public:
  Ports(const char *name, unsigned count, uint32_t base) : name(name), base(base), offered(count), due(count) {}
  const char *name;
  uint32_t base;
  std::vector<bool> offered;
  std::vector<std::deque<uint32_t>> due;  // addresses
  std::vector<uint64_t> answers = std::vector<uint64_t>(due.size());
  std::map<unsigned, uint32_t> address;

  /// `other`: further answers that each port waits for.
  void offer(Random &random, unsigned percent, uint32_t *valid, uint32_t *addresses, const Ports *other = nullptr) {
    for (unsigned i = 0; i < offered.size(); ++i) {
      if (!offered[i] && due[i].size() < 4 && !(other && other->due[i].size() >= 4) && random.chance(percent)) {
        offered[i] = true;
        address[i] = base + (i << 12) + random.below(64) * 8;
      }
      setBitOf(valid, i, offered[i]);
      addresses[i] = address[i];
    }
  }
  void accept(const uint32_t *ready) {
    for (unsigned i = 0; i < offered.size(); ++i)
      if (offered[i] && bitOf(ready, i)) {
        offered[i] = false;
        due[i].push_back(address[i]);
      }
  }
  void answer(const uint32_t *valid, const uint64_t *data) {
    for (unsigned i = 0; i < due.size(); ++i) {
      if (!bitOf(valid, i))
        continue;
      BENCH_CHECK(!due[i].empty(), "%s %u: an answer that it did not ask for", name, i);
      if (data)
        BENCH_CHECK(*data == contents(due[i].front()), "%s %u: an answer of another", name, i);
      due[i].pop_front();
      ++answers[i];
    }
  }
};

/// Requests by ID, answered in order per ID, IDs at random.
class Answers {
public:
  void ask(unsigned id, uint32_t address) { byId[id].push_back(address); }
  /// False if there is none.
  bool take(Random &random, unsigned &id, uint32_t &address) {
    if (byId.empty())
      return false;
    auto it = std::next(byId.begin(), random.below(uint32_t(byId.size())));
    id = it->first;
    address = it->second.front();
    it->second.pop_front();
    if (it->second.empty())
      byId.erase(it);
    return true;
  }

private:
  std::map<unsigned, std::deque<uint32_t>> byId;
};

void traffic(uint64_t seed) {
  auto bench = std::make_unique<Clocked<Vport_bench>>();
  auto &top = bench->top;
  bench->reset();
  Random random(seed);
  Ports loads("load", kLoads, 0), stores("store", kStores, 0x1000000), atomics("atomic", kAtomics, 0x2000000);
  Ports atomicAcks("atomic's acknowledgement", kAtomics, 0);
  Answers reads, writes;
  std::deque<std::pair<unsigned, uint32_t>> addresses;  // AW, waiting for their W
  std::deque<uint64_t> data;
  Stall ar(seed + 1), aw(seed + 2), w(seed + 3), r(seed + 4), b(seed + 5);
  constexpr unsigned kCycles = 20000;
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    const unsigned percent = cycle < kCycles * 3 / 4 ? 20 : 0;
    loads.offer(random, percent, words(top.load_valid_i), words(top.load_addr_i));
    stores.offer(random, percent, words(top.store_valid_i), words(top.store_addr_i));
    atomics.offer(random, percent, words(top.atomic_valid_i), words(top.atomic_addr_i), &atomicAcks);
    for (unsigned i = 0; i < kStores; ++i)
      reinterpret_cast<uint64_t *>(words(top.store_data_i))[i] = contents(stores.address[i]);
    for (unsigned i = 0; i < kAtomics; ++i)
      reinterpret_cast<uint64_t *>(words(top.atomic_data_i))[i] = contents(atomics.address[i]);
    // The last quarter drains: nothing may be left.
    const bool drain = percent == 0;
    top.m_axi_arready_i = drain || ar.active();
    top.m_axi_awready_i = drain || aw.active();
    top.m_axi_wready_i = drain || w.active();
    unsigned id = 0;
    uint32_t address = 0;
    top.m_axi_rvalid_i = (drain || r.active()) && reads.take(random, id, address);
    top.m_axi_rid_i = uint16_t(id);
    top.m_axi_rdata_i = contents(address);
    top.m_axi_bvalid_i = (drain || b.active()) && writes.take(random, id, address);
    top.m_axi_bid_i = uint16_t(id);
    bench->settle();
    loads.accept(words(top.load_ready_o));
    stores.accept(words(top.store_ready_o));
    for (unsigned i = 0; i < kAtomics; ++i)
      if (atomics.offered[i] && bitOf(words(top.atomic_ready_o), i))
        atomicAcks.due[i].push_back(atomics.address[i]);
    atomics.accept(words(top.atomic_ready_o));
    const uint64_t line = top.rsp_data_o;
    loads.answer(words(top.load_rsp_o), &line);
    atomics.answer(words(top.atomic_rsp_o), &line);
    stores.answer(words(top.store_ack_o), nullptr);
    atomicAcks.answer(words(top.atomic_ack_o), nullptr);
    if (top.m_axi_arvalid_o && top.m_axi_arready_i) {
      BENCH_CHECK(top.m_axi_arid_o == top.m_axi_araddr_o >> 12, "load %u asks under ID %u", top.m_axi_araddr_o >> 12,
                  top.m_axi_arid_o);
      reads.ask(top.m_axi_arid_o, top.m_axi_araddr_o);
    }
    if (top.m_axi_awvalid_o && top.m_axi_awready_i)
      addresses.emplace_back(top.m_axi_awid_o, top.m_axi_awaddr_o);
    if (top.m_axi_wvalid_o && top.m_axi_wready_i)
      data.push_back(top.m_axi_wdata_o);
    while (!addresses.empty() && !data.empty()) {
      auto [writer, where] = addresses.front();
      BENCH_CHECK(data.front() == contents(where), "writer %u: data of another", writer);
      BENCH_CHECK((where >= 0x2000000) == (writer >= kStores), "address %#x under ID %u", where, writer);
      if (writer >= kStores)
        reads.ask(kAtomicRead | writer, where);
      writes.ask(writer, where);
      addresses.pop_front();
      data.pop_front();
    }
    bench->edge();
  }
  for (Ports *ports : {&loads, &stores, &atomics, &atomicAcks})
    for (unsigned i = 0; i < ports->due.size(); ++i)
      BENCH_CHECK(ports->due[i].empty() && ports->answers[i] > 3, "%s %u: %zu requests unanswered, %llu answered",
                  ports->name, i, ports->due[i].size(), (unsigned long long)ports->answers[i]);
}

}  // namespace

int main() {
  for (uint64_t seed = 1; seed <= 4; ++seed)
    traffic(seed);
  return 0;
}
