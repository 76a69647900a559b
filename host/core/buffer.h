// SPDX-License-Identifier: Apache-2.0
// Buffer objects and the storage that a buffer shares with its sub-buffers.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "host/core/context.h"

namespace weft::core {

class Execution;

/// Device memory of a buffer, and the host memory through which it is mapped.
class Storage {
public:
  /// `flags` decide what `hostPtr` is: memory to use for maps, contents to copy, or nothing.
  /// Throws CL_MEM_OBJECT_ALLOCATION_FAILURE or CL_OUT_OF_HOST_MEMORY.
  Storage(Device &device, size_t bytes, cl_mem_flags flags, void *hostPtr);
  ~Storage();
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  /// First byte in device memory.
  uint64_t address() const { return address_; }
  /// Brings the initial contents to the device if that has not happened yet. Worker thread only.
  void makeResident(Execution &execution);
  /// Host memory for maps, `bytes` long; the same for the life of the storage. Throws CL_MAP_FAILURE.
  uint8_t *hostView();

  /// A mapped range: offset and size in bytes within the storage.
  struct Mapping {
    const void *owner;
    size_t offset, size;
    cl_map_flags flags;
    bool writes() const { return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION); }
  };
  /// Throws CL_INVALID_OPERATION if the range overlaps another one mapped for writing and is itself mapped for writing.
  void *map(const Mapping &mapping);
  /// Ends the latest map of `owner` at `pointer`. Throws CL_INVALID_VALUE if there is none.
  Mapping unmap(const void *owner, const void *pointer);
  cl_uint mapCount(const void *owner) const;

private:
  using HostBlock = std::unique_ptr<void, void (*)(void *)>;

  Device &device_;
  const size_t bytes_;
  uint64_t address_ = 0;
  const void *initial_ = nullptr;  // contents that the device does not have yet
  HostBlock snapshot_;             // COPY_HOST_PTR: what initial_ points to
  HostBlock ownView_;
  uint8_t *view_ = nullptr;
  mutable std::mutex mutex_;
  std::vector<Mapping> mappings_;
};

class Buffer : public Object<Buffer, cl_mem, Kind::Memory> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  /// `flags`: complete, with an access flag. `properties`: as given to clCreateBufferWithProperties.
  Buffer(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
         std::vector<cl_mem_properties> properties = {});
  /// A sub-buffer. `flags`: complete, inherited bits included.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t bytes);
  ~Buffer() override;

  Context &context() const { return *context_; }
  Buffer *parent() const { return parent_.get(); }
  cl_mem_flags flags() const { return flags_; }
  size_t bytes() const { return bytes_; }
  /// Offset in the parent.
  size_t origin() const { return origin_; }
  void *hostPtr() const { return hostPtr_; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }
  Storage &storage() const { return *storage_; }
  uint64_t address() const { return storage_->address() + origin_; }

  void *map(size_t offset, size_t bytes, cl_map_flags flags);
  Storage::Mapping unmap(const void *pointer) { return storage_->unmap(this, pointer); }
  cl_uint mapCount() const { return storage_->mapCount(this); }

  void onDestruction(std::function<void(cl_mem)> callback);
  const WeakAnchor<Buffer> &anchor() const { return anchor_; }

private:
  const Ref<Context> context_;
  const Ref<Buffer> parent_;
  const cl_mem_flags flags_;
  const size_t bytes_;
  const size_t origin_ = 0;
  void *const hostPtr_;
  const std::vector<cl_mem_properties> properties_;
  const std::shared_ptr<Storage> storage_;
  std::mutex mutex_;
  std::vector<std::function<void(cl_mem)>> destructionCallbacks_;
  WeakAnchor<Buffer> anchor_{this};
};

}  // namespace weft::core
