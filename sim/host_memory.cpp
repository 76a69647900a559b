// SPDX-License-Identifier: Apache-2.0
#include "sim/host_memory.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "sim/model/ports.h"
#include "sim/strobes.h"

namespace weft::sim {

void HostMappings::map(uint64_t address, size_t bytes) {
  std::lock_guard lock(mutex_);
  ranges_.emplace_back(address, address + bytes);
}

void HostMappings::unmap(uint64_t address, size_t bytes) {
  std::lock_guard lock(mutex_);
  const auto it = std::find(ranges_.begin(), ranges_.end(), std::make_pair(address, uint64_t(address + bytes)));
  if (it == ranges_.end())
    throw std::invalid_argument("unmapHostMemory: this range is not mapped");
  ranges_.erase(it);
}

bool HostMappings::covers(uint64_t begin, uint64_t end) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const auto &range) { return range.first <= begin && end <= range.second; });
}

uint8_t HostMappings::readLine(uint64_t address, void *line, unsigned bytes) const {
  std::lock_guard lock(mutex_);
  const auto *source = reinterpret_cast<const uint8_t *>(address);
  if (covers(address, address + bytes)) {
    std::memcpy(line, source, bytes);
    return kRespOkay;
  }
  // The ends of a transfer fetch whole lines: what is not mapped reads as zero, and is not touched.
  auto *target = static_cast<uint8_t *>(line);
  bool any = false;
  for (unsigned i = 0; i < bytes; ++i) {
    const bool mapped = covers(address + i);
    target[i] = mapped ? source[i] : 0;
    any |= mapped;
  }
  return any ? kRespOkay : kRespSlvErr;
}

uint8_t HostMappings::writeLine(uint64_t address, const void *line, const uint8_t *strobes, unsigned bytes) {
  std::lock_guard lock(mutex_);
  if (!covers(address, address + bytes))
    for (unsigned i = 0; i < bytes; ++i)
      if ((strobes[i / 8] >> (i % 8) & 1) && !covers(address + i))
        return kRespSlvErr;
  copyStrobed(reinterpret_cast<void *>(address), line, strobes, bytes);
  return kRespOkay;
}

}  // namespace weft::sim
