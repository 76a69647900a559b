// SPDX-License-Identifier: Apache-2.0
#include "host/core/device_memory.h"

#include <cassert>

namespace weft::core {

DeviceMemory::DeviceMemory(uint64_t first, uint64_t end, uint64_t alignment, Observer *observer, BankStagger stagger)
    : alignment_(alignment), observer_(observer), stagger_(stagger) {
  first = (first + alignment - 1) & ~(alignment - 1);
  end &= ~(alignment - 1);
  if (end > first) {
    capacity_ = available_ = end - first;
    blocks_.emplace(first, Block{capacity_, {}});
    bySize_.emplace(capacity_, first);
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
  const auto [room, start] = *best;
  const uint64_t before = stagger_.offset(start, room, size), address = start + before, behind = room - size - before;
  Sizes rest;
  Blocks parts;
  if (before != 0) {
    rest.emplace(before, start);
    parts.emplace(address, Block{size, {}});
  }
  if (behind != 0) {
    rest.emplace(behind, address + size);
    parts.emplace(address + size, Block{behind, {}});
  }
  // Nothing fails from here on.
  bySize_.merge(rest);
  blocks_.find(start)->second.bytes = before;
  blocks_.merge(parts);
  Block &block = blocks_.find(address)->second;
  block.bytes = size;
  block.ticket = bySize_.extract(best);
  stagger_.allocated(address, size);
  available_ -= size;
  if (observer_)
    observer_->allocated(address, size);
  return address;
}

void DeviceMemory::release(uint64_t address) noexcept {
  std::lock_guard lock(mutex_);
  auto block = blocks_.find(address);
  assert(block != blocks_.end() && !block->second.free());
  available_ += block->second.bytes;
  stagger_.released(address);
  if (observer_)
    observer_->released(address, block->second.bytes);
  Sizes::node_type ticket = std::move(block->second.ticket);
  const auto absorb = [this](Blocks::iterator into, Blocks::iterator next) {
    into->second.bytes += next->second.bytes;
    blocks_.erase(next);
  };
  if (const auto next = std::next(block); next != blocks_.end() && next->second.free()) {
    bySize_.erase({next->second.bytes, next->first});
    absorb(block, next);
  }
  if (block != blocks_.begin() && std::prev(block)->second.free()) {
    const auto before = std::prev(block);
    bySize_.erase({before->second.bytes, before->first});
    absorb(before, block);
    block = before;
  }
  ticket.value() = {block->second.bytes, block->first};
  bySize_.insert(std::move(ticket));
}

uint64_t DeviceMemory::available() const {
  std::lock_guard lock(mutex_);
  return available_;
}

uint64_t DeviceMemory::largest() const {
  std::lock_guard lock(mutex_);
  return bySize_.empty() ? 0 : bySize_.rbegin()->first;
}

}  // namespace weft::core
