// SPDX-License-Identifier: Apache-2.0
#include "host/core/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

#include "host/core/command.h"
#include "host/core/device.h"

namespace weft::core {
namespace {

constexpr size_t kPage = 4096;

void *allocatePages(size_t bytes) { return std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage); }

}  // namespace

Storage::Storage(Device &device, size_t bytes, cl_mem_flags flags, void *hostPtr)
    : device_(device), bytes_(bytes), snapshot_(nullptr, &std::free), ownView_(nullptr, &std::free) {
  if (flags & CL_MEM_USE_HOST_PTR) {
    view_ = static_cast<uint8_t *>(hostPtr);
    initial_ = hostPtr;
  }
  if (flags & CL_MEM_COPY_HOST_PTR) {
    snapshot_.reset(allocatePages(bytes));
    require(snapshot_ != nullptr, CL_OUT_OF_HOST_MEMORY, "no host memory for the copy of host_ptr");
    std::memcpy(snapshot_.get(), hostPtr, bytes);
    initial_ = snapshot_.get();
  }
  if (flags & CL_MEM_ALLOC_HOST_PTR) {
    ownView_.reset(allocatePages(bytes));
    require(ownView_ != nullptr, CL_MEM_OBJECT_ALLOCATION_FAILURE, "no host memory for CL_MEM_ALLOC_HOST_PTR");
    view_ = static_cast<uint8_t *>(ownView_.get());
  }
  const std::optional<uint64_t> address = device_.memory().allocate(bytes);
  if (!address)
    throw Error(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                fmt::format("no room for {} bytes in device memory: {} bytes are free, perhaps not in one piece", bytes,
                            device_.memory().available()));
  address_ = *address;
}

Storage::~Storage() { device_.memory().release(address_); }

void Storage::makeResident(Execution &execution) {
  if (!initial_)
    return;
  const board::Completion done = execution.driver().copyToDevice(initial_, address_, board::Region::linear(bytes_));
  require(done.status == abi::Status::OK, CL_OUT_OF_RESOURCES, "the initial contents of a buffer could not be copied");
  initial_ = nullptr;
  snapshot_.reset();
}

uint8_t *Storage::hostView() {
  std::lock_guard lock(mutex_);
  if (!view_) {
    ownView_.reset(allocatePages(bytes_));
    require(ownView_ != nullptr, CL_MAP_FAILURE, "no host memory to map the buffer");
    view_ = static_cast<uint8_t *>(ownView_.get());
  }
  return view_;
}

void *Storage::map(const Mapping &mapping) {
  uint8_t *const view = hostView();
  std::lock_guard lock(mutex_);
  for (const Mapping &other : mappings_)
    require(!mapping.writes() || !other.writes() || other.offset + other.size <= mapping.offset ||
                mapping.offset + mapping.size <= other.offset,
            CL_INVALID_OPERATION, "the range overlaps one that is mapped for writing");
  mappings_.push_back(mapping);
  return view + mapping.offset;
}

Storage::Mapping Storage::unmap(const void *owner, const void *pointer) {
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(mappings_.rbegin(), mappings_.rend(), [&](const Mapping &mapping) {
    return mapping.owner == owner && view_ + mapping.offset == pointer;
  });
  require(found != mappings_.rend(), CL_INVALID_VALUE, "the pointer does not come from a map of this object");
  const Mapping mapping = *found;
  mappings_.erase(std::next(found).base());
  return mapping;
}

cl_uint Storage::mapCount(const void *owner) const {
  std::lock_guard lock(mutex_);
  return cl_uint(std::count_if(mappings_.begin(), mappings_.end(),
                               [&](const Mapping &mapping) { return mapping.owner == owner; }));
}

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
               std::vector<cl_mem_properties> properties)
    : context_(&context), flags_(flags), bytes_(bytes), hostPtr_(flags & CL_MEM_USE_HOST_PTR ? hostPtr : nullptr),
      properties_(std::move(properties)), storage_(std::make_shared<Storage>(context.device(), bytes, flags, hostPtr)) {
}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t bytes)
    : context_(&parent.context()), parent_(&parent), flags_(flags), bytes_(bytes), origin_(origin),
      hostPtr_(parent.hostPtr() ? static_cast<uint8_t *>(parent.hostPtr()) + origin : nullptr),
      storage_(parent.storage_) {}

Buffer::~Buffer() {
  anchor_.expire();
  for (auto callback = destructionCallbacks_.rbegin(); callback != destructionCallbacks_.rend(); ++callback)
    (*callback)(handle());
}

void *Buffer::map(size_t offset, size_t bytes, cl_map_flags flags) {
  return storage_->map({this, origin_ + offset, bytes, flags});
}

void Buffer::onDestruction(std::function<void(cl_mem)> callback) {
  std::lock_guard lock(mutex_);
  destructionCallbacks_.push_back(std::move(callback));
}

}  // namespace weft::core
