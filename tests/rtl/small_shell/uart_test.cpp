// SPDX-License-Identifier: Apache-2.0
// uart_link, bit by bit: a partner whose clock is off by 2 %, glitches, broken stop bits, and bytes back to back.
#include <cstdio>
#include <deque>
#include <map>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"
#include "tests/rtl/small_shell/frames.h"

using namespace bench;
namespace kind = weft::abi::link_request;

namespace {

class Wire {
public:
  explicit Wire(double drift) : bit_(DIVISOR * (1 + drift)) {
    clock_.top.uart_rx_i = 1;
    clock_.top.bus_ready_i = 0;
    clock_.reset();
    hold(20, true);
  }

  uint8_t memory[256] = {};
  std::deque<Bytes> answers;

  void sendByte(uint8_t byte, bool stop = true) {
    const double begin = double(now);
    for (unsigned i = 0; i < 10; ++i) {
      clock_.top.uart_rx_i = i == 0 ? 0 : i == 9 ? stop : byte >> (i - 1) & 1;
      while (double(now) < begin + (i + 1) * bit_)
        cycle();
    }
    clock_.top.uart_rx_i = 1;
  }
  void send(const Bytes &bytes) {
    for (uint8_t byte : bytes)
      sendByte(byte);
  }
  void hold(unsigned cycles, bool level) {
    clock_.top.uart_rx_i = level;
    for (unsigned i = 0; i < cycles; ++i)
      cycle();
    clock_.top.uart_rx_i = 1;
  }
  std::optional<Bytes> answer() {
    for (unsigned i = 0; i < 60000 && answers.empty(); ++i)
      cycle();
    hold(12 * DIVISOR, true);
    if (answers.empty())
      return std::nullopt;
    Bytes result = answers.front();
    answers.pop_front();
    return result;
  }

private:
  void cycle() {
    auto &top = clock_.top;
    top.bus_ready_i = top.bus_valid_o;
    const unsigned address = top.bus_addr_o & 0xfc;
    std::memcpy(&top.bus_rdata_i, memory + address, 4);
    if (top.bus_valid_o && top.bus_write_o)
      for (unsigned i = 0; i < 4; ++i)
        if (bit(top.bus_wstrb_o, i))
          memory[address + i] = uint8_t(top.bus_wdata_o >> 8 * i);
    clock_.edge();
    sample(top.uart_tx_o);
  }

  /// The partner's receiver: the middle of each bit by its own clock.
  void sample(bool level) {
    if (!receiving_) {
      receiving_ = !level;
      begun_ = double(now), taken_ = 0, byte_ = 0;
    } else if (double(now) >= begun_ + (taken_ + 0.5) * bit_ - 1) {
      if (taken_ == 0)
        BENCH_CHECK(!level, "no start bit");
      else if (taken_ < 9)
        byte_ = uint8_t(byte_ | level << (taken_ - 1));
      else {
        BENCH_CHECK(level, "no stop bit");
        receiving_ = false;
        if (const auto content = reader_.take(byte_))
          answers.push_back(*content);
      }
      ++taken_;
    }
  }

  Clocked<MODEL> clock_;
  const double bit_;
  FrameReader reader_;
  bool receiving_ = false;
  double begun_ = 0;
  unsigned taken_ = 0;
  uint8_t byte_ = 0;
};

void traffic(double drift, uint64_t seed) {
  Wire wire(drift);
  Random random(seed);
  wire.send(request(0, kind::CONNECT, 0, 0));
  BENCH_CHECK(wire.answer() == (Bytes{0, 0}), "CONNECT");
  for (uint8_t number = 1; number < 60; ++number) {
    const uint8_t count = uint8_t(random.range(1, 60)), address = uint8_t(random.below(256u - count));
    Bytes data(count);
    for (uint8_t &byte : data)
      byte = uint8_t(random.next());
    wire.send(request(number, kind::WRITE, address, count, data));
    BENCH_CHECK(wire.answer() == (Bytes{number, 0}));
    wire.hold(random.below(40u), true);
    if (DIVISOR >= 8)  // shorter than half a bit: no start bit
      wire.hold(unsigned(random.range(1, DIVISOR / 2 - 2)), false), wire.hold(3 * DIVISOR, true);
    if (random.chance(30))  // a byte whose stop bit is missing is none
      wire.sendByte(0x7e, false), wire.hold(12 * DIVISOR, true);
    wire.send(request(++number, 0, address, count));
    Bytes right{number, 0};
    right.insert(right.end(), data.begin(), data.end());
    BENCH_CHECK(wire.answer() == right, "drift %g, request %u", drift, number);
  }
}

}  // namespace

int main() {
  traffic(0, 1);
  traffic(0.02, 2);
  traffic(-0.02, 3);
  std::printf("uart_link: %llu cycles\n", static_cast<unsigned long long>(bench::now));
}
