// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <stdexcept>

#include "board/link/serial_port.h"
#include "board/small_shell/small_board.h"
#include "board/small_shell/small_shell.h"

namespace weft::board {
namespace {

class ProgrammedKernel final : public PreparedKernel {
public:
  void wait() override {}
  bool ready() const override { return true; }
};

/// Holds the kernel that it was programmed with; the board looks whether it is the right one.
class ProgrammedFpga final : public Fpga {
public:
  ProgrammedFpga(std::string port, unsigned baud) : port_(std::move(port)), baud_(baud) {}
  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &) override {
    return std::make_shared<ProgrammedKernel>();
  }
  std::unique_ptr<ByteStream> load(const std::shared_ptr<PreparedKernel> &) override {
    return openSerialPort(port_, baud_);
  }
  bool takesNewKernels() const override { return false; }

private:
  const std::string port_;
  const unsigned baud_;
};

}  // namespace

std::unique_ptr<Fpga> makeProgrammedFpga(const Description &description, const std::string &port) {
  if (!description.uart)
    throw std::runtime_error(
        fmt::format("board {} has no serial port: its description has no \"uart\"", description.name));
  if (port.empty())
    throw std::runtime_error(fmt::format("which serial port is board {} at? For example uart:{}@/dev/ttyUSB0",
                                         description.name, description.name));
  return std::make_unique<ProgrammedFpga>(port, description.uart->baud);
}

std::unique_ptr<Board> makeUartBoard(const Description &description, const std::string &port) {
  std::unique_ptr<Fpga> fpga = makeProgrammedFpga(description, port);
  // Whether anybody answers there is told now rather than at the first launch. The bitstream may have another clock
  // than the board's own, by its PLL.
  const double mhz = SmallShell(openSerialPort(port, description.uart->baud)).clockMhz();
  return makeSmallBoard(mhz > 0 ? withClock(description, mhz) : description, std::move(fpga));
}

}  // namespace weft::board
