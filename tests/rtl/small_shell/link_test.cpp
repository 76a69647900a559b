// SPDX-License-Identifier: Apache-2.0
// link_endpoint between a line of bytes, whole and damaged, and a bus with random waits.
#include <array>
#include <cstdio>
#include <deque>
#include <map>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"
#include "tests/rtl/small_shell/frames.h"

using namespace bench;
namespace kind = weft::abi::link_request;
using weft::abi::LinkStatus;

namespace {

constexpr unsigned kSpace = 1 << 14;  // bytes of registers, and of memory

class Line {
public:
  explicit Line(uint64_t seed) : random(seed) {
    for (auto &space : spaces)
      for (uint8_t &byte : space)
        byte = uint8_t(random.next());
    clock.top.rx_valid_i = 0;
    reset();
  }

  Clocked<MODEL> clock;
  Random random;
  std::array<std::array<uint8_t, kSpace>, 2> spaces;  // what the bus has: registers, memory
  unsigned bytesWritten = 0, wordsRead = 0;           // over the bus, ever
  std::deque<Bytes> answers;

  void reset() {
    clock.reset();
    reader_ = {};
    waits_ = 0;
  }

  /// A byte comes, then nothing for as long as the checksum needs and some time more.
  void send(uint8_t byte) {
    clock.top.rx_valid_i = 1, clock.top.rx_data_i = byte;
    cycle();
    clock.top.rx_valid_i = 0;
    idle(unsigned(random.range(10, 14)));
  }
  void send(const Bytes &bytes) {
    for (uint8_t byte : bytes)
      send(byte);
  }
  void idle(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i)
      cycle();
  }

  /// The answer to one request, if any comes.
  std::optional<Bytes> answer() {
    for (unsigned i = 0; i < 20000 && answers.empty(); ++i)
      cycle();
    idle(20);  // the last flag leaves, the endpoint listens again
    if (answers.empty())
      return std::nullopt;
    Bytes first = answers.front();
    answers.pop_front();
    BENCH_CHECK(answers.empty(), "two answers to one request");
    return first;
  }
  Bytes ask(const Bytes &frame) {
    send(frame);
    const auto result = answer();
    BENCH_CHECK(result, "no answer");
    return *result;
  }
  void connect(uint8_t number) {
    const Bytes result = ask(request(number, kind::CONNECT, 0, 0));
    BENCH_CHECK(result == (Bytes{number, uint8_t(LinkStatus::OK)}), "CONNECT");
  }

private:
  void cycle() {
    auto &top = clock.top;
    top.tx_ready_i = random.chance(20);
    top.bus_ready_i = top.bus_valid_o && waits_ == 0;
    const unsigned address = top.bus_addr_o & ~3u;
    auto &space = spaces[top.bus_memory_o & 1];
    uint32_t word = uint32_t(random.next());  // counts only with ready
    if (top.bus_ready_i)
      std::memcpy(&word, &space[address], 4);
    top.bus_rdata_i = word;
    clock.settle();
    if (top.tx_valid_o && top.tx_ready_i)
      if (const auto content = reader_.take(top.tx_data_o))
        answers.push_back(*content);
    if (top.bus_ready_i) {
      BENCH_CHECK(address + 4 <= kSpace);
      wordsRead += !top.bus_write_o;
      for (unsigned i = 0; top.bus_write_o && i < 4; ++i)
        if (bit(top.bus_wstrb_o, i))
          space[address + i] = uint8_t(top.bus_wdata_o >> 8 * i), ++bytesWritten;
      BENCH_CHECK(!top.bus_write_o || top.bus_wstrb_o, "a write of nothing");
    }
    if (!top.bus_valid_o || top.bus_ready_i)
      waits_ = random.chance(50) ? 0 : unsigned(random.range(1, 9));
    else
      --waits_;
    clock.edge();
  }

  FrameReader reader_;
  unsigned waits_ = 0;
};

Bytes randomBytes(Random &random, size_t count) {
  static constexpr uint8_t kSpecial[] = {0x7e, 0x7d, 0x5e, 0x5d};
  Bytes bytes(count);
  for (uint8_t &byte : bytes)
    byte = random.chance(25) ? random.of(kSpecial) : uint8_t(random.next());
  return bytes;
}

/// Requests of all kinds, each perhaps repeated: a write is done once, a read each time.
void requests() {
  Line line(1);
  Random random(2);
  line.connect(7);
  uint8_t number = 7;
  for (unsigned i = 0; i < 400; ++i) {
    ++number;
    const bool write = random.chance(50), memory = random.chance(50);
    const unsigned count =
        random.chance(20) ? random.of(std::array{1u, 4u, 254u, 255u}) : unsigned(random.range(1, 40));
    const uint32_t address = random.below(kSpace - count + 1);
    const uint8_t what = uint8_t((write ? kind::WRITE : 0) | (memory ? kind::MEMORY : 0));
    auto expected = line.spaces;
    const Bytes data = randomBytes(random, write ? count : 0);
    std::copy(data.begin(), data.end(), expected[memory].begin() + address);
    const unsigned before = line.bytesWritten;
    for (unsigned repeats = random.below(3u), done = 0; done <= repeats; ++done) {
      if (!write) {  // what is there by now
        line.spaces[memory][address] ^= 1;
        expected[memory][address] ^= 1;
      }
      const Bytes result = line.ask(request(number, what, address, uint8_t(count), data));
      Bytes right{number, uint8_t(LinkStatus::OK)};
      if (!write)
        right.insert(right.end(), &expected[memory][address], &expected[memory][address] + count);
      BENCH_CHECK(result == right, "request %u", i);
      BENCH_CHECK(line.spaces == expected);
      BENCH_CHECK(line.bytesWritten - before == data.size(), "written %u times", line.bytesWritten - before);
    }
  }
}

/// Sends a frame until it is answered, as a host does.
Bytes insist(Line &line, const Bytes &frame) {
  for (unsigned attempt = 0; attempt < 4; ++attempt) {
    line.send(frame);
    if (const auto result = line.answer())
      return *result;
  }
  bench::fail(__FILE__, __LINE__, "answered", "four whole frames after a damaged one");
}

/// A damaged frame, then the whole one: the write is done once, with the right bytes, and nothing else is.
void damaged(Line &line, uint8_t number, const Bytes &damagedFrame, const Bytes &whole, const Bytes &data,
             uint32_t address) {
  auto expected = line.spaces;
  std::copy(data.begin(), data.end(), expected[1].begin() + address);
  const unsigned before = line.bytesWritten;
  line.send(damagedFrame);
  line.idle(3000);  // an answer, if it was whole after all
  line.answers.clear();
  const Bytes result = insist(line, whole);
  BENCH_CHECK(result == (Bytes{number, uint8_t(LinkStatus::OK)}));
  BENCH_CHECK(line.spaces == expected && line.bytesWritten - before == data.size());
}

/// Every bit of a frame inverted, every byte lost, every byte inserted at every place, every two neighbours lost.
void everyDamage() {
  Line line(3);
  Random random(4);
  line.connect(0);
  uint8_t number = 0;
  const auto attempt = [&](const auto &damage) {
    const Bytes data = {uint8_t(random.next()), 0x7e, uint8_t(random.next()), 0x7d, uint8_t(random.next())};
    const uint32_t address = random.below(kSpace - 8);
    const Bytes whole = request(++number, kind::WRITE | kind::MEMORY, address, uint8_t(data.size()), data);
    Bytes frame = whole;
    damage(frame);
    damaged(line, number, frame, whole, data, address);
  };
  constexpr size_t kLength = 19;  // at least
  for (size_t i = 0; i < kLength; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit)
      attempt([&](Bytes &frame) { frame[i] = uint8_t(frame[i] ^ 1u << bit); });
    attempt([&](Bytes &frame) { frame.erase(frame.begin() + long(i)); });
    attempt([&](Bytes &frame) { frame.erase(frame.end() - 1 - long(i)); });
    attempt([&](Bytes &frame) { frame.erase(frame.begin() + long(i), frame.begin() + long(i) + 2); });
    for (unsigned value = 0; value < 256; ++value)
      attempt([&](Bytes &frame) { frame.insert(frame.begin() + long(i), uint8_t(value)); });
  }
}

/// A reset after each byte of a request and in the answer: refused until CONNECT, and nothing is done.
void resets() {
  Line line(5);
  const Bytes data = {1, 2, 3, 4, 5, 6, 7, 8};
  const Bytes frame = request(9, kind::WRITE | kind::MEMORY, 33, 8, data);
  for (size_t after = 0; after <= frame.size() + 20; ++after) {
    line.connect(8);
    line.send(Bytes(frame.begin(), frame.begin() + long(std::min(after, frame.size()))));
    if (after > frame.size())
      line.idle(unsigned(after - frame.size()) * 7);
    line.reset();
    line.answers.clear();
    const auto untouched = line.spaces;
    const unsigned written = line.bytesWritten, read = line.wordsRead;
    for (uint8_t what : {kind::WRITE, kind::MEMORY})
      BENCH_CHECK(line.ask(request(9, what, 32, 8, what == kind::WRITE ? data : Bytes{})) ==
                  (Bytes{9, uint8_t(LinkStatus::NOT_CONNECTED)}));
    BENCH_CHECK(line.spaces == untouched && line.bytesWritten == written && line.wordsRead == read);
  }
}

/// Frames that are whole and say what cannot be.
void refusals() {
  Line line(6);
  line.connect(1);
  const auto untouched = line.spaces;
  const Bytes data(10, 0x55);
  const Bytes badLength{2, uint8_t(LinkStatus::BAD_LENGTH)};
  BENCH_CHECK(line.ask(request(2, kind::WRITE, 64, 9, data)) == badLength);
  BENCH_CHECK(line.ask(request(2, kind::WRITE, 64, 11, data)) == badLength);
  BENCH_CHECK(line.ask(request(2, 0, 64, 10, data)) == badLength);
  BENCH_CHECK(line.ask(request(2, kind::WRITE, 64, 10, Bytes(2000, 0x55))) == badLength);
  for (size_t length = 0; length < 3; ++length) {  // with its FCS shorter than a header
    line.send(framed(Bytes(length, 2)));
    BENCH_CHECK(!line.answer(), "a frame of %zu bytes was answered", length);
  }
  BENCH_CHECK(line.ask(request(2, kind::WRITE, 64, 0)) == (Bytes{2, uint8_t(LinkStatus::OK)}), "nothing to write");
  BENCH_CHECK(line.spaces == untouched && line.bytesWritten == 0);
}

/// Random bytes, flags and escapes among them, are nothing; then a request is understood at the second attempt at the
/// latest.
void noise() {
  Line line(7);
  Random random(8);
  line.connect(1);
  const auto untouched = line.spaces;
  uint8_t number = 1;
  for (unsigned round = 0; round < 40; ++round) {
    line.send(randomBytes(random, 100));
    line.answers.clear();
    const Bytes frame = request(++number, kind::MEMORY, 100, 1);
    line.send(frame);
    auto result = line.answer();
    if (!result)
      result = line.ask(frame);
    BENCH_CHECK(*result == (Bytes{number, uint8_t(LinkStatus::OK), untouched[1][100]}));
  }
  BENCH_CHECK(line.spaces == untouched && line.bytesWritten == 0);
}

}  // namespace

int main() {
  requests();
  everyDamage();
  resets();
  refusals();
  noise();
  std::printf("link_endpoint: %llu cycles\n", static_cast<unsigned long long>(bench::now));
}
