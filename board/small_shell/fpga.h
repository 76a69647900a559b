// SPDX-License-Identifier: Apache-2.0
// The FPGA of a board with the small shell: how kernels get into it, and the line to it.
#pragma once
#include <memory>

#include "board/board.h"
#include "board/link/byte_stream.h"
#include "board/link/link.h"

namespace weft::board {

class Fpga {
public:
  virtual ~Fpga() = default;
  /// Hardware with that kernel, and maybe with others.
  virtual std::shared_ptr<PreparedKernel> prepare(const kernel::Image &kernel) = 0;
  /// Makes the FPGA one that has the kernel, which wait() says is ready, and returns the line to it. The line before
  /// must not be used any more. Memory and registers are as after power-on. Throws std::runtime_error.
  virtual std::unique_ptr<ByteStream> load(const std::shared_ptr<PreparedKernel> &kernel) = 0;
  /// As Board's.
  virtual bool takesNewKernels() const { return true; }
  virtual bool awaitsBitstream() const { return false; }
  /// How long the line may take.
  virtual Link::Settings linkSettings() const { return {}; }
};

/// By which register KERNEL selects this kernel: a hash of its RTL, so that no other kernel is taken for it.
uint32_t kernelNumber(const kernel::Image &kernel);

}  // namespace weft::board
