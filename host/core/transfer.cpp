// SPDX-License-Identifier: Apache-2.0
#include "host/core/transfer.h"

#include <cstring>

#include "host/core/device.h"

namespace weft::core {
namespace {

struct Side {
  Ref<Buffer> buffer;
  size_t offset, extent;
  bool gaps;  // bytes of the extent that are not part of the box

  uint64_t address(Device &device) const { return buffer->address(device) + offset; }
  uint8_t *pointer(Device &device) const {
    uint8_t *const first = buffer->sharedPointer(device);
    return first ? first + offset : nullptr;
  }
  void read(Execution &execution) const { buffer->acquire(execution, offset, extent, Access::Read); }
  void write(Execution &execution) const {
    buffer->acquire(execution, offset, extent, gaps ? Access::ReadWrite : Access::Overwrite);
  }
};

Side sourceSide(Buffer &buffer, size_t offset, const board::Region &region) {
  const size_t bytes = region.sourceBytes();
  return {&buffer, offset, bytes, bytes != region.width * region.rows * region.slices};
}

Side targetSide(Buffer &buffer, size_t offset, const board::Region &region) {
  const size_t bytes = region.destinationBytes();
  return {&buffer, offset, bytes, bytes != region.width * region.rows * region.slices};
}

/// The DMA engine's work on memory that the host sees.
void copyBox(const uint8_t *source, uint8_t *target, const board::Region &region) {
  for (uint64_t slice = 0; slice < region.slices; ++slice)
    for (uint64_t row = 0; row < region.rows; ++row)
      // The application may pass a pointer into memory that it has mapped.
      std::memmove(target + slice * region.dstSlicePitch + row * region.dstRowPitch,
                   source + slice * region.srcSlicePitch + row * region.srcRowPitch, region.width);
}

void fillBytes(uint8_t *target, size_t bytes, const std::vector<uint8_t> &pattern) {
  std::memcpy(target, pattern.data(), pattern.size());
  for (size_t done = pattern.size(); done < bytes;) {
    const size_t more = std::min(done, bytes - done);
    std::memcpy(target + done, target, more);
    done += more;
  }
}

/// A range that was mapped for writing, until its unmap takes what was written there or is given up.
class Written {
public:
  Written(Buffer &buffer, const Mapping &mapping) : buffer_(&buffer), mapping_(mapping) {}
  ~Written() {
    if (!taken_)
      buffer_->invalidateView(mapping_.offset, mapping_.size);
  }
  Written(const Written &) = delete;
  Written &operator=(const Written &) = delete;

  void take(Execution &execution) {
    if (!*mapping_.shown)
      return;
    buffer_->acquireView(execution, mapping_.offset, mapping_.size, Access::Overwrite);
    taken_ = true;
    // The device gets it here, not with its first use.
    buffer_->acquire(execution, mapping_.offset, mapping_.size, Access::Read, Storage::Timing::Own);
  }

private:
  const Ref<Buffer> buffer_;
  const Mapping mapping_;
  bool taken_ = false;
};

}  // namespace

CommandBody readBuffer(Device &device, Buffer &buffer, size_t offset, void *pointer, const board::Region &region) {
  const Side side = sourceSide(buffer, offset, region);
  side.address(device);
  return [side, pointer, region](Execution &execution) {
    side.read(execution);
    if (const uint8_t *const shared = side.pointer(execution.device()))
      return copyBox(shared, static_cast<uint8_t *>(pointer), region);
    execution.add(execution.driver().copyToHost(side.address(execution.device()), pointer, region));
  };
}

CommandBody writeBuffer(Device &device, Buffer &buffer, size_t offset, const void *pointer,
                        const board::Region &region) {
  const Side side = targetSide(buffer, offset, region);
  side.address(device);
  return [side, pointer, region](Execution &execution) {
    side.write(execution);
    if (uint8_t *const shared = side.pointer(execution.device()))
      return copyBox(static_cast<const uint8_t *>(pointer), shared, region);
    execution.add(execution.driver().copyToDevice(pointer, side.address(execution.device()), region));
  };
}

CommandBody copyBuffer(Device &device, Buffer &source, size_t sourceOffset, Buffer &target, size_t targetOffset,
                       const board::Region &region) {
  const Side from = sourceSide(source, sourceOffset, region), to = targetSide(target, targetOffset, region);
  from.address(device);
  to.address(device);
  return [from, to, region](Execution &execution) {
    Device &executing = execution.device();
    from.read(execution);
    to.write(execution);
    if (const uint8_t *const shared = from.pointer(executing))
      return copyBox(shared, to.pointer(executing), region);
    execution.add(execution.driver().copyOnDevice(from.address(executing), to.address(executing), region));
  };
}

CommandBody fillBuffer(Device &device, Buffer &buffer, size_t offset, size_t bytes, std::vector<uint8_t> pattern) {
  const Side side = targetSide(buffer, offset, board::Region::linear(bytes));
  side.address(device);
  return [side, bytes, pattern = std::move(pattern)](Execution &execution) {
    side.write(execution);
    if (uint8_t *const shared = side.pointer(execution.device()))
      return fillBytes(shared, bytes, pattern);
    execution.add(execution.driver().fill(side.address(execution.device()), bytes, pattern));
  };
}

CommandBody showMapped(Buffer &buffer, const Mapping &mapping) {
  return [target = Ref<Buffer>(&buffer), mapping](Execution &execution) {
    target->acquireView(execution, mapping.offset, mapping.size, mapping.discards() ? Access::Overwrite : Access::Read);
    *mapping.shown = true;
  };
}

CommandBody takeMapped(Buffer &buffer, const Mapping &mapping) {
  if (!mapping.writes())
    return nullptr;
  return [written = std::make_shared<Written>(buffer, mapping)](Execution &execution) { written->take(execution); };
}

CommandBody migrateToDevice(Device &device, std::vector<Ref<Buffer>> buffers, Contents contents) {
  for (const Ref<Buffer> &buffer : buffers)
    buffer->address(device);
  const Access access = contents == Contents::Kept ? Access::Read : Access::Overwrite;
  return [buffers = std::move(buffers), access](Execution &execution) {
    for (const Ref<Buffer> &buffer : buffers)
      buffer->acquire(execution, 0, buffer->bytes(), access, Storage::Timing::Own);
  };
}

CommandBody migrateToHost(std::vector<Ref<Buffer>> buffers, Contents contents) {
  if (contents == Contents::Kept)
    for (const Ref<Buffer> &buffer : buffers)
      buffer->hostView();
  return [buffers = std::move(buffers), contents](Execution &execution) {
    for (const Ref<Buffer> &buffer : buffers)
      if (contents == Contents::Undefined)
        buffer->discard();
      else
        buffer->acquireView(execution, 0, buffer->bytes(), Access::Read);
  };
}

}  // namespace weft::core
