// SPDX-License-Identifier: Apache-2.0
#include "host/core/storage.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

#include "host/core/command.h"
#include "host/core/context.h"

namespace weft::core {
namespace {

constexpr size_t kPage = 4096;
// Contents go from board to board in chunks of this size, through host memory that belongs to neither.
constexpr size_t kBounceBytes = size_t(4) << 20;

}  // namespace

uint64_t largestBuffer(Device &device) {
  return std::min<uint64_t>(device.description().maxAllocationBytes, device.memory().capacity());
}

void Storage::FreeHostBlock::operator()(void *block) const { std::free(block); }

Storage::HostBlock Storage::allocatePages(size_t bytes) {
  if (bytes > SIZE_MAX - kPage)
    return nullptr;
  return HostBlock(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage));
}

Storage::Storage(const Context &context, size_t bytes, cl_mem_flags flags, void *hostPtr)
    : bytes_(bytes), residency_(bytes, 0) {
  for (Device *device : context.devices()) {
    Device *const root = &device->root();
    if (std::none_of(copies_.begin(), copies_.end(), [&](const Copy &copy) { return copy.root == root; }))
      copies_.push_back({root, std::nullopt});
  }
  require(copies_.size() < sizeof(Residency::Locations) * 8, CL_OUT_OF_RESOURCES, "too many boards in one context");

  if (copies_.size() == 1)
    reserve(0);
  else
    require(std::any_of(copies_.begin(), copies_.end(),
                        [&](const Copy &copy) {
                          return bytes <= largestBuffer(*copy.root) && bytes <= copy.root->memory().largest();
                        }),
            CL_MEM_OBJECT_ALLOCATION_FAILURE, "no device of the context has room for the buffer");

  if (flags & CL_MEM_USE_HOST_PTR) {
    hostMemory_ = static_cast<uint8_t *>(hostPtr);
    view_ = host();
    residency_.set(0, bytes, bit(host()));
    return;
  }
  if (flags & CL_MEM_ALLOC_HOST_PTR)
    require(chooseView(), CL_MEM_OBJECT_ALLOCATION_FAILURE, "no host memory for CL_MEM_ALLOC_HOST_PTR");
  if (flags & CL_MEM_COPY_HOST_PTR) {
    // The snapshot lies where the contents can stay, if the host can write there.
    Location location = view_ ? *view_ : sharedLocation().value_or(host());
    if (location == host() && !hostMemory_) {
      hostBlock_ = allocatePages(bytes);
      require(hostBlock_ != nullptr, CL_OUT_OF_HOST_MEMORY, "no host memory for the copy of host_ptr");
      hostMemory_ = static_cast<uint8_t *>(hostBlock_.get());
    }
    std::memcpy(hostPointer(location), hostPtr, bytes);
    residency_.set(0, bytes, bit(location));
  }
}

uint64_t Storage::address(Device &device) {
  std::lock_guard lock(mutex_);
  return reserve(locationOf(device));
}

uint8_t *Storage::sharedPointer(Device &device) {
  std::lock_guard lock(mutex_);
  return hostPointer(locationOf(device));
}

uint8_t *Storage::hostView() {
  std::lock_guard lock(mutex_);
  require(chooseView(), CL_MAP_FAILURE, "no host memory to map the buffer");
  return hostPointer(*view_);
}

void Storage::acquire(Execution &execution, size_t offset, size_t bytes, Access access, Timing timing) {
  std::lock_guard lock(coherence_);
  acquire(execution, locationOf(execution.device()), offset, bytes, access, timing);
}

void Storage::acquireView(Execution &execution, size_t offset, size_t bytes, Access access) {
  std::lock_guard lock(coherence_);
  Location view;
  {
    std::lock_guard addresses(mutex_);
    view = view_.value();
  }
  acquire(execution, view, offset, bytes, access, Timing::Own);
}

void Storage::invalidateView(size_t offset, size_t bytes) noexcept {
  std::lock_guard lock(coherence_);
  Residency::Locations view;
  {
    std::lock_guard addresses(mutex_);
    view = bit(view_.value());
  }
  try {
    for (const Residency::Range &range : residency_.ranges(offset, offset + bytes))
      if (range.locations & view && range.locations != view)
        residency_.set(range.begin, range.end, range.locations & ~view);
  } catch (const std::bad_alloc &) {  // it stays trusted
  }
}

void Storage::discard(size_t offset, size_t bytes) {
  std::lock_guard lock(coherence_);
  residency_.set(offset, offset + bytes, 0);
  dropSnapshot();
}

Storage::Location Storage::locationOf(Device &device) const {
  const auto copy = std::find_if(copies_.begin(), copies_.end(),
                                 [root = &device.root()](const Copy &candidate) { return candidate.root == root; });
  require(copy != copies_.end(), CL_INVALID_CONTEXT, "the device does not belong to the buffer's context");
  return Location(copy - copies_.begin());
}

std::optional<Storage::Location> Storage::sharedLocation() {
  for (Location location = 0; location < copies_.size(); ++location) {
    if (!copies_[location].root->board().sharedMemory())
      continue;
    try {
      reserve(location);
      return location;
    } catch (const Error &) {  // no room there: another location will do
    }
  }
  return std::nullopt;
}

bool Storage::chooseView() {
  if (view_)
    return true;
  if (!hostMemory_)
    view_ = sharedLocation();
  if (view_)
    return true;
  if (!hostMemory_) {
    hostBlock_ = allocatePages(bytes_);
    hostMemory_ = static_cast<uint8_t *>(hostBlock_.get());
  }
  if (hostMemory_)
    view_ = host();
  return view_.has_value();
}

uint64_t Storage::reserve(Location location) {
  Copy &copy = copies_[location];
  if (!copy.block) {
    Device &root = *copy.root;
    if (bytes_ > largestBuffer(root))
      throw Error(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  fmt::format("a buffer of {} bytes is more than device {} takes: {} bytes", bytes_,
                              root.description().name, largestBuffer(root)));
    copy.block = DeviceBlock::allocate(root.memory(), bytes_);
    if (!copy.block)
      throw Error(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  fmt::format("no room for {} bytes in the memory of {}: {} bytes are free, {} of them in one piece",
                              bytes_, root.description().name, root.memory().available(), root.memory().largest()));
  }
  return copy.block->address();
}

uint8_t *Storage::hostPointer(Location location) {
  if (location == host())
    return hostMemory_;
  uint8_t *const memory = copies_[location].root->board().sharedMemory();
  return memory ? memory + reserve(location) : nullptr;
}

void Storage::acquire(Execution &execution, Location location, size_t offset, size_t bytes, Access access,
                      Timing timing) {
  const Residency::Locations here = bit(location);
  if (access != Access::Overwrite)
    for (const Residency::Range &range : residency_.ranges(offset, offset + bytes)) {
      if (range.locations & here)
        continue;
      if (range.locations)
        move(execution, range, location, timing);
      residency_.set(range.begin, range.end, range.locations | here);
    }
  if (access != Access::Read)
    residency_.set(offset, offset + bytes, here);
  dropSnapshot();
}

Storage::End Storage::endAt(Location location) {
  return {location, hostPointer(location), location == host() ? 0 : reserve(location)};
}

Storage::End Storage::sourceAmong(Residency::Locations locations) {
  // A location that the host sees saves the way through it.
  for (Location location = 0; location <= host(); ++location)
    if (locations & bit(location) && hostPointer(location))
      return endAt(location);
  return endAt(Location(std::countr_zero(locations)));
}

template <class Transfer>
void Storage::transferAt(Location location, Execution &execution, Timing timing, const Transfer &transfer) {
  Device &root = *copies_[location].root;
  if (timing == Timing::Own && &root == &execution.device().root())
    execution.add(transfer(execution.driver()));
  else
    Execution::check(transfer(root.driver()));
}

void Storage::move(Execution &execution, const Residency::Range &range, Location to, Timing timing) {
  End source, target;
  {
    std::lock_guard addresses(mutex_);
    source = sourceAmong(range.locations);
    target = endAt(to);
  }
  const auto upload = [&](const uint8_t *data, uint64_t offset, uint64_t bytes) {
    transferAt(target.location, execution, timing, [&](board::Driver &driver) {
      return driver.copyToDevice(data, target.address + offset, board::Region::linear(bytes));
    });
  };
  const auto download = [&](uint8_t *data, uint64_t offset, uint64_t bytes) {
    transferAt(source.location, execution, timing, [&](board::Driver &driver) {
      return driver.copyToHost(source.address + offset, data, board::Region::linear(bytes));
    });
  };
  const uint64_t bytes = range.end - range.begin;
  if (source.pointer && target.pointer) {
    std::memcpy(target.pointer + range.begin, source.pointer + range.begin, bytes);
  } else if (source.pointer) {
    upload(source.pointer + range.begin, range.begin, bytes);
  } else if (target.pointer) {
    download(target.pointer + range.begin, range.begin, bytes);
  } else {
    const HostBlock bounce = allocatePages(std::min<uint64_t>(bytes, kBounceBytes));
    require(bounce != nullptr, CL_OUT_OF_HOST_MEMORY, "no host memory to move a buffer between devices");
    auto *const data = static_cast<uint8_t *>(bounce.get());
    for (uint64_t at = range.begin; at < range.end; at += kBounceBytes) {
      const uint64_t chunk = std::min<uint64_t>(range.end - at, kBounceBytes);
      download(data, at, chunk);
      upload(data, at, chunk);
    }
  }
}

void Storage::dropSnapshot() {
  std::lock_guard addresses(mutex_);
  if (!hostBlock_ || view_)
    return;
  for (const Residency::Range &range : residency_.ranges())
    if (range.locations == bit(host()))
      return;
  residency_.remove(bit(host()));
  hostMemory_ = nullptr;
  hostBlock_.reset();
}

}  // namespace weft::core
