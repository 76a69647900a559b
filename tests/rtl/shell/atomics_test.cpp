// SPDX-License-Identifier: Apache-2.0
// mem_interconnect with axi_atomics under random concurrent traffic.
//
// Hammers send atomics on a few shared words without waiting: the old values must be those of the arrival order. Agents
// own words in the same lines and do one access at a time, an ordinary load or store or an atomic: each must see the
// one before. With ATOMIC_BITS = 64 pairs of words are operands too, beside each of their words. They also count on a
// shared counter and load it after the answer, which must contain their own count. A DMA stream writes and reads bursts
// elsewhere. Then throughput, errors and refusals.
#include <memory>
#include <vector>

#include "tests/rtl/shell/interconnect_bench.h"
#include "weft_abi.h"

using namespace bench;

namespace {

constexpr unsigned kHammers = 4, kAgents = 8, kLines = 6;
constexpr unsigned kHammerId = 16, kAgentAtomicId = 24, kCounterId = 40, kCounterLoadId = 64;
constexpr unsigned kCounterWord = kLines * kLineBytes / 4 + 1;

Atop anyAtop(Random &random) { return random.oneIn(11) ? kStoreAdd : random.of(kAtops); }

uint64_t interesting(Random &random) {
  const uint64_t edge[] = {
      0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, uint64_t(1) << 63, ~uint64_t(0), ~uint64_t(0) >> 1};
  return random.chance(40) ? random.of(edge) : random.chance(50) ? random.below(4) : random.next();
}

/// What an access is on: a word, or with the next one a pair.
struct Operand {
  unsigned word;
  bool wide;
  unsigned bytes() const { return wide ? 8 : 4; }
  uint64_t address() const { return word * 4; }
};

class AtomicsTest {
public:
  explicit AtomicsTest(uint64_t seed) : bench(seed), random(seed + 5) {
    for (uint8_t &byte : bench.memory.bytes)
      byte = uint8_t(random.next());
    // Words of the first lines: a third shared by the hammers, the others owned by agents. Some pairs have one owner.
    for (unsigned word = 0; word < kLines * kLineBytes / 4; word += 2) {
      std::vector<Operand> &low = anyOwner();
      std::vector<Operand> &high = ATOMIC_BITS == 64 && random.chance(40) ? low : anyOwner();
      low.push_back({word, false});
      high.push_back({word + 1, false});
      if (ATOMIC_BITS == 64 && &low == &high)
        low.push_back({word, true});
    }
    for (unsigned word = 0; word < kLines * kLineBytes / 4; ++word)
      reference_.push_back(read(word));
    firstCount_ = read(kCounterWord);
    bench.onWriteTaken = [this](const WriteRequest &w) { taken(w); };
    bench.onRead = [this](unsigned id, const uint8_t *line, unsigned resp) { answered(id, line, resp); };
    bench.onAck = [this](unsigned id, unsigned resp) { acknowledged(id, resp); };
    bench.dmaByte = [this](uint64_t address) { return uint8_t(address * 37 + address / 256 + dmaRound_); };
    bench.onDmaRead = [this](const uint8_t *line) { dmaLine(line); };
  }

  void traffic(unsigned operations) {
    bench.memory.timing = AxiTiming::random(random);
    bench.offerPercent = random.chance(50) ? 100 : random.range(30, 100);
    bench.readyPercent = random.chance(50) ? 100 : random.range(30, 100);
    const unsigned hot = random.range(1, shared_.size());  // few words: long chains on one; many: slots run out
    unsigned sent = 0;
    for (uint64_t idle = 0; sent < operations || busy();) {
      if (sent < operations && bench.writes.size() < 8 && random.chance(80)) {
        const unsigned hammer = random.below(kHammers);
        const Atop atop = anyAtop(random);
        const Operand &operand = shared_[random.below(hot)];
        bench.writes.push_back(atomicRequest(kHammerId + hammer, operand.address(), atop, interesting(random),
                                             interesting(random), operand.bytes()));
        ++outstandingAcks_[kHammerId + hammer];
        ++sent;
      }
      for (unsigned a = 0; a < kAgents; ++a)
        if (sent < operations && !agents_[a].waiting && random.chance(30))
          agentStarts(a);
      for (unsigned a = 0; a < kAgents; ++a)
        if (sent < operations && !counting_[a] && random.chance(20)) {
          counting_[a] = true;
          bench.writes.push_back(atomicRequest(kCounterId + a, kCounterWord * 4, Atop::ADD, 1));
          ++counts_;
        }
      if (sent < operations)
        dma();
      idle = progress_ ? 0 : idle + 1;
      progress_ = false;
      BENCH_CHECK(idle < 5000, "no progress: %u sent", sent);
      bench.step();
    }
    bench.readyPercent = 100;
    while (!bench.memory.idle())
      bench.step();
    for (int i = 0; i < 10; ++i)
      bench.step();
    BENCH_CHECK(!bench.model().busy_o, "busy at rest");
    for (unsigned word = 0; word < reference_.size(); ++word)
      BENCH_CHECK(read(word) == reference_[word], "word %u at the end: %08x, expected %08x", word, read(word),
                  reference_[word]);
    BENCH_CHECK(read(kCounterWord) == firstCount_ + counts_, "counter");
    BENCH_CHECK(bench.dmaAcks == dmaBursts_);
  }

  /// Atomics on `operands` operands in turn, as fast as possible; returns cycles per operation.
  double atomicRate(unsigned operands, unsigned count, unsigned bytes = 4) {
    bench.memory.timing = AxiTiming::ideal(30);
    bench.offerPercent = bench.readyPercent = 100;
    unsigned answers = 0;
    auto saved = bench.onAck;
    bench.onAck = [&](unsigned, unsigned) { ++answers; };
    auto savedRead = bench.onRead;
    bench.onRead = nullptr;
    auto savedTaken = bench.onWriteTaken;
    bench.onWriteTaken = nullptr;
    const uint64_t start = now;
    for (unsigned i = 0; i < count; ++i)
      bench.writes.push_back(atomicRequest(40, 0x4000 + i % operands * 8, Atop::ADD, 1, 0, bytes));
    while (answers < count) {
      BENCH_CHECK(now - start < 100ull * count);
      bench.step();
    }
    const double rate = double(now - start) / count;
    bench.onAck = saved, bench.onRead = savedRead, bench.onWriteTaken = savedTaken;
    return rate;
  }

  /// Loads and stores of lines, both at once, beside atomics on one word; returns cycles for `count` of each.
  uint64_t ordinaryRate(unsigned count, bool atomics) {
    bench.memory.timing = AxiTiming::ideal(30);
    bench.offerPercent = bench.readyPercent = 100;
    unsigned loads = 0, acks = 0;
    auto savedAck = bench.onAck;
    auto savedRead = bench.onRead;
    auto savedTaken = bench.onWriteTaken;
    bench.onAck = [&](unsigned id, unsigned resp) { acks += id == 2 && resp == 0; };
    bench.onRead = [&](unsigned id, const uint8_t *, unsigned resp) { loads += id == 1 && resp == 0; };
    bench.onWriteTaken = nullptr;
    const uint64_t start = now;
    const uint8_t line[kLineBytes] = {};
    for (unsigned i = 0; i < count; ++i) {
      bench.reads.push_back({1, 0x8000 + i % 128 * kLineBytes});
      bench.writes.push_back(storeRequest(2, 0xC000 + i % 128 * kLineBytes, line, kLineBytes));
      if (atomics && i % 8 == 0)
        bench.writes.push_back(atomicRequest(40, 0x4000, Atop::ADD, 1));
    }
    while (loads < count || acks < count) {
      BENCH_CHECK(now - start < 10 * count);
      bench.step();
    }
    const uint64_t cycles = now - start;
    for (int i = 0; i < 200; ++i)
      bench.step();
    bench.onAck = savedAck, bench.onRead = savedRead, bench.onWriteTaken = savedTaken;
    return cycles;
  }

  /// One atomic alone: response codes of R (0xFF: no R) and B.
  std::pair<unsigned, unsigned> single(const WriteRequest &request) {
    unsigned r = 0xFF, b = 0xFF;
    auto savedAck = bench.onAck;
    auto savedRead = bench.onRead;
    auto savedTaken = bench.onWriteTaken;
    bench.onAck = [&](unsigned, unsigned resp) { b = resp; };
    bench.onRead = [&](unsigned, const uint8_t *, unsigned resp) { r = resp; };
    bench.onWriteTaken = nullptr;
    bench.writes.push_back(request);
    for (unsigned i = 0; i < 300; ++i)
      bench.step();
    BENCH_CHECK(!bench.model().busy_o && b != 0xFF);
    bench.onAck = savedAck, bench.onRead = savedRead, bench.onWriteTaken = savedTaken;
    return {r, b};
  }

  InterconnectBench bench;

private:
  struct Agent {
    std::vector<Operand> operands;
    bool waiting = false;
    Operand operand{0, false};
    Atop atop = Atop::NONE;  // of the access in flight; none: load or store
    bool isLoad = false, needsRead = false, needsAck = false;
    uint64_t expected = 0;
  };

  std::vector<Operand> &anyOwner() { return random.chance(33) ? shared_ : agents_[random.below(kAgents)].operands; }

  uint64_t reference(const Operand &operand) const {
    uint64_t value = 0;
    std::memcpy(&value, &reference_[operand.word], operand.bytes());
    return value;
  }
  void setReference(const Operand &operand, uint64_t value) {
    std::memcpy(&reference_[operand.word], &value, operand.bytes());
  }
  static uint64_t inLine(const uint8_t *line, uint64_t address, unsigned bytes) {
    uint64_t value = 0;
    std::memcpy(&value, line + address % kLineBytes, bytes);
    return value;
  }

  uint32_t read(unsigned word) {
    uint32_t value;
    std::memcpy(&value, bench.memory.at(word * 4), 4);
    return value;
  }

  bool busy() {
    for (const Agent &agent : agents_)
      if (agent.waiting)
        return true;
    for (const auto &entry : outstandingAcks_)
      if (entry.second)
        return true;
    for (const bool counting : counting_)
      if (counting)
        return true;
    for (const auto &entry : hammerOld_)
      if (!entry.second.empty())
        return true;
    return !bench.writes.empty() || !bench.reads.empty() || !bench.dmaWrites.empty() || !bench.dmaReads.empty() ||
           dmaExpected_.size() || bench.dmaAcks != dmaBursts_;
  }

  void agentStarts(unsigned index) {
    Agent &agent = agents_[index];
    if (agent.operands.empty())
      return;
    agent.operand = agent.operands[random.below(std::min<size_t>(agent.operands.size(), 4))];
    agent.waiting = true;
    agent.isLoad = agent.needsRead = agent.needsAck = false;
    agent.atop = Atop::NONE;
    const uint64_t value = interesting(random), address = agent.operand.address();
    switch (random.below(3)) {
    case 0:
      agent.isLoad = agent.needsRead = true;
      agent.expected = reference(agent.operand);
      bench.reads.push_back({index, address / kLineBytes * kLineBytes});
      break;
    case 1:
      agent.needsAck = true;
      setReference(agent.operand, value);
      bench.writes.push_back(storeRequest(index, address, &value, agent.operand.bytes()));
      break;
    default:
      agent.atop = anyAtop(random);
      agent.needsAck = true;
      agent.needsRead = agent.atop != kStoreAdd;
      agent.expected = reference(agent.operand);
      bench.writes.push_back(atomicRequest(kAgentAtomicId + index, address, agent.atop, value, interesting(random),
                                           agent.operand.bytes()));
    }
  }

  // Arrival order of the atomics: this is where the reference executes them.
  void taken(const WriteRequest &w) {
    progress_ = true;
    if (w.atop == Atop::NONE || w.id >= kCounterId)
      return;
    const unsigned strobes = unsigned(__builtin_popcountll(w.strobes));
    const Operand operand = {unsigned(w.address / 4), strobes / (w.atop == Atop::COMPARE ? 2 : 1) == 8};
    const uint64_t old = reference(operand), data = inLine(w.data.data(), w.address, operand.bytes()),
                   other = inLine(w.data.data(), w.address ^ operand.bytes(), operand.bytes());
    if (w.id < kAgentAtomicId && w.atop != kStoreAdd)
      hammerOld_[w.id].push_back({operand, old});
    setReference(operand, operand.wide ? busAtomicResult(w.atop, old, data, other)
                                       : busAtomicResult(w.atop, uint32_t(old), uint32_t(data), uint32_t(other)));
  }

  void answered(unsigned id, const uint8_t *line, unsigned resp) {
    progress_ = true;
    BENCH_CHECK(resp == 0);
    if (id >= kCounterLoadId && id < kCounterLoadId + kAgents) {  // ordinary load after the agent's count
      uint32_t value;
      std::memcpy(&value, line + kCounterWord * 4 % kLineBytes, 4);
      BENCH_CHECK(value - counted_[id - kCounterLoadId] - 1 < 0x80000000, "counter is %u after it was %u and counted",
                  value, counted_[id - kCounterLoadId]);
      counting_[id - kCounterLoadId] = false;
      return;
    }
    if (id >= kAtomicRead + kCounterId && id < kAtomicRead + kCounterId + kAgents) {
      const unsigned agent = id - kAtomicRead - kCounterId;
      std::memcpy(&counted_[agent], line + kCounterWord * 4 % kLineBytes, 4);
      bench.reads.push_back({kCounterLoadId + agent, kCounterWord * 4 / kLineBytes * kLineBytes});
      return;
    }
    if (id >= kAtomicRead && id - kAtomicRead < kAgentAtomicId) {
      auto &queue = hammerOld_[id - kAtomicRead];
      BENCH_CHECK(!queue.empty(), "an old value nobody waits for");
      const auto &[operand, expected] = queue.front();
      const uint64_t old = inLine(line, operand.address(), operand.bytes());
      BENCH_CHECK(old == expected, "old value of %u bytes at word %u: %#llx, expected %#llx", operand.bytes(),
                  operand.word, (unsigned long long)old, (unsigned long long)expected);
      queue.pop_front();
      return;
    }
    const bool fromAtomic = id >= kAtomicRead;
    Agent &agent = agents_[fromAtomic ? id - kAtomicRead - kAgentAtomicId : id];
    BENCH_CHECK(agent.waiting && agent.needsRead && agent.isLoad != fromAtomic);
    const uint64_t value = inLine(line, agent.operand.address(), agent.operand.bytes());
    BENCH_CHECK(value == agent.expected, "%u bytes at word %u: %#llx, expected %#llx (atop %#x)", agent.operand.bytes(),
                agent.operand.word, (unsigned long long)value, (unsigned long long)agent.expected,
                unsigned(agent.atop));
    agent.needsRead = false;
    agent.waiting = agent.needsAck;
    // Whoever has the old value may go on at once: the effect must be visible. An ordinary access often follows here.
    if (fromAtomic && agent.needsAck)
      ++lateAcks_[id - kAtomicRead], agent.needsAck = agent.waiting = false;
  }

  void acknowledged(unsigned id, unsigned resp) {
    progress_ = true;
    BENCH_CHECK(resp == 0);
    if (id >= kCounterId)
      return;
    if (id >= kHammerId && id < kAgentAtomicId) {
      BENCH_CHECK(outstandingAcks_[id]-- > 0);
      return;
    }
    if (id >= kAgentAtomicId && lateAcks_[id]) {
      --lateAcks_[id];
      return;
    }
    Agent &agent = agents_[id >= kAgentAtomicId ? id - kAgentAtomicId : id];
    BENCH_CHECK(agent.waiting && agent.needsAck);
    agent.needsAck = false;
    agent.waiting = agent.needsRead;
  }

  // A burst written, then read back; one at a time in each direction.
  void dma() {
    if (bench.dmaWrites.empty() && bench.dmaReads.empty() && dmaExpected_.empty() && bench.dmaAcks == dmaBursts_) {
      if (dmaWritten_.beats) {
        for (unsigned i = 0; i < dmaWritten_.beats; ++i)
          dmaExpected_.push_back(dmaWritten_.line + i);
        bench.dmaReads.push_back(dmaWritten_);
        dmaWritten_.beats = 0;
      } else if (random.chance(20)) {
        const unsigned block = std::min(64u, 4096 / kLineBytes);
        ++dmaRound_;
        const unsigned from = random.below(block), beats = random.range(1, block - from);
        dmaWritten_ = {0x8000 / kLineBytes + random.below(4) * block + from, beats};
        bench.dmaWrites.push_back(dmaWritten_);
        ++dmaBursts_;
      }
    }
  }
  void dmaLine(const uint8_t *line) {
    BENCH_CHECK(!dmaExpected_.empty());
    for (unsigned i = 0; i < kLineBytes; ++i)
      BENCH_CHECK(line[i] == bench.dmaByte(dmaExpected_.front() * kLineBytes + i), "DMA byte %u of line %#llx", i,
                  (unsigned long long)dmaExpected_.front());
    dmaExpected_.pop_front();
    progress_ = true;
  }

  Random random;
  std::vector<Operand> shared_;
  Agent agents_[kAgents];
  std::vector<uint32_t> reference_;
  std::map<unsigned, std::deque<std::pair<Operand, uint64_t>>> hammerOld_;
  std::map<unsigned, int> outstandingAcks_, lateAcks_;
  bool progress_ = false;
  bool counting_[kAgents] = {};
  uint32_t counted_[kAgents] = {}, counts_ = 0, firstCount_ = 0;
  InterconnectBench::Burst dmaWritten_{0, 0};
  std::deque<uint64_t> dmaExpected_;
  unsigned dmaRound_ = 0, dmaBursts_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 150;
  auto test = std::make_unique<AtomicsTest>(seed);
  for (unsigned i = 0; i < count; ++i)
    test->traffic(800);

  const double hot = test->atomicRate(1, 1000), spread = test->atomicRate(1000, 1000);
  const uint64_t ordinary = test->ordinaryRate(2000, false), mixed = test->ordinaryRate(2000, true);
  std::printf(
      "cycles per atomic: %.2f on one word, %.2f scattered; 2000 loads and stores: %llu cycles, %llu beside atomics\n",
      hot, spread, (unsigned long long)ordinary, (unsigned long long)mixed);
  if (FULL_RATE)
    BENCH_CHECK(hot < 1.3 && spread < 1.3);
  // Loads and stores take turns (ADR 41), and the atomics take slots of the write channel, their write-backs some more.
  BENCH_CHECK(ordinary < 2 * 2000 + 50);
  BENCH_CHECK(mixed < 2 * 2000 + 2000 / 8 * 3 / 2 + 100);

  if (ATOMIC_BITS == 64 && FULL_RATE) {
    const double hotPair = test->atomicRate(1, 1000, 8), spreadPairs = test->atomicRate(1000, 1000, 8);
    std::printf("of 64 bits: %.2f on one pair, %.2f scattered\n", hotPair, spreadPairs);
    BENCH_CHECK(hotPair < 1.3 && spreadPairs < 1.3);
  }

  // Refused by response: big-endian arithmetic, an operand that is not a word, an address past memory's end.
  const std::vector<uint8_t> before = test->bench.memory.bytes;
  using Pair = std::pair<unsigned, unsigned>;
  BENCH_CHECK(test->single(atomicRequest(40, 0x100, Atop(unsigned(Atop::ADD) | 8), 1)) == Pair(2, 2), "big endian");
  WriteRequest narrow = atomicRequest(40, 0x100, Atop::ADD, 1);
  narrow.strobes = 3;
  BENCH_CHECK(test->single(narrow) == Pair(2, 2), "two bytes");
  WriteRequest odd = atomicRequest(40, 0x100, Atop::ADD, 1);
  odd.address = 0x102;
  BENCH_CHECK(test->single(odd) == Pair(2, 2), "misaligned");
  // A shell of 32 bits looks at 8 bytes: it takes AtomicCompare on 64 bits, which no kernel on its board has, for one
  // on 32.
  for (Atop atop : {Atop::ADD, Atop::SWAP, Atop::COMPARE})
    for (uint64_t address : {0x100, 0x104, 0x108, 0x10c}) {
      WriteRequest pair = atomicRequest(40, address & ~uint64_t(7), atop, 0, 0, 8);
      pair.address = address;
      if (ATOMIC_BITS == 64 ? address % 8 != 0 : atop != Atop::COMPARE)
        BENCH_CHECK(test->single(pair) == Pair(2, 2), "a pair at %#llx, operation %#x", (unsigned long long)address,
                    unsigned(atop));
    }
  const uint64_t written = test->bench.memory.beatsWritten;
  BENCH_CHECK(test->single(atomicRequest(40, kMemorySize + 64, Atop::ADD, 1)) == Pair(3, 3), "outside memory");
  BENCH_CHECK(test->bench.memory.beatsWritten == written, "a result from a failed read was written");
  BENCH_CHECK(before == test->bench.memory.bytes, "a refused atomic changed memory");
  BENCH_CHECK(test->single(atomicRequest(40, 0x100, kStoreAdd, 1)) == Pair(0xFF, 0), "AtomicStore has no R");
  BENCH_CHECK(test->single(atomicRequest(40, 0x100, Atop::ADD, 1)) == Pair(0, 0));
  std::puts("ok");
}
