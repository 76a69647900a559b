// SPDX-License-Identifier: Apache-2.0
#include "sim/online_board.h"

#include <atomic>
#include <mutex>
#include <optional>

#include "board/link/serial_port.h"
#include "board/small_shell/small_board.h"
#include "board/small_shell/small_shell.h"
#include "sim/serial_fpga.h"

namespace weft::sim {
namespace {

using board::Description;

// A board that is programmed answers in milliseconds; one that is not never does.
constexpr board::Link::Settings kAnswer{.patience = std::chrono::seconds(3)};

/// What is at the port. Throws std::runtime_error if there is no port; LinkTimeout if nobody answers.
board::SmallShell connect(const Description &description, const std::string &port) {
  return board::SmallShell(board::openSerialPort(port, description.uart->baud), kAnswer);
}

class OnlineFpga final : public board::Fpga {
public:
  OnlineFpga(const Description &description, const std::string &port, std::unique_ptr<board::Fpga> programmed,
             bool answers)
      : description_(description), port_(port), programmed_(std::move(programmed)),
        simulated_(makeSerialFpga(description)), answers_(answers) {}

  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &kernel) override {
    return chosen(&kernel).prepare(kernel);
  }
  std::unique_ptr<board::ByteStream> load(const std::shared_ptr<board::PreparedKernel> &kernel) override {
    return chosen().load(kernel);
  }
  board::Link::Settings linkSettings() const override { return chosen().linkSettings(); }
  bool awaitsBitstream() const override { return chosen_ == simulated_.get(); }

private:
  /// The first kernel decides.
  board::Fpga &chosen(const kernel::Image *kernel = nullptr) {
    const std::scoped_lock lock(mutex_);
    if (!chosen_)
      chosen_ = kernel && has(*kernel) ? programmed_.get() : simulated_.get();
    return *chosen_;
  }
  board::Fpga &chosen() const { return *chosen_; }

  bool has(const kernel::Image &kernel) const {
    const uint32_t number = board::kernelNumber(kernel);
    try {
      return answers_ && connect(description_, port_).select(number) == number;
    } catch (const board::LinkTimeout &) {
      return false;
    }
  }

  const Description description_;
  const std::string port_;
  const std::unique_ptr<board::Fpga> programmed_, simulated_;
  const bool answers_;
  std::mutex mutex_;
  std::atomic<board::Fpga *> chosen_{nullptr};
};

/// The clock of what answers at the port; 0: it does not tell. Nothing: nobody answers.
std::optional<double> clockAt(const Description &description, const std::string &port) {
  try {
    return connect(description, port).clockMhz();
  } catch (const board::LinkTimeout &) {
    return std::nullopt;
  }
}

}  // namespace

std::unique_ptr<board::Board> makeOnlineBoard(const Description &description, const std::string &port) {
  std::unique_ptr<board::Fpga> programmed = board::makeProgrammedFpga(description, port);
  const std::optional<double> mhz = clockAt(description, port);
  const Description actual = mhz.value_or(0) > 0 ? board::withClock(description, *mhz) : description;
  return board::makeSmallBoard(actual,
                               std::make_unique<OnlineFpga>(actual, port, std::move(programmed), mhz.has_value()));
}

}  // namespace weft::sim
