// SPDX-License-Identifier: Apache-2.0
// The registers and the command ring of a shell as software in the host's process, for boards whose hardware has no
// ring. What the commands do is the board's affair; host memory is reached by its addresses in this process.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "weft_abi.h"

namespace weft::board {

/// Device memory as transfers see it. Calls throw what the board throws when it cannot be reached.
class TransferMemory {
public:
  virtual ~TransferMemory() = default;
  virtual uint64_t bytes() const = 0;
  virtual void read(uint64_t address, uint8_t *to, uint64_t bytes) = 0;
  virtual void write(uint64_t address, const uint8_t *from, uint64_t bytes) = 0;
};

/// Carries out a copy or a fill, row by row. BAD_DESCRIPTOR for another command, DEVICE_BUS_ERROR for one that leaves
/// the memory; what lies before that is done.
abi::Status transfer(const abi::Descriptor &command, TransferMemory &memory);

/// Whether a LAUNCH names a kernel and a number of words that a board of so many regions can have.
bool launchIsValid(const abi::Descriptor &launch, unsigned regions);

/// All calls may come from any thread.
class SoftwareRing {
public:
  /// `now`: device cycles, for register TIMER.
  explicit SoftwareRing(std::function<uint64_t()> now) : now_(std::move(now)) {}

  uint32_t readRegister(uint32_t byteOffset);
  void writeRegister(uint32_t byteOffset, uint32_t value);

  /// The next published command, if there is one and CONTROL.ENABLE is set. `mayLaunch`: a launch is left in the ring
  /// otherwise, with all that comes after it. Its `src` is where its words are, if need be in the ring: to be read
  /// before it is complete.
  std::optional<abi::Descriptor> take(bool mayLaunch = true);
  /// Writes the record of a command that was taken, whose tag it gets, and raises the interrupt that the command asked
  /// for.
  void complete(const abi::Descriptor &command, abi::Completion record);

  /// Whether the interrupt line is up.
  bool interrupt();
  /// Waits until it is; false on timeout.
  bool waitInterrupt(std::chrono::milliseconds timeout);
  /// Whether register ABORT ends launches in a region.
  bool aborts(unsigned region);

private:
  bool interruptUp() const { return irqStatus_ & irqEnable_; }

  const std::function<uint64_t()> now_;
  std::mutex mutex_;
  std::condition_variable raised_;
  uint32_t control_ = 0, ringLog2_ = 0, head_ = 0, tail_ = 0, irqStatus_ = 0, irqEnable_ = 0, abort_ = 0;
  uint64_t base_ = 0, latchedTimer_ = 0;
  uint32_t open_ = 0;  // commands taken and not complete
};

}  // namespace weft::board
