// SPDX-License-Identifier: Apache-2.0
// What the commands that move buffer contents do on the device that executes them.
#pragma once
#include "host/core/buffer.h"
#include "host/core/command.h"

namespace weft::core {

// Each takes the device memory it needs at once: Error(CL_MEM_OBJECT_ALLOCATION_FAILURE) is thrown here, not by the
// body. Offsets and `pointer` name the first byte of `region`, which is within the buffers.
CommandBody readBuffer(Device &device, Buffer &buffer, size_t offset, void *pointer, const board::Region &region);
CommandBody writeBuffer(Device &device, Buffer &buffer, size_t offset, const void *pointer,
                        const board::Region &region);
CommandBody copyBuffer(Device &device, Buffer &source, size_t sourceOffset, Buffer &target, size_t targetOffset,
                       const board::Region &region);
/// `pattern`: 1 to 128 bytes, a power of two; offset and bytes are multiples of its size.
CommandBody fillBuffer(Device &device, Buffer &buffer, size_t offset, size_t bytes, std::vector<uint8_t> pattern);

/// Brings the contents of a mapped range to where the map shows them.
CommandBody showMapped(Buffer &buffer, const Mapping &mapping);
/// After an unmap: what the application wrote is the contents from now on, and brought to the device. If the map's
/// command failed, or this body does not run, what it wrote is lost.
CommandBody takeMapped(Buffer &buffer, const Mapping &mapping);

enum class Contents {
  Kept,
  Undefined  // not needed any more: nothing is moved
};
/// Makes the contents of the buffers current on the device.
CommandBody migrateToDevice(Device &device, std::vector<Ref<Buffer>> buffers, Contents contents);
/// Makes the contents current in the memory that maps show.
CommandBody migrateToHost(std::vector<Ref<Buffer>> buffers, Contents contents);

}  // namespace weft::core
