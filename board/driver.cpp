// SPDX-License-Identifier: Apache-2.0
#include "board/driver.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

namespace weft::board {
namespace {

constexpr unsigned kRingLog2 = 6;
constexpr unsigned kRingEntries = 1u << kRingLog2;
// Longest wait before the device is asked whether it is alive; a slow kernel just waits again.
constexpr std::chrono::milliseconds kPoll{1000};

// Copies and fills of more than this are handed to the device in pieces: the device carries out one at a time, so
// between them it starts the launches of other threads and tells of kernels that ended. A piece is some hundred times
// as long as what a command costs, and two of a copy are in the ring, so that none waits for the host.
constexpr uint64_t kPieceBytes = uint64_t(1) << 20;
constexpr size_t kPiecesAhead = 2;

/// Host memory that the device may reach while the object lives.
class Mapping {
public:
  Mapping(Board &board, const void *pointer, size_t bytes)
      : board_(board), bytes_(bytes), bus_(board.mapHostMemory(const_cast<void *>(pointer), bytes)) {}
  ~Mapping() { board_.unmapHostMemory(bus_, bytes_); }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  uint64_t bus() const { return bus_; }

private:
  Board &board_;
  size_t bytes_;
  uint64_t bus_;
};

/// What the device and the driver share in host memory. Each command in flight has a record of its own: they complete
/// in any order.
struct alignas(128) Shared {
  std::array<abi::Descriptor, kRingEntries> ring;
  std::array<abi::Completion, kRingEntries> records;
};

constexpr size_t kLaunchWords = size_t(1) << abi::CFG_ADDR_BITS;
/// The configuration words of a launch: fetched in whole beats of the host link, so on lines of their own.
struct alignas(128) LaunchWords {
  std::array<uint64_t, kLaunchWords> words;
};

uint64_t span(const Region &region, uint64_t rowPitch, uint64_t slicePitch) {
  return slicePitch * (region.slices - 1) + rowPitch * (region.rows - 1) + region.width;
}

/// The pieces of a copy or a fill, one after the other: slices, rows of one slice, parts of one row.
class Pieces {
public:
  explicit Pieces(const abi::Descriptor &whole) : whole_(whole) {}

  std::optional<abi::Descriptor> next() {
    if (slice_ == whole_.slices)
      return std::nullopt;
    abi::Descriptor piece = whole_;
    piece.src += slice_ * whole_.src_slice_pitch + row_ * whole_.src_row_pitch;
    piece.dst += slice_ * whole_.dst_slice_pitch + row_ * whole_.dst_row_pitch + offset_;
    if (whole_.opcode != static_cast<uint8_t>(abi::Opcode::FILL))  // whose source is the pattern
      piece.src += offset_;
    const uint64_t row = whole_.width, slice = row * whole_.rows;
    if (slice <= kPieceBytes) {
      piece.slices = uint32_t(atMost(slice, whole_.slices - slice_));
      slice_ += piece.slices;
      return piece;
    }
    piece.slices = 1;
    if (row <= kPieceBytes) {
      piece.rows = uint32_t(atMost(row, whole_.rows - row_));
      row_ += piece.rows;
    } else {
      piece.rows = 1;
      piece.width = std::min(row - offset_, kPieceBytes);
      offset_ += piece.width;
      if (offset_ == row) {
        offset_ = 0;
        ++row_;
      }
    }
    if (row_ == whole_.rows) {
      row_ = 0;
      ++slice_;
    }
    return piece;
  }

private:
  /// How many of `left` things of `bytes` bytes a piece takes.
  static uint64_t atMost(uint64_t bytes, uint64_t left) {
    return bytes == 0 ? left : std::min(left, kPieceBytes / bytes);
  }

  const abi::Descriptor whole_;
  uint64_t slice_ = 0, row_ = 0, offset_ = 0;
};

}  // namespace

/// Commands wait in this way: the first thread that finds nobody doing so waits for the interrupt and then looks at the
/// records of all commands; the others sleep until it has seen theirs, or until it leaves and one of them takes over.
struct Driver::Impl {
  Board &board;
  std::vector<std::mutex> regions;  // held from activation to completion of a launch
  std::vector<LaunchWords> launchWords{regions.size()};
  Mapping launchWordsMapping;
  std::unique_ptr<Shared> shared = std::make_unique<Shared>();
  Mapping sharedMapping;

  std::mutex mutex;  // all below, and the order of descriptors
  std::condition_variable changed;
  uint32_t published = 0;
  struct Slot {
    bool used = false, done = false;
    uint32_t tag = 0;
  };
  std::array<Slot, kRingEntries> slots;  // by record
  bool watched = false;                  // a thread waits for the interrupt
  std::string failure;                   // why the device is not used any more

  explicit Impl(Board &b)
      : board(b), regions(b.description().regions),
        launchWordsMapping(b, launchWords.data(), launchWords.size() * sizeof(LaunchWords)),
        sharedMapping(b, shared.get(), sizeof(Shared)) {
    const uint32_t id = board.readRegister(abi::reg::ID);
    const uint32_t version = board.readRegister(abi::reg::VERSION);
    if (id != abi::ID_VALUE || version != abi::kVersion)
      throw std::runtime_error(fmt::format(
          "the board does not answer as a Weft shell of version {}: ID {:#x}, version {}", abi::kVersion, id, version));
    board.writeRegister(abi::reg::RING_BASE_LO, uint32_t(sharedMapping.bus()));
    board.writeRegister(abi::reg::RING_BASE_HI, uint32_t(sharedMapping.bus() >> 32));
    board.writeRegister(abi::reg::RING_LOG2, kRingLog2);
    published = board.readRegister(abi::reg::RING_TAIL);
    board.writeRegister(abi::reg::RING_HEAD, published);
    board.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
    board.writeRegister(abi::reg::IRQ_ENABLE, abi::reg::IRQ_ENABLE_COMPLETION);
    board.writeRegister(abi::reg::ABORT, 0);
    board.writeRegister(abi::reg::CONTROL, abi::reg::CONTROL_ENABLE);
  }

  ~Impl() {
    try {
      board.writeRegister(abi::reg::CONTROL, 0);
    } catch (const std::exception &) {  // a device that failed: its commands have been told
    }
  }

  /// Publishes one descriptor and waits for its completion record.
  Completion execute(const abi::Descriptor &descriptor, const std::function<void()> &starting = nullptr) {
    std::unique_lock lock(mutex);
    return await(lock, publish(lock, descriptor, starting));
  }

  Completion await(std::unique_lock<std::mutex> &lock, size_t slot) {
    guarded([&] { look(slot); });  // a device that is done by now need not interrupt
    while (!slots[slot].done && failure.empty()) {
      if (watched)
        changed.wait(lock);
      else
        watch(lock);
    }
    slots[slot].used = false;
    // A place is free, and if this thread was the one that waited for the interrupt, another must.
    changed.notify_all();
    if (!slots[slot].done)
      throw std::runtime_error(failure);
    const abi::Completion &record = shared->records[slot];
    Completion result;
    result.status = static_cast<abi::Status>(record.status);
    result.start = record.start;
    result.end = record.end;
    result.runCycles = record.run_cycles;
    result.fault = static_cast<abi::Fault>(record.fault);
    result.faultSite = record.fault_site;
    result.faultAddress = record.fault_addr;
    return result;
  }

  /// Returns the slot of the command. As many commands as the ring has entries are in flight at most, so the entry that
  /// is overwritten has been taken: either its command is complete, or a later one is, and descriptors are taken in
  /// order.
  size_t publish(std::unique_lock<std::mutex> &lock, abi::Descriptor descriptor,
                 const std::function<void()> &starting = nullptr) {
    size_t slot = slots.size();
    changed.wait(lock, [&] { return (slot = freeSlot()) != slots.size() || !failure.empty(); });
    if (!failure.empty())
      throw std::runtime_error(failure);
    slots[slot] = {.used = true, .done = false, .tag = published};
    descriptor.flags = abi::FLAG_IRQ;
    descriptor.tag = published;
    descriptor.completion = sharedMapping.bus() + offsetof(Shared, records) + slot * sizeof(abi::Completion);
    shared->records[slot] = {};
    shared->ring[published % kRingEntries] = descriptor;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ++published;
    if (starting)
      starting();
    guarded([&] { board.writeRegister(abi::reg::RING_HEAD, published); });
    return slot;
  }

  /// None: slots.size().
  size_t freeSlot() const {
    return size_t(std::find_if(slots.begin(), slots.end(), [](const Slot &slot) { return !slot.used; }) -
                  slots.begin());
  }

  /// Waits for the interrupt, without the lock meanwhile, and notes which commands are complete.
  void watch(std::unique_lock<std::mutex> &lock) {
    watched = true;
    guarded([&] {
      bool up = false;
      {
        lock.unlock();
        struct Relock {
          std::unique_lock<std::mutex> &lock;
          ~Relock() { lock.lock(); }
        } relock{lock};
        up = board.waitInterrupt(kPoll);
      }
      if (up) {
        // Acknowledged before the records are looked at: a later one raises it again.
        board.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
        collect();
      } else if (const uint32_t status = board.readRegister(abi::reg::STATUS); !(status & abi::reg::STATUS_BUSY)) {
        collect();
        if (std::any_of(slots.begin(), slots.end(), [](const Slot &slot) { return slot.used && !slot.done; }))
          throw std::runtime_error(status & abi::reg::STATUS_RING_ERROR
                                       ? "the device cannot reach its command ring"
                                       : "the device stopped answering: it is idle and a command is not done");
      }
    });
    watched = false;
    changed.notify_all();
  }

  /// Whether the device has written the record; what else it says is read after that.
  static bool arrived(abi::Completion &record) {
    return std::atomic_ref(record.valid).load(std::memory_order_acquire) == 1;
  }

  void collect() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (size_t i = 0; i < slots.size(); ++i)
      look(i);
  }

  /// Notes whether the command is complete.
  void look(size_t i) {
    if (!slots[i].used || slots[i].done || !arrived(shared->records[i]))
      return;
    if (shared->records[i].tag != slots[i].tag)
      throw std::runtime_error("the device wrote the completion record of another command");
    slots[i].done = true;
  }

  /// A device that failed once is not used again: nobody knows what it still writes. All who wait are told.
  template <class Body> void guarded(Body body) {
    try {
      body();
    } catch (const std::exception &error) {
      failure = error.what();
      changed.notify_all();
    }
  }

  /// Executes a copy or a fill in pieces, until one fails; from the first start to the last end.
  Completion inPieces(const abi::Descriptor &whole) {
    Pieces pieces(whole);
    std::optional<abi::Descriptor> next = pieces.next();
    std::deque<size_t> inFlight;
    std::optional<Completion> all;
    std::unique_lock lock(mutex);
    while (next || !inFlight.empty()) {
      // Who waits for room in the ring has nothing there: otherwise all could wait for each other.
      while (next && inFlight.size() < kPiecesAhead && (inFlight.empty() || freeSlot() != slots.size())) {
        inFlight.push_back(publish(lock, *next));
        next = pieces.next();
      }
      const Completion done = await(lock, inFlight.front());
      inFlight.pop_front();
      if (all && all->status != abi::Status::OK)
        continue;
      const uint64_t start = all ? all->start : done.start;
      all = done;
      all->start = start;
      if (done.status != abi::Status::OK)
        next.reset();
    }
    return all.value();
  }

  Completion copy(abi::Opcode opcode, uint64_t source, uint64_t destination, const Region &region) {
    abi::Descriptor descriptor;
    descriptor.opcode = static_cast<uint8_t>(opcode);
    descriptor.src = source;
    descriptor.dst = destination;
    descriptor.width = region.width;
    descriptor.rows = region.rows;
    descriptor.slices = region.slices;
    descriptor.src_row_pitch = region.srcRowPitch;
    descriptor.src_slice_pitch = region.srcSlicePitch;
    descriptor.dst_row_pitch = region.dstRowPitch;
    descriptor.dst_slice_pitch = region.dstSlicePitch;
    return inPieces(descriptor);
  }
};

Driver::Driver(Board &board) : impl_(std::make_unique<Impl>(board)) {}
Driver::~Driver() = default;

Completion Driver::copyToDevice(const void *source, uint64_t destination, const Region &region) {
  Mapping mapping(impl_->board, source, span(region, region.srcRowPitch, region.srcSlicePitch));
  return impl_->copy(abi::Opcode::COPY_H2D, mapping.bus(), destination, region);
}

Completion Driver::copyToHost(uint64_t source, void *destination, const Region &region) {
  Mapping mapping(impl_->board, destination, span(region, region.dstRowPitch, region.dstSlicePitch));
  return impl_->copy(abi::Opcode::COPY_D2H, source, mapping.bus(), region);
}

Completion Driver::copyOnDevice(uint64_t source, uint64_t destination, const Region &region) {
  return impl_->copy(abi::Opcode::COPY_D2D, source, destination, region);
}

Completion Driver::fill(uint64_t destination, uint64_t bytes, std::span<const uint8_t> pattern) {
  if (pattern.empty() || pattern.size() > abi::FILL_PATTERN_BYTES || (pattern.size() & (pattern.size() - 1)) != 0 ||
      destination % pattern.size() != 0)
    throw std::invalid_argument("fill: the pattern must be 1 to 128 bytes, a power of two, and aligned");
  // The device takes the byte for address A from A mod 128; destinations are aligned to the pattern, so repeating it is
  // enough.
  alignas(128) std::array<uint8_t, abi::FILL_PATTERN_BYTES> repeated;
  for (size_t i = 0; i < repeated.size(); ++i)
    repeated[i] = pattern[i % pattern.size()];
  Mapping mapping(impl_->board, repeated.data(), repeated.size());
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::FILL);
  descriptor.src = mapping.bus();
  descriptor.dst = destination;
  descriptor.width = bytes;
  descriptor.rows = descriptor.slices = 1;
  return impl_->inPieces(descriptor);
}

Completion Driver::launch(unsigned region, const std::shared_ptr<PreparedKernel> &kernel,
                          std::span<const uint64_t> words, const std::function<void()> &starting, uint64_t cycleLimit) {
  if (region >= impl_->regions.size())
    throw std::invalid_argument(fmt::format("launch: the board has no kernel region {}", region));
  if (words.size() > kLaunchWords)
    throw std::invalid_argument("launch: more configuration words than a kernel has");
  std::lock_guard lock(impl_->regions[region]);
  impl_->board.activate(region, kernel);
  std::copy(words.begin(), words.end(), impl_->launchWords[region].words.begin());
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::LAUNCH);
  descriptor.region = uint16_t(region);
  descriptor.src = impl_->launchWordsMapping.bus() + region * sizeof(LaunchWords);
  descriptor.width = words.size_bytes();
  descriptor.cycle_limit = cycleLimit;
  descriptor.rows = descriptor.slices = 1;
  return impl_->execute(descriptor, starting);
}

void Driver::endLaunches() { impl_->board.writeRegister(abi::reg::ABORT, abi::reg::ABORT_REGIONS); }

Completion Driver::marker() {
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::NOP);
  return impl_->execute(descriptor);
}

}  // namespace weft::board
