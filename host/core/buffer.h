// SPDX-License-Identifier: Apache-2.0
// Buffer objects: a buffer owns a storage, its sub-buffers are windows on it.
#pragma once
#include <memory>
#include <vector>

#include "host/core/mappings.h"
#include "host/core/mem_object.h"
#include "host/core/storage.h"

namespace weft::core {

class Buffer : public MemObject {
public:
  /// `flags`: complete, with an access flag. `properties`: as given to clCreateBufferWithProperties.
  Buffer(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
         std::vector<cl_mem_properties> properties = {});
  /// A sub-buffer. `flags`: complete, inherited bits included.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t bytes);
  ~Buffer() override;

  cl_mem_object_type type() const override { return CL_MEM_OBJECT_BUFFER; }
  Buffer *parent() const override { return parent_.get(); }
  size_t origin() const override { return origin_; }
  bool sharesStorage(const Buffer &other) const { return contents_ == other.contents_; }

  /// First byte in the device's memory, which is taken with the first use. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  uint64_t address(Device &device) { return storage().address(device) + origin_; }
  /// The same byte as the host sees it; null if the board's memory is not shared.
  uint8_t *sharedPointer(Device &device);
  /// Throws CL_MISALIGNED_SUB_BUFFER_OFFSET if commands of the device cannot use the sub-buffer.
  void requireAligned(Device &device) const;

  /// Storage::acquire with an offset in this buffer.
  void acquire(Execution &execution, size_t offset, size_t bytes, Access access,
               Storage::Timing timing = Storage::Timing::Hidden) {
    storage().acquire(execution, origin_ + offset, bytes, access, timing);
  }
  void acquireView(Execution &execution, size_t offset, size_t bytes, Access access) {
    storage().acquireView(execution, origin_ + offset, bytes, access);
  }
  void invalidateView(size_t offset, size_t bytes) noexcept { storage().invalidateView(origin_ + offset, bytes); }
  void discard() { storage().discard(origin_, bytes()); }

  /// First byte in the memory that maps show. Throws CL_MAP_FAILURE.
  uint8_t *hostView() { return storage().hostView() + origin_; }
  /// Counts a map; the contents are brought there by showMapped. Throws CL_INVALID_OPERATION, CL_MAP_FAILURE.
  Mapping map(size_t offset, size_t bytes, cl_map_flags flags);
  /// Takes back a map whose command failed before the application learned of it.
  void forget(const Mapping &mapping) noexcept { contents_->mappings.forget(mapping); }
  /// Ends the map that `pointer` came from: a list of one; what was written there is taken over by takeMapped. Throws
  /// CL_INVALID_VALUE.
  std::list<Mapping> unmap(const void *pointer) { return contents_->mappings.remove(this, pointer); }
  /// As if it had not been unmapped.
  void restore(std::list<Mapping> mapping) noexcept { contents_->mappings.restore(std::move(mapping)); }
  cl_uint mapCount() const override { return contents_->mappings.count(this); }

  const WeakAnchor<Buffer> &anchor() const { return anchor_; }

private:
  struct Contents {
    Storage storage;
    Mappings mappings;
    Contents(const Context &context, size_t bytes, cl_mem_flags flags, void *hostPtr)
        : storage(context, bytes, flags, hostPtr) {}
  };
  Storage &storage() const { return contents_->storage; }

  const Ref<Buffer> parent_;
  const size_t origin_ = 0;
  const std::shared_ptr<Contents> contents_;
  WeakAnchor<Buffer> anchor_{this};
};

}  // namespace weft::core
