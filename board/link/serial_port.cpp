// SPDX-License-Identifier: Apache-2.0
#include "board/link/serial_port.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace weft::board {
namespace {

// The speeds that POSIX or Linux have a name for.
constexpr std::pair<unsigned, speed_t> kSpeeds[] = {
    {9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},     {115200, B115200},
    {230400, B230400},   {460800, B460800},   {500000, B500000},   {576000, B576000},   {921600, B921600},
    {1000000, B1000000}, {1152000, B1152000}, {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000},
    {3000000, B3000000}, {3500000, B3500000}, {4000000, B4000000}};

// As long as nothing can be sent, for instance because the adapter hangs.
constexpr int kWriteTimeoutMs = 5000;

std::runtime_error failure(const std::string &path, const std::string &what, const char *advice = "") {
  return std::runtime_error(fmt::format("serial port {}: {}{}", path, what, advice));
}

const char *adviceFor(int error) {
  switch (error) {
  case ENOENT:
    return "; is the board plugged in? ls /dev/ttyUSB* /dev/ttyACM* shows what there is";
  case EACCES:
    return "; its group may use it (often dialout): sudo usermod -a -G dialout $USER, then log in again";
  case EBUSY:
    return "; another program has it";
  default:
    return "";
  }
}

class SerialPort final : public ByteStream {
public:
  SerialPort(std::string path, unsigned baud)
      : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    if (file_ < 0)
      throw failure(path_, std::strerror(errno), adviceFor(errno));
    try {
      configure(baud);
    } catch (...) {
      ::close(file_);
      throw;
    }
  }
  ~SerialPort() override { ::close(file_); }
  SerialPort(const SerialPort &) = delete;
  SerialPort &operator=(const SerialPort &) = delete;

  void write(std::span<const uint8_t> bytes) override {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_, bytes.data(), bytes.size());
      if (count > 0)
        bytes = bytes.subspan(size_t(count));
      else if (errno != EAGAIN && errno != EINTR)
        throw failure(path_, std::strerror(errno), "; was it unplugged?");
      else if (!await(POLLOUT, kWriteTimeoutMs))
        throw failure(path_, fmt::format("nothing could be sent for {} s", kWriteTimeoutMs / 1000));
    }
  }

  size_t read(std::span<uint8_t> bytes, std::chrono::milliseconds timeout) override {
    if (!await(POLLIN, int(timeout.count())))
      return 0;
    const ssize_t count = ::read(file_, bytes.data(), bytes.size());
    if (count > 0)
      return size_t(count);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return 0;
    throw failure(path_, count == 0 ? "the line was closed" : std::strerror(errno), "; was it unplugged?");
  }

  std::string name() const override { return path_; }

private:
  void configure(unsigned baud) const {
    if (!::isatty(file_))
      throw failure(path_, "this is no serial port");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw failure(path_, "another process has it open");
    const auto *speed = std::find_if(std::begin(kSpeeds), std::end(kSpeeds), [&](auto s) { return s.first == baud; });
    if (speed == std::end(kSpeeds))
      throw failure(path_, fmt::format("no serial port has {} baud; usual are 115200, 921600, 1000000, 3000000", baud));
    termios settings{};
    if (::tcgetattr(file_, &settings) != 0)
      throw failure(path_, std::strerror(errno));
    ::cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~tcflag_t(CSTOPB | CRTSCTS);
    if (::cfsetspeed(&settings, speed->second) != 0 || ::tcsetattr(file_, TCSANOW, &settings) != 0)
      throw failure(path_, fmt::format("cannot be set to {} baud: {}", baud, std::strerror(errno)));
    ::tcflush(file_, TCIOFLUSH);
  }

  /// Whether the port is ready for it in time. What it reports beside that, the call that follows finds out.
  bool await(short events, int milliseconds) const {
    pollfd poll{.fd = file_, .events = events, .revents = 0};
    int ready = 0;
    while ((ready = ::poll(&poll, 1, milliseconds)) < 0 && errno == EINTR) {
    }
    return ready > 0;
  }

  const std::string path_;
  const int file_;
};

}  // namespace

std::unique_ptr<ByteStream> openSerialPort(const std::string &path, unsigned baud) {
  return std::make_unique<SerialPort>(path, baud);
}

}  // namespace weft::board
