// SPDX-License-Identifier: Apache-2.0
#include "host/core/device_memory.h"

#include <cassert>

namespace weft::core {

DeviceMemory::DeviceMemory(uint64_t first, uint64_t end, uint64_t alignment) : alignment_(alignment) {
  first = (first + alignment - 1) & ~(alignment - 1);
  end &= ~(alignment - 1);
  if (end > first) {
    capacity_ = end - first;
    free_[first] = capacity_;
  }
}

std::optional<uint64_t> DeviceMemory::allocate(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes > capacity_)
    return std::nullopt;
  const uint64_t size = bytes == 0 ? alignment_ : (bytes + alignment_ - 1) & ~(alignment_ - 1);
  for (auto range = free_.begin(); range != free_.end(); ++range) {
    const auto [address, room] = *range;
    if (room < size)
      continue;
    free_.erase(range);
    if (room > size)
      free_[address + size] = room - size;
    used_[address] = size;
    return address;
  }
  return std::nullopt;
}

void DeviceMemory::release(uint64_t address) {
  std::lock_guard lock(mutex_);
  const auto entry = used_.find(address);
  assert(entry != used_.end());
  uint64_t size = entry->second;
  used_.erase(entry);
  auto next = free_.lower_bound(address);
  if (next != free_.end() && next->first == address + size) {
    size += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == address) {
      previous->second += size;
      return;
    }
  }
  free_[address] = size;
}

uint64_t DeviceMemory::available() const {
  std::lock_guard lock(mutex_);
  uint64_t total = 0;
  for (const auto &[address, bytes] : free_)
    total += bytes;
  return total;
}

}  // namespace weft::core
