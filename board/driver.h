// SPDX-License-Identifier: Apache-2.0
// Commands for the shell of any board: builds descriptors (abi/weft.json), rings the doorbell, reads completion
// records.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "board/command_ring.h"

namespace weft::board {

/// A box of bytes: `slices` slices of `rows` rows of `width` bytes. Pitches in bytes. All counts at least 1.
struct Region {
  uint64_t width = 0;
  uint32_t rows = 1, slices = 1;
  uint64_t srcRowPitch = 0, srcSlicePitch = 0, dstRowPitch = 0, dstSlicePitch = 0;

  /// Bytes from the first to the last of each side.
  uint64_t sourceBytes() const { return srcSlicePitch * (slices - 1) + srcRowPitch * (rows - 1) + width; }
  uint64_t destinationBytes() const { return dstSlicePitch * (slices - 1) + dstRowPitch * (rows - 1) + width; }

  static Region linear(uint64_t bytes) { return {bytes, 1, 1, bytes, bytes, bytes, bytes}; }
};

/// The commands of one device. Calls block until the command is complete. They may come from any thread, and those of
/// different threads are in flight together: launches in different kernel regions run beside each other and beside one
/// copy, fill or marker at a time; of launches in one region the next waits for the one before. Throws
/// std::runtime_error when the device stops answering: then every call does, those that wait and those to come.
class Driver {
public:
  explicit Driver(Board &board);
  ~Driver();
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

  Completion copyToDevice(const void *source, uint64_t destination, const Region &region);
  Completion copyToHost(uint64_t source, void *destination, const Region &region);
  Completion copyOnDevice(uint64_t source, uint64_t destination, const Region &region);
  /// `pattern`: 1 to 128 bytes, a power of two; destination and bytes are multiples of its size.
  Completion fill(uint64_t destination, uint64_t bytes, std::span<const uint8_t> pattern);
  /// Activates the kernel in a kernel region, writes `words` from configuration word 0 on, runs it. `starting` is
  /// called when only the doorbell is left to do; it must be short and throw nothing. A kernel that is not done
  /// `cycleLimit` cycles after its start is ended (ABORTED, some thousand cycles later); 0: never.
  Completion launch(unsigned region, const std::shared_ptr<PreparedKernel> &kernel, std::span<const uint64_t> words,
                    const std::function<void()> &starting = nullptr, uint64_t cycleLimit = 0);
  /// Ends every launch from now on, those that run and those to come, as if at its cycle limit. Throws
  /// std::runtime_error.
  void endLaunches();
  /// An empty command: its times show when the device reached it.
  Completion marker();

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft::board
