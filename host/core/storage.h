// SPDX-License-Identifier: Apache-2.0
// The memory behind a buffer and its sub-buffers: a copy on each device that uses it and one for the host, and which of
// them is current.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "host/core/device.h"
#include "host/core/residency.h"

namespace weft::core {

class Context;
class Execution;

/// CL_DEVICE_MAX_MEM_ALLOC_SIZE.
uint64_t largestBuffer(Device &device);

enum class Access {
  Read,
  Overwrite,  // every byte: what was there is not needed
  ReadWrite
};

/// Locations: the boards that the context's devices belong to, and host memory. Contents follow use: a command acquires
/// a range where it works, which brings over what is not current there; what it writes is then current there only.
class Storage {
public:
  /// `flags` decide what `hostPtr` is: memory to use for maps, contents to copy, or nothing.
  /// Device memory is taken here if there is one board, otherwise with the first use.
  /// Throws CL_MEM_OBJECT_ALLOCATION_FAILURE or CL_OUT_OF_HOST_MEMORY.
  Storage(const Context &context, size_t bytes, cl_mem_flags flags, void *hostPtr);
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  /// First byte in the device's memory; the same for the life of the storage.
  /// Throws CL_MEM_OBJECT_ALLOCATION_FAILURE if it has none there yet and there is no room.
  uint64_t address(Device &device);
  /// The same byte as the host sees it; null if the board's memory is not shared.
  uint8_t *sharedPointer(Device &device);
  /// Host memory for maps, as long as the storage and the same for its life: on a board whose memory is shared, the
  /// device memory itself. Throws CL_MAP_FAILURE.
  uint8_t *hostView();

  enum class Timing { Own, Hidden };  // whether what is moved counts as the command's own device time
  /// Worker threads. Readies [offset, offset + bytes) on the device that executes the command.
  void acquire(Execution &execution, size_t offset, size_t bytes, Access access, Timing timing = Timing::Hidden);
  /// Worker threads. The same for the host view, which must exist.
  void acquireView(Execution &execution, size_t offset, size_t bytes, Access access);
  /// What the host view shows of [offset, offset + bytes) may be something else than the contents: they are current
  /// elsewhere only, if they are.
  void invalidateView(size_t offset, size_t bytes) noexcept;
  /// The contents of [offset, offset + bytes) are not needed any more.
  void discard(size_t offset, size_t bytes);

private:
  struct FreeHostBlock {
    void operator()(void *block) const;
  };
  using HostBlock = std::unique_ptr<void, FreeHostBlock>;
  struct Copy {
    Device *root;
    std::optional<DeviceBlock> block;
  };
  using Location = size_t;  // index into copies_, or host()
  /// Where a move begins or ends: the storage's first byte there.
  struct End {
    Location location = 0;
    uint8_t *pointer = nullptr;  // null if the host cannot see the location: its board's driver moves the bytes
    uint64_t address = 0;        // in the board's memory
  };

  static HostBlock allocatePages(size_t bytes);
  Location locationOf(Device &device) const;
  Location host() const { return copies_.size(); }
  static Residency::Locations bit(Location location) { return Residency::Locations(1) << location; }

  // With mutex_ held:
  uint64_t reserve(Location location);
  uint8_t *hostPointer(Location location);   // null if the host cannot see the location
  std::optional<Location> sharedLocation();  // reserved, if a board shares its memory and has room
  bool chooseView();                         // false: no host memory
  End endAt(Location location);
  End sourceAmong(Residency::Locations locations);  // that contents are moved from

  // With coherence_ held:
  void acquire(Execution &execution, Location location, size_t offset, size_t bytes, Access access, Timing timing);
  void move(Execution &execution, const Residency::Range &range, Location to, Timing timing);
  /// `transfer` takes a driver of the location's board, and gives a board::Completion.
  template <class Transfer>
  void transferAt(Location location, Execution &execution, Timing timing, const Transfer &transfer);
  /// Frees the copy that CL_MEM_COPY_HOST_PTR made once a device has all of it.
  void dropSnapshot();

  const size_t bytes_;
  std::vector<Copy> copies_;  // one for each board of the context; its length never changes

  // Guards the addresses, held for moments only. Taken inside coherence_.
  std::mutex mutex_;
  HostBlock hostBlock_;
  uint8_t *hostMemory_ = nullptr;  // host_ptr or hostBlock_
  std::optional<Location> view_;   // what maps show; chosen with the first one

  // Held while contents move, so that whoever needs the same bytes waits for them.
  std::mutex coherence_;
  Residency residency_;
};

}  // namespace weft::core
