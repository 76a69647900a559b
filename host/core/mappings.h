// SPDX-License-Identifier: Apache-2.0
// The ranges of a storage that the application has mapped, through the buffer or its sub-buffers.
#pragma once
#include <CL/cl.h>
#include <cstddef>
#include <mutex>
#include <vector>

namespace weft::core {

/// Offset and size in bytes within the storage.
struct Mapping {
  const void *owner;  // the memory object that was mapped
  size_t offset, size;
  cl_map_flags flags;
  bool writes() const { return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION); }
  bool discards() const { return flags & CL_MAP_WRITE_INVALIDATE_REGION; }
};

class Mappings {
public:
  /// Throws CL_INVALID_OPERATION if this one and one that overlaps it are both for writing.
  void add(const Mapping &mapping);
  /// Ends the latest map of `owner` that begins at `offset`. Throws CL_INVALID_VALUE if there is none.
  Mapping remove(const void *owner, size_t offset);
  cl_uint count(const void *owner) const;

private:
  mutable std::mutex mutex_;
  std::vector<Mapping> mappings_;
};

}  // namespace weft::core
