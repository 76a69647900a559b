// SPDX-License-Identifier: Apache-2.0
#include "sim/device_memory.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <system_error>

#include "sim/model/ports.h"
#include "sim/strobes.h"

namespace weft::sim {

DeviceMemory::DeviceMemory(uint64_t bytes, unsigned lineBytes) : bytes_(bytes), lineBytes_(lineBytes) {
  void *base = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    throw std::system_error(
        errno, std::generic_category(),
        fmt::format("cannot reserve {} MiB of addresses for the simulated device memory (does ulimit -v allow them?)",
                    bytes >> 20));
  base_ = static_cast<uint8_t *>(base);
}

DeviceMemory::~DeviceMemory() {
  if (base_)
    ::munmap(base_, bytes_);
}

uint8_t DeviceMemory::read(uint64_t address, void *line) const {
  if (address >= bytes_) {
    std::memset(line, 0, lineBytes_);
    return kRespDecErr;
  }
  std::memcpy(line, base_ + address, lineBytes_);
  return kRespOkay;
}

uint8_t DeviceMemory::write(uint64_t address, const void *line, const uint8_t *strobes) {
  if (address >= bytes_)
    return kRespDecErr;
  copyStrobed(base_ + address, line, strobes, lineBytes_);
  return kRespOkay;
}

}  // namespace weft::sim
