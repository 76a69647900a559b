// SPDX-License-Identifier: Apache-2.0
// Random traffic around memory_system: kernels, DMA and a memory that answers in any order, each in densities that
// change. A payload is random while its valid is low.
#pragma once
#include <array>
#include <deque>
#include <vector>

#include "sim/instant/shell/memory_system.h"
#include "tests/common/random.h"

namespace weft::lockstep {

/// The bytes that a port's pointers lead to.
struct RandomLine {
  std::array<uint8_t, sim::kMaxLineBytes> data{};
  std::array<uint8_t, sim::kMaxLineBytes / 8> strobes{};
};

/// A port of a kernel: addresses and data of writes go their own ways, neither more than a few ahead.
class KernelTraffic {
public:
  KernelTraffic(test::Random &random, unsigned lineBytes, unsigned addressBits);
  KernelTraffic(const KernelTraffic &) = delete;
  KernelTraffic &operator=(const KernelTraffic &) = delete;
  void drive(unsigned percent);
  /// The cycle ends, in which the port was seen to be in this state.
  void observe(const sim::AxiSlave &seen);
  void reset();
  const sim::AxiMaster &port() const { return port_; }

private:
  struct Write {
    uint64_t address;
    uint8_t atop;
  };
  Write makeWrite();
  void makeData(const Write &write);
  uint64_t address();

  test::Random &random_;
  unsigned lineBytes_, addressBits_;
  sim::AxiMaster port_;
  RandomLine line_;
  unsigned runLeft_ = 0;  // atomics on one word after another
  uint64_t runAddress_ = 0, runStep_ = 4;
  std::deque<Write> withoutAddress_, withoutData_;  // sent with their data, or address, only
};

class MemoryTraffic {
public:
  MemoryTraffic(test::Random &random, unsigned lineBytes);
  void drive(unsigned percent);
  void observe(const sim::AxiMaster &seen);
  void reset();
  const sim::AxiSlave &port() const { return port_; }

private:
  struct Pending {
    uint16_t id;
    unsigned beats;
  };
  /// One of which no earlier one has the same ID.
  size_t choose(const std::deque<Pending> &pending);
  uint8_t response() { return random_.oneIn(20) ? uint8_t(random_.range(2, 3)) : 0; }

  test::Random &random_;
  unsigned lineBytes_;
  sim::AxiSlave port_;
  RandomLine line_;
  std::deque<Pending> reads_, addresses_, answers_;
  unsigned bursts_ = 0;  // of data that came whole before its address
};

class DmaTraffic {
public:
  DmaTraffic(test::Random &random, unsigned lineBytes, unsigned addressBits);
  void drive(unsigned percent);
  void observe(const sim::DmaAnswers &seen);
  void reset();
  const sim::DmaRequests &port() const { return port_; }

private:
  test::Random &random_;
  unsigned lineBytes_, lineBits_;
  sim::DmaRequests port_;
  RandomLine line_;
  unsigned left_ = 0;  // beats of the burst that is being written
};

}  // namespace weft::lockstep
