// SPDX-License-Identifier: Apache-2.0
// Allocator of a device's memory: best fit, and neighbours that are free become one. Within what fits, buffers of some
// rows begin where BankStagger says.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "host/core/bank_stagger.h"

namespace weft::core {

class DeviceMemory {
public:
  /// Is told of each allocation and release, address and bytes, in their order.
  struct Observer {
    virtual ~Observer() = default;
    virtual void allocated(uint64_t address, uint64_t bytes) noexcept = 0;
    virtual void released(uint64_t address, uint64_t bytes) noexcept = 0;
  };

  /// Hands out addresses in [first, end), multiples of `alignment` (a power of two).
  DeviceMemory(uint64_t first, uint64_t end, uint64_t alignment, Observer *observer = nullptr,
               BankStagger stagger = {});

  /// The address of a free range of at least `bytes` bytes, or nothing if there is none. Throws std::bad_alloc.
  std::optional<uint64_t> allocate(uint64_t bytes);
  /// `address` must come from allocate.
  void release(uint64_t address) noexcept;

  uint64_t capacity() const { return capacity_; }
  /// Bytes that are free, perhaps in several ranges.
  uint64_t available() const;
  /// Bytes of the largest free range.
  uint64_t largest() const;

private:
  using Sizes = std::set<std::pair<uint64_t, uint64_t>>;  // (bytes, address)
  struct Block {
    uint64_t bytes;
    Sizes::node_type ticket;  // its place in bySize_ for when it is free again: release allocates nothing
    bool free() const { return ticket.empty(); }
  };
  using Blocks = std::map<uint64_t, Block>;

  const uint64_t alignment_;
  Observer *const observer_;
  BankStagger stagger_;
  uint64_t capacity_ = 0;
  mutable std::mutex mutex_;
  uint64_t available_ = 0;
  Blocks blocks_;  // all of the memory, by address; no two that are free are neighbours
  Sizes bySize_;   // those that are free
};

/// Owns one allocation.
class DeviceBlock {
public:
  /// Nothing if there is no room.
  static std::optional<DeviceBlock> allocate(DeviceMemory &memory, uint64_t bytes) {
    const std::optional<uint64_t> address = memory.allocate(bytes);
    return address ? std::optional<DeviceBlock>(DeviceBlock(memory, *address)) : std::nullopt;
  }
  DeviceBlock(DeviceBlock &&other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), address_(other.address_) {}
  DeviceBlock &operator=(DeviceBlock &&other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(address_, other.address_);
    return *this;
  }
  ~DeviceBlock() {
    if (memory_)
      memory_->release(address_);
  }
  uint64_t address() const { return address_; }

private:
  DeviceBlock(DeviceMemory &memory, uint64_t address) : memory_(&memory), address_(address) {}

  DeviceMemory *memory_;
  uint64_t address_;
};

}  // namespace weft::core
