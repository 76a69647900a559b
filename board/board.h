// SPDX-License-Identifier: Apache-2.0
// The abstract board: registers, host memory the device can reach, an interrupt, and kernel images.
// board.cpp has the list of implementations. host/core knows only this file, driver.h and the description.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "board/description.h"

namespace weft::kernel {
struct Image;
}

namespace weft::board {

/// A kernel prepared for a board: a simulation model or (part of) a bitstream. Prepared in the background.
class PreparedKernel {
public:
  virtual ~PreparedKernel() = default;
  /// Blocks until the kernel can be activated. Throws std::runtime_error with the tool's message if it could not be
  /// made.
  virtual void wait() = 0;
  virtual bool ready() const = 0;
};

/// All calls may come from any thread; calls that move the device (registers, waits) are serialised inside.
class Board {
public:
  virtual ~Board() = default;
  virtual const Description &description() const = 0;

  virtual uint32_t readRegister(uint32_t byteOffset) = 0;
  virtual void writeRegister(uint32_t byteOffset, uint32_t value) = 0;

  /// Makes [pointer, pointer+bytes) reachable by the device; returns its bus address. Ranges may overlap.
  virtual uint64_t mapHostMemory(void *pointer, size_t bytes) = 0;
  virtual void unmapHostMemory(uint64_t busAddress, size_t bytes) = 0;

  /// Waits until the interrupt line is up; false on timeout or when the device can make no more progress.
  virtual bool waitInterrupt(std::chrono::milliseconds timeout) = 0;

  /// Device cycles so far, as TIMER shows them, without moving the device.
  virtual uint64_t deviceCycles() const = 0;

  /// Starts to prepare a kernel; returns at once.
  virtual std::shared_ptr<PreparedKernel> prepare(const kernel::Image &kernel) = 0;
  /// Puts a prepared kernel into a kernel region (0 to Description::regions - 1). Waits for it. The region must be
  /// idle.
  virtual void activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) = 0;

  /// Whether it takes kernels that were compiled just now, as a simulation does. An FPGA has those of its bitstream.
  virtual bool takesNewKernels() const { return true; }
  /// Whether kernels that were prepared are simulated until the bitstream with them, which the host builds, is in the
  /// FPGA.
  virtual bool awaitsBitstream() const { return false; }

  /// Device memory is in use from allocation to release: outside of that it need not keep what was written. Called with
  /// the caller's locks held.
  virtual void memoryAllocated([[maybe_unused]] uint64_t address, [[maybe_unused]] uint64_t bytes) noexcept {}
  virtual void memoryReleased([[maybe_unused]] uint64_t address, [[maybe_unused]] uint64_t bytes) noexcept {}

  /// Device memory as the host sees it, address 0 first, on boards whose memory is shared (Description::sharedMemory);
  /// otherwise null.
  virtual uint8_t *sharedMemory() { return nullptr; }
};

/// Opens a board by its device string, `transport:name`, such as "sim:card", or `transport:/path/of/board.json`. Throws
/// std::runtime_error.
std::unique_ptr<Board> open(const std::string &device);
/// The description of a board by its device string, without opening it. Throws std::runtime_error.
Description describe(const std::string &device);

}  // namespace weft::board
