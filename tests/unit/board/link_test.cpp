// SPDX-License-Identifier: Apache-2.0
// The host's end of the link: frames against an implementation of their own, and requests over damaged lines.
#include <catch2/catch.hpp>

#include "board/link/link.h"
#include "link_device.h"

using namespace weft;
using board::DeviceWasReset;
using board::FrameReader;
using board::Link;
using board::LinkTimeout;
using board::makeFrame;
using Bytes = std::vector<uint8_t>;
using board::test::DeviceLine;
using board::test::LinkDevice;
using test::Random;
using Space = Link::Space;

namespace {

constexpr uint32_t kControl = abi::small_reg::CONTROL, kStart = abi::small_reg::CONTROL_START;

Bytes randomBytes(Random &random, size_t count) {
  static constexpr uint8_t kSpecial[] = {0x7e, 0x7d, 0x5e, 0x5d};
  Bytes bytes(count);
  for (uint8_t &byte : bytes)
    byte = random.chance(25) ? random.of(kSpecial) : uint8_t(random.next());
  return bytes;
}

std::vector<Bytes> framesIn(const Bytes &bytes) {
  FrameReader reader;
  std::vector<Bytes> found;
  for (uint8_t byte : bytes)
    if (auto content = reader.take(byte))
      found.push_back(*content);
  return found;
}

/// A device, and a link to it that waits for nothing long.
struct Connected {
  explicit Connected(uint64_t seed = 1, unsigned damagePerThousand = 0)
      : line(new DeviceLine(device, seed, damagePerThousand)), link(std::unique_ptr<DeviceLine>(line), settings()) {
    link.connect();
  }
  static Link::Settings settings() {
    using std::chrono::milliseconds;
    return {.patience = milliseconds(300), .shortest = milliseconds(1), .longest = milliseconds(2)};
  }
  LinkDevice device;
  DeviceLine *line;
  Link link;
};

}  // namespace

TEST_CASE("frames are what RFC 1662 and zlib say") {
  Random random(1);
  for (size_t length = 1; length < 300; ++length) {
    const Bytes content = randomBytes(random, length);
    REQUIRE(makeFrame(content) == bench::framed(content));
    REQUIRE(framesIn(makeFrame(content)) == (std::vector<Bytes>{content}));
  }
}

TEST_CASE("a damaged frame is no frame, and the next one is read") {
  Random random(2);
  const Bytes content = randomBytes(random, 12), next = randomBytes(random, 5);
  const Bytes whole = makeFrame(content), behind = makeFrame(next);
  const auto read = [&](Bytes first) {
    first.insert(first.end(), behind.begin(), behind.end());
    return framesIn(first);
  };
  REQUIRE(read(whole) == (std::vector<Bytes>{content, next}));
  for (size_t i = 0; i < whole.size(); ++i) {
    // A flag at either end may be missing: the neighbouring frame has one.
    const bool isFlag = i == 0 || i + 1 == whole.size();
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes damaged = whole;
      damaged[i] = uint8_t(damaged[i] ^ 1u << bit);
      const auto found = read(damaged);
      REQUIRE(found.back() == next);
      if (!isFlag)
        REQUIRE(found.size() == 1);
    }
    Bytes shorter = whole;
    shorter.erase(shorter.begin() + long(i));
    REQUIRE(read(shorter).back() == next);
    if (!isFlag)
      REQUIRE(read(shorter).size() == 1);
  }
}

TEST_CASE("reads and writes arrive whole over lines that damage one byte in 50") {
  const unsigned damage = GENERATE(0u, 2u, 20u);
  Connected c(3 + damage, damage);
  Random random(4);
  Bytes expected(4096);
  unsigned starts = 0;
  for (unsigned i = 0; i < 300; ++i) {
    const size_t count = random.range(1, damage > 10 ? 60 : 700);
    const uint32_t address = uint32_t(random.below(4096 - count));
    if (random.chance(40)) {
      const Bytes data = randomBytes(random, count);
      std::copy(data.begin(), data.end(), expected.begin() + address);
      c.link.write(Space::Memory, address, data);
    } else if (random.chance(50)) {
      Bytes data(count);
      c.link.read(Space::Memory, address, data);
      REQUIRE(std::equal(data.begin(), data.end(), expected.begin() + address));
    } else {
      c.link.writeRegister(kControl, kStart);
      REQUIRE(c.device.starts == ++starts);  // not one too many, whatever was repeated
      REQUIRE(c.link.readRegister(kControl) == kStart);
    }
  }
  CHECK(c.device.memory == expected);
  CHECK((c.link.statistics().repetitions > 0) == (damage > 0));
}

TEST_CASE("a start whose answer is lost is not repeated") {
  Connected c;
  c.line->loseAnswers = true;
  unsigned bytes = 0;
  c.line->beforeEachByte = [&] { c.line->loseAnswers = ++bytes < 200; };
  c.link.writeRegister(kControl, kStart);
  CHECK(c.device.starts == 1);
  CHECK(c.link.statistics().repetitions >= 5);
}

TEST_CASE("a reset in the middle of a request is told, and nothing is done twice") {
  for (unsigned at = 1; at < 40; ++at) {
    Connected c;
    unsigned bytes = 0;
    c.line->beforeEachByte = [&] {
      if (++bytes == at)
        c.device.reset();
    };
    bool told = false;
    for (unsigned i = 0; i < 3 && !told; ++i)
      try {
        c.link.writeRegister(kControl, kStart);
      } catch (const DeviceWasReset &error) {
        told = true;
        CHECK(std::string(error.what()).find("test line") != std::string::npos);
      }
    REQUIRE(told);
    const unsigned before = c.device.starts;
    c.link.connect();
    c.link.writeRegister(kControl, kStart);
    REQUIRE(c.device.starts == before + 1);
  }
}

TEST_CASE("a device that says nothing is given up in time, and the message has the numbers") {
  Connected c;
  c.line->loseAnswers = true;
  std::array<uint8_t, 16> bytes{};
  const auto begun = std::chrono::steady_clock::now();
  try {
    c.link.read(Space::Memory, 0x120, bytes);
    FAIL("answered");
  } catch (const LinkTimeout &error) {
    const std::string text = error.what();
    for (const char *part :
         {"test line", "read of 16 bytes at 0x120", "device memory", "0.3 s", "0 bytes, 0 damaged frames", "powered"}) {
      INFO(text);
      CHECK(text.find(part) != std::string::npos);
    }
  }
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
}

TEST_CASE("a device of another version is not connected to") {
  LinkDevice device;
  device.registers[3] ^= 3;
  Link link(std::make_unique<DeviceLine>(device, 1, 0), Connected::settings());
  CHECK_THROWS_WITH(link.connect(), Catch::Contains("the request to connect") && Catch::Contains("another version"));
}

TEST_CASE("what another link asked for is not taken for an answer") {
  LinkDevice device;
  DeviceLine *line = new DeviceLine(device, 1, 0);
  Link link(std::unique_ptr<DeviceLine>(line), Connected::settings());
  // A former process connected and did not wait for the answers to its requests, which come now.
  line->write(bench::request(1, abi::link_request::CONNECT, 0, 0));
  for (unsigned number = 0; number < 256; ++number)
    line->write(bench::request(uint8_t(number), abi::link_request::MEMORY, 0, 3));
  line->write(Bytes{0x7e, 5, 6});
  link.connect();
  device.memory[7] = 99;
  std::array<uint8_t, 1> byte{};
  link.read(Space::Memory, 7, byte);
  CHECK(byte[0] == 99);
}
