// SPDX-License-Identifier: Apache-2.0
#include "host/core/buffer.h"

#include "host/core/device.h"

namespace weft::core {

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
               std::vector<cl_mem_properties> properties)
    : context_(&context), flags_(flags), bytes_(bytes), hostPtr_(flags & CL_MEM_USE_HOST_PTR ? hostPtr : nullptr),
      properties_(std::move(properties)), contents_(std::make_shared<Contents>(context, bytes, flags, hostPtr)) {}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t bytes)
    : context_(&parent.context()), parent_(&parent), flags_(flags), bytes_(bytes), origin_(origin),
      hostPtr_(parent.hostPtr() ? static_cast<uint8_t *>(parent.hostPtr()) + origin : nullptr),
      contents_(parent.contents_) {}

Buffer::~Buffer() {
  anchor_.expire();
  for (auto callback = destructionCallbacks_.rbegin(); callback != destructionCallbacks_.rend(); ++callback)
    (*callback)(handle());
}

uint8_t *Buffer::sharedPointer(Device &device) {
  uint8_t *const first = storage().sharedPointer(device);
  return first ? first + origin_ : nullptr;
}

void Buffer::requireAligned(Device &device) const {
  require(origin_ % device.root().kBaseAlignment == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "the sub-buffer's offset is not aligned for the device");
}

Mapping Buffer::map(size_t offset, size_t bytes, cl_map_flags flags) {
  const Mapping mapping{this, hostView() + offset, offset, bytes, flags};
  contents_->mappings.add(mapping);
  return mapping;
}

void Buffer::onDestruction(std::function<void(cl_mem)> callback) {
  std::lock_guard lock(mutex_);
  destructionCallbacks_.push_back(std::move(callback));
}

}  // namespace weft::core
