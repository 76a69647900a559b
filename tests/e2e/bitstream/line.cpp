// SPDX-License-Identifier: Apache-2.0
// A bitstream at the end of a serial line: the netlist that was recovered from it, beside the RTL of the board's
// top.sv, both driven by the same levels.
//
//   line DIVISOR RECORD          makes a pseudo-terminal, prints its path, and moves the clock while bytes are on their
//   way, until stdin
//                                ends. The host sees what the bitstream sends. The bytes are recorded with their
//                                cycles.
//   line DIVISOR RECORD replay   sends the recorded bytes again, in the same cycles
// Prints how many cycles there were, and in how many of them the two differed.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>

#include "Vpair.h"
#include "verilated.h"

namespace {

constexpr unsigned kQuietCycles = 4096;  // a request is carried out, and its answer begins, sooner

/// 8 data bits, no parity, one stop bit.
class Line {
public:
  explicit Line(unsigned divisor) : divisor_(divisor) {}

  bool sending() const { return sendLeft_ != 0; }
  void send(uint8_t byte) {
    sendBits_ = unsigned(byte) << 1 | 0x200;
    sendLeft_ = 10 * divisor_;
  }
  /// A cycle; true if a byte came from the bitstream.
  bool cycle(uint8_t &byte) {
    bool level = true;
    if (sendLeft_ != 0) {
      level = sendBits_ >> (10 * divisor_ - sendLeft_) / divisor_ & 1;
      --sendLeft_;
    }
    pair_.uart_rx_i = level;
    pair_.clk_i = 0;
    pair_.eval();
    pair_.clk_i = 1;
    pair_.eval();
    ++cycles;
    differing += pair_.tx_rtl_o != pair_.tx_chip_o;
    const bool got = receive(pair_.tx_chip_o, byte);
    quiet = sending() || receiving_ || got ? 0 : quiet + 1;
    return got;
  }

  uint64_t cycles = 0, differing = 0;
  unsigned quiet = 0;  // cycles without anything on the line

private:
  bool receive(bool level, uint8_t &byte) {
    if (!receiving_) {
      receiving_ = !level && cycles > 64;  // until the reset after power-on is over the wire is low
      at_ = received_ = 0;
      return false;
    }
    ++at_;
    if (at_ % divisor_ != divisor_ / 2)
      return false;
    const unsigned bit = at_ / divisor_;
    received_ |= unsigned(level) << bit;
    if (bit < 9)
      return false;
    receiving_ = false;
    byte = uint8_t(received_ >> 1);
    return true;
  }

  Vpair pair_;
  const unsigned divisor_;
  unsigned sendBits_ = 0, sendLeft_ = 0;
  bool receiving_ = false;
  unsigned at_ = 0, received_ = 0;
};

[[noreturn]] void fail(const char *what) {
  std::perror(what);
  std::exit(1);
}

int openTerminal() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  std::array<char, 128> path{};
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0 ||
      ::ptsname_r(terminal, path.data(), path.size()) != 0)
    fail("pseudo-terminal");
  std::printf("%s\n", path.data());
  std::fflush(stdout);
  return terminal;
}

void serve(Line &line, std::FILE *record) {
  const int terminal = openTerminal();
  std::deque<uint8_t> pending;
  for (;;) {
    const bool idle = line.quiet >= kQuietCycles && pending.empty();
    pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {terminal, POLLIN, 0}};
    ::poll(files, 2, idle ? 10 : 0);
    if (idle && files[0].revents != 0)
      return;
    std::array<uint8_t, 512> bytes{};
    const ssize_t count = ::read(terminal, bytes.data(), bytes.size());
    pending.insert(pending.end(), bytes.begin(), bytes.begin() + (count > 0 ? count : 0));
    if (idle && count <= 0) {
      ::usleep(1000);  // a line that nobody has open is always ready
      continue;
    }
    for (unsigned i = 0; i < 512; ++i) {
      if (!line.sending() && !pending.empty()) {
        std::fprintf(record, "%llu %u\n", static_cast<unsigned long long>(line.cycles), unsigned(pending.front()));
        line.send(pending.front());
        pending.pop_front();
      }
      uint8_t byte = 0;
      if (line.cycle(byte) && ::write(terminal, &byte, 1) != 1)
        fail("write");
    }
  }
}

void replay(Line &line, std::FILE *record) {
  unsigned long long at = 0;
  unsigned sent = 0;
  uint8_t byte = 0;
  while (std::fscanf(record, "%llu %u", &at, &sent) == 2) {
    while (line.cycles < at)
      line.cycle(byte);
    line.send(uint8_t(sent));
  }
  while (line.sending() || line.quiet < kQuietCycles)
    if (line.cycle(byte); line.differing > 1000)
      break;
}

}  // namespace

int main(int count, char **words) {
  const bool replays = count == 4 && std::strcmp(words[3], "replay") == 0;
  if (count < 3)
    return 2;
  std::FILE *record = std::fopen(words[2], replays ? "r" : "w");
  if (!record)
    fail(words[2]);
  Line line{unsigned(std::atoi(words[1]))};
  uint8_t byte = 0;
  for (unsigned i = 0; i < 128; ++i)  // power-on
    line.cycle(byte);
  if (replays)
    replay(line, record);
  else
    serve(line, record);
  std::fclose(record);
  std::printf("%llu %llu\n", static_cast<unsigned long long>(line.cycles),
              static_cast<unsigned long long>(line.differing));
  return 0;
}
