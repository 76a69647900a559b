// SPDX-License-Identifier: Apache-2.0
// A device at the end of a line as docs/rtl-interfaces.md, section 7, describes it, with frames of its own making, and
// a line that damages what goes over it.
#pragma once
#include <deque>
#include <functional>
#include <map>

#include "board/link/byte_stream.h"
#include "tests/common/random.h"
#include "tests/rtl/small_shell/frames.h"
#include "weft_abi.h"

namespace weft::board::test {

class LinkDevice {
public:
  std::vector<uint8_t> memory = std::vector<uint8_t>(4096);
  std::map<uint32_t, uint8_t> registers;
  unsigned starts = 0, writes = 0;

  LinkDevice() {
    for (unsigned i = 0; i < 4; ++i)
      registers[abi::small_reg::ID + i] = uint8_t(abi::SMALL_ID_VALUE >> 8 * i);
  }

  void reset() {
    connected_ = false;
    reader_ = {};
  }

  /// What it sends when this byte comes.
  bench::Bytes take(uint8_t byte) {
    const auto request = reader_.take(byte);
    return request && request->size() >= 7 ? answer(*request) : bench::Bytes{};
  }

private:
  bench::Bytes answer(const bench::Bytes &request) {
    const uint8_t number = request[0], kind = request[1], count = request[2];
    const bool write = kind & abi::link_request::WRITE, connect = kind & abi::link_request::CONNECT;
    if (request.size() != 7u + (write ? count : 0))
      return bench::framed({number, uint8_t(abi::LinkStatus::BAD_LENGTH)});
    if (!connected_ && !connect)
      return bench::framed({number, uint8_t(abi::LinkStatus::NOT_CONNECTED)});
    const bool repeated = number == last_ && !connect;
    connected_ = true, last_ = number;
    const uint32_t address = request[3] | request[4] << 8 | request[5] << 16 | uint32_t(request[6]) << 24;
    bench::Bytes result{number, uint8_t(abi::LinkStatus::OK)};
    for (uint32_t i = 0; i < count; ++i) {
      uint8_t &byte = kind & abi::link_request::MEMORY ? memory.at(address + i) : registers[address + i];
      if (!write)
        result.push_back(byte);
      else if (!repeated)
        byte = request[7 + i];
    }
    if (write && !repeated)
      ++writes, starts += !(kind & abi::link_request::MEMORY) && address == abi::small_reg::CONTROL;
    return bench::framed(result);
  }

  bench::FrameReader reader_;
  bool connected_ = false;
  uint8_t last_ = 0;
};

/// Of so many bytes in a thousand one is changed in one bit, lost, or followed by another one.
class Damage {
public:
  Damage(uint64_t seed, unsigned perThousand) : random_(seed), perThousand_(perThousand) {}
  bench::Bytes pass(const bench::Bytes &bytes) {
    bench::Bytes result;
    for (const uint8_t byte : bytes) {
      const unsigned what = random_.below(1000u) < perThousand_ ? random_.below(3u) : 3;
      if (what != 1)
        result.push_back(what == 0 ? uint8_t(byte ^ 1u << random_.below(8u)) : byte);
      if (what == 2)
        result.push_back(uint8_t(random_.next()));
    }
    return result;
  }

private:
  weft::test::Random random_;
  unsigned perThousand_;
};

/// The host's end of a line to the device.
class DeviceLine final : public ByteStream {
public:
  DeviceLine(LinkDevice &device, uint64_t seed, unsigned perThousand)
      : device_(device), there_(seed, perThousand), back_(seed + 1, perThousand) {}

  std::function<void()> beforeEachByte;  // that reaches the device
  bool loseAnswers = false;

  void write(std::span<const uint8_t> bytes) override {
    for (const uint8_t byte : there_.pass(bench::Bytes(bytes.begin(), bytes.end()))) {
      if (beforeEachByte)
        beforeEachByte();
      const bench::Bytes answer = back_.pass(device_.take(byte));
      if (!loseAnswers)
        pending_.insert(pending_.end(), answer.begin(), answer.end());
    }
  }
  size_t read(std::span<uint8_t> bytes, std::chrono::milliseconds) override {
    size_t count = 0;
    for (; count < bytes.size() && !pending_.empty(); pending_.pop_front())
      bytes[count++] = pending_.front();
    return count;
  }
  std::string name() const override { return "test line"; }

private:
  LinkDevice &device_;
  Damage there_, back_;
  std::deque<uint8_t> pending_;
};

}  // namespace weft::board::test
