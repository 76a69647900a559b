// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "board/board.h"
#include "board/driver.h"
#include "host/core/device_memory.h"
#include "host/core/execution/device_clock.h"
#include "host/core/execution/worker.h"
#include "host/core/object.h"
#include "kernel/interface.h"

namespace weft::core {

class Platform;

/// A root device, which is a board and never destroyed, or a sub-device: some kernel regions of its parent's.
class Device : public Object<Device, cl_device_id, Kind::Device> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;
  /// Alignment of every buffer in bytes.
  static constexpr uint64_t kBaseAlignment = kernel::kMemoryAlignment;

  /// A root device.
  Device(Platform &platform, std::unique_ptr<board::Board> board);
  /// A sub-device. `partition`: the properties it was made with, terminator included.
  Device(Device &parent, std::vector<unsigned> regions, std::vector<cl_device_partition_property> partition);
  ~Device() override;

  Platform &platform() const { return platform_; }
  /// The device that this one is a part of; null for a root device.
  Device *parent() const { return parent_.get(); }
  const std::vector<cl_device_partition_property> &partition() const { return partition_; }
  /// The device of the board: a sub-device's outermost parent, itself otherwise.
  Device &root() { return parent_ ? parent_->root() : *this; }
  /// The kernel regions, ascending, that kernels of this device run in: its compute units.
  const std::vector<unsigned> &regions() const { return regions_; }

  // What a sub-device shares with its root.
  board::Board &board() { return *hardware_.board; }
  board::Driver &driver() { return hardware_.driver; }
  const board::Description &description() const { return hardware_.board->description(); }
  DeviceMemory &memory() { return hardware_.memory; }
  Worker &worker() { return *root().worker_; }
  DeviceClock &clock() { return hardware_.clock; }

  /// Device time in nanoseconds: of a cycle of a running command, and now.
  uint64_t nanoseconds(uint64_t cycles) const { return hardware_.clock.stamp(cycles); }
  uint64_t now() const { return hardware_.clock.sample().device; }
  double timerResolution() const { return 1000.0 / description().clockMhz; }

private:
  /// Tells the board.
  struct MemoryUse final : DeviceMemory::Observer {
    explicit MemoryUse(board::Board &board) : board(board) {}
    void allocated(uint64_t address, uint64_t bytes) noexcept override { board.memoryAllocated(address, bytes); }
    void released(uint64_t address, uint64_t bytes) noexcept override { board.memoryReleased(address, bytes); }
    board::Board &board;
  };
  struct Hardware {
    explicit Hardware(std::unique_ptr<board::Board> opened);
    const std::unique_ptr<board::Board> board;
    board::Driver driver;
    MemoryUse memoryUse;
    DeviceMemory memory;
    DeviceClock clock;
  };

  Platform &platform_;
  const Ref<Device> parent_;
  const std::unique_ptr<Hardware> own_;  // root devices
  Hardware &hardware_;
  const std::unique_ptr<Worker> worker_;  // root devices
  const std::vector<unsigned> regions_;
  const std::vector<cl_device_partition_property> partition_;
};

}  // namespace weft::core
