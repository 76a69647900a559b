// SPDX-License-Identifier: Apache-2.0
// Atomics on operands of one line share reads and writes (rtl/axi/atomic_reads.sv, atomic_writes.sv), MOST operands
// each: how many lines cross the port, that a read which has left is not joined, that only the operands' words are
// written, that errors reach each operand's answer, and that one alone does not wait for others.
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "tests/rtl/shell/interconnect_bench.h"

using namespace bench;

namespace {

constexpr unsigned kWord = ATOMIC_BITS / 8, kPerLine = kLineBytes / kWord;
constexpr uint64_t kLine = 0x1000;
constexpr uint64_t kAlone = 74;  // cycles to an answer: memory twice, and the registers on the way

struct Answer {
  unsigned readResponse = 0xff, writeResponse = 0xff;
  uint64_t old = 0, cycle = 0;  // in which the write response came
};

class Test {
public:
  Test() : bench(1) {
    for (unsigned i = 0; i < kMemorySize / 4; ++i) {
      const uint32_t word = i * 0x9e3779b9u;
      std::memcpy(bench.memory.at(i * 4), &word, sizeof word);
    }
    bench.memory.timing = AxiTiming::ideal(30);
    bench.onRead = [this](unsigned id, const uint8_t *line, unsigned response) {
      const unsigned own = id & ~kAtomicRead;
      answers_[own].readResponse = response;
      std::memcpy(&answers_[own].old, line + addresses_[own] % kLineBytes, kWord);
    };
    bench.onAck = [this](unsigned id, unsigned response) {
      answers_[id].writeResponse = response;
      answers_[id].cycle = now;
    };
  }

  /// Adds `id` to the operand at an address.
  void add(unsigned id, uint64_t address) {
    addresses_[id] = address;
    bench.writes.push_back(atomicRequest(id, address, Atop::ADD, id, 0, kWord));
  }
  void store(unsigned id, uint64_t address, uint64_t value) {
    bench.writes.push_back(storeRequest(id, address, &value, kWord));
  }
  template <class Condition> void until(const Condition &condition) {
    for (unsigned i = 0; !condition(); ++i) {
      BENCH_CHECK(i < 2000, "nothing happens");
      bench.step();
    }
  }
  bool acknowledged(unsigned id) { return answers_[id].writeResponse != 0xff; }
  /// All is answered and at rest.
  void finish() {
    until([&] { return bench.writes.empty() && !bench.model().busy_o && bench.memory.idle(); });
    for (unsigned i = 0; i < 5; ++i)
      bench.step();
  }
  void begin() {
    answers_.clear();
    bench.memory.timing = AxiTiming::ideal(30);
    bench.memory.timing.earlyPercent = 100;
    bench.memory.reads = bench.memory.writes = bench.memory.errors = 0;
  }
  const Answer &answer(unsigned id) { return answers_[id]; }
  uint64_t operand(uint64_t address) {
    uint64_t value = 0;
    std::memcpy(&value, bench.memory.at(address), kWord);
    return value;
  }
  void expectLines(uint64_t reads, uint64_t writes, const char *what) {
    const AxiMemory<FlatBytes> &memory = bench.memory;
    BENCH_CHECK(memory.reads == reads && memory.writes == writes,
                "%s: %llu reads and %llu writes, expected %llu and %llu", what, (unsigned long long)memory.reads,
                (unsigned long long)memory.writes, (unsigned long long)reads, (unsigned long long)writes);
  }

  InterconnectBench bench;

private:
  std::map<unsigned, Answer> answers_;
  std::map<unsigned, uint64_t> addresses_;
};

/// One operand after another, of one line, `step` bytes apart.
void operandsInTurn(Test &test, unsigned count, unsigned step, unsigned reads, unsigned writes, const char *what) {
  test.begin();
  std::vector<uint64_t> before;
  for (unsigned i = 0; i < count; ++i) {
    before.push_back(test.operand(kLine + i * step));
    test.add(1 + i, kLine + i * step);
  }
  test.finish();
  for (unsigned i = 0; i < count; ++i) {
    const Answer &answer = test.answer(1 + i);
    BENCH_CHECK(answer.readResponse == 0 && answer.writeResponse == 0 && answer.old == before[i], "%s: answer %u", what,
                i);
    const uint64_t expected = ATOMIC_BITS == 32 ? uint32_t(before[i] + 1 + i) : before[i] + 1 + i;
    BENCH_CHECK(test.operand(kLine + i * step) == expected, "%s: operand %u", what, i);
  }
  test.expectLines(reads, writes, what);
}

/// One that comes when a read of its line is on its way, behind a store that is acknowledged.
void readsThatLeft(Test &test) {
  test.begin();
  test.bench.memory.timing.latency = 200;
  test.add(1, kLine);
  test.until([&] { return test.bench.memory.reads == 1; });
  test.bench.memory.timing.latency = 1;
  test.bench.memory.timing.reorder = true;
  test.store(2, kLine + kWord, 1234);
  test.until([&] { return test.acknowledged(2); });
  test.add(3, kLine + kWord);
  test.finish();
  BENCH_CHECK(test.answer(3).old == 1234 && test.operand(kLine + kWord) == 1237, "a store was missed");
  test.expectLines(2, 2, "behind a store");  // the operands are written together
}

/// Stores to the neighbours of operands that were read and not written.
void neighbours(Test &test) {
  test.begin();
  test.bench.memory.timing.latency = 200;
  for (unsigned i = 0; i < MOST; ++i)
    test.add(1 + i, kLine + i * kWord);
  test.until([&] { return test.bench.memory.reads == 1; });
  test.bench.memory.timing.latency = 1;
  for (unsigned i = MOST; i < kPerLine; ++i)
    test.store(100 + i, kLine + i * kWord, i);
  test.finish();
  for (unsigned i = MOST; i < kPerLine; ++i)
    BENCH_CHECK(test.operand(kLine + i * kWord) == i, "operand %u was overwritten", i);
  test.expectLines(1, 1 + kPerLine - MOST, "beside stores");
}

/// Operands whose line cannot be read; and, where `late`, those whose line can be read and not written.
void errors(Test &test, bool late) {
  const uint64_t line = late ? kMemorySize - kLineBytes : kMemorySize;
  test.begin();
  test.add(1 + MOST, kLine);
  for (unsigned i = 0; i < MOST; ++i)
    test.add(1 + i, line + i * kWord);
  if (late) {
    const uint64_t begun = test.bench.memory.beatsRead;
    test.until([&] { return test.bench.memory.beatsRead == begun + 2; });
    test.bench.memory.bytes.resize(line);
  }
  test.finish();
  for (unsigned i = 0; i < MOST; ++i) {
    const Answer &answer = test.answer(1 + i);
    BENCH_CHECK(answer.readResponse == 3 && answer.writeResponse == 3, "no error in answer %u, late: %u", i, late);
  }
  BENCH_CHECK(test.answer(1 + MOST).readResponse == 0 && test.answer(1 + MOST).writeResponse == 0, "a needless error");
  BENCH_CHECK(test.bench.memory.errors == 1, "%llu errors", (unsigned long long)test.bench.memory.errors);
  test.expectLines(2, late ? 2 : 1, "errors");
}

/// Cycles to the answer of an atomic, which others on other lines follow, or none.
uint64_t latency(Test &test, unsigned others) {
  test.begin();
  const uint64_t start = now;
  for (unsigned i = 0; i <= others; ++i)
    test.add(1 + i, kLine + i * kLineBytes);
  test.finish();
  test.expectLines(1 + others, 1 + others, "of different lines");
  return test.answer(1).cycle - start;
}

}  // namespace

int main() {
  auto test = std::make_unique<Test>();
  constexpr unsigned kGroups = (kPerLine + MOST - 1) / MOST;
  operandsInTurn(*test, kPerLine, kWord, kGroups, kGroups, "a line");
  operandsInTurn(*test, MOST, kWord, 1, 1, "a few");
  // The read of one more is answered between the first one and those that share its read: it is written with the next
  // of them, or where it lies on another line, apart from both.
  operandsInTurn(*test, MOST + 1, kWord, 2, MOST < kPerLine ? 2 : 3, "one more");
  operandsInTurn(*test, 4, kLineBytes, 4, 4, "of different lines");
  readsThatLeft(*test);
  neighbours(*test);
  const uint64_t alone = latency(*test, 0), first = latency(*test, 3);
  BENCH_CHECK(alone == kAlone && first == alone, "%llu cycles alone, %llu before others", (unsigned long long)alone,
              (unsigned long long)first);
  errors(*test, false);
  errors(*test, true);
  std::puts("ok");
}
