// SPDX-License-Identifier: Apache-2.0
// The ranges of a storage that the application has mapped, through the buffer or its sub-buffers.
#pragma once
#include <CL/cl.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

namespace weft::core {

struct Mapping {
  const void *owner;    // the memory object that was mapped
  uint8_t *pointer;     // of the first byte, in the memory that all maps of the storage show
  size_t offset, size;  // in bytes, in the owner
  cl_map_flags flags;
  /// Set when the map's command has succeeded: until then nothing in the range counts as written by the application.
  std::shared_ptr<std::atomic<bool>> shown = std::make_shared<std::atomic<bool>>(false);

  bool writes() const { return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION); }
  bool discards() const { return flags & CL_MAP_WRITE_INVALIDATE_REGION; }
};

class Mappings {
public:
  /// Throws CL_INVALID_OPERATION if this one and one that overlaps it are both for writing.
  void add(const Mapping &mapping);
  /// Takes back this very one.
  void forget(const Mapping &mapping) noexcept;
  /// Ends the latest map of `owner` that begins at `pointer`: a list of one, which can be restored without fail. Throws
  /// CL_INVALID_VALUE if there is none.
  std::list<Mapping> remove(const void *owner, const void *pointer);
  void restore(std::list<Mapping> mapping) noexcept;
  cl_uint count(const void *owner) const;

private:
  mutable std::mutex mutex_;
  std::list<Mapping> mappings_;
};

}  // namespace weft::core
