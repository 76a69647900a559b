// SPDX-License-Identifier: Apache-2.0
#include "board/command_ring.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace weft::board {
namespace {

// Longest wait before the device is asked whether it is alive; for a slow kernel, the wait is repeated.
constexpr std::chrono::milliseconds kPoll{1000};

/// Whether the device has written the record; what else it says is read after that.
bool arrived(abi::Completion &record) { return std::atomic_ref(record.valid).load(std::memory_order_acquire) == 1; }

Completion read(const abi::Completion &record) {
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

}  // namespace

/// What the device and the driver share in host memory. Each command in flight has a record of its own: they complete
/// in any order.
struct alignas(128) CommandRing::Shared {
  std::array<abi::Descriptor, kEntries> ring;
  std::array<abi::Completion, kCommands> records;
};

/// A device that failed once is not used again: it is not known what it still writes. All waiting callers get the
/// error.
template <class Body> void CommandRing::guarded(Body body) {
  try {
    body();
  } catch (const std::exception &error) {
    failure_ = error.what();
    changed_.notify_all();
  }
}

CommandRing::CommandRing(Board &board)
    : board_(board), shared_(std::make_unique<Shared>()), sharedMapping_(board, shared_.get(), sizeof(Shared)) {
  enable();
}

CommandRing::~CommandRing() {
  try {
    board_.writeRegister(abi::reg::CONTROL, 0);
  } catch (const std::exception &) {  // a device that failed: the callers of its commands have got the error
  }
}

void CommandRing::enable() {
  const uint32_t id = board_.readRegister(abi::reg::ID);
  const uint32_t version = board_.readRegister(abi::reg::VERSION);
  if (id != abi::ID_VALUE || version != abi::kVersion)
    throw std::runtime_error(fmt::format(
        "the board does not answer as a Weft shell of version {}: ID {:#x}, version {}", abi::kVersion, id, version));
  board_.writeRegister(abi::reg::RING_BASE_LO, uint32_t(sharedMapping_.bus()));
  board_.writeRegister(abi::reg::RING_BASE_HI, uint32_t(sharedMapping_.bus() >> 32));
  board_.writeRegister(abi::reg::RING_LOG2, kEntriesLog2);
  published_ = board_.readRegister(abi::reg::RING_TAIL);
  board_.writeRegister(abi::reg::RING_HEAD, published_);
  board_.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
  board_.writeRegister(abi::reg::IRQ_ENABLE, abi::reg::IRQ_ENABLE_COMPLETION);
  board_.writeRegister(abi::reg::ABORT, 0);
  board_.writeRegister(abi::reg::CONTROL, abi::reg::CONTROL_ENABLE);
}

Completion CommandRing::execute(const abi::Descriptor &descriptor, const std::function<void()> &starting,
                                std::span<const uint64_t> words) {
  Lock held = lock();
  return await(held, publish(held, descriptor, starting, words));
}

Completion CommandRing::await(Lock &lock, size_t slot) {
  guarded([&] { look(slot); });  // a device that is done by now need not interrupt
  while (!slots_[slot].done && failure_.empty()) {
    if (watched_)
      changed_.wait(lock);
    else
      watch(lock);
  }
  slots_[slot].used = false;
  // A record is free, and if this thread was the one that waited for the interrupt, another must.
  changed_.notify_all();
  if (!slots_[slot].done)
    throw std::runtime_error(failure_);
  return read(shared_->records[slot]);
}

// As many commands as the ring has room for are in flight at most, so the entries that are overwritten have been taken:
// either their command is complete, or a later one is, and descriptors are taken in order.
size_t CommandRing::publish(Lock &lock, abi::Descriptor descriptor, const std::function<void()> &starting,
                            std::span<const uint64_t> words) {
  size_t slot = slots_.size();
  changed_.wait(lock, [&] { return (slot = freeSlot()) != slots_.size() || !failure_.empty(); });
  if (!failure_.empty())
    throw std::runtime_error(failure_);
  slots_[slot] = {.used = true, .done = false, .tag = published_};
  descriptor.flags = abi::FLAG_IRQ;
  descriptor.tag = published_;
  descriptor.completion = sharedMapping_.bus() + offsetof(Shared, records) + slot * sizeof(abi::Completion);
  shared_->records[slot] = {};
  abi::Descriptor *entry = &shared_->ring[published_ % kEntries];
  const uint32_t behind = entriesFor(words);
  if (behind != 0) {
    descriptor.flags |= abi::FLAG_INLINE;
    std::memcpy(entry + 1, words.data(), words.size_bytes());
  }
  *entry = descriptor;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  published_ += 1 + behind;
  if (starting)
    starting();
  guarded([&] { board_.writeRegister(abi::reg::RING_HEAD, published_); });
  return slot;
}

/// Entries behind the next one that the words go into; 0: they do not fit, there or before the ring's end.
uint32_t CommandRing::entriesFor(std::span<const uint64_t> words) const {
  const size_t entries = (words.size_bytes() + sizeof(abi::Descriptor) - 1) / sizeof(abi::Descriptor);
  return entries <= abi::INLINE_ENTRIES && published_ % kEntries + entries < kEntries ? uint32_t(entries) : 0;
}

size_t CommandRing::freeSlot() const {
  return size_t(std::find_if(slots_.begin(), slots_.end(), [](const Slot &slot) { return !slot.used; }) -
                slots_.begin());
}

/// Waits for the interrupt, without the lock meanwhile, and notes which commands are complete.
void CommandRing::watch(Lock &lock) {
  watched_ = true;
  guarded([&] {
    bool up = false;
    {
      lock.unlock();
      struct Relock {
        std::unique_lock<std::mutex> &lock;
        ~Relock() { lock.lock(); }
      } relock{lock};
      up = board_.waitInterrupt(kPoll);
    }
    if (up) {
      // Acknowledged before the records are looked at: a later one raises it again.
      board_.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
      collect();
    } else if (const uint32_t status = board_.readRegister(abi::reg::STATUS); !(status & abi::reg::STATUS_BUSY)) {
      collect();
      if (std::any_of(slots_.begin(), slots_.end(), [](const Slot &slot) { return slot.used && !slot.done; }))
        throw std::runtime_error(status & abi::reg::STATUS_RING_ERROR
                                     ? "the device cannot reach its command ring"
                                     : "the device stopped answering: it is idle and a command is not done");
    }
  });
  watched_ = false;
  changed_.notify_all();
}

void CommandRing::collect() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (size_t i = 0; i < slots_.size(); ++i)
    look(i);
}

/// Notes whether the command is complete.
void CommandRing::look(size_t i) {
  if (!slots_[i].used || slots_[i].done || !arrived(shared_->records[i]))
    return;
  if (shared_->records[i].tag != slots_[i].tag)
    throw std::runtime_error("the device wrote the completion record of another command");
  slots_[i].done = true;
}

}  // namespace weft::board
