// SPDX-License-Identifier: Apache-2.0
// Atomic operations of packets: lanes in turn give the old values that they would one after the other, a lane a cycle;
// replicas together are what one memory would be, whose accesses come in the order in which they are taken.
#include "Vpacket_atomics_bench.h"
#include <array>
#include <deque>

#include "tests/rtl/common/atomics.h"
#include "tests/rtl/common/bench.h"

using namespace bench;

namespace {

constexpr unsigned kLanes = 4, kWords = 8, kAddressBits = 3, kOperations = 8, kUpdates = 2;
constexpr unsigned kLaneBits = kAddressBits + 64;

struct Packet {
  unsigned mask = 0;
  std::array<unsigned, kLanes> address = {};
  std::array<uint32_t, kLanes> data = {}, compare = {};
};

Packet randomPacket(Random &random, unsigned mask) {
  Packet packet;
  packet.mask = mask;
  const unsigned words = random.chance(50) ? 2 : kWords;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    packet.address[lane] = random.below(words);
    packet.data[lane] = random.chance(30) ? random.below(4u) : uint32_t(random.next());
    packet.compare[lane] = random.below(4u);
  }
  return packet;
}

/// Packets before a local_atomic.
class Turns {
public:
  Turns(Clocked<Vpacket_atomics_bench> &bench, uint64_t seed)
      : bench_(bench), random_(seed), offers_(random_.next()), takes_(random_.next()) {}

  void goFullRate() { offers_ = takes_ = Stall::never(); }

  /// Gives every word a value.
  void fill() {
    known_ = false;
    for (unsigned i = 0; i < 200; ++i)
      run(Atop::SWAP, 1, (1u << kLanes) - 1);
    known_ = true;
  }

  /// Packets of one operation; gives the cycles that they took.
  unsigned run(Atop operation, unsigned packets, unsigned lanes) {
    Vpacket_atomics_bench &top = bench_.top;
    top.req_op_i = unsigned(operation);
    unsigned cycles = 0;
    for (bool waiting = false; packets || waiting || !expected_.empty(); ++cycles) {
      if (!waiting && packets && offers_.active()) {
        packet_ = randomPacket(random_, lanes ? lanes : random_.below(1u << kLanes));
        waiting = true;
        --packets;
      }
      offer(waiting);
      top.rsp_ready_i = takes_.active();
      bench_.settle();
      check();
      if (waiting && top.req_ready_o) {
        perform(operation);
        waiting = false;
      }
      bench_.edge();
      BENCH_CHECK(cycles < 100000, "%zu packets are not answered", expected_.size());
    }
    return cycles;
  }

private:
  using Answer = std::array<uint32_t, kLanes>;

  void offer(bool waiting) {
    Vpacket_atomics_bench &top = bench_.top;
    top.req_valid_i = waiting;
    top.req_mask_i = packet_.mask;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      setField(top.req_data_i, lane * kLaneBits, kAddressBits, packet_.address[lane]);
      setField(top.req_data_i, lane * kLaneBits + kAddressBits, 32, packet_.data[lane]);
      setField(top.req_data_i, lane * kLaneBits + kAddressBits + 32, 32, packet_.compare[lane]);
    }
  }

  void perform(Atop operation) {
    Answer old = {};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (bit(packet_.mask, lane)) {
        uint32_t &word = memory_[packet_.address[lane]];
        old[lane] = word;
        word = atomicResult<uint32_t>(operation, word, packet_.data[lane], packet_.compare[lane]);
      }
    expected_.push_back(old);
  }

  void check() {
    Vpacket_atomics_bench &top = bench_.top;
    if (!top.rsp_valid_o)
      return;
    BENCH_CHECK(!expected_.empty(), "an answer to nothing");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto found = uint32_t(field(top.rsp_data_o, 32 * lane, 32));
      BENCH_CHECK(!known_ || found == expected_.front()[lane], "lane %u: %08x instead of %08x", lane, found,
                  expected_.front()[lane]);
    }
    if (top.rsp_ready_i)
      expected_.pop_front();
  }

  Clocked<Vpacket_atomics_bench> &bench_;
  Random random_;
  Stall offers_, takes_;
  bool known_ = false;
  Packet packet_;
  std::array<uint32_t, kWords> memory_ = {};
  std::deque<Answer> expected_;
};

/// Updates, stores and reads of the accumulators.
class Replicas {
public:
  Replicas(Clocked<Vpacket_atomics_bench> &bench, uint64_t seed)
      : bench_(bench), random_(seed), takes_(random_.next()), reads_(random_.next()), stores_(random_.next()) {
    for (Stall &stall : updates_)
      stall = Stall(random_.next());
  }

  void goFullRate() {
    takes_ = Stall::never();
    updates_[0] = Stall::never();
    updates_[1] = reads_ = stores_ = Stall::active(1, 0);
  }

  void fill() {
    for (store_.address = 0; store_.address < kWords; ++store_.address) {
      store_.waiting = true;
      store_.data = uint32_t(random_.next());
      while (store_.waiting)
        cycle();
    }
  }
  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) {
      for (unsigned u = 0; u < kUpdates; ++u)
        if (!updating_[u] && updates_[u].active()) {
          updating_[u] = true;
          packets_[u] = randomPacket(random_, random_.below(1u << kLanes));
        }
      if (!store_.waiting && stores_.active())
        store_ = {true, random_.below(kWords), uint32_t(random_.next())};
      if (!read_.waiting && reads_.active())
        read_ = {true, random_.below(kWords), 0};
      cycle();
    }
  }
  /// Until nothing is under way.
  void drain() {
    takes_ = Stall::never();
    for (unsigned i = 0; i < 100; ++i)
      cycle();
    BENCH_CHECK(!store_.waiting && !read_.waiting && !updating_[0] && !updating_[1], "an access is not taken");
    BENCH_CHECK(expected_.empty() && underWay_ == decltype(underWay_)(), "an access is not answered");
  }

  unsigned taken = 0, answered = 0;

private:
  struct Access {
    bool waiting = false;
    unsigned address = 0;
    uint32_t data = 0;
  };
  using Row = std::array<uint32_t, kOperations>;

  void cycle() {
    drive();
    bench_.settle();
    look();
    bench_.edge();
  }

  void drive() {
    Vpacket_atomics_bench &top = bench_.top;
    top.in_valid_i = store_.waiting, top.in_addr_i = store_.address, top.in_data_i = store_.data;
    top.rd_valid_i = read_.waiting, top.rd_addr_i = read_.address;
    for (unsigned u = 0; u < kUpdates; ++u) {
      setBit(top.at_valid_i, u, updating_[u]);
      setField(top.at_mask_i, u * kLanes, kLanes, packets_[u].mask);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        setField(top.at_addr_i, (u * kLanes + lane) * kAddressBits, kAddressBits, packets_[u].address[lane]);
        setField(top.at_data_i, (u * kLanes + lane) * 32, 32, packets_[u].data[lane]);
      }
      setBit(top.done_ready_i, u, takes_.active());
    }
    top.ack_ready_i = takes_.active();
    top.data_ready_i = takes_.active();
  }

  void look() {
    Vpacket_atomics_bench &top = bench_.top;
    acknowledge(kUpdates, top.ack_valid_o, top.ack_ready_i);
    for (unsigned u = 0; u < kUpdates; ++u)
      acknowledge(u, bit(top.done_valid_o, u), bit(top.done_ready_i, u));
    lookAtAnswer();
    unsigned accesses = 0;
    if (store_.waiting && top.in_ready_o) {
      store_.waiting = false;
      memory_[store_.address].fill(store_.data);
      ++underWay_[kUpdates], ++accesses;
    }
    for (unsigned u = 0; u < kUpdates; ++u)
      if (updating_[u] && bit(top.at_ready_o, u)) {
        updating_[u] = false;
        update(packets_[u]);
        ++underWay_[u], ++accesses, ++taken;
      }
    if (read_.waiting && top.rd_ready_o) {
      read_.waiting = false;
      expected_.push_back(memory_[read_.address]);
      ++accesses;
    }
    BENCH_CHECK(accesses < 2, "%u accesses in a cycle", accesses);
  }

  void update(const Packet &packet) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned o = 0; o < kOperations && bit(packet.mask, lane); ++o) {
        uint32_t &word = memory_[packet.address[lane]][o];
        word = atomicResult<uint32_t>(kAtops[o], word, packet.data[lane], 0);
      }
  }

  void acknowledge(unsigned port, bool valid, bool ready) {
    BENCH_CHECK(!valid || underWay_[port] != 0, "an acknowledgement of nothing");
    underWay_[port] -= unsigned(valid && ready);
  }

  void lookAtAnswer() {
    Vpacket_atomics_bench &top = bench_.top;
    if (!top.data_valid_o)
      return;
    BENCH_CHECK(!expected_.empty(), "an answer to nothing");
    for (unsigned o = 0; o < kOperations; ++o) {
      const auto found = uint32_t(field(top.data_data_o, 32 * o, 32));
      BENCH_CHECK(found == expected_.front()[o], "operation %u: %08x instead of %08x", o, found, expected_.front()[o]);
    }
    if (top.data_ready_i) {
      expected_.pop_front();
      ++answered;
    }
  }

  Clocked<Vpacket_atomics_bench> &bench_;
  Random random_;
  Stall takes_, reads_, stores_;
  std::array<Stall, kUpdates> updates_ = {Stall::never(), Stall::never()};
  std::array<bool, kUpdates> updating_ = {};
  std::array<Packet, kUpdates> packets_;
  Access store_, read_;
  std::array<Row, kWords> memory_ = {};
  std::deque<Row> expected_;
  std::array<unsigned, kUpdates + 1> underWay_ = {};  // updates, then stores
};

void lanesInTurn(uint64_t seed) {
  Clocked<Vpacket_atomics_bench> bench;
  bench.reset();
  Turns turns(bench, seed);
  turns.fill();
  for (const Atop operation : kAtops)
    turns.run(operation, 100, 0);
}

/// A lane a cycle; a packet of one lane, or of none, in one.
void rateOfTurns() {
  constexpr unsigned kPackets = 200, kLatency = 20;
  Clocked<Vpacket_atomics_bench> bench;
  bench.reset();
  Turns turns(bench, 1);
  turns.goFullRate();
  turns.fill();
  const unsigned full = turns.run(Atop::ADD, kPackets, 15), single = turns.run(Atop::ADD, kPackets, 4);
  BENCH_CHECK(full < kPackets * kLanes + kLatency, "%u cycles", full);
  BENCH_CHECK(single < kPackets + kLatency, "%u cycles", single);
}

void replicas(uint64_t seed) {
  Clocked<Vpacket_atomics_bench> bench;
  bench.reset();
  Replicas replicas(bench, seed);
  replicas.fill();
  replicas.run(4000);
  replicas.drain();
  BENCH_CHECK(replicas.taken > 100 && replicas.answered > 100, "%u, %u", replicas.taken, replicas.answered);
}

/// A packet a cycle, whatever its addresses.
void rateOfReplicas() {
  Clocked<Vpacket_atomics_bench> bench;
  bench.reset();
  Replicas replicas(bench, 1);
  replicas.goFullRate();
  replicas.fill();
  replicas.run(1000);
  BENCH_CHECK(replicas.taken == 1000, "%u updates in 1000 cycles", replicas.taken);
}

}  // namespace

int main() {
  rateOfTurns();
  rateOfReplicas();
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    lanesInTurn(seed);
    replicas(seed);
  }
  return 0;
}
