// SPDX-License-Identifier: Apache-2.0
// The FPGA of a simulated board with the small shell: for each kernel the board's top.sv round it, verilated, at a
// pseudo-terminal.
#pragma once
#include <memory>

#include "board/description.h"
#include "board/small_shell/fpga.h"
#include "sim/build_pool.h"
#include "sim/serial_line.h"

namespace weft::sim {

class SerialFpga final : public board::Fpga {
public:
  /// `noise`: SerialLine's.
  SerialFpga(const board::Description &description, const ModelOptions &options, unsigned noise,
             std::shared_ptr<BuildPool> pool);

  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &kernel) override;
  /// One hardware with all of them.
  std::shared_ptr<board::PreparedKernel> prepareTogether(std::span<const kernel::Image> kernels);
  std::unique_ptr<board::ByteStream> load(const std::shared_ptr<board::PreparedKernel> &kernel) override;
  /// On a busy machine a large design takes seconds over a request, and each repetition adds to them.
  board::Link::Settings linkSettings() const override {
    return {.patience = std::chrono::minutes(10), .longest = std::chrono::seconds(30)};
  }

  /// The board that is powered on, after the first load.
  SerialLine &line() { return *line_; }

private:
  const board::Description description_;
  const ModelOptions options_;
  const unsigned noise_;
  const std::shared_ptr<BuildPool> pool_;
  std::unique_ptr<SerialLine> line_;
};

/// A simulated FPGA, or the board with it, whose description has a serial port, as the environment says. Throw
/// std::runtime_error for what such boards do not have.
std::unique_ptr<board::Fpga> makeSerialFpga(const board::Description &description);
std::unique_ptr<board::Board> makeSerialBoard(const board::Description &description);

}  // namespace weft::sim
