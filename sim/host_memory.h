// SPDX-License-Identifier: Apache-2.0
// The memory of the host process as the simulated device reaches it: only inside mapped ranges. Bus addresses are given
// out in turn, page by page, and have nothing of the pointer's low bits: so cycle counts do not depend on where a host
// program's allocator puts things.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace weft::sim {

/// Which parts of the process the device may touch. Usable from any thread.
class HostMappings {
public:
  /// Returns the bus address of the first byte, a multiple of 4096. Ranges may overlap; each mapping has its own
  /// addresses.
  uint64_t map(void *pointer, size_t bytes);
  /// Throws std::invalid_argument if there is no such mapping.
  void unmap(uint64_t busAddress, size_t bytes);

  /// A line at an aligned bus address. Of a line that is mapped in part, the rest reads as zero; of one that is not
  /// mapped at all, everything, with a slave error.
  uint8_t readLine(uint64_t address, void *line, unsigned bytes) const;
  /// Writes all strobed bytes, or none and answers with a slave error if one of them is not mapped.
  uint8_t writeLine(uint64_t address, const void *line, const uint8_t *strobes, unsigned bytes);

private:
  struct Range {
    uint8_t *pointer;
    size_t bytes;
  };
  /// The mapped bytes from a bus address on: where and how many, at most `bytes`; none if it is not mapped.
  Range find(uint64_t address, unsigned bytes) const;

  mutable std::mutex mutex_;
  std::map<uint64_t, Range> ranges_;  // by bus address
  uint64_t next_ = uint64_t(1) << 32;
};

/// The Store of an AxiTarget.
class HostMemory {
public:
  HostMemory(HostMappings &mappings, unsigned lineBytes) : mappings_(&mappings), lineBytes_(lineBytes) {}
  uint8_t read(uint64_t address, void *line) const { return mappings_->readLine(address, line, lineBytes_); }
  uint8_t write(uint64_t address, const void *line, const uint8_t *strobes) {
    return mappings_->writeLine(address, line, strobes, lineBytes_);
  }

private:
  HostMappings *mappings_;
  unsigned lineBytes_;
};

/// The Timing of an AxiTarget: a link with a fixed latency for reads and writes, one line a cycle in each direction.
class HostTiming {
public:
  explicit HostTiming(unsigned latency) : latency_(latency) {}
  uint64_t read(uint64_t, uint64_t now) { return take(readFree_, now); }
  uint64_t write(uint64_t, uint64_t now) { return take(writeFree_, now); }
  /// Enough to hide the latency.
  unsigned depth() const { return 256; }
  void reset(uint64_t now) { readFree_ = writeFree_ = now; }

private:
  uint64_t take(uint64_t &free, uint64_t now) const {
    const uint64_t slot = free > now ? free : now;
    free = slot + 1;
    return slot + latency_;
  }

  unsigned latency_;
  uint64_t readFree_ = 0, writeFree_ = 0;
};

}  // namespace weft::sim
