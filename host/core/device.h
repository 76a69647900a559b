// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "board/board.h"
#include "board/driver.h"
#include "host/core/device_memory.h"
#include "host/core/object.h"
#include "host/core/worker.h"

namespace weft::core {

class Platform;

/// An open board with its command ring, its memory and the thread that serves it. Never destroyed.
class Device : public Object<Device, cl_device_id, Kind::Device> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;
  /// Alignment of every buffer in bytes: the largest built-in type, long16.
  static constexpr uint64_t kBaseAlignment = 128;

  Device(Platform &platform, std::unique_ptr<board::Board> board);

  Platform &platform() const { return platform_; }
  /// The device of the board: a sub-device's outermost parent, itself otherwise. Memory, driver and worker are its own.
  Device &root() { return *this; }
  /// The kernel regions, ascending, that kernels of this device run in: its compute units.
  const std::vector<unsigned> &regions() const { return regions_; }
  board::Board &board() { return *board_; }
  board::Driver &driver() { return driver_; }
  const board::Description &description() const { return board_->description(); }
  DeviceMemory &memory() { return memory_; }
  Worker &worker() { return worker_; }

  /// Device time: cycles to nanoseconds, and now.
  uint64_t nanoseconds(uint64_t cycles) const;
  uint64_t now() const { return nanoseconds(board_->deviceCycles()); }
  double timerResolution() const { return 1000.0 / description().clockMhz; }

private:
  Platform &platform_;
  const std::unique_ptr<board::Board> board_;
  board::Driver driver_;
  DeviceMemory memory_;
  Worker worker_;
  const std::vector<unsigned> regions_;
};

}  // namespace weft::core
