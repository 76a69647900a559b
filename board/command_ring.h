// SPDX-License-Identifier: Apache-2.0
// The command ring of a shell: publishes descriptors, waits for completion records.
#pragma once
#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "board/host_mapping.h"
#include "weft_abi.h"

namespace weft::board {

/// Outcome of a command. Times are device cycles (Description::clockMhz).
struct Completion {
  abi::Status status = abi::Status::OK;
  uint64_t start = 0, end = 0;
  uint64_t runCycles = 0;  // launches: from the start pulse to done
  abi::Fault fault = abi::Fault::NONE;
  uint32_t faultSite = 0;  // index into kernel::Interface's sites, then its checks
  uint64_t faultAddress = 0;
};

/// Entries of the ring behind a descriptor that hold its words.
inline uint32_t inlineEntries(const abi::Descriptor &descriptor) {
  const bool inlined = descriptor.opcode == uint8_t(abi::Opcode::LAUNCH) && descriptor.flags & abi::FLAG_INLINE &&
                       descriptor.width <= abi::INLINE_ENTRIES * sizeof descriptor;
  return inlined ? uint32_t((descriptor.width + sizeof descriptor - 1) / sizeof descriptor) : 0;
}

/// Used by several threads. The first thread that finds no other waiting for the interrupt waits for it, then looks at
/// the records of all commands; the others sleep until it has seen theirs, or until it leaves and one of them takes
/// over. Throws std::runtime_error when the device stops answering: then every call does.
class CommandRing {
public:
  explicit CommandRing(Board &board);
  ~CommandRing();
  CommandRing(const CommandRing &) = delete;
  CommandRing &operator=(const CommandRing &) = delete;

  /// Publishes one descriptor and waits for its completion record. `starting`: called right before the doorbell.
  /// `words`: of a launch, also at its `src`; where they fit they go into the ring behind the descriptor.
  Completion execute(const abi::Descriptor &descriptor, const std::function<void()> &starting = nullptr,
                     std::span<const uint64_t> words = {});

  using Lock = std::unique_lock<std::mutex>;
  /// For several commands of one caller in flight: the lock that the calls below want.
  Lock lock() { return Lock(mutex_); }
  /// Waits for a free record and returns its index.
  size_t publish(Lock &lock, abi::Descriptor descriptor, const std::function<void()> &starting = nullptr,
                 std::span<const uint64_t> words = {});
  /// True if publish would not wait.
  bool hasRoom() const { return freeSlot() != slots_.size(); }
  /// Waits for the command of a record, which is free from then on.
  Completion await(Lock &lock, size_t slot);

private:
  static constexpr unsigned kCommands = 64;  // in flight
  static constexpr unsigned kEntriesLog2 = 8;
  static constexpr unsigned kEntries = 1u << kEntriesLog2;
  static_assert(kEntries == kCommands * (1 + abi::INLINE_ENTRIES));
  struct Shared;
  struct Slot {
    bool used = false, done = false;
    uint32_t tag = 0;
  };

  void enable();
  uint32_t entriesFor(std::span<const uint64_t> words) const;
  /// None: slots_.size().
  size_t freeSlot() const;
  void watch(Lock &lock);
  void collect();
  void look(size_t slot);
  template <class Body> void guarded(Body body);

  Board &board_;
  const std::unique_ptr<Shared> shared_;
  const HostMapping sharedMapping_;
  std::mutex mutex_;  // all below, and the order of descriptors
  std::condition_variable changed_;
  uint32_t published_ = 0;
  std::array<Slot, kCommands> slots_;  // by record
  bool watched_ = false;               // a thread waits for the interrupt
  std::string failure_;                // why the device is not used any more
};

}  // namespace weft::board
