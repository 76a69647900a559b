// SPDX-License-Identifier: Apache-2.0
#include "host/core/device_memory.h"

#include <cassert>

namespace weft::core {

DeviceMemory::DeviceMemory(uint64_t first, uint64_t end, uint64_t alignment) : alignment_(alignment) {
  first = (first + alignment - 1) & ~(alignment - 1);
  end &= ~(alignment - 1);
  if (end > first) {
    capacity_ = end - first;
    addFree(first, capacity_);
  }
}

std::optional<uint64_t> DeviceMemory::allocate(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes > capacity_)
    return std::nullopt;
  const uint64_t size = bytes == 0 ? alignment_ : (bytes + alignment_ - 1) & ~(alignment_ - 1);
  const auto best = bySize_.lower_bound({size, 0});
  if (best == bySize_.end())
    return std::nullopt;
  const auto [room, address] = *best;
  used_.emplace(address, size);
  removeFree(address, room);
  if (room > size)
    addFree(address + size, room - size);
  return address;
}

void DeviceMemory::release(uint64_t address) {
  std::lock_guard lock(mutex_);
  const auto entry = used_.find(address);
  assert(entry != used_.end());
  uint64_t size = entry->second;
  used_.erase(entry);
  const auto next = free_.lower_bound(address);
  if (next != free_.begin()) {
    const auto [before, bytes] = *std::prev(next);
    if (before + bytes == address) {
      removeFree(before, bytes);
      address = before;
      size += bytes;
    }
  }
  if (next != free_.end() && next->first == address + size) {
    const uint64_t bytes = next->second;
    removeFree(next->first, bytes);
    size += bytes;
  }
  addFree(address, size);
}

uint64_t DeviceMemory::available() const {
  std::lock_guard lock(mutex_);
  return available_;
}

uint64_t DeviceMemory::largest() const {
  std::lock_guard lock(mutex_);
  return bySize_.empty() ? 0 : bySize_.rbegin()->first;
}

void DeviceMemory::addFree(uint64_t address, uint64_t bytes) {
  free_.emplace(address, bytes);
  bySize_.emplace(bytes, address);
  available_ += bytes;
}

void DeviceMemory::removeFree(uint64_t address, uint64_t bytes) {
  free_.erase(address);
  bySize_.erase({bytes, address});
  available_ -= bytes;
}

}  // namespace weft::core
