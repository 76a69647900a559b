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
constexpr unsigned kRowWords = 4, kRows = kWords / kRowWords;
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
  void goFullRateWithReads() {
    goFullRate();
    reads_ = Stall::never();
  }

  void fill() {
    for (unsigned row = 0; row < kRows; ++row) {
      store_ = randomStore(row, (1u << kRowWords) - 1);
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
        store_ = randomStore(random_.below(kRows), random_.below(1u << kRowWords));
      if (!read_.waiting && reads_.active())
        read_ = {true, random_.below(kRows)};
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
    unsigned row = 0, mask = 0;
    std::array<uint32_t, kRowWords> data = {};
  };
  using Word = std::array<uint32_t, kOperations>;
  using Row = std::array<Word, kRowWords>;

  Access randomStore(unsigned row, unsigned mask) {
    Access store{true, row, mask};
    for (uint32_t &word : store.data)
      word = uint32_t(random_.next());
    return store;
  }

  void cycle() {
    drive();
    bench_.settle();
    look();
    bench_.edge();
  }

  void drive() {
    Vpacket_atomics_bench &top = bench_.top;
    top.in_valid_i = store_.waiting, top.in_addr_i = store_.row, top.in_mask_i = store_.mask;
    for (unsigned i = 0; i < kRowWords; ++i)
      setField(top.in_data_i, 32 * i, 32, store_.data[i]);
    top.rd_valid_i = read_.waiting, top.rd_addr_i = read_.row;
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
    if (read_.waiting && top.rd_ready_o) {  // without what is taken with it
      read_.waiting = false;
      expected_.push_back(memory_[read_.row]);
    }
    unsigned accesses = 0;
    if (store_.waiting && top.in_ready_o) {
      store_.waiting = false;
      for (unsigned i = 0; i < kRowWords; ++i)
        if (bit(store_.mask, i))
          memory_[store_.row][i].fill(store_.data[i]);
      ++underWay_[kUpdates], ++accesses;
    }
    for (unsigned u = 0; u < kUpdates; ++u)
      if (updating_[u] && bit(top.at_ready_o, u)) {
        updating_[u] = false;
        update(packets_[u]);
        ++underWay_[u], ++accesses, ++taken;
      }
    BENCH_CHECK(accesses < 2, "%u accesses in a cycle", accesses);
  }

  void update(const Packet &packet) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned o = 0; o < kOperations && bit(packet.mask, lane); ++o) {
        uint32_t &word = memory_[packet.address[lane] / kRowWords][packet.address[lane] % kRowWords][o];
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
    for (unsigned o = 0; o < kOperations; ++o)
      for (unsigned i = 0; i < kRowWords; ++i) {
        const auto found = uint32_t(field(top.data_data_o, 32 * (o * kRowWords + i), 32));
        const uint32_t expected = expected_.front()[i][o];
        BENCH_CHECK(found == expected, "operation %u, word %u: %08x instead of %08x", o, i, found, expected);
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
  std::array<Row, kRows> memory_ = {};
  std::deque<Row> expected_;
  std::array<unsigned, kUpdates + 1> underWay_ = {};  // updates, then stores
};

/// Packets that store to and load from the rows of a memory.
class Rows {
public:
  explicit Rows(uint64_t seed) : random_(seed) { bench_.reset(); }

  /// Gives the cycles until all are answered. `apart`: of two lanes' words; 0: any words.
  unsigned store(unsigned packets, unsigned first, int apart) { return run(packets, true, first, apart); }
  unsigned load(unsigned packets, unsigned first, int apart) { return run(packets, false, first, apart); }

private:
  static constexpr unsigned kRowsWords = 32, kBits = 5;

  unsigned run(unsigned packets, bool stores, unsigned first, int apart) {
    Vpacket_atomics_bench &top = bench_.top;
    unsigned answers = 0, cycles = 0;
    bool waiting = false;
    for (const unsigned all = packets; answers < all; ++cycles) {
      if (!waiting && packets) {
        waiting = true;
        --packets;
        offer(stores, first, apart);
      }
      top.store_valid_i = waiting && stores;
      top.load_valid_i = waiting && !stores;
      bench_.settle();
      if (waiting && (stores ? top.store_ready_o : top.load_ready_o)) {
        waiting = false;
        perform(stores);
      }
      answers += look(stores);
      bench_.edge();
      BENCH_CHECK(cycles < 100000, "%u packets are not answered", all - answers);
    }
    top.store_valid_i = top.load_valid_i = 0;
    return cycles;
  }

  void offer(bool stores, unsigned first, int apart) {
    Vpacket_atomics_bench &top = bench_.top;
    packet_.mask = apart ? (1u << kLanes) - 1 : random_.below(1u << kLanes);
    const unsigned words = random_.chance(50) ? kRowsWords : 8;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      packet_.address[lane] = apart ? unsigned(int(first) + int(lane) * apart) % kRowsWords : random_.below(words);
      packet_.data[lane] = uint32_t(random_.next());
      if (stores) {
        setField(top.store_data_i, lane * (32 + kBits), kBits, packet_.address[lane]);
        setField(top.store_data_i, lane * (32 + kBits) + kBits, 32, packet_.data[lane]);
      } else {
        setField(top.load_addr_i, lane * kBits, kBits, packet_.address[lane]);
      }
    }
    (stores ? top.store_mask_i : top.load_mask_i) = uint8_t(packet_.mask);
  }

  void perform(bool stores) {
    std::array<uint32_t, kLanes> loaded = {};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (bit(packet_.mask, lane)) {
        uint32_t &word = memory_[packet_.address[lane]];
        if (stores)
          word = packet_.data[lane];
        loaded[lane] = word;
      }
    if (!stores)
      expected_.push_back(loaded);
  }

  unsigned look(bool stores) {
    Vpacket_atomics_bench &top = bench_.top;
    if (stores)
      return top.stored_valid_o;
    if (!top.loaded_valid_o)
      return 0;
    BENCH_CHECK(!expected_.empty(), "an answer to nothing");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto found = uint32_t(field(top.loaded_data_o, 32 * lane, 32));
      BENCH_CHECK(found == expected_.front()[lane], "lane %u: %08x instead of %08x", lane, found,
                  expected_.front()[lane]);
    }
    expected_.pop_front();
    return 1;
  }

  Clocked<Vpacket_atomics_bench> bench_;
  Random random_;
  Packet packet_;
  std::array<uint32_t, kRowsWords> memory_ = {};
  std::deque<std::array<uint32_t, kLanes>> expected_;
};

void rows(uint64_t seed) {
  Rows rows(seed);
  for (unsigned first = 0; first < 32; first += kLanes)
    rows.store(1, first, 1);
  for (unsigned i = 0; i < 20; ++i) {
    rows.store(1 + i, 0, 0);
    rows.load(1 + i, 0, 0);
  }
}

/// Neighbours of a row in one cycle; words that lie in two rows, or come in another order, in two or four.
void rateOfRows() {
  constexpr unsigned kPackets = 200, kLatency = 24;
  Rows rows(1);
  const auto takes = [&](unsigned cycles, unsigned each) {
    BENCH_CHECK(cycles >= kPackets * each && cycles < kPackets * each + kLatency, "%u cycles", cycles);
  };
  takes(rows.store(kPackets, 8, 1), 1);
  takes(rows.store(kPackets, 10, 1), 2);
  takes(rows.store(kPackets, 7, -1), 4);
  takes(rows.store(kPackets, 3, 8), 4);
  takes(rows.load(kPackets, 8, 1), 1);
  takes(rows.load(kPackets, 11, 1), 2);
  takes(rows.load(kPackets, 7, -1), 1);
  takes(rows.load(kPackets, 8, 2), 2);
}

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
  replicas.goFullRateWithReads();
  replicas.run(1000);
  BENCH_CHECK(replicas.taken > 1490 && replicas.answered > 480, "%u updates and %u reads in 1000 cycles",
              replicas.taken - 1000, replicas.answered);
}

}  // namespace

int main() {
  rateOfTurns();
  rateOfReplicas();
  rateOfRows();
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    lanesInTurn(seed);
    replicas(seed);
    rows(seed);
  }
  return 0;
}
