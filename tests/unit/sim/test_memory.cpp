// SPDX-License-Identifier: Apache-2.0
// Timing and behaviour of the memory models, cycle by cycle.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "sim/axi_target.h"
#include "sim/device_memory.h"
#include "sim/dram_timing.h"
#include "sim/host_memory.h"

using namespace weft;
using namespace weft::sim;

namespace {

board::MemoryTiming timing() {
  board::MemoryTiming t;
  t.readLatency = 30;
  t.writeLatency = 12;
  t.banks = 4;
  t.rowBytes = 1024;
  t.rowMiss = 9;
  t.refreshInterval = 1000;
  t.refreshCycles = 70;
  t.queueDepth = 8;
  return t;
}

constexpr uint64_t kRow = 1024, kSameBank = 5 * kRow;  // 5 = 0b01_01: bank 1 ^ 1 = 0

/// A master that offers requests as fast as they are taken and notes when answers come.
class Master {
public:
  explicit Master(const board::MemoryTiming &timing, uint64_t bytes = 1 << 20)
      : target_(DramTiming(timing), DeviceMemory(bytes, 64), 64) {}

  struct Answer {
    uint64_t cycle;
    uint16_t id;
    uint8_t response, last, firstByte;
    bool operator==(const Answer &) const = default;
  };

  void read(uint64_t address, uint16_t id = 0, uint8_t length = 0) { reads_.push_back({address, id, length}); }
  void write(uint64_t address, uint8_t byte, uint16_t id = 0, uint64_t strobes = ~uint64_t(0)) {
    writes_.push_back({address, id, byte, strobes});
  }

  /// Lets cycles pass until everything is answered.
  void run(unsigned limit = 100000) {
    while (limit-- && (!reads_.empty() || !writes_.empty() || !data_.empty() || !target_.idle()))
      cycle();
    REQUIRE(target_.idle());
  }

  void cycle() {
    AxiMaster in;
    in.rReady = readReady;
    in.bReady = 1;
    const AxiSlave seen = target_.out();
    if (!reads_.empty()) {
      in.arValid = 1;
      in.arAddr = reads_.front().address;
      in.arId = reads_.front().id;
      in.arLen = reads_.front().length;
    }
    if (!writes_.empty()) {
      in.awValid = 1;
      in.awAddr = writes_.front().address;
      in.awId = writes_.front().id;
    }
    uint8_t line[64];
    uint64_t strobes = 0;
    // The data of a write is offered together with its address.
    const Write *data = !data_.empty() ? &data_.front() : !writes_.empty() ? &writes_.front() : nullptr;
    if (data) {
      std::memset(line, data->byte, sizeof line);
      strobes = data->strobes;
      in.wValid = in.wLast = 1;
      in.wData = line;
      in.wStrb = &strobes;
    }
    if (seen.rValid && readReady) {
      uint8_t first;
      std::memcpy(&first, seen.rData, 1);
      readAnswers.push_back({now, seen.rId, seen.rResp, seen.rLast, first});
    }
    if (seen.bValid)
      writeAnswers.push_back({now, seen.bId, seen.bResp, 1, 0});
    target_.step(in, now);
    if (in.arValid && seen.arReady) {
      readTimes.push_back(now);
      reads_.pop_front();
    }
    if (in.awValid && seen.awReady) {
      data_.push_back(writes_.front());
      writes_.pop_front();
    }
    if (in.wValid && seen.wReady) {
      writeTimes.push_back(now);
      data_.pop_front();
    }
    ++now;
  }

  AxiTarget<DramTiming, DeviceMemory> &target() { return target_; }

  uint64_t now = 0;
  bool readReady = true;
  std::vector<Answer> readAnswers, writeAnswers;
  std::vector<uint64_t> readTimes, writeTimes;  // of acceptance

private:
  struct Read {
    uint64_t address;
    uint16_t id;
    uint8_t length;
  };
  struct Write {
    uint64_t address;
    uint16_t id;
    uint8_t byte;
    uint64_t strobes;
  };
  AxiTarget<DramTiming, DeviceMemory> target_;
  std::deque<Read> reads_;
  std::deque<Write> writes_, data_;
};

std::vector<uint64_t> cycles(const std::vector<Master::Answer> &answers) {
  std::vector<uint64_t> result;
  for (const auto &answer : answers)
    result.push_back(answer.cycle);
  return result;
}

using Cycles = std::vector<uint64_t>;

}  // namespace

TEST_CASE("reads: a row miss, then hits, one line a cycle") {
  Master master(timing());
  for (uint64_t address : {0, 64, 128})
    master.read(address);
  master.run();
  REQUIRE(master.readTimes == Cycles{0, 1, 2});
  // The row opens in 9 cycles from cycle 0; each line leaves its own cycle later.
  REQUIRE(cycles(master.readAnswers) == Cycles{9 + 30, 10 + 30, 11 + 30});
}

TEST_CASE("reads: rows of one bank replace each other, rows of other banks open meanwhile") {
  Master master(timing());
  master.read(0);
  master.read(kSameBank);  // same bank, other row: after the use in cycle 9
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{39, 9 + 1 + 9 + 30});

  Master other(timing());
  other.read(0);
  other.read(kRow);  // accepted in cycle 1, so its bank is ready in cycle 10
  other.run();
  REQUIRE(cycles(other.readAnswers) == Cycles{39, 40});
}

TEST_CASE("reads: bursts") {
  Master master(timing());
  master.read(64, 3, 3);
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{39, 40, 41, 42});
  REQUIRE(master.readAnswers[2].last == 0);
  REQUIRE(master.readAnswers[3].last == 1);
  REQUIRE(master.readAnswers[3].id == 3);
}

TEST_CASE("writes share the data path with reads") {
  Master master(timing());
  master.read(0);
  master.write(64, 7);
  master.run();
  REQUIRE(master.writeTimes == Cycles{0});
  // Both arrive in cycle 0 and find the row opened for the read: served in cycles 9 and 10.
  REQUIRE(cycles(master.readAnswers) == Cycles{39});
  REQUIRE(cycles(master.writeAnswers) == Cycles{10 + 12});
}

TEST_CASE("refresh stops service and closes rows") {
  Master master(timing());
  master.now = 0;
  master.target().resetTiming(0);
  while (master.now < 990)
    master.cycle();
  master.read(0);   // opens the row: 990 + 9 = 999, just before the refresh
  master.read(64);  // would be served in cycle 1000: after the refresh (1070) the row opens again
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{999 + 30, 1070 + 9 + 30});
  // Long idle times cost nothing and are counted right: the fifth refresh ends in cycle 5070.
  while (master.now < 5010)
    master.cycle();
  master.readAnswers.clear();
  master.read(0);
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{5070 + 9 + 30});
}

TEST_CASE("a reset timing repeats itself") {
  Master master(timing());
  master.read(0);
  master.read(kSameBank);
  master.run();
  while (master.now < 1234)
    master.cycle();
  master.target().resetTiming(master.now);
  master.readAnswers.clear();
  master.read(0);
  master.read(kSameBank);
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{1234 + 39, 1234 + 49});
}

TEST_CASE("the queue has a bound") {
  Master master(timing());
  for (unsigned i = 0; i < 12; ++i)
    master.read(i * 64, uint16_t(i));
  master.run();
  // Eight at once; each further one after an answer was taken.
  REQUIRE(master.readTimes == Cycles{0, 1, 2, 3, 4, 5, 6, 7, 40, 41, 42, 43});
  for (unsigned i = 0; i < 12; ++i)
    REQUIRE(master.readAnswers[i].id == i);
}

TEST_CASE("answers wait for the master") {
  Master master(timing());
  master.write(0, 1);
  master.run();
  master.readReady = false;
  master.read(0);
  while (master.now < 200)
    master.cycle();
  REQUIRE(master.readAnswers.empty());
  REQUIRE(master.target().out().rValid);
  master.write(0, 2);  // must not change what is on the port
  while (master.now < 300)
    master.cycle();
  master.readReady = true;
  master.run();
  REQUIRE(master.readAnswers.size() == 1);
  REQUIRE(master.readAnswers[0].firstByte == 1);
}

TEST_CASE("ideal memory") {
  Master master(DramTiming::ideal());
  master.read(0);
  master.read(kSameBank);
  master.write(kRow, 1);
  master.run();
  REQUIRE(cycles(master.readAnswers) == Cycles{1, 3});
  REQUIRE(cycles(master.writeAnswers) == Cycles{2});
}

TEST_CASE("content: strobes and the end of memory") {
  Master master(timing(), 4096);
  master.write(128, 0xAA);
  master.write(128, 0xBB, 0, ~uint64_t(1));
  master.run();
  master.read(128);
  master.read(4096, 9);
  master.write(8192, 1, 4);
  master.run();
  REQUIRE(master.readAnswers[0].firstByte == 0xAA);
  REQUIRE(master.readAnswers[0].response == kRespOkay);
  REQUIRE(master.readAnswers[1].response == kRespDecErr);
  REQUIRE(master.readAnswers[1].id == 9);
  REQUIRE(master.writeAnswers[2].response == kRespDecErr);
  REQUIRE(master.writeAnswers[2].id == 4);

  DeviceMemory memory(4096, 64);
  uint8_t line[64], back[64];
  for (unsigned i = 0; i < 64; ++i)
    line[i] = uint8_t(i);
  const uint64_t strobes = 0x00ff000180000ff0;
  memory.write(64, line, reinterpret_cast<const uint8_t *>(&strobes));
  memory.read(64, back);
  for (unsigned i = 0; i < 64; ++i)
    REQUIRE(back[i] == (strobes >> i & 1 ? i : 0));
}

TEST_CASE("host memory: a write changes the bytes whose strobe is set, however its mapping is aligned") {
  std::mt19937_64 random(1);
  for (unsigned misalignment = 0; misalignment < 9; ++misalignment) {
    HostMappings mappings;
    alignas(8) uint8_t data[80], expected[80], line[64];
    std::iota(std::begin(data), std::end(data), uint8_t(100));
    std::copy(std::begin(data), std::end(data), expected);
    const unsigned bytes = 64 - misalignment;  // the last word of some is cut
    const uint64_t bus = mappings.map(data + misalignment, bytes);
    std::iota(std::begin(line), std::end(line), uint8_t(1));
    const uint64_t mapped = ~uint64_t(0) >> misalignment;
    for (uint64_t strobes : {mapped, random() & mapped, random() & mapped, uint64_t(0xff00ff) & mapped}) {
      for (unsigned i = 0; i < 64; ++i)
        if (strobes >> i & 1)
          expected[misalignment + i] = line[i];
      REQUIRE(mappings.writeLine(bus, line, reinterpret_cast<const uint8_t *>(&strobes), 64) == kRespOkay);
      REQUIRE(std::equal(std::begin(data), std::end(data), expected));
      std::transform(std::begin(line), std::end(line), std::begin(line), [](uint8_t b) { return uint8_t(b * 7 + 3); });
    }
  }
}

TEST_CASE("host memory: only mapped bytes are reached") {
  HostMappings mappings;
  std::vector<uint8_t> data(100);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = uint8_t(i + 1);
  const uint64_t bus = mappings.map(data.data(), 100);
  REQUIRE(bus % 4096 == 0);
  uint8_t line[64];
  REQUIRE(mappings.readLine(bus, line, 64) == kRespOkay);
  REQUIRE(line[63] == 64);
  REQUIRE(mappings.readLine(bus + 64, line, 64) == kRespOkay);
  REQUIRE(line[35] == 100);
  REQUIRE(line[36] == 0);
  REQUIRE(mappings.readLine(bus + 128, line, 64) == kRespSlvErr);
  REQUIRE(mappings.readLine(bus - 64, line, 64) == kRespSlvErr);

  std::fill(std::begin(line), std::end(line), uint8_t(0xCC));
  uint64_t strobes = ~uint64_t(0);  // beyond the end
  REQUIRE(mappings.writeLine(bus + 64, line, reinterpret_cast<uint8_t *>(&strobes), 64) == kRespSlvErr);
  REQUIRE(data[64] == 65);
  strobes = (uint64_t(1) << 36) - 2;
  REQUIRE(mappings.writeLine(bus + 64, line, reinterpret_cast<uint8_t *>(&strobes), 64) == kRespOkay);
  REQUIRE(data[64] == 65);
  REQUIRE(data[65] == 0xCC);
  REQUIRE(data[99] == 0xCC);

  // A second mapping of the same bytes stands on its own.
  const uint64_t again = mappings.map(data.data() + 10, 10);
  REQUIRE(again != bus);
  REQUIRE_THROWS_AS(mappings.unmap(bus, 99), std::invalid_argument);
  mappings.unmap(bus, 100);
  REQUIRE(mappings.readLine(bus, line, 64) == kRespSlvErr);
  REQUIRE(mappings.readLine(again, line, 64) == kRespOkay);
  REQUIRE(line[0] == 11);
}

TEST_CASE("a port's stripes are one memory: rows go on where its next stripe begins") {
  board::Description board;
  board.ports = 4;
  board.portBits = 512;
  board.interleaveBytes = 256;
  PortTiming port(board, timing());
  DramTiming alone(timing());
  uint64_t now = 0, within = 0;
  for (uint64_t stripe = 0; stripe < 64; ++stripe) {
    if (board.portOf(stripe * 256) != 2)
      continue;
    for (uint64_t line = 0; line < 256; line += 64, within += 64, ++now)
      CHECK(port.read(stripe * 256 + line, now) == alone.read(within, now));
  }
  CHECK(within == 16 * 256);
}
