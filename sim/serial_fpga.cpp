// SPDX-License-Identifier: Apache-2.0
#include "sim/serial_fpga.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "board/link/serial_port.h"
#include "board/small_shell/small_board.h"
#include "kernel/image.h"
#include "support/options.h"

namespace weft::sim {
namespace {

class SerialKernel final : public board::PreparedKernel {
public:
  SerialKernel(std::shared_ptr<Build> build, std::string name) : build(std::move(build)), name(std::move(name)) {}
  void wait() override { build->wait(); }
  bool ready() const override { return build->ready(); }

  const std::shared_ptr<Build> build;
  const std::string name;
};

}  // namespace

SerialFpga::SerialFpga(const board::Description &description, const ModelOptions &options, unsigned noise,
                       std::shared_ptr<BuildPool> pool)
    : description_(description), options_(options), noise_(noise), pool_(std::move(pool)) {}

std::shared_ptr<board::PreparedKernel> SerialFpga::prepare(const kernel::Image &kernel) {
  return prepareTogether({&kernel, 1});
}

std::shared_ptr<board::PreparedKernel> SerialFpga::prepareTogether(std::span<const kernel::Image> kernels) {
  return std::make_shared<SerialKernel>(pool_->request(boardSpec(description_, kernels, options_)),
                                        kernels.front().interface.name);
}

std::unique_ptr<board::ByteStream> SerialFpga::load(const std::shared_ptr<board::PreparedKernel> &kernel) {
  const auto simulated = std::dynamic_pointer_cast<SerialKernel>(kernel);
  if (!simulated)
    throw std::runtime_error("this kernel was prepared for another board");
  line_.reset();
  line_ = std::make_unique<SerialLine>(simulated->build->wait(), simulated->name, description_.uartDivisor(), noise_);
  return board::openSerialPort(line_->path(), description_.uart->baud);
}

std::unique_ptr<board::Fpga> makeSerialFpga(const board::Description &description) {
  const support::Options &options = support::options();
  if (!options.TRACE.empty())
    throw std::runtime_error(fmt::format(
        "WEFT_TRACE: the simulation of board {}, with its serial line, writes no waveforms", description.name));
  if (options.SIM == support::SimEngine::Both)
    throw std::runtime_error(fmt::format(
        "WEFT_SIM=both: board {}, with its serial line, is simulated by Verilator alone; there is nothing to compare",
        description.name));
  const ModelOptions models{.fastFp = options.SIM_FP == support::SimFp::Fast,
                            .trace = false,
                            .names = false,
                            .optimised = options.SIM_MODEL == support::SimModel::Optimised};
  const auto noise = unsigned(std::min<uint64_t>(options.SIM_LINE_NOISE, 1'000'000));
  return std::make_unique<SerialFpga>(description, models, noise, BuildPool::standard());
}

std::unique_ptr<board::Board> makeSerialBoard(const board::Description &description) {
  return board::makeSmallBoard(description, makeSerialFpga(description));
}

}  // namespace weft::sim
