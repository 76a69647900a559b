// SPDX-License-Identifier: Apache-2.0
#include "sim/serial_line.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sim/model_instance.h"
#include "support/log.h"

namespace weft::sim {
namespace {

// A request that is in is carried out, and its answer begins, within so many cycles.
constexpr int kQuietCycles = 4096;
// After power-on a board may need so long until it answers: an SDRAM chip is initialised.
constexpr int kPowerOnCycles = 16384;
// Bytes that came from the board are handed on at least so often.
constexpr unsigned kCyclesPerTurn = 512;

std::runtime_error failure(const char *what) {
  return std::runtime_error(fmt::format("simulated serial line: {}: {}", what, std::strerror(errno)));
}

}  // namespace

bool UartReceiver::take(bool level, uint8_t &byte) {
  if (!receiving_) {
    receiving_ = !level;
    cycles_ = 0;
    bits_ = 0;
    return false;
  }
  ++cycles_;
  if (cycles_ % divisor_ != divisor_ / 2)
    return false;
  const unsigned bit = cycles_ / divisor_;
  bits_ = uint16_t(bits_ | level << bit);
  if (bit < 9)
    return false;
  receiving_ = false;
  byte = uint8_t(bits_ >> 1);
  return level;
}

/// The board from power-on to power-off.
struct SerialLine::Device {
  Device(const std::shared_ptr<ModelLibrary> &library, const std::string &name, unsigned divisor)
      : model(library, library->board(), name, out), sender(divisor), receiver(divisor) {}
  WireOut out;
  ModelInstance<WireIn, WireOut> model;
  UartSender sender;
  UartReceiver receiver;
  int quiet = -kPowerOnCycles;  // cycles since power-on was over or anything was on the line

  /// One cycle; true if a byte came from the board.
  bool cycle(uint8_t &byte) {
    const bool level = out.tx;
    model.take({.rx = sender.next()}, 0);
    model.clock();
    const bool got = receiver.take(level, byte);
    quiet = quiet > 0 && (sender.busy() || receiver.busy()) ? 0 : quiet + 1;
    return got;
  }
};

SerialLine::SerialLine(std::shared_ptr<ModelLibrary> library, std::string name, unsigned divisor, unsigned noise)
    : library_(std::move(library)), name_(std::move(name)), divisor_(divisor), noise_(noise), random_(noise),
      terminal_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  std::array<char, 128> path{};
  if (terminal_.get() < 0 || ::grantpt(terminal_.get()) != 0 || ::unlockpt(terminal_.get()) != 0 ||
      ::ptsname_r(terminal_.get(), path.data(), path.size()) != 0)
    throw failure("cannot make a pseudo-terminal");
  if (wake_.get() < 0 || ::fcntl(terminal_.get(), F_SETFL, O_NONBLOCK) != 0)
    throw failure("cannot make a line");
  path_ = path.data();
  thread_ = std::thread([this] { serve(); });
}

SerialLine::~SerialLine() {
  stop_ = true;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
  thread_.join();
}

/// The thread: powers the board on, again after each reset.
void SerialLine::serve() {
  try {
    while (!stop_) {
      resetWanted_ = false;
      Device device(library_, name_, divisor_);
      while (!stop_ && !resetWanted_)
        run(device);
    }
  } catch (const std::exception &error) {
    support::log(support::LogLevel::Error, "the simulated board {} failed: {}", name_, error.what());
    terminal_ = support::Descriptor(-1);  // which the host takes for an unplugged cable
  }
}

/// Moves the clock until nothing is on its way; then waits for a byte from the host.
void SerialLine::run(Device &device) {
  if (!receive(device.quiet >= kQuietCycles && !device.sender.busy()))
    return;
  std::string answer;
  for (unsigned i = 0; i < kCyclesPerTurn; ++i) {
    if (!device.sender.busy() && !pending_.empty()) {
      device.sender.send(pending_.front());
      pending_.pop_front();
    }
    uint8_t byte = 0;
    if (device.cycle(byte))
      answer.push_back(char(byte));
  }
  flush(answer);
}

/// Takes what the host has sent. `wait`: until something comes. False if nothing may happen.
bool SerialLine::receive(bool wait) {
  std::array<pollfd, 2> files{
      {{.fd = terminal_.get(), .events = POLLIN, .revents = 0}, {.fd = wake_.get(), .events = POLLIN, .revents = 0}}};
  if (wait && pending_.empty()) {
    // Not for ever: a reset that is wanted meanwhile is done soon. A line that nobody has open any more is not looked
    // at.
    ::poll(files.data(), files.size(), 50);
    if (files[0].revents & POLLHUP)
      ::poll(&files[1], 1, 50);
  }
  std::array<char, 512> bytes{};
  const ssize_t count = ::read(terminal_.get(), bytes.data(), bytes.size());
  if (count > 0) {
    std::string got(bytes.data(), size_t(count));
    damage(got);
    pending_.insert(pending_.end(), got.begin(), got.end());
  }
  return !wait || !pending_.empty();
}

void SerialLine::flush(std::string &bytes) {
  damage(bytes);
  // A host that does not read loses what it does not read, as with a cable.
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(terminal_.get(), bytes.data() + done, bytes.size() - done);
    if (count <= 0)
      return;
    done += size_t(count);
  }
}

void SerialLine::damage(std::string &bytes) {
  if (noise_ == 0)
    return;
  std::string result;
  for (const char byte : bytes) {
    const bool damaged = random_() % 1'000'000 < noise_;
    const unsigned kind = damaged ? unsigned(random_() % 3) : 3;
    if (kind != 0)  // lost
      result.push_back(kind == 1 ? char(byte ^ 1 << random_() % 8) : byte);
    if (kind == 2)  // followed by one that nobody sent
      result.push_back(char(random_()));
  }
  bytes = result;
}

}  // namespace weft::sim
