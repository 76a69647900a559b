// SPDX-License-Identifier: Apache-2.0
// The content of the simulated device memory.
#pragma once
#include <cstdint>
#include <utility>

namespace weft::sim {

class DeviceMemory {
public:
  /// Reserves `bytes`; pages take space when they are first written. Throws std::system_error.
  DeviceMemory(uint64_t bytes, unsigned lineBytes);
  ~DeviceMemory();
  DeviceMemory(DeviceMemory &&other) noexcept
      : base_(std::exchange(other.base_, nullptr)), bytes_(other.bytes_), lineBytes_(other.lineBytes_) {}
  DeviceMemory &operator=(DeviceMemory &&) = delete;

  /// The content itself, address 0 first.
  uint8_t *data() { return base_; }

  /// A line at an aligned address; an address outside the memory is answered with a decode error.
  uint8_t read(uint64_t address, void *line) const;
  uint8_t write(uint64_t address, const void *line, const uint8_t *strobes);

private:
  uint8_t *base_ = nullptr;
  uint64_t bytes_;
  unsigned lineBytes_;
};

}  // namespace weft::sim
