// SPDX-License-Identifier: Apache-2.0
#include "sim/host_memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

#include "sim/model/ports.h"
#include "sim/strobes.h"

namespace weft::sim {

namespace {

constexpr uint64_t kPage = 4096;

/// Writes as a device on a bus does, seen by threads that look meanwhile, such as at a completion record: aligned words
/// whole, each after those before it.
void publish(uint8_t *target, const uint8_t *line, const uint8_t *strobes, unsigned bytes) {
  constexpr unsigned kWord = sizeof(uint64_t);
  if (reinterpret_cast<uintptr_t>(target) % kWord != 0)
    return copyStrobed(target, line, strobes, bytes);
  for (unsigned i = 0; i < bytes; i += kWord, ++strobes) {
    if (*strobes == 0xff && i + kWord <= bytes) {
      uint64_t word;
      std::memcpy(&word, line + i, kWord);
      std::atomic_ref(*reinterpret_cast<uint64_t *>(target + i)).store(word, std::memory_order_release);
    } else {
      copyStrobed(target + i, line + i, strobes, std::min(kWord, bytes - i));
    }
  }
}

}  // namespace

uint64_t HostMappings::map(void *pointer, size_t bytes) {
  std::lock_guard lock(mutex_);
  const uint64_t address = next_;
  ranges_.emplace(address, Range{static_cast<uint8_t *>(pointer), bytes});
  // An unmapped page in between: what runs over the end of a range is refused, not another range's.
  next_ += (bytes + kPage - 1) / kPage * kPage + kPage;
  return address;
}

void HostMappings::unmap(uint64_t busAddress, size_t bytes) {
  std::lock_guard lock(mutex_);
  const auto it = ranges_.find(busAddress);
  if (it == ranges_.end() || it->second.bytes != bytes)
    throw std::invalid_argument("unmapHostMemory: this range is not mapped");
  ranges_.erase(it);
}

HostMappings::Range HostMappings::find(uint64_t address, unsigned bytes) const {
  auto it = ranges_.upper_bound(address);
  if (it == ranges_.begin())
    return {nullptr, 0};
  const auto &[start, range] = *--it;
  const uint64_t offset = address - start;
  if (offset >= range.bytes)
    return {nullptr, 0};
  return {range.pointer + offset, std::min<size_t>(bytes, range.bytes - offset)};
}

uint8_t HostMappings::readLine(uint64_t address, void *line, unsigned bytes) const {
  std::lock_guard lock(mutex_);
  const Range found = find(address, bytes);
  auto *target = static_cast<uint8_t *>(line);
  // The end of a transfer fetches a whole line; what is not mapped is not touched.
  if (found.bytes)
    std::memcpy(target, found.pointer, found.bytes);
  std::memset(target + found.bytes, 0, bytes - found.bytes);
  return found.bytes ? kRespOkay : kRespSlvErr;
}

uint8_t HostMappings::writeLine(uint64_t address, const void *line, const uint8_t *strobes, unsigned bytes) {
  std::lock_guard lock(mutex_);
  const Range found = find(address, bytes);
  for (size_t i = found.bytes; i < bytes; ++i)
    if (strobes[i / 8] >> (i % 8) & 1)
      return kRespSlvErr;
  if (found.bytes)
    publish(found.pointer, static_cast<const uint8_t *>(line), strobes, unsigned(found.bytes));
  return kRespOkay;
}

}  // namespace weft::sim
