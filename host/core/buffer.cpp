// SPDX-License-Identifier: Apache-2.0
#include "host/core/buffer.h"

#include "host/core/device.h"

namespace weft::core {

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
               std::vector<cl_mem_properties> properties)
    : MemObject(context, flags, bytes, flags & CL_MEM_USE_HOST_PTR ? hostPtr : nullptr, std::move(properties)),
      contents_(std::make_shared<Contents>(context, bytes, flags, hostPtr)) {}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t bytes)
    : MemObject(parent.context(), flags, bytes,
                parent.hostPtr() ? static_cast<uint8_t *>(parent.hostPtr()) + origin : nullptr, {}),
      parent_(&parent), origin_(origin), contents_(parent.contents_) {}

Buffer::~Buffer() {
  anchor_.expire();
  callDestructionCallbacks();
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

}  // namespace weft::core
