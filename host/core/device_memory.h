// SPDX-License-Identifier: Apache-2.0
// Allocator of a device's memory: first fit over a coalescing free list.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace weft::core {

class DeviceMemory {
public:
  /// Hands out addresses in [first, end), multiples of `alignment` (a power of two).
  DeviceMemory(uint64_t first, uint64_t end, uint64_t alignment);

  /// The address of a free range of at least `bytes` bytes, or nothing if there is none.
  std::optional<uint64_t> allocate(uint64_t bytes);
  /// `address` must come from allocate.
  void release(uint64_t address);

  uint64_t capacity() const { return capacity_; }
  /// Bytes that are free, perhaps in several ranges.
  uint64_t available() const;

private:
  const uint64_t alignment_;
  uint64_t capacity_ = 0;
  mutable std::mutex mutex_;
  std::map<uint64_t, uint64_t> free_;  // address → bytes; never adjacent
  std::map<uint64_t, uint64_t> used_;  // address → bytes
};

}  // namespace weft::core
