// SPDX-License-Identifier: Apache-2.0
// Serial ports: pseudo-terminals, and what cannot be opened.
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include "board/link/serial_port.h"

using namespace weft;
using namespace std::chrono_literals;
using board::openSerialPort;

namespace {

/// The far end of a pseudo-terminal.
class Terminal {
public:
  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    REQUIRE(master_ >= 0);
    REQUIRE(::grantpt(master_) == 0);
    REQUIRE(::unlockpt(master_) == 0);
    path = ::ptsname(master_);
  }
  ~Terminal() { unplug(); }
  Terminal(const Terminal &) = delete;
  Terminal &operator=(const Terminal &) = delete;

  std::string path;
  int file() const { return master_; }
  void unplug() {
    if (master_ >= 0)
      ::close(master_);
    master_ = -1;
  }

private:
  int master_;
};

std::string errorOf(const std::string &path, unsigned baud) {
  try {
    openSerialPort(path, baud);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "";
}

bool has(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("every byte passes a serial port as it is, in both directions") {
  Terminal terminal;
  const auto port = openSerialPort(terminal.path, 3000000);
  std::array<uint8_t, 256> all{}, got{};
  for (unsigned i = 0; i < 256; ++i)
    all[i] = uint8_t(i);
  port->write(all);
  size_t count = 0;
  while (count < got.size())
    count += size_t(::read(terminal.file(), got.data() + count, got.size() - count));
  CHECK(got == all);
  REQUIRE(::write(terminal.file(), all.data(), all.size()) == ssize_t(all.size()));
  got = {};
  for (count = 0; count < got.size();)
    count += port->read(std::span(got).subspan(count), 1000ms);
  CHECK(got == all);
  CHECK(port->read(got, 1ms) == 0);
}

TEST_CASE("a serial port that cannot be opened says why") {
  Terminal terminal;
  CHECK(has(errorOf("/dev/no-such-port", 115200),
            "/dev/no-such-port: No such file or directory; is the board plugged in?"));
  CHECK(has(errorOf("/dev/null", 115200), "no serial port"));
  CHECK(has(errorOf(terminal.path, 123456), "123456 baud"));
  const auto port = openSerialPort(terminal.path, 115200);
  CHECK(has(errorOf(terminal.path, 115200), "another process has it open"));
}

TEST_CASE("a line that is unplugged is an error, not silence") {
  Terminal terminal;
  const auto port = openSerialPort(terminal.path, 115200);
  terminal.unplug();
  std::array<uint8_t, 4> bytes{};
  CHECK_THROWS_WITH(port->read(bytes, 1000ms), Catch::Contains(terminal.path) && Catch::Contains("unplugged"));
  CHECK_THROWS_WITH(port->write(bytes), Catch::Contains("unplugged"));
}
